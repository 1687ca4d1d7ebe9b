from collections import Counter
from dataclasses import replace

import pytest

from table.cards import cards
from table.events import Away, Back, Call, Draw, Event, NameSuit, Pass, Play, Start, TakeBack, Turned
from table.game import Header
from table.games.vvvand8 import VVVAND8
from table.games.vvvand8.state import State
from table.referee import Referee
from table.rulings import Kind
from table.seats import Nobody, Seat
from table.twin.players import Players, best_play, best_suit, has_chance, taken_turn, wrong_plays
from table.twin.truth import Truth

ANNA, BO, CIA = SEATS = (Seat("Anna"), Seat("Bo"), Seat("Cia"))
HEADER = Header(game="vvvand8", seats=SEATS, dealer=ANNA)
MOST_DEEDS = 250


def after(*events: Event) -> State:
    referee = Referee(VVVAND8, HEADER)
    for line, event in enumerate((Start(who=Nobody.TABLE, card=cards("7H")[0]), *events), 1):
        referee.hear(replace(event, line=line))
    return referee.state


def holding(names: str, talon: str = "2S 3S 4S 5S") -> Truth:
    """Bo, who is in turn, holds these."""
    hands = ((), cards(names), ())
    return Truth(seats=SEATS, hands=hands, aside=((), (), ()), talon=cards(talon), pile=cards("7H"))


class Game:
    """A whole game without camera: what was done, planted and ruled."""

    def __init__(self, seed: int, errs: float = 0.06, seats: tuple[Seat, ...] = SEATS) -> None:
        header = replace(HEADER, seats=seats)
        players, self.referee = Players(seed, errs), Referee(VVVAND8, header)
        truth, self.events, self.planted = players.deal(header), list[Event](), list[tuple[int, str, object]]()
        for number in range(MOST_DEEDS):
            deed = players.next_deed(truth, self.referee.state, number)
            assert deed == players.next_deed(truth, self.referee.state, number)
            if deed is None:
                break
            event = replace(deed.event, line=number + 1)
            self.events.append(event)
            self.referee.hear(event)
            truth = truth.after(event, self.referee.state)
            if deed.planted:
                self.planted.append((event.line, deed.planted, event.who))

    @property
    def ruled(self) -> list[tuple[int, str, object]]:
        fouls = (ruling for ruling in self.referee.rulings if ruling.kind is Kind.FOUL)
        return [(ruling.line, ruling.clause, ruling.seat) for ruling in fouls]


@pytest.mark.parametrize("seed", range(1, 16))
def test_a_game_ends_and_its_fouls_are_those_that_were_planted(seed: int) -> None:
    game = Game(seed)
    assert game.referee.state.winner in SEATS
    assert game.ruled == game.planted


@pytest.mark.parametrize("seats", ["Anna Bo", "Anna Bo Cia Dag Eva"])
def test_two_or_five_play_as_well(seats: str) -> None:
    game = Game(3, seats=tuple(Seat(name) for name in seats.split()))
    assert game.referee.state.is_over
    assert game.ruled == game.planted


def test_who_errs_often_commits_every_foul_there_is_to_plant() -> None:
    planted = Counter[str]()
    for seed in range(25):
        game = Game(seed, errs=0.1)
        assert game.ruled == game.planted
        planted.update(clause for _, clause, _ in game.planted)
    assert set(planted) == {"V2.13", "V3.2", "V3.4", "V3.6", "V3.7"}


def test_who_never_errs_is_never_ruled_against() -> None:
    for seed in range(6):
        game = Game(seed, errs=0.0)
        assert game.ruled == []
        assert not {ruling.kind for ruling in game.referee.rulings} & {Kind.QUESTION, Kind.INFO}


def test_games_hold_all_that_people_do() -> None:
    done = {type(event) for seed in range(1, 16) for event in Game(seed).events}
    assert done >= {Start, Play, TakeBack, Draw, Pass, Call, NameSuit, Turned, Away, Back}


def test_another_seed_is_another_game() -> None:
    assert Game(1).events != Game(2).events


@pytest.mark.parametrize(
    ("hand", "chance"),
    [("7H", True), ("7H 7S AD", True), ("AD AS", True), ("7H 6H", False), ("7H 8S", False), ("", False)],
)
def test_a_chance_is_one_rank_besides_aces_and_no_eight(hand: str, chance: bool) -> None:
    assert has_chance(cards(hand)) is chance


def test_a_group_is_laid_with_the_fitting_card_first() -> None:
    assert best_play(cards("9S 9H KS QC"), after(), BO) == cards("9H 9S")


def test_the_last_card_is_kept_where_it_could_not_win() -> None:
    dealt_one = after(Draw(who=BO, count=1))
    lone = dealt_one.with_place(BO, hand=1)
    assert best_play(cards("9H"), lone, BO) is None
    assert best_play(cards("9H"), lone.with_place(BO, call_holds=True), BO) == cards("9H")
    assert best_play(cards("AH"), lone.with_place(BO, call_holds=True), BO) is None


def test_a_call_comes_before_the_card_that_leaves_a_chance() -> None:
    truth = holding("9H KS")
    state = after().with_place(BO, hand=2)
    assert taken_turn(truth, state, BO) == Call(who=BO)
    assert taken_turn(truth, state.with_place(BO, call_said=True), BO) == Play(who=BO, cards=cards("9H"))


def test_who_cannot_lay_draws_three_and_passes() -> None:
    truth = holding("KS QC")
    assert taken_turn(truth, after(), BO) == Draw(who=BO, count=1)
    assert taken_turn(truth, after(Draw(who=BO, count=3)), BO) == Pass(who=BO)


def test_the_suit_named_is_the_longest() -> None:
    assert best_suit(cards("8C 8D 2S 3S 4H")).value == "S"


def test_a_group_is_wrong_when_its_wrong_card_comes_first() -> None:
    assert cards("9S 9H") in wrong_plays(cards("9H 9S"), after())
    assert cards("9H 9S") not in wrong_plays(cards("9H 9S"), after())

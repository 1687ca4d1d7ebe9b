from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.cards import cards
from table.events import Draw, Event, Play, Start, TakeBack, Turned
from table.game import Header
from table.games.vvvand8 import VVVAND8
from table.games.vvvand8.state import State
from table.referee import Referee
from table.seats import Nobody, Seat
from table.twin.players import Players
from table.twin.truth import Truth, deal

ANNA, BO, CIA = SEATS = (Seat("Anna"), Seat("Bo"), Seat("Cia"))
HEADER = Header(game="vvvand8", seats=SEATS, dealer=ANNA)


class Told:
    """A truth and a referee that hear the same events."""

    def __init__(self, truth: Truth) -> None:
        self.truth = truth
        self.referee: Referee[State] = Referee(VVVAND8, HEADER)

    def tell(self, *events: Event) -> Truth:
        for event in events:
            self.referee.hear(replace(event, line=len(self.referee.events) + 1))
            self.truth = self.truth.after(event, self.referee.state)
        return self.truth


@pytest.fixture
def told() -> Told:
    """Bo, who is in turn, holds a fitting card, a wrong one and a pair; the talon begins with the start card."""
    names = ("2C 3C 4C 5C 6C 7C 9C", "9H KS 4H 4S 5S 6S 7S", "2D 3D 4D 5D 6D 7D 9D")
    hands = tuple(cards(hand) for hand in names)
    held = cards(" ".join(names))
    start = cards("7H")
    talon = start + tuple(card for card in deal(HEADER, 1).cards if card not in held + start)
    told = Told(Truth(seats=SEATS, hands=hands, aside=((), (), ()), talon=talon))
    told.tell(Start(who=Nobody.TABLE, card=start[0]))
    return told


def test_everybody_is_dealt_seven_cards_of_a_whole_deck() -> None:
    truth = deal(HEADER, 3)
    assert [len(hand) for hand in truth.hands] == [7, 7, 7]
    assert set(truth.cards.values()) == {1}
    assert truth.cards.total() == 52


def test_two_decks_are_shuffled_together_for_four() -> None:
    truth = deal(replace(HEADER, seats=(*SEATS, Seat("Dag"))), 3)
    assert truth.cards.total() == 104
    assert set(truth.cards.values()) == {2}


def test_an_empty_seat_is_dealt_nothing() -> None:
    assert deal(replace(HEADER, free=(CIA,)), 3).hand(CIA) == ()


def test_the_same_seed_deals_the_same_cards() -> None:
    assert deal(HEADER, 3) == deal(HEADER, 3)
    assert deal(HEADER, 3) != deal(HEADER, 4)


def test_a_right_card_leaves_the_hand_for_the_pile(told: Told) -> None:
    truth = told.tell(Play(who=BO, cards=cards("9H")))
    assert truth.pile == cards("7H 9H")
    assert cards("9H")[0] not in truth.hand(BO)


def test_a_wrong_card_lies_loose_and_comes_back(told: Told) -> None:
    truth = told.tell(Play(who=BO, cards=cards("KS")))
    assert truth.pile == cards("7H")
    assert [wrong.cards for wrong in truth.loose] == [cards("KS")]
    truth = told.tell(TakeBack(who=BO, cards=cards("KS")))
    assert truth.loose == ()
    assert cards("KS")[0] in truth.hand(BO)


def test_a_right_play_may_be_taken_back_too(told: Told) -> None:
    truth = told.tell(Play(who=BO, cards=cards("4H 4S")), TakeBack(who=BO, cards=cards("4H 4S")))
    assert truth.pile == cards("7H")
    assert len(truth.hand(BO)) == 7


def test_penalty_cards_are_of_no_use_before_the_turn_has_passed(told: Told) -> None:
    truth = told.tell(Play(who=BO, cards=cards("KS")), TakeBack(who=BO, cards=cards("KS")), Draw(who=BO, count=3))
    assert len(truth.put_aside(BO)) == 3
    assert len(truth.hand(BO)) == 7
    truth = told.tell(Play(who=BO, cards=cards("9H")))
    assert truth.put_aside(BO) == ()
    assert len(truth.hand(BO)) == 9


def test_a_card_drawn_by_will_may_be_laid_at_once(told: Told) -> None:
    uppermost = told.truth.talon[0]
    truth = told.tell(Draw(who=BO, count=1))
    assert truth.hand(BO)[-1] == uppermost
    assert uppermost not in truth.talon


def test_the_turned_pile_is_the_talon_from_its_bottom_on(told: Told) -> None:
    told.tell(Play(who=BO, cards=cards("9H")), Play(who=CIA, cards=cards("9D")))
    before = told.truth.talon
    truth = told.tell(Turned(who=Nobody.TABLE))
    assert truth.pile == cards("9D")
    assert truth.talon == before + cards("7H 9H")


def test_a_hand_is_made_to_hold_what_a_record_says_was_laid(told: Told) -> None:
    truth = told.truth.holding(BO, cards("2C 2D KH"))
    assert set(cards("2C 2D KH")) <= set(truth.hand(BO))
    assert truth.cards == told.truth.cards
    assert [len(hand) for hand in truth.hands] == [7, 7, 7]


def test_a_start_card_is_found_wherever_it_was_dealt() -> None:
    truth = deal(HEADER, 3)
    for card in (truth.talon[0], truth.talon[5], truth.hand(BO)[2]):
        ready = truth.with_uppermost(card)
        assert ready.talon[0] == card
        assert ready.cards == truth.cards


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), seats=st.integers(2, 5))
def test_no_card_is_ever_lost_or_made(seed: int, seats: int) -> None:
    names = tuple(Seat(name) for name in ["Anna", "Bo", "Cia", "Dag", "Eva"][:seats])
    header = Header(game="vvvand8", seats=names, dealer=names[0])
    players, referee = Players(seed), Referee(VVVAND8, header)
    truth = players.deal(header)
    whole = truth.cards
    for number in range(120):
        deed = players.next_deed(truth, referee.state, number)
        if deed is None:
            break
        referee.hear(replace(deed.event, line=number + 1))
        truth = truth.after(deed.event, referee.state)
        assert truth.cards == whole
        if not truth.loose and not referee.state.is_over:
            assert len(truth.talon) == referee.state.talon

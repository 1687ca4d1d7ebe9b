"""Whole rounds, played on a table of which the truth is known: the referee must know it too, and nothing more."""

from __future__ import annotations

import dataclasses
import functools
import random
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.changes import changed
from table.notation import read_record, write_event
from tests.records import Told
from tests.table.games.president.honest import MISTAKES, evening, slip

SEEDS = st.integers(0, 39)
"""Enough rounds for the rare things to happen: revolutions, two jokers in a run, an exchange by asking."""


@dataclass(frozen=True)
class Page:
    """One line of a round: what the referee knew after it, and how it was."""

    line: str
    state: Any
    hands: dict[str, int]
    turn: str
    placing: tuple[str, ...]
    is_turned: bool
    to_beat: int


@dataclass(frozen=True)
class Evening:
    """A whole honest round with what the referee said."""

    told: Told
    pages: tuple[Page, ...]
    header: str


@functools.cache
def played(seed: int) -> Evening:
    game, pages = evening(seed), []
    told = Told(game.header, [])
    for line in game.lines():
        told.tell(line)
        to_beat = len(game.pile.cards) if game.pile is not None else 0
        page = Page(line, told.state, game.counts, game.turn, tuple(game.placing), game.is_turned, to_beat)
        pages.append(page)
    return Evening(told, tuple(pages), game.header)


def lines(seed: int) -> list[str]:
    return [page.line for page in played(seed).pages]


@given(SEEDS)
def test_who_plays_by_the_rules_is_never_fouled_nor_asked(seed: int) -> None:
    kinds = {ruling.kind.value for ruling in played(seed).told.referee.rulings}
    assert kinds <= {"place", "info"}


@given(SEEDS)
def test_hands_turn_places_and_order_are_those_of_the_table(seed: int) -> None:
    told = played(seed).told
    for page in played(seed).pages:
        standing = told.referee.game.standing(page.state)
        assert standing.hands == page.hands, page.line
        assert standing.placing == page.placing, page.line
        assert page.state.is_turned is page.is_turned, page.line
        if not page.state.is_over:
            assert standing.turn == page.turn, page.line
            shown = told.referee.game.view(page.state).trick
            assert len(shown) == page.to_beat, page.line


@given(SEEDS)
def test_every_round_ends_with_everybody_placed_once(seed: int) -> None:
    """R39 of the complaints: it must end, however few cannot beat the pile."""
    standing = played(seed).told.standing
    assert sorted(standing.placing) == sorted(standing.hands)
    assert (standing.winner, standing.loser) == (standing.placing[0], standing.placing[-1])
    assert sum(standing.scores.values()) == sum(range(len(standing.hands)))
    assert standing.turn is None


@given(SEEDS)
def test_no_card_is_lost_or_made(seed: int) -> None:
    for page in played(seed).pages:
        state = page.state
        assert sum(hand.left for hand in state.hands) + sum(state.seen.values()) == state.setup.cards, page.line
        assert set(state.seen.values()) <= {1, 2}


of_some_evenings = pytest.mark.parametrize(("seed", "after"), [(1, 0), (2, 8), (3, 20)])


@pytest.mark.parametrize("clause", MISTAKES)
@of_some_evenings
def test_one_mistake_is_ruled_under_the_clause_it_broke_and_no_other(clause: str, seed: int, after: int) -> None:
    slipped = slip(clause, seed, after)
    told = Told(slipped.header, slipped.lines)
    before = told.standing
    told.tell(slipped.mistake)
    assert told.fouls == [f"{told.lines} foul {clause} {slipped.who}"]
    assert told.standing == before


@pytest.mark.parametrize("clause", MISTAKES)
@of_some_evenings
def test_an_overruled_mistake_stands_as_if_it_were_allowed(clause: str, seed: int, after: int) -> None:
    slipped = slip(clause, seed, after)
    told = Told(slipped.header, [*slipped.lines, slipped.mistake])
    hand = told.hand(slipped.who)
    earlier = [ruling for ruling in told.referee.rulings if ruling.line < told.lines]
    told.tell(f"table: overrule {told.lines}")
    assert told.fouls == []
    assert [ruling for ruling in told.referee.rulings if ruling.line < told.lines - 1] == earlier
    assert hand is not None
    assert told.hand(slipped.who) == hand - len(slipped.cards)
    assert told.state.loose == ()


@pytest.mark.parametrize("clause", MISTAKES)
@of_some_evenings
def test_wrong_cards_are_taken_back_without_a_trace(clause: str, seed: int, after: int) -> None:
    slipped = slip(clause, seed, after)
    told = Told(slipped.header, slipped.lines)
    before = told.state
    told.tell(slipped.mistake)
    told.tell(f"{slipped.who}: takeback {' '.join(slipped.cards)}")
    assert told.state == before


@settings(max_examples=10)
@given(SEEDS)
def test_the_same_record_is_judged_the_same_again(seed: int) -> None:
    first, again = played(seed).told, Told(played(seed).header, lines(seed))
    assert again.referee.rulings == first.referee.rulings
    assert again.state == first.state


@settings(max_examples=10)
@given(SEEDS)
def test_a_record_written_and_read_back_is_the_same_record(seed: int) -> None:
    told = played(seed).told
    text = played(seed).header + "".join(f"{write_event(event)}\n" for event in told.referee.events)
    read = read_record(text, "again.ctn")
    events = [dataclasses.replace(event, line=0) for event in read.events]
    assert events == [dataclasses.replace(event, line=0) for event in told.referee.events]


@settings(max_examples=12)
@given(seed=SEEDS, at=st.integers(0, 300), seen=st.sampled_from(["4C", "8H", "AS", "9D", "2H"]))
def test_correcting_a_misread_card_gives_what_the_right_card_would_have_given(seed: int, at: int, seen: str) -> None:
    right = [line.partition(" as ")[0] for line in lines(seed)]
    honest = Told(played(seed).header, right)
    plays = [index for index, line in enumerate(right) if " play " in line]
    index = plays[at % len(plays)]
    who, verb, *laid = right[index].split()
    wrong = [*right]
    wrong[index] = " ".join([who, verb, seen, *laid[1:]])
    told = Told(played(seed).header, [*wrong, f"table: correct {index + 1} {' '.join(laid)}"])
    assert told.referee.rulings == honest.referee.rulings
    assert told.state == honest.state


@settings(max_examples=12)
@given(seed=SEEDS, at=st.integers(0, 300))
def test_a_play_taken_back_at_once_leaves_no_trace(seed: int, at: int) -> None:
    told_lines = lines(seed)
    plays = [index for index, line in enumerate(told_lines[:-1]) if " play " in line]
    index = plays[at % len(plays)]
    who, _, *laid = told_lines[index].partition(" as ")[0].split()
    told = Told(played(seed).header, [*told_lines[: index + 1], f"{who} takeback {' '.join(laid)}"])
    if not told.state.is_over and who[:-1] not in told.state.trick.out:
        for line in told_lines[index:]:
            told.tell(line)
        assert told.state == played(seed).told.state


@given(SEEDS)
def test_no_screen_is_told_a_card_but_those_to_be_beaten(seed: int) -> None:
    """Rounds that differ in what lies deeper and in what the exchange has told look alike on every screen."""
    game = played(seed).told.referee.game
    for page in played(seed).pages:
        hidden = changed(page.state, seen={}, promises=())
        assert game.view(hidden) == game.view(page.state), page.line


# Anything at all


SEATS = ("Anna", "Bo", "Cia", "Dag")
CARDS = [rank + suit for rank in ["3", "4", "5", "8", "9", "10", "K", "A", "2"] for suit in "CDHS"] + ["X"]
HEADERS = (
    "first_lead=seat runs=true",
    "first_lead=seat runs=true jokers=true revolution=true eight_clears=true penalty=lose_turn",
    "pass=this_turn_only equal_beats=false run_equal_beats=false jokers=2 lone_joker=any_group spade_three=true",
    "first_lead=random show_played=true runs=true rounds=1 three=2",
)


def absurd_line(chance: random.Random, told: int) -> str:
    """A line that is well formed, and whatever else."""
    seat, other = chance.choice(SEATS), chance.choice(SEATS)
    who = chance.choice([*SEATS, *SEATS, "?"])
    cards = " ".join(chance.choices(CARDS, k=chance.choice([1, 1, 1, 2, 3, 4, 6])))
    same = " ".join(chance.sample([f"{chance.choice('4589')}{suit}" for suit in "CDHS"], chance.randint(1, 4)))
    line = chance.randint(1, max(1, told))
    clause = chance.choice(["P1.1", "P1.3", "P2.4", "P3.2", "V3.8", "P9.9"])
    return chance.choice(
        [
            f"{who}: play {cards}",
            f"{who}: play {same}",
            f"{who}: play {cards} as {' '.join(chance.choices(CARDS, k=len(cards.split())))}",
            f"{who}: pass",
            f"{who}: pass",
            f"{seat}: dealt {chance.randint(1, 20)}",
            f"{seat}: takeback {cards}",
            f"{seat}: show {cards}",
            f"{seat}: asks {chance.choice(['K', '2', '5'])} of {other} gets {chance.randint(0, 3)}",
            f"{who}: gives {chance.randint(1, 3)} to {other}",
            f"{seat}: accuse {other} {clause}",
            f"table: dismiss {clause} {other}",
            f"table: overrule {line}",
            f"table: correct {line} {cards}",
        ]
    )


def tell_absurdly(chance: random.Random, lines: int) -> Told:
    options = "".join(f"option {option}\n" for option in chance.choice(HEADERS).split())
    more = chance.choice(["", "free Dag\n", "placed Bo Anna Dag Cia\n", "placed Bo Anna Dag Cia\ndecks 2\n"])
    dealer = chance.choice(["", "dealer Anna\n"])
    told = Told(f"game president\n{options}seats {' '.join(SEATS)}\n{more}{dealer}", [])
    for _ in range(lines):
        told.tell(absurd_line(chance, told.lines))
        assert told.view.is_over is told.state.is_over
        assert told.standing.turn not in told.standing.placing
    assert all("{" not in said for said in told.sentences)
    told.referee.game.next_header(told.state, told.referee.header)
    return told


@settings(max_examples=40)
@given(st.integers())
def test_nothing_well_formed_upsets_the_referee(seed: int) -> None:
    tell_absurdly(random.Random(seed), 40)


def test_nothing_well_formed_upsets_the_referee_in_a_long_evening() -> None:
    for seed in range(12):
        told = tell_absurdly(random.Random(seed), 150)
        assert told.lines == 150


def test_wrong_cards_without_end_do_not_make_the_state_grow() -> None:
    chance = random.Random(1)
    told = Told(f"game president\noption first_lead=seat\nseats {' '.join(SEATS)}\ndealer Anna\n", [])
    for _ in range(400):
        told.tell(f"{chance.choice(SEATS)}: play {' '.join(chance.sample(CARDS[:-1], 2))} 7C")
    assert sum(len(loose.cards) for loose in told.state.loose) <= 52 * len(SEATS)

"""Whole rounds, played on a table of which the truth is known: the referee must know it too, and nothing more."""

from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.cards import Card
from table.games import find_game
from table.games.schtefan.information import standing, view
from table.notation import read_event, read_record, write_event
from table.referee import Referee
from table.rulings import Kind, Ruling
from tests.records import Told, in_short
from tests.table.games.schtefan.absurd import absurd_header, absurd_line
from tests.table.games.schtefan.honest import MISTAKES, honest_round, slip

SEEDS = st.integers(0, 26)
"""Three to nine players in nine houses, first rounds and later ones."""


@dataclass(frozen=True)
class Page:
    """One line of a round: what the referee knew after it, and how it was."""

    line: str
    state: Any
    hands: dict[str, int]
    turn: str | None
    trick: tuple[str, ...]
    placing: tuple[str, ...]
    is_led: bool


@dataclass(frozen=True)
class Played:
    """A whole honest round with what the referee said."""

    referee: Referee[Any]
    pages: tuple[Page, ...]
    header: str
    cards: int


@functools.cache
def played(seed: int) -> Played:
    game, pages = honest_round(seed), []
    referee = referee_of(game.header)
    for number, line in enumerate(game.lines(), 1):
        tell(referee, line, number)
        placing, is_led = tuple(game.out), bool(game.laid)
        pages.append(Page(line, referee.state, game.counts, game.turn, tuple(game.trick), placing, is_led))
    return Played(referee, tuple(pages), game.header, len(game.deck))


def referee_of(header: str) -> Referee[Any]:
    return Referee(find_game("schtefan"), read_record(header, "header").header)


def tell(referee: Referee[Any], line: str, number: int) -> tuple[Ruling, ...]:
    event = read_event(line, number, referee.header)
    assert event is not None
    return referee.hear(event).new


def lines(seed: int) -> list[str]:
    return [page.line for page in played(seed).pages]


@given(SEEDS)
def test_who_plays_by_the_rules_is_never_fouled_nor_asked(seed: int) -> None:
    held_against = (Kind.FOUL, Kind.QUESTION, Kind.HINDSIGHT)
    assert [in_short(ruling) for ruling in played(seed).referee.rulings if ruling.kind in held_against] == []


@given(SEEDS)
def test_the_hands_count_what_they_hold(seed: int) -> None:
    for page in played(seed).pages:
        assert standing(page.state).hands == page.hands, page.line


@given(SEEDS)
def test_no_card_is_lost_or_made(seed: int) -> None:
    for page in played(seed).pages:
        assert sum(page.hands.values()) + sum(page.state.shown.cards.values()) == played(seed).cards, page.line


@given(SEEDS)
def test_turn_trick_and_places_are_those_of_the_table(seed: int) -> None:
    """R18, R19, R40: who is out never gets the turn, also where several are at the end of the row of seats."""
    for page in played(seed).pages:
        known = standing(page.state)
        assert tuple(map(str, view(page.state).trick)) == page.trick, page.line
        assert known.placing == page.placing, page.line
        assert known.turn == page.turn or not page.is_led, page.line
        assert known.turn not in known.placing, page.line


@given(SEEDS)
def test_every_round_ends_with_everybody_in_a_place(seed: int) -> None:
    """R34, R39: also when players pass at will, and when the last cannot beat what lies there."""
    known = standing(played(seed).pages[-1].state)
    assert sorted(known.placing) == sorted(known.hands)
    assert (known.turn, known.winner, known.loser) == (None, known.placing[0], known.placing[-1])
    assert set(known.roles) == set(known.placing)


def test_the_rounds_show_what_is_rare() -> None:
    """Otherwise the tests above would prove little."""
    said = {(ruling.kind, str(ruling.clause)) for seed in range(27) for ruling in played(seed).referee.rulings}
    assert {(Kind.PLACE, "H3.12"), (Kind.INFO, "H3.12"), (Kind.PLACE, "H3.10"), (Kind.INFO, "H3.7")} <= said


EXCHANGE_OF = {3: "H5.1", 4: "H5.2", 5: "H5.4"}


def broken_clause(mistake: str, players: int) -> str:
    if mistake == "exchange":
        return EXCHANGE_OF.get(players, "H5.3")
    if mistake == "first lead":
        return "H2.1" if players < 6 else "H2.2"
    return mistake.split()[0]


@pytest.mark.parametrize("mistake", MISTAKES)
@settings(max_examples=8)
@given(seed=SEEDS, after=st.sampled_from([0, 2, 6, 15, 40]))
def test_one_mistake_is_ruled_under_the_clause_it_broke_and_no_other(mistake: str, seed: int, after: int) -> None:
    slipped = slip(mistake, seed, after)
    if slipped is None:
        return
    told = Told(slipped.header, [*slipped.lines, slipped.mistake])
    players = len(told.referee.header.seats)
    assert told.fouls == [f"{told.lines} foul {broken_clause(mistake, players)} {slipped.who}"]
    hands = sum(count for count in told.standing.hands.values() if count is not None)
    told.tell(f"table: overrule {told.lines}")
    assert told.fouls == []
    after_it = sum(count for count in told.standing.hands.values() if count is not None)
    assert after_it <= hands


@settings(max_examples=10)
@given(SEEDS)
def test_the_same_record_is_judged_the_same_again(seed: int) -> None:
    again = referee_of(played(seed).header)
    for number, line in enumerate(lines(seed), 1):
        tell(again, line, number)
    assert again.rulings == played(seed).referee.rulings
    assert again.state == played(seed).referee.state


@settings(max_examples=10)
@given(SEEDS)
def test_a_record_written_and_read_back_is_the_same_record(seed: int) -> None:
    events = played(seed).referee.events
    text = played(seed).header + "".join(f"{write_event(event)}\n" for event in events)
    read = read_record(text, "again.ctn")
    assert [dataclasses.replace(e, line=0) for e in read.events] == [dataclasses.replace(e, line=0) for e in events]


@settings(max_examples=10)
@given(seed=SEEDS, at=st.integers(0, 300), seen=st.sampled_from(["5C", "8H", "AS", "X", "2D", "KH"]))
def test_correcting_a_misread_card_gives_what_the_right_card_would_have_given(seed: int, at: int, seen: str) -> None:
    right = lines(seed)
    plays = [index for index, line in enumerate(right) if " play " in line]
    index = plays[at % len(plays)]
    who, verb, *laid = right[index].split()
    wrong = [*right]
    wrong[index] = " ".join([who, verb, seen, *laid[1:]])
    referee = referee_of(played(seed).header)
    for number, line in enumerate([*wrong, f"table: correct {index + 1} {' '.join(laid)}"], 1):
        tell(referee, line, number)
    assert referee.rulings == played(seed).referee.rulings
    assert referee.state == played(seed).referee.state


def cards_told(value: object) -> Iterator[Card]:
    """Every card anywhere in what a screen is given."""
    if isinstance(value, Card):
        yield value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from cards_told(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from cards_told(item)


@settings(max_examples=8)
@given(SEEDS)
def test_no_screen_is_told_a_card_but_those_to_be_beaten(seed: int) -> None:
    for page in played(seed).pages:
        assert set(map(str, cards_told(view(page.state)))) <= set(page.trick), page.line


OTHER_SUITS = str.maketrans("CDS", "DSC")


def in_other_suits(line: str) -> str:
    """The same line with other clubs, diamonds and spades; the five of hearts stays."""
    who, verb, *rest = line.split()
    return " ".join([who, verb, *(word.translate(OTHER_SUITS) if verb == "play" else word for word in rest)])


@settings(max_examples=8)
@given(SEEDS)
def test_games_that_differ_only_in_what_is_hidden_look_alike(seed: int) -> None:
    """Other suits in every trick before: once a trick has gone, no screen tells the two games apart."""
    other = referee_of(played(seed).header)
    for number, page in enumerate(played(seed).pages, 1):
        tell(other, in_other_suits(page.line), number)
        if not page.trick:
            assert repr(view(other.state)) == repr(view(page.state)), page.line


@settings(max_examples=8)
@given(SEEDS)
def test_what_was_asked_for_is_not_on_any_screen(seed: int) -> None:
    other = referee_of(played(seed).header)
    ranks = str.maketrans({"K": "Q", "Q": "K", "9": "8", "8": "9"})
    for number, page in enumerate(played(seed).pages, 1):
        line = page.line.translate(ranks) if " asks " in page.line else page.line
        tell(other, line, number)
        if not standing(page.state).placing:
            assert repr(view(other.state)) == repr(view(page.state)), page.line


@pytest.mark.parametrize("seed", range(30))
def test_nothing_that_can_be_written_down_confuses_the_referee(seed: int) -> None:
    chance = random.Random(seed)
    referee = referee_of(absurd_header(chance))
    players = [seat for seat in referee.header.seats if seat not in referee.header.free]
    for number in range(1, 90):
        tell(referee, absurd_line(chance, referee.header.seats, standing(referee.state).turn, number), number)
        known, shown = standing(referee.state), view(referee.state)
        assert known.turn is None or known.turn in players
        assert known.turn not in known.placing
        assert all(count is None or count >= 0 for count in known.hands.values())
        assert (known.turn, known.top) == (shown.turn, shown.top)
        assert not shown.is_over or sorted(known.placing) == sorted(players)

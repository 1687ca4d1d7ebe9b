"""Whole games, played on a table of which the truth is known: the referee must know it too, and nothing more."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.cards import Card, cards
from table.games.vvvand8.information import view
from table.notation import read_record, write_event
from tests.records import Told
from tests.table.games.vvvand8.honest import HonestGame, evening, slip

SEEDS = st.integers(0, 24)
"""Enough games for the rare things to happen: the talon runs out, aces follow aces, somebody is away."""


@dataclass(frozen=True)
class Page:
    """One line of a game: what the referee knew after it, and how it was."""

    line: str
    state: Any
    hands: dict[str, int]
    talon: int
    turn: str | None
    suit: str | None
    top: str


@dataclass(frozen=True)
class Evening:
    """A whole honest game with what the referee said."""

    told: Told
    pages: tuple[Page, ...]
    header: str
    winner: str | None
    loser: str | None
    is_drawn: bool


@functools.cache
def played(seed: int) -> Evening:
    game, pages = evening(seed), []
    told = Told(game.header, [])
    for line in game.lines():
        told.tell(line)
        turn = None if game.passes_silently else game.turn
        pages.append(Page(line, told.state, game.counts, len(game.talon), turn, game.suit, game.pile[-1]))
    return Evening(told, tuple(pages), game.header, game.winner, game.loser, game.is_drawn)


def lines(seed: int) -> list[str]:
    return [page.line for page in played(seed).pages]


@given(SEEDS)
def test_who_plays_by_the_rules_is_never_fouled_nor_asked(seed: int) -> None:
    assert [said for said in played(seed).told.rulings if " foul " in said or " question " in said] == []


@given(SEEDS)
def test_the_hands_count_what_they_hold_and_owe(seed: int) -> None:
    evening = played(seed)
    for page in evening.pages:
        assert evening.told.referee.game.standing(page.state).hands == page.hands, page.line


@given(SEEDS)
def test_the_talon_is_known_to_the_card(seed: int) -> None:
    for page in played(seed).pages:
        assert page.state.talon == page.talon, page.line


@given(SEEDS)
def test_r05_every_card_is_in_one_place_after_every_event(seed: int) -> None:
    """R05: the pile was not emptied when it became the talon."""
    for page in played(seed).pages:
        state = page.state
        held = sum(state.place(seat).taken for seat in state.players)
        assert held + state.talon + len(state.pile) == 52 * state.decks, page.line


@given(SEEDS)
def test_turn_top_and_suit_are_those_of_the_table(seed: int) -> None:
    for page in played(seed).pages:
        state = page.state
        if not state.is_over:
            assert page.turn in (None, state.turn), page.line
            assert (str(state.top), state.suit and state.suit.value) == (page.top, page.suit), page.line


@given(SEEDS)
def test_the_game_ends_as_it_ended_at_the_table(seed: int) -> None:
    evening, standing = played(seed), played(seed).told.standing
    assert (standing.winner, standing.loser) == (evening.winner, evening.loser)
    assert [said.split()[1] for said in evening.told.results] == (
        ["win", "lose"] if evening.winner else ["draw_game"] if evening.is_drawn else []
    )


def test_a_hundred_other_games_are_played_without_a_foul_or_a_question() -> None:
    for seed in range(100, 200):
        game = evening(seed)
        told = Told(game.header, game.lines())
        assert [
            said for said in told.rulings if " foul " in said or " question " in said or " hindsight " in said
        ] == []
        assert told.standing.winner == game.winner
        assert game.is_over, "every game ends"


def proved(seed: int) -> tuple[list[int], list[int]]:
    """A game in which people call without a chance, up to the first proof: their false calls, and what was proved."""
    game = HonestGame(seed, 2 + seed % 5, lies=0.5)
    told = Told(game.header, [])
    for line in game.lines():
        found = [ruling.line for ruling in told.tell(line).new if ruling.kind == "hindsight"]
        if found:
            return game.false_calls, found
    return game.false_calls, []


def test_hindsight_proves_only_calls_that_were_false_and_many_of_them() -> None:
    games = [proved(seed) for seed in range(60)]
    assert [found for false, found in games if not set(found) <= set(false)] == []
    assert sum(bool(found) for _, found in games) > 20


@given(SEEDS)
def test_r18_r19_r40_the_turn_never_comes_to_who_is_away(seed: int) -> None:
    """R18, R19, R40: who was out got the turn, or nobody did. Here it is who is away, wherever in the list."""
    for page in played(seed).pages:
        state = page.state
        assert state.is_over or not state.pile or not state.place(state.turn).is_away, page.line


@given(SEEDS)
def test_r21_there_is_always_something_that_the_game_waits_for(seed: int) -> None:
    """R21: after somebody had gone out no move was left."""
    for page in played(seed).pages:
        if page.state.pile and not page.state.is_over:
            assert any(offer.is_likely for offer in view(page.state).offers), page.line


def test_r34_r39_every_game_ends() -> None:
    """R34, R39: with random passes a game was stuck, or never ended."""
    assert [seed for seed in range(25) if not (played(seed).winner or played(seed).is_drawn)] == []


CLAUSES = ["V3.2", "V3.4", "V3.4 absent", "V3.6", "V3.7", "V2.13"]


@pytest.mark.parametrize("clause", CLAUSES)
@settings(max_examples=8)
@given(seed=SEEDS, after=st.integers(1, 60))
def test_one_mistake_is_ruled_under_the_clause_it_broke_and_no_other(clause: str, seed: int, after: int) -> None:
    slipped = slip(clause, seed, after)
    told = Told(slipped.header, slipped.lines)
    top = told.state.top
    told.tell(slipped.mistake)
    assert told.fouls == [f"{told.lines} foul {clause.split()[0]} {slipped.who}"]
    assert not told.standing.winner
    seen = {top, *getattr(told.referee.events[-1], "cards", ())}
    named = [value for ruling in told.referee.rulings[-1:] for _, value in ruling.facts]
    assert set(cards_told(tuple(named))) <= seen, "no older card is told"


@settings(max_examples=10)
@given(SEEDS)
def test_the_same_record_is_judged_the_same_again(seed: int) -> None:
    first, again = played(seed).told, Told(played(seed).header, lines(seed))
    assert again.referee.rulings == first.referee.rulings
    assert again.state == first.state


@given(SEEDS)
def test_a_record_written_and_read_back_is_the_same_record(seed: int) -> None:
    evening = played(seed)
    text = evening.header + "".join(f"{write_event(event)}\n" for event in evening.told.referee.events)
    read = read_record(text, "again.ctn")
    assert read.header == dataclasses.replace(evening.told.referee.header, options=read.header.options)
    assert [dataclasses.replace(event, line=0) for event in read.events] == [
        dataclasses.replace(event, line=0) for event in evening.told.referee.events
    ]


@settings(max_examples=10)
@given(seed=SEEDS, at=st.integers(0, 300), seen=st.sampled_from(["2C", "8H", "AS", "9D", "KH"]))
def test_correcting_a_misread_card_gives_what_the_right_card_would_have_given(seed: int, at: int, seen: str) -> None:
    right = lines(seed)
    plays = [index for index, line in enumerate(right) if " play " in line]
    index = plays[at % len(plays)]
    who, verb, *laid = right[index].split()
    wrong = [*right]
    wrong[index] = " ".join([who, verb, seen, *laid[1:]])
    told = Told(played(seed).header, [*wrong, f"table: correct {index + 1} {' '.join(laid)}"])
    assert told.referee.rulings == played(seed).told.referee.rulings
    assert told.state == played(seed).told.state


@settings(max_examples=20)
@given(seed=SEEDS, at=st.integers(0, 300), withdrawn_by=st.sampled_from(["overrule {line}", "dismiss V3.8 {accused}"]))
def test_a_withdrawn_accusation_leaves_no_trace(seed: int, at: int, withdrawn_by: str) -> None:
    evening = played(seed)
    before = lines(seed)
    index = at % len(before)
    seats = evening.told.referee.header.seats
    accused = seats[at % len(seats)]
    accusation = f"{seats[0]}: accuse {accused} V3.8"
    withdrawal = "table: " + withdrawn_by.format(line=index + 1, accused=accused)
    told = Told(evening.header, [*before[:index], accusation, withdrawal, *before[index:]])
    assert [strip(said, index) for said in told.rulings] == evening.told.rulings
    assert told.standing == evening.told.standing


def strip(said: str, index: int) -> str:
    """A ruling with its line as it would be without the two lines put in at *index*."""
    line, _, rest = said.partition(" ")
    return f"{int(line) - 2 if int(line) > index else line} {rest}"


@settings(max_examples=20)
@given(clause=st.sampled_from(CLAUSES), seed=SEEDS, after=st.integers(1, 60))
def test_overruling_a_mistake_takes_its_rulings_away_and_touches_no_earlier_one(
    clause: str, seed: int, after: int
) -> None:
    slipped = slip(clause, seed, after)
    told = Told(slipped.header, [*slipped.lines, slipped.mistake])
    at, ruled = told.lines, told.referee.rulings
    heard = told.tell(f"table: overrule {at}")
    assert set(heard.withdrawn) == {ruling for ruling in ruled if ruling.line == at}
    assert told.fouls == []
    assert [ruling for ruling in told.referee.rulings if ruling.line < at] == [r for r in ruled if r.line < at]


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


@given(SEEDS)
def test_no_screen_is_told_an_older_card_of_the_pile(seed: int) -> None:
    for page in played(seed).pages:
        lying = {card for loose in page.state.loose for card in loose.cards}
        assert set(cards_told(view(page.state))) <= {page.state.top} | lying


@given(SEEDS)
def test_games_that_differ_only_in_what_lies_deeper_look_alike(seed: int) -> None:
    for page in played(seed).pages:
        state = page.state
        others = cards("2C 2D 2H 2S") * len(state.pile)
        hidden = dataclasses.replace(state, pile=(*others[: max(0, len(state.pile) - 1)], *state.pile[-1:]))
        assert view(hidden) == view(state)

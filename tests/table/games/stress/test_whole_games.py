"""Whole games, played on a table of which the truth is known: the referee must know it too, and nothing more."""

from __future__ import annotations

import dataclasses
import functools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.cards import DECK, Card
from table.changes import changed
from table.games.stress.information import view
from table.games.stress.state import OF_PILES, State, with_more
from table.notation import read_record, write_event
from table.rulings import Kind
from tests.records import Told
from tests.table.games.stress.honest import FRAME_US, HonestGame, evening, seconds, slip

SEEDS = st.integers(0, 14)
"""Enough games for the rare things to happen: ties, nobody can lay, empty draw piles, three and four players."""


@dataclass(frozen=True)
class Page:
    """One line of a game: what the referee knew after it, and how it was, while nothing was being settled."""

    line: str
    state: State
    rows: dict[str, list[list[str]]] | None
    stocks: dict[str, int]
    tops: dict[str, str]


@dataclass(frozen=True)
class Evening:
    """A whole honest game with what the referee said."""

    told: Told
    pages: tuple[Page, ...]
    game: HonestGame


@functools.cache
def played(seed: int) -> Evening:
    game, pages = evening(seed), []
    told = Told(game.header, [])
    for line in game.lines():
        told.tell(line)
        pages.append(page(game, told.state, line))
    return Evening(told, tuple(pages), game)


def page(game: HonestGame, state: State, line: str) -> Page:
    rows = {name: sorted(sorted(pile) for pile in player.row) for name, player in game.players.items()}
    stocks = {name: len(player.stock) for name, player in game.players.items()}
    tops = {name: pile[-1] for name, pile in game.piles.items() if pile}
    return Page(line, state, rows if game.is_quiet and not game.is_over else None, stocks, tops)


def lines(seed: int) -> list[str]:
    return [page.line for page in played(seed).pages]


# The truth at the table


@given(SEEDS)
def test_who_plays_by_the_rules_is_never_fouled_nor_asked(seed: int) -> None:
    assert [said for said in played(seed).told.rulings if " foul " in said or " question " in said] == []


@given(SEEDS)
def test_rows_draw_piles_and_tops_are_those_of_the_table(seed: int) -> None:
    for page in played(seed).pages:
        if page.rows is None:
            continue
        places = dict(zip(page.state.players, page.state.places, strict=True))
        assert {n: sorted(sorted(map(str, pile)) for pile in p.row) for n, p in places.items()} == page.rows, page.line
        assert {name: place.stock for name, place in places.items()} == page.stocks, page.line
        assert [str(pile.top) for pile in page.state.piles] == list(page.tops.values()), page.line


@given(SEEDS)
def test_every_stress_is_judged_as_the_players_would(seed: int) -> None:
    evening = played(seed)
    due = [r for r in evening.told.referee.rulings if r.clause in ("S3.2", "S3.3", "S5.1") and r.kind is Kind.DUE]
    taken = Counter((ruling.seat, ruling.penalty.takes) for ruling in due if ruling.penalty is not None)
    assert taken == Counter((name, what) for verdict in evening.game.verdicts for name, what in verdict.takes.items())


@given(SEEDS)
def test_every_margin_is_that_of_the_hands(seed: int) -> None:
    evening = played(seed)
    told = [story.margin_ms for story in evening.told.standing.slaps]
    truth = [verdict.margin_us for verdict in evening.game.verdicts][-len(told) :] if told else []
    assert told == [None if margin is None else margin / 1000 for margin in truth]


@given(SEEDS)
def test_the_game_ends_as_it_ended_at_the_table(seed: int) -> None:
    evening = played(seed)
    assert evening.told.standing.winner == evening.game.winner


def test_every_game_has_a_winner() -> None:
    assert [seed for seed in range(15) if not played(seed).game.is_over] == []


@given(SEEDS)
def test_cards_are_conserved_across_all_places_after_every_line(seed: int) -> None:
    evening = played(seed)
    for page in evening.pages:
        assert cards_in(page.state) == evening.game.cards, page.line


def cards_in(state: State) -> int:
    return (
        sum(place.cards for place in state.places)
        + sum(len(pile.cards) + pile.unread for pile in state.piles)
        + sum(len(loose.layer.cards) for loose in state.loose)
    )


@given(SEEDS)
def test_play_piles_are_being_taken_up_exactly_while_some_place_owes_it(seed: int) -> None:
    for page in played(seed).pages:
        assert page.state.is_being_taken == any(place.due in OF_PILES for place in page.state.places), page.line


# One mistake


CLAUSES = ["S2.2", "S2.4", "S2.6", "S2.6 stock", "S3.4"]


@pytest.mark.parametrize("clause", CLAUSES)
@settings(max_examples=8)
@given(seed=SEEDS, after=st.integers(8, 60))
def test_one_mistake_is_ruled_under_the_clause_it_broke_and_no_other(clause: str, seed: int, after: int) -> None:
    slipped = slip(clause, seed, after)
    told = Told(slipped.header, [*slipped.lines, *slipped.mistake.lines])
    act = len(slipped.lines) + 1
    assert told.fouls == [f"{act} foul {clause.split()[0]} {slipped.mistake.who}"]
    assert cards_in(told.state) == cards_in(Told(slipped.header, slipped.lines).state)


@settings(max_examples=25)
@given(clause=st.sampled_from(CLAUSES), seed=SEEDS, after=st.integers(8, 60))
def test_overruling_a_mistake_lets_it_stand_and_touches_no_earlier_ruling(clause: str, seed: int, after: int) -> None:
    slipped = slip(clause, seed, after)
    told = Told(slipped.header, [*slipped.lines, *slipped.mistake.lines])
    before = [ruling for ruling in told.referee.rulings if ruling.line <= len(slipped.lines)]
    heard = told.tell(f"table: overrule {len(slipped.lines) + 1}")
    assert [ruling.clause for ruling in heard.withdrawn if ruling.kind is Kind.FOUL] == [clause.split()[0]]
    assert told.fouls == []
    assert [ruling for ruling in told.referee.rulings if ruling.line <= len(slipped.lines)] == before


# The fold


@settings(max_examples=10)
@given(SEEDS)
def test_the_same_record_is_judged_the_same_again(seed: int) -> None:
    first, again = played(seed).told, Told(played(seed).game.header, lines(seed))
    assert again.referee.rulings == first.referee.rulings
    assert again.state == first.state


@settings(max_examples=10)
@given(SEEDS)
def test_a_record_written_and_read_back_is_the_same_record(seed: int) -> None:
    evening = played(seed)
    text = evening.game.header + "".join(f"{write_event(event)}\n" for event in evening.told.referee.events)
    read = read_record(text, "again.ctn")
    assert [dataclasses.replace(event, line=0) for event in read.events] == [
        dataclasses.replace(event, line=0) for event in evening.told.referee.events
    ]


@settings(max_examples=10)
@given(seed=SEEDS, at=st.integers(0, 300), seen=st.sampled_from(["2C", "8H", "AS", "9D", "KH"]))
def test_correcting_a_misread_card_gives_what_the_right_card_would_have_given(seed: int, at: int, seen: str) -> None:
    """Slaps after it are judged anew as well."""
    right = lines(seed)
    acts = [index for index, line in enumerate(right) if {"lay", "flip", "fill"} & set(line.split())]
    index = acts[at % len(acts)]
    words = right[index].split()
    place = next(place for place, word in enumerate(words) if word in ("lay", "flip", "fill")) + 1
    wrong = [*right[:index], " ".join([*words[:place], seen, *words[place + 1 :]]), *right[index + 1 :]]
    told = Told(played(seed).game.header, [*wrong, f"table: correct {index + 1} {words[place]}"])
    assert told.referee.rulings == played(seed).told.referee.rulings
    assert told.state == played(seed).told.state


# Presses


PRESS = st.tuples(st.sampled_from(["Lisa", "Bo"]), st.integers(0, 4_000_000), st.sampled_from([0, 0, 0, 300, 5_000]))


@settings(max_examples=60)
@given(presses=st.lists(PRESS, min_size=1, max_size=12), lay_at=st.integers(200_000, 3_000_000), untimed=st.booleans())
def test_every_press_ends_in_exactly_one_way(presses: list[tuple[str, int, int]], lay_at: int, untimed: bool) -> None:
    """G25: one part took a press for good, and another did not. G23: two winners, or none."""
    told = Told("game stress\nseats Lisa Bo\n", ["Lisa: open 4H 9C KD 2S", "Bo: open 6S JD 3H 10C"])
    told.tell("[0~0.03] Lisa: flip 5H")
    told.tell("[0~0.03] Bo: flip 6D")
    acts = {}
    for seat, at, wide in presses:
        when = f"[{seconds(at)}~{seconds(at + wide)}] "
        told.tell(f"{'' if untimed and wide else when}{seat}: slap")
        acts[told.lines] = seat
    told.tell(f"[{seconds(lay_at)}~{seconds(lay_at + FRAME_US)}] Bo: lay 6S on Lisa")
    told.tell("table: watched")
    ends = {line: ends_of(told, line) for line in acts}
    assert all(len(ways) == 1 for ways in ends.values()), ends
    assert sum(ways == ["S3.2 info"] for ways in ends.values()) <= 1


def ends_of(told: Told, line: int) -> list[str]:
    """In which ways a press has ended: won, lost, tied, false, ignored, or no verdict.

    A loser who did not slap is told of on the winner's line, and is no end of that press.
    """
    seat = next(event.who for event in told.referee.events if event.line == line)
    own = [r for r in told.referee.rulings if r.line == line and r.seat == seat]
    return [f"{ruling.clause} {ruling.kind}" for ruling in own]


# Absurd records


def absurd_line(chance: random.Random, names: list[str], cards: list[str]) -> str:
    who, card = chance.choice([*names, "?"]), chance.choice(cards)
    at = chance.randint(0, 20_000_000)
    time = chance.choice(["", f"[{seconds(at)}] ", f"[{seconds(at)}~{seconds(at + chance.choice([1, 40_000]))}] "])
    some = " ".join(chance.choice(cards) for _ in range(chance.randint(1, 5)))
    said = chance.choice(
        [
            f"open {some}", f"flip {card}", f"lay {card} on {chance.choice(names)}", f"fill {card}",
            f"merge {chance.choice('A23456789JQK')}", "slap", "slap", "say stress", "stop", "takes both", "takes own",
            "takes card", f"takeback {some}", f"dealt {chance.choice([1, 5, 26, 9999])}", f"show {some}",
            f"accuse {chance.choice(names)} {chance.choice(['S2.6', 'S3.4', 'S2.2', 'V3.8'])}",
        ]
    )  # fmt: skip
    table = [
        "watched", f"correct {chance.randint(1, 90)} {some}", f"overrule {chance.randint(1, 90)}",
        f"dismiss S2.6 {chance.choice(names)}",
    ]  # fmt: skip
    return f"{time}table: {chance.choice(table)}" if chance.random() < 0.2 else f"{time}{who}: {said}"


def absurd_record(seed: int) -> tuple[str, list[str]]:
    """An honest game in which lines are lost, doubled, swapped and made up; some are made up from the start."""
    chance = random.Random(seed)
    game = evening(seed % 15)
    told = lines(seed % 15)[: chance.choice([0, 60, 200])]
    cards = [str(card) for card in chance.sample(DECK, 12)] + ["X"]
    for _ in range(chance.choice([1, 10, 60])):
        place = chance.randint(0, len(told))
        if chance.random() < 0.5 or place == len(told):
            told.insert(place, absurd_line(chance, game.names, cards))
        elif chance.random() < 0.5:
            del told[place]
        else:
            told.insert(place, chance.choice(told))
    return game.header, told


@pytest.mark.parametrize("seed", range(60))
def test_the_engine_never_raises_on_a_well_formed_record_however_absurd(seed: int) -> None:
    header, told_lines = absurd_record(seed)
    told = Told(header, [])
    for line in told_lines:
        told.tell(line)
        assert_sound(told.state)
        assert told.view is not None
    assert len(told.sentences) == len(told.rulings)


def assert_sound(state: State) -> None:
    """What lies open is counted as it lies, nothing is fewer than none, and nothing grows without an end."""
    rows = [card for place in state.places for pile in place.row for card in pile]
    piles = [card for pile in state.piles for card in pile.cards]
    loose = [card for one in state.loose for card in one.layer.cards]
    assert with_more(0, [*rows, *piles, *loose]) == state.lying
    assert all(place.ranks == {pile[-1].rank for pile in place.row if pile} for place in state.places)
    assert state.is_being_taken == any(place.due in OF_PILES for place in state.places)
    assert all(place.stock >= 0 and place.strays >= 0 for place in state.places)
    assert len(state.race.presses) <= 64
    assert len(state.race.matches) <= 8


# Secrets


@given(SEEDS)
def test_no_view_tells_a_card_that_lies_face_down(seed: int) -> None:
    """Only rows and tops: no card of a draw pile, though some were seen when they were taken up."""
    for page in played(seed).pages:
        if page.rows is not None:
            lying = {card for row in page.rows.values() for pile in row for card in pile} | set(page.tops.values())
            assert {str(card) for card in cards_told(view(page.state))} == lying, page.line


@given(SEEDS)
def test_games_that_differ_only_in_what_lies_deeper_look_alike(seed: int) -> None:
    for page in played(seed).pages:
        piles = tuple(dataclasses.replace(pile, layers=pile.layers[-1:]) for pile in page.state.piles)
        assert view(changed(page.state, piles=piles)) == view(page.state)


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

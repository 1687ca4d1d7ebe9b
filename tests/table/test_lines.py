"""Rulings as they stand on a terminal."""

from __future__ import annotations

from table.cards import cards
from table.cli.lines import ruling_line, withdrawn_line
from table.rulings import ClauseId, Kind, Penalty, Ruling
from table.seats import Seat

OUT_OF_TURN = Ruling(
    line=39,
    clause=ClauseId("V3.4"),
    kind=Kind.FOUL,
    seat=Seat("Anna"),
    penalty=Penalty(cards=3),
    facts=(("cards", cards("7S")), ("in_turn", Seat("Bo"))),
)


def test_a_ruling_is_a_line_with_its_clause_kind_and_sentence() -> None:
    said = ruling_line("vvvand8", OUT_OF_TURN, "en")
    assert said == "  39  V3.4   foul      Anna laid seven of spades, but Bo is in turn (V3.4). Three penalty cards."


def test_a_ruling_that_is_withdrawn_says_what_was_withdrawn() -> None:
    said = withdrawn_line("vvvand8", OUT_OF_TURN, "en")
    assert said == "  39  V3.4   withdrawn Anna laid seven of spades, but Bo is in turn (V3.4). Three penalty cards."


def test_the_kind_is_said_in_the_readers_language() -> None:
    assert ruling_line("vvvand8", OUT_OF_TURN, "sv").startswith("  39  V3.4   fel       Anna lade spader sju, men Bo")
    assert withdrawn_line("vvvand8", OUT_OF_TURN, "sv").startswith("  39  V3.4   återtaget Anna lade spader sju")

"""VVVänd8, chapter 2 ends: the talon, and the season."""

from __future__ import annotations

from table.changes import changed
from table.events import Draw, Turned
from table.game import Verdict
from table.games.vvvand8.deal import say
from table.games.vvvand8.state import State, pile_fields
from table.rulebook import Evidence, Rulebook
from table.rulings import ClauseId, Kind, Ruling

TALON = Rulebook()
CAMERA, TABLET, DERIVED = Evidence.CAMERA, Evidence.TABLET, Evidence.DERIVED

LAPS_OF_A_BREAK = {1: 3, 2: 2}
"""Laps through the talon by the number of decks (V2.19)."""


@TALON.clause("V2.18", CAMERA | TABLET | DERIVED)
def taken_from_the_talon(state: State, drawn: Draw) -> tuple[Ruling, ...]:
    """With the talon empty the pile under its top card is turned, unshuffled, and becomes the talon.

    Cards that were taken after that, with no word that the pile was turned, are asked about: once.
    """
    left = state.talon_balance
    if left is None or left > 0 or not state.is_running:
        return ()
    if left == 0:
        return (say("V2.18", Kind.DUE, drawn.line),) if len(state.pile) > 1 else ()
    return (say("V2.18", Kind.QUESTION, drawn.line, aspect="not_turned"),) if left + drawn.count >= 0 else ()


def turn_the_pile(state: State, turned: Turned, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """The top card stays, and the suit named by an eight with it (V2.18); one lap more (V2.19).

    Where a single card lies there was nothing to turn. The table is believed, but asked: overruling this line takes
    the lap away.
    """
    asked = {0: "", 1: "one_card"}.get(len(state.pile))
    if asked == "" or (asked and ClauseId("V2.18") in set_aside):
        return Verdict(state, (say("V2.18", Kind.QUESTION, turned.line),))
    state = changed(state, **pile_fields(state.pile[-1:]), laps=state.laps + 1, last_play=None)
    verdict = laps_are_up(state, turned, set_aside)
    if asked is None:
        return verdict
    return Verdict(verdict.state, (say("V2.18", Kind.QUESTION, turned.line, aspect=asked), *verdict.rulings))


@TALON.clause("V2.19", DERIVED)
def laps_are_up(state: State, turned: Turned, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """In a coffee break the game is drawn after three laps through the talon of one deck, two of two decks."""
    most = LAPS_OF_A_BREAK.get(state.decks, 2)
    if not state.house.coffee_break or state.laps < most or ClauseId("V2.19") in set_aside:
        return Verdict(state)
    drawn = say("V2.19", Kind.DRAW_GAME, turned.line, laps=state.laps)
    return Verdict(state.ended(), (drawn, *season_over(state, turned.line)))


@TALON.clause("V2.20", DERIVED)
def season_over(state: State, line: int) -> tuple[Ruling, ...]:
    """A game that ends on a leap day ends the season: the counting is closed and a final victor named."""
    return (say("V2.20", Kind.INFO, line),) if state.is_leap_day else ()

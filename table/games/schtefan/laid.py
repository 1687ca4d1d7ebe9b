"""What laid cards make of the hand they come from and of what the round has shown, counted or burnt."""

from __future__ import annotations

from dataclasses import replace

from table.changes import changed
from table.games.climbing import with_seen
from table.games.schtefan.attempt import Attempt
from table.games.schtefan.state import Place, Shown, State


def hand_after(state: State, attempt: Attempt, *, may_go_out: bool) -> Place:
    """The player's place without the laid cards; if more were laid than were counted, the count is lost.

    Where the table has said that the player is not out (*may_go_out* is False), a count of nothing is lost as well.
    """
    place = state.place(attempt.seat)
    laid = place.laid
    if state.swaps:
        laid = dict(laid)
        for card in attempt.cards:
            laid[card.rank] = laid.get(card.rank, 0) + 1
    if place.hand is None or attempt.seat in state.trick.out:
        return Place(hand=place.hand, received=place.received, sent=place.sent, laid=laid)
    left = place.hand - len(attempt.cards)
    hand = left if left > 0 or (left == 0 and may_go_out) else None
    return Place(hand=hand, received=place.received, sent=place.sent, laid=laid)


def shown_after(state: State, attempt: Attempt, *, is_sure: bool) -> Shown:
    """What the round has shown with these cards; if one of them was misread, no more than before."""
    shown = state.shown
    if not is_sure:
        return replace(shown, is_unsure=True)
    naturals = shown.naturals + (attempt.group.natural if attempt.group else _naturals(state, attempt))
    return Shown(with_seen(shown.cards, attempt.cards), naturals, shown.is_unsure)


def _naturals(state: State, attempt: Attempt) -> int:
    return sum(not state.setting.is_free(card) for card in attempt.cards)


def without_last_play(state: State) -> State:
    """The last play cannot be taken back any more."""
    return state if state.last_play is None else changed(state, last_play=None)

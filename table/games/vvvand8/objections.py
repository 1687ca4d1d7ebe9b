"""What people say against each other: accusations, and the answers of callers who are asked for a veto."""

from __future__ import annotations

from table.changes import changed
from table.events import Accuse, Veto
from table.game import Verdict
from table.games.vvvand8.deal import say
from table.games.vvvand8.offences import (
    ACCUSATIONS,
    REFUSED_ACCUSATIONS,
    own_false_call,
    penalised,
    without_claim,
)
from table.games.vvvand8.state import Asked, State
from table.rulings import ClauseId, Kind
from table.seats import Seat

CALL_DOUBTED = (ClauseId("V3.3"), ClauseId("V2.17"))


def accuse(state: State, accused: Accuse, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """A person reports what no sensor sees: the referee states clause and penalty, the table may dismiss it."""
    if set_aside:
        return Verdict(state)
    who = accused.accused
    if state.place(who).is_free:
        return Verdict(state, (say("V1.12", Kind.QUESTION, accused.line, who, aspect="accused"),))
    judge = ACCUSATIONS.get(accused.clause)
    if judge is not None:
        return penalised(state, who, judge(accused))
    if accused.clause in CALL_DOUBTED:
        return doubt_a_call(state, accused)
    if accused.clause in REFUSED_ACCUSATIONS:
        return Verdict(state, (say(accused.clause, Kind.INFO, accused.line, who, aspect="accused"),))
    no_offence = say("V3.1", Kind.INFO, accused.line, who, aspect="no_offence", number=str(accused.clause))
    return Verdict(state, (no_offence,))


def doubt_a_call(state: State, accused: Accuse) -> Verdict[State]:
    """A doubted caller is asked to show the hand; who tells of the own false call takes three at once (V3.3)."""
    who = accused.accused
    place = state.place(who)
    if not place.has_called:
        return Verdict(state, (say("V3.3", Kind.INFO, accused.line, who, aspect="accused"),))
    if accused.who != who:
        return Verdict(state, (say("V3.3", Kind.DUE, accused.line, who),))
    settled = state.with_place(who, call_said=False, call_holds=False)
    if place.claims:
        settled = without_claim(settled, who, place.claims[-1])
    return penalised(settled, who, own_false_call(accused))


def asked_of(state: State, caller: Seat) -> Asked | None:
    """The oldest penalty that this caller may still forbid (V3.9): the call holds, and the cards are not taken yet."""
    if not state.asked or not state.place(caller).has_called:
        return None
    return next((asked for asked in state.asked if caller in asked.callers and _can_be_spared(state, asked)), None)


def still_asked(state: State) -> tuple[Asked, ...]:
    """The penalties that somebody may still forbid."""
    return tuple([asked for asked in state.asked if any(state.place(c).has_called for c in asked.callers)])


def _can_be_spared(state: State, asked: Asked) -> int:
    """How many of the cards have not been taken yet."""
    place = state.place(asked.offender)
    return min(asked.cards, place.owes + place.owes_later)


def answer_veto(state: State, veto: Veto, caller: Seat, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """A caller forbids that the oldest penalty is taken, or lets it be; one veto is enough (V3.9)."""
    asked = asked_of(state, caller)
    if set_aside:
        return Verdict(state)
    if asked is None:
        return Verdict(state, (say("V3.9", Kind.INFO, veto.line, caller),))
    others = tuple(one for one in state.asked if one is not asked)
    if not veto.forbids:
        left = tuple(seat for seat in asked.callers if seat != caller)
        still = (Asked(line=asked.line, offender=asked.offender, cards=asked.cards, callers=left),) if left else ()
        return Verdict(changed(state, asked=tuple(sorted((*others, *still), key=lambda one: one.line))))
    state, spared = spare(changed(state, asked=others), asked)
    forbidden = say("V3.9", Kind.INFO, veto.line, caller, aspect="forbidden", offender=asked.offender, count=spared)
    return Verdict(state, (forbidden,))


def spare(state: State, asked: Asked) -> tuple[State, int]:
    """The offender takes none of these cards that is not taken yet; and how many those were."""
    place, spared = state.place(asked.offender), _can_be_spared(state, asked)
    at_once = min(spared, place.owes)
    places = state.placed(
        asked.offender,
        hand=state.hand_after(asked.offender, -spared),
        owes=place.owes - at_once,
        owes_later=place.owes_later - (spared - at_once),
        locked=max(0, place.locked - spared),
    )
    return changed(state, places=places), spared

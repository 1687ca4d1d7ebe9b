"""VVVänd8, chapter 2 goes on: calling utgång."""

from __future__ import annotations

from table.changes import changed
from table.events import Call, Play, Show, Uncall
from table.game import Verdict
from table.games.vvvand8.deal import say
from table.games.vvvand8.hindsight import Claim
from table.games.vvvand8.offences import called_without_a_chance, foul, penalised, without_claim
from table.games.vvvand8.state import State
from table.rulebook import Evidence, Rulebook
from table.rulings import ClauseId, Kind, Ruling
from table.seats import Seat

CALLS = Rulebook()
BUTTON, TABLET, DERIVED = Evidence.BUTTON, Evidence.TABLET, Evidence.DERIVED
HINDSIGHT, ACCUSATION = Evidence.HINDSIGHT, Evidence.ACCUSATION


@CALLS.clause("V2.13", BUTTON | TABLET | DERIVED)
def went_out_uncalled(state: State, play: Play, seat: Seat) -> Ruling | None:
    """To win, utgång must have been called on the lap before, while in turn."""
    return None if state.place(seat).call_holds else foul("V2.13", play.line, seat)


@CALLS.clause("V2.14", BUTTON | TABLET | DERIVED)
def call(state: State, called: Call, seat: Seat, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """A call counts while in turn, for that player's next turn only; not after a try to go out on an ace (V3.7).

    After three draws the turn may have passed already (V2.11): the next player has the benefit of the doubt.
    """
    is_in_turn = seat == state.turn
    if set_aside:
        return Verdict(state.with_place(seat, **{"call_said" if is_in_turn else "call_holds": True}))
    if is_in_turn and state.may_not_call:
        return Verdict(state, (say("V2.14", Kind.INFO, called.line, seat, aspect="after_ace"),))
    if not is_in_turn and not state.may_take_over(seat):
        return Verdict(state, (say("V2.14", Kind.INFO, called.line, seat, aspect="not_in_turn"),))
    place = state.place(seat)
    if place.call_said:
        return Verdict(state)
    places = state.placed(seat, call_said=True, claims=(*place.claims, Claim(line=called.line)), joins_with=0)
    return Verdict(changed(state, places=places, fresh_caller=seat))


def uncall(state: State, taken_back: Uncall, seat: Seat) -> Verdict[State]:
    """A call taken back at once, before anybody else has acted, was never made (V3.3)."""
    place = state.place(seat)
    if seat != state.fresh_caller:
        return Verdict(state, (say("V3.3", Kind.INFO, taken_back.line, seat, aspect="too_late"),))
    # With the turn passed on, the call of the lap before is used up and the one taken back is what holds.
    holds = place.call_holds and place.call_said
    places = state.placed(seat, call_said=False, call_holds=holds, claims=place.claims[:-1])
    return Verdict(changed(state, places=places, fresh_caller=None))


@CALLS.clause("V2.15", DERIVED | TABLET)
def cards_left(state: State, seat: Seat) -> int | None:
    """What a caller must tell when asked: the number of cards left. The screens always show it."""
    return state.place(seat).hand


CALLS.unjudged("V2.16", DERIVED, "a card taken because of an ace leaves turn and calls as they are; see V2.8")


@CALLS.clause("V2.17", ACCUSATION | HINDSIGHT)
def show_hand(state: State, show: Show, seat: Seat, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """A caller shows the hand to prove a real chance; without one the call is judged under V3.3."""
    place = state.place(seat)
    if not place.has_called:
        return Verdict(state, (say("V3.3", Kind.INFO, show.line, seat, aspect="accused"),))
    found = None if set_aside else called_without_a_chance(state, show, seat)
    if found is not None:
        return penalised(without_claim(state, seat, place.claims[-1]), seat, found)
    held = place.taken - place.locked
    if len(show.cards) < held and not set_aside:
        return Verdict(state, (say("V2.17", Kind.QUESTION, show.line, seat, count=held),))
    proved = state.with_place(seat, claims=place.claims[:-1])
    return Verdict(proved, (say("V2.17", Kind.INFO, show.line, seat),))

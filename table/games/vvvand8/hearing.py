"""Every event of VVVänd8 and the clauses it runs through."""

from __future__ import annotations

from dataclasses import replace

from table import events
from table.events import Event
from table.game import Verdict
from table.games.vvvand8 import deal, play
from table.games.vvvand8.state import State
from table.rulings import ClauseId, Kind
from table.seats import Nobody, Seat

_OF_A_PERSON = (events.Dealt, events.Viggo, events.Guest, events.Join, events.Away, events.Back)
"""Of these it cannot be taken for granted that the player in turn is meant."""

_LEAVE_A_PLAY_UNDONE = (events.NameSuit, events.Call, events.Uncall, events.TakeBack)
"""After these the last play may still be taken back; after anything else somebody has acted on it."""


def hear(state: State, event: Event, set_aside: frozenset[ClauseId] = frozenset()) -> Verdict[State]:
    """What the event makes of the state, and what the referee says to it. See `table.game.Game.hear`."""
    seat = None if isinstance(event.who, Nobody) else event.who
    verdict = _heard(state, event, seat, set_aside)
    after = verdict.state
    if _has_acted_in_turn(state, event, seat, after):
        after = replace(after, passed_over=())
    last = after.last_play
    if last is not None and last.line != event.line and not isinstance(event, _LEAVE_A_PLAY_UNDONE):
        after = replace(after, last_play=None)
    return Verdict(after, verdict.rulings)


def _has_acted_in_turn(before: State, event: Event, seat: Seat | None, after: State) -> bool:
    """Whether the player in turn has begun the turn: then nobody joins before it any more (V1.12)."""
    is_own_act = isinstance(event, events.Play | events.Call) and seat in (None, before.turn)
    return after.turn == before.turn and (is_own_act or after.draws > before.draws)


def _heard(state: State, event: Event, seat: Seat | None, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    if state.is_over:
        return Verdict(state, (play.say("V2.1", Kind.INFO, event.line, aspect="over"),))
    match event:
        case events.Start():
            return deal.start_card(state, event, set_aside)
        case events.Turned():
            return play.turn_the_pile(state, event, set_aside)
        case events.Play():
            return _lay(state, event, seat, set_aside)
        case events.Accuse():
            return play.accuse(state, event, set_aside)
    return _heard_of_a_seat(state, event, seat or state.turn, set_aside)


def _lay(state: State, event: events.Play, seat: Seat | None, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    if not state.pile:
        return Verdict(state, (play.say("V1.9", Kind.QUESTION, event.line, seat, aspect="before_start"),))
    if seat is not None and state.place(seat).is_free:
        return Verdict(state, (play.say("V1.12", Kind.QUESTION, event.line, seat, aspect="free_seat"),))
    if state.turn is None and seat is not None:
        state = state.in_turn(seat)
    impossible = None if set_aside else deal.card_that_cannot_be(state, event)
    if impossible is None:
        return play.lay(state, event, seat, set_aside)
    if impossible.kind is Kind.DUE:
        return Verdict(state, (impossible,))
    # What was misread may well have fitted: the play goes on as if it had, and the next one is not held against it.
    verdict = play.lay(replace(state, is_top_doubted=True), event, seat, set_aside)
    lies = verdict.state.pile != state.pile
    return Verdict(replace(verdict.state, is_top_doubted=lies), (impossible, *verdict.rulings))


def _heard_of_a_seat(state: State, event: Event, seat: Seat | None, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    if seat is None:
        return Verdict(state, (play.say("V1.9", Kind.QUESTION, event.line, aspect="nobody"),))
    if isinstance(event, _OF_A_PERSON) and isinstance(event.who, Nobody):
        return Verdict(state, (play.say("V1.9", Kind.QUESTION, event.line, aspect="who"),))
    match event:
        case events.Drawn():
            return deal.draw_for_the_deal(state, event, seat)
        case events.Dealt():
            return deal.count_the_deal(state, event, seat, set_aside)
        case events.Viggo():
            return Verdict(state.with_place(seat, is_viggo=True))
        case events.Guest():
            return Verdict(state.with_place(seat, is_guest=True))
        case events.Join():
            return deal.join_in(state, event, seat)
        case events.Away():
            return play.leave(state, event, seat)
        case events.Back():
            return play.return_to_the_table(state, event, seat)
    return _heard_of_a_player(state, event, seat, set_aside)


def _heard_of_a_player(state: State, event: Event, seat: Seat, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    match event:
        case events.Draw():
            return play.draw(state, event, seat, set_aside)
        case events.NameSuit():
            return play.name_suit(state, event, seat, set_aside)
        case events.Pass():
            return play.pass_turn(state, event, seat, set_aside)
        case events.Call():
            return play.call(state, event, seat)
        case events.Uncall():
            return play.uncall(state, event, seat)
        case events.TakeBack():
            return play.take_back(state, event, seat)
        case events.Show():
            return play.show_hand(state, event, seat, set_aside)
    return Verdict(state, (play.say("V3.9", Kind.INFO, event.line, seat),))

"""Every event of VVVänd8 and the clauses it runs through."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from table import events
from table.cards import JOKER
from table.changes import changed
from table.events import Event
from table.game import Verdict
from table.games.vvvand8 import calls, deal, objections, play, talon
from table.games.vvvand8.state import State
from table.rulings import ClauseId, Kind
from table.seats import Nobody, Seat

SetAside = frozenset[ClauseId]

_LEAVES_THINGS_UNDONE = frozenset({events.NameSuit, events.Call, events.Uncall, events.TakeBack, events.Veto})
"""After these the last play, call or suit named may still be taken back; after anything else somebody has acted."""


def hear(state: State, event: Event, set_aside: SetAside = frozenset()) -> Verdict[State]:
    """What the event makes of the state, and what the referee says to it. See `table.game.Game.hear`."""
    seat = None if isinstance(event.who, Nobody) else event.who
    verdict = _heard(state, event, seat, set_aside)
    past = _past(state, event, seat, verdict.state)
    return Verdict(changed(verdict.state, **past), verdict.rulings) if past else verdict


def _past(before: State, event: Event, seat: Seat | None, after: State) -> dict[str, Any]:
    """What the event has put an end to: what could be taken back, put right or joined before it."""
    gone: dict[str, Any] = {}
    if after.passed_over and _has_acted_in_turn(before, event, seat, after):
        gone["passed_over"] = ()
    if after.asked:
        gone["asked"] = objections.still_asked(after)
    if type(event) in _LEAVES_THINGS_UNDONE:
        return gone
    if after.last_play is not None and after.last_play.line != event.line:
        gone["last_play"] = None
    if after.renamer is not None:
        gone["renamer"] = None
    if after.fresh_caller is not None and not (isinstance(event, events.Play) and seat == after.fresh_caller):
        gone["fresh_caller"] = None
    return gone


def _has_acted_in_turn(before: State, event: Event, seat: Seat | None, after: State) -> bool:
    """Whether the player in turn has begun the turn: then nobody joins before it any more (V1.12)."""
    is_own_act = isinstance(event, events.Play | events.Call) and seat in (None, before.turn)
    return after.turn == before.turn and (is_own_act or after.draws > before.draws)


def _heard(state: State, event: Event, seat: Seat | None, set_aside: SetAside) -> Verdict[State]:
    if state.is_over:
        return Verdict(state, (deal.say("V2.1", Kind.INFO, event.line, aspect="over"),))
    if isinstance(event, events.Play):
        if JOKER in event.cards:
            return _heard_without_jokers(state, event, seat, set_aside)
        return _lay(state, event, seat, set_aside)
    if isinstance(event, events.Show) and JOKER in event.cards:
        return _heard_without_jokers(state, event, seat, set_aside)
    of_the_table = _OF_THE_TABLE.get(type(event))
    if of_the_table is not None:
        return of_the_table(state, event, set_aside)
    return _heard_of_a_seat(state, event, seat, set_aside)


def _heard_without_jokers(
    state: State, event: events.Play | events.Show, seat: Seat | None, set_aside: SetAside
) -> Verdict[State]:
    """Jokers are taken away, and the other cards count (V1.1)."""
    rest = tuple(card for card in event.cards if card is not JOKER)
    verdict = _heard(state, replace(event, cards=rest), seat, set_aside) if rest else Verdict(state)
    return Verdict(verdict.state, (deal.joker_seen(event.line), *verdict.rulings))


def _lay(state: State, event: events.Play, seat: Seat | None, set_aside: SetAside) -> Verdict[State]:
    if not state.pile:
        return Verdict(state, (deal.say("V1.9", Kind.QUESTION, event.line, seat, aspect="before_start"),))
    if seat is not None and state.place(seat).is_free:
        return Verdict(state, (deal.say("V1.12", Kind.QUESTION, event.line, seat, aspect="free_seat"),))
    if state.turn is None and seat is not None:
        state = state.in_turn(seat)
    impossible = None if set_aside else deal.card_that_cannot_be(state, event)
    if impossible is None:
        return play.lay(state, event, seat, set_aside)
    # What was misread may well have fitted: the play goes on as if it had, and the next one is not held against it.
    verdict = play.lay(changed(state, is_top_doubted=True), event, seat, set_aside)
    lies = verdict.state.pile != state.pile
    return Verdict(changed(verdict.state, is_top_doubted=lies), (impossible, *verdict.rulings))


def _heard_of_a_seat(state: State, event: Event, seat: Seat | None, set_aside: SetAside) -> Verdict[State]:
    of_a_person = _OF_A_PERSON.get(type(event))
    if of_a_person is not None and seat is None:
        return Verdict(state, (deal.say("V1.9", Kind.QUESTION, event.line, aspect="who"),))
    seat = seat or state.turn
    if seat is None:
        return Verdict(state, (deal.say("V1.9", Kind.QUESTION, event.line, aspect="nobody"),))
    if state.place(seat).is_free and not isinstance(event, events.Join):
        return Verdict(state, (deal.say("V1.12", Kind.QUESTION, event.line, seat, aspect="free_seat"),))
    handler = of_a_person or _OF_A_PLAYER.get(type(event))
    if handler is None:
        return Verdict(state, (deal.say("V2.1", Kind.INFO, event.line, seat, aspect="unknown"),))
    return handler(state, event, seat, set_aside)


_OF_THE_TABLE: Mapping[type[Event], Callable[[State, Any, SetAside], Verdict[State]]] = {
    events.Start: deal.start_card,
    events.Turned: talon.turn_the_pile,
    events.Accuse: objections.accuse,
}

Handler = Callable[[State, Any, Seat, SetAside], Verdict[State]]

_OF_A_PERSON: Mapping[type[Event], Handler] = {
    events.Drawn: lambda state, event, seat, _: deal.draw_for_the_deal(state, event, seat),
    events.Dealt: play.count_told,
    events.Viggo: lambda state, event, seat, _: deal.viggo_sits(state, event, seat),
    events.Guest: lambda state, _event, seat, _: Verdict(state.with_place(seat, is_guest=True)),
    events.Join: lambda state, event, seat, _: deal.join_in(state, event, seat),
    events.Away: lambda state, event, seat, _: play.leave(state, event, seat),
    events.Back: lambda state, event, seat, _: play.return_to_the_table(state, event, seat),
    events.Veto: objections.answer_veto,
}
"""Of these it cannot be taken for granted that the player in turn is meant."""

_OF_A_PLAYER: Mapping[type[Event], Handler] = {
    events.Draw: play.draw,
    events.NameSuit: play.name_suit,
    events.Pass: play.pass_turn,
    events.Call: calls.call,
    events.Uncall: lambda state, event, seat, _: calls.uncall(state, event, seat),
    events.TakeBack: lambda state, event, seat, _: play.take_back(state, event, seat),
    events.Show: calls.show_hand,
}

"""Every event of Stress, the clauses it runs through, and what may follow from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from table import events
from table.cards import Card
from table.changes import changed
from table.events import Event
from table.game import Verdict
from table.games.stress import ending, laying, laying_out, slaps, waiting
from table.games.stress.pairs import later_of
from table.games.stress.said import SetAside, is_aside, say
from table.games.stress.state import State
from table.moments import Moment
from table.rulings import ClauseId, Kind, Ruling, Taken
from table.seats import Nobody, Seat


def hear(state: State, event: Event, set_aside: SetAside = frozenset()) -> Verdict[State]:
    """What the event makes of the state, and what the referee says to it. See `table.game.Game.hear`."""
    if state.winner is not None or state.is_drawn:
        return Verdict(state, (after_the_end(event),))
    acted = _acted(state, event, set_aside)
    if acted.state is state:
        return acted
    return _with_consequences(state, acted, event, set_aside)


def after_the_end(event: Event) -> Ruling:
    """The game is over: a slap is ignored, anything else changes nothing."""
    if isinstance(event, events.Slap):
        return say("S3.7", Kind.INFO, event.line, _seat_of(event), aspect="over")
    return say("S4.1", Kind.INFO, event.line, aspect="over")


def _seat_of(event: Event) -> Seat | None:
    return None if isinstance(event.who, Nobody) else event.who


def _with_consequences(before: State, acted: Verdict[State], event: Event, set_aside: SetAside) -> Verdict[State]:
    """Equal tops, somebody out of cards, nobody who can lay: in this order, for a stress is settled before a win."""
    state, said = acted
    if set_aside and state.places is not before.places and is_aside(set_aside, "S4.1"):
        state = _with_nobody_out(before, state)
    if state.piles is not before.piles or state.loose is not before.loose:
        tops = slaps.tops_have_changed(before, state, event, set_aside)
        if tops is not None:
            state, said = tops.state, said + tops.rulings
        if before.is_closed:
            state = _opened(state)
    elif _is_as_before(before, state):
        return acted
    found = ending.out_of_cards(state, event.line, set_aside)
    if found is not None:
        state, said = found.state, said + found.rulings
    # Who is out has won, though nobody else can lay either.
    found = ending.nobody_can_lay(state, event.line, set_aside)
    if found is not None:
        state, said = found.state, said + found.rulings
    return acted if state is acted.state else Verdict(state, said)


def _is_as_before(before: State, state: State) -> bool:
    """Whether nothing can follow: the camera's coming further only matters to a win that waited for it."""
    if state.places is not before.places or state.race.matches is not before.race.matches:
        return False
    return ending.is_win_unsure(state) or not ending.is_win_unsure(before)


def _with_nobody_out(before: State, state: State) -> State:
    """The table does not let a win follow from this line: nobody is out of cards by it."""
    for player, place in enumerate(state.places):
        if place.out_line is not None and before.places[player].out_line is None:
            state = state.with_place(player, out_line=None)
    return state


def _opened(state: State) -> State:
    """There may be something to slap at again: since when is known from the new tops."""
    if state.is_closed:
        return state
    since: Moment | None = None
    for pile in state.piles:
        if pile.layers and pile.layers[-1].since is not None:
            since = pile.layers[-1].since if since is None else later_of(since, pile.layers[-1].since)
    return changed(state, race=changed(state.race, opened=since))


def _acted(state: State, event: Event, set_aside: SetAside) -> Verdict[State]:
    of_a_player = _OF_A_PLAYER.get(type(event))
    if of_a_player is None and type(event) in _OF_THE_TABLE:
        return _OF_THE_TABLE[type(event)](state, event, set_aside)
    who = event.who
    seat = who if isinstance(who, str) else attributed(state, event)
    if seat is None:
        return Verdict(state, (nobody_knows(event),))
    if seat not in state.players:
        return Verdict(state, (nobody_sits_there(event, seat),))
    return Verdict(state) if of_a_player is None else of_a_player(state, event, state.players.index(seat), set_aside)


def _watched(state: State, event: events.Watched, set_aside: SetAside) -> Verdict[State]:
    rows = laying.rows_were_watched(state, event, set_aside)
    seen = waiting.watched(rows.state, event, set_aside)
    return Verdict(seen.state, (*rows.rulings, *seen.rulings))


def _lay(state: State, event: events.Lay, player: int, set_aside: SetAside) -> Verdict[State]:
    if not state.is_player(event.on):
        return Verdict(state, (nobody_sits_there(event, event.on),))
    return laying.lay(state, event, player, set_aside)


def attributed(state: State, event: Event) -> Seat | None:
    """Who did it, where no arm was seen: the row, the gap or the debt that only one player has (S2.6)."""
    able = [number for number in range(len(state.places)) if _may_have_done(state, event, number)]
    return state.players[able[0]] if len(able) == 1 else None


def _may_have_done(state: State, event: Event, player: int) -> bool:
    place = state.places[player]
    match event:
        case events.Lay(card=card):
            return _holds(state, player, card)
        case events.Merge(rank=rank):
            return sum(1 for pile in place.row if pile and pile[0].rank is rank) > 1
        case events.Fill():
            return bool(place.stock) and not all(place.row)
        case events.Flip():
            return state.players[player] in state.to_flip
        case events.Open():
            return not any(place.row)
        case events.Takes(what=what):
            return place.due is what or (what is Taken.OWN and place.due is Taken.BOTH)
        case events.TakeBack(cards=cards):
            return any(state.number(one.layer.seat) == player and one.layer.top in cards for one in state.loose)
    return False


def _holds(state: State, player: int, card: Card) -> bool:
    return any(card in pile for pile in state.places[player].row)


_WHO = {events.Lay: "S2.6", events.Fill: "S2.4", events.Merge: "S2.5", events.Flip: "S1.4", events.Open: "S1.2"}
"""Under which clause it is asked whose act it was; under S3.5 for the rest."""


def nobody_knows(event: Event) -> Ruling:
    if isinstance(event, events.Slap | events.Say):
        return say("S3.7", Kind.INFO, event.line, aspect="nobody")
    return say(_WHO.get(type(event), "S3.5"), Kind.QUESTION, event.line, aspect="nobody")


def nobody_sits_there(event: Event, seat: Seat) -> Ruling:
    if isinstance(event, events.Slap | events.Say):
        return say("S3.7", Kind.INFO, event.line, seat, aspect="free_seat")
    return say("S5.1", Kind.QUESTION, event.line, seat, aspect="free_seat")


def accuse(state: State, event: events.Accuse, set_aside: SetAside) -> Verdict[State]:
    """A person reports what no sensor saw; of most things in Stress the referee has seen more itself."""
    seat = event.accused
    if set_aside:
        return Verdict(state)
    if not state.is_player(seat):
        return Verdict(state, (nobody_sits_there(event, seat),))
    if event.clause == ClauseId("S2.6"):
        return Verdict(state, (say("S2.6", Kind.FOUL, event.line, seat, aspect="accused"),))
    if event.clause == ClauseId("S3.4"):
        return slaps.called_stress(state, event, seat)
    return Verdict(state, (say("S2.8", Kind.INFO, event.line, seat, aspect="accused", number=event.clause),))


_OF_THE_TABLE: Mapping[type[Event], Callable[[State, Any, SetAside], Verdict[State]]] = {
    events.Watched: _watched,
    events.Accuse: accuse,
    events.Show: lambda state, _event, _: Verdict(state),  # every row lies open
}

_OF_A_PLAYER: Mapping[type[Event], Callable[[State, Any, int, SetAside], Verdict[State]]] = {
    events.Lay: _lay,
    events.Fill: laying.fill,
    events.Flip: laying_out.flip,
    events.Slap: waiting.press,
    events.Say: waiting.press,
    events.Merge: lambda state, event, player, _: laying.merge(state, event, player),
    events.Takes: lambda state, event, player, _: slaps.take_up(state, event, player),
    events.Open: lambda state, event, player, _: laying_out.lay_out(state, event, player),
    events.Dealt: lambda state, event, player, _: laying_out.count_the_deal(state, event, player),
    events.Stop: laying.stop,
    events.TakeBack: lambda state, event, player, _: laying.take_back(state, event, player),
}

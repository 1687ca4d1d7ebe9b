"""Every event of Vem blir Schtefan and the clauses it runs through."""

from __future__ import annotations

from table import events
from table.events import Event
from table.game import Verdict
from table.games.schtefan import deal, exchange, play
from table.games.schtefan.laid import without_last_play
from table.games.schtefan.said import say
from table.games.schtefan.state import State
from table.rulings import ClauseId, Kind
from table.seats import Nobody, Seat


def hear(state: State, event: Event, set_aside: frozenset[ClauseId] = frozenset()) -> Verdict[State]:
    """What the event makes of the state, and what the referee says to it. See `table.game.Game.hear`."""
    if state.is_over:
        return Verdict(state, (say("H3.10", Kind.INFO, event.line, aspect="over"),))
    seat = None if isinstance(event.who, Nobody) else event.who
    match event:
        case events.Play():
            return play.lay(state, event, seat, set_aside)
        case events.Pass():
            return play.pass_turn(state, event, seat, set_aside)
        case events.TakeBack():
            return play.take_back(state, event, seat)
        case events.Show():
            return play.show_hand(state, event, seat, set_aside)
        case events.Accuse():
            return play.accuse(state, event, set_aside)
    return _heard_before_play(state, event, seat or _whose_exchange(state, event), set_aside)


def _heard_before_play(state: State, event: Event, seat: Seat | None, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """The deal, the singles and the exchange, which concern one player's hand."""
    if seat is None:
        return Verdict(state, (say("H1.1", Kind.QUESTION, event.line, aspect="who"),))
    if not state.is_player(seat):
        return Verdict(state, (say("H1.1", Kind.QUESTION, event.line, seat, aspect="free_seat"),))
    state = without_last_play(state)
    match event:
        case events.Dealt():
            return deal.count_the_deal(state, event, seat)
        case events.Singles():
            return deal.send_singles(state, event, seat, set_aside)
        case events.Asks():
            return exchange.ask(state, event, seat, set_aside)
        case events.Gives():
            return exchange.give(state, event, seat, set_aside)
    return Verdict(state, (say("H3.9", Kind.INFO, event.line, seat, aspect="unheard_of"),))


def _whose_exchange(state: State, event: Event) -> Seat | None:
    """Who must be meant when somebody asks or gives and it was not told who: the better placed of the pair at hand."""
    if isinstance(event, events.Asks):
        swap = exchange.swap_at_hand(state)
        return swap.upper if swap else None
    if isinstance(event, events.Gives):
        return next((swap.upper for swap in state.swaps if swap.to_return), None)
    return None

"""Every event of President and the clauses it runs through."""

from __future__ import annotations

from dataclasses import replace

from table import events
from table.changes import changed
from table.events import Event
from table.game import Header, Option, Verdict
from table.games.climbing import Trick, shares, titles
from table.games.president import exchange
from table.games.president.groups import (
    ROLE_IN_BETWEEN,
    ROLES_FROM_THE_BOTTOM,
    ROLES_FROM_THE_TOP,
    first_leader,
    pass_turn,
)
from table.games.president.house import House
from table.games.president.judging import say
from table.games.president.laying import found_out, lay
from table.games.president.options import is_last_round
from table.games.president.state import Hand, SetAside, Setup, State
from table.houses import settle
from table.rulebook import Rulebook
from table.rulings import ClauseId, Kind
from table.seats import Nobody, Seat, clockwise_from

MOST_WITH_ONE_DECK = 8
"""Players."""


def open_game(header: Header) -> State:
    """The state before the first card. Raises OptionError."""
    house = settle(House, header.options)
    players = tuple(seat for seat in header.seats if seat not in header.free)
    setup = Setup(
        house=house,
        seats=header.seats,
        players=players,
        dealer=header.dealer,
        placed=tuple(seat for seat in header.placed if seat in players),
        decks=header.decks or (1 if len(players) <= MOST_WITH_ONE_DECK else 2),
        roles=titles(len(players), top=ROLES_FROM_THE_TOP, middle=ROLE_IN_BETWEEN, bottom=ROLES_FROM_THE_BOTTOM),
    )
    dealt = shares(players, header.dealer, setup.cards)
    return State(
        setup=setup,
        trick=Trick(seats=players, turn=first_leader(setup)),
        hands=tuple(Hand(dealt[seat]) for seat in players),
        swaps=exchange.swaps_due(setup),
    )


def next_header(state: State, header: Header) -> Header:
    """The next round of the same evening: placed as this one ended, dealt by the next at the dealer's left.

    After the last round (P2.5) it is the first of a new evening.
    """
    if not state.is_over:
        return header
    players = state.setup.players
    dealer = header.dealer
    if dealer is not None:
        dealer = next((seat for seat in clockwise_from(header.seats, dealer) if seat in players), dealer)
    options = tuple(option for option in header.options if option.name != "round")
    if is_last_round(state):
        return replace(header, options=options, placed=(), dealer=dealer)
    counted = Option("round", str(state.setup.round + 1))
    return replace(header, options=(*options, counted), placed=state.placing, dealer=dealer)


def hear(state: State, event: Event, set_aside: SetAside, rulebook: Rulebook) -> Verdict[State]:
    """What the event makes of the state, and what the referee says to it. See `table.game.Game.hear`."""
    seat = None if isinstance(event.who, Nobody) else event.who
    if state.is_over:
        return Verdict(state, (say("P1.7", Kind.INFO, event.line, aspect="over"),))
    if seat is not None and seat not in state.setup.players:
        return Verdict(state, (say("P1.8", Kind.QUESTION, event.line, seat, "free_seat"),))
    match event:
        case events.Play():
            return lay(state, event, seat, set_aside)
        case events.Pass():
            return _passed(state, event, seat or state.turn, set_aside)
        case events.Accuse():
            return _accused(state, event, set_aside, rulebook)
    if seat is None:
        return Verdict(state, (say("P1.8", Kind.QUESTION, event.line, aspect="who"),))
    return _heard_of_a_seat(state, event, seat, set_aside)


def _passed(state: State, passed: events.Pass, seat: Seat | None, set_aside: SetAside) -> Verdict[State]:
    if seat is None:
        return Verdict(state, (say("P1.9", Kind.QUESTION, passed.line, aspect="nobody"),))
    return pass_turn(state, passed, seat, set_aside)


def _heard_of_a_seat(state: State, event: Event, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    match event:
        case events.Dealt():
            return _dealt(state, event, seat, set_aside)
        case events.Asks() | events.Gives():
            return exchange.give(state, event, seat, set_aside)
        case events.TakeBack():
            return _taken_back(state, event, seat)
        case events.Show():
            return exchange.shown(state, event, seat, set_aside)
    return Verdict(state, (say("P1.8", Kind.INFO, event.line, seat, "no_such_act"),))


def _dealt(state: State, dealt: events.Dealt, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """So many cards were dealt, whenever that is told. If all of them have been laid, that player is out (P1.7)."""
    if seat in state.trick.out:
        return Verdict(state, (say("P1.7", Kind.INFO, dealt.line, seat, "is_out"),))
    gone = state.hand(seat).gone
    if dealt.count < gone:
        return Verdict(state, (say("P1.7", Kind.QUESTION, dealt.line, seat, count=gone),))
    is_empty = dealt.count == gone
    if is_empty and ClauseId("P1.7") in set_aside:
        return Verdict(state)
    state = changed(state, hands=state.hands_with(seat, Hand(dealt.count, gone)))
    if not is_empty:
        return Verdict(state)
    return found_out(state, seat, dealt.line)


def _taken_back(state: State, taken: events.TakeBack, seat: Seat) -> Verdict[State]:
    """Wrongly laid cards go back into the hand (P1.8), or the last play does while nobody has acted on it."""
    without = state.without_loose(seat, taken.cards)
    if without is not None:
        return Verdict(without)
    last = state.last_play
    if last is not None and last.seat == seat and last.after == state.trick and set(last.cards) == set(taken.cards):
        return Verdict(last.before)
    return Verdict(state, (say("P1.8", Kind.QUESTION, taken.line, seat, "not_there", cards=taken.cards),))


def _accused(state: State, accuse: events.Accuse, set_aside: SetAside, rulebook: Rulebook) -> Verdict[State]:
    """Whether a card was kept from the exchange (P2.4) is the only thing that the referee does not see."""
    if set_aside:
        return Verdict(state)
    if accuse.clause == ClauseId("P2.4"):
        return exchange.accused(state, accuse)
    known = any(clause.number == accuse.clause for clause in rulebook)
    aspect = "accused" if known else "no_clause"
    return Verdict(state, (say("P1.8", Kind.INFO, accuse.line, accuse.accused, aspect, named=accuse.clause),))

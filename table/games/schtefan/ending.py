"""Places and the end of a round, and those who can lay nothing more: what H3.10 and H3.12 make of the state."""

from __future__ import annotations

from table.changes import changed
from table.game import Verdict
from table.games.climbing import final_order
from table.games.schtefan.exchange import shown_by_the_cards
from table.games.schtefan.roles import role_names
from table.games.schtefan.said import say
from table.games.schtefan.state import State
from table.rulings import ClauseId, Kind, Ruling
from table.seats import Seat

Rulings = tuple[Ruling, ...]


def placed(state: State, clause: str, line: int, seat: Seat, place: int, aspect: str = "") -> Ruling:
    """That player has that place, from 1, and its role."""
    role = role_names(state.house, len(state.setting.players))[place - 1]
    return say(clause, Kind.PLACE, line, seat, aspect, place=place, role=role)


def ended_or_going_on(state: State, line: int, said: Rulings, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """The end of the round if it has come; otherwise the turn passes over those who hold free cards only."""
    if state.trick.is_finished:
        return _ended(state, "H3.10", line, state.trick.still_in, said)
    if state.house.has_stuck and ClauseId("H3.12") not in set_aside:
        if _all_are_stuck(state):
            return _ended(state, "H3.12", line, _fewest_first(state), said)
        state = past_stuck(state)
    return Verdict(state, said)


def _ended(state: State, clause: str, line: int, last: tuple[Seat, ...], said: Rulings) -> Verdict[State]:
    order = final_order(state.trick, last)
    aspect = "last" if clause == "H3.10" else ""
    places = range(len(state.trick.out) + 1, len(order) + 1)
    said += tuple(placed(state, clause, line, seat, place, aspect) for seat, place in zip(last, places, strict=True))
    said += tuple(shown_by_the_cards(state))
    after = changed(state, trick=state.trick.ended(), placing=order, lying=None, loose={}, last_play=None)
    return Verdict(after, said)


def stuck_now(state: State, line: int, seat: Seat) -> Verdict[State]:
    """That player holds free cards only and lays nothing more (H3.12)."""
    stuck = state.stuck if seat in state.stuck else (*state.stuck, seat)
    state = changed(state, stuck=stuck, told_to_lead=None, last_play=None)
    return ended_or_going_on(state, line, (say("H3.12", Kind.INFO, line, seat),), frozenset())


def _all_are_stuck(state: State) -> bool:
    """Whether nobody who is still in can lay anything (H3.12)."""
    if state.shown.naturals >= state.setting.natural_cards and _all_naturals_lie(state):
        return True
    return bool(state.stuck) and set(state.trick.still_in) <= set(state.stuck)


def _all_naturals_lie(state: State) -> bool:
    """Looked at card by card: the table may have insisted on a card that there is not."""
    setting = state.setting
    lie = (min(count, setting.decks) for card, count in state.shown.cards.items() if not setting.is_free(card))
    return sum(lie) == setting.natural_cards


def _fewest_first(state: State) -> tuple[Seat, ...]:
    """Those stuck, fewest cards first; with as many, who was stuck first (H3.12). A lost count stands behind."""
    known = (*state.stuck, *(seat for seat in state.trick.still_in if seat not in state.stuck))
    hands = {seat: state.place(seat).hand for seat in known}
    return tuple(sorted(known, key=lambda seat: (hands[seat] is None, hands[seat] or 0)))


def past_stuck(state: State) -> State:
    """Who is stuck need not pass, and the lead goes on to the left (H3.12)."""
    trick = state.trick
    while trick.turn is not None and trick.turn in state.stuck:
        following = trick.next_in(trick.turn)
        trick = trick.passed_by(trick.turn) if trick.last else trick.led_by(following or trick.turn)
    return state if trick is state.trick else state.with_trick(trick)

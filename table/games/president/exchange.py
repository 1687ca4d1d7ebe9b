"""The exchange before a round (P2.4), and what later cards tell about it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from table.cards import Card
from table.events import Accuse, Asks, Gives, Show
from table.game import Verdict
from table.games.climbing import Swap, open_swaps, swap_of, swaps_between, with_swap
from table.games.president.judging import say
from table.games.president.shapes import ABOVE_TWO, HEIGHTS, height
from table.games.president.state import Promise, SetAside, Setup, State
from table.rulings import Kind, Ruling
from table.seats import Seat

QUOTAS = (2, 1)
"""Cards that first and last exchange, and second and second last."""


def swaps_due(setup: Setup) -> tuple[Swap, ...]:
    """What is to be exchanged before this round: nothing before the first."""
    if not setup.house.exchange:
        return ()
    return swaps_between(setup.placed, (setup.house.three,) if len(setup.placed) == 3 else QUOTAS)


def give(state: State, event: Gives | Asks, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """The last gives the best two cards, the second last the best one; any as many come back.

    `gives` tells only how many. When the better placed asks for ranks (`asks`) it is known what went up, and a later
    play can show that something better was kept.
    """
    other = event.of if isinstance(event, Asks) else event.to
    swap = swap_of(state.swaps, seat, other)
    if swap is None or seat == other:
        return Verdict(state, (say("P2.4", Kind.INFO, event.line, seat, "none", other=other),))
    if isinstance(event, Asks):
        return _asked(state, event, swap, set_aside)
    most = event.count if set_aside else swap.quota - swap.returned if seat == swap.upper else swap.to_take
    moved = min(event.count, most)
    if seat == swap.upper:
        return _came_back(state, event, swap, moved)
    changed = swap.with_taken(moved)
    state, said = _went_up(state, changed, swap, event.count, event.line)
    return Verdict(state if set_aside or not swap.asked else _promised(state, changed, event.line), said)


def _asked(state: State, asks: Asks, swap: Swap, set_aside: SetAside) -> Verdict[State]:
    if asks.who != swap.upper:
        return Verdict(state, (say("P2.4", Kind.INFO, asks.line, swap.lower, "not_asker", other=swap.upper),))
    count = asks.count if set_aside else min(asks.count, swap.to_take)
    changed = swap.with_asked(asks.line, asks.rank, count)
    state, said = _went_up(state, changed, swap, asks.count, asks.line)
    if set_aside or not swap.to_take:
        return Verdict(state, said)
    return Verdict(_promised(state, changed, asks.line), said)


def _went_up(state: State, changed: Swap, swap: Swap, count: int, line: int) -> tuple[State, tuple[Ruling, ...]]:
    """So many cards of the lower are the upper's now; what is more than the quota goes back at once."""
    moved = changed.taken - swap.taken
    state = replace(state.moved(swap.lower, swap.upper, moved), swaps=with_swap(state.swaps, changed))
    return state, _surplus(line, swap.lower, swap.upper, count - moved)


def _came_back(state: State, gives: Gives, swap: Swap, moved: int) -> Verdict[State]:
    """Any cards, as many as the pair exchanges; they may be laid down before the others have been taken up."""
    changed = with_swap(state.swaps, swap.with_returned(moved))
    state = replace(state.moved(swap.upper, swap.lower, moved), swaps=changed)
    return Verdict(state, _surplus(gives.line, swap.upper, swap.lower, gives.count - moved))


def _surplus(line: int, giver: Seat, taker: Seat, count: int) -> tuple[Ruling, ...]:
    """More than the pair exchanges goes back to its giver."""
    if count <= 0:
        return ()
    return (say("P2.4", Kind.DUE, line, taker, "surplus", count=count, giver=giver),)


def still_due(state: State, line: int) -> tuple[Ruling, ...]:
    """What has not been exchanged when the first card of the round is laid."""
    said = []
    for swap in open_swaps(state.swaps):
        if swap.to_take:
            said.append(say("P2.4", Kind.DUE, line, swap.lower, "best", count=swap.to_take, other=swap.upper))
        if swap.quota > swap.returned:
            missing = swap.quota - swap.returned
            said.append(say("P2.4", Kind.DUE, line, swap.upper, "back", count=missing, other=swap.lower))
    return tuple(said)


def _promised(state: State, swap: Swap, line: int) -> State:
    """What the answers so far tell: emptied ranks are gone, and what is kept is no better than what was given."""
    given = [HEIGHTS[asked.rank] for asked in swap.asked if asked.count]
    best = min(given) if given and not swap.to_take else ABOVE_TWO
    denied = frozenset(HEIGHTS[asked.rank] for asked in swap.asked if asked.has_emptied)
    before = promise_of(state, swap.lower)
    if before is None:
        before = Promise(seat=swap.lower, line=line, best=ABOVE_TWO, explained=swap.quota)
    promise = replace(before, best=min(best, before.best), denied=before.denied | denied)
    return state if promise == before else _with_promise(state, replace(promise, line=line))


def promise_of(state: State, seat: Seat) -> Promise | None:
    return next((promise for promise in state.promises if promise.seat == seat), None)


def _with_promise(state: State, promise: Promise) -> State:
    others = tuple(other for other in state.promises if other.seat != promise.seat)
    return replace(state, promises=(*others, promise))


def shown(state: State, show: Show, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """A hand shown to the referee: before the exchange it tells what is best in it, afterwards what was kept."""
    swap = next((swap for swap in state.swaps if swap.lower == seat), None)
    if swap is None or set_aside:
        return Verdict(state)
    if not swap.taken and not swap.returned and not state.has_begun:
        return Verdict(_hand_known(state, show, swap))
    state, said = kept_better(state, seat, show.cards)
    return Verdict(state, said or (say("P2.4", Kind.INFO, show.line, seat, "shown"),))


def _hand_known(state: State, show: Show, swap: Swap) -> State:
    """The best of a whole hand are known: what is better than the best that remains will have been given."""
    heights = sorted(map(height, show.cards), reverse=True)
    if len(show.cards) != state.hand(swap.lower).left or len(heights) <= swap.quota:
        return state
    return _with_promise(
        state, Promise(seat=swap.lower, line=show.line, best=heights[swap.quota], explained=swap.quota)
    )


def kept_better(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[State, tuple[Ruling, ...]]:
    """Whether cards seen in that hand prove that a better one was kept than was given (P2.4, in hindsight).

    Cards that came back may be any, those given among them, so only one more than came back leaves no other
    explanation. It is said once, of the act that told what was given.
    """
    promise = promise_of(state, seat)
    if promise is None:
        return state, ()
    suspicious = [card for card in cards if height(card) > promise.best or height(card) in promise.denied]
    seen = promise.seen + tuple((Counter(suspicious) - Counter(promise.seen)).elements())
    if len(seen) <= promise.explained:
        return (state if seen == promise.seen else _with_promise(state, replace(promise, seen=seen))), ()
    told = say("P2.4", Kind.HINDSIGHT, promise.line, seat, cards=seen, count=promise.explained)
    return replace(state, promises=tuple(other for other in state.promises if other.seat != seat)), (told,)


def accused(state: State, accuse: Accuse) -> Verdict[State]:
    """Who is said to have kept a better card shows the hand to the referee (P2.4)."""
    swap = next((swap for swap in state.swaps if swap.lower == accuse.accused), None)
    kind = Kind.INFO if swap is None else Kind.DUE
    return Verdict(state, (say("P2.4", kind, accuse.line, accuse.accused, "accused"),))

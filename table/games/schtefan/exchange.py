"""Vem blir Schtefan, chapter 5: the exchange before a later round, in the order of the rule text."""

from __future__ import annotations

from collections.abc import Iterator

from table.changes import changed
from table.events import Asks, Gives
from table.game import Verdict
from table.games.climbing import Asked, Swap, open_swaps, swap_of, swaps_between, with_swap
from table.games.schtefan.house import Five, House
from table.games.schtefan.said import foul, say
from table.games.schtefan.state import Setting, State
from table.rulebook import Evidence, Rulebook
from table.rulings import ClauseId, Fact, Kind, Ruling
from table.seats import Seat

EXCHANGE = Rulebook()
TABLET, DERIVED, HINDSIGHT = Evidence.TABLET, Evidence.DERIVED, Evidence.HINDSIGHT

Quotas = tuple[int, ...]
"""How many cards the best and the last exchange, the second and the second last, and so on."""


@EXCHANGE.clause("H5.1", DERIVED)
def of_three(house: House) -> Quotas:
    """Three players: two cards between first and last."""
    return (2,)


@EXCHANGE.clause("H5.2", DERIVED)
def of_four(house: House) -> Quotas:
    """Four players: two between first and last, one between second and third."""
    return (2, 1)


@EXCHANGE.clause("H5.3", DERIVED)
def of_six_or_more(house: House) -> Quotas:
    """Six or more: three, two and one between the three best and the three last."""
    return (3, 2, 1)


@EXCHANGE.clause("H5.4", DERIVED)
def of_five(house: House) -> Quotas:
    """Five players: the source does not say, so the house does."""
    return {Five.TWO_AND_ONE: (2, 1), Five.THREE_AND_TWO: (3, 2), Five.OFF: ()}[house.five]


_BY_PLAYERS = {3: of_three, 4: of_four, 5: of_five}


def swaps_of(setting: Setting) -> tuple[Swap, ...]:
    """The exchange before this round: none before the first (H5.1 to H5.4)."""
    players = len(setting.placed)
    if players < min(_BY_PLAYERS):
        return ()
    return swaps_between(setting.placed, _BY_PLAYERS.get(players, of_six_or_more)(setting.house))


def clause_for(setting: Setting) -> ClauseId:
    """The clause that says who exchanges how many cards among so many players."""
    return EXCHANGE.number_of(_BY_PLAYERS.get(len(setting.players), of_six_or_more))


def swap_at_hand(state: State) -> Swap | None:
    """The pair whose exchange is due: the best placed first."""
    return next((swap for swap in state.swaps if not _is_settled(swap)), None)


def _is_settled(swap: Swap) -> bool:
    """Whether nothing need follow: all was exchanged, or less because there was no rank in common left."""
    has_begun = bool(swap.asked or swap.taken)
    return swap.is_done or (has_begun and not swap.to_return)


@EXCHANGE.clause("H5.5", TABLET | HINDSIGHT)
def ask(state: State, asks: Asks, seat: Seat, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """The better placed names a rank and gets what the other holds of it, until the right number is taken."""
    swap = swap_of(state.swaps, seat, asks.of)
    if not set_aside:
        found = wrong_ask(state, asks, seat, swap)
        if found is not None:
            return Verdict(state, (found,))
    if seat == asks.of or not state.is_player(asks.of):
        return Verdict(state)
    state = state.moved(asks.of, seat, asks.count)
    if swap is None:
        return Verdict(state)
    if set_aside:
        return Verdict(changed(state, swaps=with_swap(state.swaps, swap.with_taken(asks.count))))
    is_known = not asks.count and any(asked.rank is asks.rank and asked.has_emptied for asked in swap.asked)
    swap = swap if is_known else swap.with_asked(asks.line, asks.rank, asks.count)
    return Verdict(changed(state, swaps=with_swap(state.swaps, swap)))


def wrong_ask(state: State, asks: Asks, seat: Seat, swap: Swap | None) -> Ruling | None:
    """What is wrong with asking now; None if nothing is (H5.1 to H5.6)."""
    number, line = clause_for(state.setting), asks.line
    if state.is_led:
        return foul(number, line, seat, "late", other=asks.of)
    if swap is None:
        aspect = "partner" if state.swaps else "none"
        return foul(number, line, seat, aspect, other=asks.of)
    if swap.upper != seat:
        return foul("H5.5", line, seat, "lower", other=asks.of)
    if asks.rank in state.setting.free_ranks:
        return foul("H5.5", line, seat, "free", other=asks.of, rank=asks.rank)
    first = swap_at_hand(state)
    if first is not None and state.swaps.index(first) < state.swaps.index(swap):
        return foul(number, line, seat, "order", first=first.upper, other=asks.of)
    if swap.returned:
        return foul("H5.6", line, seat, "asks", other=asks.of)
    if asks.count > swap.to_take or not swap.to_take:
        return foul(number, line, seat, "too_many", count=asks.count, most=swap.to_take, other=asks.of)
    return None


@EXCHANGE.clause("H5.6", TABLET)
def give(state: State, gives: Gives, seat: Seat, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """As many cards of any kind go back down as were taken."""
    swap = swap_of(state.swaps, seat, gives.to)
    if not set_aside:
        found = wrong_gift(gives, seat, swap)
        if found is not None:
            return Verdict(state, (found,))
    if seat == gives.to or not state.is_player(gives.to):
        return Verdict(state)
    state = state.moved(seat, gives.to, gives.count)
    if swap is None or swap.upper != seat:
        return Verdict(state)
    return Verdict(changed(state, swaps=with_swap(state.swaps, swap.with_returned(gives.count).closed())))


def wrong_gift(gives: Gives, seat: Seat, swap: Swap | None) -> Ruling | None:
    """What is wrong with giving now; None if nothing is (H5.6)."""
    if swap is None or swap.upper != seat:
        return foul("H5.6", gives.line, seat, "partner", other=gives.to)
    if gives.count > swap.to_return:
        return foul("H5.6", gives.line, seat, count=gives.count, most=swap.to_return, other=gives.to)
    return None


def still_to_exchange(state: State, line: int) -> tuple[Ruling, ...]:
    """What of the exchange the table was not told when the round is led: to be done, or to be told (H5.5, H5.6)."""
    said = []
    for swap in open_swaps(state.swaps):
        if swap.to_return:
            said.append(say("H5.6", Kind.DUE, line, swap.upper, count=swap.to_return, other=swap.lower))
        elif not _is_settled(swap):
            said.append(say("H5.5", Kind.DUE, line, swap.upper, count=swap.to_take, other=swap.lower))
    return tuple(said)


def shown_by_the_cards(state: State) -> Iterator[Ruling]:
    """At the end of the round: what was asked without holding the rank, or kept back, with no explanation left (H5.5).

    What a hand held when the rank was named follows from what it has laid since and from what it may have given or
    got. Only what holds for every hand that the table can have dealt is said.
    """
    if state.shown.is_unsure:
        return
    for swap in state.swaps:
        for at, asked in enumerate(swap.asked):
            gone_up = sum(later.count for later in swap.asked[at:] if later.rank is asked.rank)
            came_down = max(swap.taken, swap.returned)
            below = min(came_down, _most_held(state, swap.lower, asked))
            if _most_held(state, swap.upper, asked) - gone_up + below == 0:
                yield say("H5.5", Kind.HINDSIGHT, asked.line, swap.upper, other=swap.lower, rank=asked.rank)
            kept = max(0, state.place(swap.lower).laid.get(asked.rank, 0) - came_down) + gone_up
            if asked.count < min(asked.of_quota, kept):
                yield _kept_back(swap, asked, kept)


def _kept_back(swap: Swap, asked: Asked, kept: int) -> Ruling:
    facts: dict[str, Fact] = {"other": swap.upper, "rank": asked.rank, "count": asked.count, "held": kept}
    return say("H5.5", Kind.HINDSIGHT, asked.line, swap.lower, "kept_back", **facts)


def _most_held(state: State, seat: Seat, asked: Asked) -> int:
    """How many cards of the rank that seat can have had after the exchange: those laid, and those not seen since."""
    place = state.place(seat)
    laid = sum(other.laid.get(asked.rank, 0) for other in state.places)
    unseen = max(0, 4 * state.setting.decks - laid)
    hidden = unseen if place.hand is None else min(place.hand, unseen)
    return place.laid.get(asked.rank, 0) + hidden

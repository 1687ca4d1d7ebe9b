"""What a screen may show during a round of Vem blir Schtefan: of the cards only the play that is to be beaten."""

from __future__ import annotations

from collections.abc import Iterator

from table.game import Choice, Offer, SeatView, Standing, View
from table.games.schtefan.deal import may_send_singles
from table.games.schtefan.exchange import swap_at_hand
from table.games.schtefan.house import Count
from table.games.schtefan.play import HIDDEN
from table.games.schtefan.roles import classes_now, roles_now
from table.games.schtefan.state import State
from table.seats import Nobody, Seat


def view(state: State) -> View:
    """Built from nothing, field by field. A new field of the state stays hidden until somebody adds it here."""
    cards = state.lying.cards if state.lying else ()
    return View(
        top=cards[-1] if cards else None,
        suit=None,
        trick=cards,
        turn=state.turn,
        winner=state.placing[0] if state.is_over else None,
        loser=state.placing[-1] if state.is_over else None,
        is_over=state.is_over,
        seats=tuple(_seat_view(state, seat) for seat in state.setting.seats),
        facts=_facts(state),
        offers=() if state.is_over else tuple(_offers(state)),
        may_be_accused_of=HIDDEN,
    )


def _seat_view(state: State, seat: Seat) -> SeatView:
    if not state.is_player(seat):
        return SeatView(seat=seat, cards=None, marks=("free",))
    role, rank = roles_now(state).get(seat), classes_now(state).get(seat)
    marks = (
        (role or "", role is not None),
        (rank.value if rank else "", rank is not None),
        ("dealer", seat == state.setting.dealer),
        ("passed", seat in state.trick.passed),
        ("stuck", seat in state.stuck),
    )
    order = state.placing or state.trick.out
    return SeatView(
        seat=seat,
        cards=state.place(seat).hand,
        marks=tuple(name for name, holds in marks if holds),
        place=order.index(seat) + 1 if seat in order else None,
    )


def _facts(state: State) -> tuple[tuple[str, int | str], ...]:
    """How many cards must follow."""
    if state.lying is None:
        return ()
    count = state.lying.count
    return (("count", count if state.house.count is Count.EXACT else f"{count}+"),)


def _offers(state: State) -> Iterator[Offer]:
    if not state.is_led:
        yield from _offers_before_play(state)
    yield from (
        Offer(choice=Choice.GIVES, seat=swap.upper, is_likely=True, other=swap.lower, count=swap.to_return)
        for swap in state.swaps
        if swap.to_return
    )
    if state.turn is not None:
        follows = state.lying is not None
        if follows or state.house.has_stuck:
            yield Offer(choice=Choice.PASS, seat=state.turn, is_likely=follows)
    for who, cards in state.loose.items():
        seat = None if isinstance(who, Nobody) else who
        yield Offer(choice=Choice.TAKE_BACK, seat=seat, is_likely=True, cards=cards)


def _offers_before_play(state: State) -> Iterator[Offer]:
    swap = swap_at_hand(state)
    has_begun = any(other.asked or other.taken for other in state.swaps)
    if may_send_singles(state.setting) and not has_begun:
        most = len(state.setting.heights)
        for seat in state.setting.players:
            if state.place(seat).sent is None:
                yield Offer(choice=Choice.SINGLES, seat=seat, is_likely=True, count=most)
    if swap is not None and not swap.returned and swap.to_take:
        yield Offer(choice=Choice.ASKS, seat=swap.upper, is_likely=True, other=swap.lower, count=swap.to_take)


def standing(state: State) -> Standing:
    """The whole state in the contract's words."""
    cards = state.lying.cards if state.lying else ()
    return Standing(
        dealer=state.setting.dealer,
        turn=state.turn,
        top=cards[-1] if cards else None,
        hands={seat: state.place(seat).hand for seat in state.setting.players},
        placing=state.placing or state.trick.out,
        winner=state.placing[0] if state.is_over else None,
        loser=state.placing[-1] if state.is_over else None,
        roles=roles_now(state),
    )

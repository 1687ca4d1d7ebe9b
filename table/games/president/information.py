"""What a screen may show during a round of President: the trick that lies there, and counts of cards."""

from __future__ import annotations

from table.game import Choice, Offer, SeatView, Standing, View
from table.games.president.options import round_points
from table.games.president.shapes import RUN
from table.games.president.state import State
from table.rulings import ClauseId
from table.seats import Seat

ROLE_NAMES = {
    "president": "President",
    "vice_president": "Vice-President",
    "neutral": "neutral",
    "vice_scum": "Vice-Scum",
    "scum": "Scum",
}
"""P1.7, as the contract's words."""


def view(state: State) -> View:
    """Built from nothing, field by field. A new field of the state stays hidden until somebody adds it here."""
    roles, points = _roles(state), round_points(state)
    return View(
        top=state.top,
        suit=None,
        trick=() if state.pile is None else state.pile.cards,
        turn=state.turn,
        winner=state.placing[0] if state.is_over else None,
        loser=state.placing[-1] if state.is_over else None,
        is_over=state.is_over,
        seats=tuple(_seat_view(state, seat, roles.get(seat), points.get(seat)) for seat in state.setup.seats),
        facts=tuple(_facts(state)),
        offers=() if state.is_over else tuple(_offers(state)),
        may_be_accused_of=(ClauseId("P2.4"),) if state.swaps and not state.is_over else (),
    )


def _seat_view(state: State, seat: Seat, role: str | None, points: int | None) -> SeatView:
    if seat not in state.setup.players:
        return SeatView(seat=seat, cards=None, marks=("free",))
    marks = (
        (role or "", role is not None),
        ("dealer", seat == state.setup.dealer),
        ("passed", seat in state.trick.passed),
    )
    return SeatView(
        seat=seat,
        cards=state.hand(seat).left,
        marks=tuple(name for name, holds in marks if holds),
        place=state.placing.index(seat) + 1 if seat in state.placing else None,
        score=points,
    )


def _roles(state: State) -> dict[Seat, str]:
    """Of this round once it is over, until then of the round before."""
    placed = state.placing if state.is_over else state.setup.placed
    return dict(zip(placed, state.setup.roles, strict=False))


def _facts(state: State) -> list[tuple[str, int | str]]:
    facts: list[tuple[str, int | str]] = [("round", f"{state.setup.round}/{state.house.rounds}")]
    if state.pile is not None and not state.is_over:
        facts.append(("run" if state.pile.shape.form is RUN else "group", state.pile.shape.count))
    if state.is_turned:
        facts.append(("revolution", ""))
    if state.house.show_played and state.seen:
        facts.append(("played", " ".join(str(card) for card, copies in state.seen.items() for _ in range(copies))))
    return facts


def _offers(state: State) -> list[Offer]:
    offers = [
        Offer(choice=Choice.TAKE_BACK, seat=loose.seat, is_likely=True, cards=loose.cards)
        for loose in state.loose
        if loose.seat is not None
    ]
    if state.turn is not None and state.trick.last is not None:
        offers.append(Offer(choice=Choice.PASS, seat=state.turn, is_likely=True))
    for swap in state.swaps:
        up, down = swap.to_take, swap.quota - swap.returned
        if up:
            offers.append(Offer(choice=Choice.GIVES, seat=swap.lower, other=swap.upper, count=up, is_likely=True))
            offers.append(Offer(choice=Choice.ASKS, seat=swap.upper, other=swap.lower, count=up))
        if down:
            is_next = not up
            offers.append(Offer(choice=Choice.GIVES, seat=swap.upper, other=swap.lower, count=down, is_likely=is_next))
    return offers


def standing(state: State) -> Standing:
    """The whole state in the contract's words."""
    players = state.setup.players
    return Standing(
        dealer=state.setup.dealer,
        turn=state.turn,
        top=state.top,
        hands=dict(zip(players, (hand.left for hand in state.hands), strict=True)),
        placing=state.placing,
        winner=state.placing[0] if state.is_over else None,
        loser=state.placing[-1] if state.is_over else None,
        roles={seat: ROLE_NAMES[role] for seat, role in _roles(state).items()},
        scores=round_points(state),
    )

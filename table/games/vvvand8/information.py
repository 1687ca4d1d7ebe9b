"""What a screen may show during a game of VVVänd8 (showing more would be offence V3.5 or V3.8)."""

from __future__ import annotations

from table.game import Choice, Offer, SeatView, Standing, View
from table.games.vvvand8.calls import cards_left
from table.games.vvvand8.objections import asked_of
from table.games.vvvand8.offences import ACCUSATIONS
from table.games.vvvand8.play import is_official
from table.games.vvvand8.state import MOST_DRAWS, State
from table.rulings import ClauseId
from table.seats import Seat

LOW_TALON = 10
"""Cards at which a screen says that the talon runs low. Its count would help to count cards."""


def view(state: State) -> View:
    """Built from nothing, field by field. A new field of the state stays hidden until somebody adds it here."""
    return View(
        top=state.top,
        suit=state.suit,
        turn=state.turn,
        winner=state.winner,
        loser=state.loser,
        is_over=state.is_over,
        seats=tuple(_seat_view(state, seat) for seat in state.seats),
        facts=_facts(state),
        offers=() if state.is_over else tuple(_offers(state)),
        may_be_accused_of=(*ACCUSATIONS, ClauseId("V3.3")),
    )


def _seat_view(state: State, seat: Seat) -> SeatView:
    place = state.place(seat)
    marks = (
        ("free", place.is_free),
        ("dealer", seat == state.dealer),
        ("called", place.has_called),
        ("away", place.is_away),
        ("guest", place.is_guest),
        ("viggo", place.is_viggo),
        ("names_suit", state.may_name_suit(seat)),
    )
    return SeatView(
        seat=seat,
        cards=None if place.is_free else cards_left(state, seat),
        owes=place.owes_in_all,
        marks=tuple(name for name, holds in marks if holds),
    )


def _facts(state: State) -> tuple[tuple[str, int | str], ...]:
    facts: list[tuple[str, int | str]] = []
    if state.turn is not None:
        facts.append(("draws", f"{min(state.draws, MOST_DRAWS)}/{MOST_DRAWS}"))
    if state.laps:
        facts.append(("laps", state.laps))
    talon = state.talon
    if state.is_running and talon is not None and talon < LOW_TALON:
        facts.append(("talon_low", ""))
    return tuple(facts)


def _offers(state: State) -> list[Offer]:
    offers = [offer for seat in state.players for offer in _offers_of(state, seat)]
    offers += [Offer(choice=Choice.JOIN, seat=seat) for seat in state.passed_over]
    if state.is_running and len(state.pile) > 1:
        offers.append(Offer(choice=Choice.TURNED, seat=None, is_likely=state.talon == 0))
    return offers


def _offers_of(state: State, seat: Seat) -> list[Offer]:
    place, is_in_turn = state.place(seat), seat == state.turn
    may_act = is_in_turn or state.may_take_over(seat)
    owes, names = bool(place.owes or place.owes_for_ace), state.may_name_suit(seat)
    wrong = tuple([card for loose in state.loose if loose.seat == seat for card in loose.cards])
    has_drawn_all = state.draws >= MOST_DRAWS
    may_call = may_act and not place.call_said and not (is_in_turn and state.may_not_call)
    told = (
        (Choice.SUIT, names or seat == state.renamer, names),
        (Choice.DRAW, may_act or owes, owes or (is_in_turn and not has_drawn_all)),
        (Choice.PASS, is_in_turn, is_in_turn and (has_drawn_all or not state.can_draw)),
        (Choice.CALL, may_call, False),
        (Choice.UNCALL, seat == state.fresh_caller, True),
        (Choice.AWAY, not is_in_turn and not place.is_away, False),
        (Choice.BACK, place.is_away, True),
    )
    offers = [Offer(choice=choice, seat=seat, is_likely=likely) for choice, possible, likely in told if possible]
    if wrong:
        offers.append(Offer(choice=Choice.TAKE_BACK, seat=seat, is_likely=True, cards=wrong))
    asked = asked_of(state, seat)
    if asked is not None:
        veto = Offer(choice=Choice.VETO, seat=seat, is_likely=True, other=asked.offender, count=asked.cards)
        offers.append(veto)
    return offers


def standing(state: State) -> Standing:
    """The whole state in the contract's words."""
    roles = {"guest": "is_guest", "viggo": "is_viggo", "away": "is_away"}
    return Standing(
        dealer=state.dealer,
        turn=state.turn,
        top=state.top,
        suit=state.suit,
        hands={seat: cards_left(state, seat) for seat in state.players},
        called=tuple(seat for seat in state.seats if state.place(seat).has_called),
        winner=state.winner,
        loser=state.loser,
        official=is_official(state) if state.is_over else None,
        scores=_points(state) if state.is_over else {},
        roles={s: role for s in state.seats for role, flag in roles.items() if getattr(state.place(s), flag)},
    )


def _points(state: State) -> dict[Seat, int]:
    """One for the winner and one less for the loser; nothing for anybody if the result does not count (V2.2, V2.3)."""
    counts = is_official(state)
    return {seat: counts * ((seat == state.winner) - (seat == state.loser)) for seat in state.players}

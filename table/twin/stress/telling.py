"""What somebody who has the table before the eyes tells the tablet: the card it asks for, or one that it has missed."""

from __future__ import annotations

from collections.abc import Sequence

from table.cards import Card
from table.game import Doubt
from table.games.stress.state import State
from table.seats import Seat
from table.twin.stress.felt import Felt, pile_zone


def answer(felt: Felt, state: State, doubt: Doubt, held: Sequence[Card] = ()) -> str:
    """The line that answers the question; a comment where nothing lies there that the tablet does not know.

    *held* is what that seat's hand holds: it may have taken the card up again before it was asked.
    """
    words = doubt.answer.split()
    if "fill" in words or "open" in words:
        return _of_a_row(felt, state, doubt, held)
    pile = state.number(Seat(words[-1] if "on" in words else doubt.seat))
    card = unknown_card(felt, state, pile)
    if card is not None:
        return doubt.answer.format(card=card)
    lying = felt.cards(pile_zone(pile))
    back = next((one.layer for one in state.loose if one.pile == pile and one.layer.top not in lying), None)
    if back is not None:
        return f"{back.seat}: takeback {' '.join(map(str, back.cards))}"
    return "# nothing new lies there"


def _of_a_row(felt: Felt, state: State, doubt: Doubt, held: Sequence[Card]) -> str:
    row = felt.row(state.number(doubt.seat))
    gone_on = [] if state.to_flip else [unknown_card(felt, state, pile) for pile in range(felt.players)]
    came = (*(card for cards in row for card in cards), *held, *gone_on)
    new = next((card for card in came if card is not None and not state.open_copies(card)), None)
    if new is not None:
        return doubt.answer.format(card=new)
    apart = [{card for card in cards if (card,) in state.place(doubt.seat).row} for cards in row if len(cards) > 1]
    together = next((card for cards in apart for card in cards), None)
    return "# nothing new lies there" if together is None else f"{doubt.seat}: merge {together.rank.value}"


def unknown_card(felt: Felt, state: State, pile: int) -> Card | None:
    """The first card on a play pile that the tablet does not know there; of equal ones laid together the uppermost."""
    lying = felt.cards(pile_zone(pile))
    known = {*state.piles[pile].cards, *(card for one in state.loose if one.pile == pile for card in one.layer.cards)}
    at = max((at for at, card in enumerate(lying) if card in known), default=-1) + 1
    if at >= len(lying):
        return None
    together = next((cards for place in state.places for cards in place.row if lying[at] in cards), ())
    while at + 1 < len(lying) and lying[at + 1] in together:
        at += 1
    return lying[at]

"""What somebody who has the table before the eyes tells the tablet: the card it asks for, or one that it has missed."""

from __future__ import annotations

from table.cards import Card
from table.game import Doubt
from table.games.stress.state import State
from table.twin.stress.felt import PILE, Felt, pile_zone


def answer(felt: Felt, state: State, doubt: Doubt, zone: str) -> str:
    """The line that answers a question about what came to *zone*; a comment where nothing new came."""
    if not zone.startswith(PILE):
        return _of_a_row(felt, state, doubt, zone)
    pile = next(player for player in range(felt.players) if pile_zone(player) == zone)
    card = unknown_card(felt, state, pile)
    if card is not None:
        return doubt.answer.format(card=card)
    lying = felt.cards(pile_zone(pile))
    back = next((one.layer for one in state.loose if one.pile == pile and one.layer.top not in lying), None)
    if back is not None:
        return f"{back.seat}: takeback {' '.join(map(str, back.cards))}"
    return "# nothing new lies there"


def _of_a_row(felt: Felt, state: State, doubt: Doubt, zone: str) -> str:
    lying = felt.cards(zone)
    new = next((card for card in felt.remembered(zone) if not state.open_copies(card)), None)
    if new is not None and (new in lying or not lying):
        return doubt.answer.format(card=new)
    apart = [pile for pile in state.place(doubt.seat).row if set(pile) & set(lying)]
    return f"{doubt.seat}: merge {lying[0].rank.value}" if len(apart) > 1 else "# nothing new lies there"


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

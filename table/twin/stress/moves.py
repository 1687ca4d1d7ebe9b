"""What a player of Stress may do with one hand now, and what of it is sensible."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass

from table.cards import Card
from table.games.stress.state import Setup
from table.rulings import ClauseId
from table.twin.stress.felt import Felt, pile_zone, row_zone, stock_zone

FILLS_FIRST, MERGES, DARES = 0.6, 0.35, 0.6
"""How often somebody fills a gap though a card could be laid, puts equal cards together though one could, and lays the
card that makes two tops alike though another would do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Cards from one place to another, by one hand."""

    source: str
    target: str
    count: int = 1
    planted: ClauseId | None = None
    """The clause that it breaks on purpose."""

    is_turned: bool = False
    """It is turned at the same moment as another one."""


def fits(setup: Setup, card: Card, top: Card) -> bool:
    """Exactly one above or below (S2.2)."""
    return card.rank in setup.neighbours[top.rank]


def gaps(felt: Felt, player: int) -> list[int]:
    """The empty places of the row."""
    return [at for at, cards in enumerate(felt.row(player)) if not cards]


def lays(felt: Felt, setup: Setup, player: int, avoided: Collection[str] = ()) -> list[Move]:
    """Every pile of the row with every play pile on which it may be laid."""
    found = []
    for at, cards in enumerate(felt.row(player)):
        for pile in map(pile_zone, range(felt.players)):
            top = felt.top(pile)
            if cards and top is not None and pile not in avoided and fits(setup, cards[-1], top):
                found.append(Move(source=row_zone(player, at), target=pile, count=len(cards)))
    return found


def fill(felt: Felt, player: int) -> Move | None:
    """A card of the draw pile into the first gap."""
    empty = gaps(felt, player)
    if not empty or not felt.stocks[player]:
        return None
    return Move(source=stock_zone(player), target=row_zone(player, empty[0]))


def merges(felt: Felt, player: int) -> list[Move]:
    """Two piles of one rank put together, the later onto the earlier."""
    row = felt.row(player)
    return [
        Move(source=row_zone(player, later), target=row_zone(player, at), count=len(row[later]))
        for at, cards in enumerate(row)
        for later in range(at + 1, len(row))
        if cards and row[later] and row[later][-1].rank is cards[-1].rank
    ]


def half_merged(felt: Felt, player: int) -> Move | None:
    """A pile of a rank of which others are together already: who puts equal cards together does so with all of them."""
    return next((move for move in merges(felt, player) if len(felt.cards(move.target)) > 1 or move.count > 1), None)


def chosen(felt: Felt, setup: Setup, player: int, chance: random.Random, avoided: Collection[str] = ()) -> Move | None:
    """What a sensible player does next; None where only waiting is left."""
    begun = half_merged(felt, player)
    if begun is not None:
        return begun
    laying, filling = lays(felt, setup, player, avoided), fill(felt, player)
    if filling is not None and (not laying or chance.random() < FILLS_FIRST):
        return filling
    merging = merges(felt, player) if felt.stocks[player] else []
    if merging and (not laying or chance.random() < MERGES):
        return chance.choice(merging)
    daring = [move for move in laying if makes_stress(felt, move)]
    if daring and chance.random() < DARES:
        return chance.choice(daring)
    return chance.choice(laying) if laying else None


def makes_stress(felt: Felt, move: Move) -> bool:
    """Whether a lay makes two tops alike."""
    card = felt.top(move.source)
    others = (felt.top(pile) for pile in map(pile_zone, range(felt.players)) if pile != move.target)
    return card is not None and any(top is not None and top.rank is card.rank for top in others)


def is_stress(felt: Felt) -> bool:
    """Whether two play piles have tops of one rank."""
    tops = [felt.top(pile_zone(player)) for player in range(felt.players)]
    ranks = [top.rank for top in tops if top is not None]
    return len(set(ranks)) < len(ranks)

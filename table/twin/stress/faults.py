"""What a player of Stress can do wrongly now, so that the referee must see it: by the clause that it breaks."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from table.games.stress.state import ROW, Setup
from table.rulings import ClauseId
from table.twin.stress.felt import Felt, pile_zone, row_zone, stock_zone
from table.twin.stress.moves import Move, fits, gaps
from table.twin.stress.person import Person

S2_2, S2_4, S2_6, S3_4 = ClauseId("S2.2"), ClauseId("S2.4"), ClauseId("S2.6"), ClauseId("S3.4")


@dataclass(slots=True)
class Fault:
    """Something done wrongly on purpose, until it is put right."""

    person: Person
    clause: ClauseId
    since_ns: int
    move: Move | None = None
    """None for a slap or a call."""
    landed_ns: int | None = None
    called_ns: int | None = None
    put_right_ns: int = 0

    @property
    def is_put_right(self) -> bool:
        """Whether the card is back where it came from."""
        return self.put_right_ns > 0


def wrong_moves(felt: Felt, setup: Setup, player: int) -> list[Move]:
    """Wrong cards, cards of another's row or of the draw pile laid as if they were the own row's, and fifth piles.

    None of them makes two tops alike: whoever slapped at that would be excused, and the fault would hide.
    """
    found = [*_from_the_own_row(felt, setup, player), *_from_elsewhere(felt, setup, player)]
    if not gaps(felt, player) and felt.stocks[player]:
        full = (row_zone(player, at) for at in range(ROW))
        found += [Move(source=stock_zone(player), target=zone, planted=S2_4) for zone in full]
    return found


def _from_the_own_row(felt: Felt, setup: Setup, player: int) -> list[Move]:
    found = []
    for at, cards in enumerate(felt.row(player)):
        for pile in _quiet_piles(felt, player, row_zone(player, at)):
            top = felt.top(pile)
            if cards and top is not None and not fits(setup, cards[-1], top):
                found.append(Move(source=row_zone(player, at), target=pile, count=len(cards), planted=S2_2))
    return found


def _from_elsewhere(felt: Felt, setup: Setup, player: int) -> list[Move]:
    """From another's row what would fit; from the draw pile onto the other's play pile, as nobody turns a card."""
    found = []
    for other in range(felt.players):
        zones = [row_zone(other, at) for at, cards in enumerate(felt.row(other)) if len(cards) == 1]
        for zone in zones if other != player else ():
            for pile in _quiet_piles(felt, player, zone):
                card, top = felt.top(zone), felt.top(pile)
                if card is not None and top is not None and fits(setup, card, top):
                    found.append(Move(source=zone, target=pile, planted=S2_6))
    stock = felt.stocks[player]
    if len(stock) > 1:
        away = (pile_zone(other) for other in range(felt.players) if other != player)
        tops = _ranks(felt)
        found += [
            Move(source=stock_zone(player), target=pile, planted=S2_6) for pile in away if stock[-1].rank not in tops
        ]
    return found


def _quiet_piles(felt: Felt, player: int, source: str) -> list[str]:
    """The play piles on which that card is no other top's equal."""
    card = felt.top(source)
    piles = list(map(pile_zone, range(felt.players)))
    if card is None:
        return []
    return [
        pile
        for pile in piles
        if all((top := felt.top(other)) is None or top.rank is not card.rank for other in piles if other != pile)
    ]


def _ranks(felt: Felt) -> set[object]:
    tops = (felt.top(pile_zone(player)) for player in range(felt.players))
    return {top.rank for top in tops if top is not None}


def back(move: Move) -> Move:
    """The way back of what was laid wrongly."""
    return replace(move, source=move.target, target=move.source, planted=None)


def one_of(moves: list[Move], chance: random.Random) -> Move | None:
    """First which clause is broken, then how: there are many wrong cards, and few chances of the rest."""
    clauses = sorted({move.planted for move in moves if move.planted is not None})
    if not clauses:
        return None
    clause = chance.choice(clauses)
    return chance.choice([move for move in moves if move.planted == clause])

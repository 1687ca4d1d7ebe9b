"""Where every card of a game of Stress truly is: rows and play piles on the stage, draw piles beside them."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence

from table.cards import DECK, Card, card
from table.games.stress.state import ROW, State
from table.twin.reach import face_down, middle
from table.twin.scene import LyingCard, Place, Stage
from vision.mat import Mat

PILE, STOCK = "pile", "stock"

SHOWN = 3
"""Cards of a play pile that show. What lies deeper is hidden by them but for its rims, and those say nothing new."""

REMEMBERED = 4
"""So many cards that came to a place one after the other are remembered."""

STACK = 3
"""Cards of a draw pile that are drawn; more would look the same."""


def row_zone(player: int, place: int) -> str:
    """The mat's name for that place of the row; players and places count from 0."""
    return f"row.{player + 1}.{place + 1}"


def pile_zone(player: int) -> str:
    """The mat's name for the play pile at that player's right hand."""
    return f"{PILE}.{player + 1}"


def stock_zone(player: int) -> str:
    """The mat's name for that player's draw pile."""
    return f"{STOCK}.{player + 1}"


class Felt:
    """The cards between two instants. None is ever lost: what a hand takes up, it puts down again."""

    def __init__(self, stage: Stage, mat: Mat, players: int, chance: random.Random) -> None:
        """An empty mat; see `take_over`."""
        self._stage, self._mat, self._chance = stage, mat, chance
        self.players = players
        self.stocks: list[list[Card]] = [[] for _ in range(players)]
        """By player; the last is uppermost."""
        self._lying: dict[str, list[LyingCard]] = {zone.name: [] for zone in mat.zones}
        self._hidden: dict[str, list[LyingCard]] = {zone.name: [] for zone in mat.zones}
        self._stacks: list[list[LyingCard]] = [[] for _ in range(players)]
        self._remembered: dict[str, deque[Card]] = {zone.name: deque(maxlen=REMEMBERED) for zone in mat.zones}

    # Setting up.

    def take_over(self, state: State) -> None:
        """The table as the referee knows it: what lies open as it says, the rest shuffled into the draw piles."""
        hidden = list(DECK)
        for player, place in enumerate(state.places):
            piles = [(row_zone(player, at), cards) for at, cards in enumerate(place.row[:ROW])]
            loose = [card for one in state.loose if one.pile == player for card in one.layer.cards]
            for zone, cards in [*piles, (pile_zone(player), (*state.piles[player].cards, *loose))]:
                for one in cards:
                    hidden.remove(one)
                    self.put(zone, (self.spot(zone, str(one), player),))
        self._chance.shuffle(hidden)
        for player, place in enumerate(state.places):
            self.stocks[player] = [hidden.pop() for _ in range(min(place.stock, len(hidden)))]
            self._show_stock(player)

    # What lies there.

    def cards(self, zone: str) -> tuple[Card, ...]:
        """From the bottom."""
        return tuple(card(lying.label) for lying in (*self._hidden[zone], *self._lying[zone]))

    def top(self, zone: str) -> Card | None:
        """The card on top there, if any lies there."""
        lying = self._lying[zone]
        return card(lying[-1].label) if lying else None

    def row(self, player: int) -> list[tuple[Card, ...]]:
        """Place by place."""
        return [self.cards(row_zone(player, at)) for at in range(ROW)]

    def remembered(self, zone: str) -> tuple[Card, ...]:
        """What was laid there, the last first: people know it though it may have gone on since."""
        return tuple(reversed(self._remembered[zone]))

    def is_out(self, player: int) -> bool:
        """Whether that player has no card left."""
        return not self.stocks[player] and not any(self.row(player))

    def middle(self, zone: str) -> Place:
        """The middle of a zone."""
        return middle(self._mat, zone)

    def spot(self, zone: str, label: str, player: int, sloppy: float = 1.0) -> LyingCard:
        """How a card will lie there, laid in a hurry by that player: somewhat beside the middle, somewhat askew."""
        x, y = self.middle(zone)
        turn = (0.0 if player % 2 == 0 else 180.0) + _limited(self._chance.gauss(0, 8.0), 22.0) * sloppy
        at = (x + _limited(self._chance.gauss(0, 4.0), 10.0) * sloppy, y + _limited(self._chance.gauss(0, 4.0), 10.0))
        return LyingCard(label=label, at=at, turn=turn)

    # What a hand does.

    def put(self, zone: str, cards: Sequence[LyingCard]) -> None:
        """They come to lie on top there, the last uppermost."""
        self._stage.lay(*cards)
        self._remembered[zone].extend(card(lying.label) for lying in cards)
        self._lying[zone] += cards
        deep = self._lying[zone][:-SHOWN]
        self._stage.take(*deep)
        self._hidden[zone] += deep
        self._lying[zone] = self._lying[zone][-SHOWN:]

    def take(self, zone: str, count: int) -> tuple[LyingCard, ...]:
        """The uppermost ones, from the lowest to the uppermost; ValueError if there are not so many."""
        every = [*self._hidden[zone], *self._lying[zone]]
        if not 0 < count <= len(every):
            raise ValueError(f"{zone} has {len(every)} cards, not {count} to be taken")
        self._stage.take(*self._lying[zone])
        left = every[:-count]
        self._hidden[zone], self._lying[zone] = left[:-SHOWN], left[-SHOWN:]
        self._stage.lay(*self._lying[zone])
        return tuple(every[-count:])

    def draw(self, player: int) -> Card:
        """Takes the uppermost card of a draw pile; IndexError if it is empty."""
        drawn = self.stocks[player].pop()
        self._show_stock(player)
        return drawn

    def put_under(self, player: int, cards: Sequence[Card], *, shuffled: bool) -> None:
        """Cards come to a draw pile: shuffled into it, or on top of it."""
        self.stocks[player] += cards
        if shuffled:
            self._chance.shuffle(self.stocks[player])
        self._show_stock(player)

    def give(self, giver: int, player: int) -> None:
        """One card, face down, from one draw pile to another."""
        self.put_under(player, (self.draw(giver),), shuffled=False)

    def _show_stock(self, player: int) -> None:
        """A small stack; the draw pile is no higher for more cards."""
        x, y = self.middle(stock_zone(player))
        count = min(len(self.stocks[player]), STACK)
        stack = [face_down((x + at, y - at), 0.0) for at in range(count)]
        old = self._stacks[player]
        if len(stack) < len(old):
            self._stage.take(*old[len(stack) :])
        else:
            self._stage.lay(*stack[len(old) :])
        self._stacks[player] = stack


def _limited(value: float, most: float) -> float:
    return max(-most, min(most, value))

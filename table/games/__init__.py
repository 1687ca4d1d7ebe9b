"""The games, and how to find one."""

from __future__ import annotations

from typing import Any

from table.game import Game
from table.games.vvvand8 import VVVAND8

GAMES: tuple[Game[Any], ...] = (VVVAND8,)
"""In the order in which they are offered."""


class UnknownGameError(KeyError):
    """There is no such game; says which there are."""

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would put it in quotes


def find_game(name: str) -> Game[Any]:
    """The game of that name. Raises UnknownGameError."""
    for game in GAMES:
        if game.name == name:
            return game
    raise UnknownGameError(f"no game '{name}'; games are {', '.join(game.name for game in GAMES)}")

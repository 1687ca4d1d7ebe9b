"""The games, and how to find one."""

from __future__ import annotations

from typing import Any

from table.game import Game
from table.games.vvvand8 import VVVAND8

GAMES: tuple[Game[Any], ...] = (VVVAND8,)
"""In the order in which they are offered."""


def find_game(name: str) -> Game[Any]:
    """The game of that name. Raises KeyError with a sentence for people."""
    for game in GAMES:
        if game.name == name:
            return game
    raise KeyError(f"no game '{name}'; games are {', '.join(game.name for game in GAMES)}")

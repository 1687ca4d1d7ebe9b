"""The games, and how to find one. A game is loaded when it is asked for, so that a record is judged at once."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, overload

from table.game import Game
from table.refusals import Refused, refusal
from table.texts import LANGUAGES, word

NAMES = ("vvvand8", "stress", "schtefan", "president")
"""In the order in which they are offered. `NAME` is in the package `table.games.NAME`, as its NAME in capitals."""


class UnknownGameError(Refused, KeyError):
    """There is no such game; says which there are."""


def find_game(name: str) -> Game[Any]:
    """The game of that name. Raises UnknownGameError."""
    if name not in NAMES:
        raise UnknownGameError(refusal("no_game", got=name, games=", ".join(NAMES)))
    game: Game[Any] = getattr(importlib.import_module(f"{__name__}.{name}"), name.upper())
    return game


def game_called(said: str) -> str:
    """The name of the game that a person means, in small or capital letters or in full; *said* itself if none."""
    called = {" ".join(known.split()).casefold(): name for name in NAMES for known in (name, *_names_in_full(name))}
    return called.get(" ".join(said.split()).casefold(), said)


def _names_in_full(name: str) -> tuple[str, ...]:
    return tuple(word("games", name, language) for language in LANGUAGES)


class Shelf(Sequence[Game[Any]]):
    """Games by place; each is loaded when it is taken."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, place: int) -> Game[Any]: ...
    @overload
    def __getitem__(self, place: slice) -> Shelf: ...
    def __getitem__(self, place: int | slice) -> Game[Any] | Shelf:
        return Shelf(self._names[place]) if isinstance(place, slice) else find_game(self._names[place])


GAMES = Shelf(NAMES)
"""All of them."""

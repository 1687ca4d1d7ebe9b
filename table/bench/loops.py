"""Games that never end, as long as is wanted: a beginning, and lines that may be said again and again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, cycle, islice


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """A record of any length."""

    header: tuple[str, ...]
    beginning: tuple[str, ...]
    again: tuple[str, ...]
    """After these lines the game stands as before them."""
    correction: str
    """The right cards for the first line of `again` that has cards."""

    def lines(self, events: int) -> tuple[str, ...]:
        """The header, and so many events."""
        return (*self.header, *islice(chain(self.beginning, cycle(self.again)), events))


def _vvvand8_laps() -> Iterator[str]:
    """Each takes a card and lays one of the suit or the rank on top; after each lap the pile is turned.

    No lap lays the card that lies on top of the turned pile; after three times both laps the same player is in turn.
    """
    players = cycle(("Bo", "Cia", "Anna"))
    suits = cycle(("HDSC", "CSDH"))
    for ranks in (("2", "3", "4", "5", "6", "7"), ("9", "10", "J", "Q", "K")) * 6:
        for rank in ranks:
            for suit in next(suits):
                who = next(players)
                yield f"{who}: draw 1"
                yield f"{who}: play {rank}{suit}"
        yield "table: turned"


LOOPS = {
    "vvvand8": Loop(
        header=("game vvvand8", "seats Anna Bo Cia", "dealer Anna"),
        beginning=("table: start QH",),
        again=tuple(_vvvand8_laps()),
        correction="2D",
    ),
}
"""By game."""

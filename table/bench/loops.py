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


def _wrong_plays(who: str, *plays: str) -> Iterator[str]:
    """A round of a game in which hands only shrink must end; what is laid wrongly and taken back may go on for ever."""
    for cards in plays:
        yield f"{who}: play {cards}"
        yield f"{who}: takeback {cards}"


def _stress_lap() -> Iterator[str]:
    """Nobody can ever lay: both turn cards until their draw piles are empty, and take up the play piles."""
    turned = ["10C", "JC", "QC", "KC", "10D", "JD", "QD", "KD", "2C", "4C", "6C", "8C"]
    against = ["QH", "KH", "10H", "JH", "QS", "KS", "10S", "JS", "6D", "8D", "2D", "4D"]
    for own, other in zip(turned, against, strict=True):
        yield f"Lisa: flip {own}"
        yield f"Bo: flip {other}"
    yield "Lisa: takes own"
    yield "Bo: takes own"


LOOPS = {
    "vvvand8": Loop(
        header=("game vvvand8", "seats Anna Bo Cia", "dealer Anna"),
        beginning=("table: start QH",),
        again=tuple(_vvvand8_laps()),
        correction="2D",
    ),
    "schtefan": Loop(
        header=("game schtefan", "seats Anna Bo Cia", "dealer Anna"),
        beginning=("Bo: play 5H", "Cia: play 7S 3D"),
        again=tuple(_wrong_plays("Anna", "6D", "9C", "2S X", "8H KD")),
        correction="6H",
    ),
    "president": Loop(
        header=("game president", "option runs=true", "seats Anna Bo Cia", "dealer Anna"),
        beginning=("Bo: play 3C", "Cia: play 9H"),
        again=tuple(_wrong_plays("Anna", "4D", "10H 10S", "JC KD", "5C 6C 7C")),
        correction="4H",
    ),
    "stress": Loop(
        header=("game stress", "seats Lisa Bo"),
        beginning=("Lisa: dealt 16", "Bo: dealt 16", "Lisa: open 2H 4H 6H 8H", "Bo: open 2S 4S 6S 8S"),
        again=tuple(_stress_lap()),
        correction="10S",
    ),
}
"""By game."""

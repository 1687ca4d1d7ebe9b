"""Many cards side by side in one picture, and what a reader makes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from table.twin.faces import Deck, design
from tests.vision.printed import Laid, table
from vision.deck import RANKS, RED_SUITS
from vision.pictures import Picture
from vision.reader import Reader

CELL = 150
"""Pixels to the side of a card's place: it may lie there at any turn."""

PLAIN = Deck(design("plain"), px_per_mm=5.0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was read of the cards that lay there."""

    cards: int
    right: int
    wrong: tuple[str, ...]
    """Readings of cards that did not lie there."""

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(self.cards + other.cards, self.right + other.right, self.wrong + other.wrong)

    @property
    def share(self) -> float:
        return self.right / self.cards


NOTHING = Outcome(0, 0, ())


def places(labels: Sequence[str], turns: Sequence[float], width: float = 84.0) -> list[Laid]:
    """Where the cards lie: five to a row."""
    return [
        Laid(label=label, at=(CELL * (n % 5 + 0.5), CELL * (n // 5 + 0.5)), width=width, turn=turns[n % len(turns)])
        for n, label in enumerate(labels)
    ]


def sheet(labels: Sequence[str], turns: Sequence[float] = (0.0, 37.0, 161.0, 248.0), deck: Deck = PLAIN) -> Picture:
    """These cards side by side; a card's turn is one of *turns* after the other."""
    rows = -(-len(labels) // 5)
    return table(*places(labels, turns), size=(CELL * min(5, len(labels)), CELL * rows), deck=deck)


def in_light(picture: Picture, gains: npt.ArrayLike) -> Picture:
    """The picture so much brighter, each pixel and colour by its own gain; what is above 255 burns out."""
    return np.asarray((picture * np.asarray(gains)).clip(0, 255), np.uint8)


def spot(picture: Picture, at: tuple[float, float], radius: float) -> Picture:
    """A lamp's burnt-out reflection."""
    light = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(light, (round(at[0]), round(at[1])), round(radius), 400.0, -1)
    soft = np.asarray(cv2.GaussianBlur(light, (0, 0), radius / 6), np.float32)
    return np.asarray((picture + soft[..., None]).clip(0, 255), np.uint8)


def outcome(reader: Reader, picture: Picture, labels: Sequence[str]) -> Outcome:
    """What is read of a sheet with these cards."""
    lay = Counter(labels)
    read = Counter(sighting.label for sighting in reader.read(picture) if sighting.label is not None)
    return Outcome(len(labels), (lay & read).total(), tuple((read - lay).elements()))


def of_suit(suit: str) -> tuple[str, ...]:
    return tuple(rank + suit for rank in RANKS)


def is_red(label: str) -> bool:
    return label[-1] in RED_SUITS

"""How well cards are read of packs that the reader never learned: the simulated table's own, new and worn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import cv2
import numpy as np

from table.bench import Figure
from table.twin.faces import DESIGNS, Deck, Design
from vision.deck import JOKER, LABELS
from vision.pictures import Picture
from vision.reader import Reader

SIZE = (1100, 860)
"""Width and height of a picture, px."""

COLUMNS, ROWS = 3, 2
NARROWEST, WIDEST = 110.0, 190.0
"""Cards, px."""

WEARS = (0.0, 0.4)
RIGHT, WRONG = 99.0, 0.3
"""Percent of the cards to be read right, at least, and wrong, at most."""


def figures(quick: bool) -> Iterator[Figure]:
    """Percent of all cards of each pack; *quick* reads new packs only."""
    reader = Reader.load()
    total: Counter[str] = Counter()
    for number, design in enumerate(DESIGNS.values()):
        counted = _counted(reader, design, WEARS[:1] if quick else WEARS, np.random.default_rng(number))
        total += counted
        share = 100 * counted["right"] / counted["cards"]
        yield Figure(name=f"cards read of the pack '{design.name}'", value=share, unit="%", at_least=RIGHT)
    yield Figure(name="the same, jokers", value=100 * total["jokers read"] / total["jokers"], unit="%", at_least=RIGHT)
    yield Figure(name="cards taken for others", value=100 * total["wrong"] / total["cards"], unit="%", at_most=WRONG)


def _counted(reader: Reader, design: Design, wears: tuple[float, ...], rng: np.random.Generator) -> Counter[str]:
    """How many cards lay there, were read right and wrong; how many jokers lay there and were read."""
    counted: Counter[str] = Counter()
    for wear in wears:
        deck = Deck(design, wear=wear, seed=7, px_per_mm=4.0)
        order = [LABELS[place] for place in rng.permutation(len(LABELS))]
        for first in range(0, len(order), COLUMNS * ROWS):
            laid = order[first : first + COLUMNS * ROWS]
            read = [card.label for card in reader.read(_picture(deck, laid, rng)) if card.label is not None]
            right = Counter(laid) & Counter(read)
            counted["cards"] += len(laid)
            counted["right"] += right.total()
            counted["wrong"] += (Counter(read) - Counter(laid)).total()
            counted["jokers"] += laid.count(JOKER)
            counted["jokers read"] += right[JOKER]
    return counted


def _picture(deck: Deck, labels: list[str], rng: np.random.Generator) -> Picture:
    """The cards side by side, each turned otherwise, on a plain table in some light."""
    picture = np.full((SIZE[1], SIZE[0], 3), rng.integers(30, 190, 3), np.uint8)
    for place, label in enumerate(labels):
        middle = (
            (place % COLUMNS + 0.5) * SIZE[0] / COLUMNS + rng.uniform(-15, 15),
            (place // COLUMNS + 0.5) * SIZE[1] / ROWS + rng.uniform(-15, 15),
        )
        lay(picture, deck.face(label), middle, rng.uniform(NARROWEST, WIDEST), turn=rng.uniform(0, 360))
    blurred = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.0))
    light = rng.uniform(0.55, 1.0) * np.exp(rng.normal(0, 0.08, 3))
    seen = blurred * light + rng.normal(0, 3, picture.shape)
    return np.asarray(seen.clip(0, 255), np.uint8)


def lay(picture: Picture, face: Picture, middle: tuple[float, float], width: float, turn: float) -> None:
    """Draws a face (BGR and how opaque) into the picture, *width* px wide and turned clockwise by degrees."""
    high, wide = face.shape[:2]
    onto = cv2.getRotationMatrix2D((wide / 2, high / 2), -turn, width / wide)
    onto[:, 2] += np.array(middle) - (wide / 2, high / 2)
    seen = cv2.warpAffine(face, onto, (picture.shape[1], picture.shape[0]), flags=cv2.INTER_AREA)
    share = seen[..., 3:] / 255
    picture[:] = picture * (1 - share) + seen[..., :3] * share

"""Packs with equal faces and different backs, drawn by formula: with a white border or printed to the edge."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from table.twin.faces import Deck, design
from tests.vision.printed import HEIGHT, WIDTH, Colour
from vision.pictures import Picture

RED, BLUE, GREEN, BLACK = (45, 38, 178), (150, 66, 34), (70, 112, 40), (44, 40, 40)
PAPER = (244, 249, 250)
BORDER = 16


def lattice(ink: Colour) -> Picture:
    """Diamonds from edge to edge, without a border."""
    card = np.full((HEIGHT, WIDTH, 3), ink, np.uint8)
    for step in range(-HEIGHT, WIDTH + HEIGHT, 24):
        for slope in (1, -1):
            x = step if slope == 1 else step - 8
            cv2.line(card, (x, 0), (x + slope * HEIGHT, HEIGHT), _light(ink), 4, cv2.LINE_AA)
    return _own_upside_down(card)


def rings(ink: Colour) -> Picture:
    """Rings about two middles, in a white border."""
    card = np.full((HEIGHT, WIDTH, 3), ink, np.uint8)
    for radius in range(20, 130, 18):
        cv2.circle(card, (WIDTH // 2, HEIGHT // 4 + 10), radius, _light(ink), 5, cv2.LINE_AA)
    return _bordered(_own_upside_down(card))


def medallion(ink: Colour) -> Picture:
    """A light disc on one colour, to the edge."""
    card = np.full((HEIGHT, WIDTH, 3), ink, np.uint8)
    cv2.circle(card, (WIDTH // 2, HEIGHT // 2), 90, _light(ink), -1, cv2.LINE_AA)
    cv2.circle(card, (WIDTH // 2, HEIGHT // 2), 60, ink, 8, cv2.LINE_AA)
    return card


def stripes(ink: Colour) -> Picture:
    """Slanting stripes in a white border."""
    card = np.full((HEIGHT, WIDTH, 3), ink, np.uint8)
    for step in range(-HEIGHT, WIDTH, 40):
        cv2.line(card, (step, HEIGHT), (step + HEIGHT, 0), _light(ink), 14, cv2.LINE_AA)
    return _bordered(card)


def plain(ink: Colour) -> Picture:
    """One colour in a white border."""
    return _bordered(np.full((HEIGHT, WIDTH, 3), ink, np.uint8))


def bare(ink: Colour) -> Picture:
    """One colour to the edge."""
    return np.full((HEIGHT, WIDTH, 3), ink, np.uint8)


PATTERNS: tuple[Callable[[Colour], Picture], ...] = (lattice, rings, medallion, stripes, plain)


class Pack(Deck):
    """The simulated table's plain faces, and a back of one's own."""

    def __init__(self, back: Picture, faces: str = "plain") -> None:
        super().__init__(design(faces), px_per_mm=4.0)
        self._back = back

    def back(self) -> Picture:
        """BGR, without round corners."""
        return self._back


def _light(ink: Colour) -> Colour:
    blue, green, red = (round(0.3 * channel + 0.65 * 255) for channel in ink)
    return blue, green, red


def _own_upside_down(card: Picture) -> Picture:
    card[HEIGHT // 2 :] = card[: HEIGHT // 2][::-1, ::-1]
    return card


def _bordered(card: Picture) -> Picture:
    framed = np.full_like(card, PAPER)
    framed[BORDER:-BORDER, BORDER:-BORDER] = card[BORDER:-BORDER, BORDER:-BORDER]
    return framed

"""Draws decks of cards: faces and backs in several designs, new or worn. Everything is drawn by formula."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from table.twin.courts import FRAME_HALF_WIDTH_MM, draw_court, draw_joker
from table.twin.glyphs import Pen, Polygon, moved, suit_sign, turned, word
from table.twin.paper import BLACK, CARD_MM, RED, Colour, Paper
from vision.deck import JOKER, LABELS, RED_SUITS

_LEFT, _MIDDLE, _RIGHT = -10.6, 0.0, 10.6
_MARGIN = 2.3
"""Millimetres of white to the left of the index."""
_ROWS = 28.5
"""Millimetres from the middle of the card to the outermost row of pips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """How a deck is printed. Lengths in millimetres."""

    name: str
    pen: Pen
    rank_height: float = 9.6
    suit_height: float = 6.0
    index_width: float = 6.6
    """Ranks wider than this are condensed, as printers do with the ten."""
    words: MappingProxyType[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What is printed for a rank where that differs from the notation's word."""
    back: Colour = (128, 58, 38)

    def index(self, rank: str) -> str:
        """The rank as printed in the corner."""
        return self.words.get(rank, rank)

    @property
    def squeeze(self) -> float:
        """How much narrower than usual figures and pips are, so that they keep clear of the index."""
        room = CARD_MM[0] / 2 - _MARGIN - self.index_width - 0.8
        return min(1.0, room / FRAME_HALF_WIDTH_MM)


DESIGNS = MappingProxyType(
    {
        design.name: design
        for design in (
            Design(name="plain", pen=Pen(16, 15)),
            Design(name="serif", pen=Pen(19, 6.5, slant=8, serifs=True), back=(58, 48, 148)),
            Design(
                name="large",
                pen=Pen(17.5, 15),
                rank_height=13.0,
                suit_height=8.0,
                index_width=8.8,
                back=(70, 96, 36),
            ),
            Design(
                name="swedish",
                pen=Pen(18, 12),
                words=MappingProxyType({"A": "E", "J": "Kn", "Q": "D"}),
                index_width=6.9,
                back=(150, 84, 30),
            ),
        )
    }
)


def design(name: str) -> Design:
    """The design of that name; ValueError naming all if there is none."""
    if name not in DESIGNS:
        raise ValueError(f"no deck design '{name}'; there are {', '.join(DESIGNS)}")
    return DESIGNS[name]


Picture = npt.NDArray[np.uint8]


class Deck:
    """One printed pack. The same design, wear and seed give the same pixels.

    *wear* is 0 (new) to 1 (played with for years): ink fades, strokes swell, paper yellows and gets scuffs.
    *px_per_mm* is the resolution of the pictures handed out.
    """

    def __init__(self, design: Design, *, wear: float = 0.0, seed: int = 0, px_per_mm: float = 8.0) -> None:
        if not 0 <= wear <= 1:
            raise ValueError(f"wear is {wear}; it goes from 0 (new) to 1 (worn out)")
        self.design = design
        self.wear = wear
        self.px_per_mm = px_per_mm
        self._seed = seed
        self._drawn: dict[str, Picture] = {}

    def face(self, label: str) -> Picture:
        """The face `7H`, `10S` or `X`: BGR and, as the fourth channel, how opaque (0 beyond the round corners)."""
        if label not in LABELS:
            raise ValueError(f"no face '{label}'; faces are 2-10 J Q K A with C D H S, or X")
        return self._picture(label)

    def back(self) -> Picture:
        """The back, in the same form as a face."""
        return self._picture("back")

    def _picture(self, name: str) -> Picture:
        if name not in self._drawn:
            number = LABELS.index(name) if name in LABELS else len(LABELS)
            chance = np.random.default_rng((self._seed, number))
            paper = Paper(self.px_per_mm, chance, self.wear)
            if name == "back":
                _draw_back(paper, self.design.back)
            else:
                _draw_face(paper, self.design, name)
            self._drawn[name] = paper.finished()
        return self._drawn[name]


def _draw_face(paper: Paper, design: Design, label: str) -> None:
    if label == JOKER:
        draw_joker(paper, design.pen)
        return
    rank, suit = label[:-1], label[-1]
    colour = RED if suit in RED_SUITS else BLACK
    for piece in corner_index(design, rank, suit):
        paper.fill_both_ways((piece,), colour)
    if rank in ("J", "Q", "K"):
        draw_court(paper, rank, suit, colour, squeeze=design.squeeze)
        return
    for x, y, height in pips(rank):
        sign = _sign(suit, height, upside_down=y > 0)
        paper.fill(tuple(moved(piece, x * design.squeeze, y) for piece in sign), colour)


def corner_index(design: Design, rank: str, suit: str) -> tuple[Polygon, ...]:
    """The index of the upper left corner, in millimetres from the card's middle."""
    written = word(design.index(rank), design.pen)
    wide = max(float(piece[:, 0].max()) for piece in written) / 100 * design.rank_height
    squeeze = min(1.0, design.index_width / wide)
    middle = -CARD_MM[0] / 2 + _MARGIN + design.index_width / 2
    top = -CARD_MM[1] / 2 + 3.6
    scale = design.rank_height / 100
    left = middle - wide * squeeze / 2
    letters = tuple(moved(piece * (scale * squeeze, scale), left, top) for piece in written)
    below = top + design.rank_height + 1.3 + design.suit_height / 2
    signs = tuple(moved(piece * (design.suit_height / 2), middle, below) for piece in suit_sign(suit))
    return letters + signs


def _sign(suit: str, height: float, *, upside_down: bool) -> tuple[Polygon, ...]:
    pieces = tuple(piece * (height / 2) for piece in suit_sign(suit))
    return tuple(turned(piece, 180) for piece in pieces) if upside_down else pieces


def pips(rank: str) -> tuple[tuple[float, float, float], ...]:
    """Where the pips of a number card lie: x, y in millimetres from the middle, and height. Usual French layout."""
    third, fourth = _ROWS / 3, _ROWS / 2
    outer = tuple((x, y) for x in (_LEFT, _RIGHT) for y in (-_ROWS, _ROWS))
    sides = ((_LEFT, 0.0), (_RIGHT, 0.0))
    thirds = tuple((x, y) for x in (_LEFT, _RIGHT) for y in (-third, third))
    layout: dict[str, tuple[tuple[float, float], ...]] = {
        "A": ((0.0, 0.0),),
        "2": ((_MIDDLE, -_ROWS), (_MIDDLE, _ROWS)),
        "3": ((_MIDDLE, -_ROWS), (_MIDDLE, 0.0), (_MIDDLE, _ROWS)),
        "4": outer,
        "5": (*outer, (_MIDDLE, 0.0)),
        "6": (*outer, *sides),
        "7": (*outer, *sides, (_MIDDLE, -fourth)),
        "8": (*outer, *sides, (_MIDDLE, -fourth), (_MIDDLE, fourth)),
        "9": (*outer, *thirds, (_MIDDLE, 0.0)),
        "10": (*outer, *thirds, (_MIDDLE, -2 * third), (_MIDDLE, 2 * third)),
    }
    height = 24.0 if rank == "A" else 10.4
    return tuple((x, y, height) for x, y in layout[rank])


def _draw_back(paper: Paper, colour: Colour) -> None:
    """A lattice of small diamonds in a frame: a fine pattern that looks like no index."""
    across, down = CARD_MM[0] / 2 - 3.2, CARD_MM[1] / 2 - 3.2
    frame = np.array([[-across, -down], [across, -down], [across, down], [-across, down]])
    paper.fill((frame,), colour)
    light = tuple(int(channel * 0.35 + 255 * 0.6) for channel in colour)
    white = (light[0], light[1], light[2])
    step = 4.0
    diamond = np.array([[0, -1.45], [1.2, 0], [0, 1.45], [-1.2, 0]])
    for row in range(-20, 21):
        for column in range(-12, 13):
            x, y = column * step + (row % 2) * step / 2, row * step / 2
            if abs(x) < across - 2.2 and abs(y) < down - 2.2:
                paper.fill((moved(diamond, x, y),), white)
                paper.fill((moved(diamond * 0.4, x, y),), colour)
    paper.outline(frame * ((across - 1.0) / across, (down - 1.0) / down), white, 0.4)

"""python -m vision.training.trial: how well packs are read that nobody learned, and a picture of what is not read."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import JOKER
from vision.pictures import Picture
from vision.reader import Reader
from vision.training.faces import drawn_packs
from vision.training.ink import fonts_in
from vision.training.straight import CARD_HEIGHT, CARD_WIDTH, MARGIN_X, MARGIN_Y, StraightCard

SIZE = (1300, 900)
"""Width and height of a picture, px."""

COLUMNS, STEP, FIRST = 3, (420, 430), (220, 230)
AT_ONCE = 6
NARROWEST, WIDEST = 120.0, 230.0
"""Cards, px."""

LANGUAGES = (0.0, 0.3, 0.7)
"""Shares of English, German and Swedish letters."""

TILE, TILES_ACROSS, MOST_TILES = 150, 8, 32
"""Pixels of one card in the picture of what was not read right, and how many there are at most."""


@dataclass(slots=True)
class Trial:
    """What was counted so far."""

    cards: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    tiles: list[Picture] = field(default_factory=list)
    """Cards that were not read right, as the reader saw them."""

    def show(self, reader: Reader, laid: Sequence[StraightCard], rng: np.random.Generator) -> None:
        """Lays cards on a table of one colour and counts what is read."""
        picture, places = table_of(laid, rng)
        read = Counter(sighting.label for sighting in reader.read(picture) if sighting.label is not None)
        there = Counter(card.label for card in laid if card.label)
        self.cards += there
        self.right += there & read
        self.wrong += (read - there).total()
        for card, (x, y) in zip(laid, places, strict=True):
            if card.label and not read[card.label]:
                padded = np.pad(picture, ((TILE, TILE), (TILE, TILE), (0, 0)), "edge")
                self.tiles.append(np.asarray(padded[y : y + 2 * TILE, x : x + 2 * TILE], np.uint8))


def table_of(laid: Sequence[StraightCard], rng: np.random.Generator) -> tuple[Picture, list[tuple[int, int]]]:
    """A picture of up to AT_ONCE cards side by side, each in another size and turned otherwise, and their middles."""
    picture = np.full((SIZE[1], SIZE[0], 3), rng.integers(30, 200, 3), np.float32)
    places = []
    for number, card in enumerate(laid):
        size, turn = rng.uniform(NARROWEST, WIDEST) / CARD_WIDTH, rng.uniform(0, 2 * np.pi)
        x = FIRST[0] + STEP[0] * (number % COLUMNS) + rng.uniform(-20, 20)
        y = FIRST[1] + STEP[1] * (number // COLUMNS) + rng.uniform(-20, 20)
        cosine, sine = size * np.cos(turn), size * np.sin(turn)
        onto = np.array(((cosine, -sine, 0), (sine, cosine, 0)))
        onto[:, 2] = (x, y) - onto[:, :2] @ (MARGIN_X + CARD_WIDTH / 2, MARGIN_Y + CARD_HEIGHT / 2)
        seen = cv2.warpAffine(card.pixels, onto, SIZE, flags=cv2.INTER_AREA)
        share = seen[..., 3:] / np.float32(255)
        picture = picture * (1 - share) + seen[..., :3] * share
        places.append((round(x), round(y)))
    light = np.exp(rng.normal(0, 0.1, 3)) * rng.uniform(0.6, 1)
    lit = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.5, 1.1)) * light + rng.normal(0, 3, picture.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8), places


def sheet_of(tiles: Sequence[Picture]) -> npt.NDArray[np.uint8]:
    """All tiles in one picture, row by row."""
    small = [cv2.resize(tile, (TILE, TILE), interpolation=cv2.INTER_AREA) for tile in tiles[:MOST_TILES]]
    small += [np.full((TILE, TILE, 3), 255, np.uint8)] * (-len(small) % TILES_ACROSS)
    rows = [np.hstack(small[first : first + TILES_ACROSS]) for first in range(0, len(small), TILES_ACROSS)]
    return np.asarray(np.vstack(rows), np.uint8)


def main() -> None:
    args = _arguments()
    fonts, rng = fonts_in(args.fonts), np.random.default_rng(args.seed)
    reader, trial = Reader.load(), Trial()
    for _ in range(args.packs):
        pack = list(drawn_packs(fonts, 1, rng, languages=LANGUAGES))
        order = rng.permutation(len(pack))
        for first in range(0, len(order), AT_ONCE):
            trial.show(reader, [pack[place] for place in order[first : first + AT_ONCE]], rng)
    cards, jokers = trial.cards.total(), trial.cards[JOKER]
    print(f"{args.packs} packs in any of {len(fonts)} fonts, {cards} cards")
    print(f"right {trial.right.total() / cards:.1%}, wrong {trial.wrong / cards:.1%}")
    print(f"jokers: {trial.right[JOKER]} of {jokers}")
    if args.show is not None and trial.tiles:
        cv2.imwrite(str(args.show), sheet_of(trial.tiles), (cv2.IMWRITE_JPEG_QUALITY, 75))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.training.trial", description=__doc__)
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--packs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=4711)
    parser.add_argument("--show", type=Path, metavar="FILE", help="draw the cards that were not read right")
    return parser.parse_args()


if __name__ == "__main__":
    main()

"""Packs drawn by others, made into straight cards. They are tools for training and are never shipped."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import JOKER, RANKS
from vision.training.indices import with_indices
from vision.training.straight import CARD_WIDTH, StraightCard, framed

SHEET_SUITS = "CDHS"
"""Order of the rows of a pack of GNOME's Aisleriot; a fifth row holds two jokers and the back."""

LEFT_OUT = frozenset({
    "swiss-xvii",  # other suits
    "guyenne-classic",  # court cards without a letter
    "anglo_modern_4_color", "neoclassical_4_color", "atlasnye_skat", "4color", "4color-bf",  # blue diamonds
    "ancient_french", "tarocco", "slavic_costumes",  # other letters, a one for the ace
    "tango", "tango_nuevo",  # no suit under the rank
    "Атласные",  # another alphabet
})  # fmt: skip
"""Packs whose index is not the one we read."""

NO_INDEX_JOKERS = frozenset({"dondorf", "anglo_poker", "gnomangelo", "slavic_costumes", "simplistic"})


class ArtError(RuntimeError):
    """Deck art that cannot be drawn. The message says what is missing."""


def packs_in(folder: Path) -> Iterator[StraightCard]:
    """Every pack below *folder*: Aisleriot's sheets (`.svgz`) and folders of one SVG a card (`10h.svg`, `TH.svg`)."""
    yield from with_indices(_cards_in(folder), of_one_pack=True)


def _cards_in(folder: Path) -> Iterator[StraightCard]:
    for sheet in sorted(folder.rglob("aisleriot/cards/*.svgz")):
        if sheet.stem not in LEFT_OUT:
            yield from _sheet(sheet)
    for cards in sorted({path.parent for path in folder.rglob("*.svg")}):
        if cards.name not in LEFT_OUT:
            yield from _folder(cards)


def _sheet(path: Path) -> Iterator[StraightCard]:
    sheet = _rendered(path, 13 * CARD_WIDTH)
    height = sheet.shape[0] / 5
    for row in range(5):
        for column in range(13 if row < 4 else 3):
            label = _sheet_label(path.stem, row, column)
            top, left = round(row * height), column * CARD_WIDTH
            card = sheet[top : round((row + 1) * height), left : left + CARD_WIDTH]
            yield StraightCard(framed(card), label, path.stem, None)


def _sheet_label(pack: str, row: int, column: int) -> str:
    if row < 4:
        return RANKS[column] + SHEET_SUITS[row]
    return JOKER if column < 2 and pack not in NO_INDEX_JOKERS else ""


def _folder(folder: Path) -> Iterator[StraightCard]:
    for path in sorted(folder.glob("*.svg")):
        label = _file_label(path.stem)
        if label is not None:
            yield StraightCard(framed(_rendered(path, CARD_WIDTH)), label, f"{folder.parent.name}/{folder.name}", None)


def _file_label(stem: str) -> str | None:
    name = stem.upper()
    if name == "BACK":
        return ""
    rank = {"1": "A", "11": "J", "12": "Q", "13": "K", "T": "10"}.get(name[:-1], name[:-1])
    return rank + name[-1] if rank in RANKS and name[-1:] in SHEET_SUITS else None


def _rendered(path: Path, width: int) -> npt.NDArray[np.uint8]:
    command = ["rsvg-convert", "--width", str(width), "--keep-aspect-ratio", str(path)]
    try:
        png = subprocess.run(command, capture_output=True, check=True).stdout
    except FileNotFoundError:
        raise ArtError("rsvg-convert is not installed; install the package librsvg2-bin") from None
    except subprocess.CalledProcessError as error:
        raise ArtError(f"{path}: cannot be drawn: {error.stderr.decode(errors='replace').strip()}") from None
    drawn = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if drawn is None:
        raise ArtError(f"{path}: rsvg-convert gave no picture; leave this file out")
    return np.asarray(drawn, np.uint8)

"""Where the index stands on a straight card whose maker did not say: its rank and suit as ink on paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import JOKER
from vision.training.straight import CARD_WIDTH, MARGIN_X, MARGIN_Y, Box, Rgba, StraightCard

REGION_WIDTH, REGION_HEIGHT = 62, 130
"""Pixels of the corner in which an index is looked for."""

INSET = 2
"""So far from the card's edges, which may show a shadow."""

ENOUGH = 0.4
"""From this share of a pack's cards on, their common place holds for the rest."""

SAME_INK = 0.6
"""Correlation from which the top right corner shows the same index as the left one."""

_Part = tuple[int, int, int, int]
"""Left, top, width, height of a piece of ink in the corner."""


def with_indices(cards: Iterable[StraightCard], *, of_one_pack: bool) -> list[StraightCard]:
    """The cards with the boxes of their indices. *of_one_pack*: cards of one source have theirs in one place."""
    found = [replace(card, left=_index_box(card.pixels, card.label)) for card in cards]
    return _as_the_others(found) if of_one_pack else found


def _as_the_others(cards: Sequence[StraightCard]) -> list[StraightCard]:
    packs: dict[str, list[StraightCard]] = defaultdict(list)
    for card in cards:
        packs[card.source].append(card)
    return [card for pack in packs.values() for card in _of_a_pack(pack)]


def _of_a_pack(pack: Sequence[StraightCard]) -> list[StraightCard]:
    boxes = [card.left for card in pack if card.left is not None]
    with_index = [card for card in pack if card.label not in ("", JOKER)]
    if not boxes or len(boxes) < ENOUGH * len(with_index):
        return [replace(card, left=None, has_right=None) for card in pack]
    x0, y0, x1, y1 = np.median(np.array(boxes), axis=0).tolist()
    usual: Box = (x0, y0, x1, y1)
    return [_with_both(card if card.left is not None else replace(card, left=usual), usual) for card in pack]


def _with_both(card: StraightCard, usual: Box) -> StraightCard:
    if not card.label or card.label == JOKER:
        return replace(card, left=usual if card.label else None, has_right=None)
    assert card.left is not None
    left = card.left
    right = _mirrored_place(left)
    if not _is_same_ink(card.pixels, left, right):
        return replace(card, has_right=False)
    return replace(card, right=right, has_right=True)


def _mirrored_place(box: Box) -> Box:
    width = CARD_WIDTH + 2 * MARGIN_X
    return width - box[2], box[1], width - box[0], box[3]


def _is_same_ink(pixels: Rgba, one: Box, other: Box) -> bool:
    first, second = (_darkness(pixels, box) for box in (one, other))
    if first.shape != second.shape or second.std() < 5:
        return False
    return float(np.corrcoef(first.ravel(), second.ravel())[0, 1]) > SAME_INK


def _darkness(pixels: Rgba, box: Box) -> npt.NDArray[np.float32]:
    left, top, right, bottom = (round(value) for value in box)
    return np.asarray(pixels[top:bottom, left:right, :3].min(axis=2), np.float32)


def _index_box(pixels: Rgba, label: str) -> Box | None:
    """Around rank and suit in the top left corner; None where they are not found beyond doubt."""
    if not label or label == JOKER:
        return None
    parts = sorted(_parts(_ink(pixels)), key=lambda part: part[1])
    first = next((part for part in parts if part[3] >= 9 and part[1] + part[3] < 90), None)
    if first is None or first[0] <= 1 or first[1] <= 1:
        return None
    rank = [part for part in parts if part[3] > 6 and _share_rows(part, first)]
    left, right = min(part[0] for part in rank), max(part[0] + part[2] for part in rank)
    bottom = max(part[1] + part[3] for part in rank)
    suit = next((part for part in parts if _is_below(part, (left + right) / 2, bottom)), None)
    if suit is None:
        return None
    x, y = MARGIN_X + INSET, MARGIN_Y + INSET
    left, right = min(left, suit[0]), max(right, suit[0] + suit[2])
    return float(x + left), float(y + first[1]), float(x + right), float(y + suit[1] + suit[3])


def _ink(pixels: Rgba) -> npt.NDArray[np.uint8]:
    corner = pixels[MARGIN_Y + INSET : MARGIN_Y + REGION_HEIGHT, MARGIN_X + INSET : MARGIN_X + REGION_WIDTH]
    is_card = corner[..., 3] > 128
    colours = corner[..., :3].astype(np.int16)
    if not is_card.any():
        return np.zeros(is_card.shape, np.uint8)
    paper = np.percentile(colours[is_card], 75, axis=0)
    ink = (((paper - colours).max(axis=2) > 60) & is_card).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((2, 2), np.uint8)), np.uint8)


def _parts(ink: npt.NDArray[np.uint8]) -> list[_Part]:
    """Pieces of ink that may belong to an index: not dust, and not what runs on into the picture."""
    height, width = ink.shape
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink)
    parts = []
    for left, top, wide, high, area in stats[1:].tolist():
        runs_on = (left + wide >= width - 1 and wide > 6) or top + high >= height - 1
        is_dust = area < 12 or high < 5 or wide < 2 or (left <= 0 and wide < 4)
        if not runs_on and not is_dust and high <= 70 and wide <= 45:
            parts.append((left, top, wide, high))
    return parts


def _share_rows(part: _Part, first: _Part) -> bool:
    return part[1] < first[1] + 0.6 * first[3] and part[1] + part[3] > first[1] + 0.3 * first[3]


def _is_below(part: _Part, middle: float, bottom: int) -> bool:
    return bottom - 3 <= part[1] < bottom + 26 and part[3] >= 7 and abs(part[0] + part[2] / 2 - middle) < 12

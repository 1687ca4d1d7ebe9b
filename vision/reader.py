"""Reads the cards in one picture: outlines, their corners, what the network says of each corner, one verdict a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import ENDS, Patches, cut_corners
from vision.deck import LABELS, RANKS, SUITS
from vision.doubts import doubt_of, looks_like_a_card
from vision.network import IndexNetwork, Shares
from vision.outlines import Outline, find_outlines, find_sized, find_uppermost
from vision.pictures import Picture
from vision.sightings import Quad, Sighting

SURE = 0.9
"""A card is named from this confidence on."""

INDEX_IS_SEEN = (0.93, 0.15)
"""How often a card's corner shows an index: almost always left, now and then (four-corner packs) right."""

OUTLINE_SIZES = (0.975, 1.025)
"""How much outlines may be off. What is read must hold for all of these sizes together."""

HOPEFUL = 0.05
"""An outline is looked at further from this share of an index in a left corner on."""

NO_CARD = 0.5
"""Share of outlines that are no card: inner frames, paper, two cards as one."""

STRAY_INDEX = 0.002
"""How often a corner of what is no card looks like a given index."""

MOST_OUTLINES = 48
"""More are not looked at: a picture so full is no table."""

SQUARISH = 1.25
"""Below this aspect either pair of sides may be the shorter one."""

Evidence = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An outline and what its corners say."""

    outline: Outline
    label: str
    confidence: float
    index_share: float
    """How surely any corner shows an index, whichever."""


class Reader:
    """Reads pictures. Load it once; it is for one thread. The same picture gives the same sightings."""

    def __init__(self, network: IndexNetwork) -> None:
        self._network = network

    @classmethod
    def load(cls) -> Reader:
        """A reader with the weights that come with the project. Raises vision.network.WeightsError."""
        return cls(IndexNetwork.load())

    def read(self, picture: Picture, card_px: tuple[float, float] | None = None) -> tuple[Sighting, ...]:
        """Every card seen in *picture* (height x width x 3, BGR), the surest first.

        A card that cannot be read surely has no label and a doubt; a table without cards gives nothing.
        *card_px*: the shorter and the longer side of the deck's cards where they are known. A pile is then read
        better and quicker; if no card of that size can be read, cards of any size are looked for.
        """
        if card_px is not None:
            candidates = self._judged(picture, find_sized(picture, card_px))
            if _named(candidates):
                return _sightings(candidates, picture)
        candidates = self._judged(picture, find_outlines(picture))
        known = [candidate.outline.quad for candidate in _named(candidates)]
        candidates += self._judged(picture, find_uppermost(picture, known))
        return _sightings(candidates, picture)

    def _judged(self, picture: Picture, found: Sequence[Outline]) -> list[_Candidate]:
        outlines = [turned for outline in found[:MOST_OUTLINES] for turned in _ways_round(outline)]
        if not outlines:
            return []
        left = self._shares(
            np.concatenate([cut_corners(picture, outline.quad, is_right=False) for outline in outlines])
        )
        shares = dict(enumerate(left))
        # Most outlines are no cards: only where an index is in sight a closer look is worth its time.
        hopeful = [place for place, corners in shares.items() if _index_share(corners) > HOPEFUL]
        if hopeful:
            looks = np.concatenate([_closer_look(picture, outlines[place].quad) for place in hopeful])
            closer = self._shares(looks).reshape(len(hopeful), -1, ENDS, len(LABELS) + 1)
            for place, (*of_left, right) in zip(hopeful, closer, strict=True):
                shares[place] = np.concatenate((np.mean([shares[place], *of_left], axis=0), right))
        return [
            _Candidate(outline, *weigh(shares[place]), _index_share(shares[place]))
            for place, outline in enumerate(outlines)
        ]

    def _shares(self, patches: Patches) -> Evidence:
        """Of each two patches, the ends of a card: outlines x ends x (LABELS and no index)."""
        shares = label_shares(*self._network.classify(patches))
        return shares.reshape(-1, ENDS, shares.shape[1])


def label_shares(ranks: Shares, suits: Shares) -> Evidence:
    """How sure each patch is of each of LABELS and, last, of no index: patches x 54, rows sum to 1."""
    faces = (suits[:, : len(SUITS), None] * ranks[:, None, : len(RANKS)]).reshape(len(ranks), -1).astype(np.float64)
    jokers = ranks[:, len(RANKS) : len(RANKS) + 1].astype(np.float64)
    nothing = np.clip(1 - faces.sum(axis=1, keepdims=True) - jokers, 1e-6, 1)
    return np.concatenate((faces, jokers, nothing), axis=1)


def weigh(corners: Evidence) -> tuple[str, float]:
    """The likeliest label of a card and its probability, by Bayes' rule over the shares of its two or four corners.

    Each corner of a card shows the card's index or, with INDEX_IS_SEEN's complement, nothing; each corner of
    something else shows nothing or, seldom, what looks like an index.
    """
    is_seen = np.array(INDEX_IS_SEEN).repeat(ENDS)[: len(corners), None]
    index, nothing = corners[:, :-1], corners[:, -1:]
    of_cards = (is_seen * index + (1 - is_seen) * nothing).prod(axis=0) * (1 - NO_CARD) / len(LABELS)
    of_no_card = float((nothing + STRAY_INDEX * index.sum(axis=1, keepdims=True)).prod()) * NO_CARD
    best = int(of_cards.argmax())
    return LABELS[best], float(of_cards[best] / (of_cards.sum() + of_no_card))


def _closer_look(picture: Picture, quad: Quad) -> Patches:
    """The left corners as they were if the outline were a little too small or too large, and the right corners."""
    corners = np.array(quad)
    middle = corners.mean(axis=0)
    others = [_quad(middle + size * (corners - middle)) for size in OUTLINE_SIZES]
    left = [cut_corners(picture, other, is_right=False) for other in others]
    return np.concatenate((*left, cut_corners(picture, quad, is_right=True)))


def _index_share(corners: Evidence) -> float:
    """How surely any of the corners shows an index, whichever."""
    return float(1 - corners[:, -1].min())


def _ways_round(outline: Outline) -> tuple[Outline, ...]:
    """The outline, its top the end that is higher up; a squarish one also lying on its side."""
    corners = np.array(outline.quad)
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    if corners[0, 1] + corners[1, 1] > corners[2, 1] + corners[3, 1]:
        corners = np.roll(corners, 2, axis=0)
    upright = Outline(_quad(corners), outline.straightness, outline.is_cut)
    if sides.max() / sides.min() > SQUARISH:
        return (upright,)
    return upright, Outline(_quad(np.roll(corners, 1, axis=0)), outline.straightness, outline.is_cut)


def _quad(corners: npt.NDArray[np.float64]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def _sightings(candidates: Sequence[_Candidate], picture: Picture) -> tuple[Sighting, ...]:
    named = _named(candidates)
    return tuple(_sighting(candidate, picture) for candidate in (*named, *_unnamed(candidates, named, picture)))


def _named(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The sure ones, the surest first; of those that lie on each other only the surest."""
    named: list[_Candidate] = []
    for candidate in sorted(candidates, key=lambda candidate: -candidate.confidence):
        if candidate.confidence >= SURE and not _lies_on_any(candidate, named):
            named.append(candidate)
    return named


def _lies_on_any(candidate: _Candidate, others: list[_Candidate]) -> bool:
    return any(_share_in_common(candidate.outline.quad, other.outline.quad) > 0.25 for other in others)


def _share_in_common(one: Quad, other: Quad) -> float:
    """Area of what two outlines have in common, as a share of the smaller one."""
    first, second = np.array(one, np.float32), np.array(other, np.float32)
    common, _ = cv2.intersectConvexConvex(first, second)
    return float(common / max(1.0, min(cv2.contourArea(first), cv2.contourArea(second))))


def _unnamed(candidates: Sequence[_Candidate], named: Sequence[_Candidate], picture: Picture) -> list[_Candidate]:
    """What looks like a card but cannot be read: those with an index in sight first, then the larger ones."""
    unnamed: list[_Candidate] = []
    for candidate in sorted(candidates, key=lambda one: (one.index_share < 0.5, -_area(one.outline.quad))):
        is_left = candidate.confidence < SURE and not _lies_on_any(candidate, [*named, *unnamed])
        if is_left and looks_like_a_card(candidate.outline, picture):
            unnamed.append(candidate)
    return unnamed


def _area(quad: Quad) -> float:
    return float(cv2.contourArea(np.array(quad, np.float32)))


def _sighting(candidate: _Candidate, picture: Picture) -> Sighting:
    is_sure = candidate.confidence >= SURE
    return Sighting(
        label=candidate.label if is_sure else None,
        confidence=candidate.confidence,
        quad=candidate.outline.quad,
        whole=not candidate.outline.is_cut,
        doubt=None if is_sure else doubt_of(picture, candidate.outline.quad),
    )

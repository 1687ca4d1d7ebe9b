"""Reads the cards in one picture: outlines, their corners, what the network says of each corner, one verdict a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import CORNERS, Patches, cut_corners
from vision.deck import JOKER, LABELS
from vision.network import RANK_CLASSES, SUIT_CLASSES, IndexNetwork
from vision.outlines import Outline, find_outlines, find_uppermost
from vision.pictures import Picture
from vision.sightings import Quad, Sighting

SURE = 0.9
"""A card is named from this confidence on."""

INDEX_IS_SEEN = np.array((0.93, 0.15, 0.93, 0.15))[:, None]
"""How often a card's corner shows an index: almost always left, now and then (four-corner packs) right."""

NO_CARD = 0.5
"""Share of outlines that are no card: inner frames, paper, two cards as one."""

STRAY_INDEX = 0.002
"""How often a corner of what is no card looks like a given index."""

MOST_OUTLINES = 48
"""More are not looked at: a picture so full is no table."""

SQUARISH = 1.25
"""Below this aspect either pair of sides may be the shorter one."""

READABLE_WIDTH = 55.0
"""Width in px from which a card's index can be read; below, a doubt is called `small`."""

Evidence = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An outline with its corners and what they say."""

    outline: Outline
    patches: Patches
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

    def read(self, picture: Picture) -> tuple[Sighting, ...]:
        """Every card seen in *picture* (height x width x 3, BGR), the surest first.

        A card that cannot be read surely has no label and a doubt; a table without cards gives nothing.
        """
        candidates = self._judged(picture, find_outlines(picture))
        known = [candidate.outline.quad for candidate in _named(candidates)]
        candidates += self._judged(picture, find_uppermost(picture, known))
        named = _named(candidates)
        unnamed: list[_Candidate] = []
        for candidate in sorted(candidates, key=lambda candidate: -candidate.index_share):
            if _is_surely_a_card(candidate) and not _lies_on_any(candidate, [*named, *unnamed]):
                unnamed.append(candidate)
        return tuple(_sighting(candidate) for candidate in (*named, *unnamed))

    def _judged(self, picture: Picture, found: Sequence[Outline]) -> list[_Candidate]:
        outlines = [turned for outline in found[:MOST_OUTLINES] for turned in _ways_round(outline)]
        if not outlines:
            return []
        patches = np.concatenate([cut_corners(picture, outline.quad) for outline in outlines])
        ranks, suits = self._network.classify(patches)
        candidates = []
        for place, outline in enumerate(outlines):
            corners = slice(place * CORNERS, (place + 1) * CORNERS)
            shares = label_shares(ranks[corners], suits[corners])
            label, confidence = weigh(shares)
            candidates.append(_Candidate(outline, patches[corners], label, confidence, float(1 - shares[:, -1].min())))
        return candidates


def label_shares(ranks: npt.NDArray[np.float32], suits: npt.NDArray[np.float32]) -> Evidence:
    """How sure each corner is of each of LABELS and, last, of no index: corners x 54, rows sum to 1."""
    places = [(RANK_CLASSES.index(label[:-1]), SUIT_CLASSES.index(label[-1])) for label in LABELS if label != JOKER]
    shares = np.zeros((len(ranks), len(LABELS) + 1))
    for column, (rank, suit) in enumerate(places):
        shares[:, column] = ranks[:, rank] * suits[:, suit]
    shares[:, LABELS.index(JOKER)] = ranks[:, RANK_CLASSES.index(JOKER)]
    shares[:, -1] = np.clip(1 - shares.sum(axis=1), 1e-6, 1)
    return shares


def weigh(corners: Evidence) -> tuple[str, float]:
    """The likeliest label of a card and its probability, by Bayes' rule over its four corners' shares.

    Each corner of a card shows the card's index or, with INDEX_IS_SEEN's complement, nothing; each corner of
    something else shows nothing or, seldom, what looks like an index.
    """
    seen, nothing = corners[:, :-1], corners[:, -1:]
    of_cards = (INDEX_IS_SEEN * seen + (1 - INDEX_IS_SEEN) * nothing).prod(axis=0) * (1 - NO_CARD) / len(LABELS)
    of_no_card = float((nothing + STRAY_INDEX * seen.sum(axis=1, keepdims=True)).prod()) * NO_CARD
    best = int(of_cards.argmax())
    return LABELS[best], float(of_cards[best] / (of_cards.sum() + of_no_card))


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


def _is_surely_a_card(candidate: _Candidate) -> bool:
    """Whether what could not be read is a card all the same: with an index in sight, whole, of its proportions."""
    corners = np.array(candidate.outline.quad)
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    aspect = float((sides[1] + sides[3]) / (sides[0] + sides[2]))
    return (
        candidate.confidence < SURE
        and candidate.index_share > 0.5
        and not candidate.outline.is_cut
        and 1.25 < aspect < 1.75
    )


def _sighting(candidate: _Candidate) -> Sighting:
    is_sure = candidate.confidence >= SURE
    return Sighting(
        label=candidate.label if is_sure else None,
        confidence=candidate.confidence,
        quad=candidate.outline.quad,
        whole=not candidate.outline.is_cut,
        doubt=None if is_sure else _doubt(candidate),
    )


def _doubt(candidate: _Candidate) -> str:
    (ax, ay), (bx, by) = candidate.outline.quad[:2]
    if float(np.hypot(bx - ax, by - ay)) < READABLE_WIDTH:
        return "small"
    if float((candidate.patches[::2].min(axis=3) > 250).mean()) > 0.3:
        return "glare"
    return "unsure"

"""Reads the cards in one picture: finds indices, reads each, joins those of one card, one verdict a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.aligner import Aligner
from vision.borders import covered_by, onto_borders, share_in_common
from vision.deck import JOKER, LABELS, RANKS, SUITS
from vision.doubts import doubt_of
from vision.finder import Found, IndexFinder, once_each
from vision.joining import Evidence, Group, Index, joined, read_once
from vision.network import IndexNetwork, Shares
from vision.papers import find_papers
from vision.pictures import Picture
from vision.poses import Pose, cut_patch, rotated
from vision.profile import KnownDeck, Profile
from vision.sightings import Quad, Sighting

SURE = 0.9
"""A card is named from this confidence on."""

LARGEST_SIDE = 2048
"""Pixels. What is larger is made smaller first; a card that is read then has a width of 60 px and more."""

SMALLEST_LEVEL = 96
"""The picture is looked at in halves until its shorter side would be smaller than this, px."""

SURELY_FOUND = 0.6
"""Presence."""

PLAIN_HEIGHT, PLAIN_FINDS = 16.0, 2
"""Where so many indices are surely found and all are so high, px, a larger level would show nothing new: cards on one
table are about of one size."""

OTHER_SIZE = 1.3
"""By so much an index may be higher than the highest or lower than the lowest that is surely found. What is less sure
and further off is none."""

MOST_FINDS = 96
"""More are not looked at: a picture so full is no table."""

LOOKS = ((1.0, 0.0), (1.1, 0.06), (0.92, -0.06))
"""How an index that may be one is cut: sizes, and turns in radians. What is read must hold for all together."""

HOPELESS, PLAIN = 0.95, 0.99
"""So surely no index, or a given one, and the other looks are not taken."""

NO_INDEX = 0.6
"""So surely none after all looks, a find is dropped."""

INDEX_IS_SEEN = 0.98
"""How often an index that stands there is read as one."""

NO_CARD = 0.05
"""Share of finds that are no card."""

ALIKE = 0.3
"""Indices of one card are printed, lit and blurred alike, so what they say is no independent evidence: 0 would take it
as if it were, 1 as if the second one told nothing new."""

STRAY_INDEX = 0.002
"""How often what is no index looks like a given one."""

JOKER_FOUND = 0.6
"""From this presence on an index is taken for a joker's."""

LIKELY_INDEX = 0.5
"""From this presence on, what cannot be read is still told of."""

SAME_PLACE = 0.25
"""Share of the smaller one that two cards have in common from which what cannot be read is no card of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """A card and how it was read."""

    group: Group
    label: str
    confidence: float
    quad: Quad
    is_whole: bool


class Reader:
    """Reads pictures. Load it once; it is for one thread. The same picture gives the same sightings."""

    def __init__(
        self, finder: IndexFinder, aligner: Aligner, network: IndexNetwork, profile: Profile | None = None
    ) -> None:
        self._finder, self._aligner, self._network = finder, aligner, network
        self.deck = None if profile is None else KnownDeck(profile)
        """The pack that is expected on the table, and how well the cards seen lately fit it."""

    @classmethod
    def load(cls, profile: Profile | None = None) -> Reader:
        """A reader with the weights that come with the project. Raises vision.network.WeightsError."""
        return cls(IndexFinder.load(), Aligner.load(), IndexNetwork.load(), profile)

    def read(self, picture: Picture) -> tuple[Sighting, ...]:
        """Every card seen in *picture* (height x width x 3, BGR), the surest first.

        A card that cannot be read surely has no label and a doubt; a table without cards gives nothing.
        """
        smaller = min(1.0, LARGEST_SIDE / max(picture.shape[:2]))
        if smaller < 1:
            picture = _resized(picture, smaller)
        sightings = self._read(picture)
        return sightings if smaller == 1 else tuple(_larger(sighting, 1 / smaller) for sighting in sightings)

    def indices(self, picture: Picture) -> list[Index]:
        """Every index found in a picture of at most LARGEST_SIDE px, and what it says."""
        found = self._find(picture)
        if not found:
            return []
        evidence = self._looked_at(picture, [one.pose for one in found])
        read = [
            Index(one.pose, said, one.presence)
            for one, said in zip(found, evidence, strict=True)
            if said[-1] < NO_INDEX
        ]
        return read_once(read)

    def _looked_at(self, picture: Picture, poses: Sequence[Pose]) -> Evidence:
        """What stands at each pose: once where that is plain, otherwise as several looks together have it."""
        patches = [cut_patch(picture, pose) for pose in poses]
        evidence = self._said(patches)
        hopeful = [n for n in range(len(poses)) if evidence[n, -1] < HOPELESS]
        doubtful = [n for n in hopeful if evidence[n, :-1].max() < PLAIN]
        if doubtful:
            looks = [cut_patch(picture, _otherwise(poses[n], *look)) for n in doubtful for look in LOOKS[1:]]
            others = self._said(looks).reshape(len(doubtful), len(LOOKS) - 1, -1)
            evidence[doubtful] = (evidence[doubtful] + others.sum(axis=1)) / len(LOOKS)
        if self.deck is not None:
            for n in hopeful:
                evidence[n] = self.deck.weighed(patches[n], evidence[n])
        return evidence

    def _find(self, picture: Picture) -> list[Found]:
        found: list[Found] = []
        for scale, level in _levels(picture):
            here = self._finder.look(level)
            found += [Found(one.pose.scaled(1 / scale), one.presence) for one in here]
            if _are_plain(here):
                break
        likeliest = once_each(_of_the_surest_size(found))[:MOST_FINDS]
        aligned = self._aligner.aligned(picture, [one.pose for one in likeliest])
        return once_each([replace(one, pose=pose) for one, pose in zip(likeliest, aligned, strict=True)])

    def _said(self, patches: Sequence[Picture]) -> Evidence:
        return label_shares(*self._network.classify(np.stack(patches)))

    def _read(self, picture: Picture) -> tuple[Sighting, ...]:
        groups = [group for group in joined(self.indices(picture)) if _is_likely(group)]
        quads, borders = onto_borders(picture, [group.pose.quad for group in groups])
        cards = [
            _Read(
                group, *weigh([index.evidence for index in group.indices]), _upright(quad), group.is_both_ends or border
            )
            for group, quad, border in zip(groups, quads, borders, strict=True)
        ]
        named = _named(cards)
        on_top = covered_by(picture, [card.quad for card in named], [_middles(card.group) for card in named])
        sightings = [
            Sighting(
                label=card.label,
                confidence=card.confidence,
                quad=card.quad,
                whole=card.is_whole and not covered and _is_inside(card.quad, picture),
                doubt=None,
                covered_by=covered,
            )
            for card, covered in zip(named, on_top, strict=True)
        ]
        unnamed = _unnamed(cards, named)
        read, unread = ([card.quad for card in some] for some in (named, unnamed))
        papers = find_papers(picture, [*read, *unread])
        backs = () if self.deck is None else self.deck.face_down(picture, read, unread, papers)
        doubtful = [(card.confidence, card.quad, card.is_whole) for card in unnamed]
        doubtful += [(0.0, quad, True) for quad in papers]
        doubtful = [one for one in doubtful if not any(share_in_common(one[1], back) > SAME_PLACE for back in backs)]
        doubtful += [(0.0, quad, True) for quad in backs]
        return (
            *sightings,
            *(
                Sighting(
                    label=None,
                    confidence=confidence,
                    quad=quad,
                    whole=whole,
                    doubt=doubt_of(picture, quad, whole=whole),
                    face_down=quad in backs,
                )
                for confidence, quad, whole in doubtful
            ),
        )


def _is_likely(group: Group) -> bool:
    """Whether a card may lie there: it can be read, or its index is surely there."""
    return group.first.share > 0.5 or group.first.presence >= LIKELY_INDEX


def label_shares(ranks: Shares, suits: Shares) -> Evidence:
    """How sure each patch is of each of LABELS and, last, of no index: patches x 54, rows sum to 1."""
    faces = (suits[:, : len(SUITS), None] * ranks[:, None, : len(RANKS)]).reshape(len(ranks), -1).astype(np.float64)
    jokers = ranks[:, len(RANKS) : len(RANKS) + 1].astype(np.float64)
    nothing = np.clip(1 - faces.sum(axis=1, keepdims=True) - jokers, 1e-6, 1)
    return np.concatenate((faces, jokers, nothing), axis=1)


def weigh(indices: Sequence[Evidence]) -> tuple[str, float]:
    """The likeliest label of a card and its probability, by Bayes' rule over what its indices say.

    An index of a card shows the card's face or, with INDEX_IS_SEEN's complement, nothing; what is no card shows
    nothing or, seldom, what looks like an index.
    """
    said = np.stack(indices)
    index, nothing = said[:, :-1], said[:, -1:]
    alike = len(said) ** -ALIKE
    seen = (INDEX_IS_SEEN * index + (1 - INDEX_IS_SEEN) * nothing).prod(axis=0) ** alike
    stray = float((nothing + STRAY_INDEX * index.sum(axis=1, keepdims=True)).prod()) ** alike
    of_cards, of_no_card = seen * (1 - NO_CARD) / len(LABELS), stray * NO_CARD
    best = int(of_cards.argmax())
    return LABELS[best], float(of_cards[best] / (of_cards.sum() + of_no_card))


def _levels(picture: Picture) -> list[tuple[float, Picture]]:
    """The picture in halves of its size, the smallest first, and how large each is."""
    levels = [(1.0, picture)]
    while min(levels[-1][1].shape[:2]) >= 2 * SMALLEST_LEVEL:
        scale, larger = levels[-1]
        levels.append((scale / 2, _resized(larger, 0.5)))
    return levels[::-1]


def _are_plain(found: Sequence[Found]) -> bool:
    """Whether what was found in a level leaves nothing for a larger one."""
    heights = _sure_heights(found)
    return len(heights) >= PLAIN_FINDS and min(heights) >= PLAIN_HEIGHT


def _of_the_surest_size(found: Sequence[Found]) -> list[Found]:
    """Without what is less sure and of quite another size: a pip, a word, a pattern of the table."""
    heights = _sure_heights(found)
    if not heights:
        return list(found)
    lowest, highest = min(heights) / OTHER_SIZE, max(heights) * OTHER_SIZE
    return [one for one in found if one.presence >= LIKELY_INDEX or lowest <= one.pose.height <= highest]


def _sure_heights(found: Sequence[Found]) -> list[float]:
    return [one.pose.height for one in found if one.presence >= SURELY_FOUND]


def _resized(picture: Picture, times: float) -> Picture:
    height, width = (max(1, round(side * times)) for side in picture.shape[:2])
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _otherwise(pose: Pose, size: float, turn: float) -> Pose:
    return replace(pose, down=rotated(pose.down, turn, size), across=rotated(pose.across, turn))


def _middles(group: Group) -> npt.NDArray[np.float32]:
    return np.array([index.pose.middle for index in group.indices], np.float32)


def _named(cards: Sequence[_Read]) -> list[_Read]:
    return sorted((card for card in cards if _is_named(card)), key=lambda card: -card.confidence)


def _is_named(card: _Read) -> bool:
    """A joker's word is like any other text: it must stand where the finder is sure of an index."""
    is_there = card.label != JOKER or max(index.presence for index in card.group.indices) >= JOKER_FOUND
    return card.confidence >= SURE and is_there


def _unnamed(cards: Sequence[_Read], named: Sequence[_Read]) -> list[_Read]:
    """What may be a card but cannot be read, and is not part of another one."""
    unnamed: list[_Read] = []
    for card in sorted(cards, key=lambda card: -card.group.first.presence):
        is_likely = not _is_named(card) and card.group.first.presence >= LIKELY_INDEX
        if is_likely and not any(share_in_common(card.quad, other.quad) > SAME_PLACE for other in (*named, *unnamed)):
            unnamed.append(card)
    return unnamed


def _upright(quad: Quad) -> Quad:
    """A card is its own upside down: the end that is higher up in the picture comes first."""
    a, b, c, d = quad
    return quad if a[1] + b[1] <= c[1] + d[1] else (c, d, a, b)


def _is_inside(quad: Quad, picture: Picture) -> bool:
    height, width = picture.shape[:2]
    return all(1 <= x <= width - 2 and 1 <= y <= height - 2 for x, y in quad)


def _larger(sighting: Sighting, times: float) -> Sighting:
    a, b, c, d = (((x + 0.5) * times - 0.5, (y + 0.5) * times - 0.5) for x, y in sighting.quad)
    return replace(sighting, quad=(a, b, c, d))

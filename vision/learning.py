"""Learns what one pack looks like from pictures of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from vision.backs import Figure, find_face_down, in_places
from vision.deck import JOKER, LABELS
from vision.joining import joined
from vision.looks import Look, fit, is_on_white, may_be_face, pattern
from vision.pictures import Picture
from vision.poses import Patches, cut_patch
from vision.profile import Profile, likeness
from vision.reader import LARGEST_SIDE, Reader, weigh
from vision.sightings import Quad
from vision.sizes import CardSize

SURE = 0.97
"""So sure the reader must be of a card that is learnt without being told its name."""

LIKELY_INDEX = 0.5
"""From this presence on an index of a card whose name was told is learnt though it could not be read."""

SAME_INDEX = 0.8
"""The two indices of one card correlate so at least."""

ALIKE = 0.93
"""Patches of one face that correlate so are kept as one, their mean."""

MOST_KEPT = 3
"""Kinds of patches kept of a face: the pack's two jokers, an index in other light, indices of other corners."""

TOO_ALIKE = 0.96
"""What correlates so with the card learnt before is that card still."""

USUAL_FIT = 0.93
"""How well cards fit their own face where too few were seen twice."""

MANY = 20

NEEDED = tuple(label for label in LABELS if label != JOKER)
"""A pack has these; not every pack has jokers."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A card in a picture, and its indices."""

    label: str
    patches: tuple[Patches, ...]
    quad: Quad | None = None
    """In pixels of the picture, at most LARGEST_SIDE wide; None where it was not read."""


class Matter(StrEnum):
    """What is the matter with a picture of a card."""

    OTHER_CARD = "other_card"
    NO_INDEX = "no_index"
    UNLIKE = "unlike"
    """What may be the card's indices do not look alike."""
    FACE_UP = "face_up"
    """Its back was to be shown."""
    NO_BACK = "no_back"
    ON_WHITE = "on_white"
    """A back on a table as white as its border."""
    SEVERAL_BACKS = "several_backs"
    ANOTHER_BACK = "another_back"
    """Than the one shown before."""


class Misnamed(ValueError):  # noqa: N818  named for what is the matter
    """A picture that was said to show one card, or a back, shows another, none, or several."""

    def __init__(self, matter: Matter, seen: Sequence[str] = ()) -> None:
        """*seen*: the cards that lie there instead, as far as they can be read."""
        super().__init__(" ".join((matter, *seen)))
        self.matter, self.seen = matter, tuple(seen)


def shown_in(reader: Reader, picture: Picture) -> tuple[Shown, ...]:
    """The cards of which the reader is sure."""
    small = _small(picture)
    cards = []
    for group in joined(reader.indices(small)):
        label, confidence = weigh([index.evidence for index in group.indices])
        if confidence >= SURE:
            alike = [index for index in group.indices if LABELS[index.label] == label]
            cards.append(Shown(label, tuple(cut_patch(small, index.pose) for index in alike), group.pose.quad))
    return tuple(card for card in cards if card.patches)


def shown_as(reader: Reader, picture: Picture, label: str) -> Shown:
    """The one card in a picture of which somebody says the name; the reader need not know such packs.

    Raises Misnamed if it surely is another card, or no index can be found.
    """
    sure = shown_in(reader, picture)
    others = [card.label for card in sure if card.label != label]
    if others:
        raise Misnamed(Matter.OTHER_CARD, others)
    if sure:
        return sure[0]
    small = _small(picture)
    found = [index for index in reader.indices(small) if index.presence >= LIKELY_INDEX]
    if not found:
        raise Misnamed(Matter.NO_INDEX)
    return Shown(label, _most_alike([cut_patch(small, index.pose) for index in found]))


def _most_alike(patches: Sequence[Patches]) -> tuple[Patches, ...]:
    """Of what may be the indices of one card the two that look most alike. Raises Misnamed if none do."""
    if len(patches) == 1:
        return tuple(patches)
    like, one, other = max((likeness(patches[n], patches[m]), n, m) for n in range(len(patches)) for m in range(n))
    if like < SAME_INDEX:
        raise Misnamed(Matter.UNLIKE)
    return patches[one], patches[other]


def beside(picture: Picture, cards: Sequence[Shown]) -> list[Figure]:
    """What may be cards that lie face down beside those that are shown."""
    return find_face_down(_small(picture), [card.quad for card in cards if card.quad is not None])


def shown_back(picture: Picture, face_up: Sequence[Shown]) -> Figure:
    """The card that lies face down in a picture of such cards alone, in pixels of at most LARGEST_SIDE.

    *face_up*: what `shown_in` has found in it.

    Raises Misnamed if a card lies face up, if none or something else lies there, or cards with different backs.
    """
    if face_up:
        raise Misnamed(Matter.FACE_UP, [card.label for card in face_up])
    small = _small(picture)
    places = in_places([figure for figure in find_face_down(small, []) if CardSize.is_straight(figure.quad)])
    backs = [place[0] for place in places if not may_be_face(place[0].look)]
    if not backs:
        raise Misnamed(Matter.FACE_UP if places else Matter.NO_BACK)
    if any(fit(backs[0].look, other.look) <= 0 for other in backs[1:]):
        raise Misnamed(Matter.SEVERAL_BACKS)
    if is_on_white(small, backs[0].quad):
        raise Misnamed(Matter.ON_WHITE)
    return max(backs, key=lambda back: pattern(back.look))


def look_alike(one: Shown, other: Shown) -> bool:
    """Whether two cards, whatever they are called, are one: the second was not laid yet."""
    return max(likeness(first, second) for first in one.patches for second in other.patches) >= TOO_ALIKE


class DeckLearner:
    """Collects what the cards of one pack look like."""

    def __init__(self, known: Profile | None = None) -> None:
        """*known*: what was learnt of it before."""
        self._patches = {label: list(group) for label, group in known.faces.items()} if known is not None else {}
        self._fits: list[float] = []
        self.back = known.back if known is not None else None
        """What the cards look like face down; None where that was not shown."""

    @property
    def learnt(self) -> tuple[str, ...]:
        """The faces that were shown."""
        return tuple(label for label in LABELS if label in self._patches)

    @property
    def missing(self) -> tuple[str, ...]:
        """The faces that are not known yet. A joker is none of them."""
        return tuple(label for label in NEEDED if label not in self._patches)

    def take(self, card: Shown) -> None:
        """Learns one card; the same card may be taken several times."""
        known = self._patches.setdefault(card.label, [])
        for patch in card.patches:
            if known:
                self._fits.append(Profile("", {card.label: np.stack(known)}, USUAL_FIT).fit(patch, card.label))
            known.append(patch)

    def take_back(self, look: Look) -> None:
        """Learns the back; of several looks that with the plainest pattern. Raises Misnamed if it is another one."""
        if self.back is not None and fit(self.back, look) <= 0:
            raise Misnamed(Matter.ANOTHER_BACK)
        self.back = look if self.back is None else max((self.back, look), key=pattern)

    def misnamed(self) -> dict[str, str]:
        """From faces to others that they look like, by rank or suit: a wrong card was shown, or misread."""
        profile = self._whole("")
        looks = {label: profile.looks_like(label) for label in profile.labels}
        return {label: other for label, other in looks.items() if label != other}

    def profile(self, name: str) -> Profile:
        """The pack as far as it is known, without what is misnamed. ValueError if nothing was learnt."""
        whole, wrong = self._whole(name), self.misnamed()
        right = {label: group for label, group in whole.faces.items() if label not in wrong}
        return Profile(name, right, whole.usual_fit, self.back)

    def _whole(self, name: str) -> Profile:
        if not self._patches:
            raise ValueError("no card has been learnt")
        faces = {label: _kept(patches) for label, patches in self._patches.items()}
        usual = float(np.percentile(self._fits, 25)) if len(self._fits) >= MANY else USUAL_FIT
        return Profile(name, faces, usual)


def _kept(patches: Sequence[Patches]) -> Patches:
    """The mean of those that are alike, and what differs from them, at most MOST_KEPT."""
    kinds: list[list[Patches]] = []
    for patch in patches:
        for kind in kinds:
            if likeness(patch, kind[0]) >= ALIKE:
                kind.append(patch)
                break
        else:
            kinds.append([patch])
    kinds.sort(key=len, reverse=True)
    return np.stack([np.mean(kind, axis=0).round().astype(np.uint8) for kind in kinds[:MOST_KEPT]])


def _small(picture: Picture) -> Picture:
    smaller = LARGEST_SIDE / max(picture.shape[:2])
    if smaller >= 1:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA), np.uint8)

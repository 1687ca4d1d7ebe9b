"""What one pack of cards looks like: a second opinion when it is read, and whether another pack lies on the table."""

from __future__ import annotations

import statistics
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.backs import Figure, find_face_down, in_places, told
from vision.borders import share_in_common
from vision.deck import JOKER, LABELS, RANKS, SUITS
from vision.joining import READABLE, Evidence
from vision.looks import HEIGHT, WIDTH, Look
from vision.pictures import Picture
from vision.poses import PATCH_HEIGHT, PATCH_WIDTH, Patches
from vision.sightings import Quad

VERSION, WITHOUT_BACK = 2, 1
"""Of the file's form, and the one before it, which is read as well."""

LEFT, RIGHT = 10, 38
TOP, BOTTOM = 8, 57
"""Columns and rows of a patch in which an index stands: what is compared."""

SPLIT = (26, 46)
"""Between these rows the rank ends and the suit begins: where there is least ink."""

SHIFT = 2
"""So many pixels to each side a patch may lie off."""

SIZES = (0.94, 1.0, 1.06)
"""So much larger or smaller an index may have been cut."""

WEIGHT = 24.0
"""Log-odds of one rank or suit against another for a difference of 1 between their correlations."""

FITS, FITS_WELL = 0.78, 0.93
"""Correlation up to which a profile has no opinion on a patch, and from which on it has its full weight."""

NOT_LEARNT = 0.75
"""What is not in the profile is taken to correlate so with any patch."""

SURELY_ANOTHER = 0.06
"""By so much more a patch must resemble another rank or suit than its own to be taken for that."""

FEWEST_CARDS = 4
"""So many different cards must have been seen to say that they are of another pack."""

LAST_CARDS = 12
"""Of so many different cards it is remembered how well they fit; older ones may be of the pack before."""

LESS_THAN_USUAL = 0.14
"""So much worse than a pack's own cards usually do those of another fit on average: blur and bad light take less."""

LAST_BACKS = 4
"""Of so many cards seen face down it is remembered whether they are of this pack."""

HAS_INDEX = 0.25
"""What shares so much with a card of which an index was found does not lie face down, unless it is this pack's back."""

BACK_COUNTS = 0.5
"""What a back that surely is a profile's, or surely is none, counts beside the mean fit of the faces."""

STRANGE, STRANGE_SHARE, FEWEST_STRANGE = 0.25, 0.2, 3
"""Or so much worse do that share of the cards fit, and so many: packs may differ in the letters of the courts only."""

NO_BACK = (0, HEIGHT, WIDTH, 3)
"""Number of backs in a profile's file, and what one is like."""

DAMAGED = (OSError, ValueError, KeyError, EOFError, NotImplementedError, zipfile.BadZipFile, zlib.error)
"""What reading a file that is no profile, or no longer one, may raise."""

Correlations = npt.NDArray[np.float64]
"""-1 to 1."""

_Windows = npt.NDArray[np.float32]
"""Number x pixels; each of mean 0 and length 1."""


class ProfileError(ValueError):
    """A profile that is not there or cannot be used. The message is for people: what, where, what to do."""


class Profile:
    """The faces of one pack, as straightened index patches, and its back."""

    def __init__(self, name: str, faces: Mapping[str, Patches], usual_fit: float, back: Look | None = None) -> None:
        """*faces*: for each label number x PATCH_HEIGHT x PATCH_WIDTH x 3. *usual_fit*: how well three
        quarters of this pack's own cards fit, when seen in another picture. *back*: None where it was not learnt.
        """
        self.name, self.usual_fit, self.back = name, usual_fit, back
        self.faces = {label: faces[label] for label in LABELS if label in faces}
        suited = {label: group for label, group in self.faces.items() if label != JOKER}
        self._split = _split([patch for group in suited.values() for patch in group])
        self._ranks = _Part(RANKS, [(label[:-1], self._rank_windows(patch)) for label, patch in _each(suited)])
        self._suits = _Part(SUITS, [(label[-1], self._suit_windows(patch)) for label, patch in _each(suited)])
        self._jokers = _Part(
            (JOKER,), [(label, _joker_windows(patch)) for label, patch in _each(self.faces) if label == JOKER]
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The faces that were learnt."""
        return tuple(self.faces)

    @classmethod
    def load(cls, path: Path) -> Profile:
        """Raises ProfileError."""
        try:
            with np.load(path, allow_pickle=False) as stored:
                version, name = int(stored["version"]), str(stored["name"])
                labels, patches = stored["labels"].tolist(), np.asarray(stored["patches"], np.uint8)
                usual_fit = float(stored["usual_fit"])
                backs = np.empty(NO_BACK, np.uint8) if version == WITHOUT_BACK else stored["backs"]
        except FileNotFoundError:
            raise ProfileError(f"{path}: no such deck profile; make it with: cardtable learn-deck") from None
        except DAMAGED:
            raise ProfileError(f"{path}: no deck profile; make it anew with: cardtable learn-deck") from None
        is_sound = patches.shape[1:] == (PATCH_HEIGHT, PATCH_WIDTH, 3) and 0 < len(labels) == len(patches)
        is_sound = is_sound and backs.shape[1:] == NO_BACK[1:] and len(backs) <= 1
        if version not in (VERSION, WITHOUT_BACK) or not is_sound or not set(labels) <= set(LABELS):
            raise ProfileError(f"{path}: a deck profile of another version; make it anew with: cardtable learn-deck")
        faces = {label: patches[[one == label for one in labels]] for label in dict.fromkeys(labels)}
        return cls(name, faces, usual_fit, backs[0] if len(backs) else None)

    def save(self, path: Path) -> None:
        """Writes the profile as one file, all or nothing. Raises ProfileError."""
        labels = [label for label, group in self.faces.items() for _ in group]
        unfinished = path.with_name(f".{path.name}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with unfinished.open("wb") as file:
                np.savez_compressed(
                    file,
                    version=np.int64(VERSION),
                    name=np.str_(self.name),
                    labels=np.array(labels),
                    patches=np.concatenate(list(self.faces.values())),
                    usual_fit=np.float64(self.usual_fit),
                    backs=np.empty(NO_BACK, np.uint8) if self.back is None else self.back[None],
                )
            unfinished.replace(path)
        except OSError as problem:
            raise ProfileError(f"{path}: cannot be written ({problem.strerror}); give another name") from None

    def fits(self, patch: Patches) -> tuple[Correlations, Correlations, float]:
        """How well a patch correlates with each of RANKS, each of SUITS, and a joker; NOT_LEARNT where not learnt."""
        sizes = [_resized(patch, size) for size in SIZES]
        ranks = self._ranks.fits(np.concatenate([self._rank_windows(one) for one in sizes]))
        suits = self._suits.fits(np.concatenate([self._suit_windows(one) for one in sizes]))
        if JOKER not in self.faces:
            return ranks, suits, NOT_LEARNT
        return ranks, suits, float(self._jokers.fits(np.concatenate([_joker_windows(one) for one in sizes]))[0])

    def fit(self, patch: Patches, label: str) -> float:
        """How well a patch correlates with one face, by what fits worse, rank or suit; NOT_LEARNT if not learnt."""
        ranks, suits, joker = self.fits(patch)
        if label == JOKER:
            return joker
        return float(min(ranks[RANKS.index(label[:-1])], suits[SUITS.index(label[-1])]))

    def weighed(self, patch: Patches, evidence: Evidence) -> Evidence:
        """What the network says of a patch, and what the profile adds: faces that look less like it are less likely.

        *evidence*: of each of LABELS and, last, of no index. A patch that looks like no face of the profile leaves it
        as it is.
        """
        ranks, suits, joker = self.fits(patch)
        of_ranks = WEIGHT * self._ranks.trust(ranks) * (ranks - ranks.max())
        of_suits = WEIGHT * self._suits.trust(suits) * (suits - suits.max())
        faces = (of_suits[:, None] + of_ranks[None]).ravel()
        trust = min(self._ranks.trust(ranks), self._suits.trust(suits))
        best = float(ranks.max() + suits.max()) / 2
        said = evidence.copy()
        said[:-1] *= np.exp(np.append(faces, trust * WEIGHT * min(0.0, 2 * (joker - best))))
        # What looks so much like one of the faces is an index.
        said[-1] *= np.exp(-trust * WEIGHT * max(0.0, best - FITS))
        return np.asarray(said / max(float(said.sum()), 1e-12))

    def looks_like(self, label: str) -> str:
        """The face that what was learnt under this label resembles most: another one, if a wrong card was shown."""
        if label == JOKER:
            return label
        fits = [self.fits(patch) for patch in self.faces[label]]
        ranks, suits = np.mean([one[0] for one in fits], axis=0), np.mean([one[1] for one in fits], axis=0)
        ranks[RANKS.index(label[:-1])] += SURELY_ANOTHER
        suits[SUITS.index(label[-1])] += SURELY_ANOTHER
        return RANKS[int(ranks.argmax())] + SUITS[int(suits.argmax())]

    def _rank_windows(self, patch: Patches) -> _Windows:
        """Black and red ranks look alike: only how dark the darkest colour is."""
        return _windows(patch.min(axis=2, keepdims=True), TOP, self._split)

    def _suit_windows(self, patch: Patches) -> _Windows:
        return _windows(patch, self._split, BOTTOM)


class _Part:
    """One look of each rank, or of each suit: the mean of all that was learnt of it, laid over each other."""

    def __init__(self, names: Sequence[str], learnt: Sequence[tuple[str, _Windows]]) -> None:
        looks = [[windows for one, windows in learnt if one == name] for name in names]
        self._is_learnt = np.array([bool(of_one) for of_one in looks])
        self._bank = np.stack([_mean(of_one) for of_one in looks if of_one]) if learnt else None

    def trust(self, fits: Correlations) -> float:
        """How much an opinion on what correlates so counts, 0 to 1: nothing, if it resembles nothing learnt."""
        return float(np.clip((fits[self._is_learnt].max(initial=-1.0) - FITS) / (FITS_WELL - FITS), 0, 1))

    def fits(self, windows: _Windows) -> Correlations:
        fits = np.full(len(self._is_learnt), NOT_LEARNT)
        if self._bank is not None:
            fits[self._is_learnt] = (self._bank @ windows.T).max(axis=1)
        return fits


class KnownDeck:
    """The pack expected on a table, and how well the cards seen lately fit it."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._fits: dict[str, float] = {}
        self._backs: tuple[bool, ...] = ()

    def weighed(self, patch: Patches, evidence: Evidence) -> Evidence:
        """As Profile.weighed; also remembers how well the patch fits the face that it was read as."""
        label, share = LABELS[int(evidence[:-1].argmax())], float(evidence[:-1].max())
        if share >= READABLE and label in self.profile.faces:
            self.note(label, self.profile.fit(patch, label))
        return self.profile.weighed(patch, evidence)

    def note(self, label: str, fit: float) -> None:
        """A card was seen and fits its own face so well; of the same card only the last time counts."""
        self._fits.pop(label, None)
        self._fits[label] = fit
        if len(self._fits) > LAST_CARDS:
            del self._fits[next(iter(self._fits))]

    @property
    def fits(self) -> tuple[float, ...]:
        """Of the last LAST_CARDS different cards read, oldest first: each with its own face."""
        return tuple(self._fits.values())

    def face_down(
        self, picture: Picture, read: Sequence[Quad], unread: Sequence[Quad], papers: Sequence[Quad]
    ) -> tuple[Quad, ...]:
        """The cards in a picture that surely lie face down; remembers whether they are of this pack.

        *read*, *unread*: cards of which an index was found. *papers*: figures like cards without one. Without a back in
        the profile there are none.
        """
        if self.profile.back is None:
            return ()
        found = list[Quad]()
        for place in in_places(find_face_down(picture, read, papers)):
            card = told(self.profile.back, place)
            if card is not None and (card[1] or not _has_index(card[0].quad, unread)):
                self._backs = (*self._backs, card[1])[-LAST_BACKS:]
                found.append(card[0].quad)
        return tuple(found)

    @property
    def has_wrong_back(self) -> bool:
        """Whether cards seen face down are of another pack, and none of this one."""
        return bool(self._backs) and not any(self._backs)

    @property
    def is_wrong(self) -> bool:
        """Whether another pack lies on the table."""
        return self.has_wrong_back or is_other_deck(self.profile, self.fits)


def is_other_deck(profile: Profile, fits: Sequence[float]) -> bool:
    """Whether the last different cards seen are of another pack; *fits*: of each with its own face in the profile."""
    if len(fits) < FEWEST_CARDS:
        return False
    strange = sum(fit < profile.usual_fit - STRANGE for fit in fits)
    is_strange = strange >= max(FEWEST_STRANGE, STRANGE_SHARE * len(fits))
    return is_strange or statistics.fmean(fits) < profile.usual_fit - LESS_THAN_USUAL


def closest(profiles: Sequence[Profile], cards: Sequence[tuple[str, Patches]], backs: Sequence[Figure] = ()) -> Profile:
    """The profile of the pack that these cards, label and patch, are of; ValueError without profiles.

    *backs*: what may be cards that lie face down beside them.
    """
    places = in_places(backs)

    def closeness(profile: Profile) -> float:
        faces = statistics.fmean([profile.fit(patch, label) for label, patch in cards] or [0.0])
        return faces + BACK_COUNTS * _fit_of_backs(profile, places)

    return max(profiles, key=closeness)


def _fit_of_backs(profile: Profile, places: Sequence[Sequence[Figure]]) -> float:
    """-1 where all that lies face down is of another pack, 1 where a card of this one does, 0 where nobody can say."""
    if profile.back is None:
        return 0.0
    cards = [told(profile.back, place) for place in places]
    are_own = [card[1] for card in cards if card is not None]
    return 0.0 if not are_own else 1.0 if any(are_own) else -1.0


def _has_index(quad: Quad, unread: Sequence[Quad]) -> bool:
    return any(share_in_common(quad, other) > HAS_INDEX for other in unread)


def likeness(one: Patches, other: Patches) -> float:
    """How well two patches correlate, moved to where they do best."""
    still = _windows(one, TOP, BOTTOM)
    return float((_windows(other, TOP, BOTTOM) @ still[len(still) // 2]).max())


def _each(faces: Mapping[str, Patches]) -> list[tuple[str, Patches]]:
    return [(label, patch) for label, group in faces.items() for patch in group]


def _split(patches: Sequence[Patches]) -> int:
    """The row between rank and suit."""
    if not patches:
        return sum(SPLIT) // 2
    ink = 255 - np.stack(patches).min(axis=3)[:, :, LEFT:RIGHT].mean(axis=(0, 2))
    return SPLIT[0] + int(ink[SPLIT[0] : SPLIT[1]].argmin())


def _joker_windows(patch: Patches) -> _Windows:
    return _windows(patch, TOP, BOTTOM)


def _resized(patch: Patches, size: float) -> Patches:
    """The patch with its middle *size* times as large."""
    if size == 1:
        return patch
    x, y = (PATCH_WIDTH - 1) / 2, (PATCH_HEIGHT - 1) / 2
    matrix = np.array(((size, 0, x - size * x), (0, size, y - size * y)))
    larger = cv2.warpAffine(patch, matrix, (PATCH_WIDTH, PATCH_HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(larger, np.uint8)


def _windows(patch: Patches, top: int, bottom: int) -> _Windows:
    """Every place of a part of a patch where rank or suit may be; the middle one is the place where it should be."""
    levels = patch.astype(np.float32)
    moves = range(-SHIFT, SHIFT + 1)
    cuts = np.stack([levels[top + y : bottom + y, LEFT + x : RIGHT + x] for y in moves for x in moves])
    cuts -= cuts.mean(axis=(1, 2), keepdims=True)
    flat = cuts.reshape(len(cuts), -1)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-3), np.float32)


def _mean(looks: Sequence[_Windows]) -> _Windows:
    """The mean of looks of one thing, each moved to where it fits the first."""
    first = looks[0][len(looks[0]) // 2]
    moved = np.mean([windows[int((windows @ first).argmax())] for windows in looks], axis=0)
    return np.asarray(moved / max(float(np.linalg.norm(moved)), 1e-6), np.float32)

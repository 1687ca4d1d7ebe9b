"""One zone over many pictures: quiet, disturbed, at rest again, read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.calibration import Cutout
from vision.light import Float, Mask
from vision.mat import Zone
from vision.motion import cleaned, differs
from vision.pictures import Picture
from vision.sightings import Span
from vision.steady import Change, Lying, Nearness, agree, changes

_AGAIN_NS = 150_000_000
"""How long to wait before a zone that could not be read is read again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long cards must rest, and how long vision tries to read them."""

    settle_ms: int = 400
    """So long a zone must be undisturbed, and its reading the same, for a card to count."""
    patience_ms: int = 1500
    """So long an unreadable card is tried again, from when it came to rest."""
    readings: int = 2
    """So many readings must say the same for a card to count at once."""
    watched_ms: int = 1000
    """So often it is said up to when the readings are complete, where there is nothing else to say."""

    @property
    def settle_ns(self) -> int:
        """`settle_ms` in nanoseconds."""
        return self.settle_ms * 1_000_000

    @property
    def patience_ns(self) -> int:
        """`patience_ms` in nanoseconds."""
        return self.patience_ms * 1_000_000

    @property
    def watched_ns(self) -> int:
        """`watched_ms` in nanoseconds."""
        return self.watched_ms * 1_000_000


SWIFT = Patience(settle_ms=100, patience_ms=800, readings=1, watched_ms=30)
"""For games in which the next card covers the last one after half a second, and a verdict waits for the camera."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Settled:
    """What lay in a zone at rest, and is to be told."""

    change: Change
    during: Span
    """From the last frame in which the zone looked as before to the first since which it looked like this."""
    until_ns: int
    """The last frame in which it did."""
    looks: Float
    """The small picture of it, under the quiet picture's light."""
    cutout: Cutout
    """The picture that was read last."""


class ZoneWatch:
    """What is known of one zone. Times are of frames, in CLOCK_MONOTONIC nanoseconds."""

    def __init__(self, zone: Zone, patience: Patience, start_ns: int) -> None:
        """Nothing is known at first: the zone counts as disturbed until it has been read."""
        self.zone = zone
        self.quiet_ns = start_ns
        """The last frame in which the zone looked as it was last read."""
        self.still_ns = start_ns
        """The first frame since which it has looked as it does now."""
        self.is_disturbed = True
        self.bare: Float | None = None
        """The small picture from when the zone was empty, once it was."""
        self._patience = patience
        self._near = Nearness()
        self._lying: tuple[Lying, ...] = ()
        self._seen: frozenset[str] = frozenset()
        self._still: Float | None = None
        self._rested_ns = start_ns
        self._readings: tuple[Change, ...] = ()
        self._untold: Settled | None = None
        self._read_again_ns = 0
        self._is_doubted = True

    @property
    def _pause_ns(self) -> int:
        """How long to wait before another reading."""
        return min(_AGAIN_NS, self._patience.settle_ns // 2)

    @property
    def lying(self) -> tuple[Lying, ...]:
        """The cards that lay here when the zone was last quiet."""
        return self._lying

    def disturb(self) -> None:
        """Nobody knows what lies there now: the zone must come to rest and be read again."""
        self._is_doubted = True
        self._touch()

    def _touch(self) -> None:
        self.is_disturbed = True
        self._still = None
        self._forget_readings()

    def _forget_readings(self) -> None:
        self._readings = ()
        self._untold = None

    def saw(self, is_changed: bool, taken_ns: int) -> None:
        """One frame, in which the zone looks as when it was quiet, or not."""
        if self.is_disturbed:
            return
        if is_changed:
            self._touch()
        else:
            self.quiet_ns = taken_ns

    def is_at_rest(self, normalised: Float, as_taken: Picture, where: Mask, moved_px: float, taken_ns: int) -> bool:
        """Whether a disturbed zone has looked the same for long enough to be read (or read once more).

        *moved_px*: so many changed pixels of the small picture are movement.
        """
        if self._still is not None and self._moved(self._still, normalised, as_taken, where) <= moved_px:
            self._rested_ns = taken_ns
            rested = taken_ns - self.still_ns
            is_enough = len(self._readings) + 1 >= self._patience.readings
            needed = self._patience.settle_ns if is_enough else self._patience.settle_ns // 2
            return rested >= needed and taken_ns >= self._read_again_ns
        self._still = normalised
        self.still_ns = self._rested_ns = taken_ns
        self._forget_readings()
        self._read_again_ns = 0
        return False

    def broken_off(self, normalised: Float, as_taken: Picture, where: Mask, moved_px: float) -> Settled | None:
        """What lay at rest long enough to count but could not be read yet, if this picture ends its rest.

        It is told without waiting any longer, as the next card may be covering it already.
        """
        if self._still is None or self._untold is None:
            return None
        if self._moved(self._still, normalised, as_taken, where) <= moved_px:
            return None
        return replace(self._untold, until_ns=self._rested_ns)

    @staticmethod
    def _moved(still: Float, normalised: Float, as_taken: Picture, where: Mask) -> int:
        rows, columns = np.nonzero(where.any(axis=1))[0], np.nonzero(where.any(axis=0))[0]
        box = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
        changed = differs(still[box], normalised[box], as_taken[box]) & where[box]
        return int(np.count_nonzero(cleaned(changed)))

    def is_as_before(self, is_changed: bool) -> bool:
        """Whether a zone at rest looks as it did when it was last read: something only passed over it."""
        return not is_changed and not self._is_doubted

    def has_settled(self, taken_ns: int) -> bool:
        """Whether a zone at rest has been so for as long as a card needs to count."""
        return taken_ns - self.still_ns >= self._patience.settle_ns

    def try_later(self, taken_ns: int) -> None:
        """The zone cannot be read now: an arm is in the way, or the camera was pushed."""
        self._forget_readings()
        self._read_again_ns = taken_ns + self._pause_ns

    def settle(
        self, reading: Sequence[Lying], cutout: Cutout, looks: Float, is_clear: bool, taken_ns: int
    ) -> Settled | None:
        """Takes in a *reading* of *cutout*, the zone at rest; what is to be told once it counts, None until then.

        *is_clear*: whether the reading accounts for all that looks otherwise.
        """
        change = changes(self._lying, reading, self._seen, self._near)
        earlier, self._readings = self._readings, (*self._readings, change)
        self._read_again_ns = taken_ns + self._pause_ns
        # Any earlier one: between two good readings one may fail, and that contradicts neither.
        agreeing = sum(agree(reading, change, self._near) for reading in earlier)
        agrees = agreeing + 1 >= self._patience.readings
        settled = Settled(
            change=change if agrees else _only_agreed(earlier[-1] if earlier else None, change),
            during=Span(self.quiet_ns, self.still_ns),
            until_ns=taken_ns,
            looks=looks,
            cutout=cutout,
        )
        rested = taken_ns - self.still_ns
        counts = is_clear and rested >= self._patience.settle_ns
        self._untold = settled if counts else None
        # One that lies where a known card lay may be that one or another exactly on it: it is worth another reading.
        is_sure = agrees and not change.unread and not any(card.label is None and card.whole for card in reading)
        return settled if rested >= self._patience.patience_ns or (counts and is_sure) else None

    def become_quiet(self, lying: Sequence[Lying], taken_ns: int) -> None:
        """The zone has been read and everything reported."""
        self._lying = tuple(lying)
        labels = frozenset(card.label for card in lying if card.label is not None)
        self._seen = self._seen | labels if lying else frozenset()
        self.quiet_ns = taken_ns
        self.is_disturbed = self._is_doubted = False
        self._still = None
        self._forget_readings()


def _only_agreed(first: Change | None, change: Change) -> Change:
    """Readings that go on contradicting each other: what they do not agree on was not read."""
    agreed = {card.label for card in first.laid + first.moved} if first is not None else set()
    doubtful = [card for card in change.laid + change.moved if card.label not in agreed]
    return Change(
        laid=tuple(card for card in change.laid if card not in doubtful),
        moved=tuple(card for card in change.moved if card not in doubtful),
        unread=change.unread + tuple(card for card in doubtful if card.whole),
        lying=change.lying,
    )

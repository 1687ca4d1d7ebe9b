"""Keeps the quiet picture true: takes in what has come to stay and is no card."""

from __future__ import annotations

import numpy as np

from vision.ground import Ground
from vision.light import Float, Mask
from vision.motion import Motion, differs
from vision.pictures import Picture

EVERY_NS = 500_000_000
_THINGS, _ARMS = 6, 16
"""After how many checks a thing counts as lying there, and an arm that lies still beside the zones as furniture."""


class Upkeep:
    """Watches what looks otherwise than the quiet picture and does not move."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._zones = np.logical_or.reduce(list(ground.zones.values()))
        self._next_ns = 0
        self._last: Float | None = None
        self._checks = np.zeros(ground.inside.shape, np.uint8)
        self._free_checks = 0
        self._taken_in = np.zeros(ground.inside.shape, np.bool_)
        self._before = np.zeros((*ground.inside.shape, 3), np.float32)

    def is_due(self, taken_ns: int) -> bool:
        """Whether it is time for a check; true once every half second."""
        if taken_ns < self._next_ns:
            return False
        self._next_ns = taken_ns + EVERY_NS
        return True

    def light_has_settled(self, motion: Motion) -> bool:
        """Whether for a second nothing but the light was otherwise, so that the picture may be taken as quiet."""
        self._free_checks = 0 if motion.changed.any() else self._free_checks + 1
        if self._free_checks < 2:
            return False
        self._free_checks = 0
        return True

    def to_adopt(self, motion: Motion, as_taken: Picture, disturbed: Mask) -> Mask:
        """Where what is otherwise has come to stay, outside the *disturbed* zones."""
        if self._last is not None:
            stays = motion.changed & ~differs(self._last, motion.normalised, as_taken) & ~disturbed
            self._checks = np.where(stays, np.minimum(self._checks, 254) + 1, 0).astype(np.uint8)
        self._last = motion.normalised
        arms_in_zones = motion.arm_mask & bool((motion.arm_mask & self._zones).any())
        lies = (self._checks >= _THINGS) & ~motion.arm_mask
        rests = (self._checks >= _ARMS) & motion.arm_mask & ~arms_in_zones
        return np.asarray(lies | rests)

    def take_in(self, where: Mask, quiet: Float) -> None:
        """Remembers how the quiet picture looked *where* something that has come to stay is about to be taken in."""
        self._before[where] = quiet[where]
        self._taken_in |= where

    def gone_again(self, motion: Motion, as_taken: Picture) -> Mask:
        """Where the mat looks again as it did before something was taken in: it did not stay after all.

        Without this an arm that lay still for long would leave its likeness behind, and that would pass for an arm.
        """
        again = np.asarray(self._taken_in & motion.changed & ~differs(self._before, motion.normalised, as_taken))
        self._taken_in &= ~again
        return again

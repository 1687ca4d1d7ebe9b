"""The simulated table as a camera that vision can use."""

from __future__ import annotations

from table.twin.clock import TwinClock
from table.twin.mischief import NONE, Mischief
from table.twin.picture import Studio
from table.twin.scene import Stage
from table.twin.sprites import Pixels
from vision.frames import Frame

FRAME_NS = 33_333_333
"""Thirty frames a second."""
EXPOSURE_NS = 10_000_000
"""One half wave of the mains, as lamps on 50 Hz want it."""


class TwinCamera:
    """A `vision.frames.Camera` over a stage. Its time is the twin's: it never waits, and never moves the clock."""

    def __init__(
        self,
        clock: TwinClock,
        stage: Stage,
        studio: Studio,
        *,
        mischief: Mischief = NONE,
        frame_ns: int = FRAME_NS,
    ) -> None:
        self._clock = clock
        self._stage = stage
        self._studio = studio
        self._mischief = mischief
        self._frame_ns = frame_ns
        self._last: Frame | None = None
        self._due_ns = clock.now_ns()
        self._asked = 0

    @property
    def name(self) -> str:
        """What people call it."""
        return "the simulated camera"

    @property
    def ended(self) -> bool:
        """Never: the simulated table stays."""
        return False

    @property
    def due_ns(self) -> int:
        """From when on the next frame can be had."""
        return self._due_ns

    def next_frame(self, timeout_s: float) -> Frame | None:
        """The scene as it is now; None while the next frame is not due, and for a frame that gets lost."""
        now = self._clock.now_ns()
        if now < self._due_ns:
            return None
        self._due_ns = now + self._frame_ns
        self._asked += 1
        if self._is_lost(now):
            return None
        self._last = Frame(self._exposed(now), now, EXPOSURE_NS)
        return self._last

    def close(self) -> None:
        """Nothing to let go of."""

    def _is_lost(self, now: int) -> bool:
        every, silent = self._mischief.lose_one_frame_in, self._mischief.silent_from_ns
        return (every > 0 and self._asked % every == 0) or (silent is not None and now >= silent)

    def _exposed(self, now: int) -> Pixels:
        frozen = self._mischief.frozen_from_ns
        if self._last is not None and frozen is not None and now >= frozen:
            return self._last.pixels.copy()
        return self._studio.picture(self._stage.scene, now)

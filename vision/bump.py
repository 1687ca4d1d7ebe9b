"""Notices that the camera or the mat was pushed, by the mat's markers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.calibration import Points
from vision.markers import SeenMarker, find_markers
from vision.pictures import Picture

PUSHED_PX = 2.0
"""Markers tremble by less than this."""


class MarkerGuard:
    """Compares markers with where they were when the camera was calibrated."""

    def __init__(self, dictionary: str, seen: Sequence[SeenMarker]) -> None:
        """*seen*: the markers in the picture of the calibration. With none, nothing is ever noticed."""
        self._dictionary = dictionary
        self._seen = tuple(seen)
        self._turn = 0

    def is_pushed(self, picture: Picture) -> bool | None:
        """Whether the markers have moved; None if none can be seen.

        The first one that is seen in its place answers for all; a push moves them all. They are looked for all over
        the picture where none is near its place, which takes some 10 ms.
        """
        told = []
        self._turn += 1
        for number in range(len(self._seen)):
            distance = self._moved_px(picture, self._seen[(self._turn + number) % len(self._seen)])
            if distance is not None and distance <= PUSHED_PX:
                return False
            told += [] if distance is None else [distance]
        if self._seen and not told:
            told = _moved_all(self._seen, find_markers(picture, self._dictionary))
        return None if not told else float(np.median(told)) > PUSHED_PX

    def _moved_px(self, picture: Picture, marker: SeenMarker) -> float | None:
        """How far a marker has moved, looked for only where it was and a marker's size about it."""
        was: Points = np.array(marker.corners)
        reach = was.max(axis=0) - was.min(axis=0)
        left, top = np.maximum(was.min(axis=0) - reach, 0).astype(int)
        right, bottom = (was.max(axis=0) + reach).astype(int)
        part = np.ascontiguousarray(picture[top:bottom, left:right])
        if min(part.shape[:2]) < 8:
            return None
        found = find_markers(part, self._dictionary, offset=(float(left), float(top)))
        return next(iter(_moved_all([marker], found)), None)


def _moved_all(before: Sequence[SeenMarker], now: Sequence[SeenMarker]) -> list[float]:
    """How far those markers have moved that are in both, in pixels."""
    return [
        float(np.linalg.norm(np.array(new.corners) - np.array(old.corners), axis=-1).mean())
        for old in before
        for new in now
        if new.id == old.id
    ]

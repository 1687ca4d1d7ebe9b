"""The last seconds of what a camera saw, small and in memory alone, to be looked at again."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Frame
from vision.pictures import Picture

LONGEST_PX = 640
"""No side of a small picture is longer."""

SPAN_NS = 2_500_000_000
"""How far back the pictures go."""

SPACING_NS = 30_000_000
"""Pictures nearer to the one before are left out: of a camera with more than 33 a second not every one is kept."""

QUALITY = 70


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """One small picture. Not yet a JPEG: most are forgotten unseen, and packing one costs more than making it."""

    taken_ns: int
    """CLOCK_MONOTONIC nanoseconds, as the frame's."""
    planes: npt.NDArray[np.uint8]
    """Brightness of every pixel and colour of every fourth (I420): half the memory of BGR."""

    @classmethod
    def of(cls, frame: Frame) -> Glimpse:
        """The frame made small."""
        return cls(frame.taken_ns, small(frame.pixels))

    def jpeg(self) -> bytes:
        """The picture as JPEG, about 25 kB."""
        picture = cv2.cvtColor(self.planes, cv2.COLOR_YUV2BGR_I420)
        worked, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
        if not worked:
            raise ValueError(f"OpenCV could not write a picture of shape {picture.shape} as JPEG")
        return data.tobytes()


class Recent:
    """A ring of small pictures. For one thread at a time."""

    def __init__(self, span_ns: int = SPAN_NS) -> None:
        self._span_ns = span_ns
        self._ring: deque[Glimpse] = deque(maxlen=span_ns // SPACING_NS + 1)

    def wants(self, taken_ns: int) -> bool:
        """Whether a picture taken then is to be added: it comes long enough after the last."""
        return not self._ring or taken_ns >= self._ring[-1].taken_ns + SPACING_NS

    def add(self, glimpse: Glimpse) -> None:
        """Keeps it, and forgets what is older than the span."""
        self._ring.append(glimpse)
        while self._ring[0].taken_ns < glimpse.taken_ns - self._span_ns:
            self._ring.popleft()

    def since(self, first_ns: int) -> tuple[Glimpse, ...]:
        """Those taken from then on, oldest first."""
        return tuple(glimpse for glimpse in self._ring if glimpse.taken_ns >= first_ns)

    @property
    def nbytes(self) -> int:
        """Memory that the pictures take, in bytes."""
        return sum(glimpse.planes.nbytes for glimpse in self._ring)


def small(picture: Picture) -> npt.NDArray[np.uint8]:
    """A BGR picture as I420, divided by a whole number so that no side is longer than `LONGEST_PX`.

    Halving has a fast path in OpenCV's area mean; for larger steps only two pixels in each direction are looked at,
    which is as quick and good enough to see a hand.
    """
    height, width = picture.shape[:2]
    step = -(-max(height, width) // LONGEST_PX)
    size = (max(2, width // step // 2 * 2), max(2, height // step // 2 * 2))
    way = cv2.INTER_AREA if step == 2 else cv2.INTER_LINEAR
    shrunk = picture if size == (width, height) else cv2.resize(picture, size, interpolation=way)
    return np.asarray(cv2.cvtColor(shrunk, cv2.COLOR_BGR2YUV_I420), np.uint8)

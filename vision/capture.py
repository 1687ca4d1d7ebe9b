"""Films and cameras that OpenCV opens."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import CameraLost, CameraMissing, Frame, SourceError
from vision.pictures import Picture

FROZEN_NS = 2_000_000_000
"""No sensor is without noise: pictures equal to the last bit for so long mean a camera that is gone (OpenCV #14044)."""
SAME_CLOCK_NS = 5_000_000_000
"""A driver's time further than this from CLOCK_MONOTONIC is on another clock."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used here."""

    def isOpened(self) -> bool: ...  # noqa: N802  OpenCV's name

    def read(self) -> tuple[bool, npt.NDArray[np.uint8] | None]: ...

    def get(self, property_id: int, /) -> float: ...

    def set(self, property_id: int, value: float, /) -> bool: ...

    def release(self) -> None: ...


def open_with_opencv(source: int | str) -> Capture:
    """A `cv2.VideoCapture` on a device's number or path, or on a film."""
    # What OpenCV logs of a camera that is not there would stand among the messages for people at every new try.
    before = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        return cast(Capture, cv2.VideoCapture(source))
    finally:
        cv2.utils.logging.setLogLevel(before)


class VideoFile:
    """A film, as fast as it is asked for."""

    def __init__(self, path: Path) -> None:
        """SourceError if the file is no film that this OpenCV can open."""
        self._path = path
        if not path.is_file():
            raise SourceError(f"{path}: no such film; check the name")
        self._film = open_with_opencv(str(path))
        if not self._film.isOpened():
            raise SourceError(f"{path}: not a film that OpenCV can open; try MP4 (H.264) or AVI (MJPEG)")
        rate = self._film.get(cv2.CAP_PROP_FPS)
        self._step_ns = round(1e9 / rate) if 0 < rate < 1000 else 33_333_333
        self._last_ns: int | None = None
        self._ended = False

    @property
    def name(self) -> str:
        """The file's path."""
        return str(self._path)

    @property
    def ended(self) -> bool:
        """Whether the film is over."""
        return self._ended

    def next_frame(self, timeout_s: float) -> Frame | None:
        """The next frame, its time counted from the film's beginning; None at the end.

        SourceError if not even the first frame can be decoded.
        """
        worked, pixels = self._film.read()
        if not worked or pixels is None:
            self._ended = True
            if self._last_ns is None:
                raise SourceError(f"{self._path}: no frame of this film can be decoded; is it cut off?")
            return None
        self._last_ns = self._time()
        return Frame(_three_channels(pixels), self._last_ns)

    def _time(self) -> int:
        stated = round(self._film.get(cv2.CAP_PROP_POS_MSEC) * 1e6)
        if self._last_ns is None:
            return max(stated, 0)
        # Some containers state no times, or the same one twice: then the frame rate must do.
        return stated if stated > self._last_ns else self._last_ns + self._step_ns

    def close(self) -> None:
        """Closes the file."""
        self._ended = True
        self._film.release()


class CaptureDevice:
    """A USB or other V4L2 camera.

    A read of OpenCV cannot be cut short, so `timeout_s` is not kept: V4L2 itself
    gives up after ten seconds. Whoever must notice sooner watches from outside.
    """

    def __init__(
        self,
        device: int | str = 0,
        *,
        size: tuple[int, int] = (1280, 960),
        frames_per_s: float = 30.0,
        open_capture: Callable[[int | str], Capture] = open_with_opencv,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Opens the camera (number or path) and asks for *size* in pixels; the driver may choose another.

        CameraMissing if it does not open.
        """
        self._device = device
        self._clock_ns = clock_ns
        self._camera = open_capture(device)
        if not self._camera.isOpened():
            raise CameraMissing(
                f"no camera answers at {self.name}. Check the cable, and with `ls /dev/video*` its number; "
                "another program may be using it"
            )
        # Uncompressed pictures of this size do not fit through USB 2 at full rate.
        self._camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        for setting, value in zip(
            (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FPS), (*size, frames_per_s), strict=True
        ):
            self._camera.set(setting, value)
        self._last: Frame | None = None
        self._changed_ns = 0

    @property
    def name(self) -> str:
        """The device's number or path."""
        return f"/dev/video{self._device}" if isinstance(self._device, int) else self._device

    @property
    def ended(self) -> bool:
        """Never: a live camera is lost, it does not end."""
        return False

    def next_frame(self, timeout_s: float) -> Frame | None:
        """The next frame. CameraLost if reading fails, or the very same picture comes for two seconds."""
        worked, pixels = self._camera.read()
        if not worked or pixels is None:
            since = self._last.taken_ns if self._last else self._clock_ns()
            raise CameraLost(f"the camera at {self.name} gives no pictures any more; check its cable", since)
        frame = Frame(_three_channels(pixels), self._time())
        if self._last is None or not _same(frame.pixels, self._last.pixels):
            self._changed_ns = frame.taken_ns
        elif frame.taken_ns - self._changed_ns >= FROZEN_NS:
            reason = (
                f"the camera at {self.name} has repeated one picture for two seconds; unplug it and plug it in again"
            )
            raise CameraLost(reason, self._changed_ns)
        self._last = frame
        return frame

    def _time(self) -> int:
        """The driver's time of the frame where it is on CLOCK_MONOTONIC (V4L2's is), otherwise the time of reading."""
        now = self._clock_ns()
        stated = round(self._camera.get(cv2.CAP_PROP_POS_MSEC) * 1e6)
        taken = stated if abs(now - stated) < SAME_CLOCK_NS else now
        return taken if self._last is None else max(taken, self._last.taken_ns + 1)

    def close(self) -> None:
        """Lets go of the device."""
        self._camera.release()


def _three_channels(pixels: npt.NDArray[np.uint8]) -> Picture:
    return pixels if pixels.ndim == 3 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)


def _same(one: Picture, other: Picture) -> bool:
    """Whether every eighth row is equal to the last bit; the noise of a live sensor is in every row."""
    return one.shape == other.shape and bool(np.array_equal(one[::8], other[::8]))

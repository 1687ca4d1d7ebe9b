"""A picture and the moment it was taken, and where pictures come from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from vision.pictures import SUFFIXES, Picture, PictureError, load_picture

MOVEMENT_NS = 1_000_000_000
"""How far apart the pictures of a folder are said to be: nobody knows, but one comes after the other."""


class SourceError(Exception):
    """Pictures cannot be had from there. The message is for people: what, where, what to do."""


class CameraMissing(SourceError):  # noqa: N818  named for what is the matter; "Error" would say less
    """No camera answers."""


class CameraLost(SourceError):  # noqa: N818  as above
    """A camera that worked has stopped."""

    def __init__(self, reason: str, since_ns: int) -> None:
        """*since_ns*: CLOCK_MONOTONIC time from which on it cannot be relied on."""
        super().__init__(reason)
        self.since_ns = since_ns


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a camera."""

    pixels: Picture
    taken_ns: int
    """CLOCK_MONOTONIC nanoseconds at the start of the exposure, as sharply as the camera knows it."""
    exposure_ns: int = 0
    """How long it was exposed; 0 where the camera does not say."""


class Camera(Protocol):
    """Whatever gives one frame after the other, each taken later than the one before."""

    @property
    def name(self) -> str:
        """What people call it, for messages."""
        ...

    @property
    def ended(self) -> bool:
        """Whether there will be no more frames because a film or folder is over. A live camera never ends."""
        ...

    def next_frame(self, timeout_s: float) -> Frame | None:
        """The next frame; None if none came within *timeout_s* or the source has ended.

        Raises CameraLost when the camera has stopped working.
        """
        ...

    def close(self) -> None:
        """Lets go of the camera. May be called twice."""
        ...


class PictureFolder:
    """The pictures of a folder in natural order of their names (`9.jpg` before `10.jpg`), each a movement later."""

    def __init__(self, folder: Path) -> None:
        """Opens every picture once, so that a broken one stops the program before anything has been judged.

        Raises SourceError if there is no such folder, no picture in it, or one cannot be read.
        """
        self._folder = folder
        self._paths = _pictures(folder)
        self._next = 0
        for path in self._paths:
            _open(path)

    @property
    def name(self) -> str:
        """The folder's path."""
        return str(self._folder)

    @property
    def ended(self) -> bool:
        """Whether all pictures have been given."""
        return self._next == len(self._paths)

    def next_frame(self, timeout_s: float) -> Frame | None:
        """The next picture, at once; its time counts movements, not a clock. None after the last one."""
        if self.ended:
            return None
        frame = Frame(_open(self._paths[self._next]), self._next * MOVEMENT_NS)
        self._next += 1
        return frame

    def close(self) -> None:
        """Gives no more pictures."""
        self._next = len(self._paths)


def _pictures(folder: Path) -> tuple[Path, ...]:
    try:
        inside = sorted(folder.iterdir(), key=_natural)
    except OSError as error:
        raise SourceError(f"{folder}: cannot be opened ({error.strerror}); give a folder with pictures") from None
    found = tuple(path for path in inside if path.suffix.lower() in SUFFIXES and path.is_file())
    if not found:
        raise SourceError(f"{folder}: no pictures in this folder; expected files such as 01.jpg or 01.png")
    return found


def _natural(path: Path) -> tuple[tuple[str, int], ...]:
    """Text and numbers in turn, so that numbers compare by value."""
    return tuple((text.casefold(), int(digits or 0)) for text, digits in re.findall(r"(\D*)(\d*)", path.name))


def _open(path: Path) -> Picture:
    try:
        return load_picture(path)
    except PictureError as error:
        raise SourceError(str(error)) from None

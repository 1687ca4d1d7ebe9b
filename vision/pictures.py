"""Pictures from files, as every other module of vision wants them: three channels, eight bits, BGR."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.formats import Header, read_header

Picture = npt.NDArray[np.uint8]
"""Height x width x 3, BGR."""

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"})
"""What counts as a picture when a folder is given."""

ENOUGH_PX = 2048
"""Nothing that reads cards looks at more pixels to a side: a JPEG of twice that or more is made smaller in decoding."""

MOST_PIXELS = 120_000_000
"""What has more and cannot be decoded at a smaller size is refused: decoding takes 3 to 6 bytes a pixel."""

PLAIN_PIXELS = 40_000_000
"""What has more is decoded to eight bits without its transparency: the rest would take more memory than it is worth."""

MOST_JPEG_PIXELS = 1_000_000_000
"""OpenCV refuses more than this (2 to the power of 30) whatever the format."""

MOST_BYTES = 500_000_000
"""A larger file is no picture of a table."""

_SMALLER = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}

_BEHIND = 128
"""Grey on which transparent pictures are laid: white paper and black ink both stand out from it."""


class PictureError(ValueError):
    """A file or folder that gives no picture. The message is for people: what, where, what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A picture, and how it was made smaller."""

    pixels: Picture
    times: int = 1
    """How many pixels of the file, as a viewer shows it, one of these is wide."""

    def in_file(self, point: tuple[float, float]) -> tuple[float, float]:
        """A place in these pixels in the file's; the middle of a pixel has whole numbers in both."""
        x, y = point
        return (x + 0.5) * self.times - 0.5, (y + 0.5) * self.times - 0.5


def load_picture(path: Path) -> Picture:
    """The picture in *path* as `open_picture` gives it, whatever its size was. Raises PictureError."""
    return open_picture(path).pixels


def open_picture(path: Path) -> Opened:
    """The picture in *path*, turned as its EXIF data say; grey, transparent, CMYK and deep pictures are converted.

    A very large JPEG is made smaller while it is decoded. Raises PictureError if the file is missing, empty, cut off,
    too large, or no picture.
    """
    data = _read(path)
    header = read_header(data)
    if header is not None:
        _refuse(path, header)
    times = _times(header)
    decoded = _decoded(data, header, times)
    if decoded is None:
        raise PictureError(f"{path}: not a picture that can be read; give a JPEG or PNG file")
    return Opened(decoded, times)


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The picture files right in *folder*, in name order. Raises PictureError if there is none."""
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file())
    except OSError as error:
        raise PictureError(f"{folder}: cannot be opened ({error.strerror}); check the folder and its rights") from None
    if not found:
        raise PictureError(f"{folder}: no pictures in this folder; expected files such as 01.jpg or 01.png")
    return tuple(found)


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise PictureError(f"{path}: the file is too large for a picture; give a JPEG or PNG file")
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(f"{path}: no such file; check the name") from None
    except OSError as error:
        raise PictureError(f"{path}: cannot be read ({error.strerror}); check the file and its rights") from None
    if not data:
        raise PictureError(f"{path}: the file is empty; copy it again")
    return data


def _refuse(path: Path, header: Header) -> None:
    # OpenCV before 5 fills what is missing with grey and says nothing: a card might be read from half of it.
    if not header.is_complete:
        raise PictureError(f"{path}: the picture is cut off (the end of the file is missing); copy it again")
    if header.pixels > (MOST_JPEG_PIXELS if header.is_jpeg else MOST_PIXELS):
        size = f"{header.width} x {header.height} pixels"
        raise PictureError(f"{path}: {size} are too many; make it smaller, or save it as JPEG")


def _times(header: Header | None) -> int:
    if header is None or not header.is_jpeg:
        return 1
    longest = max(header.width, header.height)
    return max((times for times in (1, 2, 4, 8) if longest >= times * ENOUGH_PX), default=1)


def _decoded(data: bytes, header: Header | None, times: int) -> Picture | None:
    """The pixels; None if OpenCV cannot make anything of them."""
    # What OpenCV logs of a broken file would stand among the messages for people, and says less.
    before = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), _kind(header, times))
    except (cv2.error, MemoryError):
        return None
    finally:
        cv2.utils.logging.setLogLevel(before)
    return None if pixels is None else _three_channels(_eight_bits(np.asarray(pixels)))


def _kind(header: Header | None, times: int) -> int:
    if times > 1:
        return _SMALLER[times]
    if header is None or header.pixels > PLAIN_PIXELS:
        return cv2.IMREAD_COLOR
    return cv2.IMREAD_UNCHANGED if header.has_alpha else cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH


def _eight_bits(pixels: npt.NDArray[Any]) -> Picture:
    """The eight highest bits that are used: cameras put ten or twelve of them into sixteen."""
    if pixels.dtype == np.uint8:
        return np.asarray(pixels, np.uint8)
    brightest = float(pixels.max())
    if pixels.dtype == np.uint16:
        return np.asarray(pixels >> max(0, int(brightest).bit_length() - 8), np.uint8)
    return np.asarray(np.clip(np.nan_to_num(pixels) * (255 / max(brightest, 1e-6)), 0, 255), np.uint8)


def _three_channels(pixels: Picture) -> Picture:
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    if pixels.shape[2] == 3:
        return pixels
    laid = np.empty((*pixels.shape[:2], 3), np.uint8)
    for row, line in enumerate(pixels):  # line by line: all at once would take four times the memory
        seen = line[:, -1:].astype(np.uint16)
        laid[row] = (line[:, :-1] * seen + _BEHIND * (255 - seen) + 127) // 255
    return laid

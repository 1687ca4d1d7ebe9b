"""Pictures from files, as every other module of vision wants them: three channels, eight bits, BGR."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""Height x width x 3, BGR."""

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"})
"""What counts as a picture when a folder is given."""

JPEG_START, JPEG_END = b"\xff\xd8", b"\xff\xd9"
PNG_START, PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND"


class PictureError(ValueError):
    """A file or folder that gives no picture. The message is for people: what, where, what to do."""


def load_picture(path: Path) -> Picture:
    """The picture in *path*, turned as its EXIF data say; grey, alpha and 16-bit pictures are converted.

    Raises PictureError if the file is missing, empty, cut off or no picture.
    """
    data = _read(path)
    _refuse_cut_off(path, data)
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        decoded = None
    if decoded is None:
        raise PictureError(f"{path}: not a picture that can be read; give a JPEG or PNG file")
    return np.asarray(decoded, np.uint8)


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The picture files right in *folder*, in name order. Raises PictureError if there is none."""
    found = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file())
    if not found:
        raise PictureError(f"{folder}: no pictures in this folder; expected files such as 01.jpg or 01.png")
    return tuple(found)


def _read(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(f"{path}: no such file; check the name") from None
    except OSError as error:
        raise PictureError(f"{path}: cannot be read ({error.strerror}); check the file and its rights") from None
    if not data:
        raise PictureError(f"{path}: the file is empty; copy it again")
    return data


def _refuse_cut_off(path: Path, data: bytes) -> None:
    """OpenCV fills what is missing with grey and says nothing: a card might be read from half of it."""
    # Cameras may append data of their own after the end marker, so it need not be the last thing in the file. But
    # a thumbnail inside the header ends with the same two bytes: only what follows the last scan's start counts.
    if data.startswith(JPEG_START):
        is_complete = JPEG_END in data[data.rfind(b"\xff\xda") :]
    elif data.startswith(PNG_START):
        is_complete = PNG_END in data[-64:]
    else:
        return
    if not is_complete:
        raise PictureError(f"{path}: the picture is cut off (the end of the file is missing); copy it again")

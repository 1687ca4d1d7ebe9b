"""Writes picture files of kinds that OpenCV reads but does not write."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture

Grey = npt.NDArray[np.uint8]


def as_jpeg(picture: Picture | Grey, quality: int = 92) -> bytes:
    worked, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))
    assert worked
    return data.tobytes()


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG file with an EXIF header that says how it is to be turned (1 to 8)."""
    exif = struct.pack("<2sHIHHHIHHI", b"II", 42, 8, 1, 0x112, 3, 1, orientation, 0, 0)
    segment = b"Exif\0\0" + exif
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + jpeg[2:]


def turned_as_stored(picture: Picture, orientation: int) -> Picture:
    """The pixels that a camera stores so that a viewer that heeds this orientation shows *picture*."""
    stored = {
        1: picture,
        2: picture[:, ::-1],
        3: picture[::-1, ::-1],
        4: picture[::-1],
        5: picture.transpose(1, 0, 2),
        6: picture.transpose(1, 0, 2)[::-1],
        7: picture.transpose(1, 0, 2)[::-1, ::-1],
        8: picture.transpose(1, 0, 2)[:, ::-1],
    }[orientation]
    return np.ascontiguousarray(stored)


def as_cmyk_jpeg(picture: Picture) -> bytes:
    """A JPEG of four inks as printers' programs write it, inverted: each ink is a scan of its own."""
    light = picture.max(axis=2).astype(np.float32)
    inks = [np.asarray(255.0 * picture[..., channel] / np.maximum(light, 1), np.uint8) for channel in (2, 1, 0)]
    greys = [as_jpeg(plane) for plane in (*inks, np.asarray(light, np.uint8))]
    tables = _segments(greys[0], (0xDB, 0xC4))
    height, width = picture.shape[:2]
    frame = struct.pack(">BHHB", 8, height, width, 4) + b"".join(bytes((ink, 0x11, 0)) for ink in range(4))
    adobe = b"Adobe" + struct.pack(">HHHB", 100, 0, 0, 0)
    scans = [
        _segment(0xDA, bytes((1, ink, 0, 0, 63, 0))) + grey[_scan_start(grey) : -2] for ink, grey in enumerate(greys)
    ]
    return b"\xff\xd8" + _segment(0xEE, adobe) + tables + _segment(0xC0, frame) + b"".join(scans) + b"\xff\xd9"


def _segment(kind: int, content: bytes) -> bytes:
    return bytes((0xFF, kind)) + struct.pack(">H", len(content) + 2) + content


def _segments(jpeg: bytes, kinds: tuple[int, ...]) -> bytes:
    return b"".join(jpeg[start:end] for kind, start, end in _walk(jpeg) if kind in kinds)


def _scan_start(jpeg: bytes) -> int:
    return next(end for kind, _, end in _walk(jpeg) if kind == 0xDA)


def _walk(jpeg: bytes) -> list[tuple[int, int, int]]:
    at, found = 2, []
    while not found or found[-1][0] != 0xDA:
        end = at + 2 + struct.unpack_from(">H", jpeg, at + 2)[0]
        found.append((jpeg[at + 1], at, end))
        at = end
    return found

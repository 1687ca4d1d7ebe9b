"""What a picture file says of itself before it is decoded: how large it is, and whether its end is there."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

_JPEG_START, _PNG_START = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
_START_OF_FRAME = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_START_OF_SCAN, _END = 0xDA, 0xD9
_MARKER = re.compile(rb"\xff+([^\x00\xff])")
_MARKER_IN_SCAN = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
_PNM = re.compile(rb"P[1-6]\s(?:\s|#[^\n]*\n)*(\d+)(?:\s|#[^\n]*\n)+(\d+)\s")
_TIFF_WIDTH, _TIFF_HEIGHT = 256, 257


@dataclass(frozen=True, slots=True)
class Header:
    """What stands at the beginning of a picture file. Sizes in pixels as stored, before any turn that EXIF asks for."""

    width: int
    height: int
    is_complete: bool = True
    """Whether the file's end is there, as far as the format tells without decoding."""
    is_jpeg: bool = False
    has_alpha: bool = False

    @property
    def pixels(self) -> int:
        """How many there are."""
        return self.width * self.height


def read_header(data: bytes) -> Header | None:
    """The header of a JPEG, PNG, WebP, BMP, TIFF or PNM file; None for anything else or what makes no sense."""
    try:
        if data.startswith(_JPEG_START):
            return _jpeg(data)
        if data.startswith(_PNG_START):
            return _png(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
        if data[:2] == b"BM":
            width, height = struct.unpack_from("<ii", data, 18)
            return Header(abs(width), abs(height))
        if data[:4] in (b"II*\x00", b"MM\x00*"):
            return _tiff(data)
    except (struct.error, IndexError):
        return None
    pnm = _PNM.match(data[:4096])
    return Header(int(pnm[1]), int(pnm[2])) if pnm else None


def _jpeg(data: bytes) -> Header | None:
    """Walks the segments: a thumbnail in one of them has an end of its own, and cameras append data after the end."""
    at, (width, height) = 2, (0, 0)
    while (marker := _MARKER.match(data, at)) is not None:
        kind = marker[1][0]
        at = marker.end()
        if kind == _END:
            return Header(width, height, is_jpeg=True) if width else None
        if at + 9 > len(data):
            break
        (length,) = struct.unpack_from(">H", data, at)
        if kind in _START_OF_FRAME:
            height, width = struct.unpack_from(">HH", data, at + 3)
        at += length
        if kind == _START_OF_SCAN:
            following = _MARKER_IN_SCAN.search(data, at)
            if following is None:
                break
            at = following.start()
    return Header(width, height, is_complete=False, is_jpeg=True)


def _png(data: bytes) -> Header:
    width, height = struct.unpack_from(">II", data, 16)
    at, has_alpha = len(_PNG_START), data[25] in (4, 6)
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        has_alpha |= kind == b"tRNS"
        at += 12 + length
        if kind == b"IEND":
            return Header(width, height, at <= len(data), has_alpha=has_alpha)
    return Header(width, height, is_complete=False)


def _webp(data: bytes) -> Header:
    is_complete = struct.unpack_from("<I", data, 4)[0] + 8 <= len(data)
    kind = data[12:16]
    if kind == b"VP8X":
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        return Header(width, height, is_complete, has_alpha=bool(data[20] & 0x10))
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return Header((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, is_complete, has_alpha=bool(bits >> 28 & 1))
    width, height = struct.unpack_from("<HH", data, 26)
    return Header(width & 0x3FFF, height & 0x3FFF, is_complete)


def _tiff(data: bytes) -> Header | None:
    order = "<" if data[:2] == b"II" else ">"
    (directory,) = struct.unpack_from(order + "I", data, 4)
    (entries,) = struct.unpack_from(order + "H", data, directory)
    sides: dict[int, int] = {}
    for entry in range(entries):
        tag, kind, _ = struct.unpack_from(order + "HHI", data, directory + 2 + 12 * entry)
        if tag in (_TIFF_WIDTH, _TIFF_HEIGHT):
            (sides[tag],) = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, directory + 10 + 12 * entry)
    return Header(sides[_TIFF_WIDTH], sides[_TIFF_HEIGHT]) if len(sides) == 2 else None

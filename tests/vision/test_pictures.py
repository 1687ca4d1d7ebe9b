import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.files import as_cmyk_jpeg, as_jpeg, turned_as_stored, with_orientation
from tests.vision.printed import Laid, table
from vision.pictures import Picture, PictureError, load_picture, open_picture, pictures_in

A_TABLE = table(Laid(label="KH", at=(100, 110), width=120), size=(200, 240))


def written(path: Path, picture: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> Path:
    assert cv2.imwrite(str(path), picture)
    return path


def saved(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def is_like(one: Picture, other: Picture) -> bool:
    return one.shape == other.shape and float(np.abs(one.astype(int) - other).mean()) < 3


@pytest.mark.parametrize("suffix", ["jpg", "png", "bmp", "webp", "tiff", "ppm"])
def test_a_picture_comes_back_as_it_was_written(tmp_path: Path, suffix: str) -> None:
    loaded = load_picture(written(tmp_path / f"table.{suffix}", A_TABLE))
    assert loaded.dtype == np.uint8
    assert is_like(loaded, A_TABLE)


@pytest.mark.parametrize("suffix", ["jpg", "png", "bmp", "webp", "tiff", "pgm"])
def test_a_grey_picture_has_three_equal_channels(tmp_path: Path, suffix: str) -> None:
    grey = np.asarray(cv2.cvtColor(A_TABLE, cv2.COLOR_BGR2GRAY), np.uint8)
    assert is_like(load_picture(written(tmp_path / f"grey.{suffix}", grey)), np.dstack((grey,) * 3))


@pytest.mark.parametrize("suffix", ["png", "tiff"])
@pytest.mark.parametrize("bits", [10, 12, 16])
def test_of_a_deep_picture_the_highest_bits_in_use_are_kept(tmp_path: Path, suffix: str, bits: int) -> None:
    deep = A_TABLE.astype(np.uint16) << (bits - 8)
    assert is_like(load_picture(written(tmp_path / f"deep.{suffix}", deep)), A_TABLE)


@pytest.mark.parametrize("suffix", ["png", "webp"])
def test_a_transparent_picture_is_laid_on_grey(tmp_path: Path, suffix: str) -> None:
    seen = np.full(A_TABLE.shape[:2], 255, np.uint8)
    seen[:100] = 0
    expected = A_TABLE.copy()
    expected[:100] = 128
    quality = (cv2.IMWRITE_WEBP_QUALITY, 101) if suffix == "webp" else ()
    path = tmp_path / f"alpha.{suffix}"
    assert cv2.imwrite(str(path), np.dstack((A_TABLE, seen)), quality)
    assert is_like(load_picture(path), expected)


def test_a_picture_in_printers_inks_has_its_colours(tmp_path: Path) -> None:
    assert is_like(load_picture(saved(tmp_path / "inks.jpg", as_cmyk_jpeg(A_TABLE))), A_TABLE)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_turned_as_a_viewer_turns_it(tmp_path: Path, orientation: int) -> None:
    stored = as_jpeg(turned_as_stored(A_TABLE, orientation))
    assert is_like(load_picture(saved(tmp_path / "phone.jpg", with_orientation(stored, orientation))), A_TABLE)


@pytest.mark.parametrize("suffix", ["jpg", "png", "bmp", "webp", "tiff", "ppm"])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.98])
def test_a_cut_off_picture_is_refused(
    tmp_path: Path, suffix: str, share: float, capfd: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / f"cut.{suffix}", A_TABLE)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(PictureError, match=rf"cut\.{suffix}: "):
        load_picture(path)
    assert capfd.readouterr().err == "", "OpenCV's own complaints are kept from people"


@pytest.mark.parametrize("suffix", ["jpg", "png"])
def test_a_cut_off_photograph_is_called_so(tmp_path: Path, suffix: str) -> None:
    path = written(tmp_path / f"cut.{suffix}", A_TABLE)
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(PictureError, match=rf"cut\.{suffix}: the picture is cut off .*copy it again"):
        load_picture(path)


def test_a_thumbnail_in_the_header_does_not_hide_that_the_end_is_missing(tmp_path: Path) -> None:
    photograph, thumbnail = as_jpeg(A_TABLE), as_jpeg(A_TABLE[::8, ::8])
    header = b"\xff\xe2" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    with pytest.raises(PictureError, match="cut off"):
        load_picture(saved(tmp_path / "phone.jpg", photograph[:2] + header + photograph[2:-300]))


def test_what_a_camera_appends_to_a_picture_does_no_harm(tmp_path: Path) -> None:
    film = b"\xff\xda film \xff\xd8 without an end " * 50
    for suffix in ("jpg", "png"):
        path = written(tmp_path / f"long.{suffix}", A_TABLE)
        path.write_bytes(path.read_bytes() + film)
        assert is_like(load_picture(path), A_TABLE)


def test_what_is_no_picture_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"text\.jpg: not a picture that can be read; give a JPEG or PNG"):
        load_picture(saved(tmp_path / "text.jpg", b"no picture at all"))
    with pytest.raises(PictureError, match=r"empty\.jpg: the file is empty"):
        load_picture(saved(tmp_path / "empty.jpg", b""))
    with pytest.raises(PictureError, match=r"none\.jpg: no such file"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="cannot be read"):
        load_picture(tmp_path)


@pytest.mark.parametrize("start", [b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF....WEBP", b"BM", b"II*\x00", b"P6 "])
def test_noise_after_the_first_bytes_of_a_picture_is_refused(tmp_path: Path, start: bytes) -> None:
    noise = np.random.default_rng(3).integers(0, 256, 600, np.uint8).tobytes()
    for length in (0, 1, 9, 30, 600):
        with pytest.raises(PictureError):
            load_picture(saved(tmp_path / "noise.jpg", start + noise[:length]))


def test_a_huge_photograph_is_made_smaller_as_it_is_read(tmp_path: Path) -> None:
    """In a process of its own, so that its memory can be told: at full size it would take 110 MB more."""
    huge = saved(tmp_path / "huge.jpg", as_jpeg(np.full((4_500, 8_200), 200, np.uint8)))
    opened = open_picture(huge)
    assert (opened.times, opened.pixels.shape) == (4, (1125, 2050, 3))
    assert opened.in_file((0.0, 1124.0)) == (1.5, 4497.5)
    program = (
        "import resource, sys, pathlib; from vision.pictures import open_picture\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; open_picture(pathlib.Path(sys.argv[1]))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    root = str(Path(__file__).parents[2])
    run = [sys.executable, "-c", program, str(huge)]
    more_kb = subprocess.run(run, env={**os.environ, "PYTHONPATH": root}, check=True, capture_output=True, text=True)
    assert int(more_kb.stdout) < 60_000


def test_what_would_fill_the_memory_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    size = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", size), (b"IDAT", zlib.compress(bytes(40_000))), (b"IEND", b""))
    data = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )
    with pytest.raises(PictureError, match=r"bomb\.png: 40000 x 40000 pixels are too many; make it smaller"):
        load_picture(saved(tmp_path / "bomb.png", data))


def test_a_folder_gives_its_pictures_in_name_order(tmp_path: Path) -> None:
    for name in ("02.jpg", "01.PNG", "notes.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in pictures_in(tmp_path)] == ["01.PNG", "02.jpg"]


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no pictures in this folder"):
        pictures_in(tmp_path)

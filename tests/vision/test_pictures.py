from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.printed import Laid, table
from vision.pictures import PictureError, load_picture, pictures_in


def written(path: Path, picture: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> Path:
    assert cv2.imwrite(str(path), picture)
    return path


def a_table() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return table(Laid(label="KH", at=(200, 200)))


@pytest.mark.parametrize("suffix", ["jpg", "png", "bmp", "webp"])
def test_a_picture_comes_back_as_it_was_written(tmp_path: Path, suffix: str) -> None:
    picture = a_table()
    loaded = load_picture(written(tmp_path / f"table.{suffix}", picture))
    assert loaded.dtype == np.uint8
    assert np.abs(loaded.astype(int) - picture).mean() < 3


def test_grey_transparent_and_deep_pictures_become_three_channels_of_eight_bits(tmp_path: Path) -> None:
    colour = a_table()
    grey = np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), np.uint8)
    deep = colour.astype(np.uint16) * 256
    for name, picture, expected in (
        ("grey", grey, np.dstack((grey,) * 3)),
        ("alpha", np.dstack((colour, grey)), colour),
        ("deep", deep, colour),
    ):
        loaded = load_picture(written(tmp_path / f"{name}.png", picture))
        assert (loaded.shape, loaded.dtype) == (colour.shape, np.uint8)
        assert np.abs(loaded.astype(int) - expected).max() <= 1


@pytest.mark.parametrize("suffix", ["jpg", "png"])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.98])
def test_a_cut_off_picture_is_refused(tmp_path: Path, suffix: str, share: float) -> None:
    path = written(tmp_path / f"cut.{suffix}", a_table())
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(PictureError, match=r"cut\.(jpg|png): .*copy it again"):
        load_picture(path)


def test_what_a_camera_appends_to_a_jpeg_does_no_harm(tmp_path: Path) -> None:
    path = written(tmp_path / "long.jpg", a_table())
    path.write_bytes(path.read_bytes() + b"maker's notes" * 50)
    assert load_picture(path).shape == a_table().shape


def test_what_is_no_picture_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("no picture at all")
    (tmp_path / "empty.jpg").touch()
    with pytest.raises(PictureError, match=r"text\.jpg: not a picture that can be read; give a JPEG or PNG"):
        load_picture(tmp_path / "text.jpg")
    with pytest.raises(PictureError, match=r"empty\.jpg: the file is empty"):
        load_picture(tmp_path / "empty.jpg")
    with pytest.raises(PictureError, match=r"none\.jpg: no such file"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="cannot be read"):
        load_picture(tmp_path)


def test_a_folder_gives_its_pictures_in_name_order(tmp_path: Path) -> None:
    for name in ("02.jpg", "01.PNG", "notes.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in pictures_in(tmp_path)] == ["01.PNG", "02.jpg"]


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no pictures in this folder"):
        pictures_in(tmp_path)

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frames import PictureFolder, SourceError


def write_picture(path: Path, brightness: int) -> None:
    cv2.imwrite(str(path), np.full((40, 60, 3), brightness, np.uint8))


def test_a_folders_pictures_come_in_natural_order_each_later_than_the_one_before(tmp_path: Path) -> None:
    for number in (10, 9, 100):
        write_picture(tmp_path / f"{number}.png", number)
    (tmp_path / "notes.txt").write_text("no picture")
    folder = PictureFolder(tmp_path)
    frames = []
    while (frame := folder.next_frame(1)) is not None:
        frames.append(frame)
    assert [int(frame.pixels[0, 0, 0]) for frame in frames] == [9, 10, 100]
    assert frames[0].taken_ns < frames[1].taken_ns < frames[2].taken_ns
    assert folder.ended


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no pictures in this folder; expected files such as 01\.jpg"):
        PictureFolder(tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"nowhere: cannot be opened .*; give a folder with pictures"):
        PictureFolder(tmp_path / "nowhere")


def test_a_cut_off_picture_is_named_before_the_first_is_given(tmp_path: Path) -> None:
    write_picture(tmp_path / "01.jpg", 200)
    write_picture(tmp_path / "02.jpg", 100)
    whole = (tmp_path / "02.jpg").read_bytes()
    (tmp_path / "02.jpg").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceError, match=r"02\.jpg"):
        PictureFolder(tmp_path)

"""The last seconds of a camera, small."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frames import Frame
from vision.pictures import Picture
from vision.recent import LONGEST_PX, SPACING_NS, SPAN_NS, Glimpse, Recent, small

FRAME_NS = 33_333_333


def picture(width: int = 64, height: int = 48, blue: int = 200) -> Picture:
    """Blue to the left, red to the right."""
    made = np.zeros((height, width, 3), np.uint8)
    made[:, : width // 2] = (blue, 0, 0)
    made[:, width // 2 :] = (0, 0, 200)
    return made


def filled(seconds: float, frame_ns: int = FRAME_NS, size: tuple[int, int] = (64, 48)) -> Recent:
    recent, shown = Recent(), picture(*size)
    for number in range(int(seconds * 1e9 / frame_ns)):
        if recent.wants(number * frame_ns):
            recent.add(Glimpse.of(Frame(shown, number * frame_ns)))
    return recent


@pytest.mark.parametrize("size", [(1280, 960), (1456, 1088), (2028, 1520), (480, 641), (65, 49)])
def test_a_small_picture_is_the_same_picture(size: tuple[int, int]) -> None:
    jpeg = np.frombuffer(Glimpse.of(Frame(picture(*size), 0)).jpeg(), np.uint8)
    seen = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    assert seen is not None
    height, width = seen.shape[:2]
    assert max(height, width) <= LONGEST_PX
    assert abs(width / height - size[0] / size[1]) < 0.05
    assert seen[height // 2, width // 4, 0] > 150 > 50 > seen[height // 2, width // 4, 2]
    assert seen[height // 2, -width // 4, 2] > 150


def test_the_last_seconds_are_kept_and_no_more() -> None:
    recent = filled(60.0)
    times = [glimpse.taken_ns for glimpse in recent.since(0)]
    assert SPAN_NS - FRAME_NS <= times[-1] - times[0] <= SPAN_NS
    assert times == sorted(times)
    assert len(recent.since(times[-3])) == 3


@pytest.mark.parametrize("frames_per_s", [10, 30, 60, 120, 1000])
def test_the_memory_is_bounded_however_quick_the_camera_is(frames_per_s: int) -> None:
    recent = filled(6.0, 1_000_000_000 // frames_per_s)
    assert len(recent.since(0)) <= SPAN_NS // SPACING_NS + 1
    assert recent.nbytes <= (SPAN_NS // SPACING_NS + 1) * small(picture()).nbytes


def test_the_largest_picture_that_a_camera_gives_takes_half_a_megabyte() -> None:
    assert small(picture(2028, 1520)).nbytes < 500_000

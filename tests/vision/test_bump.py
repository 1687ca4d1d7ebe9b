import pytest

from tests.vision.tables import Arm, Table, picture_of
from vision.bump import MarkerGuard
from vision.markers import find_markers
from vision.mat import load_mat

MAT = load_mat("table-60x42")
TABLE = Table(MAT)
HAND_ON_A_MARKER = Arm((20, -80), (30, 60))


@pytest.fixture
def guard() -> MarkerGuard:
    return MarkerGuard(MAT.dictionary, find_markers(picture_of(TABLE), MAT.dictionary))


def pushed(x: float, y: float = 0.0) -> Table:
    return Table(MAT, pushed=(x, y))


def test_a_camera_that_hangs_still_is_not_pushed(guard: MarkerGuard) -> None:
    assert [guard.is_pushed(picture_of(TABLE, seed)) for seed in range(4)] == [False] * 4


@pytest.mark.parametrize("by_px", [3, 8, 60])
def test_three_pixels_or_many_are_a_push(guard: MarkerGuard, by_px: float) -> None:
    assert guard.is_pushed(picture_of(pushed(by_px, by_px / 2)))


def test_a_pixel_is_trembling(guard: MarkerGuard) -> None:
    assert guard.is_pushed(picture_of(pushed(1))) is False


def test_a_marker_under_a_hand_says_nothing(guard: MarkerGuard) -> None:
    assert [guard.is_pushed(picture_of(TABLE.under(HAND_ON_A_MARKER), seed)) for seed in range(4)] == [False] * 4


def test_nobody_knows_without_markers() -> None:
    assert MarkerGuard(MAT.dictionary, ()).is_pushed(picture_of(TABLE)) is None

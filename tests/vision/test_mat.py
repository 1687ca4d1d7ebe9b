from itertools import combinations
from pathlib import Path

import pytest

from vision.mat import MatError, load_mat, printed_mats

SMALL = """
name = "small"
width_mm = 200
height_mm = 100
[zones]
pile = [[20, 20], [120, 20], [120, 80], [20, 80]]
[sides]
south = [[200, 100], [0, 100]]
[markers]
dictionary = "DICT_4X4_50"
size_mm = 10
at = [{ id = 7, x_mm = 180, y_mm = 10 }]
"""


def mat_file(folder: Path, text: str) -> Path:
    path = folder / "small.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", printed_mats())
def test_no_two_zones_of_a_printed_mat_overlap_nor_does_one_cover_a_marker(name: str) -> None:
    mat = load_mat(name)
    boxes = [zone.corners for zone in (*mat.zones, *mat.unwatched)] + [marker.corners for marker in mat.markers]
    for one, other in combinations(boxes, 2):
        (left, right), (top, bottom) = ((min(v), max(v)) for v in zip(*one, strict=True))
        (left2, right2), (top2, bottom2) = ((min(v), max(v)) for v in zip(*other, strict=True))
        assert right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top


def test_the_sides_of_the_printed_mat_go_once_round_its_border() -> None:
    mat = load_mat("table-60x42")
    for side, following in zip(mat.sides, mat.sides[1:] + mat.sides[:1], strict=True):
        assert mat.side(side.name).end == following.start


def test_a_mat_of_ones_own_is_read_from_its_file(tmp_path: Path) -> None:
    mat = load_mat(mat_file(tmp_path, SMALL))
    assert mat.zone("pile").holds((30, 70)) and not mat.zone("pile").holds((130, 70))
    assert mat.markers[0].corners == ((180, 10), (190, 10), (190, 20), (180, 20))


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("width_mm = 200", "", "'width_mm' is missing"),
        ("width_mm = 200", "width_mm = -2", "'width_mm' must be above 0 mm, not -2"),
        ("[120, 80], [20, 80]]", "[120, 80], 20]", r"\[zones\]: 'pile': expected a point \[x, y\] in mm, got 20"),
        ("[120, 20], ", "[220, 20], ", r"zone 'pile' reaches \(220, 20\), beyond the mat of 200 x 100 mm"),
        ("name =", "name", "not TOML"),
        ("x_mm = 180, ", "", "at: 'x_mm' is missing"),
        ("at = [", "at = [{ id = 7, x_mm = 10, y_mm = 10 },", "two markers have one id"),
        ('"small"', "3", "'name' must be a text, not 3"),
    ],
)
def test_a_wrong_mat_file_is_refused_with_the_place(tmp_path: Path, right: str, wrong: str, message: str) -> None:
    path = mat_file(tmp_path, SMALL.replace(right, wrong))
    with pytest.raises(MatError, match=message):
        load_mat(path)


def test_an_unknown_mat_is_told_with_the_known_ones() -> None:
    known = r"\(stress-60x42, stress-70x70, table-60x42\)"
    with pytest.raises(MatError, match=f"no mat 'tabel': neither a printed mat {known} nor a readable file"):
        load_mat("tabel")


def test_an_unknown_zone_is_told_with_the_known_ones() -> None:
    with pytest.raises(MatError, match="no zone 'pil'; it has pile, talon, drawn"):
        load_mat("table-60x42").zone("pil")


@pytest.mark.parametrize(("name", "players"), [("stress-60x42", 2), ("stress-70x70", 4)])
def test_a_mat_for_stress_has_a_row_a_play_pile_and_a_draw_pile_for_every_player(name: str, players: int) -> None:
    mat = load_mat(name)
    seats = range(1, players + 1)
    assert [zone.name for zone in mat.zones] == [
        *(f"row.{seat}.{place}" for seat in seats for place in range(1, 5)),
        *(f"pile.{seat}" for seat in seats),
    ]
    assert [zone.name for zone in mat.unwatched] == [f"stock.{seat}" for seat in seats]
    assert len(mat.sides) == players


@pytest.mark.parametrize("name", ["stress-60x42", "stress-70x70"])
def test_the_places_of_a_mat_for_stress_have_room_for_a_card_laid_in_a_hurry(name: str) -> None:
    for zone in load_mat(name).zones:
        sizes = sorted(max(v) - min(v) for v in zip(*zone.corners, strict=True))
        assert sizes >= [58 + 20, 88 + 20]

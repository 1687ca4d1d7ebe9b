import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.cli import main
from table.twin.faces import Deck, design
from tests.vision.files import as_cmyk_jpeg, as_jpeg, turned_as_stored, with_orientation
from tests.vision.printed import Laid
from tests.vision.printed import table as laid_out

table = partial(laid_out, deck=Deck(design("plain")))

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def photographs(tmp_path: Path) -> Path:
    for name, label in (("01.jpg", "7H"), ("02.jpg", "KS")):
        cv2.imwrite(str(tmp_path / name), table(Laid(label=label, at=(320, 240), turn=12.0)))
    return tmp_path


def cards_in(line: str) -> list[str | None]:
    return [card["card"] for card in json.loads(line)["cards"]]


def off(quad: np.ndarray[tuple[int, ...], np.dtype[np.float64]], card: Laid) -> float:
    """How far the worst corner is from where it should be; a card looks the same from both ends."""
    return min(float(np.hypot(*(np.roll(quad, half, axis=0) - card.corners).T).max()) for half in (0, 2))


def test_json_says_image_cards_and_ms(photographs: Path, capsys: Printed) -> None:
    image = str(photographs / "01.jpg")
    assert main(["read", image, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert set(said) == {"image", "cards", "ms"}
    assert said["image"] == image
    assert said["ms"] > 0
    (card,) = said["cards"]
    assert set(card) == {"card", "confidence", "quad", "whole"}
    assert card["card"] == "7H"
    assert card["whole"] is True
    assert 0.9 < card["confidence"] <= 1
    assert [len(point) for point in card["quad"]] == [2, 2, 2, 2]


def test_people_get_a_line_a_card(photographs: Path, capsys: Printed) -> None:
    assert main(["read", str(photographs / "02.jpg")]) == 0
    picture, card = capsys.readouterr().out.splitlines()
    assert picture.endswith("02.jpg: 1 card (" + picture.split("(")[1])
    assert card.split()[0] == "KS"


def test_people_are_told_why_a_card_is_not_read_and_what_may_help(tmp_path: Path, capsys: Printed) -> None:
    cv2.imwrite(str(tmp_path / "back.png"), table(Laid(label="", at=(320, 240), turn=12.0)))
    assert main(["read", str(tmp_path / "back.png")]) == 0
    first, *cards = capsys.readouterr().out.splitlines()
    if not cards:
        assert "back.png: no cards" in first
    else:
        assert cards[0].startswith("  ?    not read: ")
        doubt = cards[0].removeprefix("  ?    not read: ").split("  ")[0]
        assert cards[-1].startswith(f"  {doubt}: ")


def test_an_empty_table_has_no_cards(tmp_path: Path, capsys: Printed) -> None:
    cv2.imwrite(str(tmp_path / "empty.png"), table())
    assert main(["read", str(tmp_path / "empty.png")]) == 0
    assert "empty.png: no cards (" in capsys.readouterr().out


def test_a_folder_is_all_its_pictures_in_name_order(photographs: Path, capsys: Printed) -> None:
    assert main(["read", str(photographs), "--json"]) == 0
    assert [cards_in(line) for line in capsys.readouterr().out.splitlines()] == [["7H"], ["KS"]]


def test_what_cannot_be_read_is_named_and_the_rest_is_read(photographs: Path, capsys: Printed) -> None:
    cut, text, empty = (photographs / name for name in ("cut.jpg", "text.jpg", "empty.jpg"))
    cut.write_bytes((photographs / "01.jpg").read_bytes()[:9000])
    text.write_text("no picture")
    empty.touch()
    missing, empty_folder = photographs / "none.jpg", photographs / "empty"
    empty_folder.mkdir()
    bad = [str(path) for path in (cut, text, empty, missing, empty_folder)]
    status = main(["read", *bad, str(photographs / "01.jpg"), "--json"])
    out, err = capsys.readouterr()
    assert status == 2
    assert [cards_in(line) for line in out.splitlines()] == [["7H"]]
    assert len(err.splitlines()) == 5
    assert "cut.jpg: the picture is cut off" in err
    assert "text.jpg: not a picture" in err
    assert "empty.jpg: the file is empty" in err
    assert "none.jpg: no such file" in err
    assert "empty: no pictures in this folder" in err


def test_pictures_of_every_kind_are_read(tmp_path: Path, capsys: Printed) -> None:
    picture = table(Laid(label="7H", at=(320, 240), turn=12.0))
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    whole = np.full(picture.shape[:2], 255, np.uint8)
    cv2.imwrite(str(tmp_path / "deep.png"), picture.astype(np.uint16) * 257)
    cv2.imwrite(str(tmp_path / "alpha.png"), np.dstack((picture, whole)))
    cv2.imwrite(str(tmp_path / "grey.png"), grey)
    (tmp_path / "inks.jpg").write_bytes(as_cmyk_jpeg(picture))
    assert main(["read", str(tmp_path), "--json"]) == 0
    said = {Path(json.loads(line)["image"]).stem: cards_in(line) for line in capsys.readouterr().out.splitlines()}
    assert said.pop("grey") in (["7H"], [None])
    assert said == {"alpha": ["7H"], "deep": ["7H"], "inks": ["7H"]}


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_quads_are_where_a_viewer_shows_the_card(tmp_path: Path, capsys: Printed, orientation: int) -> None:
    card = Laid(label="7H", at=(420, 190), turn=12.0)
    stored = turned_as_stored(table(card), orientation)
    (tmp_path / "phone.jpg").write_bytes(with_orientation(as_jpeg(stored), orientation))
    assert main(["read", str(tmp_path / "phone.jpg"), "--json"]) == 0
    (read,) = json.loads(capsys.readouterr().out)["cards"]
    assert read["card"] == "7H"
    assert off(np.array(read["quad"]), card) < 0.05 * card.width


def test_quads_of_a_huge_picture_are_in_its_own_pixels(tmp_path: Path, capsys: Printed) -> None:
    card = Laid(label="7H", at=(420, 190), turn=12.0)
    large = cv2.resize(table(card), None, fx=7, fy=7, interpolation=cv2.INTER_LINEAR)
    (tmp_path / "huge.jpg").write_bytes(as_jpeg(np.asarray(large, np.uint8)))
    assert main(["read", str(tmp_path / "huge.jpg"), "--json"]) == 0
    (read,) = json.loads(capsys.readouterr().out)["cards"]
    assert read["card"] == "7H"
    assert off(np.array(read["quad"]) / 7, card) < 0.05 * card.width


def test_what_was_read_is_drawn_onto_the_picture(photographs: Path, capsys: Printed) -> None:
    into = photographs / "shown.png"
    assert main(["read", str(photographs / "01.jpg"), "--show", str(into)]) == 0
    before, after = cv2.imread(str(photographs / "01.jpg")), cv2.imread(str(into))
    assert before is not None and after is not None
    assert before.shape == after.shape
    assert (np.abs(before.astype(int) - after).max(axis=2) > 60).sum() > 500


def test_several_pictures_are_drawn_into_numbered_files(photographs: Path, capsys: Printed) -> None:
    folder = photographs / "shown"
    folder.mkdir()
    images = [str(photographs / name) for name in ("01.jpg", "none.jpg", "02.jpg")]
    assert main(["read", *images, "--show", str(folder / "cards.jpg")]) == 2
    assert sorted(path.name for path in folder.iterdir()) == ["cards-1.jpg", "cards-3.jpg"]


@pytest.mark.parametrize(
    ("show", "said"),
    [
        ("shown.txt", "shown.txt: --show writes .jpg"),
        ("none/shown.png", "there is no folder"),
        ("01.jpg", "01.jpg: is one of the pictures to be read"),
    ],
)
def test_what_cannot_be_drawn_into_is_said_before_anything_is_read(
    photographs: Path, capsys: Printed, show: str, said: str
) -> None:
    assert main(["read", str(photographs / "01.jpg"), "--show", str(photographs / show)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_other_commands_start_without_opencv() -> None:
    program = "import sys, table.cli; sys.exit('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

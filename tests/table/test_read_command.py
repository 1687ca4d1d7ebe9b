import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import cv2
import pytest

from table.cli import main
from table.twin.faces import Deck, design
from tests.vision.printed import Laid
from tests.vision.printed import table as laid_out

table = partial(laid_out, deck=Deck(design("plain")))


@pytest.fixture
def photographs(tmp_path: Path) -> Path:
    for name, label in (("01.jpg", "7H"), ("02.jpg", "KS")):
        cv2.imwrite(str(tmp_path / name), table(Laid(label=label, at=(320, 240), turn=12.0)))
    return tmp_path


def test_json_says_image_cards_and_ms(photographs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = str(photographs / "01.jpg")
    assert main(["read", image, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["image"] == image
    assert said["ms"] > 0
    (card,) = said["cards"]
    assert card["card"] == "7H"
    assert card["whole"] is True
    assert 0.9 < card["confidence"] <= 1
    assert [len(point) for point in card["quad"]] == [2, 2, 2, 2]


def test_people_get_a_line_a_card(photographs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photographs / "02.jpg")]) == 0
    picture, card = capsys.readouterr().out.splitlines()
    assert picture.endswith("02.jpg: 1 card (" + picture.split("(")[1])
    assert card.split()[0] == "KS"


def test_a_folder_is_all_its_pictures_in_name_order(photographs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photographs), "--json"]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [entry["cards"][0]["card"] for entry in said] == ["7H", "KS"]


def test_what_cannot_be_read_is_named_and_the_rest_is_read(
    photographs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = photographs / "cut.jpg"
    cut.write_bytes((photographs / "01.jpg").read_bytes()[:9000])
    missing = photographs / "none.jpg"
    empty_folder = photographs / "empty"
    empty_folder.mkdir()
    status = main(["read", str(cut), str(missing), str(empty_folder), str(photographs / "01.jpg"), "--json"])
    out, err = capsys.readouterr()
    assert status == 2
    assert [json.loads(line)["cards"][0]["card"] for line in out.splitlines()] == ["7H"]
    assert len(err.splitlines()) == 3
    assert "cut.jpg: the picture is cut off" in err
    assert "none.jpg: no such file" in err
    assert "empty: no pictures in this folder" in err


def test_other_commands_start_without_opencv() -> None:
    program = "import sys, table.cli; sys.exit('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

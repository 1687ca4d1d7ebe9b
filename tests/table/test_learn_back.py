"""`cardtable learn-deck` and the backs: packs with equal faces are kept apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.app.decks import load_profile, profile_path, wrong_deck
from table.cli import main
from table.cli.lesson import LOOKS_UNREAD, Lesson, shows_back
from tests.vision.backs import BLUE, RED, Pack, rings
from tests.vision.decks import profile_of
from tests.vision.printed import Laid
from tests.vision.printed import table as laid_out
from vision.deck import LABELS
from vision.frames import Frame
from vision.learning import DeckLearner, shown_back
from vision.pictures import Picture
from vision.profile import KnownDeck, Profile
from vision.reader import Reader

RED_PACK, BLUE_PACK = Pack(rings(RED)), Pack(rings(BLUE))

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(scope="module")
def faces() -> Profile:
    return profile_of(RED_PACK, LABELS[:20], np.random.default_rng(1))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def down(pack: Pack, turn: float = 20.0) -> Picture:
    return laid_out(Laid(label="", at=(320, 240), turn=turn), deck=pack)


def with_back(faces: Profile, name: str, pack: Pack) -> Profile:
    return Profile(name, faces.faces, faces.usual_fit, shown_back(down(pack), []).look)


@pytest.fixture
def photographs(tmp_path: Path) -> Path:
    folder = tmp_path / "photographs"
    folder.mkdir()
    cv2.imwrite(str(folder / "back.png"), down(RED_PACK))
    return folder


def test_the_back_is_added_to_a_profile_from_a_photograph_named_after_it(
    faces: Profile, photographs: Path, capsys: Printed
) -> None:
    faces.save(profile_path("red"))
    cv2.imwrite(str(photographs / "back-2.png"), down(RED_PACK, 200.0))
    assert main(["learn-deck", "red", "--more", "--from", str(photographs)]) == 1
    out, err = capsys.readouterr()
    assert "20 faces learnt, and the back." in out
    assert "The back has not been shown" not in out
    assert err == ""
    learnt = load_profile("red")
    assert learnt.back is not None
    assert learnt.labels == faces.labels


def test_photographs_in_order_may_show_the_back_at_any_time(faces: Profile, photographs: Path, capsys: Printed) -> None:
    faces.save(profile_path("red"))
    assert main(["learn-deck", "red", "--more", "--source", str(photographs)]) == 1
    assert "learnt the back" in capsys.readouterr().out.splitlines()
    assert load_profile("red").back is not None


def test_what_is_no_back_is_said_and_nothing_is_lost(faces: Profile, photographs: Path, capsys: Printed) -> None:
    with_back(faces, "red", RED_PACK).save(profile_path("red"))
    before = load_profile("red").back
    (photographs / "back.png").unlink()
    wrong = {
        "back.png": laid_out(Laid(label="7H", at=(320, 240)), deck=RED_PACK),
        "back-2.png": laid_out(),
        "back-3.png": down(BLUE_PACK),
    }
    for name, picture in wrong.items():
        cv2.imwrite(str(photographs / name), picture)
    assert main(["learn-deck", "red", "--more", "--from", str(photographs)]) == 1
    err = capsys.readouterr().err
    assert "back.png: 7H lies face up; lay one card face down, alone; left out" in err
    assert "back-2.png: no card that lies face down can be found" in err
    assert "back-3.png: this is another back than the one shown before" in err
    after = load_profile("red")
    assert np.array_equal(after.back, before)
    assert after.labels == faces.labels


def test_the_back_may_be_left_out(faces: Profile, photographs: Path, capsys: Printed) -> None:
    faces.save(profile_path("red"))
    assert main(["learn-deck", "red", "--more", "--no-back", "--from", str(photographs)]) == 1
    out = capsys.readouterr().out
    assert "The back" not in out
    assert out.splitlines()[-1].endswith(f"cardtable learn-deck red --more --from {photographs} --no-back")
    assert load_profile("red").back is None


def test_in_swedish_it_asks_and_answers_in_swedish(faces: Profile, tmp_path: Path, capsys: Printed) -> None:
    faces.save(profile_path("red"))
    cv2.imwrite(str(tmp_path / "back.png"), laid_out())
    assert main(["learn-deck", "red", "--more", "--source", str(tmp_path), "--lang", "sv"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("Lägg ")
    assert "Baksidan har inte visats" in out
    assert "Ännu saknas: " in out
    assert main(["learn-deck", "red", "--more", "--from", str(tmp_path), "--lang", "sv"]) == 1
    assert "inget kort med baksidan upp går att hitta" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["back.jpg", "BACK-2.png", "back_3.jpeg"])
def test_a_file_may_be_named_after_the_back(name: str) -> None:
    assert shows_back(Path(name))
    assert not shows_back(Path(f"red{name}"))


class Film:
    """A camera over a table that shows one picture after the other."""

    name = "film"

    def __init__(self, *pictures: Picture) -> None:
        self._frames: Iterator[Picture] = iter(pictures)
        self._left = len(pictures)

    @property
    def ended(self) -> bool:
        return not self._left

    def next_frame(self, timeout_s: float) -> Frame | None:
        self._left -= 1
        return Frame(next(self._frames), 0)

    def close(self) -> None:
        pass


def all_faces() -> DeckLearner:
    chance = np.random.default_rng(3)
    return DeckLearner(Profile("", {label: chance.integers(0, 255, (1, 64, 48, 3), np.uint8) for label in LABELS}, 0.9))


def test_a_camera_asks_for_the_back_after_the_faces_and_waits_until_it_lies_still(
    reader: Reader, capsys: Printed
) -> None:
    lesson = Lesson(reader, all_faces(), with_back=True)
    still = [down(RED_PACK)] * LOOKS_UNREAD
    face_up = laid_out(Laid(label="7H", at=(320, 240)), deck=RED_PACK)
    moving = [down(RED_PACK, 15.0 * number) for number in range(4)]
    lesson.learn_from(Film(face_up, laid_out(), *moving, *still[1:], laid_out()), 13)
    out, err = capsys.readouterr()
    assert out.splitlines()[0].startswith("Lay one card face down, alone")
    assert err == "7H lies face up; lay one card face down, alone\n"
    assert lesson.learner.back is None
    lesson.learn_from(Film(*still), 13)
    assert lesson.learner.back is not None
    assert "learnt the back" in capsys.readouterr().out


def table_with(pack: Pack) -> Picture:
    cards = Laid(label="", at=(160, 240), turn=20.0), Laid(label="7H", at=(400, 240)), Laid(label="KS", at=(600, 240))
    return laid_out(*cards, size=(720, 480), deck=pack)


def test_of_packs_with_equal_faces_the_one_whose_back_is_seen_is_used(
    faces: Profile, tmp_path: Path, capsys: Printed
) -> None:
    for name, pack in (("red", RED_PACK), ("blue", BLUE_PACK)):
        with_back(faces, name, pack).save(profile_path(name))
        cv2.imwrite(str(tmp_path / f"{name}.png"), table_with(pack))
    images = [str(tmp_path / f"{name}.png") for name in ("red", "blue")]
    assert main(["read", *images, "--profile", "blue", "--profile", "red"]) == 0
    out, err = capsys.readouterr()
    assert [line.rsplit(", pack ")[1] for line in out.splitlines() if ".png" in line] == ["red)", "blue)"]
    said = [line.split("  at ")[0].strip() for line in out.splitlines() if "face down" in line]
    assert said == ["?    face down, pack red", "?    face down, pack blue"]
    assert err == ""


def test_a_back_of_another_pack_is_reported_and_json_stays_as_it_is(
    faces: Profile, tmp_path: Path, capsys: Printed
) -> None:
    with_back(faces, "red", RED_PACK).save(profile_path("red"))
    cv2.imwrite(str(tmp_path / "blue.png"), table_with(BLUE_PACK))
    assert main(["read", str(tmp_path / "blue.png"), "--profile", "red", "--json"]) == 0
    out, err = capsys.readouterr()
    cards = json.loads(out)["cards"]
    assert [card["card"] for card in cards].count(None) == 1
    assert all(set(card) == {"card", "confidence", "quad", "whole"} for card in cards)
    assert "wrong deck profile: cards on the table have another back than those of 'red'" in err
    assert main(["read", str(tmp_path / "blue.png"), "--profile", "red"]) == 0
    assert "face down, of another pack" in capsys.readouterr().out


def test_without_a_profile_nothing_is_looked_at_face_down(reader: Reader) -> None:
    assert not any(card.face_down for card in reader.read(table_with(RED_PACK)))


def test_the_table_is_told_of_another_back_in_either_language(faces: Profile) -> None:
    deck = KnownDeck(with_back(faces, "red", RED_PACK))
    deck.face_down(down(BLUE_PACK), [], [], [])
    assert "another back than those of 'red'" in wrong_deck(deck).said("en")
    assert "en annan baksida än de i profilen 'red'" in wrong_deck(deck).said("sv")

"""`cardtable learn-deck`: a pack is shown, its profile kept, and used."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.app.decks import DeckGuard, load_profile, profile_path
from table.app.host import SenseLost
from table.cli import main
from table.cli.lesson import label_in
from table.refusals import Refusal
from table.twin.faces import Deck, design
from tests.vision.decks import profile_of
from tests.vision.printed import Laid
from tests.vision.printed import table as laid_out
from tests.vision.sheets import sheet
from vision.deck import LABELS
from vision.frames import Frame
from vision.profile import KnownDeck, ProfileError
from vision.sightings import VisionReport

PLAIN = Deck(design("plain"), px_per_mm=4.0)
table = partial(laid_out, deck=PLAIN)

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def photographs(tmp_path: Path) -> Path:
    """The spades and hearts, six cards a picture, in no order."""
    folder = tmp_path / "photographs"
    folder.mkdir()
    labels = [label for label in LABELS if label[-1] in "HS"][::-1]
    for number in range(0, len(labels), 6):
        cards = [
            Laid(label=label, at=(150 + 230 * (n % 3), 170 + 300 * (n // 3)), turn=35.0 * n, width=140)
            for n, label in enumerate(labels[number : number + 6])
        ]
        cv2.imwrite(str(folder / f"{number:02}.png"), table(*cards, size=(800, 640)))
    return folder


def test_a_pack_is_learnt_from_photographs_and_what_is_missing_is_said(photographs: Path, capsys: Printed) -> None:
    (photographs / "cut.jpg").write_bytes(b"\xff\xd8\xff")
    assert main(["learn-deck", "red", "--from", str(photographs)]) == 1
    out, err = capsys.readouterr()
    assert f"Saved as {profile_path('red')}: " in out
    assert "faces learnt." in out
    assert "Missing still: AC 2C 3C" in out
    assert out.splitlines()[-1].endswith(f"then: cardtable learn-deck red --more --from {photographs}")
    assert "cut.jpg" in err
    learnt = load_profile("red")
    assert len(set(learnt.labels) - {label for label in LABELS if label[-1] in "HS"}) == 0
    assert len(learnt.labels) >= 24


def test_the_profile_is_used_for_reading_by_its_name(photographs: Path, capsys: Printed) -> None:
    main(["learn-deck", "red", "--from", str(photographs)])
    capsys.readouterr()
    assert main(["read", str(photographs / "00.png"), "--profile", "red"]) == 0
    out, err = capsys.readouterr()
    assert "pack red" in out.splitlines()[0]
    assert err == ""


def test_a_source_is_asked_for_cards_until_it_ends(photographs: Path, capsys: Printed) -> None:
    assert main(["learn-deck", "red", "--source", str(photographs)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Lay AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC side by side, in any order (52 to go)."
    assert any(line.startswith("learnt ") for line in lines)
    assert lines[-2].startswith("Missing still: AC 2C 3C")
    assert lines[-1].endswith(f"then: cardtable learn-deck red --more --source {photographs}")


def test_too_few_cards_make_no_profile(tmp_path: Path, capsys: Printed) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), table(Laid(label="7H", at=(320, 240))))
    assert main(["learn-deck", "red", "--from", str(tmp_path)]) == 2
    assert "show more cards" in capsys.readouterr().err
    assert not profile_path("red").exists()


@pytest.mark.parametrize("name", ["7H.jpg", "7h-2.png", "10S_b.jpeg", "X.png"])
def test_a_file_may_be_named_after_its_card(name: str) -> None:
    assert label_in(Path(name)) == name.upper().replace("_", "-").split(".")[0].split("-")[0]


@pytest.mark.parametrize("name", ["IMG-7H.jpg", "cards.jpg", "11H.jpg"])
def test_other_names_say_nothing(name: str) -> None:
    assert label_in(Path(name)) is None


def test_a_picture_named_after_another_card_is_left_out(tmp_path: Path, capsys: Printed) -> None:
    cv2.imwrite(str(tmp_path / "8S.png"), table(Laid(label="7H", at=(320, 240))))
    assert main(["learn-deck", "red", "--from", str(tmp_path)]) == 2
    assert "8S.png: said to be 8S, but 7H lies there; left out" in capsys.readouterr().err


def test_a_profile_that_there_is_not_is_named_with_those_there_are(own_data: Path) -> None:
    with pytest.raises(ProfileError, match=r"no deck profile 'blue' \(there are: none yet\); make it with"):
        load_profile("blue")
    (own_data / "cardtable" / "decks").mkdir(parents=True)
    (own_data / "cardtable" / "decks" / "red.npz").touch()
    with pytest.raises(ProfileError, match=r"there are: red"):
        load_profile("blue")


def test_a_path_is_taken_as_it_is(tmp_path: Path) -> None:
    assert profile_path(str(tmp_path / "mine.npz")) == tmp_path / "mine.npz"


@pytest.mark.parametrize(
    "command", [["read", "none.png", "--profile"], ["run", "--source", ".", "--seats", "A,B", "--profile"]]
)
def test_a_command_given_no_such_profile_says_so(command: list[str], capsys: Printed) -> None:
    assert main([*command, "blue"]) == 2
    assert "no deck profile 'blue'" in capsys.readouterr().err


class Still:
    """A watch that sees nothing new."""

    def look(self, frame: Frame) -> tuple[VisionReport, ...]:
        return ()

    def lost(self, since_ns: int, reason: str) -> tuple[VisionReport, ...]:
        return ()


def test_the_table_is_told_once_when_another_pack_lies_there_and_when_no_more() -> None:
    deck, told = KnownDeck(profile_of(PLAIN, ("7H", "7S"), np.random.default_rng(1))), list[SenseLost]()
    guard, frame = DeckGuard(Still(), deck, told.append), Frame(table(), 0)
    for fit in (0.2, 0.99):
        for label in LABELS[:12]:
            deck.note(label, fit)
            guard.look(frame)
    assert [item.name for item in told] == ["deck", "deck"]
    problem = told[0].message
    assert isinstance(problem, Refusal)
    assert "wrong deck profile: the cards on the table do not look like those of 'plain'" in problem.said("en")
    assert "korten på bordet ser inte ut som de i profilen 'plain'" in problem.said("sv")
    assert told[1].message == ""


def test_of_two_packs_the_one_that_lies_there_is_used(tmp_path: Path, capsys: Printed) -> None:
    labels = ("7H", "KS", "QD", "JC", "QH", "AS")
    packs = {name: Deck(design(name), px_per_mm=4.0) for name in ("plain", "swedish")}
    for name, pack in packs.items():
        profile_of(pack, labels, np.random.default_rng(2)).save(profile_path(name))
        cv2.imwrite(str(tmp_path / f"{name}.png"), sheet(labels, deck=pack))
    images = [str(tmp_path / f"{name}.png") for name in packs]
    assert main(["read", *images, "--profile", "plain", "--profile", "swedish"]) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if ".png" in line]
    assert [line.rsplit(", pack ")[1] for line in said] == ["plain)", "swedish)"]


def test_another_pack_than_the_profiles_is_reported(tmp_path: Path, capsys: Printed) -> None:
    labels = ("7H", "KS", "QD", "JC", "QH", "AS")
    profile_of(Deck(design("swedish"), px_per_mm=4.0), labels, np.random.default_rng(2)).save(profile_path("old"))
    cv2.imwrite(str(tmp_path / "cards.png"), sheet(labels, deck=Deck(design("large"), px_per_mm=4.0)))
    assert main(["read", str(tmp_path / "cards.png"), "--profile", "old"]) == 0
    assert "wrong deck profile: the cards on the table do not look like those of 'swedish'" in capsys.readouterr().err

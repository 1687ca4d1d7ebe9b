"""The pictures of rulings are on the disk as the rulings are, and nothing depends on them."""

import os
from pathlib import Path

import pytest

from table.app.host import Host
from table.game import Header
from table.ledger import Ledger
from table.seats import Seat
from table.witness import Seating
from vision.sightings import Placement, Reach, Span
from web.desk import RulingPanel

ANNA, BO, CIA = Seat("Anna"), Seat("Bo"), Seat("Cia")
SEATS = (ANNA, BO, CIA)
SEATING = Seating(seats=SEATS, sides={"south": ANNA, "west": BO, "north": CIA})
JPEG = b"\xff\xd8 what the camera saw \xff\xd9"


class Evening:
    """A table that is opened again and again with the same log; power cuts end it, nobody closes it."""

    def __init__(self, folder: Path, name: str = "log.sqlite") -> None:
        self.log = folder / name
        self.folder = folder / f"{name}-pictures"
        self.reach = 0

    def opened(self, ledger: Ledger) -> Host:
        return Host(ledger, Header(game="vvvand8", seats=SEATS, dealer=ANNA), SEATING, lambda: 1_000_000_000)

    def lay(self, host: Host, label: str, side: str, jpeg: bytes = JPEG) -> None:
        self.reach += 1
        when = Span(self.reach * 1_000_000_000, self.reach * 1_000_000_000 + 33_000_000)
        placed = Placement(
            zone="pile",
            label=label,
            during=when,
            reached_from=side,
            reach=self.reach,
            confidence=0.99,
            evidence=jpeg,
            moved_only=False,
        )
        for report in (placed, Reach(number=self.reach, side=side, during=when)):
            host.put(report)
            host.work(0)

    def with_a_foul(self, jpeg: bytes = JPEG) -> None:
        with Ledger(self.log) as ledger:
            host = self.opened(ledger)
            self.lay(host, "7H", "south")
            self.lay(host, "9S", "west", jpeg)
            assert foul_of(host).evidence is not None

    def files(self) -> list[Path]:
        return sorted(self.folder.iterdir())


def foul_of(host: Host) -> RulingPanel:
    return next(ruling for ruling in host.board.latest().view.rulings if ruling.kind == "foul")


def picture_after_a_new_start(evening: Evening) -> bytes | None:
    with Ledger(evening.log) as ledger:
        host = evening.opened(ledger)
        assert host.was_resumed
        name = foul_of(host).evidence
        return None if name is None else host.desk.pictures[name]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_the_picture_of_a_ruling_is_there_after_a_power_cut(evening: Evening) -> None:
    evening.with_a_foul()
    assert picture_after_a_new_start(evening) == JPEG


def test_only_what_was_ruled_on_is_written(evening: Evening) -> None:
    evening.with_a_foul()
    assert len(evening.files()) == 1


def test_a_ruling_later_on_an_older_act_writes_its_picture_then(evening: Evening) -> None:
    with Ledger(evening.log) as ledger:
        host = evening.opened(ledger)
        evening.lay(host, "7H", "south")
        evening.lay(host, "9H", "west")
        assert not evening.folder.exists()
        assert host.tell(f"table: correct {host.desk.lines} 9S").accepted
    assert picture_after_a_new_start(evening) == JPEG


def test_a_picture_that_was_not_written_whole_is_left_out(evening: Evening) -> None:
    evening.with_a_foul()
    (file,) = evening.files()
    file.write_bytes(JPEG[:-5])
    assert picture_after_a_new_start(evening) is None


def test_a_missing_picture_is_left_out(evening: Evening) -> None:
    evening.with_a_foul()
    (file,) = evening.files()
    file.unlink()
    assert picture_after_a_new_start(evening) is None


def test_a_folder_in_the_place_of_a_picture_brings_nothing_down(evening: Evening) -> None:
    evening.with_a_foul()
    (file,) = evening.files()
    file.unlink()
    file.mkdir()
    assert picture_after_a_new_start(evening) is None


def test_the_pictures_of_a_log_that_was_removed_are_not_shown_with_another(evening: Evening) -> None:
    evening.with_a_foul()
    evening.log.unlink()
    evening.reach = 7
    evening.with_a_foul(b"\xff\xd8 another evening \xff\xd9")
    assert picture_after_a_new_start(evening) == b"\xff\xd8 another evening \xff\xd9"


def test_what_a_power_cut_left_unfinished_is_taken_away_and_other_files_are_left_alone(evening: Evening) -> None:
    evening.with_a_foul()
    (file,) = evening.files()
    file.with_name(f"{file.name}.part").write_bytes(b"half")
    others = [evening.folder / "holiday.jpg", evening.folder / "notes.part"]
    for other in others:
        other.write_bytes(b"ours")
    assert picture_after_a_new_start(evening) == JPEG
    assert evening.files() == sorted([file, *others])


def test_a_place_that_cannot_be_written_costs_the_picture_and_not_the_ruling(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    evening.folder.write_bytes(b"a file where the folder should be")
    evening.with_a_foul()
    assert picture_after_a_new_start(evening) is None
    assert "pictures of rulings cannot be kept in" in caplog.text


def test_no_more_than_so_many_are_on_the_disk_and_the_oldest_make_room(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.app.album.MOST_PICTURES", 3)
    with Ledger(evening.log) as ledger:
        host = evening.opened(ledger)
        evening.lay(host, "7H", "south")
        for place in range(12):  # every other one is a foul
            evening.lay(host, ("9S", "7H")[place % 2], ("west", "north")[place % 2], JPEG + bytes([place]))
        (latest, *_) = host.board.latest().view.rulings
    files = evening.files()
    assert len(files) == 3
    assert f"{latest.evidence}.jpg" in {file.name for file in files}


def test_a_picture_beyond_all_measure_is_not_written(evening: Evening) -> None:
    evening.with_a_foul(JPEG + os.urandom(1_000_000))
    assert not evening.folder.exists()


def test_pictures_of_different_acts_have_different_names_in_every_log(tmp_path: Path) -> None:
    """A browser keeps a picture for a day under its name, whatever is played at that address meanwhile."""
    names = set()
    for place, jpeg in enumerate((JPEG, b"\xff\xd8 other \xff\xd9")):
        evening = Evening(tmp_path, f"{place}.sqlite")
        evening.with_a_foul(jpeg)
        names |= {file.name for file in evening.files()}
    assert len(names) == 2

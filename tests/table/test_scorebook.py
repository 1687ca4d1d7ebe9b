"""The scores of a log, as tables, and `cardtable scores`."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.cli import main
from table.ledger import Ledger
from table.scorebook import Scorebook, tables
from tests.table.test_scores import WON_BY_BO

Printed = pytest.CaptureFixture[str]


class Clock:
    """Each game is opened an hour after the one before."""

    def __init__(self) -> None:
        self.now = datetime.datetime(2028, 2, 29, 18, tzinfo=datetime.UTC)

    def __call__(self) -> datetime.datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ledger(tmp_path: Path, clock: Clock) -> Iterator[Ledger]:
    with Ledger(tmp_path / "log.sqlite", now=clock) as opened:
        yield opened


def write(ledger: Ledger, clock: Clock, *records: str) -> None:
    for record in records:
        clock.now += datetime.timedelta(hours=1)
        ledger.append((ledger.last_game() or 0) + 1, 1, "tablet", *record.splitlines())


BO_WINS = WON_BY_BO.format(header="")


def test_a_log_without_games_has_no_tables(ledger: Ledger) -> None:
    assert tables(Scorebook(ledger.path).games()) == ()


def test_the_game_that_is_on_is_left_out_until_it_has_ended(ledger: Ledger, clock: Clock) -> None:
    book = Scorebook(ledger.path)
    lines = BO_WINS.splitlines()
    ledger.append(1, 1, "tablet", *lines[:-1])
    assert book.games() == ()
    ledger.append(1, len(lines), "tablet", lines[-1])
    assert [game.standing.winner for game in book.games()] == ["Bo"]


def test_a_correction_changes_the_scores(ledger: Ledger, clock: Clock) -> None:
    write(ledger, clock, BO_WINS)
    book = Scorebook(ledger.path)
    assert len(book.games()) == 1
    ledger.append(1, 13, "tablet", "table: correct 12 KS")
    assert book.games() == ()


def test_this_sitting_the_season_and_all_time_are_counted_apart(ledger: Ledger, clock: Clock) -> None:
    write(ledger, clock, BO_WINS.replace("dealer", "date 2027-01-01\ndealer"))
    clock.now += datetime.timedelta(days=2)
    write(ledger, clock, BO_WINS, BO_WINS)
    sitting, season, all_time = tables(Scorebook(ledger.path).games())
    assert sitting.heading.en == "This sitting (two games)"
    assert season.heading.en == "This season, until 2032-02-29 (two games)"
    assert all_time.heading.sv == "Alla spel (tre spel)"
    assert [[cell.en for cell in row.cells] for row in all_time.rows if row.name == "Bo"] == [["3", "3", "0", "3", ""]]
    assert [column.en for column in all_time.columns] == ["Games", "Won", "Lost", "Points", "Penalties"]
    assert [row.cells[-1].sv for row in all_time.rows if row.name == "Cia"] == ["V3.4 × 3"]


def test_a_game_that_this_version_cannot_read_is_left_out(ledger: Ledger, clock: Clock) -> None:
    write(ledger, clock, "game whist\nseats A B\n", BO_WINS, "game vvvand8\noption vigo=true\nseats A B\n")
    assert [game.number for game in Scorebook(ledger.path).games()] == [2]


def test_the_tables_are_printed(ledger: Ledger, clock: Clock, capsys: Printed) -> None:
    write(ledger, clock, BO_WINS)
    assert main(["scores", str(ledger.path), "--lang", "sv"]) == 0
    said = capsys.readouterr().out
    assert "VVVänd8: Denna sittning (ett spel)" in said
    assert "Bo    1     1      0          1" in said


def test_other_programs_read_them_as_json(ledger: Ledger, clock: Clock, capsys: Printed) -> None:
    write(ledger, clock, BO_WINS)
    assert main(["scores", str(ledger.path), "--json"]) == 0
    first, *_ = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert first["players"]["Bo"] == {"Games": "1", "Won": "1", "Lost": "0", "Points": "1", "Penalties": ""}


def test_no_scores_yet_is_said(ledger: Ledger, capsys: Printed) -> None:
    assert main(["scores", str(ledger.path)]) == 0
    assert capsys.readouterr().out == "No game has ended yet.\n"


def test_what_is_no_log_is_one_message(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "notes.txt").write_text("no log")
    for name in ("notes.txt", "no.sqlite"):
        assert main(["scores", str(tmp_path / name)]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1

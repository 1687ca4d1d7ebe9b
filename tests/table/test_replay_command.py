"""`cardtable replay`: what can be shown again, and what is said of what cannot."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from table.cli import main
from table.cli.replay import open_replay
from table.ledger import Ledger

ROOT = Path(__file__).parents[2]
RECORD = "game vvvand8\nseats Anna Bo Cia\ndealer Anna\ntable: start 7H\nBo: play 9S\n"
Printed = pytest.CaptureFixture[str]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.sqlite"
    with Ledger(path) as ledger:
        ledger.append(1, 1, "table", *RECORD.splitlines())
        ledger.append(2, 1, "table", *RECORD.replace("Bo", "Dag").splitlines())
    return path


def test_a_record_is_shown_again(tmp_path: Path) -> None:
    path = tmp_path / "evening.ctn"
    path.write_text(RECORD, encoding="utf-8")
    replay = open_replay(str(path), None)
    replay.go_to(2)
    assert [ruling.clause for ruling in replay.referee.rulings] == ["V3.2"]
    assert replay.record() == RECORD


@pytest.mark.parametrize(("number", "seats"), [(1, "Bo"), (2, "Dag"), (None, "Dag")])
def test_a_game_of_a_log_is_shown_again_by_default_the_last(log: Path, number: int | None, seats: str) -> None:
    assert seats in open_replay(str(log), number).referee.header.seats


def test_a_log_that_a_table_is_writing_can_be_looked_at(log: Path) -> None:
    with Ledger(log):
        assert open_replay(str(log), 1).referee.header.dealer == "Anna"


@pytest.mark.parametrize(
    ("content", "arguments", "said"),
    [
        (RECORD + "Bo: plya 9H\n", [], ":6:5: expected a verb of vvvand8"),
        ("game vvvand8\noption vigo=true\nseats Anna Bo\n", [], ":2:8: no option 'vigo'; did you mean 'viggo'?"),
        ("game whist\n", [], ":1:6: no game 'whist'"),
        ("game stress\nseats A B C D E\n", [], "expected 2 to 4 seats in stress, got 5"),
        (RECORD, ["--game", "1"], "is not a cardtable log"),
    ],
)
def test_what_cannot_be_shown_is_one_message(
    content: str, arguments: list[str], said: str, tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / "evening.ctn"
    path.write_text(content, encoding="utf-8")
    assert main(["replay", str(path), "--port", "0", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert len(printed.err.splitlines()) == 1


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: Printed) -> None:
    assert main(["replay", str(tmp_path / "no.ctn")]) == 2
    assert "no.ctn: cannot be read (No such file or directory)" in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "no.sqlite"), "--game", "1"]) == 2
    assert "there is no such log" in capsys.readouterr().err


def test_a_file_named_like_a_log_that_is_none_is_said_to_be_none(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "bad.sqlite").write_text("nothing of the kind\n" * 100)
    assert main(["replay", str(tmp_path / "bad.sqlite")]) == 2
    assert "bad.sqlite is not a cardtable log" in capsys.readouterr().err


def test_a_game_that_a_log_does_not_have_is_told_those_it_has(log: Path, capsys: Printed) -> None:
    assert main(["replay", str(log), "--game", "7"]) == 2
    assert "has no game 7; it has games 1 to 2" in capsys.readouterr().err


def test_it_serves_until_it_is_told_to_stop(tmp_path: Path) -> None:
    path = tmp_path / "evening.ctn"
    path.write_text(RECORD, encoding="utf-8")
    command = [sys.executable, "-m", "table.cli", "replay", str(path), "--port", "0", "--speed", "1000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as on:
        assert on.stdout is not None
        found = re.search(r"http://localhost:\d+/", on.stdout.readline())
        assert found is not None
        with urllib.request.urlopen(f"{found.group()}state", timeout=30) as answer:
            assert b"VVV" in answer.read()
        on.send_signal(signal.SIGTERM)
        assert on.wait(timeout=30) == 0

"""The log on disk."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from table.ledger import Ledger, LedgerError, LedgerInUseError


def test_what_was_written_is_there_after_a_new_start(tmp_path: Path) -> None:
    with Ledger(tmp_path / "log.sqlite") as ledger:
        ledger.append(1, 1, "table", "game vvvand8", "seats Anna Bo")
        ledger.append(1, 3, "camera", "table: start 7H")
    with Ledger(tmp_path / "log.sqlite") as again:
        assert again.lines(1) == ("game vvvand8", "seats Anna Bo", "table: start 7H")
        assert again.last_game() == 1


def test_a_new_log_has_no_game(tmp_path: Path) -> None:
    with Ledger(tmp_path / "deep" / "er" / "log.sqlite", makes_folder=True) as ledger:
        assert ledger.last_game() is None
        assert ledger.lines(1) == ()


def test_two_tables_cannot_write_one_log(tmp_path: Path) -> None:
    with (
        Ledger(tmp_path / "log.sqlite"),
        pytest.raises(LedgerInUseError, match=r"log\.sqlite is in use by another table; stop that one"),
    ):
        Ledger(tmp_path / "log.sqlite")


def test_a_line_is_never_written_twice_and_several_come_all_or_none(tmp_path: Path) -> None:
    with Ledger(tmp_path / "log.sqlite") as ledger:
        ledger.append(1, 2, "tablet", "Bo: draw 1")
        with pytest.raises(LedgerError, match="line 1 could not be written"):
            ledger.append(1, 1, "tablet", "Bo: pass", "Bo: call")
        assert ledger.lines(1) == ("Bo: draw 1",)


@pytest.mark.parametrize("change", ["UPDATE heard SET text = 'Bo: pass'", "DELETE FROM heard"])
def test_the_log_refuses_to_be_changed(tmp_path: Path, change: str) -> None:
    with Ledger(tmp_path / "log.sqlite") as ledger:
        ledger.append(1, 1, "tablet", "Bo: draw 1")
    other = sqlite3.connect(tmp_path / "log.sqlite")
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        other.execute(change)
    other.close()


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a log\n" * 200)
    with pytest.raises(LedgerError, match=r"notes\.txt is not a cardtable log .*left alone"):
        Ledger(path)
    assert path.read_text() == "not a log\n" * 200


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "other.sqlite")
    other.execute("CREATE TABLE recipes (name)")
    other.close()
    with pytest.raises(LedgerError, match="belongs to another program"):
        Ledger(tmp_path / "other.sqlite")


WRITE_UNTIL_KILLED = """
import sys
from pathlib import Path
from table.ledger import Ledger
ledger = Ledger(Path(sys.argv[1]))
line = len(ledger.lines(1))
while True:
    line += 1
    ledger.append(1, line, "tablet", f"Bo: draw {line}")
    print(line, flush=True)
"""


def test_d16_a_process_killed_while_writing_loses_no_line_that_it_had_reported(tmp_path: Path) -> None:
    path, reported = tmp_path / "log.sqlite", 0
    for stop_after in (1, 7, 20):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITE_UNTIL_KILLED, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        assert writer.stdout is not None
        for _ in range(stop_after):
            reported = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        reported = max([reported, *(int(line) for line in writer.stdout.read().split())])
        writer.stdout.close()
        writer.wait()
        with Ledger(path) as ledger:
            lines = ledger.lines(1)
        assert len(lines) >= reported
        assert lines == tuple(f"Bo: draw {number}" for number in range(1, len(lines) + 1))


def test_a_folder_that_is_not_there_is_made_only_where_nobody_named_it(tmp_path: Path) -> None:
    log = tmp_path / "none" / "log.sqlite"
    with pytest.raises(LedgerError, match=r"there is no folder .*none; check the name"):
        Ledger(log)
    assert not log.parent.exists()
    Ledger(log, makes_folder=True).close()
    assert log.exists()

"""The log on disk: the lines of every game in table notation, append-only.

One SQLite table holds them, in write-ahead mode with a full sync at each line, so that a power cut costs at most the
line being written. The log, an exported record and a test case are the same text.
"""

from __future__ import annotations

import contextlib
import fcntl
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from table.refusals import Refused, of_system, refusal

APPLICATION = 0x63617264
"""SQLite's application id of our logs: `card`."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS heard (
    game INTEGER NOT NULL, line INTEGER NOT NULL, heard_utc TEXT NOT NULL, source TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (game, line)
) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS heard_is_not_changed BEFORE UPDATE ON heard
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER IF NOT EXISTS heard_is_not_deleted BEFORE DELETE ON heard
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""


class LedgerError(Refused, OSError):
    """The log cannot be used: what happened, and what to do."""


class LedgerInUseError(LedgerError):
    """Another table writes this log now."""


def _now() -> datetime:
    return datetime.now(UTC)


class Ledger:
    """One log, owned by one process at a time. Close it, or use it as a context manager."""

    def __init__(self, path: Path, *, now: Callable[[], datetime] = _now, makes_folder: bool = False) -> None:
        """Opens the log at *path*, making it if it is not there; *now* stamps each line, for people only.

        Its folder is made only where *makes_folder* says so: one that a person names and is not there is misspelt, or
        on a disk that is not plugged in.

        Raises LedgerInUseError if another process has it, and LedgerError if it cannot be opened.
        """
        self.path, self._now = path, now
        self._lock = _locked(path, makes_folder=makes_folder)
        try:
            # The desk alone uses it, but it may be opened by another thread than the desk's.
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as problem:
            self._lock.close()
            raise _unusable(path, problem) from None
        try:
            self._prepare()
        except sqlite3.Error as problem:
            self.close()
            raise _unusable(path, problem) from None

    def _prepare(self) -> None:
        owner = self._database.execute("PRAGMA application_id").fetchone()[0]
        tables = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if owner != APPLICATION and tables:
            raise sqlite3.DatabaseError("it belongs to another program")
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=FULL")
        if not tables:
            self._database.execute(f"PRAGMA application_id={APPLICATION}")
        self._database.executescript(_SCHEMA)

    def append(self, game: int, line: int, source: str, *texts: str) -> None:
        """Writes one line, or several from *line* on as a whole; when this returns they are on the disk.

        *source* says who told it (`camera`, `tablet`). Raises LedgerError if it could not be written, or if such a
        line is there already; nothing is written then.
        """
        stamp = self._now().isoformat(timespec="milliseconds")
        rows = [(game, at, stamp, source, text) for at, text in enumerate(texts, line)]
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany("INSERT INTO heard VALUES (?, ?, ?, ?, ?)", rows)
            self._database.execute("COMMIT")
        except sqlite3.Error as problem:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            why = refusal("log_full", line=line, path=str(self.path), problem=str(problem))
            raise LedgerError(why) from None

    def last_game(self) -> int | None:
        """The number of the game opened last; None in a new log."""
        found: int | None = self._database.execute("SELECT max(game) FROM heard").fetchone()[0]
        return found

    def lines(self, game: int) -> tuple[str, ...]:
        """The lines of a game, from its first."""
        rows = self._database.execute("SELECT text FROM heard WHERE game = ? ORDER BY line", (game,))
        return tuple(text for (text,) in rows)

    def count(self) -> int:
        """How many lines there are in all games."""
        counted: int = self._database.execute("SELECT count(*) FROM heard").fetchone()[0]
        return counted

    def close(self) -> None:
        """Lets go of the log; nothing is lost without it."""
        self._database.close()
        self._lock.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class Logged:
    """A game as it stands in a log."""

    opened: datetime
    """When its first line was heard, UTC."""
    lines: tuple[str, ...]


def read_log(path: Path) -> Mapping[int, Logged]:
    """Every game in a log by its number, also while a table writes it. Raises LedgerError if it is no log of ours."""
    if not path.is_file():
        raise LedgerError(refusal("log_missing", path=str(path)))
    games: dict[int, list[tuple[str, str]]] = {}
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            if database.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                raise sqlite3.DatabaseError("it belongs to another program")
            for game, heard, text in database.execute("SELECT game, heard_utc, text FROM heard ORDER BY game, line"):
                games.setdefault(game, []).append((heard, text))
    except sqlite3.Error as problem:
        raise _unusable(path, problem) from None
    return {
        game: Logged(datetime.fromisoformat(lines[0][0]), tuple(text for _, text in lines))
        for game, lines in games.items()
    }


def is_log(path: Path) -> bool:
    """Whether that file is a log rather than a record in text. Raises OSError if it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


_SQLITE = b"SQLite format 3\0"
"""With this every SQLite file begins."""


def _unusable(path: Path, problem: sqlite3.Error) -> LedgerError:
    return LedgerError(refusal("log_not_ours", path=str(path), problem=str(problem)))


def _locked(path: Path, *, makes_folder: bool) -> IO[bytes]:
    """Claims the log for this process; the claim ends with the process, however it ends."""
    try:
        if makes_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_name(path.name + ".lock").open("ab")
    except FileNotFoundError:
        raise LedgerError(refusal("log_no_folder", path=str(path), folder=str(path.parent))) from None
    except OSError as problem:
        raise LedgerError(refusal("log_locked", path=str(path), problem=of_system(problem))) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise LedgerInUseError(refusal("log_in_use", path=str(path))) from None
    return lock

"""`cardtable replay`: a record on the dashboard again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from table.cli.demo import port, speed
from table.texts import LANGUAGES, word

if TYPE_CHECKING:
    from table.app.replay import Replay

MISUSED = 2

LOG_SUFFIXES = (".sqlite", ".db")
"""A file of such a name is meant as a log, whatever is in it."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("replay", help="show a game on the dashboard again")
    parser.add_argument("record", metavar="FILE", help="a game in table notation (.ctn), or a table's log")
    parser.add_argument("--game", type=int, metavar="N", help="which game of a log (default: its last)")
    parser.add_argument("--speed", type=speed, metavar="X", help="play by itself, so many times as fast as it happened")
    parser.add_argument("--host", default="127.0.0.1", help="the dashboard's address; 0.0.0.0 lets tablets in")
    parser.add_argument("--port", type=port, default=8080, help="the dashboard's port (default: 8080; 0: any)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of what is printed")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Shows the game until it is stopped. Status 2 if what was given cannot be shown."""
    from table.cli.judge import unreadable
    from table.cli.problems import FOR_PEOPLE, problem_text

    try:
        return show(open_replay(chosen.record, chosen.game), chosen)
    except FOR_PEOPLE as problem:
        print(f"cardtable replay: {problem_text(problem, chosen.lang)}", file=sys.stderr)
    except OSError as problem:
        print(f"cardtable replay: {unreadable(chosen.record, problem, chosen.lang)}", file=sys.stderr)
    return MISUSED


def open_replay(name: str, number: int | None) -> Replay:
    """The game of a record, or one of a log. Raises RecordError, LedgerError, UnknownGameError and OSError."""
    from table.app.replay import Replay
    from table.cli.judge import load_record, open_referee
    from table.ledger import is_log
    from table.notation import read_record

    is_meant_as_log = Path(name).suffix.lower() in LOG_SUFFIXES
    if number is None and not is_meant_as_log and not is_log(Path(name)):
        text = Path(name).read_text(encoding="utf-8-sig", errors="replace")
        record, source = load_record(name), name
    else:
        number, text = game_of_log(Path(name), number)
        source = f"{name}, game {number}"
        record = read_record(text, source)
    return Replay(record, text, lambda: open_referee(record, source))


def game_of_log(path: Path, number: int | None) -> tuple[int, str]:
    """A game of the log, by default its last, as text. Raises LedgerError if it has none of that number."""
    from table.ledger import LedgerError, read_log
    from table.refusals import refusal

    games = read_log(path)
    number = max(games, default=0) if number is None else number
    if number not in games:
        if not games:
            raise LedgerError(refusal("log_empty", path=str(path), number=number))
        there = {"first": min(games), "last": max(games)}
        raise LedgerError(refusal("log_no_game", path=str(path), number=number, **there))
    return number, "\n".join(games[number].lines) + "\n"


def show(replay: Replay, chosen: argparse.Namespace) -> int:
    """Opens the dashboard and plays until stopped."""
    replay.stop_on_signals()
    port = replay.serve(chosen.host, chosen.port)
    where = "localhost" if chosen.host == "127.0.0.1" else chosen.host
    print(word("terminal", "again", chosen.lang, address=f"http://{where}:{port}/"), flush=True)
    replay.play(chosen.speed is not None)
    replay.run(chosen.speed or 1.0)
    replay.close()
    return 0

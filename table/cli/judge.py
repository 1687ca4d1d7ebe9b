"""`cardtable judge`: what the referee says of a record."""

from __future__ import annotations

import argparse
import errno
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from table.cards import Card, Suit
from table.cli.lines import ruling_line
from table.forms import RecordError
from table.game import SlapStory, Standing
from table.games import find_game
from table.houses import OptionError
from table.notation import Record, read_bytes
from table.referee import Referee, Withdrawn
from table.refusals import of_system, refusal
from table.rulings import Penalty, Ruling
from table.texts import LANGUAGES, sentence, word

MISUSED = 2


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("judge", help="say what the referee rules on a record (.ctn)")
    parser.add_argument("record", metavar="FILE", help="a game in table notation; - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object a line; the last is the state")
    parser.add_argument("--all", action="store_true", help="also what was withdrawn later")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the sentences")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Judges one record. Status 2 if it is out of form or cannot be read: then nothing of it is judged."""
    try:
        record = load_record(chosen.record)
        referee = judged(record, chosen.record)
    except RecordError as problem:
        print(problem.said(chosen.lang), file=sys.stderr)
        return MISUSED
    except OSError as problem:
        print(unreadable(chosen.record, problem, chosen.lang), file=sys.stderr)
        return MISUSED
    print_rulings(referee, as_json=chosen.json, with_withdrawn=chosen.all, language=chosen.lang)
    return 0


def unreadable(name: str, problem: OSError, language: str = "en") -> str:
    """What is said of a file that cannot be read."""
    return refusal("not_read", path=name, problem=of_system(problem)).said(language)


def load_record(name: str) -> Record:
    """The record in a file, or on standard input for `-`. Raises RecordError and OSError."""
    if name == "-" and sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return read_bytes(data, name)


def judged(record: Record, source: str) -> Referee[Any]:
    """The referee at the record's end. Raises RecordError for a house rule that the game does not have."""
    referee = open_referee(record, source)
    referee.hear_all(record.events)
    return referee


def open_referee(record: Record, source: str) -> Referee[Any]:
    """A referee who has heard nothing of the record yet. Raises RecordError for a house rule that there is not."""
    try:
        return Referee(find_game(record.header.game), record.header)
    except OptionError as problem:
        raise RecordError(source, problem.option.line, problem.option.column, problem.refusal) from None


def print_rulings(referee: Referee[Any], *, as_json: bool, with_withdrawn: bool, language: str) -> None:
    """The rulings in order, for people or, with the state, for other programs."""
    standing: list[tuple[Ruling, int | None]] = [(ruling, None) for ruling in referee.rulings]
    gone = [_with_line(withdrawn) for withdrawn in referee.withdrawn] if with_withdrawn else []
    for ruling, by_line in sorted([*standing, *gone], key=lambda pair: pair[0].line):
        game = referee.game.name
        print(
            json.dumps(_as_json(ruling, by_line, sentence(game, ruling, language)), ensure_ascii=False)
            if as_json
            else _for_people(game, ruling, by_line, language)
        )
    if as_json:
        print(json.dumps({"state": _state_as_json(referee.game.standing(referee.state))}, ensure_ascii=False))


def _with_line(withdrawn: Withdrawn) -> tuple[Ruling, int | None]:
    return withdrawn.ruling, withdrawn.by_line


def _for_people(game: str, ruling: Ruling, by_line: int | None, language: str) -> str:
    said = ruling_line(game, ruling, language)
    return said if by_line is None else f"{said}  ({word('terminal', 'withdrawn_by', language, line=by_line)})"


def _as_json(ruling: Ruling, by_line: int | None, said: str) -> dict[str, object]:
    fields: dict[str, object] = {
        "line": ruling.line,
        "clause": ruling.clause,
        "kind": ruling.kind,
        "seat": ruling.seat,
        "penalty": None if ruling.penalty is None else _penalty(ruling.penalty),
        "text": said,
        **{name: value for name, value in ruling.facts if name == "place"},
    }
    return fields if by_line is None else {**fields, "withdrawn": by_line}


def _penalty(penalty: Penalty) -> dict[str, object]:
    return {"cards": penalty.cards} if penalty.takes is None else {"takes": penalty.takes.value}


def _state_as_json(standing: Standing) -> dict[str, object]:
    return {name: _plain(getattr(standing, name)) for name in standing.__slots__}


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, SlapStory):
        return {name: _plain(getattr(value, name)) for name in value.__slots__} | _verdict(value)
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    return value.value if isinstance(value, Suit) else value


def _verdict(story: SlapStory) -> dict[str, object]:
    """The verdict as the cases of the contract read it: `false` there is JSON's word and no text."""
    return {"verdict": False if story.verdict == "false" else story.verdict}

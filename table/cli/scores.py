"""`cardtable scores`: who has won how often, by sitting, season and in all."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from table.texts import LANGUAGES, word

if TYPE_CHECKING:
    from web.desk import ScoreTable, Text

MISUSED = 2


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("scores", help="print the scores of a table's log")
    parser.add_argument("log", metavar="LOG", type=Path, help="a table's log, such as table.sqlite")
    parser.add_argument("--json", action="store_true", help="one JSON object a table")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the headings")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Prints the tables. Status 2 if there is no such log."""
    from table.ledger import LedgerError
    from table.scorebook import Scorebook, tables

    try:
        found = tables(Scorebook(chosen.log).games())
    except LedgerError as problem:
        print(f"cardtable scores: {problem.said(chosen.lang)}", file=sys.stderr)
        return MISUSED
    if chosen.json:
        for table in found:
            print(json.dumps(_as_json(table, chosen.lang), ensure_ascii=False))
    elif found:
        print("\n\n".join("\n".join(_for_people(table, chosen.lang)) for table in found))
    else:
        print(word("scores", "none", chosen.lang))
    return 0


def _for_people(table: ScoreTable, language: str) -> Iterator[str]:
    yield f"{table.game}: {_in(table.heading, language)}"
    lines = [["", *(_in(column, language) for column in table.columns)]]
    lines += [[row.name, *(_in(cell, language) for cell in row.cells)] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


def _as_json(table: ScoreTable, language: str) -> dict[str, object]:
    names = [_in(column, language) for column in table.columns]
    rows = {row.name: dict(zip(names, (_in(cell, language) for cell in row.cells), strict=True)) for row in table.rows}
    return {"game": table.game, "heading": _in(table.heading, language), "players": rows}


def _in(text: Text, language: str) -> str:
    return text.sv if language == "sv" else text.en

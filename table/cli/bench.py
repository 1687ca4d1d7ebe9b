"""`cardtable bench`: the measured figures."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from table.bench import Figure, measure, part_names

MISUSED = 2


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("bench", help="measure how fast this machine judges and reads")
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"{', '.join(part_names())} (default: all)")
    parser.add_argument("--quick", action="store_true", help="less of the same, to see that it works")
    parser.add_argument("--json", action="store_true", help="one JSON object a figure")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Measures one part after the other. Status 2 for a part that there is not; a missed aim is no error."""
    for part in chosen.parts:
        if part not in part_names():
            print(f"cardtable bench: no part '{part}'; parts are {', '.join(part_names())}", file=sys.stderr)
            return MISUSED
    for part in chosen.parts or part_names():
        for figure in measure(part, chosen.quick):
            print(_as_json(part, figure) if chosen.json else for_people(part, figure), flush=True)
    return 0


def for_people(part: str, figure: Figure) -> str:
    """One line: what, how much, and the aim."""
    aim = figure.at_least if figure.at_least is not None else figure.at_most
    line = f"{part}: {figure.name}: {_amount(figure.value)} {figure.unit}"
    if aim is None:
        return line
    bound = "at least" if figure.at_least is not None else "at most"
    return f"{line} (aim: {bound} {_amount(aim)}{'' if figure.is_met else '; missed'})"


def _amount(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ") if value >= 100 else f"{value:.3g}"


def _as_json(part: str, figure: Figure) -> str:
    fields = {"part": part, **asdict(figure), "met": figure.is_met}
    return json.dumps(fields, ensure_ascii=False)

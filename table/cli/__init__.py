"""The command line: one file a command, each importing what it needs only when it runs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from table.cli import demo, judge, mat, read, run

COMMANDS = (demo, run, judge, read, mat)

MISUSED = 2
"""Exit status when what was given cannot be used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; gives the exit status. Wrong arguments end the program with status 2."""
    parser = argparse.ArgumentParser(prog="cardtable", description="A referee for real card games.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(subparsers)
    chosen = parser.parse_args(arguments)
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone: nothing is wrong here. Keeps the interpreter from complaining at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


class _Version(argparse.Action):
    """Looks the version up only when asked: that takes longer than judging a record."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib import metadata

        try:
            print(f"cardtable {metadata.version('cardtable')}")
        except metadata.PackageNotFoundError:
            print("cardtable (not installed)")
        parser.exit()

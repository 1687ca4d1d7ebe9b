"""The command line: one file a command, each importing what it needs only when it runs."""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import importlib
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

COMMANDS = ("demo", "run", "doctor", "replay", "judge", "scores", "rules", "read", "learn-deck", "mat", "bench")
"""Each is a module of this package, with _ for -, that has a function `add_parser`."""

GARBAGE = 20_000
"""So many more things made than gone before the collector looks among the new ones; usually 700."""

MISUSED = 2
"""Exit status when what was given cannot be used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; gives the exit status. Wrong arguments end the program with status 2."""
    _use_what_streams_there_are()
    parser = argparse.ArgumentParser(prog="cardtable", description="A referee for real card games.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    given = sys.argv[1:] if arguments is None else arguments
    with _no_collecting():
        for name in [given[0]] if given and given[0] in COMMANDS else COMMANDS:
            importlib.import_module(f"table.cli.{name.replace('-', '_')}").add_parser(subparsers)
    if arguments is None:
        _collect_seldom()
    chosen = parser.parse_args(given)
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone: nothing is wrong here. Keeps the interpreter from complaining at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        if problem.errno not in (errno.ENOSPC, errno.EIO, errno.EDQUOT):
            raise
        print(f"cardtable: the output could not be written ({problem.strerror}); make room for it", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return MISUSED
    except KeyboardInterrupt:
        return 130
    return status


@contextlib.contextmanager
def _no_collecting() -> Iterator[None]:
    """Spares a fifth of the start: what is loaded stays anyway, so there is no garbage to look for."""
    was_collecting = gc.isenabled()
    gc.disable()
    yield
    if was_collecting:
        gc.enable()


def _use_what_streams_there_are() -> None:
    """Started without an output (`>&-`) we write to nothing; what a terminal has no letter for is shown as `?`."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open for as long as we run
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _collect_seldom() -> None:
    """Lets the garbage collector look less often, and never at what was loaded at the start.

    States, events and rulings are values that never point at each other in circles: they go when nobody needs them,
    and looking for circles among them is up to a half of the time in which a long record is judged again. What does
    go in circles (pictures do not) is small, and is still found. For the program alone, not for who calls `main`.
    """
    gc.freeze()
    gc.set_threshold(GARBAGE)


class _Version(argparse.Action):
    """Looks the version up only when asked: that takes longer than judging a record."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib import metadata

        try:
            print(f"cardtable {metadata.version('cardtable')}")
        except metadata.PackageNotFoundError:
            print("cardtable (not installed)")
        parser.exit()

"""`cardtable run`: the whole system on the real table, or on pictures of one."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table.game import Header
    from table.refusals import Refusal

MISUSED = 2

SETTINGS = (Path("table.toml"), Path("/etc/cardtable/table.toml"))
"""Where the settings are looked for when none are named."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("run", help="referee the real table, or a folder of pictures or a film of one")
    parser.add_argument("--config", metavar="FILE", type=Path, help="settings (default: table.toml here or in /etc)")
    parser.add_argument("--source", metavar="PATH", type=Path, help="a folder of pictures, in name order, or a film")
    parser.add_argument("--preset", metavar="NAME", help="house rules that go together; see `cardtable rules GAME`")
    parser.add_argument("--profile", metavar="NAME", help="the pack played with; see `cardtable learn-deck`")
    group = parser.add_argument_group("with --source")
    group.add_argument("--game", default="vvvand8", help="which game is played (default: vvvand8)")
    group.add_argument("--seats", metavar="A,B,C", help="the players, clockwise")
    group.add_argument("--dealer", metavar="A", help="who deals")
    group.add_argument("--option", metavar="K=V", action="append", default=[], help="a house rule; may be repeated")
    group.add_argument("--record", metavar="FILE", type=Path, help="write the game's record here")
    group.add_argument("--json", action="store_true", help="print what `judge --json` prints")
    parser.add_argument("--lang", choices=("en", "sv"), help="language (default: the table's, or en)")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Runs the table until it is stopped, or judges the pictures. Status 2 if something given cannot be used."""
    from table.cli.problems import FOR_PEOPLE, problem_text
    from table.config import language_of

    settings = chosen.config or next((path for path in SETTINGS if path.exists()), None)
    is_told = chosen.lang is not None
    chosen.lang = chosen.lang or language_of(settings if chosen.source is None else None)
    try:
        if chosen.source is not None:
            return run_on_pictures(chosen)
        return run_live(chosen, settings, chosen.lang if is_told else None)
    except FOR_PEOPLE as problem:
        print(f"cardtable run: {problem_text(problem, chosen.lang)}", file=sys.stderr)
        return MISUSED


def run_live(chosen: argparse.Namespace, settings: Path | None, language: str | None) -> int:
    """The real table, until SIGTERM or Ctrl-C; *language* goes before that of the settings."""
    import logging

    from table.app.live import Table
    from table.cli.rules import one_screen
    from table.config import default_config, load_config
    from table.texts import word

    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    config = load_config(settings) if settings else default_config()
    if language is not None:
        config = config.with_language(language)
    if chosen.profile:
        config = config.with_profile(chosen.profile)
    table = Table(config.with_preset(chosen.preset) if chosen.preset else config)
    desk = table.host.desk
    preset = table.config.house_rules(desk.game.name).get("preset")
    if preset:
        print("\n".join(one_screen(desk.game, preset, desk.referee.header.options, config.table.language)))
    address = f"http://localhost:{table.server.port}/"
    print(word("terminal", "open", config.table.language, address=address), flush=True)
    table.run()
    return 0


def run_on_pictures(chosen: argparse.Namespace) -> int:
    """Judges pictures of a table and prints what `judge` prints."""
    from table.app.decks import load_profile, wrong_deck
    from table.app.pictures import open_pictures, referee_pictures
    from table.app.seating import mat_for, seating_round
    from table.cli.judge import print_rulings
    from table.cli.problems import ArgumentsError
    from table.ledger import Ledger
    from table.refusals import refusal
    from vision.mat import load_mat
    from vision.reader import Reader

    if not chosen.seats:
        raise ArgumentsError(refusal("players"))
    if chosen.record:
        require_writable(chosen.record)
    header = _header(chosen)
    mat = load_mat(mat_for(header.game, len(header.seats)))
    reader = Reader.load(load_profile(chosen.profile) if chosen.profile else None)
    camera = open_pictures(chosen.source)
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "run.sqlite") as ledger:
        desk = referee_pictures(camera, header, mat, seating_round(header.seats, mat), ledger, reader)
        record = "\n".join(ledger.lines(desk.number)) + "\n"
    if chosen.record:
        write_record(chosen.record, record)
    print_rulings(desk.referee, as_json=chosen.json, with_withdrawn=False, language=chosen.lang)
    for question in desk.questions:
        said = refusal("left_out", seat=question.doubt.seat).said(chosen.lang)
        print(f"cardtable run: {said}", file=sys.stderr)
    if reader.deck is not None and reader.deck.is_wrong:
        print(f"cardtable run: {wrong_deck(reader.deck).said(chosen.lang)}", file=sys.stderr)
    return 0


def _header(chosen: argparse.Namespace) -> Header:
    from table.cli.problems import header_from

    return header_from(chosen.game, chosen.seats, chosen.dealer, chosen.option, chosen.preset)


def require_writable(path: Path) -> None:
    """Raises what `write_record` would raise at the end of a game, before it has begun."""
    import errno
    import os

    from table.forms import RecordError

    wrong = None
    if path.is_dir():
        wrong = errno.EISDIR
    elif not path.parent.is_dir():
        wrong = errno.ENOTDIR if path.parent.exists() else errno.ENOENT
    elif not os.access(path if path.exists() else path.parent, os.W_OK):
        wrong = errno.EACCES
    if wrong is not None:
        raise RecordError(str(path), 1, 1, not_written(OSError(wrong, os.strerror(wrong))))


def not_written(problem: OSError) -> Refusal:
    """That a file cannot be written, and why."""
    from table.refusals import of_system, refusal

    return refusal("not_written", problem=of_system(problem))


def write_record(path: Path, record: str) -> None:
    """Writes a record to a file. Raises SourceError's kin RecordError if it cannot."""
    from table.forms import RecordError

    try:
        path.write_text(record, encoding="utf-8")
    except OSError as problem:
        raise RecordError(str(path), 1, 1, not_written(problem)) from None

"""`cardtable mat`: the mat as a drawing to print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from table.texts import LANGUAGES, word

MISUSED = 2


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("mat", help="draw the mat for printing, as an SVG of its true size")
    parser.add_argument("file", metavar="FILE.svg", type=Path, help="where to write it")
    parser.add_argument("--mat", default="table-60x42", help="a printed mat by name, or a mat's own .toml file")
    parser.add_argument("--game", help="the printed mat of this game, in place of --mat")
    parser.add_argument("--players", type=int, default=2, help="for so many (default: 2)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of what is printed")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Writes the drawing. Status 2 if there is no such mat or the file cannot be written."""
    from table.app.seating import mat_for
    from table.cli.problems import FOR_PEOPLE, problem_text
    from table.cli.run import not_written
    from table.games import find_game
    from vision.mat import load_mat
    from vision.matsheet import draw_mat

    try:
        name = mat_for(find_game(chosen.game).name, chosen.players) if chosen.game else chosen.mat
        mat = load_mat(name)
        chosen.file.write_text(draw_mat(mat), encoding="utf-8")
    except FOR_PEOPLE as problem:
        print(f"cardtable mat: {problem_text(problem, chosen.lang)}", file=sys.stderr)
        return MISUSED
    except OSError as problem:
        print(f"cardtable mat: {chosen.file}: {not_written(problem).said(chosen.lang)}", file=sys.stderr)
        return MISUSED
    size = f"{mat.width_mm:g} x {mat.height_mm:g} mm"
    print(word("terminal", "mat_drawn", chosen.lang, path=str(chosen.file), size=size))
    return 0

"""table/README.md leads to every clause."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from table.games import GAMES

TABLE = Path(__file__).parents[2] / "table"
README = (TABLE / "README.md").read_text(encoding="utf-8")


def files_of(game: str, chapter: int) -> list[Path]:
    """The files that the page names for a chapter of a game."""
    rows = [line.split("|")[1:-1] for line in README.splitlines() if line.startswith("|")]
    (head,) = (row for row in rows if "`games/vvvand8/`" in row[1])
    (cells,) = (row for row in rows if row[0].strip() == f"chapter {chapter}")
    column = next(place for place, cell in enumerate(head) if f"`games/{game}/`" in cell)
    return [TABLE / "games" / game / name for name in re.findall(r"`([a-z_]+\.py)`", cells[column])]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_clause_is_entered_in_a_file_that_the_page_names_for_its_chapter(game: str) -> None:
    (known,) = (one for one in GAMES if one.name == game)
    for clause in known.rulebook:
        chapter = int(clause.number[1 : clause.number.index(".")])
        files = files_of(game, chapter)
        assert any(f'"{clause.number}"' in file.read_text(encoding="utf-8") for file in files), clause.number


def test_every_file_that_the_page_names_is_there() -> None:
    for game in GAMES:
        for chapter in range(1, 6):
            assert all(file.is_file() for file in files_of(game.name, chapter))

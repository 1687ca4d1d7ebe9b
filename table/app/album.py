"""The pictures of what was ruled on, on the disk beside the log: they outlive the program as the rulings do."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from table.desk import MOST_PICTURES, picture_name

logger = logging.getLogger(__name__)

LARGEST = 128 * 1024
"""Bytes of a picture that is kept; a usual one has 20 kB."""

FILE = re.compile(r"(g(\d+)-(\d+)-[0-9a-f]{12})\.jpg")
UNFINISHED = ".part"


class Album:
    """A folder beside the log with the latest pictures of rulings, each written once and at most MOST_PICTURES.

    Nothing depends on it: a folder that cannot be written, or a file that is broken, costs that picture alone.
    """

    def __init__(self, log: Path) -> None:
        self._folder = log.with_name(f"{log.name}-pictures")
        self._files = sorted(self._found(), key=_place)
        self._was_told = False

    def _found(self) -> Iterator[str]:
        """The names of our files; what a power cut left unfinished is taken away."""
        try:
            for path in self._folder.iterdir():
                if FILE.fullmatch(path.name.removesuffix(UNFINISHED)):
                    if path.suffix == UNFINISHED:
                        path.unlink()
                    else:
                        yield path.name
        except OSError as problem:
            if self._folder.exists():
                logger.warning("the pictures in %s cannot be used: %s", self._folder, problem)

    def keep(self, name: str, jpeg: bytes) -> None:
        """Writes a picture under the name that the desk gave it, unless it is there; the oldest make room."""
        file = f"{name}.jpg"
        if file in self._files or len(jpeg) > LARGEST or not FILE.fullmatch(file):
            return
        try:
            self._write(self._folder / file, jpeg)
            self._files = sorted([*self._files, file], key=_place)
            while len(self._files) > MOST_PICTURES:
                self._folder.joinpath(self._files.pop(0)).unlink(missing_ok=True)
        except OSError as problem:
            if not self._was_told:
                logger.warning("pictures of rulings cannot be kept in %s: %s", self._folder, problem)
            self._was_told = True

    def _write(self, path: Path, jpeg: bytes) -> None:
        self._folder.mkdir(exist_ok=True)
        unfinished = path.with_name(path.name + UNFINISHED)
        with unfinished.open("wb") as opened:
            opened.write(jpeg)
            opened.flush()
            # What a name stands for is on the disk before the name is; the name itself comes with the log's next line.
            os.fsync(opened.fileno())
        unfinished.replace(path)

    def of_game(self, number: int, lines: Sequence[str]) -> Iterator[tuple[int, str, bytes]]:
        """The pictures kept of a game: line, name, JPEG.

        *lines* are the game's in the log. Left out is what was not written whole, or in another log's time.
        """
        for file in self._files:
            game, line = _place(file)
            if game != number or not 0 < line <= len(lines):
                continue
            try:
                with self._folder.joinpath(file).open("rb") as opened:
                    jpeg = opened.read(LARGEST + 1)
            except OSError:
                continue
            name = picture_name(game, line, lines[line - 1], jpeg)
            if file == f"{name}.jpg":
                yield line, name, jpeg


def _place(file: str) -> tuple[int, int]:
    """Game and line."""
    found = FILE.fullmatch(file)
    assert found is not None
    return int(found[2]), int(found[3])

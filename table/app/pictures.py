"""Referees a folder of pictures or a film: `cardtable run --source`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from table.desk import Desk, open_game
from table.game import Header
from table.games import find_game
from table.ledger import Ledger
from table.witness import Seating
from vision.capture import VideoFile
from vision.frames import Camera, PictureFolder, SourceError
from vision.mat import Mat
from vision.reader import Reader
from vision.sightings import VisionReport
from vision.stills import PictureWatch
from vision.watch import Watch

NOTES = ("Refereed from pictures by cardtable.", "Judge it again with: cardtable judge FILE")


def open_pictures(source: Path) -> Camera:
    """The pictures of a folder, or the frames of a film. Raises SourceError."""
    if not source.exists():
        raise SourceError(f"{source}: there is no such folder and no such film; check the name")
    return PictureFolder(source) if source.is_dir() else VideoFile(source)


def referee_pictures(
    camera: Camera, header: Header, mat: Mat, seating: Seating, ledger: Ledger, reader: Reader | None = None
) -> Desk:
    """Hears all that the pictures show, and gives the desk with its game at the end.

    Each picture of a folder shows the pile, one movement later than the one before; a film shows the whole *mat*.
    Raises OptionError for a bad house rule, and SourceError for a picture that cannot be read.
    """
    game = find_game(header.game)
    game.open(header)
    desk = Desk(game, ledger, open_game(ledger, header, NOTES), seating, now_ns=0)
    for report in _reports(camera, mat, reader or Reader.load()):
        desk.see(report)
    return desk


def _reports(camera: Camera, mat: Mat, reader: Reader) -> Iterator[VisionReport]:
    watch = PictureWatch(reader) if isinstance(camera, PictureFolder) else Watch(mat, reader)
    while not camera.ended:
        frame = camera.next_frame(1.0)
        if frame is not None:
            yield from watch.look(frame)

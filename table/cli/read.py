"""`cardtable read`: the cards in pictures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table.cli.packs import Packs
    from vision.pictures import Opened, Picture
    from vision.sightings import Sighting

MISUSED = 2

SHOWN_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")

UNSURE = "unsure"

WHY = {
    "too small": "too small in the picture; take it from nearer, or with more pixels",
    "glare": "a lamp shines on its corners; move the lamp or the card",
    "blur": "out of focus, or it moved",
    "covered": "its corners are covered",
    "unknown deck": "nothing known in its corners: its back, or a deck to be learnt with `cardtable learn-deck`",
    UNSURE: "it could be one card or another; take another picture",
}
"""What a doubt means, and what may help."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One picture and what was read in it."""

    image: str
    seen: tuple[Sighting, ...]
    """In the pixels that were read."""
    sightings: tuple[Sighting, ...]
    """The same in the file's own pixels: a very large picture is read smaller."""
    ms: float
    pack: str
    """The profile that was read with; empty: none."""
    packs: tuple[str, ...]
    """Of each sighting of a card face down, the profile of its pack; empty: another one's, or it lies face up."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("read", help="read the cards in pictures")
    parser.add_argument("images", metavar="IMAGE", nargs="+", help="a picture, or a folder: all pictures in it")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument(
        "--show",
        metavar="FILE",
        type=Path,
        help="draw what was read onto the picture; with several pictures FILE-1.jpg, FILE-2.jpg and so on",
    )
    parser.add_argument(
        "--profile",
        metavar="NAME",
        action="append",
        default=[],
        help="a pack that was learnt (see `learn-deck`); may be repeated: the one that fits a picture is used",
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Reads every picture that can be read. Status 2 if one of them cannot, or the reader has no weights."""
    from table.cli.packs import Packs
    from vision.network import WeightsError
    from vision.profile import ProfileError

    if chosen.show is not None and (problem := _show_problem(chosen.show, chosen.images)):
        return _misused(problem)
    try:
        packs = Packs.load(chosen.profile)
    except (WeightsError, ProfileError) as unusable:
        return _misused(str(unusable))
    status = read_all(chosen, packs)
    for complaint in packs.complaints():
        print(complaint, file=sys.stderr)
    return status


def read_all(chosen: argparse.Namespace, packs: Packs) -> int:
    """Reads the pictures one after the other and prints what each shows; gives the exit status."""
    from table.cli.progress import Progress
    from vision.pictures import PictureError, open_picture

    images, problems = _images(chosen.images)
    status = max([0, *(_misused(problem) for problem in problems)])
    progress = Progress(len(images))
    for number, image in enumerate(images, 1):
        try:
            opened = open_picture(Path(image))
        except PictureError as unreadable:
            progress.clear()
            status = _misused(str(unreadable))
        else:
            reading = _read(packs, image, opened)
            progress.clear()
            print(_as_json(reading) if chosen.json else _for_people(reading))
            if chosen.show is not None:
                into = chosen.show if len(images) == 1 else numbered(chosen.show, number)
                status = max(status, _show(into, opened.pixels, reading.seen))
        progress.step()
    progress.clear()
    return status


def numbered(path: Path, number: int) -> Path:
    """`cards.jpg` becomes `cards-3.jpg`."""
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def _images(named: Sequence[str]) -> tuple[list[str], list[str]]:
    """The pictures named, folders' pictures in place of the folders, and what is wrong with some."""
    from vision.pictures import PictureError, pictures_in

    images, problems = list[str](), list[str]()
    for name in named:
        try:
            images += map(str, pictures_in(Path(name))) if Path(name).is_dir() else [name]
        except PictureError as problem:
            problems.append(str(problem))
    return images, problems


def _read(packs: Packs, image: str, opened: Opened) -> Reading:
    reader = packs.reader_for(opened.pixels)
    began = time.perf_counter()
    seen = reader.read(opened.pixels)
    ms = 1000 * (time.perf_counter() - began)
    pack = reader.deck.profile.name if reader.deck is not None else ""
    packs_of = tuple(packs.pack_of(opened.pixels, card) if card.face_down else "" for card in seen)
    return Reading(image, seen, tuple(_in_file(sighting, opened) for sighting in seen), ms, pack, packs_of)


def _in_file(sighting: Sighting, opened: Opened) -> Sighting:
    a, b, c, d = (opened.in_file(point) for point in sighting.quad)
    return replace(sighting, quad=(a, b, c, d))


def _show_problem(show: Path, images: Sequence[str]) -> str | None:
    """Why nothing can be drawn into that file, known before anything is read."""
    if show.suffix.lower() not in SHOWN_SUFFIXES:
        return f"{show}: --show writes {', '.join(SHOWN_SUFFIXES)} files; give a name that ends so"
    if not show.parent.is_dir():
        return f"{show}: there is no folder {show.parent}; make it, or give another path"
    if any(Path(image).exists() and show.exists() and show.samefile(image) for image in images):
        return f"{show}: is one of the pictures to be read; give another name to draw into"
    return None


def _show(into: Path, picture: Picture, seen: Sequence[Sighting]) -> int:
    import cv2

    from vision.drawing import drawn

    try:
        _, data = cv2.imencode(into.suffix.lower(), drawn(picture, seen))
        into.write_bytes(data.tobytes())
    except OSError as problem:
        return _misused(f"{into}: cannot be written ({problem.strerror}); give another path")
    return 0


def _misused(problem: str) -> int:
    print(problem, file=sys.stderr)
    return MISUSED


def _as_json(reading: Reading) -> str:
    cards = [
        {
            "card": sighting.label,
            "confidence": round(sighting.confidence, 4),
            "quad": [[round(x, 1), round(y, 1)] for x, y in sighting.quad],
            "whole": sighting.whole,
        }
        for sighting in reading.sightings
    ]
    return json.dumps({"image": reading.image, "cards": cards, "ms": round(reading.ms, 1)}, ensure_ascii=False)


def _for_people(reading: Reading) -> str:
    number = len(reading.sightings)
    pack = f", pack {reading.pack}" if reading.pack else ""
    lines = [f"{reading.image}: {number or 'no'} card{'' if number == 1 else 's'} ({reading.ms:.0f} ms{pack})"]
    for sighting, its_pack in zip(reading.sightings, reading.packs, strict=True):
        x, y = (sum(point[axis] for point in sighting.quad) / 4 for axis in (0, 1))
        said = f"{sighting.confidence:.3f}" if sighting.label else f"not read: {sighting.doubt or UNSURE}"
        if sighting.face_down:
            said = f"face down, pack {its_pack}" if its_pack else "face down, of another pack"
        whole = "" if sighting.whole else ", not whole"
        lines.append(f"  {sighting.label or '?':3}  {said}  at {x:.0f},{y:.0f}{whole}")
    unread = [sighting for sighting in reading.sightings if sighting.label is None and not sighting.face_down]
    doubts = {sighting.doubt or UNSURE for sighting in unread}
    lines += [f"  {doubt}: {why}" for doubt, why in WHY.items() if doubt in doubts]
    return "\n".join(lines)

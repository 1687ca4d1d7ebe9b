"""`cardtable read`: the cards in pictures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.sightings import Sighting

MISUSED = 2


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("read", help="read the cards in pictures")
    parser.add_argument("images", metavar="IMAGE", nargs="+", help="a picture, or a folder: all pictures in it")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Reads every picture that can be read. Status 2 if one of them cannot, or the reader has no weights."""
    from vision.network import WeightsError
    from vision.pictures import PictureError, load_picture, pictures_in
    from vision.reader import Reader

    try:
        reader = Reader.load()
    except WeightsError as problem:
        return _misused(str(problem))
    status = 0
    for name in chosen.images:
        try:
            paths: tuple[Path | str, ...] = pictures_in(Path(name)) if Path(name).is_dir() else (name,)
        except PictureError as problem:
            status = _misused(str(problem))
            continue
        for path in paths:
            try:
                picture = load_picture(Path(path))
            except PictureError as problem:
                status = _misused(str(problem))
                continue
            began = time.perf_counter()
            sightings = reader.read(picture)
            ms = 1000 * (time.perf_counter() - began)
            print(_as_json(str(path), sightings, ms) if chosen.json else _for_people(str(path), sightings, ms))
    return status


def _misused(problem: str) -> int:
    print(problem, file=sys.stderr)
    return MISUSED


def _as_json(image: str, sightings: tuple[Sighting, ...], ms: float) -> str:
    cards = [
        {
            "card": sighting.label,
            "confidence": round(sighting.confidence, 4),
            "quad": [[round(x, 1), round(y, 1)] for x, y in sighting.quad],
            "whole": sighting.whole,
        }
        for sighting in sightings
    ]
    return json.dumps({"image": image, "cards": cards, "ms": round(ms, 1)}, ensure_ascii=False)


def _for_people(image: str, sightings: tuple[Sighting, ...], ms: float) -> str:
    lines = [f"{image}: {len(sightings)} card{'' if len(sightings) == 1 else 's'} ({ms:.0f} ms)"]
    for sighting in sightings:
        x, y = (sum(point[axis] for point in sighting.quad) / 4 for axis in (0, 1))
        said = f"{sighting.confidence:.3f}" if sighting.label else f"not sure: {sighting.doubt}"
        lines.append(
            f"  {sighting.label or '?':3}  {said}  at {x:.0f},{y:.0f}{'' if sighting.whole else ', not whole'}"
        )
    return "\n".join(lines)

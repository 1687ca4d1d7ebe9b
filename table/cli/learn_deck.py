"""`cardtable learn-deck`: shows the table what a pack of cards looks like."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.frames import Camera
    from vision.learning import DeckLearner, Shown
    from vision.pictures import Picture
    from vision.reader import Reader

MISUSED, INCOMPLETE = 2, 1

AT_ONCE = 13

FEWEST = 20
"""A profile of fewer faces says little, and is not kept."""

SAME_LOOKS = 2
"""A camera must show a card in so many looks one after the other: until then a hand may still move it."""

LOOKS_UNREAD = 5
"""The same for the one card asked for, if the reader does not know such a pack."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("learn-deck", help="learn what your pack of cards looks like")
    parser.add_argument("name", metavar="NAME", help="what to call the pack, or a file that ends with .npz")
    parser.add_argument(
        "--from",
        dest="folder",
        metavar="FOLDER",
        type=Path,
        help="photographs of the cards, in any order; one named 7H.jpg shows the seven of hearts",
    )
    parser.add_argument("--source", metavar="PATH", type=Path, help="a folder of pictures, in name order, or a film")
    parser.add_argument("--config", metavar="FILE", type=Path, help="settings that name the camera (see `run`)")
    parser.add_argument(
        "--at-once",
        metavar="N",
        type=int,
        choices=range(1, 14),
        default=AT_ONCE,
        help="how many cards to ask for at once; 1 for a pack that the reader does not know (default: 13)",
    )
    parser.add_argument("--jokers", action="store_true", help="the pack has jokers: ask for them, too")
    parser.add_argument("--more", action="store_true", help="add to the profile of that name")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Learns and keeps a profile. Status 1 if cards are missing still, 2 if something given cannot be used."""
    from table.app.decks import profile_path
    from table.cli.problems import FOR_PEOPLE
    from vision.learning import DeckLearner
    from vision.pictures import PictureError
    from vision.profile import Profile
    from vision.reader import Reader

    try:
        path = profile_path(chosen.name)
        known = Profile.load(path) if chosen.more else None
        lesson = Lesson(Reader.load(), DeckLearner(known), with_jokers=chosen.jokers)
        if chosen.folder is not None:
            lesson.learn_photographs(chosen.folder)
        else:
            _learn_from_camera(lesson, chosen)
        return _keep(lesson.learner, path, chosen)
    except (*FOR_PEOPLE, PictureError) as problem:
        print(f"cardtable learn-deck: {problem}", file=sys.stderr)
        return MISUSED


class Lesson:
    """Cards are shown and learnt, and it is said what is missing still."""

    def __init__(self, reader: Reader, learner: DeckLearner, *, with_jokers: bool = False) -> None:
        self._reader, self.learner, self._with_jokers = reader, learner, with_jokers
        self._last: Shown | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """What is still to be shown."""
        jokers = ("X",) if self._with_jokers and "X" not in self.learner.learnt else ()
        return (*self.learner.missing, *jokers)

    def learn_photographs(self, folder: Path) -> None:
        """Learns from the photographs of a folder; what is wrong with one of them is said, and the others go on."""
        from table.cli.progress import Progress
        from vision.learning import Misnamed, shown_as, shown_in
        from vision.pictures import PictureError, load_picture, pictures_in

        paths = pictures_in(folder)
        progress = Progress(len(paths))
        for path in paths:
            try:
                picture, label = load_picture(path), label_in(path)
                shown = shown_in(self._reader, picture) if label is None else (shown_as(self._reader, picture, label),)
            except (PictureError, Misnamed) as problem:
                progress.clear()
                said = problem if isinstance(problem, PictureError) else f"{path}: {problem}"
                print(f"cardtable learn-deck: {said}; left out", file=sys.stderr)
            else:
                for card in shown:
                    self.learner.take(card)
            progress.step()
        progress.clear()

    def learn_from(self, camera: Camera, at_once: int) -> None:
        """Asks for the cards, some at once, until all have been shown or the camera's film or folder is over."""
        from vision.frames import PictureFolder

        looks = 1 if isinstance(camera, PictureFolder) else SAME_LOOKS
        asked, before = self._ask(at_once, ()), list[frozenset[str]]()
        for picture in _pictures(camera):
            seen = {card.label: card for card in self._seen(picture, asked, before)}
            before = [*before[-LOOKS_UNREAD:], frozenset(seen)]
            steady = frozenset.intersection(*before[-looks:]) if len(before) >= looks else frozenset()
            news = [card for label, card in seen.items() if label in steady and label in self.missing]
            for card in news:
                self.learner.take(card)
            if news:
                said = " ".join(card.label for card in news)
                print(f"learnt {said} ({len(self.learner.learnt)} faces)", flush=True)
                asked, before, self._last = self._ask(at_once, asked), [], news[-1]
            if not self.missing:
                return

    def _seen(self, picture: Picture, asked: tuple[str, ...], before: list[frozenset[str]]) -> tuple[Shown, ...]:
        from vision.learning import Misnamed, look_alike, shown_as, shown_in

        shown = shown_in(self._reader, picture)
        # One card that was asked for and lies still, though the reader does not know it, is the one asked for.
        if shown or len(asked) != 1 or len(before) < LOOKS_UNREAD:
            return shown
        try:
            card = shown_as(self._reader, picture, asked[0])
        except Misnamed:
            return ()
        return () if self._last is not None and look_alike(card, self._last) else (card,)

    def _ask(self, at_once: int, asked: tuple[str, ...]) -> tuple[str, ...]:
        """Says which cards to lay next, once those asked for before are learnt."""
        left = tuple(label for label in asked if label in self.missing)
        if left or not self.missing:
            return left
        wanted = self.missing[:at_once]
        print(f"Lay {' '.join(wanted)} side by side, in any order ({len(self.missing)} to go).", flush=True)
        return wanted


def label_in(path: Path) -> str | None:
    """The card that a file's name says it shows: `7H.jpg`, `10s-2.png`; None if it says nothing."""
    from vision.deck import LABELS

    word = path.stem.upper().replace("_", "-").split("-")[0]
    return word if word in LABELS else None


def _learn_from_camera(lesson: Lesson, chosen: argparse.Namespace) -> None:
    camera = _camera(chosen)
    with closing(camera):
        try:
            lesson.learn_from(camera, chosen.at_once)
        except KeyboardInterrupt:
            print("\nStopped; what has been shown is kept.", flush=True)


def _camera(chosen: argparse.Namespace) -> Camera:
    from table.app.live import open_source
    from table.app.pictures import open_pictures
    from table.cli.run import SETTINGS
    from table.config import default_config, load_config

    if chosen.source is not None:
        return open_pictures(chosen.source)
    path = chosen.config or next((path for path in SETTINGS if path.exists()), None)
    return open_source(load_config(path) if path else default_config())


def _pictures(camera: Camera) -> Iterator[Picture]:
    while not camera.ended:
        frame = camera.next_frame(1.0)
        if frame is not None:
            yield frame.pixels


def _keep(learner: DeckLearner, path: Path, chosen: argparse.Namespace) -> int:
    """Checks what was learnt and writes the profile; gives the exit status."""
    if len(learner.learnt) < FEWEST:
        print(
            f"cardtable learn-deck: only {_names(learner.learnt)} could be learnt; show more cards, one or a few at "
            "once, whole, in even light, and large in the picture",
            file=sys.stderr,
        )
        return MISUSED
    profile, wrong = learner.profile(Path(chosen.name).stem), learner.misnamed()
    profile.save(path)
    print(f"Saved as {path}: {len(profile.labels)} faces learnt.")
    for label, other in wrong.items():
        print(f"What was shown as {label} looks like {other}: left out.")
    missing = [*learner.missing, *wrong]
    if missing:
        print(f"Missing still: {_names(missing)}. They are read as in any pack.")
        print(f"To add them, {_how_to_show_more(chosen)}")
    return INCOMPLETE if missing else 0


def _how_to_show_more(chosen: argparse.Namespace) -> str:
    """What to do, with the command that goes on from here."""
    words = ["cardtable", "learn-deck", chosen.name, "--more"]
    how = "lay them before the camera"
    if chosen.folder is not None:
        words, how = [*words, "--from", str(chosen.folder)], "put photographs of them into the folder"
    elif chosen.source is not None:
        words, how = [*words, "--source", str(chosen.source)], "take pictures or a film of them"
    words += ["--config", str(chosen.config)] if chosen.config is not None else []
    words += ["--jokers"] if chosen.jokers else []
    return f"{how}, then: {shlex.join(words)}"


def _names(labels: Collection[str]) -> str:
    return " ".join(labels) or "no card"

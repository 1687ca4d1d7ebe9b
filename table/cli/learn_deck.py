"""`cardtable learn-deck`: shows the table what a pack of cards looks like."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from table.texts import LANGUAGES, word

if TYPE_CHECKING:
    from table.cli.lesson import Lesson
    from table.rulings import Fact
    from vision.frames import Camera
    from vision.learning import DeckLearner

MISUSED, INCOMPLETE = 2, 1

AT_ONCE = 13

FEWEST = 20
"""A profile of fewer faces says little, and is not kept."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("learn-deck", help="learn what your pack of cards looks like")
    parser.add_argument("name", metavar="NAME", help="what to call the pack, or a file that ends with .npz")
    parser.add_argument(
        "--from",
        dest="folder",
        metavar="FOLDER",
        type=Path,
        help="photographs of the cards, in any order; 7H.jpg shows the seven of hearts, back.jpg a card face down",
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
    parser.add_argument("--no-back", action="store_true", help="do not ask for the back of the cards")
    parser.add_argument("--more", action="store_true", help="add to the profile of that name")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of what is asked and said")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Learns and keeps a profile. Status 1 if cards are missing still, 2 if something given cannot be used."""
    from table.app.decks import profile_path
    from table.cli.lesson import Lesson
    from table.cli.problems import FOR_PEOPLE, problem_text
    from vision.learning import DeckLearner
    from vision.pictures import PictureError
    from vision.profile import Profile
    from vision.reader import Reader

    try:
        path = profile_path(chosen.name)
        known = Profile.load(path) if chosen.more else None
        lesson = Lesson(
            Reader.load(),
            DeckLearner(known),
            with_jokers=chosen.jokers,
            with_back=not chosen.no_back,
            language=chosen.lang,
        )
        if chosen.folder is not None:
            lesson.learn_photographs(chosen.folder)
        else:
            _learn_from_camera(lesson, chosen)
        return _keep(lesson.learner, path, chosen)
    except (*FOR_PEOPLE, PictureError) as problem:
        print(f"cardtable learn-deck: {problem_text(problem, chosen.lang)}", file=sys.stderr)
        return MISUSED


def _learn_from_camera(lesson: Lesson, chosen: argparse.Namespace) -> None:
    camera = _camera(chosen)
    with closing(camera):
        try:
            lesson.learn_from(camera, chosen.at_once)
        except KeyboardInterrupt:
            print("\n" + word("learning", "stopped", chosen.lang), flush=True)


def _camera(chosen: argparse.Namespace) -> Camera:
    from table.app.live import open_source
    from table.app.pictures import open_pictures
    from table.cli.run import SETTINGS
    from table.config import default_config, load_config

    if chosen.source is not None:
        return open_pictures(chosen.source)
    path = chosen.config or next((path for path in SETTINGS if path.exists()), None)
    return open_source(load_config(path) if path else default_config())


def _keep(learner: DeckLearner, path: Path, chosen: argparse.Namespace) -> int:
    """Checks what was learnt and writes the profile; gives the exit status."""

    def say(key: str, **facts: Fact) -> str:
        return word("learning", key, chosen.lang, **facts)

    if len(learner.learnt) < FEWEST:
        cards = _names(learner.learnt) or say("no_card")
        print(f"cardtable learn-deck: {say('too_few', cards=cards)}", file=sys.stderr)
        return MISUSED
    profile, wrong = learner.profile(Path(chosen.name).stem), learner.misnamed()
    profile.save(path)
    print(say("saved" if profile.back is None else "saved_with_back", path=str(path), count=len(profile.labels)))
    for label, other in wrong.items():
        print(say("looks_like", label=label, other=other))
    missing = [*learner.missing, *wrong]
    is_back_missing = profile.back is None and not chosen.no_back
    if is_back_missing:
        print(say("missing_back"))
    if missing:
        print(say("missing", cards=_names(missing)))
    if missing or is_back_missing:
        how, command = _how_to_show_more(chosen)
        print(say(how, command=command))
    return INCOMPLETE if missing else 0


def _how_to_show_more(chosen: argparse.Namespace) -> tuple[str, str]:
    """What to do, by its name among the words, and the command that goes on from here."""
    words = ["cardtable", "learn-deck", chosen.name, "--more"]
    how = "more_camera"
    if chosen.folder is not None:
        words, how = [*words, "--from", str(chosen.folder)], "more_folder"
    elif chosen.source is not None:
        words, how = [*words, "--source", str(chosen.source)], "more_source"
    words += ["--config", str(chosen.config)] if chosen.config is not None else []
    words += ["--jokers"] if chosen.jokers else []
    words += ["--no-back"] if chosen.no_back else []
    words += ["--lang", chosen.lang] if chosen.lang != LANGUAGES[0] else []
    return how, shlex.join(words)


def _names(labels: Collection[str]) -> str:
    return " ".join(labels)

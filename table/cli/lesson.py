"""A lesson: the cards of a pack are shown and learnt, and it is said what is missing still."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from table.texts import word

if TYPE_CHECKING:
    from table.rulings import Fact
    from vision.backs import Figure
    from vision.frames import Camera
    from vision.learning import DeckLearner, Misnamed, Shown
    from vision.pictures import Picture
    from vision.reader import Reader

SAME_LOOKS = 2
"""A camera must show a card in so many looks one after the other: until then a hand may still move it."""

LOOKS_UNREAD = 5
"""The same for the one card asked for, if the reader does not know such a pack, and for the back."""

SAME_PLACE = 0.9
"""A card that lies still has so much of its area in common with where it was before."""

BACK = "BACK"


class Lesson:
    """Cards are shown and learnt, and it is said what is missing still."""

    def __init__(
        self,
        reader: Reader,
        learner: DeckLearner,
        *,
        with_jokers: bool = False,
        with_back: bool = False,
        language: str = "en",
    ) -> None:
        """*with_back*: ask for a card face down once all faces were shown."""
        self._reader, self.learner, self._with_jokers = reader, learner, with_jokers
        self._with_back, self._language = with_back, language
        self._last: Shown | None = None
        self._back_before: list[Figure] = []
        self._complaint = ""

    @property
    def missing(self) -> tuple[str, ...]:
        """The faces still to be shown."""
        jokers = ("X",) if self._with_jokers and "X" not in self.learner.learnt else ()
        return (*self.learner.missing, *jokers)

    @property
    def is_back_missing(self) -> bool:
        """Whether the back is wanted and was not shown yet."""
        return self._with_back and self.learner.back is None

    def learn_photographs(self, folder: Path) -> None:
        """Learns from the photographs of a folder; what is wrong with one of them is said, and the others go on."""
        from table.cli.progress import Progress
        from vision.learning import Misnamed
        from vision.pictures import PictureError, load_picture, pictures_in

        paths = pictures_in(folder)
        progress = Progress(len(paths))
        for path in paths:
            try:
                self._learn_photograph(path, load_picture(path))
            except (PictureError, Misnamed) as problem:
                progress.clear()
                said = f"{path}: {self.said(problem, path)}" if isinstance(problem, Misnamed) else str(problem)
                self._complain("left_out", problem=said)
            progress.step()
        progress.clear()

    def _learn_photograph(self, path: Path, picture: Picture) -> None:
        from vision.learning import shown_as, shown_back, shown_in

        if shows_back(path):
            if self._with_back:
                self.learner.take_back(shown_back(picture, shown_in(self._reader, picture)).look)
            return
        label = label_in(path)
        cards = shown_in(self._reader, picture) if label is None else (shown_as(self._reader, picture, label),)
        for card in cards:
            self.learner.take(card)

    def learn_from(self, camera: Camera, at_once: int) -> None:
        """Asks for the cards, some at once, and then for the back, until the camera's film or folder is over."""
        from vision.frames import PictureFolder

        is_folder = isinstance(camera, PictureFolder)
        looks = 1 if is_folder else SAME_LOOKS
        asked, before = self._ask(at_once, ()), list[frozenset[str]]()
        for picture in _pictures(camera):
            seen = {card.label: card for card in self._seen(picture, asked, before)}
            before = [*before[-LOOKS_UNREAD:], frozenset(seen)]
            steady = frozenset.intersection(*before[-looks:]) if len(before) >= looks else frozenset()
            news = [card for label, card in seen.items() if label in steady and label in self.missing]
            if news:
                self._learn(news)
                asked, before, self._last = self._ask(at_once, asked), [], news[-1]
            elif self.is_back_missing:
                self._look_for_back(picture, tuple(seen.values()), 1 if is_folder else LOOKS_UNREAD)
            if not self.missing and not self.is_back_missing:
                return

    def _learn(self, cards: list[Shown]) -> None:
        for card in cards:
            self.learner.take(card)
        self._say("learnt", cards=" ".join(card.label for card in cards), count=len(self.learner.learnt))

    def _look_for_back(self, picture: Picture, face_up: tuple[Shown, ...], looks: int) -> None:
        """Learns the back once it has been seen so often in one place.

        Before it is asked for it may be shown as well, but then it must surely be a card.
        """
        from vision.learning import Misnamed, shown_back

        try:
            back = shown_back(picture, face_up)
        except Misnamed as problem:
            self._back_before = []
            self._complain_once(problem)
            return
        self._back_before = [*(one for one in self._back_before if _is_still(one, back)), back][-looks:]
        if len(self._back_before) == looks and (back.is_card or not self.missing):
            self.learner.take_back(back.look)
            self._say("learnt_back")

    def _complain_once(self, problem: Misnamed) -> None:
        """Says what is wrong, where the back was asked for and something lies there."""
        from vision.learning import Matter

        said = self.said(problem)
        if not self.missing and problem.matter is not Matter.NO_BACK and said != self._complaint:
            self._complaint = said
            print(said, file=sys.stderr, flush=True)

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
        if left:
            return left
        wanted = self.missing[:at_once]
        if wanted:
            self._say("lay", cards=" ".join(wanted), count=len(self.missing))
        elif self.is_back_missing:
            self._say("lay_back")
        return wanted

    def said(self, problem: Misnamed, path: Path | None = None) -> str:
        """What is the matter with a picture, in the reader's language; *path*: the file that names its card."""
        cards, label = ", ".join(problem.seen), None if path is None else label_in(path)
        key = f"{problem.matter}_read" if problem.matter == "face_up" and problem.seen else str(problem.matter)
        return word("learning", key, self._language, cards=cards, label=label or "")

    def _say(self, key: str, **facts: Fact) -> None:
        print(word("learning", key, self._language, **facts), flush=True)

    def _complain(self, key: str, **facts: Fact) -> None:
        print(f"cardtable learn-deck: {word('learning', key, self._language, **facts)}", file=sys.stderr)


def label_in(path: Path) -> str | None:
    """The card that a file's name says it shows: `7H.jpg`, `10s-2.png`; None if it says nothing."""
    from vision.deck import LABELS

    return _first_word(path) if _first_word(path) in LABELS else None


def shows_back(path: Path) -> bool:
    """Whether a file's name says that it shows a card face down: `back.jpg`, `back-2.png`."""
    return _first_word(path) == BACK


def _first_word(path: Path) -> str:
    return path.stem.upper().replace("_", "-").split("-")[0]


def _is_still(one: Figure, other: Figure) -> bool:
    from vision.borders import share_in_common

    return share_in_common(one.quad, other.quad) >= SAME_PLACE


def _pictures(camera: Camera) -> Iterator[Picture]:
    while not camera.ended:
        frame = camera.next_frame(1.0)
        if frame is not None:
            yield frame.pixels

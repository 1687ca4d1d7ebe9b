"""A table that is open: one desk after the other, fed from a queue by one thread.

Everything that happens comes through `put`, from any thread; the owner calls `work` to hear it, in turn.
"""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from firmware.edges import Edge
from table.app.album import Album
from table.app.board import Board
from table.app.lookback import Lookback, name_of
from table.desk import Change, Desk, NotTakenError, open_game
from table.faults import fault_text
from table.game import Header, SlapStory
from table.games import find_game
from table.ledger import Ledger, LedgerError
from table.notation import read_header
from table.refusals import Refusal, expected, refusal
from table.said import in_both, words
from table.screens import NEW_GAME, table_view
from table.texts import word
from table.witness import Seating
from vision.sightings import VisionReport
from web.desk import Answer, SenseLamp, Text

logger = logging.getLogger(__name__)

NOTES = ("A game at the table, as it was heard.", "Judge it again with: cardtable judge FILE")


@dataclass(frozen=True, slots=True)
class Ask:
    """Something to be done in the owner's thread, with its answer."""

    deed: Callable[[], Any]
    answer: Future[Any]


@dataclass(frozen=True, slots=True)
class SenseLost:
    """One of the senses (`camera`, `buttons`, `deck`, `slaps`) does not work; an empty message: it works again."""

    name: str
    message: str | Refusal
    """A sentence of a package that knows English only, or one that can be said in either language."""


Item = VisionReport | Edge | Ask | SenseLost


class Host:
    """Keeps one table: its log, the desk of the game that is on, and the screens' board."""

    def __init__(
        self,
        ledger: Ledger,
        header: Header,
        seating: Seating,
        clock: Callable[[], int],
        notes: tuple[str, str] = NOTES,
        today: Callable[[], str | None] = lambda: None,
    ) -> None:
        """Takes up the log's last game if it is not over, has the same seats and began with the same notes; or else
        opens one by *header*.

        *clock* gives CLOCK_MONOTONIC nanoseconds, or the simulated table's; *today* the local date for the records of
        the games opened here, in ISO form. Raises OptionError, RecordError and
        LedgerError.
        """
        self.notes, self._today = notes, today
        """The two comments with which the next game's record begins."""
        self.ledger, self._seating, self._clock = ledger, seating, clock
        self._queue: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._listeners: list[Callable[[Change], None]] = []
        self._lost: dict[str, str | Refusal] = {}
        self.was_resumed = False
        self.lookback = Lookback()
        self._album = Album(ledger.path)
        self.desk = self._first_desk(header)
        self.board = Board(self._ask_later, ledger.path)
        self.publish()

    def _first_desk(self, header: Header) -> Desk:
        last = self.ledger.last_game()
        if last is not None:
            desk = self._desk(last)
            settled = replace(header, dealer=desk.referee.header.dealer, date=desk.referee.header.date)
            is_same = _same_table(desk.referee.header, settled) and self._has_our_notes(last)
            is_over = desk.game.view(desk.referee.state).is_over
            if is_same and not is_over:
                self.was_resumed = True
                return desk
            if is_same:
                header = desk.game.next_header(desk.referee.state, desk.referee.header)
        find_game(header.game).open(header)  # refuses bad house rules before anything is written
        return self._desk(self._open(header))

    def _open(self, header: Header) -> int:
        return open_game(self.ledger, replace(header, date=self._today() or header.date), self.notes)

    def _has_our_notes(self, number: int) -> bool:
        return self.ledger.lines(number)[:2] == tuple(f"# {note}" for note in self.notes)

    def _desk(self, number: int) -> Desk:
        lines = self.ledger.lines(number)
        header = read_header(lines, f"{self.ledger.path}, game {number}")
        desk = Desk(find_game(header.game), self.ledger, number, self._seating, self._clock())
        for line, name, jpeg in self._album.of_game(number, lines):
            desk.remember(line, name, jpeg)
        desk.listen(self._changed)
        return desk

    def listen(self, listener: Callable[[Change], None]) -> None:
        """Calls *listener* after each change, in the owner's thread, whichever game is on."""
        self._listeners.append(listener)

    def put(self, item: Item) -> None:
        """Hands in something that happened; from any thread, and never waits."""
        self._queue.put(item)

    def work(self, timeout_s: float) -> bool:
        """Hears one thing that was handed in, in the owner's thread; False if none came in time."""
        try:
            item = self._queue.get(timeout=timeout_s) if timeout_s > 0 else self._queue.get_nowait()
        except queue.Empty:
            return False
        self._hear(item)
        return True

    def _hear(self, item: Item) -> None:
        try:
            match item:
                case Ask(deed=deed, answer=answer):
                    _answer(deed, answer)
                case SenseLost(name=name, message=message):
                    self._lose(name, message)
                case Edge():
                    self.desk.press(item)
                case _:
                    self.desk.see(item)
        except LedgerError as problem:
            logger.error("%s", problem)
            self._lose("log", problem.refusal)

    def _lose(self, name: str, message: str | Refusal) -> None:
        if self._lost.get(name, "") != message:
            self._lost[name] = message
            self.publish()

    def _changed(self, change: Change) -> None:
        if change.line is not None:
            self._lost.pop("log", None)
        self.lookback.follow(self.desk, change)
        self.publish()
        for listener in self._listeners:
            listener(change)
        self._keep_pictures(change)

    def _keep_pictures(self, change: Change) -> None:
        """Writes down the pictures of what has just been ruled on: last of all, for nobody waits for it."""
        for ruling in change.heard.new:
            name = self.desk.picture_for(ruling)
            if name is not None:
                self._album.keep(name, self.desk.pictures[name])

    def publish(self) -> None:
        """Shows the table as it is now on every screen."""
        view = table_view(self.desk, self._senses(), self._footage_name)
        self.lookback.is_on = bool(view.slaps)  # a game with slaps always has something to tell of them
        self.board.publish(view)

    def _footage_name(self, story: SlapStory) -> str | None:
        name = name_of(self.desk.number, story.line)
        return name if self.lookback.has(name) else None

    def story(self, name: str) -> SlapStory | None:
        """The stress whose pictures have this name, while it is told on the screens."""
        stories = self.desk.game.view(self.desk.referee.state).slaps
        return next((story for story in stories if self._footage_name(story) == name), None)

    def _senses(self) -> tuple[SenseLamp, ...]:
        lost = dict(self._lost)
        if self.desk.sight_lost:
            lost["camera"] = self.desk.sight_lost
        names = ("camera", "buttons", "log", *(name for name in ("deck", "slaps") if lost.get(name)))
        return tuple(_lamp(name, lost.get(name, "")) for name in names)

    def _ask_later(self, deed: Callable[[Host], Any]) -> Future[Any]:
        answer: Future[Any] = Future()
        self.put(Ask(lambda: deed(self), answer))
        return answer

    def tell(self, line: str) -> Answer:
        """Hears a line from a person, in the owner's thread: notation, or `game NAME` for the next game."""
        try:
            if line.split()[:1] == [NEW_GAME]:
                self.open_next(line)
            else:
                self.desk.tell(line, self._clock())
        except NotTakenError as problem:
            why = problem.refusal
            return Answer(False, in_both(lambda language: _because("not_taken", why, language)))
        except LedgerError as problem:
            why = problem.refusal
            self._lose("log", why)
            return Answer(False, in_both(lambda language: _because("read_only", why, language)))
        return Answer(True, Text("", ""))

    def open_next(self, line: str) -> None:
        """Opens the sitting's next game. Raises NotTakenError while this one is on, and LedgerError."""
        desk = self.desk
        if not desk.game.view(desk.referee.state).is_over:
            raise NotTakenError(refusal("not_over"))
        if line.split() != [NEW_GAME, desk.game.name]:
            raise NotTakenError(expected("quoted", word=f"{NEW_GAME} {desk.game.name}"))
        header = desk.game.next_header(desk.referee.state, desk.referee.header)
        self.desk = self._desk(self._open(header))
        self.publish()


def _answer(deed: Callable[[], Any], answer: Future[Any]) -> None:
    if not answer.set_running_or_notify_cancel():
        return
    try:
        answer.set_result(deed())
    except Exception as problem:  # whoever asked is told; the table goes on
        logger.exception("an answer to a screen failed")
        answer.set_exception(problem)


def _same_table(one: Header, other: Header) -> bool:
    """Whether two games are of one sitting: same game, same seats, same house rules."""
    return (one.game, one.seats, _rules(one)) == (other.game, other.seats, _rules(other))


def _rules(header: Header) -> frozenset[tuple[str, str]]:
    return frozenset((option.name, option.value) for option in header.options)


def _because(key: str, why: Refusal, language: str) -> str:
    """Why a line was not taken."""
    return word("desk", key, language, problem=why.said(language))


def _lamp(name: str, message: str | Refusal) -> SenseLamp:
    said = in_both(lambda language: _lost(name, message, language)) if message else Text("", "")
    return SenseLamp(name=words("senses", name), well=not message, message=said)


def _lost(name: str, message: str | Refusal, language: str) -> str:
    problem = message.said(language) if isinstance(message, Refusal) else fault_text(message.rstrip("."), language)
    return word("senses", f"{name}_lost", language, problem=problem)

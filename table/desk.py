"""The one place that hears everything in turn, writes it down, judges it and tells who listens.

Plain synchronous code for a single thread: whoever owns the threads hands it what comes, one at a time.
"""

from __future__ import annotations

import hashlib
import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from firmware.edges import Edge
from table import notation
from table.events import Correct, Event, Fill, Flip, Lay, Open, Overrule, Play, Start
from table.forms import RecordError
from table.game import Doubt, Game, Header, Wonder
from table.headers import write_header
from table.ledger import Ledger
from table.moments import Micros, Moment
from table.referee import Heard, Referee
from table.refusals import Refusal, RefusedError, expected, refusal
from table.reports import Complete, Gone, Laid, Report
from table.rulings import Ruling
from table.seats import Nobody
from table.witness import Seating, Statement, Witness
from vision.sightings import SightLost, VisionReport

logger = logging.getLogger(__name__)

MOST_WAITING = 50
"""Reports kept back behind an open question; the oldest are dropped beyond that, and said to be."""

MOST_PICTURES = 64
"""Evidence pictures kept in memory, about 20 kB each."""


class NotTakenError(RefusedError):
    """A line handed in that the table cannot take: why, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A doubt that waits for a person's word."""

    number: int
    doubt: Doubt
    picture: str | None
    report: Report
    """What the senses said."""

    @property
    def zone(self) -> str:
        """Where on the mat it was, if on the mat."""
        return self.report.zone if isinstance(self.report, Laid | Gone) else ""


@dataclass(frozen=True, slots=True)
class Change:
    """What one more thing heard has changed."""

    line: int | None
    heard: Heard
    question: Question | None = None


Listener = Callable[[Change], None]


class Desk:
    """One game at the table, from what is heard to what is known."""

    def __init__(self, game: Game[Any], ledger: Ledger, number: int, seating: Seating, now_ns: int) -> None:
        """Takes up game *number* of the log where it stands; *now_ns* is now on the monotonic clock.

        Use `open_game` first for a new one. Raises RecordError if the log's lines are out of form.
        """
        self.game, self.ledger, self.number = game, ledger, number
        lines = ledger.lines(number)
        record = notation.read_record("\n".join(lines), f"{ledger.path}, game {number}")
        self.referee: Referee[Any] = Referee(game, record.header)
        self.referee.hear_all(record.events)
        self.lines = len(lines)
        played_us = max((event.when.latest for event in record.events if event.when), default=Micros(0))
        self._opened_ns = now_ns - 1000 * played_us
        self.seating = seating
        self._witness = Witness(
            seating, self._opened_ns, every_card=game.tells_every_card, is_taken_up=bool(record.events)
        )
        self._listeners: list[Listener] = []
        self._waiting: deque[Statement] = deque(maxlen=MOST_WAITING)
        self._asked = 0
        self.questions: tuple[Question, ...] = ()
        self.pictures: OrderedDict[str, bytes] = OrderedDict()
        self.picture_of_line: dict[int, str] = {}
        self.sight_lost: str | None = None

    def ns_of(self, micros: Micros) -> int:
        """A time of this game on the monotonic clock, in nanoseconds."""
        return self._opened_ns + 1000 * micros

    def listen(self, listener: Listener) -> None:
        """Calls *listener* after each change, in the desk's own thread."""
        self._listeners.append(listener)

    def see(self, report: VisionReport) -> None:
        """Hears one report of the camera. Raises LedgerError if it could not be written down."""
        lost = report.reason if isinstance(report, SightLost) else None
        if lost != self.sight_lost:
            self.sight_lost = lost
            self._tell(Change(None, Heard()))
        for statement in self._witness.see(report):
            self._hear(statement, "camera")

    def press(self, edge: Edge) -> None:
        """Hears one edge of a button. Raises LedgerError if it could not be written down."""
        for statement in self._witness.press(edge):
            self._hear(statement, "button")

    def tell(self, text: str, now_ns: int) -> None:
        """Hears one line of notation from a person, and gives it the time of now.

        A comment alone (`# question 3: no`) answers the question it names. Raises NotTakenError if the line is out
        of form or amends what there is not, and LedgerError if it could not be written down; nothing has changed then.
        """
        if text.lstrip().startswith("#"):
            self._note(text.strip())
            return
        try:
            event = notation.read_event(text, self.lines + 1, self.referee.header)
        except RecordError as problem:
            raise NotTakenError(problem.refusal) from None
        if event is None:
            raise NotTakenError(expected("some_line"))
        if not self.referee.finds(event):
            raise NotTakenError(_nothing_there(event))
        now = Micros(max(0, now_ns - self._opened_ns) // 1000)
        if event.when is not None and event.when.latest > now:
            # Later lines would be timed from it, past what the notation can say.
            raise NotTakenError(expected("past"))
        answered = next((q for q in self.questions if _is_answer(event, q.doubt)), None)
        # Who answers tells what was done when the camera saw it, not that it is done now.
        then = Moment(now, now) if answered is None else answered.report.when
        self._write(replace(event, when=event.when or then), "tablet", None)
        self._answered(answered)

    def _note(self, comment: str) -> None:
        """Writes a comment down; one that names a question answers it."""
        if "\n" in comment or len(comment) > 200:
            raise NotTakenError(expected("short_line"))
        self.ledger.append(self.number, self.lines + 1, "tablet", comment)
        self.lines += 1
        self._answered(next((q for q in self.questions if comment.startswith(f"# question {q.number}:")), None))

    def _answered(self, question: Question | None) -> None:
        if question is None:
            return
        self.questions = tuple(q for q in self.questions if q is not question)
        self._tell(Change(None, Heard()))
        while self._waiting and not self.questions:
            self._hear(self._waiting.popleft(), "camera")

    def _hear(self, statement: Statement, source: str) -> None:
        """What the game makes of a report; behind an open question it waits, for it may depend on the answer."""
        if self.questions:
            if self._is_read_after_all(statement):
                return
            if self._waiting and _is_complete(statement) and _is_complete(self._waiting[-1]):
                self._waiting.pop()  # the later one says all that the earlier did
            if len(self._waiting) == MOST_WAITING:
                logger.warning("a report was dropped: %d wait for a question to be answered", MOST_WAITING)
            self._waiting.append(statement)
            return
        meant = self.game.testify(self.referee.state, statement.report)
        if isinstance(meant, Doubt):
            self._ask(meant, statement)
            return
        for event in meant:
            self._write(event, source, statement.evidence)

    def _is_read_after_all(self, statement: Statement) -> bool:
        """Whether the camera can now read the card that it had to ask about: that answers the question."""
        now = statement.report
        if not isinstance(now, Laid) or not now.moved_only or any(_is_about(now.zone, w) for w in self._waiting):
            return False
        for question in self.questions:
            then = question.report
            if not isinstance(then, Laid) or then.zone != now.zone or then.cards != (None,):
                continue
            meant = self.game.testify(self.referee.state, replace(then, cards=now.cards))
            if meant and not isinstance(meant, Doubt):
                for event in meant:
                    self._write(event, "camera", statement.evidence)
                self._answered(question)
                return True
        return False

    def _ask(self, doubt: Doubt, statement: Statement) -> None:
        self._asked += 1
        picture, jpeg = None, statement.evidence
        if jpeg is not None:
            picture = f"q-{picture_name(self.number, self.lines, str(self._asked), jpeg)}"
            self._keep(picture, jpeg)
        question = Question(number=self._asked, doubt=doubt, picture=picture, report=statement.report)
        self.questions = (*self.questions, question)
        self._tell(Change(None, Heard(), question))

    def _write(self, event: Event, source: str, evidence: bytes | None) -> None:
        line, text = self.lines + 1, notation.write_event(event)
        self.ledger.append(self.number, line, source, text)
        self.lines = line
        if evidence is not None:
            self.remember(line, picture_name(self.number, line, text, evidence), evidence)
        self._tell(Change(line, self.referee.hear(replace(event, line=line))))

    def remember(self, line: int, name: str, jpeg: bytes) -> None:
        """Keeps the picture of a line under that name (see `picture_name`), while there are not too many."""
        self.picture_of_line[line] = name
        self._keep(name, jpeg)

    def _keep(self, name: str, jpeg: bytes) -> None:
        self.pictures[name] = jpeg
        while len(self.pictures) > MOST_PICTURES:
            self.pictures.popitem(last=False)

    def _tell(self, change: Change) -> None:
        for listener in self._listeners:
            listener(change)

    def picture_for(self, ruling: Ruling) -> str | None:
        """The name of the picture of the act ruled on, while it is kept."""
        name = self.picture_of_line.get(ruling.line)
        return name if name in self.pictures else None


def picture_name(game: int, line: int, text: str, jpeg: bytes) -> str:
    """What the picture of a line of the record is called; *text* is the line.

    Nothing else is ever called that, in no other log either, so that a browser may keep it, and a file that bears the
    name can be told to be whole.
    """
    return f"g{game}-{line}-{hashlib.blake2b(text.encode() + jpeg, digest_size=6).hexdigest()}"


def _nothing_there(amendment: Event) -> Refusal:
    match amendment:
        case Correct(misread=line):
            return refusal("no_cards_on_line", line=line)
        case Overrule(ruled=line):
            return refusal("no_ruling_on_line", line=line)
    return refusal("no_accusation")


def _is_complete(statement: Statement) -> bool:
    return isinstance(statement.report, Complete)


def _is_about(zone: str, statement: Statement) -> bool:
    return isinstance(statement.report, Laid | Gone) and statement.report.zone == zone


def _is_answer(event: Event, doubt: Doubt) -> bool:
    """Whether a card that a person told settles that doubt."""
    if isinstance(event, Start):
        return doubt.about is Wonder.WHICH_START
    if doubt.about is Wonder.WHICH_START:
        return False
    if isinstance(event, Fill | Open):
        return doubt.answer.startswith((f"{event.who}: fill ", f"{event.who}: open "))
    is_nobodys = event.who is Nobody.UNKNOWN and doubt.answer.startswith(f"{Nobody.UNKNOWN.value}:")
    return isinstance(event, Play | Lay | Flip) and (event.who == doubt.seat or is_nobodys)


def open_game(ledger: Ledger, header: Header, notes: tuple[str, str]) -> int:
    """Writes a new game's two notes and its header to the log, and gives its number. Raises LedgerError."""
    number = (ledger.last_game() or 0) + 1
    ledger.append(number, 1, "table", *(f"# {note}" for note in notes), *write_header(header))
    return number

"""An evening at the simulated table: people, camera, buttons and tablet round one desk, in simulated time.

Synchronous and for one thread. The desk learns what was done only from the camera, a button or a tap.
"""

from __future__ import annotations

import contextlib
import random
from dataclasses import dataclass, field

from table import notation
from table.desk import Change, Desk, NotTakenError, Question
from table.events import Call, Correct, Draw, Event, Overrule, Pass, Play, Start, TakeBack, Turned
from table.rulings import ClauseId, Kind
from table.seats import Nobody, Seat
from table.twin.chronicle import Chronicle
from table.twin.clock import TwinClock, ms
from table.twin.deeds import Decider
from table.twin.hands import SEEN_BELOW, Hands
from table.twin.mischief import NONE, Mischief
from table.twin.reach import Movement
from table.twin.scene import Stage
from table.twin.senses import Buttons, Eyes
from vision.mat import Mat, load_mat
from vision.reader import Reader
from vision.sightings import Watched
from vision.watch import CardReader

MAT = "table-60x42"

FRAME_NS = 100_000_000
"""Ten frames a second while something moves or is still to be read: enough for hands that take half a second."""

IDLE_NS = 250_000_000
"""Time between frames when nothing has moved for `QUIET_NS`."""

QUIET_NS = 2_500_000_000

PAUSE_MS = (700.0, 1300.0)
"""How long people think before the next deed."""

ANSWER_MS = (900.0, 1800.0)
"""How long somebody takes to answer the table's question, or to see that it has misread a card."""

MISSED_NS = 5_000_000_000
"""After so long somebody notices that the table has not noticed, and tells it."""

READY_NS = 6_000_000_000
"""So long the first deed waits at most for the camera to have seen the whole table at rest."""


@dataclass(slots=True)
class Counts:
    """How the evening went."""

    deeds: int = 0
    questions: int = 0
    helped: list[str] = field(default_factory=list)
    """Lines that the table had to be told because it had missed or misread what was done."""
    surprises: list[str] = field(default_factory=list)
    """Lines that the table wrote although nobody had done that."""


class Evening:
    """One game, played to its end. Call `step` until `is_over`."""

    def __init__(
        self,
        desk: Desk,
        decider: Decider,
        *,
        clock: TwinClock,
        seed: int,
        mat: Mat | None = None,
        reader: CardReader | None = None,
        stage: Stage | None = None,
        mischief: Mischief = NONE,
    ) -> None:
        """Takes up the desk's game where its record left it; *decider* must be the one that began it.

        Without a *reader* the project's own is loaded, which raises vision.network.WeightsError if it cannot be.
        """
        mat = mat or load_mat(MAT)
        self._desk, self._decider, self._clock, self._seed = desk, decider, clock, seed
        self.stage, self.counts = stage or Stage(), Counts()
        self._chronicle = Chronicle.of(decider, desk.game, desk.ledger.lines(desk.number))
        self._hands = Hands(self.stage, mat, desk.seating, clock, seed)
        truth = self._chronicle.truth
        loose = [card for wrong in truth.loose for card in wrong.cards]
        self._hands.set_table((*truth.pile[-SEEN_BELOW:], *loose), len(truth.talon))
        eyes = reader or Reader.load()
        self._eyes = Eyes(self.stage, mat, eyes, clock, seed=seed, frame_ns=FRAME_NS, mischief=mischief)
        self._buttons = Buttons(desk.seating.seats, clock)
        self._movement: Movement | None = None
        self._doing: Event | None = None
        self._is_ready = False
        self._began_ns = self._ended_ns = self._moved_ns = self._next_ns = clock.now_ns()
        self._answers: dict[int, int] = {}
        self._corrections: list[tuple[int, str]] = []
        self.seen_ns: dict[int, tuple[int, ...]] = {}
        """By line of the record, when its cards truly came to lie or were taken away, on the twin's clock."""
        self._chance = random.Random(f"{seed}/pace/{desk.lines}")
        desk.listen(self._changed)

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything left to do."""
        return self._chronicle.deed is None and self._movement is None and not self._corrections

    @property
    def planted(self) -> tuple[tuple[ClauseId, Seat], ...]:
        """Every foul so far that was committed on purpose: clause and offender."""
        return tuple(self._chronicle.planted)

    @property
    def is_stuck(self) -> bool:
        """Never: what the table has missed it is told."""
        return False

    def ruled(self) -> list[tuple[ClauseId, Seat | None]]:
        """Every foul ruled: clause and offender."""
        fouls = (ruling for ruling in self._desk.referee.rulings if ruling.kind is Kind.FOUL)
        return [(ruling.clause, ruling.seat) for ruling in fouls]

    @property
    def frames(self) -> int:
        """How many pictures were taken."""
        return self._eyes.frames

    def close(self) -> None:
        """Lets go of the buttons' pins."""
        self._buttons.close()

    def step(self) -> None:
        """Lets time pass until the next frame: hands move, the camera looks, people answer and act."""
        is_quiet = self._movement is None and self._clock.now_ns() - self._moved_ns > QUIET_NS
        self._clock.advance(IDLE_NS if is_quiet else FRAME_NS)
        self._move()
        for report in self._eyes.look():
            self._is_ready |= isinstance(report, Watched) and report.until_ns > self._began_ns + FRAME_NS
            self._desk.see(report)
        self._answer()
        self._mend()
        if self._movement is None:
            self._act()

    def _move(self) -> None:
        if self._movement is None:
            return
        self._moved_ns = self._ended_ns = self._clock.now_ns()
        if next(self._movement, self) is self:
            self._movement = None

    def _act(self) -> None:
        now_ns, deed = self._clock.now_ns(), self._chronicle.deed
        is_ready = self._is_ready or now_ns - self._began_ns > READY_NS
        if self._doing is not None:
            if now_ns - self._ended_ns > MISSED_NS and not self._is_unsettled:
                self._help(self._doing)
        elif deed is not None and now_ns >= self._next_ns and is_ready and not self._is_unsettled:
            self._doing = deed.event
            self._hands.laid_ns.clear()
            self._movement = self._performed(deed.event)

    @property
    def _is_unsettled(self) -> bool:
        """Whether the table waits for an answer, or has yet to be told that it was wrong."""
        return bool(self._desk.questions or self._corrections)

    def _help(self, event: Event) -> None:
        """The table has missed something: somebody tells it."""
        self.counts.helped.append(f"{self._desk.lines + 1}: missed {notation.write_event(event)}")
        self._ended_ns = self._clock.now_ns()
        self._tap(event)

    # What somebody does, seen and heard.

    def _performed(self, event: Event) -> Movement:
        chance = random.Random(f"{self._seed}/move/{self._chronicle.number}")
        truth, who = self._chronicle.truth, self._reacher(event)
        match event:
            case Start(card=card):
                yield from self._hands.lay(who, (card,), chance)
            case Play(cards=cards) if not isinstance(event.who, Nobody):
                yield from self._hands.lay(who, cards, chance)
            case TakeBack(cards=cards) if self._lies_on_top(cards):
                yield from self._hands.take_back(who, len(cards), chance)
            case Draw(count=count) if truth.talon:
                yield from self._hands.draw(who, count, max(0, len(truth.talon) - count), chance)
                self._tap(event)
            case Turned():
                yield from self._hands.turn_pile(who, len(truth.talon) + len(truth.pile) - 1, chance)
                self._tap(event)
            case Call() | Pass() if not isinstance(event.who, Nobody):
                self._press(event, chance)
            case _:
                self._tap(event)

    def _reacher(self, event: Event) -> Seat:
        """Whose arm does it: for the table the dealer's, for somebody away that of the next who is there."""
        state = self._chronicle.state
        who = event.who
        if isinstance(who, Nobody):
            who = (state.dealer if isinstance(event, Start) else state.turn) or state.seats[0]
        return state.next_after(who) if state.place(who).is_away else who

    def _lies_on_top(self, cards: tuple[object, ...]) -> bool:
        truth = self._chronicle.truth
        lying = [*truth.pile, *(card for wrong in truth.loose for card in wrong.cards)]
        return sorted(map(str, lying[-len(cards) :])) == sorted(map(str, cards))

    def _press(self, event: Event, chance: random.Random) -> None:
        written = "call" if isinstance(event, Call) else "pass"
        if isinstance(event.who, Nobody) or not self._buttons.has(written, event.who):
            self._tap(event)
            return
        for edge in self._buttons.press(written, event.who, chance):
            self._desk.press(edge)

    def _tap(self, event: Event) -> None:
        self._desk.tell(notation.write_event(event), self._clock.now_ns())

    # What the table makes of it.

    def _changed(self, change: Change) -> None:
        if change.question is not None:
            self.counts.questions += 1
            self._answers[change.question.number] = self._clock.now_ns() + ms(self._chance.uniform(*ANSWER_MS))
        if change.line is None:
            return
        lines = self._desk.ledger.lines(self._desk.number)
        event = notation.read_event(lines[change.line - 1], change.line, self._desk.referee.header)
        if event is None:
            return
        before = self._chronicle.number
        if isinstance(event, Correct | Overrule):
            self._chronicle = Chronicle.of(self._decider, self._desk.game, lines)
        else:
            self._chronicle.hear(event)
        if self._chronicle.number > before:
            self.counts.deeds += 1
            self.seen_ns[event.line] = tuple(self._hands.laid_ns)
            self._doing = None
            self._next_ns = self._clock.now_ns() + ms(self._chance.uniform(*PAUSE_MS))
        elif not isinstance(event, Correct | Overrule):
            self._surprised(event)

    def _surprised(self, event: Event) -> None:
        """The table has written something else: whoever did it puts that right on the tablet."""
        meant = self._doing
        self.counts.surprises.append(f"{event.line}: {notation.write_event(event)}")
        due_ns = self._clock.now_ns() + ms(self._chance.uniform(*ANSWER_MS))
        match event, meant:
            case (Play(who=who), Play(cards=cards)) if who == meant.who:
                line = f"table: correct {event.line} {' '.join(map(str, cards))}"
            case (Start(), Start(card=card)):
                line = f"table: correct {event.line} {card}"
            case (Play(cards=seen), _) if not isinstance(event.who, Nobody):
                self._corrections.append((due_ns, f"table: overrule {event.line}"))
                line = f"{event.who}: takeback {' '.join(map(str, seen))}"
            case _:
                return
        self._corrections.append((due_ns, line))

    def _mend(self) -> None:
        due = [line for due_ns, line in self._corrections if due_ns <= self._clock.now_ns()]
        self._corrections = [later for later in self._corrections if later[1] not in due]
        for line in due:
            told = f"{self._desk.lines + 1}: {line}"
            with contextlib.suppress(NotTakenError):  # nothing was ruled on it, or that does not stand any more
                self._desk.tell(line, self._clock.now_ns())
                self.counts.helped.append(told)

    def _answer(self) -> None:
        for question in self._desk.questions:
            if self._answers.get(question.number, 0) <= self._clock.now_ns():
                self._answer_one(question)

    def _answer_one(self, question: Question) -> None:
        now_ns, meant = self._clock.now_ns(), self._doing
        no = f"# question {question.number}: no"
        match meant:
            case Play(who=who) if who == question.doubt.seat:
                self._tap(meant)
            case TakeBack():
                self._tap(meant)
                self._desk.tell(no, now_ns)
            case _:
                self._desk.tell(no, now_ns)

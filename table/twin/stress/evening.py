"""An evening of Stress at the simulated table: two players at once, a card a second each, and the desk that watches.

Synchronous and for one thread. The desk learns what was done only from the camera and the buttons, and from a tap
where a game has no other way; the players see the cards themselves, and what the referee says on the tablet.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from firmware.edges import Edge
from table.desk import Change, Desk
from table.games.stress.state import State
from table.rulings import ClauseId, Kind, Ruling
from table.seats import Seat
from table.twin.clock import TwinClock
from table.twin.mischief import NONE, Mischief
from table.twin.presses import Presses
from table.twin.reach import SLEEVES, reaching_over
from table.twin.scene import Arm, Place, Stage
from table.twin.senses import Eyes
from table.twin.stress.felt import Felt, pile_zone
from table.twin.stress.hands import Hand
from table.twin.stress.person import Person
from table.twin.stress.play import Counts, Play
from vision.frames import Frame
from vision.mat import Mat
from vision.reader import Reader
from vision.sightings import VisionReport, Watched
from vision.watch import CardReader
from vision.zonewatch import SWIFT

PLAYERS = 2

FRAME_NS = 33_333_333
"""Thirty frames a second as long as anybody moves: the moment of a card is no sharper than that."""

IDLE_NS, QUIET_NS = 100_000_000, 3_000_000_000
"""Time between frames when nothing has moved for so long."""

HOME_MM, BUTTON_MM = 60.0, 45.0
"""How far beyond the border a hand waits, and the slap button lies."""

READY_NS = 6_000_000_000
"""So long the first card waits at most for the camera to have seen the whole table at rest."""

STUCK_NS = 30_000_000_000
"""When nothing has been done for so long, the referee and the players have lost each other."""

SETTLED = (ClauseId("S3.2"), ClauseId("S3.3"))
"""Under these it is ruled who takes up cards after a stress: as sure to come as a foul that was planted."""


class Looker(Protocol):
    """What sees the stage; see `table.twin.senses.Eyes`."""

    def look(self) -> tuple[VisionReport, ...]: ...


class StressEvening:
    """One game, played to its end. Call `step` until `is_over`."""

    def __init__(
        self,
        desk: Desk,
        *,
        clock: TwinClock,
        seed: int,
        mat: Mat,
        reader: CardReader | None = None,
        stage: Stage | None = None,
        eyes: Looker | None = None,
        errs: float = 0.08,
        mischief: Mischief = NONE,
        on_frame: Callable[[Frame], None] | None = None,
    ) -> None:
        """Takes up the desk's game where its record left it: what lies open as it says, the rest dealt anew.

        *errs* is how likely a card is to be a fault instead. *on_frame* is given every picture. Without a *reader*
        the project's own is loaded, which raises vision.network.WeightsError if it cannot be.
        """
        self._desk, self._clock, self._mat = desk, clock, mat
        self.stage = stage or Stage()
        state: State = desk.referee.state
        self.felt = Felt(self.stage, mat, PLAYERS, random.Random(f"{seed}/felt"))
        self.felt.take_over(state)
        self._presses = Presses([f"slap.{at + 1}" for at in range(PLAYERS)], clock, self._pressed)
        persons = [self._person(at, seed) for at in range(PLAYERS)]
        self._play = Play(desk, self.felt, persons, self._presses, clock, seed=seed, errs=errs)
        self._eyes = eyes or Eyes(
            self.stage,
            mat,
            reader or Reader.load(),
            clock,
            seed=seed,
            frame_ns=FRAME_NS,
            mischief=mischief,
            patience=SWIFT,
            on_frame=on_frame,
        )
        self._from_line = desk.lines
        self._began_ns = clock.now_ns()
        self._is_ready = False
        desk.listen(self._changed)

    def _person(self, number: int, seed: int) -> Person:
        seat = self._desk.seating.seats[number]
        side = next(name for name, who in self._desk.seating.sides.items() if who == seat)
        home = reaching_over(self._mat.side(side), self._mat, HOME_MM)
        arm = Arm(owner=seat, shoulder=home.shoulder, hand=home.outside, sleeve=SLEEVES[number])
        chance = random.Random(f"{seed}/{seat}")
        hand = Hand(
            number, arm, self.felt, self.stage, self._clock, home=home, button=self._button(number), chance=chance
        )
        return Person(number, seat, hand, chance)

    def _button(self, number: int) -> Place:
        """Beside the play pile at the player's right hand, beyond the border."""
        x, y = self.felt.middle(pile_zone(number))
        return (self._mat.width_mm + BUTTON_MM if x > self._mat.width_mm / 2 else -BUTTON_MM, y)

    @property
    def counts(self) -> Counts:
        """How it went."""
        return self._play.counts

    @property
    def is_over(self) -> bool:
        """Whether the game is, or whether nobody knows how it could go on."""
        return (self._play.state.is_over and self._play.is_settled) or self.is_stuck

    @property
    def is_stuck(self) -> bool:
        """Whether nothing has been done for so long that the referee and the players must have lost each other."""
        return self._clock.now_ns() - self._play.moved_ns > STUCK_NS

    @property
    def planted(self) -> tuple[tuple[ClauseId, Seat], ...]:
        """What has to be ruled, so far: every fault committed on purpose, and who had to take up cards by a stress."""
        return tuple(self._play.expected)

    def ruled(self) -> list[tuple[ClauseId, Seat | None]]:
        """What was ruled of that kind since this evening began."""
        rulings = (ruling for ruling in self._desk.referee.rulings if ruling.line > self._from_line)
        return [(ruling.clause, ruling.seat) for ruling in rulings if _is_compared(ruling)]

    def close(self) -> None:
        """Lets go of the buttons' pins."""
        self._presses.close()

    def step(self) -> None:
        """Lets time pass until the next frame: hands move, buttons close, the camera looks, players act."""
        now_ns = self._clock.now_ns()
        is_quiet = self._play.is_settled and now_ns - self._play.moved_ns > QUIET_NS
        self._presses.advance_to(now_ns + (IDLE_NS if is_quiet else FRAME_NS))
        self._play.move()
        for report in self._eyes.look():
            self._is_ready |= isinstance(report, Watched) and report.until_ns > self._began_ns + FRAME_NS
            self._desk.see(report)
        if self._is_ready or self._clock.now_ns() - self._began_ns > READY_NS:
            self._play.begin()

    def _pressed(self, edge: Edge) -> None:
        self._desk.press(edge)

    def _changed(self, change: Change) -> None:
        self._play.heard(change.heard.new)


def _is_compared(ruling: Ruling) -> bool:
    return ruling.kind is Kind.FOUL or (ruling.kind is Kind.DUE and ruling.clause in SETTLED)

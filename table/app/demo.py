"""The whole system on the simulated table: `cardtable demo`."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Protocol

from table.app.host import Host
from table.app.seating import mat_for, seating_round
from table.desk import Change
from table.game import Header
from table.ledger import Ledger
from table.rulings import ClauseId
from table.screens import NEW_GAME
from table.seats import Seat
from table.twin.clock import TwinClock
from table.twin.evening import Evening
from table.twin.players import Players
from table.twin.stress.evening import StressEvening
from vision.mat import load_mat
from web.app import create_app
from web.server import Server, open_server

PLAYED = {"vvvand8": ("Anna", "Bo", "Cia"), "stress": ("Anna", "Bo")}
"""The games that the simulated players know, and who plays where nobody is named."""

HOW_MANY = {"vvvand8": range(2, 7), "stress": range(2, 3)}
"""How many of them there may be: as many as the printed mat has sides, or as the twin has hands."""

BREAK_S = 20.0
"""How long a finished game stays on the screens before the next is dealt, if nobody asks for it sooner."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game on the simulated table went, against what was planted in it."""

    missed: tuple[str, ...]
    """Planted fouls that were not ruled, as `V3.2 Bo`; of Stress also who had to take up cards after a slap."""
    invented: tuple[str, ...]
    """Fouls ruled where none was planted."""
    is_stuck: bool = False
    """The players waited for a word of the referee that never came."""

    @property
    def is_right(self) -> bool:
        return not (self.missed or self.invented or self.is_stuck)


class Played(Protocol):
    """A game at the simulated table, step by step; see `table.twin.evening` and `table.twin.stress.evening`."""

    @property
    def is_over(self) -> bool: ...

    @property
    def is_stuck(self) -> bool: ...

    @property
    def planted(self) -> tuple[tuple[ClauseId, Seat], ...]: ...

    def ruled(self) -> list[tuple[ClauseId, Seat | None]]:
        """What was ruled of the kind of what was planted."""
        ...

    def step(self) -> None: ...

    def close(self) -> None: ...


class Demo:
    """A simulated table, its players and, unless headless, its dashboard."""

    def __init__(
        self, ledger: Ledger, header: Header, seed: int, speed: float, listen: Callable[[Change], None]
    ) -> None:
        """Takes up the game of that seed where the log left it, or deals a new one. Raises what `Host` raises."""
        self._clock, self._seed, self._speed = TwinClock(), seed, speed
        self._mat = load_mat(mat_for(header.game, len(header.seats)))
        seating = seating_round(header.seats, self._mat)
        self.host = Host(ledger, header, seating, self._clock.now_ns, notes_of(seed))
        self.host.listen(listen)
        self._stopping = threading.Event()
        self._server: Server | None = None
        self.evening = self._evening()

    def _evening(self) -> Played:
        desk, see = self.host.desk, self.host.lookback.see
        if desk.game.name == "stress":
            return StressEvening(desk, clock=self._clock, seed=self._seed, mat=self._mat, on_frame=see)
        return Evening(desk, Players(self._seed), clock=self._clock, seed=self._seed, mat=self._mat)

    def serve(self, host: str, port: int) -> int:
        """Opens the dashboard; gives its port. Raises ListenError."""
        self._server = open_server(create_app(self.host.board), host, port)
        threading.Thread(target=self._server.run, name="web", daemon=True).start()
        return self._server.port

    def play(self) -> bool:
        """Plays the game to its end at the chosen speed; False if stopped before."""
        began_ns, began_s = self._clock.now_ns(), time.monotonic()
        while not self.evening.is_over and not self._stopping.is_set():
            self.evening.step()
            due_s = began_s + (self._clock.now_ns() - began_ns) / 1e9 / self._speed
            self._work_until(due_s)
            if time.monotonic() - due_s > 1.0:  # too slow for that speed: do not race afterwards
                began_ns, began_s = self._clock.now_ns(), time.monotonic()
        return self.evening.is_over

    def _work_until(self, due_s: float) -> None:
        while self.host.work(max(0.0, due_s - time.monotonic())) or time.monotonic() < due_s:
            if self._stopping.is_set():
                return

    def deal_again(self) -> None:
        """Leaves the result on the screens for a while, then deals the next game, with the next seed."""
        number, until_s = self.host.desk.number, time.monotonic() + BREAK_S
        self._seed += 1
        self.host.notes = notes_of(self._seed)
        while self.host.desk.number == number and time.monotonic() < until_s and not self._stopping.is_set():
            self.host.work(0.2)
        if self.host.desk.number == number:
            self.host.open_next(f"{NEW_GAME} {self.host.desk.game.name}")
        self.evening.close()
        self.evening = self._evening()

    def outcome(self) -> Outcome:
        """What was ruled against what was planted."""
        planted = Counter(f"{clause} {seat}" for clause, seat in self.evening.planted)
        ruled = Counter(f"{clause} {seat}" for clause, seat in self.evening.ruled())
        missed, invented = (planted - ruled).elements(), (ruled - planted).elements()
        return Outcome(tuple(missed), tuple(invented), self.evening.is_stuck)

    def record(self) -> str:
        """The game's record."""
        return "\n".join(self.host.ledger.lines(self.host.desk.number)) + "\n"

    def stop_on_signals(self) -> None:
        """Lets SIGTERM and Ctrl-C end the play after the frame at hand."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._signalled)

    @property
    def was_stopped(self) -> bool:
        return self._stopping.is_set()

    def close(self) -> None:
        """Closes the dashboard and the simulated pins."""
        self.evening.close()
        if self._server is not None:
            self._server.close()

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        self._stopping.set()


def notes_of(seed: int) -> tuple[str, str]:
    """With what the record of a simulated game begins; its seed tells whether a game can be taken up again."""
    return (f"A game on the simulated table, seed {seed}.", "Judge it again with: cardtable judge FILE")

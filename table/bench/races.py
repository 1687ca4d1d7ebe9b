"""Races in real time: a thread that stands for the kernel, the table's own threads, a log on the disk.

Not measured here is what lies before the pins' thread: the interrupt, and the way to user space.
"""

from __future__ import annotations

import dataclasses
import queue
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware.edges import Edge
from firmware.wiring import Wiring
from table.app.contacts import Contacts
from table.app.host import Host, SenseLost
from table.game import Header
from table.ledger import Ledger
from table.moments import Micros, Moment
from table.notation import read_event, write_event
from table.reports import Complete, Report
from table.seats import Seat
from table.twin.clock import TwinClock
from table.twin.pins import TwinFactory
from table.witness import Seating, Witness

SEATS = (Seat("Lisa"), Seat("Bo"))
SLAPS = Wiring(buttons={"slap.1": 22, "slap.2": 25}, lamps={"seat.1": 18, "seat.2": 11})

APART_S, HELD_S, PAUSE_S = 0.003, 0.02, 0.02
FRAME_S = 1 / 30

A_PAIR = (
    "Lisa: open 4H 9C KD 2S", "Bo: open 6S JD 3H 10C", "[0~0.03] Lisa: flip 5H", "[0~0.03] Bo: flip 6D",
    "[1.000~1.033] Bo: lay 6S on Lisa",
)  # fmt: skip


class StampedClock(TwinClock):
    """The monotonic clock, except while an edge is handed on: then the time that the kernel stamped it with."""

    stamp_ns: int | None = None

    def now_ns(self) -> int:
        return time.monotonic_ns() if self.stamp_ns is None else self.stamp_ns


class Kernel:
    """Stamps the changes of the contacts; a thread of its own hands them on, as a pin factory's does."""

    def __init__(self) -> None:
        self._clock = StampedClock()
        self.factory = TwinFactory(self._clock)
        self._edges: queue.SimpleQueue[tuple[int, int, bool] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="pins", daemon=True)
        self._thread.start()

    def change(self, button: str, *, closed: bool) -> int:
        """The contact closes or opens now; gives the stamp."""
        stamp_ns = time.monotonic_ns()
        self._edges.put((stamp_ns, SLAPS.buttons[button], closed))
        return stamp_ns

    def _run(self) -> None:
        while (edge := self._edges.get()) is not None:
            self._clock.stamp_ns, pin, is_closed = edge
            self.factory.pin(pin).drive(high=not is_closed)
            self._clock.stamp_ns = None

    def close(self) -> None:
        self._edges.put(None)
        self._thread.join()
        self.factory.reset()


class Judge:
    """Stands where a table's desk stands: presses and the camera's word in, lines to the log, a verdict out."""

    def __init__(self, host: Host) -> None:
        self._host, self._game = host, host.desk.game
        self._states: list[Any] = []
        self._heard: queue.SimpleQueue[Edge | SenseLost] = queue.SimpleQueue()
        self.put: Callable[[Edge | SenseLost], None] = self._heard.put
        state: Any = self._game.open(host.desk.referee.header)
        for number, text in enumerate(A_PAIR, 1):
            event = read_event(text, number, host.desk.referee.header)
            assert event is not None
            state = self._hear(state, event)
        self._begin = state

    def _hear(self, state: Any, event: Any) -> Any:
        return self._game.hear(state, event, frozenset()).state

    def decide(self, until_s: float) -> int:
        """Hears the presses of one race; gives when the verdict was there. The camera is never more than a frame late.

        Raises TimeoutError if there is none by *until_s* on the monotonic clock.
        """
        state, opened_ns = self._begin, time.monotonic_ns() - 1_200_000_000
        witness, line = Witness(Seating(seats=SEATS), opened_ns), len(A_PAIR)
        frame_s = time.monotonic()
        while time.monotonic() < until_s:
            reports = self._next(witness, max(0.0, frame_s - time.monotonic()))
            if time.monotonic() >= frame_s:
                until = Micros((time.monotonic_ns() - opened_ns) // 1000)
                reports += (Complete(when=Moment(until, until)),)
                frame_s += FRAME_S
            for report in reports:
                events = self._game.testify(state, report)
                for event in events if isinstance(events, tuple) else ():
                    line += 1
                    self._write(event)
                    state = self._hear(state, dataclasses.replace(event, line=line))
            if self._game.view(state).slaps:
                return time.monotonic_ns()
        raise TimeoutError("a race had no verdict")

    def _next(self, witness: Witness, wait_s: float) -> tuple[Report, ...]:
        try:
            item = self._heard.get(timeout=wait_s) if wait_s > 0 else self._heard.get_nowait()
        except queue.Empty:
            return ()
        return tuple(one.report for one in witness.press(item)) if isinstance(item, Edge) else ()

    def _write(self, event: Any) -> None:
        desk = self._host.desk
        desk.lines += 1
        desk.ledger.append(desk.number, desk.lines, "button", write_event(event))


def race_in_real_time(races: int) -> tuple[list[int], list[int]]:
    """Nanoseconds from each race's first edge to its lamp, and from its second hand's edge to the verdict."""
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "bench.sqlite") as ledger:
        host = Host(ledger, Header(game="stress", seats=SEATS), Seating(seats=SEATS), time.monotonic_ns)
        judge, kernel = Judge(host), Kernel()
        contacts = Contacts(SLAPS, judge.put, kernel.factory)
        contacts.open(host.desk)
        contacts.start()
        try:
            verdicts = [_race(kernel, judge, contacts) for _ in range(races)]
            return list(contacts.panel.lamp_delays_ns), verdicts
        finally:
            contacts.close()
            kernel.close()


def _race(kernel: Kernel, judge: Judge, contacts: Contacts) -> int:
    slapped: list[int] = []

    def slap() -> None:
        kernel.change("slap.1", closed=True)
        time.sleep(APART_S)
        slapped.append(kernel.change("slap.2", closed=True))
        time.sleep(HELD_S)
        for button in SLAPS.buttons:
            kernel.change(button, closed=False)

    hands = threading.Thread(target=slap, name="hands")
    hands.start()
    ruled_ns = judge.decide(time.monotonic() + 10.0)
    hands.join()
    contacts.panel.ruled({})
    time.sleep(PAUSE_S)
    return ruled_ns - slapped[0]

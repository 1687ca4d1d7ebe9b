"""A game of Stress in which a pair lies open, slapped at by contacts on real lines."""

from __future__ import annotations

import dataclasses
import queue
import time
from typing import Any

from firmware.edges import Edge
from table.app.host import SenseLost
from table.bench.slap import A_PAIR_LIES, SEATS
from table.game import SlapStory
from table.games import find_game
from table.moments import Micros, Moment
from table.notation import read_record
from table.referee import Referee
from table.reports import Complete, Report
from table.witness import Seating, Witness

OPENED_BEFORE_NS = 10_200_000_000
"""So long before the slaps the game was opened."""


class Judge:
    """Hears presses from any thread; `verdict` says what the referee makes of those since the last one."""

    def __init__(self) -> None:
        self._heard: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self._game = find_game("stress")
        record = read_record("\n".join(A_PAIR_LIES), "kernel")
        referee: Referee[Any] = Referee(self._game, record.header)
        referee.hear_all(record.events)
        self._state = referee.state

    def put(self, item: Edge | SenseLost) -> None:
        if isinstance(item, Edge):
            self._heard.put(item)

    def presses(self, count: int, wait_s: float = 20.0) -> list[Edge]:
        """As many presses as were heard; waits for *count* of them."""
        found = [self._heard.get(timeout=wait_s) for _ in range(count)]
        while not self._heard.empty():
            found.append(self._heard.get())
        return found

    def verdict(self, presses: list[Edge]) -> SlapStory | None:
        """What Stress says of these presses when the camera has seen all up to now."""
        opened_ns = min(press.at_ns for press in presses) - OPENED_BEFORE_NS
        witness, state, line = Witness(Seating(seats=SEATS), opened_ns), self._state, len(A_PAIR_LIES)
        until = Micros((time.monotonic_ns() - opened_ns) // 1000)
        reports: list[Report] = [one.report for press in presses for one in witness.press(press)]
        for report in (*reports, Complete(when=Moment(until, until))):
            events = self._game.testify(state, report)
            for event in events if isinstance(events, tuple) else ():
                line += 1
                state = self._game.hear(state, dataclasses.replace(event, line=line), frozenset()).state
        stories = self._game.view(state).slaps
        return stories[-1] if stories else None

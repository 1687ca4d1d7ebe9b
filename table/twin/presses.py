"""Buttons of the simulated table that several hands press at once: every edge at its own time, bounces and all."""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable, Sequence

from firmware.edges import Edge
from firmware.panel import Panel
from firmware.wiring import PINS, Wiring
from table.twin.clock import TwinClock, ms
from table.twin.pins import TwinFactory, TwinPin

MOST_BOUNCES = 4
"""A contact opens again up to so often when it closes."""

BOUNCE_MS = (0.15, 1.4)
"""From one edge of a bouncing contact to the next. A worn contact bounces for 5 ms and less."""

HELD_MS = (60.0, 140.0)
"""How long a hand stays on the button."""


class Presses:
    """One button by each name, on pins of the twin's own; what is to happen to them is known beforehand."""

    def __init__(self, names: Sequence[str], clock: TwinClock, hear: Callable[[Edge], None]) -> None:
        """*hear* is called for each press when it is believed, a little after its first edge, with that one's time."""
        self._clock, self._order = clock, itertools.count()
        self._due: list[tuple[int, int, TwinPin, bool]] = []
        self._factory = TwinFactory(clock)
        pins = dict(zip(names, PINS, strict=False))
        self._pins = {name: self._factory.pin(pin) for name, pin in pins.items()}
        self._panel = Panel(
            Wiring(buttons=pins, lamps={}), on_press=hear, pin_factory=self._factory, monotonic_ns=clock.now_ns
        )
        self._panel.ready()

    def press(self, name: str, at_ns: int, chance: random.Random) -> int:
        """A finger on that button at *at_ns*: the contact closes, bounces, is held and opens; gives its last edge."""
        closed_ns = self._change(name, at_ns, chance, high=False)
        return self._change(name, closed_ns + ms(chance.uniform(*HELD_MS)), chance, high=True)

    def advance_to(self, at_ns: int) -> None:
        """Lets time pass until then, and every edge happen that falls into it."""
        while self._due and self._due[0][0] <= at_ns:
            due_ns, _, pin, high = heapq.heappop(self._due)
            self._refresh_until(due_ns)
            pin.drive(high=high)
        self._refresh_until(at_ns)

    def _refresh_until(self, at_ns: int) -> None:
        """The panel is looked at whenever it asks for it, as on a real table."""
        while (due_ns := self._panel.due_ns) is not None and due_ns <= at_ns:
            self._clock.advance_to(max(due_ns, self._clock.now_ns()))
            self._panel.refresh(self._clock.now_ns())
        self._clock.advance_to(at_ns)

    def close(self) -> None:
        """Lets go of the pins."""
        self._panel.close()
        self._factory.reset()

    def _change(self, name: str, at_ns: int, chance: random.Random, *, high: bool) -> int:
        """Notes one change of the contact with its bounces; when the last of them is."""
        for edge in range(2 * chance.randint(0, MOST_BOUNCES) + 1):
            heapq.heappush(self._due, (at_ns, next(self._order), self._pins[name], high == (edge % 2 == 0)))
            last_ns, at_ns = at_ns, at_ns + ms(chance.uniform(*BOUNCE_MS))
        return last_ns

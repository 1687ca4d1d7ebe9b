"""One contact wired to two slap inputs: how far apart this very computer stamps one and the same touch."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gpiozero import DigitalOutputDevice, Factory

from firmware.bounces import is_timeless
from firmware.edges import Edge
from firmware.panel import Panel
from firmware.pins import claiming
from firmware.wiring import Wiring

TOGETHER_NS = 100_000_000
"""The two edges of one touch are at most so far apart."""

DRIVEN_S, RESTED_S = 0.03, 0.05
"""How long an output holds the line down in a finger's place, and how long it lets go."""

LOOK_S = 0.002
PATIENCE_S = 60.0
"""Without a press for so long nobody is pressing."""


@dataclass(frozen=True, slots=True)
class Touch:
    """One press of the joined contact."""

    skew_ns: int | None
    """How much later the second input felt it; None where one of the two did not, or without a time."""
    felt_by: str
    """The input that felt it, or felt it first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skews:
    """What all touches together say. Times in ns."""

    presses: int
    lost: int
    middle_ns: int
    jitter_ns: int
    """Standard deviation."""
    most_ns: int
    trust_ns: int
    """Hands further apart than this are told in their order: the largest skew seen, and the clock's own ± twice."""

    @property
    def tie_ms(self) -> int:
        """The smallest `tie_ms` that is honest here."""
        return max(1, math.ceil(self.trust_ns / 1e6))


class SlapCheck:
    """Listens to two joined slap inputs."""

    def __init__(
        self,
        wiring: Wiring,
        pair: tuple[str, str],
        pin_factory: Factory,
        *,
        drive: str | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """*pair* names the two inputs; *drive* a lamp whose pin is joined to them and presses in a finger's place.

        Raises PinsMissing.
        """
        self._pair, self._clock, self._sleep = pair, clock, sleep
        self._believed: list[Edge] = []
        self.delays_ns: list[int] = []
        """From each edge to Python's hearing of it."""
        buttons = {name: wiring.buttons[name] for name in pair}
        lamps = {name: pin for name, pin in wiring.lamps.items() if name.startswith("seat.") and name != drive}
        self.panel = Panel(
            Wiring(buttons, lamps),
            on_edge=self._hear,
            on_press=self._believed.append,
            pin_factory=pin_factory,
            monotonic_ns=clock,
        )
        self._finger: DigitalOutputDevice | None = None
        if drive is not None:
            with claiming(f"lamp '{drive}'", wiring.lamps[drive]):
                self._finger = DigitalOutputDevice(wiring.lamps[drive], initial_value=True, pin_factory=pin_factory)
        self.panel.ready()
        self.panel.race(pair[0].partition(".")[0])

    def _hear(self, edge: Edge) -> None:
        self.delays_ns.append(self._clock() - edge.at_ns)

    def touches(self, times: int) -> Iterator[Touch]:
        """One touch after the other, as they are felt; fewer if nobody presses any more."""
        for _ in range(times):
            if self._finger is not None:
                self._press(self._finger)
            touch = self._next()
            if touch is None:
                return
            self.panel.ruled({})
            yield touch

    def _press(self, finger: DigitalOutputDevice) -> None:
        self._sleep(RESTED_S)
        finger.off()
        self._sleep(DRIVEN_S)
        finger.on()

    def _next(self) -> Touch | None:
        until_ns = self._clock() + round(PATIENCE_S * 1e9)
        first: Edge | None = None
        while self._clock() < until_ns:
            self.panel.refresh(self._clock())
            if first is None and self._believed:
                first = self._believed.pop(0)
            other = next((edge for edge in self._believed if first is not None and edge.button != first.button), None)
            if first is not None and other is not None:
                self._believed.clear()
                return _touch(self._pair, first, other)
            if first is not None and self._clock() - first.at_ns > 4 * TOGETHER_NS:
                return Touch(None, first.button)
            self._sleep(LOOK_S)
        return None

    def close(self) -> None:
        """Lets go of the pins."""
        self.panel.close()
        if self._finger is not None:
            self._finger.close()


def _touch(pair: tuple[str, str], one: Edge, other: Edge) -> Touch:
    first, second = (one, other) if one.button == pair[0] else (other, one)
    skew_ns = second.at_ns - first.at_ns
    if is_timeless(first) or is_timeless(second) or abs(skew_ns) > TOGETHER_NS:
        return Touch(None, second.button if is_timeless(first) else first.button)
    return Touch(skew_ns, first.button if skew_ns >= 0 else second.button)


def sum_up(touches: list[Touch], within_ns: int) -> Skews:
    """*within_ns*: the ± of a single edge, by the panel's clock."""
    skews = [touch.skew_ns for touch in touches if touch.skew_ns is not None]
    most_ns = max(map(abs, skews), default=0)
    return Skews(
        presses=len(touches),
        lost=len(touches) - len(skews),
        middle_ns=round(statistics.fmean(skews)) if skews else 0,
        jitter_ns=round(statistics.pstdev(skews)) if skews else 0,
        most_ns=most_ns,
        trust_ns=max(most_ns, 2 * within_ns),
    )

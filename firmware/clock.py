"""The pin factory's ticks against CLOCK_MONOTONIC, the clock of the camera's frames."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from gpiozero import Factory

logger = logging.getLogger(__name__)

AGREE_NS = 1_000_000_000
"""Two readings further apart than this come from different clocks: a callback is late by milliseconds, not seconds."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """When an edge was, in CLOCK_MONOTONIC nanoseconds, and whether the kernel said so."""

    at_ns: int
    surely: bool


class TickClock:
    """Turns a factory's ticks (float seconds; gpiozero calls them opaque) into monotonic nanoseconds.

    lgpio hands on the kernel's time of the edge, which is CLOCK_MONOTONIC since
    Linux 5.7 and was the wall clock before. So nothing is taken on trust: until an
    edge has agreed with the monotonic clock, each one is compared with it, and one
    that does not agree gets Python's own time and `surely=False`.

    *monotonic_ns* is the clock to agree with; a simulated table passes its own.
    """

    def __init__(self, pin_factory: Factory, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._monotonic_ns = monotonic_ns
        self._apart_ns = 0
        self._edge_agreed = False
        self._compare(_nanoseconds(pin_factory.ticks()))

    @property
    def complaint(self) -> str:
        """Empty if the clocks agree; otherwise what is wrong and what to do, for people."""
        if abs(self._apart_ns) <= AGREE_NS:
            return ""
        return (
            f"the buttons' clock is {abs(self._apart_ns) / 1e9:.1f} s away from the monotonic clock: presses are timed "
            "by Python, some milliseconds late. Update the kernel to 5.7 or newer, then: cardtable doctor"
        )

    def now_ns(self) -> int:
        """The monotonic clock now."""
        return self._monotonic_ns()

    def stamp(self, ticks: float) -> Stamp:
        """The time of an edge that the factory stamped *ticks* and that is being delivered now."""
        at_ns = _nanoseconds(ticks)
        if self._edge_agreed:
            return Stamp(at_ns, surely=True)
        now_ns = self._compare(at_ns)
        if self.complaint:
            logger.warning("%s", self.complaint)
            return Stamp(now_ns, surely=False)
        self._edge_agreed = True
        return Stamp(at_ns, surely=True)

    def _compare(self, ticks_ns: int) -> int:
        now_ns = self._monotonic_ns()
        self._apart_ns = ticks_ns - now_ns
        return now_ns


def _nanoseconds(ticks: float) -> int:
    # A float holds seconds to 2 ns after half a year of uptime.
    return round(ticks * 1e9)

"""The pin factory's ticks against CLOCK_MONOTONIC, the clock of the camera's frames, and how far they can be apart."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from gpiozero import Factory

from firmware.pins import stamps_within_ns

logger = logging.getLogger(__name__)

AGREE_NS = 1_000_000_000
"""Two readings further apart than this come from different clocks: a callback is late by milliseconds, not seconds."""

PYTHON_STAMPS_WITHIN_NS = 100_000_000
"""How late Python may be to notice an edge while the vision has every core. A guess on the safe side."""

READINGS = 16
"""So often are two clocks read together; that which took the shortest says most."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """When an edge was, in CLOCK_MONOTONIC nanoseconds, and whether the kernel said so."""

    at_ns: int
    within_ns: int
    """The true time is at most so long before or after."""
    surely: bool


class TickClock:
    """Turns a factory's ticks (float seconds; gpiozero calls them opaque) into monotonic nanoseconds.

    libgpiod and lgpio hand on the kernel's time of the edge, which is CLOCK_MONOTONIC
    since Linux 5.7 and was the wall clock before. So nothing is taken on trust: the
    factory's clock is compared at the start, and until an edge has agreed with the
    monotonic clock, each one is compared with it. One that does not agree gets
    Python's own time and `surely=False`.

    *monotonic_ns* is the clock to agree with; a simulated table passes its own.
    """

    def __init__(self, pin_factory: Factory, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._monotonic_ns = monotonic_ns
        self._edge_agreed = False
        self._apart_ns = _nanoseconds(pin_factory.ticks()) - monotonic_ns()
        stamped_ns = stamps_within_ns(pin_factory)
        self.within_ns = _bound(pin_factory, monotonic_ns) + (
            PYTHON_STAMPS_WITHIN_NS if stamped_ns is None else stamped_ns
        )
        """The ± of every edge: how far the two clocks can be apart, and how late an edge may be stamped."""
        logger.info("the time of an edge is known to ± %.3f ms", self.within_ns / 1e6)

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
            return Stamp(at_ns, self.within_ns, surely=True)
        now_ns = self._monotonic_ns()
        self._apart_ns = at_ns - now_ns
        if self.complaint:
            logger.warning("%s", self.complaint)
            return Stamp(now_ns, PYTHON_STAMPS_WITHIN_NS, surely=False)
        self._edge_agreed = True
        return Stamp(at_ns, self.within_ns, surely=True)


def _bound(pin_factory: Factory, monotonic_ns: Callable[[], int]) -> int:
    """How far the factory's clock can be from the monotonic one, ns.

    A tick read between two readings of the other clock cannot be further from it than
    from the farther of the two, if it is the same clock; of several tries the best.
    """
    return min(_apart(monotonic_ns(), _nanoseconds(pin_factory.ticks()), monotonic_ns()) for _ in range(READINGS))


def _apart(before_ns: int, between_ns: int, after_ns: int) -> int:
    return max(abs(between_ns - before_ns), abs(after_ns - between_ns))


def _nanoseconds(ticks: float) -> int:
    # A float holds seconds to 2 ns after half a year of uptime.
    return round(ticks * 1e9)

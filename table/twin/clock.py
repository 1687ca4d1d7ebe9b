"""Simulated time: it moves only when told."""

from __future__ import annotations

START_NS = 1_000_000_000_000
"""A machine that has been up for a quarter of an hour: no time of the twin is zero by chance."""


class TwinClock:
    """CLOCK_MONOTONIC of the simulated table, in whole nanoseconds."""

    def __init__(self, start_ns: int = START_NS) -> None:
        self._now_ns = start_ns

    def now_ns(self) -> int:
        """The simulated time."""
        return self._now_ns

    def advance(self, by_ns: int) -> None:
        """Lets *by_ns* nanoseconds pass; ValueError if they are negative."""
        if by_ns < 0:
            raise ValueError(f"time does not run backwards (asked to advance by {by_ns} ns)")
        self._now_ns += by_ns

    def advance_to(self, at_ns: int) -> None:
        """Lets time pass until *at_ns*; ValueError if that is past."""
        if at_ns < self._now_ns:
            raise ValueError(f"{at_ns} ns is past: it is {self._now_ns} ns")
        self._now_ns = at_ns


def ms(milliseconds: float) -> int:
    """Nanoseconds in so many milliseconds."""
    return round(milliseconds * 1_000_000)

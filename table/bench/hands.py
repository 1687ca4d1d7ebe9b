"""Hands that slap at a simulated pair: how their contacts bounce, and what noise does to the lines."""

from __future__ import annotations

import enum
import random
from collections.abc import Iterator
from dataclasses import dataclass

from firmware.bounces import BOUNCE_NS

Spans = list[tuple[int, int]]
"""From when to when a contact is closed, ns after the pair's beginning."""

MS = 1_000_000
APART_MS, BOUNCE_MS, OPENING_MS = 20.0, 8.0, 5.0
"""Two hands are at most so far apart; a contact bounces at most so long when it closes, and when it opens."""

TOUCH_US = (50.0, 1500.0)
"""How long a bouncing contact stays closed, and open, at a time."""

HELD_MS = (15.0, 60.0)
FIRST_MS, LASTS_MS = 100, 260
"""When the first hand comes down, and when all is over."""

HEARD_MS, STALL_MS, STALLS = 0.5, (5.0, 40.0), 0.05
"""How late an edge is heard of: on the average, and while every core is busy sometimes as late as this."""

STAMPED_LATE_US = 100.0
"""The kernel stamps an edge at most so late."""


class Noise(enum.Enum):
    """What disturbs the lines, besides bouncing."""

    NONE = "no glitches"
    SHORT = "pulses of 20 to 100 us"
    LONG = "pulses of 1 ms"


def lateness(chance: random.Random, *, is_busy: bool) -> int:
    """How much later than it happened something is heard of by the table's threads, ns."""
    stall_ms = chance.uniform(*STALL_MS) if is_busy and chance.random() < STALLS else 0.0
    return round((chance.expovariate(1 / HEARD_MS) + stall_ms) * MS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two slaps as they truly were."""

    apart_ns: int
    """By how much the first hand was before the second."""
    lines: tuple[Spans, Spans]
    """When the first and the second hand's line are closed, noise included."""
    glitches: int
    is_masked: bool
    """A pulse of 1 ms ends at a touch or so shortly before it that nothing tells it from the touch's first bounce."""

    def edges(self, chance: random.Random) -> list[tuple[int, int, bool]]:
        """Each change as (ns of its stamp, line 0 or 1, closed), in the order of the stamps."""
        told = [edge for line, spans in enumerate(self.lines) for edge in _stamped(line, spans, chance)]
        return sorted(told)


def a_pair(noise: Noise, chance: random.Random) -> Pair:
    """Two hands 0 to 20 ms apart."""
    apart_ns = round(chance.uniform(0, APART_MS) * MS)
    touches = (FIRST_MS * MS, FIRST_MS * MS + apart_ns)
    pulses = [list(_pulses(noise, chance)) for _ in touches]
    return Pair(
        apart_ns=apart_ns,
        lines=(
            _together([*_press(touches[0], chance), *pulses[0]]),
            _together([*_press(touches[1], chance), *pulses[1]]),
        ),
        glitches=sum(map(len, pulses)),
        is_masked=noise is Noise.LONG and any(map(_masks, pulses, touches)),
    )


def _press(touch_ns: int, chance: random.Random) -> Iterator[tuple[int, int]]:
    held_ns = touch_ns + round(chance.uniform(*HELD_MS) * MS)
    end_ns = touch_ns + round(chance.uniform(0, BOUNCE_MS) * MS)
    at_ns = touch_ns
    while True:
        closed_ns, open_ns = _while(chance), _while(chance)
        if at_ns + closed_ns + open_ns >= end_ns:
            break
        yield at_ns, at_ns + closed_ns
        at_ns += closed_ns + open_ns
    yield at_ns, held_ns
    at_ns, end_ns = held_ns, held_ns + round(chance.uniform(0, OPENING_MS) * MS)
    while (at_ns := at_ns + _while(chance)) < end_ns:
        yield at_ns, (at_ns := at_ns + _while(chance))


def _while(chance: random.Random) -> int:
    return round(chance.uniform(*TOUCH_US) * 1000)


def _pulses(noise: Noise, chance: random.Random) -> Iterator[tuple[int, int]]:
    """Up to three short ones on a line, or one long one, at any time before, during and after the slap."""
    many = {Noise.NONE: 0, Noise.SHORT: chance.randint(0, 3), Noise.LONG: chance.randint(0, 1)}[noise]
    for _ in range(many):
        at_ns = round(chance.uniform(0, FIRST_MS + 60) * MS)
        yield at_ns, at_ns + (MS if noise is Noise.LONG else round(chance.uniform(20, 100) * 1000))


def _masks(pulses: Spans, touch_ns: int) -> bool:
    return any(from_ns < touch_ns <= until_ns + BOUNCE_NS for from_ns, until_ns in pulses)


def _together(spans: Spans) -> Spans:
    """A line is closed while anything closes it."""
    joined: Spans = []
    for from_ns, until_ns in sorted(spans):
        if joined and from_ns <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(until_ns, joined[-1][1]))
        else:
            joined.append((from_ns, until_ns))
    return joined


def _stamped(line: int, spans: Spans, chance: random.Random) -> Iterator[tuple[int, int, bool]]:
    last_ns = 0
    for from_ns, until_ns in spans:
        for at_ns, is_closed in ((from_ns, True), (until_ns, False)):
            last_ns = max(last_ns + 1, at_ns + round(chance.uniform(0, STAMPED_LATE_US) * 1000))
            yield last_ns, line, is_closed

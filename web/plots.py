"""Where everything of a plot goes: the templates only write it down as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from web.desk import PlayerTimes

WIDTH, HEIGHT = 480.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 24.0, 14.0, 40.0
"""Units of the drawing, and how many of them round the plot are left to the numbers."""

SHOWN = 100
"""Stresses of a history: the last ones. The distribution is of all."""

BEYOND = 2.0
"""Times above so many times the usual are drawn at the upper edge: one hand that slept must not flatten all others."""

STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
"""Widths that people can read off an axis, in ms."""

MOST_BARS = 48
"""In a lane: thinner ones could not be told apart."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A number at an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Dot:
    """One slap."""

    x: float
    y: float
    title: str
    is_beyond: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One player's times, one stress after the other."""

    name: str
    dots: tuple[Dot, ...]
    usual: float | None
    """How high the usual time lies."""

    @property
    def points(self) -> str:
        """For an SVG polyline."""
        return " ".join(f"{dot.x:g},{dot.y:g}" for dot in self.dots)


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Reaction times over the stresses."""

    lines: tuple[Line, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """So many slaps within one step of time."""

    x: float
    y: float
    width: float
    height: float
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One player's slaps by how fast they were."""

    name: str
    y: float
    """Of its base line."""
    bars: tuple[Bar, ...]
    usual: float | None
    """Where across the usual time lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """How often which time came."""

    lanes: tuple[Lane, ...]
    x_ticks: tuple[Tick, ...]
    lane_height: float


def history(players: Sequence[PlayerTimes]) -> History:
    """The last stresses, one dot a hand."""
    last = max((stress for player in players for stress, _ in player.times), default=1)
    first = max(1, last - SHOWN + 1)
    shown = {player.name: [one for one in player.times if one[0] >= first] for player in players}
    every_ms = [ms for times in shown.values() for _, ms in times]
    top = _ceiling(every_ms)

    def x(stress: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (stress - first + 0.5) / (last - first + 1), 1)

    def y(ms: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(ms, top) / top, 1)

    def line(player: PlayerTimes) -> Line:
        dots = (Dot(x(stress), y(ms), f"{player.name}: {ms:.0f} ms", ms > top) for stress, ms in shown[player.name])
        usual = None if player.usual_ms is None else y(player.usual_ms)
        return Line(name=player.name, dots=tuple(dots), usual=usual)

    step = max(1, _step((last - first + 1) / 6, (1, 2, 5, 10, 20, 25, 50)))
    return History(
        lines=tuple(line(player) for player in players),
        x_ticks=tuple(Tick(x(number), str(number)) for number in range(first, last + 1) if number % step == 0),
        y_ticks=tuple(Tick(y(ms), str(ms)) for ms in _numbers(0, top, _step(top / 5))),
    )


def distribution(players: Sequence[PlayerTimes]) -> Distribution:
    """How often which time came: a lane for each player, the same times above one another."""
    every_ms = [ms for player in players for _, ms in player.times]
    top = _ceiling(every_ms)
    width = _step(max(_usual_range(every_ms) / 8, top / MOST_BARS))
    low = width * math.floor(min(every_ms, default=0.0) / width)
    high = max(top, low + width)
    counts = {player.name: _counted(player, low, high, width) for player in players}
    most = max((count for counted in counts.values() for count in counted.values()), default=1)
    lane = (HEIGHT - TOP - BOTTOM) / max(1, len(players))

    def x(ms: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (min(ms, high) - low) / (high - low), 1)

    def bars(name: str, base: float) -> Iterable[Bar]:
        for at_ms, count in sorted(counts[name].items()):
            tall = round((lane - 26) * count / most, 1)
            title = f"{name}: {at_ms}–{at_ms + width} ms: {count}"
            yield Bar(x(at_ms), round(base - tall, 1), round(max(2.0, x(at_ms + width) - x(at_ms) - 1), 1), tall, title)

    def lane_of(place: int, player: PlayerTimes) -> Lane:
        base = round(TOP + lane * (place + 1), 1)
        usual = None if player.usual_ms is None else x(player.usual_ms)
        return Lane(name=player.name, y=base, bars=tuple(bars(player.name, base)), usual=usual)

    return Distribution(
        lanes=tuple(lane_of(place, player) for place, player in enumerate(players)),
        x_ticks=tuple(Tick(x(ms), str(ms)) for ms in _numbers(low, high, _step((high - low) / 5))),
        lane_height=round(lane, 1),
    )


def _counted(player: PlayerTimes, low: int, high: int, width: int) -> dict[int, int]:
    """How many times lie in each step, by its beginning; those beyond the end in the last."""
    counted: dict[int, int] = {}
    for _, ms in player.times:
        step = low + width * math.floor((min(ms, high - 1) - low) / width)
        counted[step] = counted.get(step, 0) + 1
    return counted


def _usual_range(times_ms: Sequence[float]) -> float:
    """How far apart the times are, without the tenth at either end."""
    ordered = sorted(times_ms)
    return ordered[9 * len(ordered) // 10] - ordered[len(ordered) // 10] if ordered else 0.0


def _ceiling(times_ms: Sequence[float]) -> int:
    """The end of an axis of time: a readable number a little above the longest, or above what is usual by far."""
    if not times_ms:
        return 1000
    usual = sorted(times_ms)[len(times_ms) // 2]
    longest = max(20.0, min(max(times_ms), BEYOND * usual))
    step = _step(longest / 10)
    return step * math.ceil(1.02 * longest / step)


def _step(least: float, steps: Sequence[int] = STEPS) -> int:
    return next((step for step in steps if step >= least), steps[-1])


def _numbers(low: int, high: int, step: int) -> range:
    return range(step * math.ceil(low / step), high + 1, step)

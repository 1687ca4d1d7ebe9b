"""An arm over the simulated table: from where it reaches in, and how it moves, as people's arms do.

Every movement is a generator: one `next` sets the scene for one more frame, by the clock's time.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from table.twin.clock import TwinClock, ms
from table.twin.scene import Arm, LyingCard, Place, Stage
from vision.mat import Mat, Side

Movement = Iterator[None]
Carrying = Generator[None, None, Arm]
"""A movement that ends with the arm as it then is."""

BEYOND_MM, SHOULDER_MM = 150.0, 340.0
"""How far outside the mat's border a hand is before it reaches in, and the shoulder."""

GRIP_MM = 27.0
"""From the finger tips to the middle of a card that they hold."""

SLEEVES = ((96, 62, 44), (52, 70, 110), (70, 92, 58), (60, 60, 66), (110, 70, 84), (44, 92, 104))
"""Colours by seat, so that people tell the arms apart: BGR."""


@dataclass(frozen=True, slots=True)
class Reaching:
    """From where a seat reaches in."""

    shoulder: Place
    outside: Place
    """Where the hand is before and after."""


class Reacher:
    """Moves arms over a stage, by a clock."""

    def __init__(self, stage: Stage, clock: TwinClock) -> None:
        self._stage, self._clock = stage, clock

    def moved(
        self, arm: Arm, to: Place, takes_ms: float, breaks_off: Callable[[float], bool] | None = None
    ) -> Carrying:
        """Moves the hand there, slowly at first and at the end.

        *breaks_off* is asked on the way with the part of the time that has passed; on a yes the hand stops there.
        """
        began, start = self._clock.now_ns(), arm.hand
        while True:
            part = min(1.0, (self._clock.now_ns() - began) / ms(takes_ms))
            eased = part * part * (3 - 2 * part)
            arm = arm.moved_to((start[0] + (to[0] - start[0]) * eased, start[1] + (to[1] - start[1]) * eased))
            self._stage.put_arm(arm)
            if part >= 1 or (breaks_off is not None and breaks_off(part)):
                return arm
            yield

    def resting(self, arm: Arm, for_ms: float) -> Movement:
        """Holds the hand still."""
        began = self._clock.now_ns()
        self._stage.put_arm(arm)
        while self._clock.now_ns() - began < ms(for_ms):
            yield


def face_down(at: Place, turn: float) -> LyingCard:
    """A card of which only the back shows."""
    return LyingCard(label="X", at=at, turn=turn, face_up=False)


def middle(mat: Mat, zone: str) -> Place:
    """The middle of a zone's corners. Raises MatError."""
    corners = mat.zone(zone).corners
    return (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))


def reaching_over(side: Side, mat: Mat, beyond_mm: float = BEYOND_MM) -> Reaching:
    """Straight out from the middle of the side, away from the mat's own middle."""
    at = ((side.start[0] + side.end[0]) / 2, (side.start[1] + side.end[1]) / 2)
    length = math.dist(side.start, side.end)
    out = ((side.end[1] - side.start[1]) / length, (side.start[0] - side.end[0]) / length)
    if (at[0] - mat.width_mm / 2) * out[0] + (at[1] - mat.height_mm / 2) * out[1] < 0:
        out = (-out[0], -out[1])
    return Reaching(along(at, out, SHOULDER_MM), along(at, out, beyond_mm))


def direction(start: Place, target: Place) -> Place:
    """The direction from one place to the other, of length one."""
    distance = math.dist(start, target)
    return ((target[0] - start[0]) / distance, (target[1] - start[1]) / distance)


def along(place: Place, direction: Place, by_mm: float) -> Place:
    """The place so far on in that direction."""
    return (place[0] + direction[0] * by_mm, place[1] + direction[1] * by_mm)


def drawn_ms(between: tuple[float, float], chance: random.Random) -> float:
    """Some time between the two."""
    return chance.uniform(*between)

"""Arms over many pictures: one number a reach, from coming in to leaving."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.light import Mask
from vision.motion import ArmSeen, Shape
from vision.sightings import Point, Reach, Span

_GONE_NS = 250_000_000
"""An arm that is seen again so soon had not left."""
_SAME_MM = 110.0
"""A crossing moves less than this between two pictures of one arm."""
_STEP_MM = 40.0
"""A hand moves less than this between two pictures, as far as it is followed without its arm."""
_DOUBTFUL_PART = 0.4
"""If a second arm was so much over a zone as the first one times this, nobody can say whose card it is."""


@dataclass(slots=True)
class _Arm:
    number: int
    first_ns: int
    last_ns: int
    left_ns: int
    """The first picture without it since it was last seen."""
    at_px: Point
    mask: Mask
    """Where it was last seen."""
    votes: Counter[int] = field(default_factory=Counter)
    pictures: int = 0


class Arms:
    """Follows arms from picture to picture and remembers over which zones they were."""

    def __init__(self, sides: Sequence[str]) -> None:
        """*sides*: names in the order of the votes."""
        self._sides = tuple(sides)
        self._arms: list[_Arm] = []
        self._gone: dict[int, _Arm] = {}
        self._last_number = 0
        self._over: dict[str, Counter[int]] = {}

    @property
    def count(self) -> int:
        """How many arms are over the mat now, or were a moment ago."""
        return len(self._arms)

    def follow(
        self, seen: Iterable[ArmSeen], loose: Sequence[Shape], taken_ns: int, px_per_mm: float
    ) -> tuple[Reach, ...]:
        """Takes in one picture's arms and loose shapes; answers the reaches that are over.

        A sleeve may look like the mat. So an arm has not left while something loose lies where it was: its hand, or
        a card that it laid and that has not been read yet.

        A glimpse in a single picture is no reach.
        """
        free = list(self._arms)
        for arm_seen in seen:
            arm = self._nearest(free, arm_seen.at_px, _SAME_MM * px_per_mm)
            if arm is None:
                arm = self._new(arm_seen, taken_ns)
            else:
                free.remove(arm)
            self._saw(arm, arm_seen, taken_ns)
        for arm in free:
            arm.left_ns = arm.left_ns or taken_ns
            self._hold(arm, loose, taken_ns, round(_STEP_MM * px_per_mm))
        return self._end(taken_ns - _GONE_NS)

    def end_all(self) -> tuple[Reach, ...]:
        """The view has broken off: ends the reaches of all arms, with the last picture in which each was seen."""
        return self._end(max((arm.last_ns for arm in self._arms), default=0))

    def _end(self, last_seen_ns: int) -> tuple[Reach, ...]:
        gone = [arm for arm in self._arms if arm.last_ns <= last_seen_ns]
        self._arms = [arm for arm in self._arms if arm.last_ns > last_seen_ns]
        self._gone |= {arm.number: arm for arm in gone}
        return tuple(
            Reach(number=arm.number, side=self._side(arm), during=Span(arm.first_ns, arm.left_ns or arm.last_ns))
            for arm in gone
            if arm.pictures > 1
        )

    def who_was_over(self, zone: str) -> tuple[str | None, int | None]:
        """Side and number of the arm that has been over the zone since it was forgotten; None if there was none,
        or two of them about equally."""
        ranked = self._over.get(zone, Counter()).most_common(2)
        if not ranked or (len(ranked) == 2 and ranked[1][1] > _DOUBTFUL_PART * ranked[0][1]):
            return None, None
        number = ranked[0][0]
        arm = next((arm for arm in self._arms if arm.number == number), None) or self._gone.get(number)
        return (None, None) if arm is None or arm.pictures == 1 else (self._side(arm), number)

    def forget(self, zone: str) -> None:
        """The zone is quiet again: who was over it before has no part in what comes."""
        self._over.pop(zone, None)
        named = {number for counts in self._over.values() for number in counts}
        self._gone = {number: arm for number, arm in self._gone.items() if number in named}

    def _nearest(self, arms: list[_Arm], at: Point, within_px: float) -> _Arm | None:
        near = [(abs(complex(*arm.at_px) - complex(*at)), arm.number, arm) for arm in arms]
        found = min(near, default=None)
        return found[2] if found is not None and found[0] <= within_px else None

    def _new(self, seen: ArmSeen, taken_ns: int) -> _Arm:
        self._last_number += 1
        arm = _Arm(
            self._last_number,
            first_ns=taken_ns,
            last_ns=taken_ns,
            left_ns=0,
            at_px=seen.at_px,
            mask=seen.shape.mask,
        )
        self._arms.append(arm)
        return arm

    def _saw(self, arm: _Arm, seen: ArmSeen, taken_ns: int) -> None:
        arm.last_ns, arm.left_ns, arm.at_px, arm.mask = taken_ns, 0, seen.at_px, seen.shape.mask
        arm.pictures += 1
        arm.votes.update({side: vote for side, vote in enumerate(seen.votes) if vote})
        self._count_over(arm, seen.shape)

    def _hold(self, arm: _Arm, loose: Sequence[Shape], taken_ns: int, step_px: int) -> None:
        around = cv2.dilate(arm.mask.astype(np.uint8), np.ones((2 * step_px + 1, 2 * step_px + 1), np.uint8)) > 0
        for shape in loose:
            if (shape.mask & around).any():
                arm.last_ns, arm.mask = taken_ns, shape.mask
                self._count_over(arm, shape)
                return

    def _count_over(self, arm: _Arm, shape: Shape) -> None:
        for zone, area in shape.over_mm2:
            self._over.setdefault(zone, Counter())[arm.number] += round(area)

    def _side(self, arm: _Arm) -> str:
        return self._sides[arm.votes.most_common(1)[0][0]]

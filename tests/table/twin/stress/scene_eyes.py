"""Sees the stage without a camera: what comes to lie on top, by whose arm, as soon as the frame shows it."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from table.twin.clock import TwinClock
from table.twin.scene import Stage
from table.witness import Seating
from vision.mat import Mat, Zone
from vision.sightings import Placement, Removal, Span, VisionReport, Watched

NEAR_MM = 90.0
"""An arm whose fingers are so near to a zone's middle is over it."""

READ_NS, UNREAD_NS = 130_000_000, 830_000_000
"""After so long a card is told at the earliest, and one that cannot be read."""

READABLE = 0.5
"""How many of these can be read later on."""


class SceneEyes:
    """A `Looker` that never errs."""

    def __init__(self, stage: Stage, mat: Mat, seating: Seating, clock: TwinClock) -> None:
        self._stage, self._mat, self._clock = stage, mat, clock
        self._sides = {str(seat): side for side, seat in seating.sides.items()}
        self._tops: dict[str, str | None] = {}
        self._last_ns = clock.now_ns()

    def look(self) -> tuple[VisionReport, ...]:
        span = Span(self._last_ns, self._clock.now_ns())
        self._last_ns = span.last_ns
        return (*(report for zone in self._mat.zones for report in self._look_at(zone, span)), Watched(span.last_ns))

    def _look_at(self, zone: Zone, span: Span) -> list[VisionReport]:
        lying = [card for card in self._stage.scene.cards if card.face_up and zone.holds(card.at)]
        top = lying[-1].label if lying else None
        if top == self._tops.get(zone.name):
            return []
        self._tops[zone.name] = top
        side = self._side_of(zone)
        if top is None:
            return [Removal(zone=zone.name, during=span, reached_from=side, reach=None)]
        return [
            Placement(
                zone=zone.name,
                label=top,
                during=span,
                reached_from=side,
                reach=None,
                confidence=1.0,
                evidence=b"",
            )
        ]

    def _side_of(self, zone: Zone) -> str | None:
        middle = (
            sum(x for x, _ in zone.corners) / len(zone.corners),
            sum(y for _, y in zone.corners) / len(zone.corners),
        )
        near = [(math.dist(arm.hand, middle), arm.owner) for arm in self._stage.scene.arms]
        near = [one for one in near if one[0] < NEAR_MM]
        return self._sides[min(near)[1]] if len(near) == 1 else None


class BlinkingEyes(SceneEyes):
    """They miss the first card that comes to one zone."""

    def __init__(self, stage: Stage, mat: Mat, seating: Seating, clock: TwinClock, *, zone: str) -> None:
        super().__init__(stage, mat, seating, clock)
        self._missed: str | None = zone

    def look(self) -> tuple[VisionReport, ...]:
        told = list[VisionReport]()
        for report in super().look():
            if isinstance(report, Placement) and report.zone == self._missed:
                self._missed = None
            else:
                told.append(report)
        return tuple(told)


class DimEyes(SceneEyes):
    """They tell a card after a moment, and cannot read one in so many: of these some can be read while they lie."""

    def __init__(self, stage: Stage, mat: Mat, seating: Seating, clock: TwinClock, *, unread: float, seed: int) -> None:
        super().__init__(stage, mat, seating, clock)
        self._unread, self._chance = unread, random.Random(seed)
        self._untold: list[tuple[int, Placement | Removal]] = []
        self.could_not_read = 0

    def look(self) -> tuple[VisionReport, ...]:
        for report in super().look():
            if isinstance(report, Placement) and self._chance.random() < self._unread:
                self.could_not_read += 1
                self._later(replace(report, label=None), UNREAD_NS)
                if self._chance.random() < READABLE:
                    again = replace(report, moved_only=True)
                    self._untold.append((self._last_ns + self._chance.randrange(UNREAD_NS, 8 * UNREAD_NS), again))
            elif isinstance(report, Placement | Removal):
                self._later(report, self._chance.randrange(READ_NS, 3 * READ_NS))
        due = [report for at_ns, report in self._untold if at_ns <= self._last_ns]
        self._untold = [(at_ns, report) for at_ns, report in self._untold if at_ns > self._last_ns]
        open_ns = (report.during.first_ns for _, report in self._untold if not _is_second_look(report))
        return (*(report for report in due if self._is_still_so(report)), Watched(min(open_ns, default=self._last_ns)))

    def _later(self, report: Placement | Removal, after_ns: int) -> None:
        """What is still untold of that zone is told now: the next card ends the reading of the one under it."""
        earlier = [(self._last_ns if old.zone == report.zone else at_ns, old) for at_ns, old in self._untold]
        self._untold = [*earlier, (self._last_ns + after_ns, report)]

    def _is_still_so(self, report: Placement | Removal) -> bool:
        return not isinstance(report, Placement) or not report.moved_only or report.label == self._tops[report.zone]


def _is_second_look(report: Placement | Removal) -> bool:
    return isinstance(report, Placement) and report.moved_only

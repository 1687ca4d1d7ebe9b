"""Sees the stage without a camera: what comes to lie on top, by whose arm, as soon as the frame shows it."""

from __future__ import annotations

import math

from table.twin.clock import TwinClock
from table.twin.scene import Stage
from table.witness import Seating
from vision.mat import Mat, Zone
from vision.sightings import Placement, Removal, Span, VisionReport, Watched

NEAR_MM = 90.0
"""An arm whose fingers are so near to a zone's middle is over it."""


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

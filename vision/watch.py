"""Frames in, reports out: what came to lie where, during which time, and by whose reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from vision.arms import Arms
from vision.bump import MarkerGuard
from vision.calibration import Calibration, CalibrationError, Cutout
from vision.evidence import evidence
from vision.frames import Frame
from vision.ground import Ground
from vision.light import Float, Mask
from vision.markers import SeenMarker, find_markers
from vision.mat import Mat, Zone
from vision.motion import Motion, MotionFinder, cleaned
from vision.paper import find_paper
from vision.pictures import Picture
from vision.sightings import Placement, Reach, Removal, Sighting, SightLost, VisionReport, Watched
from vision.steady import Lying, Nearness
from vision.upkeep import Upkeep
from vision.zonewatch import Patience, Settled, ZoneWatch

SECOND_NS = 1_000_000_000
_GUARD_EVERY_NS = 250_000_000
_BLIND_EVERY_NS = 10 * SECOND_NS
_DISTURBED_MM2 = 60.0
"""Less than this (a pip) may change in a zone that is quiet."""
_ARM_MM2 = 150.0
"""Of an arm, less than this may be over a zone that is read: its blurred rim."""
_UNCLEAR_MM2 = 600.0
"""If more than this looks otherwise and is no card that was read, something may be lying over the cards."""
_BARE_MM2 = 1000.0
"""If more than this (a fifth of a card) looks otherwise than the empty zone did, the zone is not empty."""
_MARGIN_MM = 30.0
"""How much around a zone is read with it: cards lie over its edge."""
_AROUND_CARD_MM = 4.0
_PILE_MM = 25.0
"""So far around the card that lay on top, the others of its pile may be pushed about by the hand that lays the next."""
_CARD_MM2 = 4000.0
"""What cannot be named and is smaller than this is no card: a bridge card has 5100 mm2."""


class CardReader(Protocol):
    """Finds and reads the cards in a picture (BGR) of some 2 to 3 pixels a millimetre."""

    def read(self, picture: Picture) -> tuple[Sighting, ...]: ...


@dataclass(slots=True)
class _View:
    """All that belongs to one place of the camera."""

    ground: Ground
    finder: MotionFinder
    guard: MarkerGuard
    upkeep: Upkeep

    @classmethod
    def of(cls, mat: Mat, calibration: Calibration, seen: Sequence[SeenMarker], picture: Picture) -> _View:
        ground = Ground.of(mat, calibration, (picture.shape[1], picture.shape[0]))
        guard = MarkerGuard(mat.dictionary, seen)
        return cls(ground, MotionFinder(ground, ground.small(picture)), guard, Upkeep(ground))


class Watch:
    """Watches one mat. Synchronous; its only clock is the frames' own."""

    def __init__(
        self, mat: Mat, reader: CardReader, calibration: Calibration | None = None, patience: Patience | None = None
    ) -> None:
        """Without a *calibration*, the first frame that shows the mat's markers gives one."""
        self._mat = mat
        self._reader = reader
        self._given = calibration
        self._patience = patience or Patience()
        self._view: _View | None = None
        self._zones: tuple[ZoneWatch, ...] = ()
        self._arms = Arms([side.name for side in mat.sides])
        self._over: list[Reach] = []
        self._now_ns = -1
        self._told_ns, self._watched_ns, self._blind_ns = -self._patience.watched_ns, -1, -_BLIND_EVERY_NS
        self._guard_ns = 0
        self._shaken: tuple[int, Float] | None = None

    def look(self, frame: Frame) -> tuple[VisionReport, ...]:
        """What this frame completes, in the order in which it happened. A frame older than the last tells nothing."""
        if frame.taken_ns <= self._now_ns:
            return ()
        self._now_ns = frame.taken_ns
        view = self._view
        if view is None:
            view = self._open(frame.pixels)
            if view is None:
                return self._blind()
        small = view.ground.small(frame.pixels)
        motion = view.finder.find(small)
        if self._is_shaken(view, frame.pixels, motion):
            return self._wait_for_rest(view, frame.pixels, small)
        self._shaken = None
        arms, loose = ((), ()) if motion is None else (motion.arms, motion.loose)
        self._over += self._arms.follow(arms, loose, self._now_ns, view.ground.px_per_mm)
        reports = [report for zone in self._zones for report in self._look_at(zone, view, frame.pixels, small, motion)]
        self._keep_up(view, small, motion)
        return (*reports, *self._reaches(), *self._watched(bool(reports)))

    def lost(self, since_ns: int, reason: str) -> tuple[VisionReport, ...]:
        """The camera could not be relied on since then. What has happened meanwhile is found out when it is back."""
        for zone in self._zones:
            zone.disturb()
        self._over += self._arms.end_all()
        return (SightLost(since_ns, reason),)

    # Where the mat is.

    def _open(self, picture: Picture) -> _View | None:
        seen: tuple[SeenMarker, ...] = ()
        if self._given is None:
            seen = find_markers(picture, self._mat.dictionary)
        try:
            calibration = self._given or Calibration.from_markers(seen, self._mat)
        except CalibrationError:
            return None
        self._view = _View.of(self._mat, calibration, seen, picture)
        if not self._zones:
            self._zones = tuple(ZoneWatch(zone, self._patience, self._now_ns) for zone in self._mat.zones)
        self._shaken = None
        for zone in self._zones:
            zone.disturb()
        return self._view

    def _blind(self) -> tuple[VisionReport, ...]:
        if self._now_ns - self._blind_ns < _BLIND_EVERY_NS:
            return ()
        self._blind_ns = self._now_ns
        names = ", ".join(str(marker.id) for marker in self._mat.markers)
        return (
            SightLost(
                self._now_ns,
                f"none of the mat's markers ({names}) is seen; let the camera see all of it, lit and in focus",
            ),
        )

    def _is_shaken(self, view: _View, picture: Picture, motion: Motion | None) -> bool:
        if motion is not None and motion.is_upheaval:
            return True
        if self._shaken is not None:
            return view.guard.is_pushed(picture) is True
        # Where nothing looks otherwise nothing was pushed: a marker's edges would be the first to show it.
        if motion is None:
            return False
        # A push shows the table's wood along the mat's border, which looks like an arm that comes in.
        comes_in = len(motion.arms) > self._arms.count
        if not comes_in and self._now_ns < self._guard_ns:
            return False
        self._guard_ns = self._now_ns + _GUARD_EVERY_NS
        return view.guard.is_pushed(picture) is True

    def _wait_for_rest(self, view: _View, picture: Picture, small: Picture) -> tuple[VisionReport, ...]:
        """Camera pushed, or all the light changed: says nothing until all is still for a second, then looks anew."""
        for zone in self._zones:
            zone.disturb()
        now = small.astype(np.float32)
        if self._shaken is None or self._is_moving(view, self._shaken[1], small):
            self._shaken = (self._now_ns, now)
        elif self._now_ns - self._shaken[0] >= SECOND_NS:
            self._shaken = (self._now_ns, now)
            self._over += self._arms.end_all()
            return () if self._open(picture) is not None else self._blind()
        return ()

    @staticmethod
    def _is_moving(view: _View, before: Float, small: Picture) -> bool:
        moving = view.finder.unlike(before, small, view.ground.inside)
        return view.ground.area_mm2(moving) > 0.02 * view.ground.area_mm2(view.ground.inside)

    # What lies in a zone.

    def _look_at(
        self, zone: ZoneWatch, view: _View, picture: Picture, small: Picture, motion: Motion | None
    ) -> list[VisionReport]:
        where = view.ground.zones[zone.zone.name]
        changed_mm2 = 0.0 if motion is None else view.ground.area_mm2(cleaned(motion.changed & where))
        is_changed = changed_mm2 > _DISTURBED_MM2
        zone.saw(is_changed, self._now_ns)
        if not zone.is_disturbed:
            self._arms.forget(zone.zone.name)
            return []
        normalised = small.astype(np.float32) if motion is None else motion.normalised
        few_px = _DISTURBED_MM2 * view.ground.px_per_mm**2
        reports = list[VisionReport]()
        broken_off = zone.broken_off(normalised, small, where, few_px)
        if broken_off is not None:
            reports += self._report(zone, broken_off, view, small)
            zone.disturb()
        if zone.is_at_rest(normalised, small, where, few_px, self._now_ns):
            if zone.is_as_before(is_changed):
                return self._left_alone(zone)
            settled = self._read(zone, view, picture, small, motion)
            reports += [] if settled is None else self._report(zone, settled, view, small)
        return reports

    def _read(
        self, zone: ZoneWatch, view: _View, picture: Picture, small: Picture, motion: Motion | None
    ) -> Settled | None:
        """Reads a zone at rest; what is to be told, if it counts."""
        if view.guard.is_pushed(picture):
            zone.try_later(self._now_ns)
            return None
        cutout = _cut(view.ground.calibration, picture, zone.zone)
        is_empty = zone.bare is not None and self._is_bare(zone, view, small)
        reading = () if is_empty else _lying(cutout, self._reader.read(cutout.picture), zone.zone)
        seen = view.ground.covered_by([card.quad for card in reading], _AROUND_CARD_MM)
        if motion is not None:
            # Where a card is gone the mat looks otherwise too, and beside the border that would look like an arm.
            went = view.ground.covered_by([card.quad for card in zone.lying], _AROUND_CARD_MM)
            arm = view.finder.arms_without(motion, seen | went) & view.ground.zones[zone.zone.name]
            if view.ground.area_mm2(arm) > _ARM_MM2:
                zone.try_later(self._now_ns)
                return None
        if not reading:
            reading = self._unfound(zone, view, small, motion)
            seen = view.ground.covered_by([card.quad for card in reading], _AROUND_CARD_MM)
        if motion is not None:
            reading = tuple(self._compared(card, view, small, motion) for card in reading)
        is_clear = self._is_clear(zone, view, motion, seen) and (bool(reading) or self._is_bare(zone, view, small))
        looks = small.astype(np.float32) if motion is None else motion.normalised
        return zone.settle(reading, cutout, looks, is_clear, self._now_ns)

    @staticmethod
    def _unfound(zone: ZoneWatch, view: _View, small: Picture, motion: Motion | None) -> tuple[Lying, ...]:
        """What looks like a card though the reader found none, in a zone that was bare and then changed."""
        where = view.ground.zones[zone.zone.name]
        if zone.bare is None or motion is None or view.ground.area_mm2(motion.changed & where) < _UNCLEAR_MM2:
            return ()
        quad = find_paper(small, view.finder.unlike(zone.bare, small, where), view.ground)
        return () if quad is None else (Lying(label=None, quad=quad, whole=True, confidence=0.0),)

    @staticmethod
    def _compared(card: Lying, view: _View, small: Picture, motion: Motion) -> Lying:
        """A card that cannot be read and lies where one was read is that one, or another exactly on it."""
        if card.label is not None or not card.whole:
            return card
        here = view.ground.covered_by([card.quad], 0)
        unlike = view.finder.shows_another(motion, small, here, Nearness().distance)
        return replace(card, is_another=view.ground.area_mm2(unlike) > _DISTURBED_MM2)

    def _left_alone(self, zone: ZoneWatch) -> list[VisionReport]:
        """The zone looks as it did when it was read, so it need not be read again: most reaches only pass over it."""
        if zone.has_settled(self._now_ns):
            zone.become_quiet(zone.lying, self._now_ns)
            self._arms.forget(zone.zone.name)
        return []

    @staticmethod
    def _is_clear(zone: ZoneWatch, view: _View, motion: Motion | None, seen: Mask) -> bool:
        """Whether all that looks otherwise in the zone is a card that was read, or one that is gone."""
        if motion is None:
            return True
        went = view.ground.covered_by([card.quad for card in zone.lying], _PILE_MM)
        otherwise = cleaned(motion.changed & view.ground.zones[zone.zone.name] & ~seen & ~went)
        return view.ground.area_mm2(otherwise) <= _UNCLEAR_MM2

    def _report(self, zone: ZoneWatch, settled: Settled, view: _View, small: Picture) -> list[VisionReport]:
        name, change, reports = zone.zone.name, settled.change, list[VisionReport]()
        side, number = self._arms.who_was_over(name)
        lying = change.lying
        if zone.lying and not lying:
            if self._is_bare(zone, view, small):
                reports.append(Removal(zone=name, during=settled.during, reached_from=side, reach=number))
            else:
                lying = zone.lying
        news = [(card, False) for card in (*change.laid, *change.unread)] + [(card, True) for card in change.moved]
        jpeg = evidence(settled.cutout.picture) if news else b""
        reports += [
            Placement(
                zone=name,
                label=card.label if card not in change.unread else None,
                during=settled.during,
                reached_from=side,
                reach=number,
                confidence=card.confidence,
                evidence=jpeg,
                moved_only=moved,
            )
            for card, moved in news
        ]
        zone.become_quiet(lying, settled.until_ns)
        self._arms.forget(name)
        view.finder.adopt(settled.looks, view.ground.zones[name])
        if not lying:
            zone.bare = view.finder.quiet_copy()
        return reports

    @staticmethod
    def _is_bare(zone: ZoneWatch, view: _View, small: Picture) -> bool:
        """A reader that finds no card may have missed one: the zone must look as it did when it was empty."""
        if zone.bare is None:
            return True
        unlike = view.finder.unlike(zone.bare, small, view.ground.zones[zone.zone.name])
        return view.ground.area_mm2(unlike) < _BARE_MM2

    # What goes with it.

    def _keep_up(self, view: _View, small: Picture, motion: Motion | None) -> None:
        if motion is None or not view.upkeep.is_due(self._now_ns):
            return
        disturbed = [view.ground.zones[zone.zone.name] for zone in self._zones if zone.is_disturbed]
        if not disturbed and not motion.arms and view.upkeep.light_has_settled(motion):
            view.finder.take_as_quiet(small)
            return
        nothing = np.zeros(view.ground.inside.shape, np.bool_)
        adopted = view.upkeep.to_adopt(motion, small, np.logical_or.reduce([nothing, *disturbed]))
        if adopted.any():
            view.upkeep.take_in(adopted, view.finder.quiet_copy())
        adopted |= view.upkeep.gone_again(motion, small)
        if adopted.any():
            view.finder.adopt(motion.normalised, adopted)

    def _reaches(self) -> tuple[Reach, ...]:
        """The reaches that are over, once every zone they can have changed has been read."""
        open_since = min((zone.quiet_ns for zone in self._zones if zone.is_disturbed), default=self._now_ns)
        told = tuple(reach for reach in self._over if reach.during.last_ns <= open_since)
        self._over = [reach for reach in self._over if reach not in told]
        return told

    def _watched(self, has_news: bool) -> tuple[Watched, ...]:
        until = min((zone.quiet_ns if zone.is_disturbed else self._now_ns for zone in self._zones), default=0)
        is_due = has_news or self._now_ns - self._told_ns >= self._patience.watched_ns
        if until <= self._watched_ns or not is_due:
            return ()
        self._told_ns, self._watched_ns = self._now_ns, until
        return (Watched(until),)


def _cut(calibration: Calibration, picture: Picture, zone: Zone) -> Cutout:
    middle = (sum(x for x, _ in zone.corners) / len(zone.corners), sum(y for _, y in zone.corners) / len(zone.corners))
    scale = min(max(calibration.px_per_mm(middle), 2.2), 3.0)
    return calibration.cut(picture, zone.corners, scale, _MARGIN_MM)


def _lying(cutout: Cutout, sightings: Sequence[Sighting], zone: Zone) -> tuple[Lying, ...]:
    """What was seen, in mm, as far as its middle lies in the zone."""
    cards = (
        Lying(label=seen.label, quad=cutout.to_mm(seen.quad), whole=seen.whole, confidence=seen.confidence)
        for seen in sightings
    )
    return tuple(card for card in cards if zone.holds(card.middle) and _is_large_enough(card))


def _is_large_enough(card: Lying) -> bool:
    """A reader does not know how large cards are: what it cannot name may be a piece of one that lies under others."""
    return card.label is not None or cv2.contourArea(np.array(card.quad, np.float32)) >= _CARD_MM2

"""Which zones are disturbed, and from which side arms reach in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.ground import Ground
from vision.light import Float, Lamp, Mask, least, most
from vision.pictures import Picture
from vision.sightings import Point

_GREY_STEP, _PART = 9.0, 0.15
"""A channel has changed when it differs by more than so many grey levels plus this part of itself."""
_SATURATED = 250
_ARM_MM2 = 700.0
"""Smaller things at the border are no arm: a fingertip has about 300 mm2."""
_CROSSING_MM = 15.0
"""An arm crosses the border at least so wide."""
_APART_MM = 50.0
"""Crossings of one shape nearer to each other than this are one arm."""
_COLOURED = 0.15
"""Log of the most over the least changed channel: above this the colour has changed, and not only the light."""
_COLOURED_PART = 0.15
UPHEAVAL_PART = 0.55
"""If more of the mat than this has changed, the camera was pushed or the light is another one altogether."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shape:
    """Something on the mat that was not there, in one picture."""

    mask: Mask
    """Where it is in the small picture."""
    over_mm2: tuple[tuple[str, float], ...]
    """How much of each zone it covers; zones that it does not touch are left out."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ArmSeen:
    """A shape that reaches in over the border, in one picture."""

    shape: Shape
    votes: tuple[int, ...]
    """How many pixels of its crossing lie nearest to each side of the ground."""
    at_px: Point
    """The middle of its crossing, in the small picture."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Motion:
    """What a picture shows to be otherwise than the last quiet one."""

    normalised: Float
    """The small picture under the quiet picture's light."""
    changed: Mask
    """Where the mat looks otherwise."""
    arms: tuple[ArmSeen, ...]
    loose: tuple[Shape, ...]
    """Shapes of an arm's size or a card's that do not touch the border."""
    arm_mask: Mask
    is_upheaval: bool


class MotionFinder:
    """Compares small pictures with the last quiet one."""

    def __init__(self, ground: Ground, quiet: Picture) -> None:
        """*quiet*: a small picture, taken as quiet until told otherwise."""
        self.ground = ground
        self._lamp = Lamp(ground.inside)
        self._area_px = float(np.count_nonzero(ground.inside))
        self._nothing = np.zeros(ground.inside.shape, np.bool_)
        self._quiet = quiet.astype(np.float32)
        self._quiet_as_taken = quiet
        self._limit = quiet
        self.take_as_quiet(quiet)

    def take_as_quiet(self, small: Picture) -> None:
        """From now on this small picture, and its light, is what others are compared with."""
        self._quiet = small.astype(np.float32)
        self._notice()

    def adopt(self, normalised: Float, where: Mask) -> None:
        """Takes a part of the mat as quiet as it is now."""
        self._quiet[where] = np.clip(normalised[where], 0, 255)
        self._notice()

    def _notice(self) -> None:
        """Outside the mat nothing counts, so the limit there is one that no difference passes."""
        self._quiet_as_taken = self._quiet.astype(np.uint8)
        limit = _GREY_STEP + _PART * self._quiet
        self._limit = np.where(self.ground.inside[..., None], limit, 255).astype(np.uint8)

    def quiet_copy(self) -> Float:
        """The quiet picture as it is now."""
        return self._quiet.copy()

    def find(self, small: Picture) -> Motion | None:
        """What has changed; None where nothing at all has, not even the light by much (the usual case, and quick)."""
        over = cv2.subtract(cv2.absdiff(small, self._quiet_as_taken), self._limit)
        if cv2.countNonZero(over.reshape(over.shape[0], -1)) == 0:
            return None
        normalised = self._lamp.normalised(self._quiet, small)
        changed = differs(self._quiet, normalised, small) & self.ground.inside
        is_upheaval = np.count_nonzero(changed) > UPHEAVAL_PART * self._area_px
        reaching, loose = ([], []) if is_upheaval else self._shapes(changed, normalised)
        arms = [arm for shape in reaching for arm in self._arms_of(shape)]
        return Motion(
            normalised=normalised,
            changed=changed,
            arms=tuple(arms),
            loose=tuple(loose),
            arm_mask=self._together([arm.shape for arm in arms]),
            is_upheaval=bool(is_upheaval),
        )

    def arms_without(self, motion: Motion, explained: Mask) -> Mask:
        """Where arms are when what *explained* covers (cards that were read) is no part of them."""
        return self._together(self._shapes(motion.changed & ~explained, motion.normalised)[0])

    def unlike(self, reference: Float, small: Picture, where: Mask) -> Mask:
        """Where in *where* the small picture differs from *reference* by more than light."""
        normalised = self._lamp.normalised(reference, small)
        return cleaned(differs(reference, normalised, small) & where)

    def shows_another(self, motion: Motion, small: Picture, where: Mask, pushed_mm: float) -> Mask:
        """Where in *where* one of the two pictures shows what the other shows nowhere near.

        A thing that was pushed by up to *pushed_mm* looks the same.
        """
        width = 2 * math.ceil(pushed_mm * self.ground.px_per_mm) + 1
        near = np.ones((width, width), np.uint8)
        new = differs(_nearest_level(self._quiet, motion.normalised, near), motion.normalised, small)
        gone = differs(_nearest_level(motion.normalised, self._quiet, near), self._quiet, small)
        return cleaned((new | gone) & where)

    def _shapes(self, changed: Mask, normalised: Float) -> tuple[list[Shape], list[Shape]]:
        """What reaches in over the border, and what lies loose; too small ones and mere light left out."""
        # Gaps of a pixel come from the mat's printed lines, which look the same under a thin shadow.
        closed = cv2.morphologyEx(cleaned(changed).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        count, shapes, measures, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
        smallest_px = _ARM_MM2 * self.ground.px_per_mm**2
        reaching, loose = list[Shape](), list[Shape]()
        for number in range(1, count):
            if measures[number, cv2.CC_STAT_AREA] < smallest_px:
                continue
            here = np.asarray(shapes == number)
            # The rim does not count: it changes all along when the mat or the camera is pushed a little.
            inner = np.count_nonzero(here & ~self.ground.border)
            if inner >= smallest_px and not self._is_only_light(here, normalised):
                (reaching if inner < measures[number, cv2.CC_STAT_AREA] else loose).append(self._shape(here))
        return reaching, loose

    def _shape(self, here: Mask) -> Shape:
        over = ((name, self.ground.area_mm2(here & zone)) for name, zone in self.ground.zones.items())
        return Shape(mask=here, over_mm2=tuple((name, area) for name, area in over if area > 0))

    def _together(self, shapes: Sequence[Shape]) -> Mask:
        return np.asarray(np.logical_or.reduce([self._nothing, *(shape.mask for shape in shapes)]))

    def _is_only_light(self, here: Mask, normalised: Float) -> bool:
        """A shadow or a spot of light: hardly a pixel has changed its colour."""
        ratios = np.log((normalised[here] + 6) / (self._quiet[here] + 6))
        return float((most(ratios) - least(ratios) > _COLOURED).mean()) < _COLOURED_PART

    def _arms_of(self, shape: Shape) -> list[ArmSeen]:
        """One for each piece of border that the shape covers; near ones taken together, narrow ones left out."""
        reach = max(1, round(_APART_MM * self.ground.px_per_mm / 2))
        covered = (shape.mask & self.ground.border).astype(np.uint8)
        count, pieces = cv2.connectedComponents(cv2.dilate(covered, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)))
        crossings = [(pieces == piece) & (covered > 0) for piece in range(1, count)]
        wide = [crossing for crossing in crossings if _extent(crossing) >= _CROSSING_MM * self.ground.px_per_mm]
        return [self._arm(crossing, shape) for crossing in wide]

    def _arm(self, crossing: Mask, shape: Shape) -> ArmSeen:
        votes = np.bincount(self.ground.nearest_side[crossing], minlength=len(self.ground.sides))
        y, x = np.nonzero(crossing)
        return ArmSeen(shape=shape, votes=tuple(int(vote) for vote in votes), at_px=(float(x.mean()), float(y.mean())))


def differs(reference: Float, normalised: Float, as_taken: Picture) -> Mask:
    """Where a picture, put under the reference's light, differs from it by more than noise.

    A channel that was white-out in either picture may have been any brighter.
    """
    away = np.abs(normalised - reference)
    away[(as_taken >= _SATURATED) & (normalised < reference)] = 0
    away[(reference >= _SATURATED) & (normalised > reference)] = 0
    return np.asarray(most(away - _PART * reference) > _GREY_STEP)


def _nearest_level(picture: Float, wanted: Float, near: Picture) -> Float:
    """Each pixel's level that comes nearest to the *wanted* one, of those between its neighbours' in *picture*."""
    return np.asarray(np.clip(wanted, cv2.erode(picture, near), cv2.dilate(picture, near)), np.float32)


def cleaned(mask: Mask) -> Mask:
    """Without single pixels and lines a pixel wide: noise, and edges that trembled."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0)


def _extent(mask: Mask) -> float:
    y, x = np.nonzero(mask)
    return float(max(np.ptp(x), np.ptp(y))) + 1 if len(x) else 0.0

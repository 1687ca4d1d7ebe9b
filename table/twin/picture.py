"""The scene as an overhead camera sees it: perspective, uneven light, shadows, blur and noise.

What did not change since the last picture is not drawn again: the empty table once,
the cards when one came or went, arms for each picture.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from table.twin.arms import arm_sprite, draw_arm
from table.twin.faces import Deck
from table.twin.ground import draw_ground
from table.twin.light import NOISE_BIAS, Lamp, add_glare, flicker_rows, light_map, noise_tile, with_noise
from table.twin.mischief import NONE, Mischief
from table.twin.paper import Colour
from table.twin.scene import Arm, LyingCard, Scene, Thing
from table.twin.sprites import (
    LIGHT_ONE,
    Box,
    Pixels,
    Sprite,
    card_sprite,
    meeting,
    thing_sprite,
)
from table.twin.view import Pose, View
from vision.mat import Mat

_HELD_MM = 6.0
"""How high over the table a hand carries a card."""


class Studio:
    """Takes pictures of scenes. The same seed, scene and time give the same picture, whatever was taken before."""

    def __init__(
        self,
        mat: Mat,
        deck: Deck,
        *,
        pose: Pose | None = None,
        lamp: Lamp | None = None,
        mischief: Mischief = NONE,
        seed: int = 0,
    ) -> None:
        self.view = View(mat, pose)
        self._deck = deck
        self._seed = seed
        self._lamp = Lamp() if lamp is None else lamp
        self._mischief = mischief
        self._light = light_map(self._lamp, self.view.size, mischief.brightness)
        self._empty = self._lit_ground(mat)
        self._still = self._empty.copy()
        self._stack: tuple[LyingCard | Thing, ...] = ()
        self._moving = self._empty.copy()
        self._stale: list[Box] = []
        self._sprites: dict[LyingCard | Thing, Sprite] = {}
        self._arms: dict[tuple[Colour, Colour], Pixels] = {}
        self._pile_up(self._mischief.covers)

    def picture(self, scene: Scene, at_ns: int) -> Pixels:
        """BGR, 1088 x 1456 unless the pose says otherwise; the caller may keep and change it."""
        self._pile_up((*scene.cards, *scene.things, *self._mischief.covers))
        self._move_arms(scene.arms)
        seen = self._moving
        if self._mischief.glares or self._mischief.flicker is not None:
            seen = self._troubled(seen, at_ns)
        tile = noise_tile(self.view.size, self._lamp.noise, self._seed)
        return with_noise(seen, tile, np.random.default_rng((self._seed, at_ns)))

    def _lit_ground(self, mat: Mat) -> Pixels:
        chance = np.random.default_rng((self._seed, 7))
        ground = draw_ground(mat, self.view.matrix, self.view.size, chance)
        lit = cv2.multiply(ground, self._light, scale=1 / LIGHT_ONE)
        return np.asarray(cv2.subtract(lit, np.full_like(lit, NOISE_BIAS)), dtype=np.uint8)

    def _pile_up(self, stack: tuple[LyingCard | Thing, ...]) -> None:
        """Brings the still picture up to date: only what lies above the first change is drawn again."""
        old = self._stack
        if stack == old:
            return
        kept = _common_start(old, stack)
        new = [self._sprite(solid) for solid in stack[kept:]]
        if kept == len(old):
            for sprite in new:
                sprite.stamp(self._still)
        else:
            changed = _joined([self._sprite(solid).box for solid in old[kept:]] + [sprite.box for sprite in new])
            _copy(self._empty, self._still, changed)
            for solid in stack:
                self._sprite(solid).stamp(self._still, changed)
        self._stale.append(_joined([self._sprite(solid).box for solid in (*old[kept:], *stack[kept:])]))
        self._stack = stack
        self._sprites = {solid: self._sprites[solid] for solid in stack}

    def _move_arms(self, arms: tuple[Arm, ...]) -> None:
        for box in self._stale:
            _copy(self._still, self._moving, box)
        self._stale.clear()
        for arm in arms:
            for card in arm.holds:
                self._put(card_sprite(card, self._side_up(card), self.view.matrix, lifted_mm=_HELD_MM))
            self._put(arm_sprite(arm, self._drawn_arm(arm), self.view.matrix, self.view.size))

    def _put(self, sprite: Sprite | None) -> None:
        if sprite is None:
            return
        sprite.lit(self._light).stamp(self._moving)
        self._stale.append(sprite.box)

    def _sprite(self, solid: LyingCard | Thing) -> Sprite:
        if solid not in self._sprites:
            if isinstance(solid, LyingCard):
                drawn = card_sprite(solid, self._side_up(solid), self.view.matrix)
            else:
                drawn = thing_sprite(solid, self.view.matrix)
            self._sprites[solid] = drawn.lit(self._light)
        return self._sprites[solid]

    def _side_up(self, card: LyingCard) -> Pixels:
        return self._deck.face(card.label) if card.face_up else self._deck.back()

    def _drawn_arm(self, arm: Arm) -> Pixels:
        colours = (arm.sleeve, arm.skin)
        if colours not in self._arms:
            self._arms[colours] = draw_arm(arm.sleeve, arm.skin)
        return self._arms[colours]

    def _troubled(self, seen: Pixels, at_ns: int) -> Pixels:
        troubled = seen.copy()
        for glare in self._mischief.glares:
            add_glare(troubled, glare, self.view)
        if self._mischief.flicker is not None:
            rows = flicker_rows(self._mischief.flicker, troubled.shape[0], at_ns)
            gains = np.repeat(np.round(rows * 255).astype(np.uint8)[:, None], troubled.shape[1], axis=1)
            troubled = np.asarray(cv2.multiply(troubled, cv2.merge([gains] * 3), scale=1 / 255), dtype=np.uint8)
        return troubled


def _common_start(one: Sequence[object], other: Sequence[object]) -> int:
    count = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        count += 1
    return count


def _joined(boxes: Sequence[Box]) -> Box:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _copy(source: Pixels, target: Pixels, box: Box) -> None:
    left, top, right, bottom = meeting(box, (0, 0, source.shape[1], source.shape[0]))
    target[top:bottom, left:right] = source[top:bottom, left:right]

"""The lamp over the table, and what the camera's sensor adds: uneven light, glare, flicker, noise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from table.twin.mischief import Flicker, Glare
from table.twin.sprites import LIGHT_ONE, Pixels
from table.twin.view import View

NOISE_BIAS = 10
"""Pictures are kept this much darker, so that noise is one unsigned addition."""
_SLACK = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    """How the table is lit. Parts of the neutral brightness, and parts of the picture's size."""

    level: float = 0.84
    falloff: float = 0.22
    """How much darker the end of the picture is at which the lamp is not."""
    direction_deg: float = 35.0
    """From where light comes, clockwise from the picture's right."""
    hot_spot: float = 0.14
    hot_at: tuple[float, float] = (0.36, 0.30)
    hot_size: float = 0.22
    blue_green_red: tuple[float, float, float] = (0.95, 1.0, 1.03)
    noise: float = 2.0
    """Standard deviation of the sensor's noise, in steps of 255."""


def light_map(lamp: Lamp, size: tuple[int, int], brightness: float) -> Pixels:
    """h x w x 3: by how much `LIGHT_ONE`-ths colours are multiplied at each pixel."""
    width, height = size
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None, :]
    y = np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None]
    angle = math.radians(lamp.direction_deg)
    slope = 1 + lamp.falloff * (x * math.cos(angle) + y * math.sin(angle))
    spot_x, spot_y = lamp.hot_at[0] - 0.5, lamp.hot_at[1] - 0.5
    spot = lamp.hot_spot * np.exp(-((x - spot_x) ** 2 + (y - spot_y) ** 2) / (2 * lamp.hot_size**2))
    level = lamp.level * brightness * (slope + spot)
    gains = np.array(lamp.blue_green_red, dtype=np.float32)
    return np.asarray(np.clip(np.round(level[..., None] * gains * LIGHT_ONE), 0, 255), dtype=np.uint8)


@lru_cache(maxsize=4)
def noise_tile(size: tuple[int, int], sigma: float, seed: int) -> Pixels:
    """Noise of mean `NOISE_BIAS`, somewhat larger than a picture of *size*, to be laid on at any offset."""
    chance = np.random.default_rng(seed)
    width, height = size
    tile = chance.standard_normal((height + _SLACK, width + _SLACK, 3), dtype=np.float32)
    return np.asarray(np.clip(tile * sigma + NOISE_BIAS + 0.5, 0, 255), dtype=np.uint8)


def with_noise(picture: Pixels, tile: Pixels, chance: np.random.Generator) -> Pixels:
    """A new picture, brighter by `NOISE_BIAS` on average."""
    top, left = (int(offset) for offset in chance.integers(0, _SLACK, 2))
    height, width = picture.shape[:2]
    return np.asarray(cv2.add(picture, tile[top : top + height, left : left + width]), dtype=np.uint8)


def add_glare(picture: Pixels, glare: Glare, view: View) -> None:
    """Washes out the picture under a reflection: white in its middle, with a soft border."""
    (middle,) = view.pixels([glare.at])
    radius = glare.radius_mm * view.px_per_mm(glare.at)
    reach = math.ceil(radius * 1.6)
    left, top = max(0, round(middle[0]) - reach), max(0, round(middle[1]) - reach)
    part = picture[top : round(middle[1]) + reach + 1, left : round(middle[0]) + reach + 1]
    x = np.arange(left, left + part.shape[1], dtype=np.float32)[None, :] - float(middle[0])
    y = np.arange(top, top + part.shape[0], dtype=np.float32)[:, None] - float(middle[1])
    added = 320 * np.exp(-((np.hypot(x, y) / radius) ** 4))
    part[:] = np.clip(part + added[..., None], 0, 255).astype(np.uint8)


def flicker_rows(flicker: Flicker, height: int, at_ns: int) -> npt.NDArray[np.float32]:
    """How bright each row is while a frame begun at *at_ns* is read out, 1 at the brightest."""
    rows_ns = np.arange(height, dtype=np.float64) * (flicker.readout_ns / height)
    cycle = ((at_ns + rows_ns) * (flicker.hz / 1e9)) % 1.0
    return np.asarray(1 - flicker.depth / 2 * (1 - np.cos(2 * math.pi * cycle)), dtype=np.float32)

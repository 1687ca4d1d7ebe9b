"""Light, lens and film: what happens to a scene on its way into a picture."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture

Light = npt.NDArray[np.float32]


def in_some_light(picture: Picture, rng: np.random.Generator) -> Picture:
    """The scene under some light, through some lens, as some camera keeps it."""
    curve = np.linspace(0, 1, 256, dtype=np.float32) ** np.float32(2 ** rng.uniform(-0.6, 0.6))
    light = curve[picture]
    light *= np.asarray(2 ** rng.uniform(-1.4, 0.3) * 2 ** rng.normal(0, 0.12, 3), np.float32)
    light *= _uneven(picture.shape[:2], rng)[..., None]
    if rng.random() < 0.3:
        light *= _shadow(picture.shape[:2], rng)[..., None]
    if rng.random() < 0.25:
        light += _glare(picture.shape[:2], rng)[..., None]
    if rng.random() < 0.06:
        light[:] = light.mean(axis=2, keepdims=True)
    light = _blurred(light, rng)
    light += rng.standard_normal(light.shape, np.float32) * np.float32(max(0.0, rng.uniform(-0.01, 0.04)))
    seen = np.asarray(np.clip(light * 255, 0, 255), np.uint8)
    if rng.random() < 0.35:
        _, coded = cv2.imencode(".jpg", seen, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 92))))
        seen = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return seen


def _uneven(shape: tuple[int, int], rng: np.random.Generator) -> Light:
    coarse = np.exp(rng.normal(0, rng.uniform(0, 0.3), (3, 3))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _grid(shape: tuple[int, int]) -> tuple[Light, Light]:
    y, x = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j].astype(np.float32)
    return y, x


def _shadow(shape: tuple[int, int], rng: np.random.Generator) -> Light:
    y, x = _grid(shape)
    turn = rng.uniform(0, 2 * np.pi)
    inside = 1 / (1 + np.exp(-(x * np.cos(turn) + y * np.sin(turn) - rng.uniform(-0.8, 0.8)) * rng.uniform(4, 60)))
    return np.asarray(1 - inside * rng.uniform(0.2, 0.65), np.float32)


def _glare(shape: tuple[int, int], rng: np.random.Generator) -> Light:
    y, x = _grid(shape)
    turn = rng.uniform(0, np.pi)
    dx, dy = x - rng.uniform(-1, 1), y - rng.uniform(-1, 1)
    across, along = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
    distance = (across / rng.uniform(0.08, 0.5)) ** 2 + (along / rng.uniform(0.08, 0.8)) ** 2
    return np.asarray(np.exp(-(distance**2)) * rng.uniform(0.1, 0.9), np.float32)


def _blurred(light: Light, rng: np.random.Generator) -> Light:
    kind = rng.random()
    if kind < 0.55:
        return np.asarray(cv2.GaussianBlur(light, (0, 0), rng.uniform(0.35, 1.3)), np.float32)
    if kind < 0.68:
        size = int(rng.integers(3, 7))
        kernel = np.zeros((size, size), np.float32)
        turn = rng.uniform(0, np.pi)
        reach = (size - 1) / 2
        start = (round(reach - reach * np.cos(turn)), round(reach - reach * np.sin(turn)))
        end = (round(reach + reach * np.cos(turn)), round(reach + reach * np.sin(turn)))
        cv2.line(kernel, start, end, 1.0, 1)
        return np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)
    return light

"""The same table under other light: what of a change is only the lamp."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.pictures import Picture

Float = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

_SAMPLE = 2
"""Light is fitted on every second pixel in both directions."""
_DARK, _BRIGHT = 5, 245
"""Outside of these a channel says nothing about the light."""
_ALIKE = 0.15
"""A change of light changes all channels by the same factor, up to this logarithm; a thing seldom does."""
_LARGEST = 0.5
"""Locally, light differs from the whole table's change by less than this logarithm (a factor of 1.65)."""
_RESIDUAL = 0.12
_COLOURS = 0.7
"""From lamp to lamp, channels change differently by less than this logarithm (a factor of 2): more is a thing that
covers most of the mat."""


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """Fits the light of a picture against a reference of the same view, and takes it out.

    Light is a gain a channel, times a gain a row (lamps on alternating current draw
    bands along the rows of a rolling shutter), times a smooth field of second degree
    over the picture (another lamp, seen from one side).
    """

    inside: Mask
    """Where the picture shows the mat."""

    def normalised(self, reference: Float, now: Picture) -> Float:
        """*now* (h x w x 3, BGR) as it would look under the reference's light. Not clipped; may pass 255."""
        gains, field = self._fit(reference, now)
        factors = np.exp(-field)[..., None] * np.exp(-gains)
        return np.asarray(now * factors, np.float32)

    def _fit(self, reference: Float, now: Picture) -> tuple[Float, Float]:
        """Logarithms: a gain a channel, and h x w what is on top of that."""
        before, after = reference[::_SAMPLE, ::_SAMPLE], now[::_SAMPLE, ::_SAMPLE].astype(np.float32)
        usable = self.inside[::_SAMPLE, ::_SAMPLE] & _well_exposed(before) & _well_exposed(after)
        field = np.zeros(reference.shape[:2], np.float32)
        if np.count_nonzero(usable) < 50:
            return np.zeros(3, np.float32), field
        ratios = np.log((after + 1) / (before + 1))
        gains = np.median(ratios[usable], axis=0).astype(np.float32)
        if np.ptp(gains) > _COLOURS:
            return np.zeros(3, np.float32), field
        rest = ratios - gains
        grey = np.asarray((rest[..., 0] + rest[..., 1] + rest[..., 2]) / 3, np.float32)
        alike = usable & (most(rest) - least(rest) < _ALIKE) & (np.abs(grey) < _LARGEST)
        if float(np.abs(grey[alike]).mean() if alike.any() else 0.0) < 0.02:
            return gains, field
        return gains, self._field(grey, alike, field)

    def _field(self, grey: Float, alike: Mask, field: Float) -> Float:
        """Rows and smooth field together, twice: what the first fit leaves over is no light and takes no part."""
        height, width = field.shape
        basis = _basis(np.linspace(-1, 1, grey.shape[0]), np.linspace(-1, 1, grey.shape[1]))
        taking_part = alike
        for _ in range(2):
            weights = _fit_smooth(basis, grey, taking_part)
            smooth = basis @ weights
            rows = _fit_rows(grey - smooth, taking_part)
            taking_part = alike & (np.abs(grey - smooth - rows[:, None]) < _RESIDUAL)
        lines = np.interp(np.arange(height) / _SAMPLE, np.arange(len(rows)), rows)
        whole = _basis(np.linspace(-1, 1, height), np.linspace(-1, 1, width)) @ weights
        return np.asarray(whole + lines[:, None], np.float32)


def most(channels: Float) -> Float:
    """The largest of three channels (last axis). Several times as fast as numpy's `max` along so short an axis."""
    return np.asarray(np.maximum(np.maximum(channels[..., 0], channels[..., 1]), channels[..., 2]), np.float32)


def least(channels: Float) -> Float:
    """The smallest of three channels (last axis)."""
    return np.asarray(np.minimum(np.minimum(channels[..., 0], channels[..., 1]), channels[..., 2]), np.float32)


def _well_exposed(picture: Float) -> Mask:
    return np.asarray((least(picture) > _DARK) & (most(picture) < _BRIGHT))


def _basis(y: npt.NDArray[np.float64], x: npt.NDArray[np.float64]) -> Float:
    """h x w x 5: x, y and their products of second degree. No constant: that is the gains."""
    ys, xs = np.meshgrid(y, x, indexing="ij")
    return np.stack([xs, ys, xs * xs, xs * ys, ys * ys], axis=-1).astype(np.float32)


def _fit_smooth(basis: Float, grey: Float, taking_part: Mask) -> Float:
    """Least squares with a little pull to zero, so that half a table says nothing wild about the other half."""
    rows, values = basis[taking_part], grey[taking_part]
    normal = rows.T @ rows + np.eye(basis.shape[-1], dtype=np.float32) * 0.01 * max(len(rows), 1)
    return np.asarray(np.linalg.solve(normal, rows.T @ values), np.float32)


def _fit_rows(grey: Float, taking_part: Mask) -> Float:
    """Each row's mean over what takes part, smoothed over five rows; rows with little to say tend to zero."""
    window = np.ones(5, np.float32)
    sums = np.convolve(np.where(taking_part, grey, 0).sum(axis=1), window, mode="same")
    counts = np.convolve(taking_part.sum(axis=1).astype(np.float32), window, mode="same")
    return np.asarray(sums / (counts + 0.1 * grey.shape[1]), np.float32)

"""Tables to lay cards on: cloth, wood, carpet, print, paper, and pieces of photographs without cards."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture

TILE_SHARE = 0.3


def some_table(side: int, tiles: Sequence[Picture], rng: np.random.Generator) -> Picture:
    """An empty table, side x side px."""
    if tiles and rng.random() < TILE_SHARE:
        return _photographed(side, tiles[int(rng.integers(len(tiles)))], rng)
    table = np.empty((side, side, 3), np.float32)
    table[:] = _colour(rng)
    kind = rng.integers(5)
    if kind == 0:
        table *= _grain(side, (side, side), rng.uniform(0.02, 0.3), rng)
    elif kind == 1:
        table *= _grain(side, (int(rng.integers(2, 8)), side // int(rng.integers(1, 3))), rng.uniform(0.03, 0.25), rng)
    elif kind == 2:
        coarse = int(rng.integers(8, 90))
        table *= _grain(side, (coarse, coarse), rng.uniform(0.05, 0.5), rng)
    elif kind == 3:
        _print_figures(table, rng)
    drawn = np.asarray(np.clip(table, 0, 255), np.uint8)
    if rng.random() < 0.25:
        _write(drawn, rng)
    if rng.random() < 0.15:
        _lay_paper(drawn, rng)
    return drawn


def _colour(rng: np.random.Generator) -> npt.NDArray[np.float64]:
    if rng.random() < 0.25:
        return np.full(3, rng.uniform(0, 255)) + rng.normal(0, 8, 3)
    colour = rng.uniform(0, 255, 3)
    return np.asarray(colour * rng.uniform(0.3, 1))


def _grain(side: int, cells: tuple[int, int], depth: float, rng: np.random.Generator) -> npt.NDArray[np.float32]:
    grain = (1 + depth * rng.normal(0, 1, cells)).astype(np.float32)
    if rng.random() < 0.5:
        grain = np.ascontiguousarray(grain.T)
    how = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_NEAREST
    return np.asarray(cv2.resize(grain, (side, side), interpolation=how)[..., None], np.float32)


def _print_figures(table: npt.NDArray[np.float32], rng: np.random.Generator) -> None:
    side = len(table)
    for _ in range(int(rng.integers(5, 60))):
        colour = [float(value) for value in rng.uniform(0, 255, 3)]
        x, y = (int(value) for value in rng.uniform(0, side, 2))
        if rng.random() < 0.5:
            cv2.circle(table, (x, y), int(rng.uniform(2, 25)), colour, int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
        else:
            points = (np.array((x, y)) + rng.normal(0, 18, (int(rng.integers(3, 6)), 2))).astype(np.int32)
            cv2.fillPoly(table, [points], colour, cv2.LINE_AA)


def _write(table: Picture, rng: np.random.Generator) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvxyz0123456789"
    colour = [float(value) for value in rng.uniform(0, 255, 3)]
    for _ in range(int(rng.integers(1, 8))):
        text = "".join(rng.choice(list(letters), int(rng.integers(1, 12))))
        place = tuple(int(value) for value in rng.uniform(-20, len(table), 2))
        cv2.putText(
            table,
            text,
            place,
            int(rng.integers(0, 8)),
            rng.uniform(0.3, 1.6),
            colour,
            int(rng.integers(1, 3)),
            cv2.LINE_AA,
        )


def _lay_paper(table: Picture, rng: np.random.Generator) -> None:
    middle, size = rng.uniform(0, len(table), 2), rng.uniform(20, 180, 2)
    corners = cv2.boxPoints(
        ((float(middle[0]), float(middle[1])), (float(size[0]), float(size[1])), rng.uniform(0, 180))
    )
    cv2.fillConvexPoly(
        table, corners.astype(np.int32), [float(value) for value in rng.uniform(200, 255, 3)], cv2.LINE_AA
    )


def _photographed(side: int, tile: Picture, rng: np.random.Generator) -> Picture:
    """A piece of a photograph, its mirror images beside it."""
    tile = np.asarray(np.rot90(tile, int(rng.integers(4))))
    times = rng.uniform(0.5, 2.5)
    tile = np.asarray(
        cv2.resize(tile, None, fx=times, fy=times, interpolation=cv2.INTER_AREA if times < 1 else cv2.INTER_LINEAR)
    )
    while min(tile.shape[:2]) < side:
        tile = np.vstack((tile, tile[::-1]))
        tile = np.hstack((tile, tile[:, ::-1]))
    top, left = (int(rng.integers(0, extent - side + 1)) for extent in tile.shape[:2])
    return np.ascontiguousarray(tile[top : top + side, left : left + side])

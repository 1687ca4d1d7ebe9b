"""The printed mat: where its zones, sides and markers are, in millimetres.

The origin is the mat's north-west corner; x runs to the east, y to the south,
so the south side is at the bottom of a map of the mat. Which side is north is
only a name: nobody needs a compass.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import cast

from vision.sightings import Point, Quad


class MatError(ValueError):
    """A mat that cannot be used; the message says which, where and why."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place where cards are laid, as a polygon in mm."""

    name: str
    corners: tuple[Point, ...]

    def holds(self, point: Point) -> bool:
        """Whether *point* (mm) lies inside, by the even-odd rule."""
        x, y = point
        inside = False
        for (x1, y1), (x2, y2) in zip(self.corners, self.corners[1:] + self.corners[:1], strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


@dataclass(frozen=True, slots=True)
class Side:
    """A straight piece of the border, over which one player reaches in."""

    name: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Marker:
    """One square marker of the mat's ArUco dictionary."""

    id: int
    corners: Quad
    """mm, clockwise from the marker's own top left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mat:
    """A printed mat. All measures are mm from its north-west corner."""

    name: str
    width_mm: float
    height_mm: float
    zones: tuple[Zone, ...]
    sides: tuple[Side, ...]
    dictionary: str
    """The markers' dictionary, by OpenCV's name (`DICT_4X4_50`)."""
    markers: tuple[Marker, ...]
    unwatched: tuple[Zone, ...] = ()
    """Places that are drawn on the mat only for people: what lies there lies face down."""

    @property
    def corners(self) -> Quad:
        """The mat's own corners in mm: north-west, north-east, south-east, south-west."""
        return ((0.0, 0.0), (self.width_mm, 0.0), (self.width_mm, self.height_mm), (0.0, self.height_mm))

    def zone(self, name: str) -> Zone:
        """The zone of that name, watched or not; MatError if the mat has none."""
        for zone in (*self.zones, *self.unwatched):
            if zone.name == name:
                return zone
        raise MatError(f"mat {self.name!r} has no zone {name!r}; it has {', '.join(zone.name for zone in self.zones)}")

    def side(self, name: str) -> Side:
        """The side of that name; MatError if the mat has none."""
        for side in self.sides:
            if side.name == name:
                return side
        raise MatError(f"mat {self.name!r} has no side {name!r}; it has {', '.join(side.name for side in self.sides)}")


def printed_mats() -> tuple[str, ...]:
    """The names of the mats that come with the program."""
    folder = resources.files("vision") / "mats"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def load_mat(name_or_path: str | Path) -> Mat:
    """A mat that comes with the program, by name, or one of the user's own, by the path of its TOML file.

    MatError says what is wrong with the file, and where in it.
    """
    if str(name_or_path) in printed_mats():
        text = (resources.files("vision") / "mats" / f"{name_or_path}.toml").read_text(encoding="utf-8")
        return _parse(text, str(name_or_path))
    try:
        text = Path(name_or_path).read_text(encoding="utf-8")
    except OSError as error:
        known = ", ".join(printed_mats())
        raise MatError(f"no mat {str(name_or_path)!r}: neither a printed mat ({known}) nor a readable file") from error
    return _parse(text, str(name_or_path))


def _parse(text: str, where: str) -> Mat:
    try:
        tree: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MatError(f"{where}: not TOML: {error}") from error
    table = _Table(tree, where)
    width, height = table.size("width_mm"), table.size("height_mm")
    markers = table.within("markers")
    mat = Mat(
        name=table.text("name"),
        width_mm=width,
        height_mm=height,
        zones=tuple(Zone(name, points) for name, points in table.within("zones").polygons(at_least=3)),
        sides=tuple(Side(name, points[0], points[1]) for name, points in table.within("sides").polygons(at_least=2)),
        dictionary=markers.text("dictionary"),
        markers=tuple(_marker(entry, markers.size("size_mm")) for entry in markers.entries("at")),
        unwatched=tuple(Zone(name, points) for name, points in table.optional("unwatched").polygons(at_least=3)),
    )
    _check(mat, where)
    return mat


def _marker(entry: _Table, size: float) -> Marker:
    x, y = entry.number("x_mm"), entry.number("y_mm")
    return Marker(int(entry.number("id")), ((x, y), (x + size, y), (x + size, y + size), (x, y + size)))


def _check(mat: Mat, where: str) -> None:
    """What a well-formed file may still get wrong: something beyond the mat, or two markers of one id."""
    named = [(f"zone {zone.name!r}", zone.corners) for zone in (*mat.zones, *mat.unwatched)]
    named += [(f"side {side.name!r}", (side.start, side.end)) for side in mat.sides]
    named += [(f"marker {marker.id}", marker.corners) for marker in mat.markers]
    for what, points in named:
        for x, y in points:
            if not (0 <= x <= mat.width_mm and 0 <= y <= mat.height_mm):
                size = f"{mat.width_mm:g} x {mat.height_mm:g} mm"
                raise MatError(f"{where}: {what} reaches ({x:g}, {y:g}), beyond the mat of {size}")
    ids = [marker.id for marker in mat.markers]
    if len(set(ids)) != len(ids):
        raise MatError(f"{where}: two markers have one id: {ids}")
    if not mat.zones or not mat.sides:
        raise MatError(f"{where}: a mat needs at least one zone and one side")


@dataclass(frozen=True, slots=True)
class _Table:
    """A TOML table that is asked for typed values and names the place where one is wrong."""

    values: Mapping[str, object]
    where: str

    def _get(self, key: str) -> object:
        if key not in self.values:
            raise MatError(f"{self.where}: {key!r} is missing")
        return self.values[key]

    def text(self, key: str) -> str:
        value = self._get(key)
        if not isinstance(value, str):
            raise MatError(f"{self.where}: {key!r} must be a text, not {value!r}")
        return value

    def number(self, key: str) -> float:
        value = self._get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise MatError(f"{self.where}: {key!r} must be a number, not {value!r}")
        return float(value)

    def size(self, key: str) -> float:
        value = self.number(key)
        if value <= 0:
            raise MatError(f"{self.where}: {key!r} must be above 0 mm, not {value:g}")
        return value

    def within(self, key: str) -> _Table:
        value = self._get(key)
        if not isinstance(value, dict):
            raise MatError(f"{self.where}: {key!r} must be a table ([{key}]), not {value!r}")
        return _Table(cast("dict[str, object]", value), f"{self.where} [{key}]")

    def optional(self, key: str) -> _Table:
        """The table of that name; one without entries if it is left out."""
        return self.within(key) if key in self.values else _Table({}, f"{self.where} [{key}]")

    def entries(self, key: str) -> tuple[_Table, ...]:
        value = self._get(key)
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise MatError(f"{self.where}: {key!r} must be a list of tables")
        return tuple(_Table(cast("dict[str, object]", entry), f"{self.where} {key}") for entry in value)

    def polygons(self, at_least: int) -> tuple[tuple[str, tuple[Point, ...]], ...]:
        return tuple((key, self._points(key, at_least)) for key in self.values)

    def _points(self, key: str, at_least: int) -> tuple[Point, ...]:
        value = self.values[key]
        if not isinstance(value, list) or len(value) < at_least:
            raise MatError(f"{self.where}: {key!r} must be a list of at least {at_least} points [x, y] in mm")
        return tuple(self._point(key, point) for point in value)

    def _point(self, key: str, point: object) -> Point:
        match point:
            case [int() | float() as x, int() | float() as y]:
                return (float(x), float(y))
        raise MatError(f"{self.where}: {key!r}: expected a point [x, y] in mm, got {point!r}")

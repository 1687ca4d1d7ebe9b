"""`table.toml`: what a table is made of; read, checked, frozen."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeGuard

from table.games import NAMES, game_called
from table.refusals import Refusal, RefusedError, nearest, of_system, refusal
from table.texts import LANGUAGES

SECTIONS = ("table", "camera", "buttons", "lamps", "web", "games")

SEATS_WITH_BUTTONS = range(1, 10)
"""Seats are numbered from 1 in the order of `seats`; nine is the most that any of the games takes."""
BUTTON_NAMES = tuple(f"{what}.{seat}" for what in ("call", "pass", "slap") for seat in SEATS_WITH_BUTTONS)
LAMP_NAMES = (*(f"seat.{seat}" for seat in SEATS_WITH_BUTTONS), "buzzer")
PINS = range(2, 28)
"""BCM numbers on the 40-pin header; 0 and 1 read a HAT's memory."""
SIDES_EXAMPLE = "{ Anna = 'south-west', Bo = 'north-east' }"
SEAT_NAME = re.compile(r"[^\s:#\[\]?]+")
"""A name that table notation can tell from the rest of a line."""


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


class ConfigError(RefusedError):
    """A `table.toml` that cannot be used. The message names file, section and key, and what to write instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig:
    """`[table]`: who sits where, and what they play."""

    seats: tuple[str, ...] = ("North", "East", "South", "West")
    """Names, clockwise. Seat 1 of the buttons and lamps is the first."""
    sides: Mapping[str, str] = field(default_factory=_nothing)
    """From a seat to the side of the mat from which its player reaches in. Empty: the seats are spread evenly."""
    mat: str = ""
    """A printed mat by name, or the absolute path of a mat's own TOML file. Empty: the printed mat of the game."""
    language: str = "en"
    """In which the table speaks first, `en` or `sv`. Every tablet may choose for itself."""
    game: str = "vvvand8"
    dealer: str | None = None
    """Who deals first; None: the first of the seats."""
    ledger: Path | None = None
    """Absolute path of the log on disk; None: the place that the system gives the program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraConfig:
    """`[camera]`: what looks at the table."""

    source: str = "picamera2"
    """`picamera2`; `device:0` or `device:/dev/v4l/by-id/...` for a camera that OpenCV opens; or the absolute path of a
    film or of a folder of pictures."""
    width: int = 2028
    height: int = 1520
    """Pixels of a frame. Half of the HQ camera's sensor: larger frames are slower and no card is read better."""
    settle_ms: int | None = None
    """How long a card must lie still before it counts. Its time then is still that of the first frame it lay there.
    None: what the game leaves time for."""
    profile: str | None = None
    """The pack that is played with, as `cardtable learn-deck` knows it: a name, or the absolute path of its file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebConfig:
    """`[web]`: where the tablets find the table."""

    host: str = "0.0.0.0"
    """The address to listen on: every one of this machine, because tablets come over the network."""
    port: int = 8080
    """0 takes any port that is free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A whole `table.toml`. A section that is left out has its defaults."""

    table: TableConfig = field(default_factory=TableConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    buttons: Mapping[str, int] = field(default_factory=_nothing)
    """From `call.1`, `pass.1`, `slap.1` to BCM pins. Empty: the table has no buttons."""
    lamps: Mapping[str, int] = field(default_factory=_nothing)
    """From `seat.1`, `buzzer` to BCM pins."""
    web: WebConfig = field(default_factory=WebConfig)
    path: Path | None = field(default=None, compare=False)
    """The file that it was read from; None: there is none."""
    games: Mapping[str, Mapping[str, str]] = field(default_factory=_nothing)
    """House rules by game, in the words of table notation (`true`, `300`, `both`). The game itself checks them.

    `preset` names some that go together; those set besides it go before it.
    """

    def house_rules(self, game: str) -> Mapping[str, str]:
        """The options set for this game; none if it has no section."""
        return self.games.get(game, _nothing())

    def wrong(self, section: str, key: str, must: Refusal, got: object) -> ConfigError:
        """What is said of a value that cannot be used, once that is known."""
        return _wrong(self.path or Path("table.toml"), section, key, must, got)

    def with_language(self, language: str) -> Config:
        """The same table, which speaks this language first."""
        return replace(self, table=replace(self.table, language=language))

    def with_profile(self, profile: str) -> Config:
        """The same table with this pack of cards."""
        return replace(self, camera=replace(self.camera, profile=profile))

    def with_preset(self, preset: str) -> Config:
        """The same table with the house rules of that name for the game it plays; options set besides them stay."""
        rules = MappingProxyType({**self.house_rules(self.table.game), "preset": preset})
        return replace(self, games=MappingProxyType({**self.games, self.table.game: rules}))


def default_config() -> Config:
    """The table of somebody who has written no `table.toml`."""
    return Config()


def load_config(path: Path) -> Config:
    """Reads and checks a `table.toml`. Relative paths in it start at its own folder. Raises `ConfigError`."""
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as failure:
        raise ConfigError(refusal("config_unread", path=str(path), problem=of_system(failure))) from failure
    except UnicodeDecodeError as failure:
        raise ConfigError(refusal("config_not_utf8", path=str(path))) from failure
    except tomllib.TOMLDecodeError as failure:
        raise ConfigError(_syntax_message(path, failure)) from failure
    return _config(path, tree)


def language_of(path: Path | None) -> str:
    """In which language to speak of a file that may be wrong: its own, if so much of it can be read; else English."""
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8")) if path else {}
    except (OSError, ValueError):
        return LANGUAGES[0]
    section = tree.get("table")
    language = section.get("language") if isinstance(section, dict) else None
    return language if language in LANGUAGES else LANGUAGES[0]


def _config(path: Path, tree: Mapping[str, object]) -> Config:
    every = " ".join(f"[{name}]" for name in SECTIONS)
    for key, value in tree.items():
        if key not in SECTIONS and not isinstance(value, dict):
            raise ConfigError(refusal("config_no_place", path=str(path), name=key, sections=every))
        if key not in SECTIONS:
            raise ConfigError(nearest("config_no_section", key, SECTIONS, path=str(path), name=key, sections=every))
    sections = {name: _Section(path, name, tree.get(name, {})) for name in SECTIONS}
    buttons = sections["buttons"].pins(BUTTON_NAMES)
    lamps = sections["lamps"].pins(LAMP_NAMES)
    _no_pin_twice(path, buttons, lamps)
    return Config(
        path=path,
        table=_table(sections["table"]),
        camera=_camera(sections["camera"]),
        buttons=buttons,
        lamps=lamps,
        web=_web(sections["web"]),
        games=_games(sections["games"]),
    )


def _table(section: _Section) -> TableConfig:
    default = TableConfig()
    section.know(default)
    seats = section.seats("seats", default.seats)
    dealer = section.text("dealer", "")
    mat = section.text("mat", default.mat)
    return TableConfig(
        seats=seats,
        sides=section.sides("sides", seats),
        mat=section.absolute(mat) if mat.endswith(".toml") else mat,
        language=section.one_of("language", section.text("language", default.language), LANGUAGES),
        game=section.one_of("game", game_called(section.text("game", default.game)), NAMES),
        dealer=section.one_of("dealer", dealer, seats) if dealer else None,
        ledger=Path(section.absolute(ledger)) if (ledger := section.text("ledger", "")) else None,
    )


def _camera(section: _Section) -> CameraConfig:
    default = CameraConfig()
    section.know(default)
    source = section.text("source", default.source)
    profile = section.text("profile", "")
    is_path = source != "picamera2" and not source.startswith("device:")
    if source.startswith("device:") and not re.fullmatch(r"device:(\d+|/\S+)", source):
        raise section.wrong("source", refusal("must_device"), source)
    return CameraConfig(
        source=section.absolute(source) if is_path else source,
        width=section.whole("width", default.width, range(320, 8001)),
        height=section.whole("height", default.height, range(240, 8001)),
        settle_ms=section.whole("settle_ms", 0, range(50, 5001)) if "settle_ms" in section.values else None,
        profile=section.absolute(profile) if profile.endswith(".npz") else profile or None,
    )


def _web(section: _Section) -> WebConfig:
    default = WebConfig()
    section.know(default)
    return WebConfig(host=section.text("host", default.host), port=section.whole("port", default.port, range(65_536)))


def _games(section: _Section) -> Mapping[str, Mapping[str, str]]:
    for name in section.values:
        if name not in NAMES:
            raise ConfigError(
                nearest("config_no_game", name, NAMES, path=str(section.path), name=name, games=", ".join(NAMES))
            )
    games = {name: _Section(section.path, f"games.{name}", values) for name, values in section.values.items()}
    return MappingProxyType({name: game.options() for name, game in games.items()})


class _Section:
    """One section of the file, and the words for what is wrong in it."""

    def __init__(self, path: Path, name: str, values: object) -> None:
        if not isinstance(values, dict):
            raise ConfigError(
                refusal("config_not_section", path=str(path), section=name, got=f"{name} = {_shown(values)}")
            )
        self.path = path
        self.name = name
        self.values: Mapping[str, object] = values

    def wrong(self, key: str, must: Refusal, got: object) -> ConfigError:
        return _wrong(self.path, self.name, key, must, got)

    def know(self, default: TableConfig | CameraConfig | WebConfig) -> None:
        """Refuses a key that is no field of *default*."""
        keys = [field.name for field in fields(default)]
        for key in self.values:
            if key not in keys:
                raise self._unknown("config_no_key", key, keys)

    def text(self, key: str, default: str) -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str) or (key in self.values and not value.strip()):
            raise self.wrong(key, refusal("must_text"), value)
        return value

    def whole(self, key: str, default: int, allowed: range) -> int:
        value = self.values.get(key, default)
        if not _is_whole(value) or value not in allowed:
            raise self.wrong(key, refusal("must_whole", least=allowed[0], most=allowed[-1]), value)
        return value

    def one_of(self, key: str, value: str, allowed: Collection[str]) -> str:
        if value not in allowed:
            raise self.wrong(key, refusal("must_one_of", values=", ".join(allowed)), value)
        return value

    def absolute(self, path: str) -> str:
        # lgpio moves the process to another folder when it is loaded, so no path may stay relative.
        return str((self.path.parent / Path(path).expanduser()).absolute())

    def sides(self, key: str, seats: Collection[str]) -> Mapping[str, str]:
        value = self.values.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(side, str) for side in value.values()):
            raise self.wrong(key, refusal("must_sides", example=SIDES_EXAMPLE), value)
        for place, (seat, side) in enumerate(value.items()):
            if seat not in seats:
                raise self.wrong(key, refusal("must_seat", seats=", ".join(seats)), seat)
            if side in list(value.values())[:place]:
                raise self.wrong(key, refusal("must_side_once"), side)
        return MappingProxyType(dict(value))

    def seats(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self.values.get(key, list(default))
        if not isinstance(value, list) or len(value) < 2 or not all(isinstance(seat, str) for seat in value):
            raise self.wrong(key, refusal("must_names"), value)
        for place, seat in enumerate(value):
            if not SEAT_NAME.fullmatch(seat) or seat == "table":
                raise self.wrong(key, refusal("must_name"), seat)
            if seat.casefold() in map(str.casefold, value[:place]):
                raise self.wrong(key, refusal("must_name_once"), seat)
        return tuple(value)

    def pins(self, known: Collection[str]) -> Mapping[str, int]:
        pins: dict[str, int] = {}
        for name, pin in _flat(self.values):
            if name not in known:
                raise self._unknown("config_no_name", name, known)
            if not _is_whole(pin) or pin not in PINS:
                raise self.wrong(name, refusal("must_pin", least=PINS[0], most=PINS[-1]), pin)
            pins[name] = pin
        return MappingProxyType(pins)

    def _unknown(self, why: str, name: str, known: Collection[str]) -> ConfigError:
        parts = {"path": str(self.path), "section": self.name, "name": name, "names": ", ".join(known)}
        return ConfigError(nearest(why, name, known, **parts))

    def options(self) -> Mapping[str, str]:
        """House rules in the words of table notation."""
        for key, value in self.values.items():
            if not isinstance(value, bool | int | float | str) or (isinstance(value, str) and len(value.split()) != 1):
                raise self.wrong(key, refusal("must_option"), value)
        return MappingProxyType(
            {key: value if isinstance(value, str) else _shown(value) for key, value in self.values.items()}
        )


def _flat(values: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    """Undoes what TOML makes of `slap.1 = 17` where `"slap.1" = 17` is meant."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{inner}", pin) for inner, pin in value.items())
        else:
            yield name, value


def _no_pin_twice(path: Path, buttons: Mapping[str, int], lamps: Mapping[str, int]) -> None:
    owners: dict[int, Refusal] = {}
    for kind, pins in (("button", buttons), ("lamp", lamps)):
        for name, pin in pins.items():
            owner = refusal(f"pin_of_{kind}", name=name)
            if pin in owners:
                raise ConfigError(refusal("config_pin_twice", one=owners[pin], other=owner, pin=pin, path=str(path)))
            owners[pin] = owner


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: object) -> str:
    """A value as it would stand in the file."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _wrong(path: Path, section: str, key: str, must: Refusal, got: object) -> ConfigError:
    return ConfigError(refusal("config_wrong", path=str(path), section=section, name=key, must=must, got=_shown(got)))


def _syntax_message(path: Path, failure: tomllib.TOMLDecodeError) -> Refusal:
    place = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(failure))
    what, where = (place[1], f"{path}:{place[2]}:{place[3]}") if place else (str(failure), str(path))
    return refusal("config_not_toml", where=where, problem=what)

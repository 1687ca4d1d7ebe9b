"""What `cardtable doctor` looks at: camera, mat, buttons, lamps, clock, disk, temperature and port, one by one.

Each check says how it went and in which words; none raises, and none needs another one's luck.
"""

from __future__ import annotations

import enum
import os
import platform
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from gpiozero import Factory

from firmware.board import edge_loss_of, model
from firmware.panel import Panel
from firmware.pins import LGPIO_COSTS, PinsMissing, open_pins
from firmware.wiring import Wiring
from table.app.live import ledger_path, open_source, seating_of
from table.app.seating import mat_of
from table.config import Config, ConfigError
from table.faults import fault_text
from table.refusals import Refusal, refusal
from table.rulings import Fact, Ms
from table.texts import word
from vision.calibration import Calibration, CalibrationError, calibrate, check_sight
from vision.frames import Camera, Frame, SourceError
from vision.inks import is_red_blue
from vision.markers import MarkersUnavailable
from vision.mat import Mat, MatError
from vision.picam import PicameraCamera
from vision.reader import Reader
from web.server import ListenError, require_free

WATCHED_S, PATIENCE_S = 1.0, 5.0
"""How long the camera is watched, and waited for at most."""

SLOWEST_PER_S = 5.0
LIT_S = 0.3
"""How long each lamp is lit, for somebody to see it."""

LEAST_FREE = 200_000_000
"""Bytes. An evening's log takes less than a hundredth of that; a full disk takes the log's last lines."""

HOTTEST = 80.0
"""Degrees Celsius at which a Pi slows down."""

UNDERVOLTED = 1 << 16 | 1
"""The bits of the firmware's `get_throttled` that say: too little voltage, now or since the start."""


class Health(enum.Enum):
    """How a check went."""

    WELL = "well"
    NOTE = "note"
    """Works, and there is something to know."""
    FAILS = "fails"
    UNSEEN = "unseen"
    """There is nothing to check, or it could not be checked for something else's fault."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor."""

    check: str
    health: Health
    said: str
    """The name of its words in the group `doctor`."""
    facts: Mapping[str, Fact | Refusal] = field(default_factory=dict)

    def words(self, language: str) -> str:
        """What was found, for people."""
        return word("doctor", self.said, language, **{name: _said(fact, language) for name, fact in self.facts.items()})


def _said(fact: Fact | Refusal, language: str) -> Fact:
    """What another package says is wrong, in the reader's language."""
    if isinstance(fact, Refusal):
        return fact.said(language)
    if not isinstance(fact, str):
        return fact
    whole = fault_text(fact, language)
    return whole if whole != fact else "; ".join(fault_text(part, language) for part in fact.split("; "))


@dataclass(slots=True)
class Sight:
    """What the camera gave while it was watched."""

    frames: int = 0
    first_ns: int = 0
    last: Frame | None = None
    lag_ns: int = 0
    """How long before it was handed over the last frame was begun."""


class Checkup:
    """All checks of one table. What is opened stays open until `close`."""

    def __init__(
        self,
        config: Config,
        *,
        root: Path = Path("/"),
        open_camera: Callable[[Config], Camera] = open_source,
        open_factory: Callable[[], Factory] = open_pins,
        clock: Callable[[], int] = time.monotonic_ns,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """*root* is where the system's own files are; the rest stands in for the hardware."""
        self._config, self._root, self._clock, self._sleep = config, root, clock, sleep
        self._open_camera, self._open_factory = open_camera, open_factory
        self._opened = ExitStack()
        self._sight = Sight()
        self._mat: Mat | None = None
        self._calibration: Calibration | None = None
        self.panel: Panel | None = None

    def findings(self) -> Iterator[Finding]:
        """The findings, as they come; `mat` is looked for before focus is measured on it."""
        yield self.camera()
        mat = self.mat()
        yield self.focus()
        yield mat
        yield self.buttons()
        yield self.lamps()
        yield self.clock()
        yield self.disk()
        yield self.temperature()
        yield self.port()

    def close(self) -> None:
        """Lets go of the pins."""
        self._opened.close()

    def camera(self) -> Finding:
        """Whether it gives pictures, how many a second, with the settings that were asked for, and red as red.

        Colours are told by a heart that lies on the table, if one does.
        """
        try:
            camera = self._open_camera(self._config)
        except SourceError as problem:
            return Finding("camera", Health.FAILS, "problem", {"problem": str(problem)})
        try:
            self._watch(camera)
            faults = camera.faults() if isinstance(camera, PicameraCamera) else ()
        except SourceError as problem:
            return Finding("camera", Health.FAILS, "problem", {"problem": str(problem)})
        finally:
            camera.close()
        if faults:
            return Finding("camera", Health.FAILS, "problem", {"problem": "; ".join(faults)})
        sight, last = self._sight, self._sight.last
        if last is None:
            return Finding("camera", Health.FAILS, "camera_silent", {"name": camera.name})
        height, width = last.pixels.shape[:2]
        span_ns = last.taken_ns - sight.first_ns
        rate = 1e9 * (sight.frames - 1) / span_ns if span_ns else 0.0
        facts: dict[str, Fact] = {"name": camera.name, "size": f"{width} x {height}", "rate": f"{rate:.0f}"}
        if not camera.ended and rate < SLOWEST_PER_S:
            return Finding("camera", Health.FAILS, "camera_slow", facts)
        if is_red_blue(last.pixels, Reader.load().read(last.pixels)):
            return Finding("camera", Health.FAILS, "camera_swapped", facts)
        return Finding("camera", Health.WELL, "camera_well", facts)

    def _watch(self, camera: Camera) -> None:
        until = time.monotonic() + PATIENCE_S
        while not camera.ended and time.monotonic() < until:
            frame = camera.next_frame(0.5)
            if frame is None:
                continue
            sight = self._sight
            if not sight.frames:
                sight.first_ns, until = frame.taken_ns, time.monotonic() + WATCHED_S
            sight.frames, sight.last = sight.frames + 1, frame
            sight.lag_ns = self._clock() - frame.taken_ns

    def mat(self) -> Finding:
        """Whether there is such a mat with a side for everybody, and its markers are seen."""
        try:
            self._mat = mat_of(self._config)
            seating_of(self._config, self._mat)
            if self._sight.last is None:
                return Finding("mat", Health.UNSEEN, "no_picture")
            self._calibration = calibrate(self._sight.last.pixels, self._mat)
        except ConfigError as problem:
            return Finding("mat", Health.FAILS, "problem", {"problem": problem.refusal})
        except (MatError, CalibrationError, MarkersUnavailable) as problem:
            return Finding("mat", Health.FAILS, "problem", {"problem": str(problem)})
        seen, all_of_them = self._calibration.markers_seen, len(self._mat.markers)
        facts: dict[str, Fact] = {"name": self._mat.name, "seen": str(seen), "markers": str(all_of_them)}
        return Finding("mat", Health.WELL if seen == all_of_them else Health.NOTE, "mat_seen", facts)

    def focus(self) -> Finding:
        """Whether the markers look sharp and evenly lit."""
        last = self._sight.last
        if self._mat is None or self._calibration is None or last is None:
            return Finding("focus", Health.UNSEEN, "no_mat")
        try:
            check = check_sight(last.pixels, self._calibration, self._mat)
        except CalibrationError as problem:
            return Finding("focus", Health.FAILS, "problem", {"problem": str(problem)})
        if faults := check.faults():
            return Finding("focus", Health.FAILS, "problem", {"problem": "; ".join(faults)})
        return Finding(
            "focus", Health.WELL, "focus_well", {"edge": f"{check.edge_px:.1f}", "white": f"{check.white:.0f}"}
        )

    def buttons(self) -> Finding:
        """Whether the pins can be had, none is held down, and the kernel loses no edges."""
        wiring = Wiring(self._config.buttons, self._config.lamps)
        if not wiring.buttons and not wiring.lamps:
            return Finding("buttons", Health.UNSEEN, "buttons_none")
        try:
            factory = self._open_factory()
            self._opened.callback(factory.close)
            self.panel = self._opened.enter_context(Panel(wiring, pin_factory=factory, monotonic_ns=self._clock))
        except PinsMissing as problem:
            return Finding("buttons", Health.FAILS, "problem", {"problem": str(problem)})
        if held := self.panel.held():
            return Finding("buttons", Health.FAILS, "buttons_held", {"names": ", ".join(sorted(held))})
        facts: dict[str, Fact] = {"buttons": len(wiring.buttons), "pins": type(factory).__name__}
        warnings = [edge_loss_of(model(self._root), platform.release())]
        warnings += [LGPIO_COSTS] if "LGPIO" in type(factory).__name__ else []
        if any(warnings):
            return Finding("buttons", Health.NOTE, "problem", {"problem": "; ".join(filter(None, warnings))})
        return Finding("buttons", Health.WELL, "buttons_well", facts)

    def lamps(self) -> Finding:
        """Lights one lamp after the other; whether they shine, somebody has to see."""
        names = sorted(self._config.lamps)
        if not names:
            return Finding("lamps", Health.UNSEEN, "lamps_none")
        if self.panel is None:
            return Finding("lamps", Health.UNSEEN, "no_pins")
        for name in names:
            self.panel.lamps.show({name})
            self._sleep(LIT_S)
        self.panel.lamps.show(())
        return Finding("lamps", Health.WELL, "lamps_lit", {"names": ", ".join(names)})

    def clock(self) -> Finding:
        """Whether pictures and edges are on one clock, and how sharply an edge is known."""
        live = self._config.camera.source == "picamera2" or self._config.camera.source.startswith("device:")
        if live and self._sight.frames and not 0 <= self._sight.lag_ns < 1_000_000_000:
            return Finding("clock", Health.FAILS, "clock_apart", {"apart": f"{self._sight.lag_ns / 1e9:.1f}"})
        if self.panel is None:
            return Finding("clock", Health.UNSEEN, "no_pins")
        if self.panel.clock.complaint:
            return Finding("clock", Health.FAILS, "problem", {"problem": self.panel.clock.complaint})
        return Finding("clock", Health.WELL, "clock_well", {"error": Ms(-(-self.panel.clock.within_ns // 1000))})

    def disk(self) -> Finding:
        """Whether the log can be written, and for how long."""
        path = ledger_path(self._config)
        if self._config.table.ledger is not None and not path.parent.exists():
            why = refusal("log_no_folder", path=str(path), folder=str(path.parent))
            return Finding("disk", Health.FAILS, "problem", {"problem": why})
        folder = next(parent for parent in path.parents if parent.is_dir())
        if not os.access(path if path.exists() else folder, os.W_OK):
            return Finding("disk", Health.FAILS, "disk_shut", {"path": str(path)})
        free = shutil.disk_usage(folder).free
        facts: dict[str, Fact] = {"free": f"{free / 1e9:.1f}", "path": str(path)}
        is_full = free < LEAST_FREE
        return Finding("disk", *((Health.FAILS, "disk_full") if is_full else (Health.WELL, "disk_well")), facts)

    def temperature(self) -> Finding:
        """How hot the processor is, and whether its supply is strong enough."""
        throttled = self._number("sys/devices/platform/soc/soc:firmware/get_throttled", 16)
        if throttled is not None and throttled & UNDERVOLTED:
            return Finding("temperature", Health.FAILS, "undervolted")
        thousandths = self._number("sys/class/thermal/thermal_zone0/temp", 10)
        if thousandths is None:
            return Finding("temperature", Health.UNSEEN, "temperature_none")
        degrees = thousandths / 1000
        is_hot = degrees >= HOTTEST
        said = (Health.FAILS, "temperature_hot") if is_hot else (Health.WELL, "temperature_well")
        return Finding("temperature", *said, {"degrees": f"{degrees:.0f}"})

    def _number(self, path: str, base: int) -> int | None:
        try:
            return int((self._root / path).read_text(encoding="ascii").strip(), base)
        except (OSError, ValueError):
            return None

    def port(self) -> Finding:
        """Whether the screens can be served."""
        host, port = self._config.web.host, self._config.web.port
        try:
            require_free(host, port)
        except ListenError as problem:
            return Finding("port", Health.FAILS, "problem", {"problem": str(problem)})
        return Finding("port", Health.WELL, "port_well", {"address": f"{host}:{port}"})

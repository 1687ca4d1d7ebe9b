"""The Raspberry Pi camera, through picamera2.

Written against picamera2's manual and the source of version 0.3.38, and tested
with a stand-in of that interface. Not verified on hardware: that the locked
exposure, gains and focus are kept by every sensor, and that `SensorTimestamp`
is CLOCK_MONOTONIC (by the kernel's source it is, though libcamera's text says
CLOCK_BOOTTIME; the two are equal on a computer that is never suspended).
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, cast

import numpy as np

from vision.frames import CameraLost, CameraMissing, Frame, SourceError
from vision.pictures import Picture

MAINS_US = 10_000
"""Lamps on 50 Hz mains flicker with this period; an exposure of whole periods does not see it."""
TOO_LARGE_PX = 12_000_000
SETTLING_FRAMES = 30
"""How many frames the camera's own exposure and white balance get before they are locked."""
SETTLING_TIMEOUT_S = 2.0
AF_MANUAL = 0
"""libcamera's AfModeEnum.Manual."""

Controls = Mapping[str, object]


class Request(Protocol):
    """The part of picamera2's CompletedRequest that is used here."""

    def get_metadata(self) -> Controls: ...

    def make_array(self, name: str) -> Picture: ...

    def release(self) -> None: ...


class Job(Protocol):
    """A capture that is under way."""

    def get_result(self, timeout: float | None = None) -> Request: ...


class Picamera2(Protocol):
    """The part of picamera2's camera that is used here."""

    @property
    def camera_controls(self) -> Controls: ...

    def create_video_configuration(self, *, main: Controls, controls: Controls, buffer_count: int) -> object: ...

    def configure(self, config: object) -> None: ...

    def start(self) -> None: ...

    def set_controls(self, controls: Controls) -> None: ...

    def capture_request(self, *, wait: bool) -> Job: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Picamera2Class(Protocol):
    """picamera2.Picamera2 itself."""

    def __call__(self, camera_num: int) -> Picamera2: ...

    def global_camera_info(self) -> list[Mapping[str, object]]: ...


class Picamera2Module(Protocol):
    """The module picamera2."""

    @property
    def Picamera2(self) -> Picamera2Class: ...  # noqa: N802  picamera2's name


@dataclass(frozen=True, slots=True, kw_only=True)
class PicamSettings:
    """How the camera is set. Everything is locked after the start, so that a card looks the same all evening."""

    number: int = 0
    size: tuple[int, int] = (1456, 1088)
    """Pixels; the default is all of a global shutter camera."""
    frames_per_s: float = 30.0
    exposure_ms: int | None = None
    """A multiple of 10 ms; None: what the camera measures at the start, rounded to one."""
    lens_position: float | None = None
    """Dioptres (1 / distance in metres) for a camera with a focus motor; None: it has none, or is left alone."""

    def __post_init__(self) -> None:
        if self.size[0] * self.size[1] >= TOO_LARGE_PX:
            raise SourceError(f"a picture of {self.size[0]} x {self.size[1]} is too slow to watch; take 2028 x 1520")
        if self.exposure_ms is not None and (self.exposure_ms <= 0 or self.exposure_ms % 10):
            raise SourceError(f"exposure_ms is {self.exposure_ms}; lamps flicker unless it is a multiple of 10")


def import_picamera2() -> Picamera2Module:
    """picamera2, which comes with Raspberry Pi OS. CameraMissing says how to install it."""
    try:
        return cast(Picamera2Module, importlib.import_module("picamera2"))
    except (ImportError, ValueError) as error:  # ValueError: built against another numpy than the one installed
        raise CameraMissing(
            f"picamera2 cannot be loaded ({error}). On Raspberry Pi OS: sudo apt install python3-picamera2, "
            "in an environment made with --system-site-packages and without a numpy or OpenCV from pip"
        ) from error


class PicameraCamera:
    """A camera on the Pi's ribbon, with exposure, gains, colour and focus locked."""

    def __init__(self, settings: PicamSettings | None = None, *, module: Picamera2Module | None = None) -> None:
        """Opens the camera and lets it measure the light for about a second before all is locked.

        *module* stands in for picamera2. CameraMissing if there is no such camera, CameraLost if it gives no frames.
        """
        self._settings = settings or PicamSettings()
        library = module or import_picamera2()
        self._require_camera(library)
        self._camera = library.Picamera2(self._settings.number)
        self._pending: Job | None = None
        self._last_ns = 0
        self._locked: dict[str, object] = {}
        self._seen: Controls = {}
        self._closed = False
        self._start()

    def _require_camera(self, library: Picamera2Module) -> None:
        found = len(library.Picamera2.global_camera_info())
        if self._settings.number >= found:
            raise CameraMissing(
                f"no camera {self._settings.number} answers ({found} found). Check that the ribbon sits straight "
                "at both ends, and that `rpicam-hello --list-cameras` shows the camera"
            )

    def _start(self) -> None:
        frame_us = round(1e6 / self._settings.frames_per_s)
        config = self._camera.create_video_configuration(
            # picamera2 names formats by their order in a word: RGB888 is B, G, R in memory.
            main={"size": self._settings.size, "format": "RGB888"},
            controls={"FrameDurationLimits": (frame_us, frame_us), **self._focus()},
            buffer_count=4,
        )
        self._camera.configure(config)
        self._camera.start()
        for _ in range(SETTLING_FRAMES):
            if self.next_frame(SETTLING_TIMEOUT_S) is None:
                self.close()
                raise CameraLost(f"{self.name} gives no pictures; check its ribbon", self._last_ns)
        self._locked = {**_lock(self._seen, self._settings.exposure_ms, frame_us), **self._focus()}
        self._camera.set_controls(self._locked)

    def _focus(self) -> dict[str, object]:
        if self._settings.lens_position is None or "LensPosition" not in self._camera.camera_controls:
            return {}
        return {"AfMode": AF_MANUAL, "LensPosition": self._settings.lens_position}

    @property
    def name(self) -> str:
        """The camera's number on this Pi."""
        return f"Pi camera {self._settings.number}"

    @property
    def ended(self) -> bool:
        """Never: a live camera is lost, it does not end."""
        return False

    def next_frame(self, timeout_s: float) -> Frame | None:
        """The next frame; None if the camera gave none in time (the next call goes on waiting for the same one).

        `SensorTimestamp` is when the first row is read out, which is the end of its exposure; so the start lies
        one exposure before.
        """
        job = self._pending or self._camera.capture_request(wait=False)
        self._pending = job
        try:
            request = job.get_result(timeout=timeout_s)
        except TimeoutError:
            return None
        except RuntimeError as error:
            raise CameraLost(f"{self.name} has stopped ({error}); check its ribbon", self._last_ns) from error
        self._pending = None
        try:
            self._seen = request.get_metadata()
            pixels = np.ascontiguousarray(request.make_array("main"))
        finally:
            request.release()
        exposure_ns = round(_number(self._seen, "ExposureTime") * 1000)
        self._last_ns = max(self._last_ns + 1, round(_number(self._seen, "SensorTimestamp")) - exposure_ns)
        return Frame(pixels, self._last_ns, exposure_ns)

    def faults(self) -> tuple[str, ...]:
        """What the last frame's metadata show to be set otherwise than asked, in words; empty when all is kept."""
        names = [name for name in ("ExposureTime", "LensPosition") if name in self._locked and name in self._seen]
        return tuple(
            f"{self.name}: {name} is {_number(self._seen, name):g} though {_number(self._locked, name):g} was set"
            for name in names
            if abs(_number(self._seen, name) - _number(self._locked, name)) > 0.02 * abs(_number(self._locked, name))
        )

    def close(self) -> None:
        """Stops the camera and lets go of it."""
        if not self._closed:
            self._closed = True
            self._camera.stop()
            self._camera.close()


def _lock(measured: Controls, exposure_ms: int | None, frame_us: int) -> dict[str, object]:
    """What the camera has *measured*, as controls that stay: whole mains periods, the gain making up for it."""
    automatic_us = _number(measured, "ExposureTime")
    periods = max(1, round(automatic_us / MAINS_US)) if exposure_ms is None else exposure_ms * 1000 // MAINS_US
    exposure_us = MAINS_US * max(1, min(periods, frame_us // MAINS_US))
    controls: dict[str, object] = {
        "AeEnable": False,
        "ExposureTime": exposure_us,
        "AnalogueGain": max(1.0, _number(measured, "AnalogueGain") * automatic_us / exposure_us),
    }
    if "ColourGains" in measured:  # a monochrome sensor has none
        controls |= {"AwbEnable": False, "ColourGains": measured["ColourGains"]}
    return controls


def _number(controls: Controls, name: str) -> float:
    value = controls.get(name, 0)
    return float(value) if isinstance(value, int | float) else 0.0

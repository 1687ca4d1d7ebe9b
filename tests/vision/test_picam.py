from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from vision.frames import CameraLost, CameraMissing, SourceError
from vision.picam import PicameraCamera, PicamSettings, import_picamera2
from vision.pictures import Picture

FRAME_NS = 33_333_333


class PiRequest:
    def __init__(self, camera: PiCamera) -> None:
        self.camera = camera

    def get_metadata(self) -> Mapping[str, object]:
        return {"SensorTimestamp": self.camera.frame * FRAME_NS, **self.camera.in_force}

    def make_array(self, name: str) -> Picture:
        assert name == "main"
        return np.full((1088, 1456, 3), 90, np.uint8)

    def release(self) -> None:
        self.camera.held -= 1


class PiJob:
    def __init__(self, camera: PiCamera) -> None:
        self.camera = camera

    def get_result(self, timeout: float | None = None) -> PiRequest:
        if self.camera.hangs:
            raise TimeoutError
        if self.camera.fault is not None:
            raise self.camera.fault
        self.camera.frame += 1
        self.camera.held += 1
        return PiRequest(self.camera)


class PiCamera:
    """picamera2's camera object: it measures light by itself, obeys controls or (as some did) ignores the focus."""

    def __init__(self) -> None:
        self.camera_controls: Mapping[str, object] = {"LensPosition": (0.0, 15.0, 1.0), "AfMode": (0, 2, 0)}
        self.in_force: dict[str, object] = {"ExposureTime": 14_000, "AnalogueGain": 2.0, "ColourGains": (1.5, 2.1)}
        self.configured: dict[str, object] = {}
        self.frame, self.held, self.captures, self.stopped, self.closed = 0, 0, 0, 0, 0
        self.hangs, self.ignores_focus = False, False
        self.fault: Exception | None = None

    def create_video_configuration(
        self, *, main: Mapping[str, object], controls: Mapping[str, object], buffer_count: int
    ) -> object:
        return {"main": main, "controls": controls}

    def configure(self, config: object) -> None:
        assert isinstance(config, dict)
        self.configured = config

    def start(self) -> None: ...

    def set_controls(self, controls: Mapping[str, object]) -> None:
        self.in_force |= controls
        if self.ignores_focus:
            self.in_force["LensPosition"] = 1.0

    def capture_request(self, *, wait: bool) -> PiJob:
        assert not wait
        self.captures += 1
        return PiJob(self)

    def stop(self) -> None:
        self.stopped += 1

    def close(self) -> None:
        self.closed += 1


class PiCameras:
    """The class `Picamera2`: makes the camera, and knows how many there are."""

    def __init__(self, camera: PiCamera | None) -> None:
        self.camera = camera

    def __call__(self, camera_num: int) -> PiCamera:
        assert self.camera is not None
        return self.camera

    def global_camera_info(self) -> list[Mapping[str, object]]:
        return [] if self.camera is None else [{"Model": "imx296"}]


class PiModule:
    """The module `picamera2`."""

    def __init__(self, camera: PiCamera | None) -> None:
        self.Picamera2 = PiCameras(camera)


@pytest.fixture
def pi() -> PiCamera:
    return PiCamera()


def opened(pi: PiCamera, settings: PicamSettings | None = None) -> PicameraCamera:
    return PicameraCamera(settings, module=PiModule(pi))


def test_the_exposure_is_locked_to_whole_mains_periods_at_the_same_brightness(pi: PiCamera) -> None:
    opened(pi)
    assert pi.in_force["AeEnable"] is False and pi.in_force["ExposureTime"] == 10_000
    assert pi.in_force["AnalogueGain"] == pytest.approx(2.8)


def test_the_colours_are_locked_as_measured(pi: PiCamera) -> None:
    opened(pi)
    assert pi.in_force["AwbEnable"] is False and pi.in_force["ColourGains"] == (1.5, 2.1)


def test_a_long_exposure_still_fits_into_the_time_of_a_frame(pi: PiCamera) -> None:
    pi.in_force["ExposureTime"] = 66_000
    opened(pi)
    assert pi.in_force["ExposureTime"] == 30_000


def test_pictures_are_asked_for_in_the_order_of_opencv(pi: PiCamera) -> None:
    opened(pi)
    assert pi.configured["main"] == {"size": (1456, 1088), "format": "RGB888"}


def test_a_frame_was_taken_when_its_exposure_began(pi: PiCamera) -> None:
    frame = opened(pi).next_frame(1)
    assert frame is not None
    assert frame.taken_ns == pi.frame * FRAME_NS - 10_000_000 and frame.exposure_ns == 10_000_000


def test_every_buffer_is_given_back(pi: PiCamera) -> None:
    camera = opened(pi)
    camera.next_frame(1)
    assert pi.held == 0


def test_a_camera_that_hangs_gives_nothing_and_is_not_asked_twice_for_one_frame(pi: PiCamera) -> None:
    camera = opened(pi)
    pi.hangs, before = True, pi.captures
    assert camera.next_frame(0.1) is None and camera.next_frame(0.1) is None
    assert pi.captures == before + 1


def test_a_camera_that_breaks_off_is_lost_since_its_last_frame(pi: PiCamera) -> None:
    camera = opened(pi)
    frame = camera.next_frame(1)
    pi.fault = RuntimeError("Camera frontend has timed out!")
    with pytest.raises(CameraLost, match=r"frontend has timed out!.*check its ribbon") as lost:
        camera.next_frame(1)
    assert frame is not None and lost.value.since_ns == frame.taken_ns


def test_a_camera_that_never_gives_a_picture_is_closed_and_told(pi: PiCamera) -> None:
    pi.hangs = True
    with pytest.raises(CameraLost, match="gives no pictures; check its ribbon"):
        opened(pi)
    assert pi.closed == 1


def test_a_focus_that_is_ignored_is_told(pi: PiCamera) -> None:
    pi.ignores_focus = True
    camera = opened(pi, PicamSettings(lens_position=1.8))
    camera.next_frame(1)
    assert camera.faults() == ("Pi camera 0: LensPosition is 1 though 1.8 was set",)


def test_a_camera_that_obeys_has_no_faults(pi: PiCamera) -> None:
    camera = opened(pi, PicamSettings(lens_position=1.8))
    camera.next_frame(1)
    assert camera.faults() == ()


def test_no_camera_at_the_ribbon_is_told_with_what_to_do() -> None:
    with pytest.raises(CameraMissing, match=r"no camera 0 answers \(0 found\)\. Check that the ribbon sits straight"):
        PicameraCamera(module=PiModule(None))


def test_closing_twice_closes_once(pi: PiCamera) -> None:
    camera = opened(pi)
    camera.close()
    camera.close()
    assert (pi.stopped, pi.closed) == (1, 1)


def test_pictures_that_are_too_large_to_watch_are_refused() -> None:
    with pytest.raises(SourceError, match="4056 x 3040 is too slow to watch; take 2028 x 1520"):
        PicamSettings(size=(4056, 3040))


def test_an_exposure_that_would_flicker_is_refused() -> None:
    with pytest.raises(SourceError, match="exposure_ms is 15; lamps flicker unless it is a multiple of 10"):
        PicamSettings(exposure_ms=15)


def test_a_computer_without_picamera2_is_told_how_to_install_it() -> None:
    try:
        import_picamera2()
    except CameraMissing as error:
        assert "sudo apt install python3-picamera2" in str(error)
    else:
        pytest.skip("picamera2 is installed here")

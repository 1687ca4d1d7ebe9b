"""A camera and the vision behind it, in threads of their own."""

import queue
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from table.app.eyes import Eyes
from table.app.host import SenseLost
from vision.frames import CameraLost, CameraMissing, Frame
from vision.sightings import SightLost, VisionReport, Watched

Told = queue.SimpleQueue[VisionReport | SenseLost]


class ScriptedCamera:
    """Gives frames until its script says otherwise."""

    name, ended = "the test's camera", False

    def __init__(self, deeds: Iterator[Exception | None], pause: threading.Event) -> None:
        self._deeds, self._pause, self._at = deeds, pause, 0

    def next_frame(self, timeout_s: float) -> Frame | None:
        self._pause.wait(0.01)
        deed = next(self._deeds, None)
        if deed is not None:
            raise deed
        self._at += 1
        return Frame(np.zeros((4, 4, 3), np.uint8), self._at)

    def close(self) -> None:
        pass


class SaysWatched:
    def look(self, frame: Frame) -> tuple[VisionReport, ...]:
        return (Watched(frame.taken_ns),)

    def lost(self, since_ns: int, reason: str) -> tuple[VisionReport, ...]:
        return (SightLost(since_ns, reason),)


@pytest.fixture
def start() -> Iterator[Callable[[Callable[[], ScriptedCamera]], Told]]:
    opened: list[Eyes] = []

    def begin(open_camera: Callable[[], ScriptedCamera]) -> Told:
        told: Told = queue.SimpleQueue()
        eyes = Eyes(open_camera, SaysWatched, told.put)
        opened.append(eyes)
        eyes.start()
        return told

    yield begin
    for eyes in opened:
        eyes.stop()


Start = Callable[[Callable[[], ScriptedCamera]], Told]


def first(told: Told, kind: type[VisionReport]) -> VisionReport:
    while True:
        report = told.get(timeout=10)
        if isinstance(report, kind):
            return report


def test_frames_become_reports(start: Start) -> None:
    told = start(lambda: ScriptedCamera(iter(()), threading.Event()))
    assert isinstance(first(told, Watched), Watched)


def test_v29_a_table_without_a_camera_says_so_and_what_to_do(start: Start) -> None:
    def missing() -> ScriptedCamera:
        raise CameraMissing("no camera answers; check the ribbon")

    lost = first(start(missing), SightLost)
    assert isinstance(lost, SightLost)
    assert "check the ribbon" in lost.reason


def test_v25_a_camera_that_stops_is_told_and_opened_again(start: Start) -> None:
    deeds = iter([None, None, CameraLost("the ribbon is loose", 1)])
    told = start(lambda: ScriptedCamera(deeds, threading.Event()))
    lost = first(told, SightLost)
    assert isinstance(lost, SightLost)
    assert lost.reason == "the ribbon is loose"
    assert isinstance(first(told, Watched), Watched)


def test_v23_a_camera_that_hangs_is_told_within_seconds(start: Start) -> None:
    release = threading.Event()

    class Hanging(ScriptedCamera):
        def next_frame(self, timeout_s: float) -> Frame | None:
            release.wait()
            return None

    told = start(lambda: Hanging(iter(()), release))
    lost = first(told, SightLost)
    release.set()
    assert isinstance(lost, SightLost)
    assert "no picture for 3 s" in lost.reason


def test_v16_a_frame_that_cannot_be_looked_at_does_not_blind_the_table_unsaid() -> None:
    faults = iter([ValueError("a fault in one frame")])

    class FailsOnce(SaysWatched):
        def look(self, frame: Frame) -> tuple[VisionReport, ...]:
            fault = next(faults, None)
            if fault is not None:
                raise fault
            return super().look(frame)

    told: Told = queue.SimpleQueue()
    eyes = Eyes(lambda: ScriptedCamera(iter(()), threading.Event()), FailsOnce, told.put)
    eyes.start()
    lost = first(told, SightLost)
    assert isinstance(lost, SightLost)
    assert "a fault in one frame" in lost.reason
    assert isinstance(first(told, Watched), Watched)
    eyes.stop()

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.capture import CaptureDevice, VideoFile
from vision.frames import CameraLost, CameraMissing, Frame, SourceError

SECOND = 1_000_000_000


class UsbCamera:
    """A V4L2 camera as `cv2.VideoCapture` shows it: it may be absent, freeze, break off, or keep another clock."""

    def __init__(self, *, there: bool = True, frozen_from: int = 10**9, broken_from: int = 10**9) -> None:
        self.there, self.frozen_from, self.broken_from = there, frozen_from, broken_from
        self.number, self.epoch_ns, self.released = 0, 100 * SECOND, False
        self.asked: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        return self.there

    def read(self) -> tuple[bool, npt.NDArray[np.uint8] | None]:
        self.number += 1
        if self.number >= self.broken_from:
            return False, None
        noise = np.random.default_rng(min(self.number, self.frozen_from))
        return True, noise.integers(0, 255, (48, 64, 3), dtype=np.uint8)

    def get(self, property_id: int, /) -> float:
        return (self.epoch_ns + self.number * SECOND // 10) / 1e6 if property_id == cv2.CAP_PROP_POS_MSEC else 0.0

    def set(self, property_id: int, value: float, /) -> bool:
        self.asked[property_id] = value
        return True

    def release(self) -> None:
        self.released = True


def device(usb: UsbCamera) -> CaptureDevice:
    # A frame is read three milliseconds after it was taken.
    return CaptureDevice(
        2, open_capture=lambda _: usb, clock_ns=lambda: 100 * SECOND + usb.number * SECOND // 10 + 3_000_000
    )


def frames_of(camera: CaptureDevice, count: int) -> list[Frame]:
    frames = [camera.next_frame(1) for _ in range(count)]
    return [frame for frame in frames if frame is not None]


def test_a_frame_has_the_drivers_time() -> None:
    frame = frames_of(device(UsbCamera()), 1)[0]
    assert frame.taken_ns == 100 * SECOND + SECOND // 10


def test_a_driver_on_another_clock_is_not_believed() -> None:
    usb = UsbCamera()
    usb.epoch_ns = 1_700_000_000 * SECOND
    assert frames_of(device(usb), 1)[0].taken_ns == 100 * SECOND + SECOND // 10 + 3_000_000


def test_a_camera_that_is_not_there_is_told_with_what_to_do() -> None:
    with pytest.raises(CameraMissing, match=r"no camera answers at /dev/video2\. Check the cable"):
        device(UsbCamera(there=False))


def test_opencv_adds_no_words_of_its_own_at_every_new_try(capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        with pytest.raises(CameraMissing, match="no camera answers at /dev/video97"):
            CaptureDevice(97)
    assert capfd.readouterr().err == ""


def test_two_seconds_of_one_and_the_same_picture_are_a_lost_camera() -> None:
    camera = device(UsbCamera(frozen_from=5))
    assert len(frames_of(camera, 24)) == 24
    with pytest.raises(CameraLost, match="repeated one picture for two seconds") as lost:
        camera.next_frame(1)
    assert lost.value.since_ns == 100 * SECOND + 5 * SECOND // 10


def test_a_read_that_fails_is_a_lost_camera_since_its_last_frame() -> None:
    camera = device(UsbCamera(broken_from=4))
    last = frames_of(camera, 3)[-1]
    with pytest.raises(CameraLost, match="gives no pictures any more") as lost:
        camera.next_frame(1)
    assert lost.value.since_ns == last.taken_ns


def test_the_device_is_let_go_on_close() -> None:
    usb = UsbCamera()
    device(usb).close()
    assert usb.released


def film(path: Path, frames: int = 6) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48))
    for number in range(frames):
        writer.write(np.full((48, 64, 3), 40 * number, np.uint8))
    writer.release()
    return path


def test_a_films_frames_are_as_far_apart_as_they_were_taken(tmp_path: Path) -> None:
    video = VideoFile(film(tmp_path / "evening.avi"))
    frames = []
    while (frame := video.next_frame(1)) is not None:
        frames.append(frame)
    assert [round(int(frame.pixels[5, 5, 0]) / 40) for frame in frames] == list(range(6))
    assert [round((frame.taken_ns - frames[0].taken_ns) / 1e6) for frame in frames] == [0, 40, 80, 120, 160, 200]
    assert video.ended


def test_a_film_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "evening.mp4"
    path.write_bytes(b"no film at all")
    with pytest.raises(SourceError, match=r"evening\.mp4: not a film that OpenCV can open"):
        VideoFile(path)


def test_a_film_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such film; check the name"):
        VideoFile(tmp_path / "evening.mp4")

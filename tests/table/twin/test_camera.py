import numpy as np

from table.twin.camera import FRAME_NS, TwinCamera
from table.twin.clock import TwinClock
from table.twin.picture import Studio
from table.twin.scene import LyingCard, Stage
from vision.frames import Camera


def test_a_frame_has_the_twins_time_and_the_stages_scene(studio: Studio) -> None:
    clock, stage = TwinClock(77), Stage()
    stage.lay(LyingCard(label="7H", at=(270.0, 270.0)))
    camera: Camera = TwinCamera(clock, stage, studio)
    frame = camera.next_frame(0)
    assert frame is not None
    assert frame.taken_ns == 77
    assert np.array_equal(frame.pixels, studio.picture(stage.scene, 77))


def test_frames_come_thirty_times_a_second_of_the_twins_time(studio: Studio) -> None:
    clock = TwinClock(0)
    camera = TwinCamera(clock, Stage(), studio)
    times = []
    for _ in range(11):
        frame = camera.next_frame(0)
        times.append(None if frame is None else frame.taken_ns)
        clock.advance_to(clock.now_ns() + FRAME_NS // 2 + 1)
    assert [time is not None for time in times] == [True, False] * 5 + [True]


def test_the_simulated_camera_never_ends(studio: Studio) -> None:
    camera = TwinCamera(TwinClock(), Stage(), studio)
    camera.close()
    assert not camera.ended
    assert camera.name
    assert camera.due_ns == TwinClock().now_ns()

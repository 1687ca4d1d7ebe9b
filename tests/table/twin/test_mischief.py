import numpy as np
import numpy.typing as npt
import pytest

from table.twin.camera import FRAME_NS, TwinCamera
from table.twin.clock import TwinClock
from table.twin.faces import Deck
from table.twin.mischief import NAMES, Mischief, Trouble
from table.twin.picture import Studio
from table.twin.scene import LyingCard, Scene, Stage
from vision.mat import Mat

ACE = Scene(cards=(LyingCard(label="AS", at=(270.0, 270.0)),))
RANK = (247.0, 234.0)


def index_of(picture: npt.NDArray[np.uint8], studio: Studio) -> npt.NDArray[np.uint8]:
    """The pixels of the ace's upper left index."""
    (x, y) = studio.view.pixels([RANK])[0].astype(int)
    return picture[y - 10 : y + 10, x - 6 : x + 6]


def seen_with(name: str, mat: Mat, deck: Deck, at_ns: int = 0) -> tuple[npt.NDArray[np.uint8], Studio]:
    studio = Studio(mat, deck, mischief=Trouble(mat).named(name), seed=1)
    return studio.picture(ACE, at_ns), studio


def test_every_name_is_a_mischief(mat: Mat) -> None:
    trouble = Trouble(mat)
    faults = [trouble.named(name) for name in NAMES]
    assert faults[0] == Mischief()
    assert len(set(faults)) == len(NAMES)


def test_an_unknown_mischief_is_refused_with_the_known_ones(mat: Mat) -> None:
    with pytest.raises(ValueError, match="no mischief 'earthquake'; there is none, glare"):
        Trouble(mat).named("earthquake")


def test_without_mischief_the_index_is_ink_on_paper(studio: Studio) -> None:
    assert np.ptp(index_of(studio.picture(ACE, 0), studio)) > 120


def test_glare_washes_out_the_index(mat: Mat, deck: Deck) -> None:
    assert index_of(*seen_with("glare", mat, deck)).min() > 225


def test_a_chip_covers_the_index(mat: Mat, deck: Deck) -> None:
    assert index_of(*seen_with("covered-corner", mat, deck)).max() < 190


@pytest.mark.parametrize(("name", "low", "high"), [("dim", 0.2, 0.4), ("bright", 1.3, 2.0)])
def test_light_is_dimmed_or_too_bright(
    mat: Mat, deck: Deck, studio: Studio, name: str, low: float, high: float
) -> None:
    usual = float(studio.picture(Scene(), 0).mean())
    picture, _ = seen_with(name, mat, deck)
    assert low < picture.mean() / usual < high


def test_flicker_draws_bands_that_wander(mat: Mat, deck: Deck, studio: Studio) -> None:
    usual = studio.picture(ACE, 0).mean(axis=(1, 2))
    studio_in_trouble = Studio(mat, deck, mischief=Trouble(mat).named("flicker"), seed=1)
    one, other = (studio_in_trouble.picture(ACE, at).mean(axis=(1, 2)) / usual for at in (0, FRAME_NS))
    assert one.max() - one.min() == pytest.approx(0.2, abs=0.04)
    assert np.abs(one - other).max() > 0.1


def camera_with(mischief: Mischief, studio: Studio) -> tuple[TwinClock, Stage, TwinCamera]:
    clock, stage = TwinClock(0), Stage()
    return clock, stage, TwinCamera(clock, stage, studio, mischief=mischief)


def test_some_frames_get_lost(mat: Mat, studio: Studio) -> None:
    clock, _, camera = camera_with(Trouble(mat).named("lost-frames"), studio)
    came = []
    for _ in range(8):
        came.append(camera.next_frame(0) is not None)
        clock.advance(FRAME_NS)
    assert came == [True, True, True, False] * 2


def test_a_frozen_camera_repeats_its_last_picture(mat: Mat, studio: Studio) -> None:
    clock, stage, camera = camera_with(Trouble(mat, since_ns=2 * FRAME_NS).named("frozen-camera"), studio)
    camera.next_frame(0)
    clock.advance(FRAME_NS)
    last = camera.next_frame(0)
    stage.lay(*ACE.cards)
    clock.advance(FRAME_NS)
    frozen = camera.next_frame(0)
    assert last is not None
    assert frozen is not None
    assert np.array_equal(last.pixels, frozen.pixels)
    assert frozen.taken_ns == 2 * FRAME_NS


def test_a_silent_camera_gives_nothing(studio: Studio) -> None:
    clock, _, camera = camera_with(Mischief(silent_from_ns=FRAME_NS), studio)
    assert camera.next_frame(0) is not None
    clock.advance(FRAME_NS)
    assert camera.next_frame(0) is None

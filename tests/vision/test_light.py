import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.tables import Arm, Card, Lamp, Table, picture_of
from vision.light import Lamp as LampFit
from vision.mat import load_mat
from vision.motion import differs

TABLE = Table(load_mat("table-60x42"), cards=(Card("7H", (262, 268), turn=12),))
INSIDE = np.ones((272, 364), np.bool_)


def small(table: Table) -> npt.NDArray[np.uint8]:
    return picture_of(table)[::2, ::2]


def changed_part(lamp: Lamp, table: Table = TABLE) -> float:
    reference, now = small(TABLE).astype(np.float32), small(table.lit(lamp))
    return float(differs(reference, LampFit(INSIDE).normalised(reference, now), now).mean())


@pytest.mark.parametrize(
    "lamp",
    [
        Lamp(light=0.5),
        Lamp(light=2.0),
        Lamp(light=0.7, slope=0.9),
        Lamp(bands=0.2, phase=1.0),
        Lamp(light=1.4, slope=-0.4, bands=0.2, phase=2.0),
    ],
)
def test_other_light_on_the_same_table_leaves_next_to_nothing(lamp: Lamp) -> None:
    assert changed_part(lamp) < 0.004


@pytest.mark.parametrize("lamp", [Lamp(), Lamp(light=0.5), Lamp(light=1.8, slope=0.3), Lamp(bands=0.2)])
def test_an_arm_stays_an_arm_in_any_light(lamp: Lamp) -> None:
    arm = TABLE.under(Arm((700, 260), (320, 270)))
    assert changed_part(lamp, arm) == pytest.approx(changed_part(Lamp(), arm), rel=0.15)


def test_without_a_pixel_that_tells_the_light_the_picture_stays_as_it_is() -> None:
    dark, now = np.zeros((272, 364, 3), np.float32), small(TABLE)
    assert np.array_equal(LampFit(INSIDE).normalised(dark, now), now)

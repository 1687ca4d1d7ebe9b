from dataclasses import replace

import numpy as np
import pytest

from tests.vision.tables import SIZE, Arm, Card, Disc, Table, picture_of
from vision.calibration import calibrate
from vision.ground import Ground
from vision.mat import load_mat
from vision.motion import Motion, MotionFinder

MAT = load_mat("table-60x42")
EMPTY = Table(MAT)
GROUND = Ground.of(MAT, calibrate(picture_of(EMPTY), MAT), SIZE)


def seen(table: Table) -> Motion | None:
    finder = MotionFinder(GROUND, GROUND.small(picture_of(EMPTY)))
    return finder.find(GROUND.small(picture_of(table, seed=1)))


def sides(motion: Motion | None) -> list[str]:
    assert motion is not None
    return [GROUND.sides[int(np.argmax(arm.votes))] for arm in motion.arms]


def over(motion: Motion | None) -> dict[str, float]:
    assert motion is not None
    return dict(motion.arms[0].shape.over_mm2)


def test_nothing_has_changed_on_the_same_table() -> None:
    assert seen(EMPTY) is None


def test_an_area_is_measured_in_square_millimetres() -> None:
    card = Card("7H", (270, 270), turn=30)
    assert GROUND.area_mm2(GROUND.covered_by([card.corners], 0)) == pytest.approx(58 * 88, rel=0.1)


@pytest.mark.parametrize(
    ("shoulder", "hand", "side"),
    [
        ((280, 520), (290, 330), "south-west"),
        ((340, 520), (290, 330), "south-east"),
        ((-100, 60), (200, 250), "west"),
        ((640, -60), (340, 240), "north-east"),
    ],
)
def test_an_arm_has_the_side_whose_border_it_crosses(
    shoulder: tuple[float, float], hand: tuple[float, float], side: str
) -> None:
    assert sides(seen(EMPTY.under(Arm(shoulder, hand)))) == [side]


def test_two_arms_are_seen_as_two() -> None:
    both = EMPTY.under(Arm((-100, 250), (150, 265)), Arm((420, 520), (430, 330)))
    assert sorted(sides(seen(both))) == ["south-east", "west"]


def test_an_arm_is_over_the_zones_that_it_covers() -> None:
    covered = over(seen(EMPTY.under(Arm((700, 260), (320, 270)))))
    assert set(covered) == {"pile", "talon"}
    assert covered["pile"] == pytest.approx(45 * 64, rel=0.25)


def test_a_card_alone_is_no_arm() -> None:
    motion = seen(EMPTY.laid(Card("7H", (262, 268))))
    assert motion is not None and motion.arms == () and len(motion.loose) == 1


def test_a_fingertip_at_the_border_is_no_arm() -> None:
    motion = seen(replace(EMPTY, discs=(Disc((300, 415), 10, (132, 164, 208)),)))
    assert motion is not None and motion.arms == ()


def test_a_shadow_that_falls_in_from_the_border_is_no_arm() -> None:
    shadow = replace(EMPTY, discs=(Disc((300, 420), 120, (42, 52, 23)),))
    motion = seen(shadow)
    assert motion is not None and motion.arms == ()


def test_an_arm_ends_where_a_card_that_was_read_begins() -> None:
    card = Card("7H", (330, 270), turn=90)
    table = EMPTY.laid(card).under(Arm((700, 260), (372, 270)))
    finder = MotionFinder(GROUND, GROUND.small(picture_of(EMPTY)))
    motion = finder.find(GROUND.small(picture_of(table)))
    assert motion is not None
    pile = GROUND.zones["pile"]
    assert GROUND.area_mm2(motion.arm_mask & pile) > 3000
    arm = finder.arms_without(motion, GROUND.covered_by([card.corners], 4))
    assert GROUND.area_mm2(arm & pile) < 100


def test_a_newspaper_over_the_table_is_an_upheaval() -> None:
    motion = seen(replace(EMPTY, discs=(Disc((300, 210), 330, (150, 160, 150)),)))
    assert motion is not None and motion.is_upheaval

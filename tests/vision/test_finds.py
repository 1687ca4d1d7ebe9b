"""What the index network learns from where the finder looks."""

from dataclasses import replace

import pytest

from vision.poses import Pose, rotated
from vision.training.finds import label_at
from vision.training.scenes import Truth

INDEX = Pose(middle=(100.0, 80.0), down=(0.0, 15.0), across=(50.0, 0.0), along=(0.0, 70.0), card=(142.0, 131.0))
JOKER = replace(INDEX, down=(0.0, 30.0))


def at(pose: Pose, right: float = 0.0, down: float = 0.0, size: float = 1.0, turn: float = 0.0) -> Pose:
    """The pose moved by px, made larger, and turned by radians."""
    middle = (pose.middle[0] + right, pose.middle[1] + down)
    return replace(pose, middle=middle, down=rotated(pose.down, turn, size), across=rotated(pose.across, turn, size))


@pytest.mark.parametrize("off", [{}, {"right": 4.0}, {"down": -5.0}, {"size": 1.3}, {"turn": 0.4}])
def test_a_find_on_an_index_is_learnt_under_its_name(off: dict[str, float]) -> None:
    assert label_at(at(INDEX, **off), [Truth(INDEX, "7H", is_clear=True)]) == "7H"


@pytest.mark.parametrize("off", [{"right": 12.0}, {"down": 16.0}, {"size": 0.5}, {"turn": 3.1}])
def test_a_find_that_shows_half_an_index_or_one_upside_down_teaches_nothing(off: dict[str, float]) -> None:
    assert label_at(at(INDEX, **off), [Truth(INDEX, "7H", is_clear=True)]) is None


def test_a_find_far_from_every_index_is_learnt_as_none() -> None:
    assert label_at(at(INDEX, right=60.0), [Truth(INDEX, "7H", is_clear=True)]) == ""
    assert label_at(INDEX, []) == ""


def test_a_find_on_an_index_that_is_partly_covered_teaches_nothing() -> None:
    assert label_at(INDEX, [Truth(INDEX, "7H", is_clear=False)]) is None


@pytest.mark.parametrize("off", [{}, {"down": 20.0, "size": 0.5}, {"down": -25.0, "size": 0.35}])
def test_any_part_of_a_jokers_word_is_learnt_as_a_joker(off: dict[str, float]) -> None:
    assert label_at(at(JOKER, **off), [Truth(JOKER, "X", is_clear=True)]) == "X"


def test_of_two_indices_side_by_side_each_is_learnt_under_its_own_name() -> None:
    truths = [Truth(INDEX, "7H", is_clear=True), Truth(at(INDEX, right=18.0), "8H", is_clear=True)]
    assert [label_at(truth.pose, truths) for truth in truths] == ["7H", "8H"]

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.poses import poses
from tests.vision.printed import Laid
from vision.deck import LABELS
from vision.joining import Group, Index, joined, read_once
from vision.poses import Pose, rotated


def index(pose: Pose, label: str, share: float = 0.99) -> Index:
    said = np.full(len(LABELS) + 1, (1 - share) / len(LABELS))
    said[LABELS.index(label)] = share
    return Index(pose, said, 0.9)


def both(card: Laid, *, is_right: bool = False) -> list[Index]:
    return [index(pose, card.label) for pose in poses(card, is_right=is_right)]


def sizes(groups: list[Group]) -> list[int]:
    return sorted(len(group.indices) for group in groups)


@given(st.floats(0, 360), st.floats(60, 900))
def test_the_two_indices_of_a_card_are_one_card(turn: float, width: float) -> None:
    (group,) = joined(both(Laid(label="7H", at=(500, 500), width=width, turn=turn)))
    assert group.is_both_ends


def test_the_four_indices_of_a_card_are_one_card() -> None:
    card = Laid(label="7H", at=(500, 500), turn=20)
    assert sizes(joined(both(card) + both(card, is_right=True))) == [4]


@given(st.integers(0, 2**32 - 1))
def test_four_indices_that_know_their_card_only_roughly_are_one_card(seed: int) -> None:
    rng = np.random.default_rng(seed)
    card = Laid(label="7H", at=(500, 500), turn=float(rng.uniform(0, 360)))
    assert sizes(joined([index(roughly(pose, rng), "7H") for pose in (*poses(card), *poses(card, is_right=True))])) == [
        4
    ]


def roughly(pose: Pose, rng: np.random.Generator) -> Pose:
    """The pose with the sides of its card turned and of other lengths, and the card aside, as the finder errs."""
    width = 2 * float(np.hypot(*pose.across))
    off = rng.uniform(-0.15, 0.15, 2) * width
    return replace(
        pose,
        across=rotated(pose.across, float(rng.uniform(-0.25, 0.25)), float(rng.uniform(0.8, 1.25))),
        along=rotated(pose.along, float(rng.uniform(-0.25, 0.25)), float(rng.uniform(0.8, 1.25))),
        card=(pose.card[0] + float(off[0]), pose.card[1] + float(off[1])),
    )


def test_two_equal_cards_side_by_side_are_two() -> None:
    one, other = Laid(label="7H", at=(300, 300)), Laid(label="7H", at=(490, 300))
    assert sizes(joined(both(one) + both(other))) == [2, 2]


def test_two_equal_cards_in_a_fan_are_two_for_each_share_that_is_covered() -> None:
    for step in (20, 40, 80, 120, 150):
        fan = [Laid(label="7H", at=(300 + step * n, 300), turn=3.0 * n) for n in range(2)]
        lower = index(poses(fan[0])[0], "7H")
        assert sizes(joined([lower, *both(fan[1])])) == [1, 2], step


def test_cards_of_a_fan_are_as_many_as_they_are() -> None:
    fan = [Laid(label=label, at=(300 + 30 * n, 300), turn=8.0 * n) for n, label in enumerate(LABELS[:9])]
    groups = joined([index(poses(card)[0], card.label) for card in fan])
    assert sizes(groups) == [1] * 9


def test_indices_that_read_otherwise_are_two_cards_unless_they_lie_exactly_as_one() -> None:
    card = Laid(label="7H", at=(300, 300))
    upper, lower = poses(card)
    moved = replace(lower, card=(lower.card[0] + 0.25 * card.width, lower.card[1]))
    assert sizes(joined([index(upper, "7H"), index(moved, "9C", 0.6)])) == [1, 1]
    assert sizes(joined([index(upper, "7H"), index(lower, "9C", 0.6)])) == [2]


def test_two_indices_that_are_both_sure_of_another_name_are_two_cards() -> None:
    upper, lower = poses(Laid(label="7H", at=(300, 300)))
    assert sizes(joined([index(upper, "7H"), index(lower, "9C")])) == [1, 1]


def test_the_same_index_found_twice_is_one() -> None:
    upper, _ = poses(Laid(label="7H", at=(300, 300)))
    beside = replace(upper, middle=(upper.middle[0] + 0.3 * upper.height, upper.middle[1]))
    assert len(read_once([index(upper, "7H"), index(beside, "7H", 0.8)])) == 1
    assert len(read_once([index(upper, "7H"), index(beside, "8H")])) == 2


def test_a_jokers_word_that_is_found_in_parts_is_one_index_and_the_likeliest_part_is_kept() -> None:
    upper, _ = poses(Laid(label="X", at=(300, 300), turn=25))
    (dx, dy) = upper.down
    whole = replace(index(upper, "X", 0.95), presence=0.9)
    for along in (-0.9, 0.5, 0.9):
        middle = (upper.middle[0] + along * dx, upper.middle[1] + along * dy)
        part = replace(index(replace(upper, middle=middle, down=(0.6 * dx, 0.6 * dy)), "X", 0.99), presence=0.5)
        assert read_once([part, whole]) == [whole]


def test_the_ends_of_a_joker_are_one_card_though_only_half_a_word_is_found_at_one_of_them() -> None:
    upper, lower = poses(Laid(label="X", at=(300, 300)))
    half = replace(lower, down=(lower.down[0] / 2, lower.down[1] / 2))
    assert sizes(joined([index(upper, "X"), index(half, "X")])) == [2]


def test_two_jokers_in_a_fan_are_two() -> None:
    fan = [poses(Laid(label="X", at=(300 + 40 * n, 300)))[0] for n in range(2)]
    read = read_once([index(pose, "X") for pose in fan])
    assert sizes(joined(read)) == [1, 1]


def test_the_card_lies_in_the_middle_between_its_indices() -> None:
    card = Laid(label="7H", at=(300, 300), turn=40)
    upper, lower = poses(card)
    off = replace(upper, card=(upper.card[0] + 9, upper.card[1] - 5))
    (group,) = joined([index(off, "7H"), index(lower, "7H")])
    assert np.allclose(group.pose.card, (300, 300), atol=1e-6)
    assert np.allclose(group.pose.quad, card.corners, atol=0.06 * card.width)


def test_no_indices_are_no_cards() -> None:
    assert joined([]) == []


def test_three_indices_of_a_card_with_four_are_one_card() -> None:
    card = Laid(label="7H", at=(500, 500), turn=20)
    four = both(card) + both(card, is_right=True)
    for place in range(4):
        assert sizes(joined(four[:place] + four[place + 1 :])) == [3]


def test_two_equal_cards_with_four_indices_each_are_two() -> None:
    cards = [Laid(label="7H", at=(300 + 200 * n, 500), turn=5.0 * n) for n in range(2)]
    assert sizes(joined([one for card in cards for one in both(card) + both(card, is_right=True)])) == [4, 4]

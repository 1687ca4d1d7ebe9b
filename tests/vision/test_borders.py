import numpy as np
import pytest

from tests.vision.poses import poses
from tests.vision.printed import Laid, table
from vision.borders import covered_by, onto_borders
from vision.sightings import Quad


def quad(card: Laid, *, off: float = 0.0, seed: int = 1) -> Quad:
    rng = np.random.default_rng(seed)
    a, b, c, d = ((float(x), float(y)) for x, y in card.corners + rng.uniform(-off, off, (4, 2)) * card.width)
    return a, b, c, d


def farthest(one: Quad, card: Laid) -> float:
    return float(np.hypot(*(np.array(one) - card.corners).T).max() / card.width)


@pytest.mark.parametrize("width", [80.0, 150.0, 400.0])
def test_a_quad_beside_the_border_is_moved_onto_it(width: float) -> None:
    for turn in range(0, 360, 50):
        card = Laid(label="8S", at=(450, 450), width=width, turn=float(turn))
        picture = table(card, size=(900, 900))
        (moved,), (is_seen,) = onto_borders(picture, [quad(card, off=0.04, seed=turn)])
        assert is_seen, turn
        assert farthest(moved, card) < 0.02, turn


def test_the_uppermost_of_a_pile_is_seen_white_on_white() -> None:
    pile = [Laid(label="2C", at=(300 + 4 * n, 240 + 5 * n), turn=4.0 * n) for n in range(4)]
    (moved,), (is_seen,) = onto_borders(table(*pile), [quad(pile[-1], off=0.03)])
    assert is_seen
    assert farthest(moved, pile[-1]) < 0.03


def test_a_card_half_under_another_is_not_seen_to_lie_free() -> None:
    lower, upper = Laid(label="2C", at=(300, 240)), Laid(label="9D", at=(390, 260), turn=10.0)
    _, are_seen = onto_borders(table(lower, upper), [quad(lower), quad(upper)])
    assert are_seen == [False, True]


def test_a_quad_on_nothing_stays_where_it_is() -> None:
    card = Laid(label="2C", at=(300, 240))
    (moved,), (is_seen,) = onto_borders(table(), [quad(card)])
    assert not is_seen
    assert np.allclose(moved, quad(card))


def test_no_quads_are_no_work() -> None:
    assert onto_borders(table(), []) == ([], [])


@pytest.mark.parametrize("step", [(60, 10), (100, -40), (30, 90)])
def test_of_two_cards_the_lower_one_is_told(step: tuple[int, int]) -> None:
    one = Laid(label="KD", at=(280, 230), turn=4.0)
    other = Laid(label="5S", at=(280 + step[0], 230 + step[1]), turn=12.0)
    for cards in ((one, other), (other, one)):
        lower, upper = cards
        picture = table(lower, upper)
        seen = [_indices_outside(lower, upper), [pose.middle for pose in poses(upper)]]
        points = [np.array(middles, np.float32).reshape(-1, 2) for middles in seen]
        assert covered_by(picture, [quad(lower), quad(upper)], points) == [(1,), ()]


def test_cards_beside_each_other_lie_on_nothing() -> None:
    one, other = Laid(label="KD", at=(160, 230)), Laid(label="5S", at=(420, 230))
    points = [np.array([pose.middle for pose in poses(card)], np.float32) for card in (one, other)]
    assert covered_by(table(one, other), [quad(one), quad(other)], points) == [(), ()]


def _indices_outside(card: Laid, upper: Laid) -> list[tuple[float, float]]:
    axes = np.stack((upper.corners[1] - upper.corners[0], upper.corners[3] - upper.corners[0]), axis=1)
    shares = [np.linalg.solve(axes, np.array(pose.middle) - upper.corners[0]) for pose in poses(card)]
    return [
        pose.middle
        for pose, share in zip(poses(card), shares, strict=True)
        if not ((share > -0.1) & (share < 1.1)).all()
    ]

import numpy as np
import pytest

from table.twin.glyphs import Pen, Polygon, letter, suit_sign, turned, word

PLAIN = Pen(16, 15)
BROAD = Pen(19, 6.5, slant=8, serifs=True)


def box(pieces: tuple[Polygon, ...]) -> tuple[float, float, float, float]:
    points = np.concatenate(pieces)
    return (*points.min(axis=0), *points.max(axis=0))


@pytest.mark.parametrize("pen", [PLAIN, BROAD])
@pytest.mark.parametrize("character", "A234567890JKED")
def test_every_letter_is_a_hundred_high(character: str, pen: Pen) -> None:
    left, top, _, bottom = box(letter(character, pen))
    assert left == pytest.approx(0)
    assert top == pytest.approx(0, abs=3)
    assert bottom == pytest.approx(100, abs=3)


def test_the_tail_of_the_q_hangs_below_the_line() -> None:
    assert 103 < box(letter("Q", PLAIN))[3] < 115


def test_the_letters_of_a_word_stand_side_by_side() -> None:
    one, both = box(letter("1", PLAIN)), box(word("10", PLAIN, gap=9.0))
    zero = box(letter("0", PLAIN))
    assert both[2] == pytest.approx(one[2] + 9 + zero[2])


@pytest.mark.parametrize("suit", "CDHS")
def test_a_suit_sign_is_two_high_and_the_same_left_and_right(suit: str) -> None:
    left, top, right, bottom = box(suit_sign(suit))
    assert (top, bottom) == pytest.approx((-1, 1))
    assert left == pytest.approx(-right)


def test_turning_goes_clockwise_on_a_picture() -> None:
    assert turned(np.array([[1.0, 0.0]]), 90) == pytest.approx(np.array([[0.0, 1.0]]))

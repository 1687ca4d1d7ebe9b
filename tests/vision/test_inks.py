"""V20: a camera whose red and blue are swapped is noticed by the first heart."""

import numpy as np
import pytest

from tests.vision.printed import Laid, table
from tests.vision.sheets import PLAIN
from vision.inks import is_red_blue
from vision.pictures import Picture
from vision.reader import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def cards(*labels: str) -> Picture:
    laid = [Laid(label=label, at=(140 + 220 * place, 170), width=120) for place, label in enumerate(labels)]
    return table(*laid, size=(220 * len(labels) + 60, 340), deck=PLAIN)


def swapped(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture[..., ::-1])


@pytest.mark.parametrize("label", ["2H", "7H", "10H"])
def test_v20_a_heart_tells_that_red_and_blue_are_swapped(reader: Reader, label: str) -> None:
    picture = cards(label, "9S")
    assert is_red_blue(picture, reader.read(picture)) is False
    assert is_red_blue(swapped(picture), reader.read(swapped(picture))) is True


def test_without_a_heart_nobody_can_tell_and_a_blue_diamond_is_no_heart(reader: Reader) -> None:
    picture = swapped(cards("9S", "10D"))
    assert is_red_blue(picture, reader.read(picture)) is None
    assert is_red_blue(picture, ()) is None

import random

import numpy as np
import pytest

from tests.vision.printed import Laid, table
from vision.outlines import find_sized
from vision.reader import Reader

WIDTH = 170.0
SIZE = (WIDTH, WIDTH * 1.4)
"""Of a printed card, as wide as a camera over the table sees it."""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def pile(seed: int) -> tuple[Laid, ...]:
    """Four cards laid on each other as people do, nearly straight or across."""
    chance = random.Random(seed)
    return tuple(
        Laid(
            label=label,
            at=(200 + chance.gauss(0, 10), 200 + chance.gauss(0, 10)),
            turn=chance.gauss(0, 9) + chance.choice((0, 0, 90)),
            width=WIDTH,
        )
        for label in chance.sample(("2C", "4D", "9H", "10S", "5H", "7C", "3S", "6D"), 4)
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_uppermost_card_is_among_the_first_outlines(seed: int) -> None:
    cards = pile(seed)
    found = find_sized(table(*cards, size=(400, 400)), SIZE)
    gaps = [
        np.hypot(*(np.array(outline.quad)[:, None] - cards[-1].corners[None]).transpose(2, 0, 1)) for outline in found
    ]
    assert min(gap.min(axis=1).max() for gap in gaps[:3]) < 0.05 * WIDTH


def test_every_card_that_lies_free_is_found() -> None:
    cards = [
        Laid(label="7C", at=(160, 220), turn=20, width=WIDTH),
        Laid(label="QH", at=(450, 220), turn=70, width=WIDTH),
    ]
    middles = {tuple(np.round(np.mean(outline.quad, axis=0), -1)) for outline in find_sized(table(*cards), SIZE)}
    assert {(160.0, 220.0), (450.0, 220.0)} <= middles


@pytest.mark.parametrize("size", [(130.0, 182.0), (200.0, 280.0)])
def test_cards_of_another_size_are_none(size: tuple[float, float]) -> None:
    assert find_sized(table(Laid(label="7C", at=(320, 240), width=WIDTH)), size) == ()


def test_an_empty_table_has_none() -> None:
    assert find_sized(table(), SIZE) == ()


def test_a_pile_is_read_by_its_uppermost_card(reader: Reader) -> None:
    for seed in (0, 6, 9):
        cards = pile(seed)
        read = reader.read(table(*cards, size=(400, 400)), SIZE)
        assert [sighting.label for sighting in read if sighting.label] == [cards[-1].label]


def test_a_size_that_is_wrong_does_no_harm(reader: Reader) -> None:
    picture = table(Laid(label="7C", at=(320, 240), width=WIDTH))
    assert [sighting.label for sighting in reader.read(picture, (130.0, 182.0))] == ["7C"]

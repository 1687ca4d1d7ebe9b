"""Cards that cover each other: as many as there are, and each what it is."""

from __future__ import annotations

import numpy as np
import pytest

from table.twin.faces import Deck, design
from tests.vision.printed import Laid
from tests.vision.printed import table as laid_out
from vision.pictures import Picture
from vision.reader import Reader
from vision.sightings import Sighting

DECKS = {name: Deck(design(name)) for name in ("plain", "serif")}


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def table(*cards: Laid, deck: str = "plain", size: tuple[int, int] = (900, 700)) -> Picture:
    return laid_out(*cards, deck=DECKS[deck], size=size)


def named(sightings: tuple[Sighting, ...]) -> list[str]:
    return sorted(sighting.label for sighting in sightings if sighting.label)


@pytest.mark.parametrize("deck", DECKS)
def test_each_card_of_a_fan_is_read_once(reader: Reader, deck: str) -> None:
    names = ("3C", "9H", "KD", "10S", "7D")
    fan = [
        Laid(label=name, at=(300 + 62.0 * n, 360 + 9.0 * (n - 2) ** 2), turn=-30.0 + 15 * n, width=160)
        for n, name in enumerate(names)
    ]
    assert named(reader.read(table(*fan, deck=deck))) == sorted(names)


@pytest.mark.parametrize("deck", DECKS)
def test_cards_in_a_row_of_which_only_the_edges_show_are_read(reader: Reader, deck: str) -> None:
    names = ("AS", "2S", "3S", "4H", "QC", "8D")
    row = [Laid(label=name, at=(200 + 52.0 * n, 350), width=170) for n, name in enumerate(names)]
    read = reader.read(table(*row, deck=deck))
    assert named(read) == sorted(names)
    assert [sighting.label for sighting in read if sighting.whole] == ["8D"]


def test_two_equal_cards_of_two_decks_are_two(reader: Reader) -> None:
    beside = [Laid(label="7H", at=(250, 300), turn=10), Laid(label="7H", at=(600, 320), turn=120)]
    upon = [Laid(label="7H", at=(350, 330)), Laid(label="7H", at=(420, 350), turn=4)]
    for cards in (beside, upon):
        assert named(reader.read(table(*cards))) == ["7H", "7H"]


def test_a_card_under_another_knows_which_one(reader: Reader) -> None:
    lower, upper = Laid(label="KD", at=(350, 300), width=180), Laid(label="5S", at=(430, 360), turn=15, width=180)
    read = reader.read(table(lower, upper))
    by_label = {sighting.label: sighting for sighting in read if sighting.label}
    assert set(by_label) == {"KD", "5S"}
    assert [read[place].label for place in by_label["KD"].covered_by] == ["5S"]
    assert by_label["5S"].covered_by == ()
    assert (by_label["KD"].whole, by_label["5S"].whole) == (False, True)


def test_the_corners_of_a_covered_card_are_inferred(reader: Reader) -> None:
    lower, upper = Laid(label="KD", at=(350, 300), width=180), Laid(label="5S", at=(430, 360), turn=15, width=180)
    sighting = next(one for one in reader.read(table(lower, upper)) if one.label == "KD")
    assert np.hypot(*(np.array(sighting.quad) - lower.corners).T).max() < 0.15 * lower.width


def test_cards_half_under_a_hand_are_read_by_what_shows(reader: Reader) -> None:
    card = Laid(label="9C", at=(320, 300), width=180)
    picture = table(card)
    picture[310:] = (110, 140, 190)
    assert named(reader.read(picture)) == ["9C"]

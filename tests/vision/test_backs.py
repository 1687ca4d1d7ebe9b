"""Cards that lie face down: found on the table, and told from those of another pack."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.backs import BLUE, GREEN, RED, Pack, bare, lattice, medallion, rings, stripes
from tests.vision.printed import CLOTH, WOOD, Laid, table
from vision.backs import Figure, find_face_down, in_places, told
from vision.borders import share_in_common
from vision.looks import Look, fit, look_at
from vision.pictures import Picture
from vision.sightings import Quad

BACKS = {
    "red rings": rings(RED),
    "blue rings": rings(BLUE),
    "green rings": rings(GREEN),
    "red medallion": medallion(RED),
    "blue medallion": medallion(BLUE),
    "red stripes": stripes(RED),
    "red lattice": lattice(RED),
    "blue lattice": lattice(BLUE),
}

SEVEN, DARK = Laid(label="7H", at=(480, 240), turn=-20.0), (38, 36, 34)


def down(turn: float = 40.0) -> Laid:
    return Laid(label="", at=(190, 240), turn=turn)


def quad(card: Laid) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in card.corners)
    return a, b, c, d


def learnt(name: str) -> Look:
    card = Laid(label="", at=(320, 240), turn=15.0, width=190)
    return look_at(table(card, cloth=WOOD, deck=Pack(BACKS[name])), quad(card))


def scene(name: str, turn: float = 40.0) -> Picture:
    return table(down(turn), SEVEN, deck=Pack(BACKS[name]), cloth=DARK)


def in_light(picture: Picture, *gains: float) -> Picture:
    return np.asarray((picture * np.array(gains)).clip(0, 255), np.uint8)


def beside(picture: Picture) -> list[Figure]:
    return find_face_down(picture, [quad(SEVEN)])


@pytest.mark.parametrize("name", BACKS)
def test_a_card_face_down_is_found_where_it_lies_with_a_border_or_printed_to_the_edge(name: str) -> None:
    for turn in (0.0, 40.0, 115.0):
        (place,) = in_places(beside(scene(name, turn)))
        assert max(share_in_common(figure.quad, quad(down(turn))) for figure in place) > 0.95
        assert any(abs(area(figure.quad) / area(quad(down(turn))) - 1) < 0.08 for figure in place)


def area(corners: Quad) -> float:
    return float(cv2.contourArea(np.array(corners, np.float32)))


@pytest.mark.parametrize(
    ("turn", "light"),
    [(0.0, (1.0, 1.0, 1.0)), (75.0, (0.55, 0.8, 1.0)), (190.0, (1.0, 0.85, 0.75)), (301.0, (0.4, 0.42, 0.4))],
)
def test_a_back_is_told_from_all_others_at_any_turn_and_in_other_light(turn: float, light: tuple[float, ...]) -> None:
    known = {name: learnt(name) for name in BACKS}
    for name in BACKS:
        (place,) = in_places(beside(in_light(scene(name, turn), *light)))
        cards = {other: told(own, place) for other, own in known.items()}
        assert [other for other, card in cards.items() if card is not None and card[1]] == [name]


def test_the_same_pattern_in_another_colour_is_surely_another_back() -> None:
    assert fit(learnt("red rings"), learnt("blue rings")) == 0
    assert fit(learnt("blue rings"), learnt("green rings")) == 0
    assert fit(learnt("red lattice"), learnt("blue lattice")) == 0


def test_the_same_colour_in_another_pattern_is_surely_another_back() -> None:
    assert fit(learnt("red rings"), learnt("red medallion")) == 0
    assert fit(learnt("red stripes"), learnt("red rings")) == 0


def test_of_a_pattern_too_blurred_to_be_seen_nobody_says_that_it_is_the_pack() -> None:
    blurred = np.asarray(cv2.GaussianBlur(learnt("red lattice"), (0, 0), 4.0), np.uint8)
    assert 0 < fit(learnt("red lattice"), blurred) < 1


def test_half_covered_it_may_be_any_card() -> None:
    picture = scene("blue rings", 0.0)
    cv2.rectangle(picture, (60, 250), (330, 470), CLOTH, -1)
    own, other = learnt("blue rings"), learnt("red rings")
    for place in in_places(beside(picture)):
        assert told(own, place) is None
        assert told(other, place) is None


def things() -> dict[str, Picture]:
    """A table with a seven of hearts and something that is no card."""
    phone, note, sheet, empty, photograph = (table(SEVEN, cloth=DARK) for _ in range(5))
    cv2.rectangle(phone, (120, 100), (260, 390), (90, 60, 30), -1)
    cv2.rectangle(note, (120, 150), (300, 330), (120, 220, 240), -1)
    cv2.rectangle(sheet, (20, 20), (310, 440), (235, 238, 240), -1)
    cv2.rectangle(photograph, (105, 120), (275, 358), (90, 120, 60), -1)
    cv2.circle(photograph, (150, 180), 40, (40, 60, 220), -1)
    cv2.rectangle(photograph, (180, 280), (260, 350), (230, 230, 60), -1)
    return {"phone": phone, "note": note, "sheet": sheet, "empty": empty, "photograph": photograph}


@pytest.mark.parametrize("thing", things())
def test_what_is_no_card_of_the_others_size_is_not_taken_for_a_back(thing: str) -> None:
    found = beside(things()[thing])
    assert not any(figure.is_card for figure in found)
    assert all(told(learnt(name), place) is None for name in BACKS for place in in_places(found))


def test_a_card_much_smaller_than_the_others_is_none() -> None:
    small = Laid(label="", at=(190, 240), turn=30.0, width=110)
    (place,) = in_places(beside(table(small, SEVEN, deck=Pack(BACKS["blue rings"]), cloth=DARK)))
    assert told(learnt("red rings"), place) is None


def test_a_face_that_could_not_be_read_is_no_back() -> None:
    for label in ("9S", "QD", "KS", "AH"):
        card = Laid(label=label, at=(190, 240), turn=30.0)
        for place in in_places(beside(table(card, SEVEN, deck=Pack(bare(RED)), cloth=DARK))):
            assert told(learnt("red rings"), place) is None


def test_one_colour_alone_on_a_table_might_be_anything() -> None:
    card = Laid(label="", at=(320, 240), turn=10.0)
    picture = table(card, deck=Pack(bare(RED)), cloth=DARK)
    assert not any(figure.is_card for figure in find_face_down(picture, []))


def test_an_empty_table_shows_no_back() -> None:
    assert find_face_down(table(), []) == []
    assert find_face_down(np.zeros((5, 5, 3), np.uint8), []) == []

import cv2
import numpy as np

from tests.vision.printed import Laid, table
from vision.borders import share_in_common
from vision.papers import find_papers
from vision.sightings import Quad


def quad(card: Laid) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in card.corners)
    return a, b, c, d


def test_a_white_figure_like_a_card_is_found_where_it_lies() -> None:
    card = Laid(label="8S", at=(320, 240), turn=30.0)
    (found,) = find_papers(table(card), [])
    assert share_in_common(found, quad(card)) > 0.95


def test_what_is_known_already_is_not_found_again() -> None:
    known, other = Laid(label="8S", at=(180, 240)), Laid(label="QD", at=(460, 240), turn=10.0)
    (found,) = find_papers(table(known, other), [quad(known)])
    assert share_in_common(found, quad(other)) > 0.95


def test_paper_much_larger_than_the_cards_beside_it_is_no_card() -> None:
    card = Laid(label="8S", at=(80, 90), width=90.0)
    picture = table(card)
    cv2.rectangle(picture, (200, 20), (600, 460), (240, 240, 240), -1)
    assert find_papers(picture, [quad(card)]) == []


def test_an_empty_table_has_none() -> None:
    assert find_papers(table(), []) == []
    assert find_papers(np.zeros((5, 5, 3), np.uint8), []) == []

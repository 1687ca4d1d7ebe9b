import numpy as np

from vision.drawing import DOUBTED, READ, drawn
from vision.sightings import Quad, Sighting

BLANK = np.full((300, 400, 3), 128, np.uint8)
QUAD: Quad = ((100.0, 60.0), (220.0, 60.0), (220.0, 230.0), (100.0, 230.0))


def card(label: str | None, *, whole: bool = True, quad: Quad = QUAD) -> Sighting:
    return Sighting(label=label, confidence=0.97, quad=quad, whole=whole, doubt=None if label else "glare")


def painted(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], colour: tuple[int, int, int]) -> int:
    return int((picture == colour).all(axis=2).sum())


def test_the_picture_itself_stays_as_it_is() -> None:
    before = BLANK.copy()
    assert (drawn(BLANK, [card("7H")]) != before).any()
    assert (before == BLANK).all()


def test_what_was_read_has_another_colour_than_what_was_not() -> None:
    read, doubted = drawn(BLANK, [card("7H")]), drawn(BLANK, [card(None)])
    assert painted(read, READ) > 300 and painted(read, DOUBTED) == 0
    assert painted(doubted, DOUBTED) > 300 and painted(doubted, READ) == 0


def test_the_border_runs_along_the_quad_and_is_dashed_if_the_card_is_not_whole() -> None:
    def shares(whole: bool) -> list[float]:
        picture = drawn(BLANK, [card("10S", whole=whole)])
        sides = picture[60, 110:210], picture[230, 110:210], picture[70:220, 100], picture[70:220, 220]
        return [float((side != 128).any(axis=1).mean()) for side in sides]

    assert min(shares(whole=True)) == 1
    assert all(0.2 < share < 0.9 for share in shares(whole=False))


def test_a_card_beyond_the_border_is_named_inside_the_picture() -> None:
    beyond: Quad = ((-160.0, -60.0), (-40.0, -60.0), (-40.0, 110.0), (-160.0, 110.0))
    assert painted(drawn(BLANK, [card("QD", quad=beyond)]), READ) > 300


def test_names_grow_with_the_picture() -> None:
    large = np.full((3000, 4000, 3), 128, np.uint8)
    small_plate, large_plate = (painted(drawn(picture, [card("KC")]), READ) for picture in (BLANK, large))
    assert large_plate > 20 * small_plate

from dataclasses import replace

import pytest

from vision.sightings import Quad
from vision.steady import Lying, agree, changes


def card(label: str | None, x: float = 0, y: float = 0, *, whole: bool = True, upside_down: bool = False) -> Lying:
    quad: Quad = ((x, y), (x + 58, y), (x + 58, y + 88), (x, y + 88))
    if upside_down:
        quad = (quad[2], quad[3], quad[0], quad[1])
    return Lying(label=label, quad=quad, whole=whole, confidence=0.98)


def labels(cards: tuple[Lying, ...]) -> list[str | None]:
    return [card.label for card in cards]


def test_a_face_that_was_not_there_is_laid() -> None:
    assert labels(changes([card("7H")], [card("9S", 5, 5)]).laid) == ["9S"]


def test_four_millimetres_are_the_same_place_and_five_are_not() -> None:
    assert changes([card("7H")], [card("7H", 4)]).moved == ()
    assert labels(changes([card("7H")], [card("7H", 5)]).moved) == ["7H"]


def test_a_card_read_from_its_other_end_has_not_moved() -> None:
    change = changes([card("7H")], [card("7H", upside_down=True)])
    assert (change.laid, change.moved, change.unread) == ((), (), ())


@pytest.mark.parametrize(("turn_deg", "moved"), [(3, []), (6, ["7H"])])
def test_a_card_that_turned_by_more_than_four_degrees_has_moved(turn_deg: float, moved: list[str]) -> None:
    lean = 88 * turn_deg / 57.3
    turned: Quad = ((lean / 2, 0), (58 + lean / 2, 0), (58 - lean / 2, 88), (-lean / 2, 88))
    now = Lying(label="7H", quad=turned, whole=True, confidence=0.98)
    assert labels(changes([card("7H")], [now]).moved) == moved


def test_the_second_of_two_equal_cards_is_laid() -> None:
    change = changes([card("7H")], [card("7H", whole=False), card("7H", 20, 10)])
    assert labels(change.laid) == ["7H"] and change.moved == ()


def test_a_card_that_cannot_be_read_keeps_the_label_it_had() -> None:
    change = changes([card("7H")], [card(None, 1)])
    assert labels(change.lying) == ["7H"] and change.unread == ()


def test_another_card_that_cannot_be_read_does_not_inherit_the_label_of_the_one_it_covers() -> None:
    change = changes([card("7H")], [replace(card(None, 1), is_another=True)])
    assert labels(change.lying) == [None] and labels(change.unread) == [None]


def test_a_card_that_can_be_read_at_last_counts_as_moved() -> None:
    assert labels(changes([card(None)], [card("7H")]).moved) == ["7H"]


def test_a_new_card_that_cannot_be_read_is_unread() -> None:
    assert labels(changes([card("7H")], [card("7H"), card(None, 80)]).unread) == [None]


def test_the_rims_of_cards_under_a_whole_one_are_no_news() -> None:
    change = changes([], [card("7H"), card(None, 8, whole=False)])
    assert labels(change.laid) == ["7H"] and change.unread == ()


def test_a_covered_card_is_news_only_if_its_face_was_not_seen_before() -> None:
    pushed = [card("9S"), card("7H", 20, whole=False)]
    assert labels(changes([card("9S")], pushed, frozenset({"7H"})).laid) == []
    assert labels(changes([card("9S")], pushed).laid) == ["7H"]


def test_cards_laid_at_once_come_lowest_first_and_then_from_left_to_right() -> None:
    now = [card("KC", 90), card("2C", 0), card("JS", 40, whole=False)]
    assert labels(changes([], now).laid) == ["JS", "2C", "KC"]


def test_readings_agree_on_the_same_faces_in_the_same_places() -> None:
    one, other = (changes([], [card("7H", x), card("9S", 80)]) for x in (0, 2))
    assert agree(one, other)


@pytest.mark.parametrize("second", [[card("7D")], [card("7H", 9)], [card("7H"), card("9S", 80)], []])
def test_readings_that_differ_do_not_agree(second: list[Lying]) -> None:
    assert not agree(changes([], [card("7H")]), changes([], second))

from vision.deck import LABELS, RED_SUITS


def test_there_are_52_faces_and_the_joker_and_none_twice() -> None:
    assert len(LABELS) == len(set(LABELS)) == 53
    assert LABELS[0] == "AC"
    assert LABELS[-1] == "X"


def test_half_of_the_suits_are_red() -> None:
    assert sum(label[-1] in RED_SUITS for label in LABELS) == 26

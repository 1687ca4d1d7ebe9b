import numpy as np
import pytest

from table.twin.faces import DESIGNS, Deck, design, pips
from table.twin.paper import CARD_MM
from vision.deck import LABELS


@pytest.fixture(scope="module")
def deck() -> Deck:
    return Deck(design("plain"), px_per_mm=4)


@pytest.mark.parametrize("name", DESIGNS)
def test_no_two_faces_of_a_design_look_alike(name: str) -> None:
    faces = [Deck(design(name), px_per_mm=1.5).face(label).tobytes() for label in LABELS]
    assert len(set(faces)) == len(LABELS)


def test_a_face_has_the_size_of_a_bridge_card(deck: Deck) -> None:
    assert deck.face("7H").shape == (CARD_MM[1] * 4, CARD_MM[0] * 4, 4)


def test_a_card_is_opaque_but_for_its_round_corners(deck: Deck) -> None:
    opacity = deck.face("7H")[..., 3]
    assert opacity[0, 0] == opacity[-1, -1] == 0
    assert opacity[0, opacity.shape[1] // 2] > 200
    assert opacity[opacity.shape[0] // 2, opacity.shape[1] // 2] == 255


@pytest.mark.parametrize("label", ["10S", "KD", "4H"])
def test_a_face_reads_the_same_from_both_ends(deck: Deck, label: str) -> None:
    face = deck.face(label).astype(int)
    assert np.abs(face - face[::-1, ::-1]).mean() < 1


@pytest.mark.parametrize(("label", "is_red"), [("7H", True), ("7D", True), ("7S", False), ("7C", False)])
def test_hearts_and_diamonds_are_red(deck: Deck, label: str, is_red: bool) -> None:
    face = deck.face(label)[..., :3].astype(int)
    ink = face[face.min(axis=2) < 100]
    assert (ink[:, 2].mean() - ink[:, 0].mean() > 100) == is_red


@pytest.mark.parametrize("count", range(2, 11))
def test_a_number_card_has_as_many_pips_as_its_number(count: int) -> None:
    assert len(set(pips(str(count)))) == count


def test_a_swedish_deck_prints_swedish_letters() -> None:
    swedish = design("swedish")
    assert [swedish.index(rank) for rank in ("A", "K", "Q", "J", "10")] == ["E", "K", "D", "Kn", "10"]


def test_a_worn_card_differs_from_a_new_one_and_two_worn_ones_differ() -> None:
    new, worn, other = (
        Deck(design("plain"), wear=wear, seed=seed, px_per_mm=4) for wear, seed in ((0, 1), (1, 1), (1, 2))
    )
    assert not np.array_equal(new.face("5C"), worn.face("5C"))
    assert not np.array_equal(worn.face("5C"), other.face("5C"))


def test_the_same_seed_prints_the_same_deck() -> None:
    one, other = (Deck(design("serif"), wear=0.5, seed=4, px_per_mm=4) for _ in range(2))
    assert np.array_equal(one.face("QD"), other.face("QD"))


def test_the_back_has_no_white_middle(deck: Deck) -> None:
    middle = deck.back()[100:-100, 60:-60, :3]
    assert middle.mean() < 170


def test_an_unknown_design_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no deck design 'tarot'; there are plain"):
        design("tarot")


def test_an_unknown_face_is_refused(deck: Deck) -> None:
    with pytest.raises(ValueError, match="no face '1H'"):
        deck.face("1H")


def test_wear_beyond_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match="wear is 2"):
        Deck(design("plain"), wear=2)

import copy
import pickle

import pytest

from table.cards import DECK, Card, Rank, Suit, card, cards
from vision.deck import LABELS


def test_a_card_is_called_by_rank_and_suit() -> None:
    assert card("7H") == Card(Rank.SEVEN, Suit.HEARTS)
    assert card("10S") == Card(Rank.TEN, Suit.SPADES)


@pytest.mark.parametrize("name", [str(one) for one in DECK] + ["X"])
def test_every_card_is_read_as_it_is_written(name: str) -> None:
    assert str(card(name)) == name


@pytest.mark.parametrize(
    ("written", "meant"), [("TC", "10C"), ("7♥", "7H"), ("T♠", "10S"), ("ad", "AD"), ("10♦", "10D")]
)
def test_people_may_write_t_for_ten_and_signs_for_suits(written: str, meant: str) -> None:
    assert card(written) == card(meant)


@pytest.mark.parametrize("name", ["1H", "11S", "7", "H", "", "7HH", "XX", "XH", "7h♥", "♥", "TT", "7 H"])
def test_what_is_no_card_is_refused_with_the_cards_there_are(name: str) -> None:
    with pytest.raises(ValueError, match=r"^no card '.*'; cards are 2-10 J Q K A with C D H S, or X$"):
        card(name)


def test_several_cards_are_parted_by_blanks() -> None:
    assert [str(one) for one in cards("7S 10D X")] == ["7S", "10D", "X"]


def test_only_a_joker_has_no_suit() -> None:
    assert card("X").suit is None
    with pytest.raises(ValueError, match="every card but a joker has a suit"):
        Card(Rank.SEVEN, None)
    with pytest.raises(ValueError, match="every card but a joker has a suit"):
        Card(Rank.JOKER, Suit.HEARTS)


def test_a_deck_has_fifty_two_different_cards_and_no_joker() -> None:
    assert len(set(DECK)) == len(DECK) == 52
    assert card("X") not in DECK


def test_the_camera_calls_the_cards_as_the_table_does() -> None:
    assert {str(card(label)) for label in LABELS} == {str(one) for one in DECK} | {"X"}
    assert all(str(card(label)) == label for label in LABELS)


@pytest.mark.parametrize("name", ["7H", "10S", "X"])
def test_of_each_face_there_is_one_value_also_when_it_was_put_away_or_copied(name: str) -> None:
    one = card(name)
    assert Card(one.rank, one.suit) is one
    assert pickle.loads(pickle.dumps(one)) is one
    assert copy.deepcopy(one) is one

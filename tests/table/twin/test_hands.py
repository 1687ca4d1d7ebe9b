import math
import random

import pytest

from table.cards import cards
from table.seats import Seat
from table.twin.clock import TwinClock, ms
from table.twin.hands import Hands
from table.twin.reach import Movement
from table.twin.scene import Scene, Stage
from table.witness import Seating
from vision.mat import Mat

ANNA, BO, CIA = SEATS = (Seat("Anna"), Seat("Bo"), Seat("Cia"))
SEATING = Seating(seats=SEATS, sides={"north-west": ANNA, "east": BO, "south-west": CIA})
PILE = (270.0, 270.0)
TALON = (455.0, 270.0)


class Table:
    """Hands over a stage, and every scene that a camera would have seen, with its time."""

    def __init__(self, mat: Mat, seed: int = 1) -> None:
        self.clock, self.stage, self.mat = TwinClock(), Stage(), mat
        self.hands = Hands(self.stage, mat, SEATING, self.clock, seed)
        self.film: list[tuple[int, Scene]] = []

    def play(self, movement: Movement) -> None:
        while next(movement, self) is None:
            self.film.append((self.clock.now_ns(), self.stage.scene))
            self.clock.advance(ms(50))
        self.film.append((self.clock.now_ns(), self.stage.scene))

    def labels(self) -> list[str]:
        return [card.label for card in self.stage.scene.cards if card.face_up]


@pytest.fixture
def table(mat: Mat) -> Table:
    table = Table(mat)
    table.hands.set_table(cards("7H"), 31)
    return table


def chance() -> random.Random:
    return random.Random(4)


@pytest.mark.parametrize("seat", SEATS)
def test_a_hand_comes_over_its_own_side_and_is_away_afterwards(table: Table, seat: Seat) -> None:
    table.play(table.hands.lay(seat, cards("9H"), chance()))
    side = next(name for name, who in SEATING.sides.items() if who == seat)
    start, end = table.mat.side(side).start, table.mat.side(side).end
    for _, scene in table.film[:-1]:
        assert [arm.owner for arm in scene.arms] == [seat]
        assert _crosses(scene.arms[0].shoulder, PILE, start, end)
    assert table.stage.scene.arms == ()


def test_a_laid_card_lies_on_the_pile_about_straight_or_across(table: Table) -> None:
    for number in range(60):
        table.play(table.hands.lay(CIA, cards("9H"), random.Random(number)))
        laid = table.stage.scene.cards[-1]
        assert laid.label == "9H"
        assert math.dist(laid.at, PILE) < 20
        towards = math.degrees(math.atan2(PILE[0] - 150, 760 - PILE[1]))
        assert min((laid.turn - towards) % 90, (towards - laid.turn) % 90) <= 25.001


def test_cards_of_one_play_come_one_by_one_in_one_reach(table: Table) -> None:
    table.play(table.hands.lay(BO, cards("9H 9S 9D"), chance()))
    assert table.labels() == ["7H", "9H", "9S", "9D"]
    assert all(scene.arms for _, scene in table.film[:-1])


def test_between_two_cards_the_first_lies_free_for_long_enough_to_be_read(table: Table) -> None:
    table.play(table.hands.lay(ANNA, cards("9H 9S"), chance()))
    zone = table.mat.zone("pile")
    free = [at for at, scene in table.film if len(scene.cards) == 5 and not zone.holds(scene.arms[0].hand)]
    assert free[-1] - free[0] >= ms(700)


def test_a_card_in_the_hand_is_the_one_that_is_laid(table: Table) -> None:
    table.play(table.hands.lay(BO, cards("9H"), chance()))
    held = [arm.holds for _, scene in table.film for arm in scene.arms if arm.holds]
    assert {card.label for cards in held for card in cards} == {"9H"}
    assert len({card.turn for cards in held for card in cards}) == 1


def test_cards_taken_back_leave_with_the_hand(table: Table) -> None:
    table.play(table.hands.lay(BO, cards("9S 9C"), chance()))
    table.play(table.hands.take_back(BO, 2, chance()))
    assert table.labels() == ["7H"]
    assert [card.label for card in table.film[-2][1].arms[0].holds] == ["9S", "9C"]


def test_a_drawn_card_is_not_shown_and_the_talon_shrinks_at_its_end(table: Table) -> None:
    table.play(table.hands.draw(CIA, 1, 30, chance()))
    assert not any(card.face_up for _, scene in table.film for arm in scene.arms for card in arm.holds)
    assert sum(not card.face_up for card in table.stage.scene.cards) == 3
    table.play(table.hands.draw(CIA, 1, 1, chance()))
    assert sum(not card.face_up for card in table.stage.scene.cards) == 1
    table.play(table.hands.draw(CIA, 1, 0, chance()))
    assert table.labels() == ["7H"]


def test_the_pile_becomes_the_talon_and_its_top_card_stays_where_it_lay(table: Table) -> None:
    table.play(table.hands.draw(CIA, 3, 0, chance()))
    table.play(table.hands.lay(BO, cards("9H 9S"), chance()))
    top = table.stage.scene.cards[-1]
    table.play(table.hands.turn_pile(CIA, 2, chance()))
    assert [card for card in table.stage.scene.cards if card.face_up] == [top]
    assert all(math.dist(card.at, TALON) < 5 for card in table.stage.scene.cards if not card.face_up)


def test_when_cards_came_to_lie_is_kept(table: Table) -> None:
    table.hands.laid_ns.clear()
    table.play(table.hands.lay(BO, cards("9H 9S"), chance()))
    counts = {len(scene.cards): at for at, scene in reversed(table.film)}
    assert table.hands.laid_ns == [counts[5], counts[6]]


def test_hands_take_as_long_as_people_do(table: Table) -> None:
    began = table.clock.now_ns()
    table.play(table.hands.lay(BO, cards("9H"), chance()))
    assert ms(900) < table.clock.now_ns() - began < ms(2000)


def test_the_same_seed_moves_in_the_same_way(mat: Mat) -> None:
    films = []
    for _ in range(2):
        table = Table(mat)
        table.hands.set_table(cards("7H KS"), 20)
        table.play(table.hands.lay(BO, cards("9H"), chance()))
        films.append(table.film)
    assert films[0] == films[1]


Place = tuple[float, float]


def _crosses(shoulder: Place, target: Place, start: Place, end: Place) -> bool:
    """Whether the line from shoulder to target passes between both ends of a side."""

    def turn(a: Place, b: Place, c: Place) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return turn(shoulder, target, start) * turn(shoulder, target, end) < 0

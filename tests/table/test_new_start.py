"""What lies on the mat when the table is started again, in the middle of a game."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from table.desk import Desk, open_game
from table.game import Header, Option
from table.games import find_game
from table.ledger import Ledger
from table.seats import Seat
from table.witness import Seating
from vision.sightings import Placement, Reach, SightLost, Span, Watched

ANNA, BO, CIA = Seat("Anna"), Seat("Bo"), Seat("Cia")
SIDES = {"south": ANNA, "north": BO, "west": CIA}
STARTED_NS = 70_000_000_000
SECOND_NS = 1_000_000_000


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "log.sqlite") as opened:
        yield opened


class Again:
    """A table that heard some lines, lost its power and was started again."""

    def __init__(self, ledger: Ledger, game: str, *lines: str, decks: int = 1) -> None:
        seats = (ANNA, BO) if game == "stress" else (ANNA, BO, CIA)
        options = (Option("first_lead", "seat"),) if game == "president" else ()
        header = Header(game=game, seats=seats, dealer=ANNA, decks=decks, options=options)
        number = open_game(ledger, header, ("a test", "judge it"))
        seating = Seating(seats=seats, sides={side: seat for side, seat in SIDES.items() if seat in seats})
        before = Desk(find_game(game), ledger, number, seating, 0)
        for line in lines:
            before.tell(line, 0)
        self.told = len(ledger.lines(number))
        self.desk = Desk(find_game(game), ledger, number, seating, STARTED_NS)
        self.now_ns, self.reaches = STARTED_NS, 0
        self.desk.see(Watched(STARTED_NS))

    def finds(self, **zones: Sequence[str | None]) -> None:
        """The camera has read all zones for the first time; `pile_1` is the zone `pile.1`."""
        self.now_ns += SECOND_NS
        for name, labels in zones.items():
            for label in labels:
                self._place(name.replace("_", "."), label, Span(STARTED_NS, self.now_ns))
        self.desk.see(Watched(self.now_ns))

    def lays(self, side: str, *labels: str | None, zone: str = "pile") -> None:
        self.reaches, self.now_ns = self.reaches + 1, self.now_ns + SECOND_NS
        during = Span(self.now_ns - SECOND_NS // 2, self.now_ns)
        for label in labels:
            self._place(zone, label, during, side)
        self.desk.see(Reach(number=self.reaches, side=side, during=during))

    def _place(self, zone: str, label: str | None, during: Span, side: str | None = None) -> None:
        self.desk.see(
            Placement(
                zone=zone,
                label=label,
                during=during,
                reached_from=side,
                reach=self.reaches if side else None,
                confidence=0.9,
                evidence=b"a picture",
            )
        )

    @property
    def written(self) -> list[str]:
        """What was written down since, without the times."""
        return [line.split("] ")[-1] for line in self.desk.ledger.lines(self.desk.number)[self.told :]]


A_PILE = ("table: start 6D", "Bo: play 10D", "Cia: play 3D")


@pytest.mark.parametrize("seen", [*itertools.permutations(("6D", "10D", "3D")), ("10D", "3D"), ("3D",), ("10D",)])
def test_cards_of_the_pile_that_lay_there_are_not_played_again(ledger: Ledger, seen: tuple[str, ...]) -> None:
    again = Again(ledger, "vvvand8", *A_PILE)
    again.finds(pile=seen)
    assert (again.written, again.desk.questions) == ([], ())


@pytest.mark.parametrize("seen", [(None,), ("10D", None), ("6D", "10D", None)])
def test_the_top_of_the_pile_need_not_be_read_again(ledger: Ledger, seen: tuple[str | None, ...]) -> None:
    again = Again(ledger, "vvvand8", *A_PILE)
    again.finds(pile=seen)
    assert (again.written, again.desk.questions) == ([], ())


def test_a_card_laid_while_the_power_was_away_is_taken_for_that_of_the_player_in_turn(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE)
    again.finds(pile=("10D", "3D", "7D"))
    assert again.written == ["Anna: play 7D"]


def test_a_card_laid_while_the_power_was_away_that_cannot_be_read_is_asked_for(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE)
    again.finds(pile=("10D", "3D", None))
    (question,) = again.desk.questions
    assert (again.written, question.doubt.seat) == ([], ANNA)


def test_of_two_decks_as_many_copies_lie_there_as_the_record_knows(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE, decks=2)
    again.finds(pile=("3D", "10D", "10D"))
    assert again.written == ["Anna: play 10D"]


def test_a_wrong_card_that_lies_there_still_is_neither_taken_back_nor_laid_again(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE, "Anna: play 9S")
    again.finds(pile=("10D", "3D", "9S"))
    assert (again.written, len(again.desk.referee.rulings)) == ([], 1)


def test_a_wrong_card_that_does_not_lie_there_any_more_was_taken_back(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE, "Anna: play 9S")
    again.finds(pile=("10D", "3D"))
    assert again.written == ["Anna: takeback 9S"]


def test_who_lays_a_card_before_the_pile_was_read_has_laid_that_one_only(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE)
    again.lays("south", "10D", "3D", "7D")
    assert again.written == ["Anna: play 7D"]


def test_an_older_card_that_peeps_out_when_the_next_is_laid_is_not_laid_with_it(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE)
    again.finds(pile=("3D",))
    again.lays("south", "7D", "6D")
    assert again.written == ["Anna: play 7D"]


def test_an_older_card_that_peeps_out_when_a_wrong_one_is_taken_back_is_not_laid(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE, "Anna: play JH")
    again.finds(pile=("JH",))
    again.lays("south", "10D")
    assert (again.written, again.desk.questions) == ([], ())


def test_the_top_seen_again_beside_the_next_card_is_not_laid_with_it(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE)
    again.finds(pile=("10D", "3D"))
    again.lays("south", "3S", "3D")
    assert again.written == ["Anna: play 3S"]


def test_a_face_that_was_seen_already_was_misread_the_second_time(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE)
    again.finds(pile=("10D", "3D"))
    again.lays("south", "10D")
    assert again.written == ["Anna: play 10D"]


def test_the_play_goes_on_after_a_new_start(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE)
    again.finds(pile=("10D", "3D"), talon=("6D",))
    again.lays("south", "7D")
    again.lays("north", "9D", "9H")
    assert again.written == ["Anna: play 7D", "Bo: play 9D 9H"]
    assert again.desk.referee.rulings == ()


def test_a_camera_that_has_to_be_opened_anew_tells_the_pile_anew(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE)
    again.finds(pile=("10D", "3D"))
    again.desk.see(SightLost(again.now_ns, "its pictures cannot be looked at"))
    again.desk.see(Watched(again.now_ns + 1))
    again.finds(pile=("10D", "3D"))
    assert (again.written, again.desk.questions) == ([], ())


def test_what_was_laid_while_the_camera_was_lost_is_told_as_before(ledger: Ledger) -> None:
    again = Again(ledger, "vvvand8", *A_PILE)
    again.finds(pile=("10D", "3D"))
    again.desk.see(SightLost(again.now_ns, "no picture for 3 s"))
    again.finds(pile=(None,))
    assert len(again.desk.questions) == 1


# Stress

A_DEAL = ("Anna: open 4H 9C KD 2S", "Bo: open 6S JD 4C 10C", "Anna: flip 5H", "Bo: flip QS", "Bo: lay JD on Bo")
ROWS = {"row_1_1": ("KD",), "row_1_2": ("9C",), "row_1_3": ("4H",), "row_1_4": ("2S",)}
BOS_ROW = {"row_2_1": ("6S",), "row_2_3": ("4C",), "row_2_4": ("10C",)}


@pytest.mark.parametrize("pile", [("QS", "JD"), ("JD", "QS"), ("JD",), ("QS", None), (None,)])
def test_rows_and_piles_of_stress_that_lay_there_are_not_laid_again(
    ledger: Ledger, pile: tuple[str | None, ...]
) -> None:
    again = Again(ledger, "stress", *A_DEAL)
    again.finds(**ROWS, **BOS_ROW, pile_1=("5H",), pile_2=pile)
    assert (again.written, again.desk.questions) == ([], ())


def test_a_card_of_a_row_need_not_be_read_again(ledger: Ledger) -> None:
    again = Again(ledger, "stress", *A_DEAL)
    again.finds(**{**ROWS, "row_1_2": (None,)}, **BOS_ROW, pile_1=("5H",), pile_2=("JD",))
    assert (again.written, again.desk.questions) == ([], ())


def test_a_card_filled_in_while_the_power_was_away_is_taken_and_asked_for_if_it_cannot_be_read(ledger: Ledger) -> None:
    again = Again(ledger, "stress", *A_DEAL)
    again.finds(**ROWS, **BOS_ROW, row_2_2=("3S",), pile_1=("5H",), pile_2=("JD",))
    assert again.written == ["Bo: fill 3S"]
    other = Again(ledger, "stress", *A_DEAL)
    other.finds(**ROWS, **BOS_ROW, row_2_2=(None,), pile_1=("5H",), pile_2=("JD",))
    (question,) = other.desk.questions
    assert question.doubt.answer == "Bo: fill {card}"


def test_a_card_laid_on_a_pile_while_the_power_was_away_came_from_its_row(ledger: Ledger) -> None:
    again = Again(ledger, "stress", *A_DEAL)
    again.finds(**{**ROWS, "row_1_3": ()}, **BOS_ROW, pile_1=("5H", "4H"), pile_2=("JD",))
    assert again.written == ["Anna: lay 4H on Anna"]


def test_a_wrong_card_on_a_pile_of_stress_lies_there_still(ledger: Ledger) -> None:
    again = Again(ledger, "stress", *A_DEAL, "Anna: lay 9C on Bo")
    again.finds(**{**ROWS, "row_1_2": ()}, **BOS_ROW, pile_1=("5H",), pile_2=("QS", "JD", "9C"))
    assert (again.written, again.desk.questions) == ([], ())


# The climbing games


@pytest.mark.parametrize("game", ["president", "schtefan"])
@pytest.mark.parametrize("seen", [("5H", "7C"), ("7C", "5H"), ("5H", None), ("7C",)])
def test_tricks_that_lay_there_are_not_played_again(ledger: Ledger, game: str, seen: tuple[str | None, ...]) -> None:
    again = Again(ledger, game, "Bo: play 5H", "Cia: play 7C")
    again.finds(pile=seen)
    assert (again.written, again.desk.questions) == ([], ())


@pytest.mark.parametrize("game", ["president", "schtefan"])
def test_a_trick_goes_on_with_what_was_laid_meanwhile(ledger: Ledger, game: str) -> None:
    again = Again(ledger, game, "Bo: play 5H", "Cia: play 7C")
    again.finds(pile=("5H", "7C", "9D"))
    assert again.written == ["Anna: play 9D"]

"""Whole games of Stress at the simulated table, seen by eyes that never err: what is left are players and referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.app.seating import seating_round
from table.desk import Desk, open_game
from table.game import Header
from table.games.stress import STRESS
from table.ledger import Ledger
from table.notation import read_record
from table.rulings import Kind
from table.seats import Seat
from table.twin.clock import TwinClock
from table.twin.scene import Stage
from table.twin.stress.evening import StressEvening
from tests.table.twin.stress.scene_eyes import BlinkingEyes, DimEyes, SceneEyes
from vision.mat import load_mat

SEATS = (Seat("Anna"), Seat("Bo"))
MOST_FRAMES = 20_000


class Table:
    """One log, and evenings round it."""

    def __init__(self, folder: Path) -> None:
        self.mat, self.clock, self.stage = load_mat("stress-60x42"), TwinClock(), Stage()
        self.ledger = Ledger(folder / "log.sqlite")
        header = Header(game="stress", seats=SEATS)
        self.number = open_game(self.ledger, header, ("A test.", "Nothing to see."))
        self.seating = seating_round(SEATS, self.mat)

    def evening(self, seed: int, errs: float = 0.08, eyes: SceneEyes | None = None) -> StressEvening:
        self.desk = Desk(STRESS, self.ledger, self.number, self.seating, self.clock.now_ns())
        return StressEvening(
            self.desk,
            clock=self.clock,
            seed=seed,
            mat=self.mat,
            stage=self.stage,
            eyes=eyes or SceneEyes(self.stage, self.mat, self.seating, self.clock),
            errs=errs,
        )

    def dim_eyes(self, unread: float) -> DimEyes:
        return DimEyes(self.stage, self.mat, self.seating, self.clock, unread=unread, seed=1)

    def eyes_that_miss(self, zone: str) -> SceneEyes:
        return BlinkingEyes(self.stage, self.mat, self.seating, self.clock, zone=zone)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.ledger.close()


def play(evening: StressEvening, moves: int | None = None) -> None:
    for _ in range(MOST_FRAMES):
        if evening.is_over or (moves is not None and evening.counts.moves >= moves):
            break
        evening.step()
    evening.close()


@pytest.mark.parametrize("seed", [9, 20])
def test_a_game_ends_and_what_was_ruled_is_what_had_to_be(table: Table, seed: int) -> None:
    evening = table.evening(seed)
    play(evening)
    assert table.desk.referee.state.winner in SEATS
    assert Counter(evening.ruled()) == Counter(evening.planted) != Counter()
    assert evening.counts.helped == []


@pytest.mark.parametrize("seed", [4])
def test_a_game_ends_though_of_many_cards_the_tablet_must_ask_which_they_are(table: Table, seed: int) -> None:
    eyes = table.dim_eyes(unread=0.1)
    evening = table.evening(seed, eyes=eyes)
    play(evening)
    assert table.desk.referee.state.winner in SEATS
    assert Counter(evening.ruled()) == Counter(evening.planted) != Counter()
    assert 0 < len(evening.counts.helped) <= eyes.could_not_read


def test_who_is_still_asked_for_a_card_that_lies_there_tells_the_tablet_which_it_is(table: Table) -> None:
    evening = table.evening(3, errs=0.0, eyes=table.eyes_that_miss("pile.1"))
    play(evening, moves=16)
    turned = evening.felt.cards("pile.1")[0]
    assert evening.counts.helped == [f"Anna: flip {turned}"]
    assert turned in table.desk.referee.state.piles[0].cards


def test_who_never_errs_is_never_ruled_against(table: Table) -> None:
    play(table.evening(5, errs=0.0))
    assert table.desk.referee.state.is_over
    assert [ruling for ruling in table.desk.referee.rulings if ruling.kind in (Kind.FOUL, Kind.QUESTION)] == []


def test_each_lays_about_a_card_a_second(table: Table) -> None:
    evening = table.evening(3, errs=0.0)
    began_ns = table.clock.now_ns()
    play(evening, moves=40)
    assert 18e9 < table.clock.now_ns() - began_ns < 32e9


def test_the_camera_is_asked_how_far_it_has_come_no_oftener_than_slaps_and_fifth_piles_need_it(table: Table) -> None:
    """Every line written is a write to the memory card."""
    play(table.evening(2))
    record = read_record("\n".join(table.ledger.lines(table.number)), "the log")
    kinds = Counter(type(event).__name__ for event in record.events)
    assert kinds["Watched"] <= 2 * (kinds["Slap"] + kinds["Fill"])
    assert kinds["Watched"] < len(record.events) / 4


def test_a_game_cut_off_in_the_middle_goes_on_to_its_end(table: Table) -> None:
    play(table.evening(3), moves=60)
    table.stage.scene = Stage().scene
    later = table.evening(3)
    play(later)
    assert table.desk.referee.state.winner in SEATS
    assert Counter(later.ruled()) == Counter(later.planted)

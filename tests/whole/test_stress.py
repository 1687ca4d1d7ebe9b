"""One stress at the simulated table: rendered pictures through the real vision, edges through gpiozero, a real log."""

from __future__ import annotations

from pathlib import Path

from table.app.seating import mat_for, seating_round
from table.desk import Desk, open_game
from table.events import Flip, Slap, Watched
from table.game import Header
from table.games.stress import STRESS
from table.ledger import Ledger
from table.notation import read_record
from table.seats import Seat
from table.twin.clock import TwinClock
from table.twin.stress.evening import StressEvening
from vision.mat import load_mat

ANNA, BO = SEATS = (Seat("Anna"), Seat("Bo"))
ROWS = ("Anna: open 6H 8C KD 2S", "Bo: open 6S 8D 4H QC")
A_PAIR_IS_TURNED = 1
"""A seed with which both turn cards of one rank."""
MOST_FRAMES = 400


def test_two_cards_are_turned_and_alike_and_the_slower_hand_takes_them_up(tmp_path: Path) -> None:
    header = Header(game="stress", seats=SEATS)
    mat, clock = load_mat(mat_for("stress", len(SEATS))), TwinClock()
    with Ledger(tmp_path / "log.sqlite") as ledger:
        number = open_game(ledger, header, ("A test.", "Nothing to see."))
        first = len(ledger.lines(number)) + 1
        for line, text in enumerate(ROWS, first):
            ledger.append(number, line, "tablet", text)
        desk = Desk(STRESS, ledger, number, seating_round(SEATS, mat), clock.now_ns())
        evening = StressEvening(desk, clock=clock, seed=A_PAIR_IS_TURNED, mat=mat, errs=0.0)
        for _ in range(MOST_FRAMES):
            if evening.ruled():
                break
            evening.step()
        evening.close()
        record = read_record("\n".join(ledger.lines(number)), "the log")
    told = [type(event) for event in record.events[len(ROWS) :]]
    assert told.count(Flip) == 2
    assert told.count(Slap) >= 1
    assert 1 <= told.count(Watched) <= told.count(Slap)
    assert evening.ruled() == list(evening.planted) != []
    assert [(ruling.clause, ruling.seat) for ruling in desk.referee.rulings if ruling.clause == "S3.6"] == [
        ("S3.6", None)
    ]
    assert evening.counts.helped == []

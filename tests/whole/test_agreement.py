"""The simulated table plays, the real vision looks: the record that the desk writes is what was done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from table.app.seating import seating_round
from table.desk import Desk, open_game
from table.events import Event
from table.games.vvvand8 import VVVAND8
from table.ledger import Ledger
from table.moments import Micros
from table.notation import Record, read_record
from table.referee import Referee
from table.twin.clock import TwinClock
from table.twin.evening import Evening
from table.twin.script import Script
from vision.mat import load_mat
from vision.reader import Reader

RECORD = """game vvvand8
seats Anna Bo Cia
dealer Anna
Bo: dealt 4
table: start 7H
Bo: play 9H 9S          # a group: two cards in one movement
Cia: play KD            # fits neither suit nor rank
Cia: takeback KD
Cia: play AS
Anna: draw 1
Bo: draw 1
Cia: play 4S
Anna: play 8D           # an eight, and a suit
Anna: suit C
Bo: call                # goes out with what is left
Bo: play QC QD
Cia: play 5D
Anna: play 2D
Bo: play 10D
"""


class Acted:
    """The record as it was acted, seen and written down again."""

    def __init__(self, folder: Path) -> None:
        self.given = read_record(RECORD, "acted.ctn")
        clock, mat = TwinClock(), load_mat("table-60x42")
        with Ledger(folder / "log.sqlite") as ledger:
            number = open_game(ledger, self.given.header, ("A test.", "Seen by the twin's camera."))
            opened_ns = clock.now_ns()
            self.desk = Desk(VVVAND8, ledger, number, seating_round(self.given.header.seats, mat), opened_ns)
            evening = Evening(self.desk, Script(self.given), clock=clock, seed=7, mat=mat, reader=Reader.load())
            while not evening.is_over and evening.frames < 2000:
                evening.step()
            evening.close()
            self.written = read_record("\n".join(ledger.lines(number)), "written")
        self.counts = evening.counts
        self.seen_us = {
            line: [Micros((at_ns - opened_ns) // 1000) for at_ns in laid_ns]
            for line, laid_ns in evening.seen_ns.items()
            if laid_ns
        }


@pytest.fixture(scope="module")
def acted(tmp_path_factory: pytest.TempPathFactory) -> Acted:
    return Acted(tmp_path_factory.mktemp("agreement"))


def what(record: Record) -> list[Event]:
    return [replace(event, line=0, when=None) for event in record.events]


def test_what_was_done_is_what_was_written_down(acted: Acted) -> None:
    assert what(acted.written) == what(acted.given)
    assert acted.counts.helped == []
    assert acted.counts.surprises == []
    assert acted.counts.questions == 0


def test_every_card_truly_lay_within_the_moment_that_was_written(acted: Acted) -> None:
    timed = {event.line: event.when for event in acted.written.events}
    assert len(acted.seen_us) >= 9
    for line, laid in acted.seen_us.items():
        when = timed[line]
        assert when is not None
        assert when.earliest <= laid[0]
        assert laid[-1] <= when.latest


def test_the_rulings_are_those_of_the_record_given(acted: Acted) -> None:
    referee = Referee(VVVAND8, acted.given.header)
    referee.hear_all(acted.given.events)
    given = [(ruling.clause, ruling.kind, ruling.seat) for ruling in referee.rulings]
    assert [(ruling.clause, ruling.kind, ruling.seat) for ruling in acted.desk.referee.rulings] == given
    assert ("V3.2", "foul", "Cia") in given
    assert ("V2.1", "win", "Bo") in given

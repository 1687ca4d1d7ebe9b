"""Buttons and lamps of a real table, on the twin's pins: no thread runs, each step is made by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.edges import Edge
from firmware.wiring import FOUR_SEATS
from table.app.contacts import CALM_NS, RACING_NS, Contacts
from table.app.host import Host, SenseLost
from table.game import Header
from table.ledger import Ledger
from table.seats import Seat
from table.twin.clock import TwinClock
from table.twin.pins import Contact, TwinFactory
from table.witness import Seating

LISA, BO = Seat("Lisa"), Seat("Bo")

A_PAIR = (
    "Lisa: open 4H 9C KD 2S",
    "Bo: open 6S JD 3H 10C",
    "[0~0.03] Lisa: flip 5H",
    "[0~0.03] Bo: flip 6D",
    "[0.1~0.133] Bo: lay 6S on Lisa",
)


class Table:
    """A host and its contacts, with the clock in the test's hand."""

    def __init__(self, path: Path, game: str = "stress") -> None:
        self.clock = TwinClock()
        self.factory = TwinFactory(self.clock)
        self.ledger = Ledger(path / "log.sqlite")
        header = Header(game=game, seats=(LISA, BO), dealer=None if game == "stress" else LISA)
        self.host = Host(self.ledger, header, Seating(seats=(LISA, BO)), self.clock.now_ns)
        self.put: list[Edge | SenseLost] = []
        self.contacts = Contacts(FOUR_SEATS, self._put, self.factory, self.clock.now_ns)
        self.contacts.open(self.host.desk)
        self.host.listen(lambda change: self.contacts.follow(self.host.desk, change))
        self.contacts.panel.ready()

    def _put(self, item: Edge | SenseLost) -> None:
        self.put.append(item)
        self.host.put(item)

    def close(self) -> None:
        self.contacts.close()
        self.factory.reset()
        self.ledger.close()

    def pair(self) -> None:
        """Two sixes lie open, half a second after the game began."""
        self.clock.advance(500_000_000)
        for line in A_PAIR:
            self.host.tell(line)
        self.work()

    def touch(self, button: str) -> Contact:
        contact = Contact(self.factory, FOUR_SEATS.buttons[button], self.clock)
        contact.press()
        return contact

    def press(self, button: str, held_ms: int = 40) -> None:
        contact = self.touch(button)
        self.wait(held_ms)
        contact.release()
        self.wait(20)

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            self.clock.advance(1_000_000)
            self.contacts.look()
        self.work()

    def work(self) -> None:
        while self.host.work(0.0):
            pass

    def lit(self) -> set[str]:
        return {name for name, pin in FOUR_SEATS.lamps.items() if self.factory.pin(pin).state}

    def sense(self, name: str) -> list[str]:
        lamps = self.host.board.latest().view.senses
        return [lamp.message.en for lamp in lamps if lamp.name.en == name and not lamp.well]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def test_a_press_reaches_the_record_with_the_time_of_its_first_touch(table: Table) -> None:
    table.pair()
    table.press("slap.1")
    assert [item.button for item in table.put if isinstance(item, Edge)] == ["slap.1"]
    assert table.ledger.lines(table.host.desk.number)[-1] == "[0.5] Lisa: slap"


def test_the_first_hand_has_its_lamp_lit_before_anything_is_judged(table: Table) -> None:
    table.pair()
    table.touch("slap.2")
    assert "seat.2" in table.lit()
    table.touch("slap.1")
    assert "seat.1" not in table.lit()


def test_the_verdict_lights_the_winner_for_a_while(table: Table) -> None:
    table.pair()
    table.press("slap.2")
    table.press("slap.1")
    table.wait(2100)
    assert "seat.2" not in table.lit()
    table.host.tell("table: watched")
    table.wait(1)
    assert "seat.2" in table.lit()
    table.wait(2001)
    assert "seat.2" not in table.lit()


def test_the_verdict_takes_the_light_from_who_was_only_first_to_be_heard(table: Table) -> None:
    """A tie: both are lit."""
    table.pair()
    first, second = table.touch("slap.2"), table.touch("slap.1")
    assert {"seat.1", "seat.2"} & table.lit() == {"seat.2"}
    table.wait(40)
    first.release()
    second.release()
    table.host.tell("table: watched")
    table.wait(1)
    assert {"seat.1", "seat.2"} <= table.lit()


def test_a_false_slap_has_no_light_and_sounds_the_buzzer(table: Table) -> None:
    table.clock.advance(500_000_000)
    for line in (*A_PAIR[:3], "[0~0.03] Bo: flip QS"):
        table.host.tell(line)
    table.press("slap.1")
    assert "seat.1" in table.lit()
    table.host.tell("table: watched")
    table.work()
    assert table.lit() == {"buzzer"}


def test_g15_each_player_presses_the_own_slap_button_once_before_stress(table: Table) -> None:
    table.contacts.look()
    table.work()
    (told,) = table.sense("Slap buttons")
    assert told.endswith("Not seen yet: Lisa, Bo")
    table.press("slap.1")
    (told,) = table.sense("Slap buttons")
    assert told.endswith("Not seen yet: Bo")
    table.press("slap.2")
    assert table.sense("Slap buttons") == []


def test_in_a_game_without_slaps_nothing_races_and_the_turn_is_lit(tmp_path: Path) -> None:
    table = Table(tmp_path, game="vvvand8")
    table.host.tell("table: start QH")
    table.work()
    assert table.contacts.look() == CALM_NS
    turn = table.host.desk.game.view(table.host.desk.referee.state).turn
    assert table.lit() == {f"seat.{(LISA, BO).index(turn) + 1}"}
    table.work()
    assert table.sense("Slap buttons") == []
    table.close()


def test_the_panel_is_looked_at_more_often_while_hands_race(table: Table) -> None:
    assert table.contacts.look() == RACING_NS


def test_g16_a_slap_whose_edge_was_lost_leaves_the_stress_without_a_verdict(table: Table) -> None:
    table.wait(20)
    table.pair()
    table.factory.pin(FOUR_SEATS.buttons["slap.2"])._change_state(False)  # the kernel lost this edge
    table.press("slap.1")
    table.wait(400)
    table.host.tell("table: watched")
    table.wait(1)
    standing = table.host.desk.game.standing(table.host.desk.referee.state)
    assert standing.slaps == ()
    said = {(ruling.clause, ruling.kind.value, ruling.seat) for ruling in table.host.desk.referee.rulings}
    assert ("S3.7", "question", BO) in said
    assert not {("S3.2", "info", LISA), ("S3.2", "info", BO)} & said


def test_the_thread_starts_and_ends(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.contacts.start()
    table.close()

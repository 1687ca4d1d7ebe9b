"""Slaps the whole way: contacts on pins, the panel, the witness, the game. Every press ends, and ends in one way."""

from __future__ import annotations

import dataclasses
import re
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockPin
from hypothesis import given
from hypothesis import strategies as st

from firmware.edges import Edge
from firmware.panel import Panel
from firmware.wiring import FOUR_SEATS
from table.events import Event
from table.games import find_game
from table.moments import Micros, Moment
from table.notation import read_event, read_record
from table.referee import Referee
from table.reports import Complete
from table.rulings import Ruling
from table.seats import Seat
from table.twin.clock import TwinClock
from table.twin.pins import TwinFactory
from table.witness import Seating, Witness

LISA, BO = Seat("Lisa"), Seat("Bo")
MS = 1_000_000

ROWS = ("Lisa: open 4H 9C KD 2S", "Bo: open 6S JD 3H 10C", "[0~0.03] Lisa: flip 5H", "[0~0.03] Bo: flip 6D")
A_PAIR = "[1.000~1.033] Bo: lay 6S on Lisa"
COVERED = "[1.700~1.733] Lisa: lay 4H on Lisa"
TAKEN = "Bo: takes both"

LAG_MS = 400
"""How long after it happened the camera has read what came to lie."""


@dataclass(frozen=True)
class Slap:
    """A hand on a slap button, ms after the game was opened."""

    seat: int
    at_ms: float
    held_ms: float = 40.0
    bounces: int = 0


class Evening:
    """A game of Stress on pins; its clock moves only when told."""

    def __init__(self, header: str = "") -> None:
        self.clock = TwinClock()
        self.opened_ns = self.clock.now_ns()
        self.factory = TwinFactory(self.clock)
        self.panel = Panel(FOUR_SEATS, on_press=self._press, pin_factory=self.factory, monotonic_ns=self.clock.now_ns)
        self.panel.ready()
        self.panel.race("slap")
        self.game = find_game("stress")
        record = read_record("\n".join(("game stress", header, "seats Lisa Bo", *ROWS)), "evening")
        self.referee: Referee[Any] = Referee(self.game, record.header)
        self.referee.hear_all(record.events)
        self.lines = len(ROWS) + 10
        self.witness = Witness(Seating(seats=(LISA, BO)), self.opened_ns)
        self.presses: dict[int, Edge] = {}

    def _press(self, edge: Edge) -> None:
        (statement,) = self.witness.press(edge)
        for event in self.game.testify(self.referee.state, statement.report):
            self._hear(event)
            self.presses[self.lines] = edge

    def _hear(self, event: Event) -> None:
        self.lines += 1
        self.referee.hear(dataclasses.replace(event, line=self.lines))

    def tell(self, text: str) -> None:
        event = read_event(text, self.lines + 1, self.referee.header)
        assert event is not None
        self._hear(event)

    def watched(self) -> None:
        until = Micros((self.clock.now_ns() - self.opened_ns) // 1000)
        for event in self.game.testify(self.referee.state, Complete(when=Moment(until, until))):
            self._hear(event)

    def play(self, slaps: list[Slap], cards: dict[float, str], until_ms: float = 6000.0) -> None:
        """Slaps on the pins, and what the camera tells at those times, each in its turn."""
        deeds: list[tuple[float, int, Any]] = [(at_ms, 0, text) for at_ms, text in cards.items()]
        deeds += [(at_ms, 1, change) for slap in slaps for at_ms, change in self._changes(slap)]
        for at_ms, _, deed in sorted(deeds, key=lambda one: one[:2]):
            self._until(at_ms)
            if isinstance(deed, str):
                self.tell(deed)
                self.watched()
            else:
                pin, is_closed = deed
                self.factory.pin(pin).drive(high=not is_closed)
        self._until(until_ms)
        self.watched()

    def _changes(self, slap: Slap) -> list[tuple[float, tuple[int, bool]]]:
        pin = FOUR_SEATS.buttons[f"slap.{slap.seat + 1}"]
        closing = [(slap.at_ms + 0.6 * turn, (pin, turn % 2 == 0)) for turn in range(2 * slap.bounces + 1)]
        return [*closing, (slap.at_ms + slap.held_ms, (pin, False))]

    def _until(self, at_ms: float) -> None:
        at_ns = self.opened_ns + round(at_ms * MS)
        while (due_ns := self.panel.due_ns) is not None and due_ns <= at_ns:
            self.clock.advance_to(max(due_ns, self.clock.now_ns()))
            self.panel.refresh(self.clock.now_ns())
        self.clock.advance_to(max(at_ns, self.clock.now_ns()))

    def fates(self) -> dict[int, list[str]]:
        """By the line of each press, how it ended: all that was said of it and its seat."""
        fates: dict[int, list[str]] = {line: [] for line in self.presses}
        for ruling in self.referee.rulings:
            if ruling.line in fates and (fate := fate_in(ruling, self.seat_of(ruling.line))):
                fates[ruling.line].append(fate)
        return fates

    def seat_of(self, line: int) -> Seat:
        return (LISA, BO)[int(self.presses[line].button[-1]) - 1]

    def verdicts(self) -> list[tuple[str, Seat | None]]:
        return [(story.verdict, story.winner) for story in self.game.view(self.referee.state).slaps]

    def close(self) -> None:
        self.panel.close()
        self.factory.reset()


def fate_in(ruling: Ruling, seat: Seat) -> str:
    """What a ruling says of the press on its line; empty if it is about somebody else."""
    if ruling.seat not in (seat, None):
        return ""
    match ruling.clause, ruling.kind.value:
        case "S3.2", "info":
            return "winner"
        case "S3.2", "due":
            return "loser"
        case "S3.3", "due":
            return "tie"
        case "S3.4", "foul":
            return "false"
        case "S3.7", "info" | "question":
            assert ruling.aspect, "a press is ignored for a reason"
            return f"ignored: {ruling.aspect}"
    return ""


SLAPS = st.lists(
    st.builds(Slap, st.integers(0, 1), st.floats(100, 4500), st.floats(15, 60), st.integers(0, 3)), max_size=8
)
CARDS = st.sampled_from(
    [
        {},
        {1033.0 + LAG_MS: A_PAIR},
        {1033.0 + LAG_MS: A_PAIR, 1733.0 + LAG_MS: COVERED},
        {1033.0 + LAG_MS: A_PAIR, 4000.0: TAKEN},
        {1033.0 + LAG_MS: A_PAIR, 2500.0: "Lisa: takes both", 4000.0: TAKEN},
    ]
)


def apart(slaps: list[Slap]) -> list[Slap]:
    """Only slaps that one hand can make: the next one begins when the last is over."""
    free_ms, kept = [0.0, 0.0], []
    for slap in sorted(slaps, key=lambda one: one.at_ms):
        if slap.at_ms >= free_ms[slap.seat]:
            kept.append(slap)
            free_ms[slap.seat] = slap.at_ms + slap.held_ms + 40
    return kept


@given(SLAPS, CARDS)
def test_g25_every_press_ends_in_exactly_one_way(told: list[Slap], cards: dict[float, str]) -> None:
    evening, slaps = Evening(), apart(told)
    evening.play(slaps, cards)
    assert len(evening.presses) == len(slaps), "each press is in the record once"
    assert {line: len(fates) for line, fates in evening.fates().items() if len(fates) != 1} == {}
    for verdict, winner in evening.verdicts():
        assert (winner is not None) == (verdict == "first")
    evening.close()


@given(st.floats(-20, 20), st.integers(0, 3), st.integers(0, 3))
def test_g23_two_hands_have_one_winner_or_are_equal(apart_ms: float, lisas: int, bos: int) -> None:
    evening = Evening()
    slaps = [Slap(0, 1500.0, bounces=lisas), Slap(1, 1500.0 + apart_ms, bounces=bos)]
    evening.play(slaps, {1033.0 + LAG_MS: A_PAIR})
    fates = Counter(fate for all_fates in evening.fates().values() for fate in all_fates)
    if abs(apart_ms) > 1.001:
        assert fates == Counter(winner=1, loser=1)
        assert evening.verdicts() == [("first", LISA if apart_ms > 0 else BO)]
    elif abs(apart_ms) < 0.999:
        assert fates == Counter(tie=2)
    evening.close()


def test_g34_hammering_before_the_pair_costs_once_and_cannot_win() -> None:
    evening = Evening()
    hammering = [Slap(0, 800.0 + 60 * number, held_ms=20) for number in range(4)]
    evening.play([*hammering, Slap(1, 1500.0)], {1033.0 + LAG_MS: A_PAIR})
    fates = [fate for all_fates in evening.fates().values() for fate in all_fates]
    assert fates.count("false") == 1
    assert fates.count("ignored: hammering") == 3
    assert "winner" not in [fate for line, (fate,) in evening.fates().items() if evening.seat_of(line) == LISA]
    evening.close()


def test_g35_a_slap_after_the_ruling_is_ignored_with_a_reason() -> None:
    evening = Evening()
    evening.play([Slap(0, 1500.0), Slap(1, 1510.0), Slap(1, 3200.0)], {1033.0 + LAG_MS: A_PAIR, 3000.0: TAKEN})
    assert list(evening.fates().values()) == [["winner"], ["loser"], ["ignored: closed"]]
    evening.close()


def test_g18_an_edge_that_is_delivered_late_keeps_its_time() -> None:
    """The bench, `cardtable bench slap`, does this under full load."""
    evening = Evening()
    evening.play([Slap(0, 1400.0)], {1033.0 + LAG_MS: A_PAIR}, until_ms=1500.0)
    pin = evening.factory.pin(FOUR_SEATS.buttons["slap.2"])
    pin._change_state(False)
    stamp_s = (evening.opened_ns + 1399 * MS) / 1e9
    super(MockPin, pin)._call_when_changed(stamp_s, 0)
    evening.play([], {}, until_ms=2000.0)
    assert evening.verdicts()[0][1] is None  # a millisecond is a tie
    assert [edge.at_ns - evening.opened_ns for edge in evening.presses.values()] == [1400 * MS, 1399 * MS]
    evening.close()


@pytest.mark.parametrize("jump_s", [3600.0, -3600.0])
def test_g26_the_wall_clock_may_jump_by_an_hour_between_slap_and_frame(
    monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    evening, really = Evening(), time.time
    evening.play([Slap(1, 1500.0)], {1033.0 + LAG_MS: A_PAIR}, until_ms=1503.0)
    monkeypatch.setattr(time, "time", lambda: really() + jump_s)
    evening.play([Slap(0, 1505.0)], {})
    assert evening.verdicts() == [("first", BO)]
    evening.close()


WALL_CLOCK = re.compile(r"\btime\.time(_ns)?\b|\bdatetime\.(now|utcnow|today)\b|\bdate\.today\b")

DATES_ONLY = {"table/ledger.py", "table/app/replay.py", "table/app/live.py", "table/app/shown.py"}
"""When a line was written, of what date a game is, and numbers of what a screen shows: nothing is judged by them."""


def test_g26_nothing_that_judges_reads_the_wall_clock() -> None:
    root = Path(__file__).parents[2]
    paths = [path for package in ("firmware", "table", "vision") for path in (root / package).rglob("*.py")]
    readers = {str(path.relative_to(root)) for path in paths if WALL_CLOCK.search(path.read_text(encoding="utf-8"))}
    assert {name for name in readers if not name.startswith("vision/training/")} == DATES_ONLY

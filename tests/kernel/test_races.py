"""From two contacts on real lines to the referee's verdict, by the table's own threads, on idle and on busy cores."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from firmware.edges import Edge
from firmware.gpiodfactory import GpiodFactory
from table.app.contacts import Contacts
from table.bench.hands import Noise, Pair, a_pair
from table.bench.load import vision_on_every_core
from table.bench.slap import SEATS, SLAPS
from tests.kernel.lines import VIRTUAL_TIME, SimulatedChip
from tests.kernel.stress import Judge

BUTTONS = ("slap.1", "slap.2")
LAMPS = ("seat.1", "seat.2")
MS = 1_000_000

exact = pytest.mark.skipif(not VIRTUAL_TIME, reason="bounces and glitches of microseconds need virtual time")
in_real_time = pytest.mark.skipif(VIRTUAL_TIME, reason="in virtual time computing takes none: no core is ever busy")


class Table:
    """Two seats' slap buttons and lamps, looked after as on a real table."""

    def __init__(self, chip: SimulatedChip, pins: GpiodFactory) -> None:
        self.chip, self.judge = chip, Judge()
        self.contacts = Contacts(SLAPS, self.judge.put, pins)
        self.contacts.panel.race("slap")
        self.contacts.start()

    def lit(self) -> list[str]:
        return [lamp for lamp in LAMPS if self.chip.is_high(SLAPS.lamps[lamp])]

    def slap(self, first: int, apart_ms: float) -> int:
        """Both hands, and off again; gives by how much the first was earlier at least, ns."""
        one, other = SLAPS.buttons[BUTTONS[first]], SLAPS.buttons[BUTTONS[1 - first]]
        driven = self.chip.drive((0, one, True), (apart_ms, other, True), (60, one, False), (60, other, False))
        return driven[1][0] - driven[0][1]

    def play(self, pair: Pair, first: int) -> list[Edge]:
        """Two hands with all their bounces; gives the presses that were believed."""
        lines = SLAPS.buttons[BUTTONS[first]], SLAPS.buttons[BUTTONS[1 - first]]
        changes = [
            (at_ns / MS, line, is_down)
            for line, spans in zip(lines, pair.lines, strict=True)
            for span in spans
            for at_ns, is_down in zip(span, (True, False), strict=True)
        ]
        self.chip.drive(*sorted(changes))
        time.sleep(0.1)
        return self.judge.presses(2)


@pytest.fixture
def table(chip: SimulatedChip) -> Iterator[Table]:
    with GpiodFactory() as pins:
        made = Table(chip, pins)
        yield made
        made.contacts.close()
        assert pins.lost_edges == 0


@exact
@pytest.mark.parametrize("noise", Noise)
def test_of_hands_that_bounce_and_lines_with_noise_no_order_is_turned_round(table: Table, noise: Noise) -> None:
    chance, firsts = random.Random(11), 0
    for _ in range(60):
        pair, first = a_pair(noise, chance), chance.randrange(2)
        story = table.judge.verdict(table.play(pair, first))
        assert story is not None
        if not pair.is_masked:
            assert story.winner in (None, SEATS[first])
            firsts += story.winner is not None
    assert firsts > 30


@in_real_time
@pytest.mark.parametrize("load", ["idle", "busy"])
def test_g18_g32_with_every_core_reading_pictures_no_press_is_missed_and_the_first_hand_is_named(
    table: Table, load: str
) -> None:
    with nullcontext() if load == "idle" else vision_on_every_core():
        for number in range(24):
            first, apart_ms = number % 2, number / 3
            least_ns = table.slap(first, apart_ms)
            presses = table.judge.presses(2)
            story = table.judge.verdict(presses)
            assert len(presses) == 2 and story is not None
            assert story.winner in (None, SEATS[first])
            if least_ns >= MS:
                assert story.winner == SEATS[first]
            time.sleep(0.05)


def test_the_lamp_of_the_first_hand_is_lit_before_the_second_comes_and_a_verdict_corrects_it(table: Table) -> None:
    one = SLAPS.buttons["slap.1"]
    table.chip.drive((0, one, True), (100, one, False))
    assert table.lit() == ["seat.1"]
    table.contacts.panel.ruled({"seat.2": time.monotonic_ns() + 1_000_000_000})
    assert table.lit() == ["seat.2"]


@pytest.mark.parametrize("step_s", [3600, -3600])
def test_g26_the_wall_clock_may_jump_by_an_hour_between_two_slaps(table: Table, step_s: int) -> None:
    one, other = (SLAPS.buttons[name] for name in BUTTONS)
    table.chip.set(other, pressed=True)
    time.clock_settime(time.CLOCK_REALTIME, time.time() + step_s)
    table.chip.drive((1, one, True), (60, one, False), (60, other, False))
    story = table.judge.verdict(table.judge.presses(2))
    assert story is not None and story.winner == SEATS[1]

"""From two contacts on real lines to the referee's verdict, by the table's own threads, on idle and on busy cores."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from firmware.edges import Edge
from firmware.gpiodfactory import GpiodFactory
from firmware.panel import Panel
from firmware.wiring import FOUR_SEATS
from table.app.contacts import Contacts
from table.bench.hands import Noise, Pair, a_pair
from table.bench.load import vision_on_every_core
from table.bench.slap import SEATS, SLAPS
from tests.kernel.lines import VIRTUAL_TIME, SimulatedChip, Sleeper
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
        driven = self.chip.drive((0, one, True), (apart_ms, other, True))
        self.chip.drive((60, one, False), (60, other, False))  # on its own: late as it may be, both were held
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
def test_g18_with_every_core_reading_pictures_the_first_hand_is_named(table: Table, load: str) -> None:
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


@in_real_time
def test_g32_a_hundred_presses_at_50_ms_are_all_heard_while_every_core_reads_pictures(
    table: Table, chip: SimulatedChip
) -> None:
    with vision_on_every_core():
        chip.press_often(SLAPS.buttons["slap.1"], times=100, every_ms=50)
        presses = table.judge.presses(100)
    assert len(presses) == 100
    assert table.contacts.panel.tally("slap.1").missed == 0


@exact
def test_g01_a_thousand_presses_of_15_to_60_ms_that_bounce_for_5_ms_are_a_thousand_presses(
    table: Table, chip: SimulatedChip
) -> None:
    line, chance = SLAPS.buttons["slap.1"], random.Random(1)
    for _ in range(1000):
        lasts_ms = chance.uniform(15, 60)
        changes = [(at_ms, line, number % 2 == 0) for number, at_ms in enumerate((0, 0.6, 2.0, 4.2, 5.0))]
        driven = chip.drive(*changes, (lasts_ms, line, False), (lasts_ms + 60, line, False))
        (press,) = table.judge.presses(1)
        assert driven[0][0] <= press.at_ns <= driven[0][1]
    assert table.contacts.panel.tally("slap.1").presses == 1000


@exact
def test_g02_a_press_60_ms_after_a_short_one_counts_and_one_10_ms_after_it_is_locked_out(
    table: Table, chip: SimulatedChip
) -> None:
    line = SLAPS.buttons["slap.1"]
    chip.drive((0, line, True), (30, line, False), (90, line, True), (120, line, False), (200, line, False))
    assert len(table.judge.presses(2)) == 2
    chip.drive((0, line, True), (4, line, False), (14, line, True), (40, line, False), (200, line, False))
    assert len(table.judge.presses(1)) == 1
    assert table.contacts.panel.tally("slap.1").locked_out == 1


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


def test_g16_a_slap_whose_edge_was_lost_makes_neither_hand_a_winner(chip: SimulatedChip) -> None:
    sleeper, judge = Sleeper(), Judge()
    call_1, call_2, slap_1, slap_2 = (FOUR_SEATS.buttons[name] for name in ("call.1", "call.2", *BUTTONS))
    with (
        GpiodFactory(most_edges=16) as pins,
        Panel(FOUR_SEATS, on_edge=sleeper.hear, on_press=judge.put, pin_factory=pins) as panel,
    ):
        panel.ready()
        chip.set(call_1, pressed=True)
        assert sleeper.is_asleep.wait(20)
        chip.set(slap_2, pressed=True)
        for number in range(30):  # push it out of the kernel's queue
            chip.set(call_2, pressed=number % 2 == 0)
        chip.drive((5, slap_1, True))
        sleeper.wake()
        for _ in range(100):
            panel.refresh(time.monotonic_ns())
            time.sleep(0.01)
        slaps = [press for press in judge.presses(2) if press.button in BUTTONS]
        story = judge.verdict(slaps)
    assert pins.lost_edges > 0 and "slap.2" not in {edge.button for edge in sleeper.edges if edge.is_pressed}
    assert {slap.button for slap in slaps} == set(BUTTONS)
    assert story is None or story.winner is None

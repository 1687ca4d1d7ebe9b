"""What the kernel says of contacts: every edge, its time, and the order of two hands."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable

import pytest

from firmware.edges import Edge, Loss
from firmware.gpiodfactory import GpiodFactory
from firmware.panel import Panel
from firmware.wiring import FOUR_SEATS
from tests.kernel.lines import VIRTUAL_TIME, Heard, SimulatedChip, Sleeper

SLAP_1, SLAP_2 = FOUR_SEATS.buttons["slap.1"], FOUR_SEATS.buttons["slap.2"]

exact = pytest.mark.skipif(not VIRTUAL_TIME, reason="pulses of microseconds need virtual time")

APART_MS = (0.0, 0.02, 0.05, 0.1, 0.15, 0.19, 0.21, 0.3, 0.5, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0, 5.0, 8.0, 20.0)


def surely_first(one: Edge, other: Edge) -> Edge | None:
    """Which of two edges was first, if that can be said with the ± of both; None is a tie."""
    if one.at_ns + one.within_ns < other.at_ns - other.within_ns:
        return one
    return other if other.at_ns + other.within_ns < one.at_ns - one.within_ns else None


def test_an_edge_has_the_time_at_which_the_contact_changed(panel: Panel, chip: SimulatedChip, heard: Heard) -> None:
    driven = chip.drive((0, SLAP_1, True), (40, SLAP_1, False))
    edges = heard.wait_for(2)
    assert [(edge.button, edge.is_pressed) for edge in edges] == [("slap.1", True), ("slap.1", False)]
    for edge, (before_ns, after_ns) in zip(edges, driven, strict=True):
        assert before_ns <= edge.at_ns <= after_ns
        assert edge.surely and edge.within_ns < 500_000


@pytest.mark.parametrize("apart_ms", APART_MS)
@pytest.mark.parametrize("first", [SLAP_1, SLAP_2])
def test_of_two_hands_the_first_is_told_or_it_is_a_tie_and_from_a_millisecond_on_it_is_told(
    panel: Panel, chip: SimulatedChip, heard: Heard, apart_ms: float, first: int
) -> None:
    second = SLAP_2 if first == SLAP_1 else SLAP_1
    driven = chip.drive((0, first, True), (apart_ms, second, True), (60, first, False), (60.5, second, False))
    one, other = heard.wait_for(4)[:2]
    surely = surely_first(one, other)
    assert {one.button, other.button} == {"slap.1", "slap.2"}
    assert surely in (None, one) and FOUR_SEATS.buttons[one.button] == first
    if driven[1][0] - driven[0][1] >= 1_000_000:
        assert surely is one


@exact
def test_g16_of_two_thousand_pairs_up_to_2_ms_apart_both_edges_are_heard_and_none_is_turned_round(
    panel: Panel, chip: SimulatedChip, heard: Heard
) -> None:
    for number in range(2001):
        apart_ms = number / 1000
        first, second = (SLAP_1, SLAP_2) if number % 2 else (SLAP_2, SLAP_1)
        heard.edges.clear()
        driven = chip.drive((0, first, True), (apart_ms, second, True), (50, first, False), (50, second, False))
        one, other = heard.wait_for(4)[:2]
        assert driven[0][0] <= one.at_ns <= driven[0][1] and driven[1][0] <= other.at_ns <= driven[1][1]
        assert FOUR_SEATS.buttons[one.button] == first
        assert (surely_first(one, other) is one) == (other.at_ns - one.at_ns > one.within_ns + other.within_ns)


def test_g19_a_hand_that_bounces_is_not_later_than_it_touched(panel: Panel, chip: SimulatedChip, heard: Heard) -> None:
    bouncing = [(at_ms, SLAP_1, at_ms % 1 == 0) for at_ms in (0, 0.5, 1, 1.5, 3, 3.5, 4)]
    driven = chip.drive(*sorted([*bouncing, (2.0, SLAP_2, True)]))
    firsts = {edge.button: edge for edge in reversed(heard.wait_for(8)) if edge.is_pressed}
    assert driven[0][0] <= firsts["slap.1"].at_ns <= driven[0][1]
    assert driven[4][0] <= firsts["slap.2"].at_ns <= driven[4][1]
    assert surely_first(firsts["slap.2"], firsts["slap.1"]) is firsts["slap.1"]


def settle(panel: Panel, chip: SimulatedChip) -> None:
    """A second later every edge has been heard of, and the panel has made up its mind."""
    chip.drive((1000, SLAP_2, False))
    panel.refresh(panel.clock.now_ns())


@exact
def test_g04_two_hundred_pulses_of_20_to_100_us_are_no_press_and_are_counted(
    panel: Panel, chip: SimulatedChip, heard: Heard
) -> None:
    for number in range(200):
        long_ms = (20 + number % 81) / 1000
        chip.drive((0, SLAP_1, True), (long_ms, SLAP_1, False), (30, SLAP_2, False))
    heard.wait_for(400)
    settle(panel, chip)
    assert (panel.tally("slap.1").presses, panel.tally("slap.1").glitches) == (0, 200)


@exact
def test_g28_a_pulse_of_a_millisecond_out_of_nowhere_is_no_press(panel: Panel, chip: SimulatedChip) -> None:
    for _ in range(3):
        chip.drive((0, SLAP_1, True), (1, SLAP_1, False), (50, SLAP_2, False))
    settle(panel, chip)
    assert (panel.tally("slap.1").presses, panel.tally("slap.1").glitches) == (0, 3)


def test_a_burst_of_three_hundred_edges_is_heard_to_the_last(panel: Panel, chip: SimulatedChip, heard: Heard) -> None:
    driven = [chip.set(SLAP_1, pressed=number % 2 == 0) for number in range(300)]
    edges = heard.wait_for(300)
    assert [edge.is_pressed for edge in edges] == [number % 2 == 0 for number in range(300)]
    assert all(before <= edge.at_ns <= after for edge, (before, after) in zip(edges, driven, strict=True))


def test_edges_that_find_no_room_are_counted_and_told_before_those_that_came_after_them(
    chip: SimulatedChip, caplog: pytest.LogCaptureFixture
) -> None:
    sleeper, losses, told = Sleeper(), list[Loss](), threading.Event()
    with GpiodFactory(most_edges=16) as pins, Panel(FOUR_SEATS, on_edge=sleeper.hear, pin_factory=pins) as panel:
        pins.when_lost = lambda loss: (losses.append(loss), told.set())
        panel.ready()
        chip.set(SLAP_1, pressed=True)
        assert sleeper.is_asleep.wait(20)
        driven = [chip.set(line, pressed=True) for line in (SLAP_2, FOUR_SEATS.buttons["slap.3"])]
        driven += [chip.set(SLAP_1, pressed=number % 2 == 1) for number in range(40)]
        with caplog.at_level(logging.WARNING):
            sleeper.wake()
            assert told.wait(20)
        (loss,) = losses
        assert (loss.count, pins.lost_edges) == (42 - 16, 26)
        assert sleeper.edges[0].at_ns == loss.after_ns
        assert loss.after_ns < driven[0][0] and driven[26][0] <= loss.before_ns <= driven[26][1]
        assert "26 edges of some of the buttons were lost" in caplog.text


def test_edges_of_one_button_that_are_lost_are_laid_to_it(
    chip: SimulatedChip, make_panel: Callable[..., Panel], caplog: pytest.LogCaptureFixture
) -> None:
    sleeper = Sleeper()
    with GpiodFactory(most_edges=16) as pins, Panel(FOUR_SEATS, on_edge=sleeper.hear, pin_factory=pins) as panel:
        panel.ready()
        told = threading.Event()
        pins.when_lost = lambda loss: told.set()
        chip.set(SLAP_1, pressed=True)
        assert sleeper.is_asleep.wait(20)
        for number in range(20):
            chip.set(SLAP_1, pressed=number % 2 == 1)
        sleeper.wake()
        assert told.wait(20)
    assert f"4 edges of GPIO {SLAP_1} were lost, 4 since the start" in caplog.text


def test_what_changed_before_the_table_was_ready_is_counted_and_set_aside(chip: SimulatedChip, heard: Heard) -> None:
    with GpiodFactory() as pins, Panel(FOUR_SEATS, on_edge=heard.hear, pin_factory=pins) as panel:
        chip.drive((0, SLAP_1, True), (40, SLAP_1, False))
        panel.ready()
        chip.drive((0, SLAP_2, True))
        (edge,) = heard.wait_for(1)
        assert (edge.button, panel.edges_before_ready) == ("slap.2", 2)


def test_all_twelve_buttons_pressed_at_once_are_heard_in_the_order_of_their_edges(
    panel: Panel, chip: SimulatedChip, heard: Heard
) -> None:
    for line in FOUR_SEATS.buttons.values():
        chip.set(line, pressed=True)
    edges = heard.wait_for(len(FOUR_SEATS.buttons))
    assert [edge.button for edge in edges] == list(FOUR_SEATS.buttons)
    assert all(one.at_ns <= other.at_ns for one, other in itertools.pairwise(edges))

import threading
from collections.abc import Callable

import pytest
from gpiozero.pins.mock import MockFactory

from firmware.buttons import EdgeButton
from firmware.clock import TickClock
from firmware.edges import Edge


def button(pins: MockFactory, on_edge: Callable[[Edge], None]) -> EdgeButton:
    return EdgeButton(17, name="slap.2", clock=TickClock(pins, pins.now_ns), on_edge=on_edge, pin_factory=pins)


def test_an_edge_has_the_time_of_the_contact_not_of_the_handler(pins: MockFactory) -> None:
    heard: list[Edge] = []
    with button(pins, heard.append):
        pins.now_ms = 450.0
        pins.pin(17).press(412.3)
    assert heard == [Edge(button="slap.2", is_pressed=True, at_ns=412_300_000)]


def test_a_worn_contact_is_heard_with_all_its_bounces(pins: MockFactory) -> None:
    heard: list[Edge] = []
    with button(pins, heard.append):
        pins.pin(17).press(100, bounces=(0.5, 1.0, 1.5, 2.0))
    assert [edge.is_pressed for edge in heard] == [True, False, True, False, True]
    assert [edge.at_ns for edge in heard] == [100_000_000, 100_500_000, 101_000_000, 101_500_000, 102_000_000]


def test_two_presses_without_a_release_between_are_both_heard(pins: MockFactory) -> None:
    heard: list[Edge] = []
    with button(pins, heard.append):
        pins.pin(17).press(100)
        pins.pin(17).press(400)
    assert [edge.is_pressed for edge in heard] == [True, True]


def test_a_handler_that_fails_does_not_silence_the_button(pins: MockFactory, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Edge] = []

    def full_once(edge: Edge) -> None:
        heard.append(edge)
        if len(heard) == 1:
            raise RuntimeError("the queue is full")

    with button(pins, full_once):
        pins.pin(17).press(100)
        pins.pin(17).release(200)
    assert len(heard) == 2
    assert "slap.2: the edge at 100000000 ns was not taken" in caplog.text


def test_a_button_starts_no_thread(pins: MockFactory) -> None:
    before = threading.active_count()
    with button(pins, lambda edge: None):
        assert threading.active_count() == before


def test_g21_a_button_asks_for_both_edges_without_debounce(pins: MockFactory) -> None:
    with button(pins, lambda edge: None):
        pin = pins.pin(17)
        assert (pin.edges, pin.bounce, pin.pull) == ("both", None, "up")
        assert pin.when_changed is not None

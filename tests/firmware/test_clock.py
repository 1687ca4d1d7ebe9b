import logging

import pytest
from gpiozero.pins.mock import MockFactory

from firmware.clock import Stamp, TickClock
from firmware.pins import KERNEL_STAMPS_WITHIN_NS


def test_ticks_become_whole_nanoseconds_of_the_monotonic_clock(pins: MockFactory) -> None:
    clock = TickClock(pins, pins.now_ns)
    assert clock.stamp(0.4123) == Stamp(412_300_000, 0, surely=True)
    assert clock.complaint == ""


def test_the_mock_factory_of_gpiozero_runs_on_the_monotonic_clock() -> None:
    assert TickClock(MockFactory()).complaint == ""


def test_an_edge_on_the_wall_clock_gets_the_time_of_python_and_a_warning(
    pins: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    clock = TickClock(pins, pins.now_ns)
    pins.now_ms = 5000.0
    with caplog.at_level(logging.WARNING):
        assert clock.stamp(1_800_000_000.0) == Stamp(5_000_000_000, 100_000_000, surely=False)
    assert "1799999995.0 s away from the monotonic clock" in clock.complaint
    assert "cardtable doctor" in caplog.text


def test_a_factory_on_another_clock_is_noticed_before_the_first_edge(pins: MockFactory) -> None:
    pins.now_ms = 60_000.0
    assert "60.0 s away" in TickClock(pins, lambda: 0).complaint


def test_a_late_callback_keeps_its_edge_once_the_clocks_have_agreed(pins: MockFactory) -> None:
    clock = TickClock(pins, pins.now_ns)
    clock.stamp(0.0)
    pins.now_ms = 3000.0
    assert clock.stamp(0.5) == Stamp(500_000_000, 0, surely=True)


def test_one_edge_delivered_late_at_the_start_does_not_condemn_the_clock(pins: MockFactory) -> None:
    clock = TickClock(pins, pins.now_ns)
    pins.now_ms = 3000.0
    assert not clock.stamp(0.5).surely
    assert clock.stamp(2.999) == Stamp(2_999_000_000, 0, surely=True)
    assert clock.complaint == ""


def test_an_edge_is_known_no_more_sharply_than_the_clocks_were_compared(pins: MockFactory) -> None:
    readings = iter(range(0, 1_000_000_000, 300))  # the other clock goes on by 300 ns with every look
    clock = TickClock(pins, lambda: next(readings))
    pins.now_ms = 5.0
    assert clock.stamp(0.004).within_ns == clock.within_ns >= 300


def test_the_two_clocks_of_a_real_machine_are_compared_to_some_microseconds() -> None:
    assert TickClock(MockFactory()).within_ns < 50_000


def test_the_kernel_may_stamp_an_edge_late_and_that_is_part_of_what_is_not_known(pins: MockFactory) -> None:
    pins.stamps_edges = True
    assert TickClock(pins, pins.now_ns).within_ns == KERNEL_STAMPS_WITHIN_NS

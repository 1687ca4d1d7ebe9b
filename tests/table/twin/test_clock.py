import pytest

from table.twin.clock import START_NS, TwinClock, ms


def test_time_stands_still_until_told() -> None:
    clock = TwinClock()
    assert clock.now_ns() == clock.now_ns() == START_NS


def test_time_moves_by_whole_nanoseconds() -> None:
    clock = TwinClock(5)
    clock.advance(ms(18.7))
    assert clock.now_ns() == 18_700_005


def test_time_moves_to_a_moment() -> None:
    clock = TwinClock(5)
    clock.advance_to(9)
    assert clock.now_ns() == 9


def test_time_does_not_run_backwards() -> None:
    clock = TwinClock(5)
    with pytest.raises(ValueError, match="4 ns is past"):
        clock.advance_to(4)
    with pytest.raises(ValueError, match="backwards"):
        clock.advance(-1)

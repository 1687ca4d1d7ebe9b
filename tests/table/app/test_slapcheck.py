"""`cardtable doctor --slap`: one contact on two inputs, pressed on the twin's pins while the check waits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware.wiring import Wiring
from table.app.slapcheck import PATIENCE_S, SlapCheck, Touch, sum_up
from table.cli.doctor import tell
from table.twin.clock import TwinClock
from table.twin.pins import TwinFactory, TwinPin

WIRING = Wiring(buttons={"slap.1": 22, "slap.2": 25, "call.1": 17}, lamps={"seat.1": 18, "seat.2": 11})
STEP_NS = 2_000_000


class Joined:
    """Two joined inputs, one of them slower; a finger that presses every half second for 40 ms."""

    def __init__(self, *skews_us: float | None) -> None:
        """How much later the second input feels each press; None: it does not."""
        self._skews = list(skews_us)
        self._clock = TwinClock()
        self._factory = TwinFactory(self._clock)
        self._script = self._changes()
        self._next = next(self._script, None)
        self.check = SlapCheck(
            WIRING, ("slap.1", "slap.2"), self._factory, clock=self._clock.now_ns, sleep=lambda _: self._pass()
        )

    def _changes(self) -> Iterator[tuple[int, int, bool]]:
        for number, skew_us in enumerate(self._skews, 1):
            at_ns = self._clock.now_ns() + number * 500_000_000
            for after_ns, is_closed in ((0, True), (40_000_000, False)):
                changes = [(at_ns + after_ns, 22, is_closed)]
                if skew_us is not None:
                    changes.append((at_ns + after_ns + round(skew_us * 1000), 25, is_closed))
                yield from sorted(changes)

    def _pass(self) -> None:
        until_ns = self._clock.now_ns() + STEP_NS
        while self._next is not None and self._next[0] <= until_ns:
            self._clock.advance_to(self._next[0])
            self._factory.pin(self._next[1]).drive(high=not self._next[2])
            self._next = next(self._script, None)
        self._clock.advance_to(max(until_ns, self._clock.now_ns()))

    def touches(self) -> list[Touch]:
        return list(self.check.touches(len(self._skews)))

    def close(self) -> None:
        self.check.close()
        self._factory.reset()


def test_each_touch_has_the_difference_between_its_two_stamps() -> None:
    joined = Joined(30, -20, 45)
    assert [touch.skew_ns for touch in joined.touches()] == [30_000, -20_000, 45_000]
    joined.close()


def test_a_touch_that_one_input_did_not_feel_is_said_to_be_lost() -> None:
    joined = Joined(30, None, 30)
    assert joined.touches() == [Touch(30_000, "slap.1"), Touch(None, "slap.1"), Touch(30_000, "slap.1")]
    joined.close()


def test_nobody_who_presses_is_waited_for_only_so_long() -> None:
    joined = Joined()
    assert list(joined.check.touches(1)) == []
    assert PATIENCE_S == 60.0
    joined.close()


def test_what_can_be_trusted_is_the_largest_difference_seen_or_twice_the_clocks_own() -> None:
    touches = [Touch(30_000, "slap.1"), Touch(-50_000, "slap.2"), Touch(None, "slap.1")]
    skews = sum_up(touches, within_ns=100_000)
    assert (skews.presses, skews.lost, skews.most_ns, skews.trust_ns, skews.tie_ms) == (3, 1, 50_000, 200_000, 1)
    assert sum_up([Touch(1_700_000, "slap.1")], within_ns=100_000).tie_ms == 2


def test_twenty_presses_end_in_a_figure_to_trust(capsys: pytest.CaptureFixture[str]) -> None:
    joined = Joined(*([30, -20] * 10))
    assert tell(joined.check, 20, "en") == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "1: 0.03 ms apart"
    assert printed[-1].startswith("Two hands 0.03 ms and more apart are told in their order")
    assert any("lamp was lit" in line for line in printed)
    joined.close()


class Output(TwinPin):
    """A lamp's pin that is joined to both inputs: pull-ups lift the line, and this pin takes it down."""

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        for pin in (22, 25):
            self.factory.pin(pin).drive(high=bool(value))


def test_g16_an_output_in_a_fingers_place_presses_as_often_as_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    clock = TwinClock()
    factory = TwinFactory(clock)
    factory.pin(18, Output)
    check = SlapCheck(
        WIRING, ("slap.1", "slap.2"), factory, drive="seat.1",
        clock=clock.now_ns, sleep=lambda wait_s: clock.advance(round(wait_s * 1e9)),
    )  # fmt: skip
    assert tell(check, 200, "en") == 0
    assert "200 presses, 0 without a second edge" in capsys.readouterr().out
    check.close()
    factory.reset()


def test_an_edge_that_was_lost_means_that_nothing_can_be_trusted(capsys: pytest.CaptureFixture[str]) -> None:
    joined = Joined(*([30, None] * 10))
    assert tell(joined.check, 20, "sv") == 1
    assert "inget" not in capsys.readouterr().out.splitlines()[0]
    joined.close()

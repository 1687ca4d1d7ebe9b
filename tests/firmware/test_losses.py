"""The kernel's numbers, as libgpiod reads them; real ones are read in tests/kernel."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.edges import Loss
from firmware.losses import Numbers


@dataclass(frozen=True)
class Read:
    """An edge that was read: its number over all lines, its line, its number there."""

    global_seqno: int
    line_offset: int
    line_seqno: int

    @property
    def timestamp_ns(self) -> int:
        return self.global_seqno * 1000


def test_edges_that_follow_each_other_are_all_there() -> None:
    numbers = Numbers()
    assert numbers.check([Read(1, 22, 1), Read(2, 25, 1), Read(3, 22, 2)]) == ()
    assert numbers.check([Read(4, 25, 2)]) == ()


def test_an_edge_lost_before_the_first_that_was_read_is_noticed() -> None:
    assert Numbers().check([Read(3, 22, 3)]) == (Loss(count=2, pins=(22,), after_ns=0, before_ns=3000),)


def test_edges_lost_on_the_line_that_changes_next_are_laid_to_it() -> None:
    lost = Numbers().check([Read(1, 22, 1), Read(2, 25, 1), Read(5, 25, 4)])
    assert lost == (Loss(count=2, pins=(25,), after_ns=2000, before_ns=5000),)


def test_edges_lost_on_several_lines_may_have_been_on_any() -> None:
    lost = Numbers().check([Read(1, 22, 1), Read(4, 22, 3), Read(5, 25, 2)])
    assert lost == (Loss(count=2, pins=(), after_ns=1000, before_ns=4000),)


def test_two_gaps_are_two_losses() -> None:
    lost = Numbers().check([Read(2, 22, 2), Read(3, 22, 3), Read(6, 22, 6)])
    assert [(loss.count, loss.before_ns) for loss in lost] == [(1, 2000), (2, 6000)]

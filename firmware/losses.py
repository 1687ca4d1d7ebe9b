"""Whether edges are missing between those that the kernel handed over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from firmware.edges import Loss


class Numbered(Protocol):
    """An edge as libgpiod 2 reads it from the kernel (`gpiod.EdgeEvent`)."""

    @property
    def timestamp_ns(self) -> int: ...
    @property
    def line_offset(self) -> int: ...
    @property
    def global_seqno(self) -> int: ...
    @property
    def line_seqno(self) -> int: ...


class Numbers:
    """Follows the numbers that the kernel gives the edges of one request: 1, 2, 3 over all its lines, and by line.

    A number left out is an edge lost. The number by line tells whose it was when all
    that are missing were of the line that changed next; otherwise it may have been
    any line's.
    """

    def __init__(self) -> None:
        self._last = 0
        self._last_ns = 0
        self._last_of: dict[int, int] = {}

    def check(self, edges: Sequence[Numbered]) -> tuple[Loss, ...]:
        """What is missing before each of these edges, which are the next that were read."""
        return tuple(loss for edge in edges if (loss := self._before(edge)))

    def _before(self, edge: Numbered) -> Loss | None:
        missing = edge.global_seqno - self._last - 1
        its_own = edge.line_seqno - self._last_of.get(edge.line_offset, 0) - 1
        loss = None
        if missing > 0:
            pins = (edge.line_offset,) if its_own >= missing else ()
            loss = Loss(count=missing, pins=pins, after_ns=self._last_ns, before_ns=edge.timestamp_ns)
        self._last, self._last_ns = edge.global_seqno, edge.timestamp_ns
        self._last_of[edge.line_offset] = edge.line_seqno
        return loss

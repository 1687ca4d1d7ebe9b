"""What firmware has to say: a contact changed, and when; or that some did and nobody knows when."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """One change of a contact, bounces included."""

    button: str
    """The button's name in the wiring (`call.2`, `pass.1`, `slap.3`)."""
    is_pressed: bool
    at_ns: int
    """CLOCK_MONOTONIC nanoseconds: the kernel's time of the edge, not the time Python noticed it."""
    within_ns: int = 0
    """The contact changed at most so long before or after `at_ns`. 0: the time is exact, as on a simulated table."""
    surely: bool = True
    """False when the pin factory's clock was found to differ from CLOCK_MONOTONIC: the time is then Python's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """Edges that the kernel noticed and nobody heard of: it had no room for them, or two were one to it.

    Whoever judges a press from that time has not heard all there was to hear.
    """

    count: int
    pins: tuple[int, ...]
    """BCM numbers of the pins they were on, as far as that is known."""
    after_ns: int
    """CLOCK_MONOTONIC nanoseconds of the last edge before them; 0: there was none."""
    before_ns: int
    """The same of the first edge after them."""

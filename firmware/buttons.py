"""Buttons that also say when. What a press means is not known here."""

from __future__ import annotations

import logging
from collections.abc import Callable

from gpiozero import DigitalInputDevice, Factory

from firmware.clock import TickClock
from firmware.edges import Edge

logger = logging.getLogger(__name__)


class EdgeButton(DigitalInputDevice):
    """A contact from a pin to ground that hands on every edge with its own time, bounces included.

    ``when_pressed`` passes no time, and a clock read in the handler would measure
    Python's threads as well; the edge's time reaches a device only through
    ``_pin_changed``, so we listen there. gpiozero's ``Button`` adds a thread that
    looks ten times a second for a long press, which no game has. ``bounce_time``
    stays off: lgpio then reports the last bounce, late, in place of the first touch.

    *on_edge* is called on the factory's thread: it must return at once.
    """

    def __init__(
        self, pin: int, *, name: str, clock: TickClock, on_edge: Callable[[Edge], None], pin_factory: Factory
    ) -> None:
        # Before the base class: it starts listening while it is being constructed.
        self._name = name
        self._clock = clock
        self._on_edge = on_edge
        super().__init__(pin, pull_up=True, bounce_time=None, pin_factory=pin_factory)

    def _pin_changed(self, ticks: float, state: int) -> None:
        super()._pin_changed(ticks, state)
        stamp = self._clock.stamp(ticks)
        is_pressed = bool(self._state_to_value(state))
        edge = Edge(
            button=self._name,
            is_pressed=is_pressed,
            at_ns=stamp.at_ns,
            within_ns=stamp.within_ns,
            surely=stamp.surely,
        )
        try:
            self._on_edge(edge)
        except Exception:
            # lgpio's only thread would end here, and with it every button of the table.
            logger.exception("%s: the edge at %d ns was not taken", self._name, edge.at_ns)

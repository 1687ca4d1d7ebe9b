"""gpiozero pins on the simulated table's clock."""

from __future__ import annotations

from gpiozero.pins.mock import MockFactory, MockPin

from table.twin.clock import TwinClock

_NS = 1_000_000_000


class TwinPin(MockPin):
    """A contact to ground under a pull-up: pressed is low. Its edges carry the twin's time."""

    def drive_high(self) -> None:
        """Opens the contact now, on the twin's clock."""
        self.drive(high=True)

    def drive_low(self) -> None:
        """Closes the contact now, on the twin's clock."""
        self.drive(high=False)

    def drive(self, *, high: bool) -> None:
        """Gives the pin that level now; an edge only if it was different."""
        if self._change_state(high) and self._when_changed is not None:
            # One step above MockPin, which would put the wall clock's time in place of ours.
            super(MockPin, self)._call_when_changed(self.factory.ticks(), int(high))


class TwinFactory(MockFactory):
    """Pins whose ticks are the seconds of a twin's clock."""

    def __init__(self, clock: TwinClock) -> None:
        super().__init__(pin_class=TwinPin)
        self._clock = clock

    def ticks(self) -> float:
        """The twin's time in seconds."""
        return self._clock.now_ns() / _NS


class Contact:
    """A push button wired to one pin: pressed and released when the twin says, as dirtily as a worn one likes."""

    def __init__(self, factory: TwinFactory, pin: int | str, clock: TwinClock) -> None:
        self._pin = factory.pin(pin)
        self._clock = clock

    def press(self, *, bounces: int = 0, bounce_ns: int = 1_000_000) -> None:
        """Closes the contact now. Each bounce opens it after *bounce_ns* and closes it after as much again.

        The clock moves on to the last of these edges.
        """
        self._change(high=False, bounces=bounces, bounce_ns=bounce_ns)

    def release(self, *, bounces: int = 0, bounce_ns: int = 1_000_000) -> None:
        """Opens the contact now, bouncing in the same way."""
        self._change(high=True, bounces=bounces, bounce_ns=bounce_ns)

    def _change(self, *, high: bool, bounces: int, bounce_ns: int) -> None:
        self._pin.drive(high=high)
        for bounce in range(1, 2 * bounces + 1):
            self._clock.advance(bounce_ns)
            self._pin.drive(high=high if bounce % 2 == 0 else not high)

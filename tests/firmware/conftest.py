"""Contacts that change when the test says, on gpiozero's mock pins. The devices on them are the real ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPin


class ContactPin(MockPin):
    """A pin with a push-button to ground."""

    def change(self, at_ms: float, *, pressed: bool) -> None:
        """The contact closes or opens. Unlike on a mock pin, equal edges may follow each other, as in the kernel."""
        self._change_state(not pressed)
        if self._when_changed is not None:
            # One step above MockPin, which would put the wall clock's time in place of ours.
            super(MockPin, self)._call_when_changed(at_ms / 1e3, int(not pressed))

    def press(self, at_ms: float, *, bounces: tuple[float, ...] = ()) -> None:
        """Closes at *at_ms*; at each of *bounces* (ms after that) it opens or closes again, in turn."""
        self._swing(at_ms, pressed=True, bounces=bounces)

    def release(self, at_ms: float, *, bounces: tuple[float, ...] = ()) -> None:
        """Opens at *at_ms*, bouncing like `press`."""
        self._swing(at_ms, pressed=False, bounces=bounces)

    def _swing(self, at_ms: float, *, pressed: bool, bounces: tuple[float, ...]) -> None:
        for after_ms in (0.0, *bounces):
            self.change(at_ms + after_ms, pressed=pressed)
            pressed = not pressed


class BusyPin(ContactPin):
    """A pin that somebody else holds; says so as lgpio does."""

    def __init__(self, factory: MockFactory, info: object) -> None:
        raise RuntimeError("GPIO busy")


class BenchFactory(MockFactory):
    """Pins on a clock that stands at *now_ms* until the test moves it."""

    def __init__(self) -> None:
        super().__init__(pin_class=ContactPin)
        self.now_ms = 0.0

    def ticks(self) -> float:
        return self.now_ms / 1e3

    def now_ns(self) -> int:
        return round(self.now_ms * 1e6)

    def take_away(self, pin: int) -> None:
        """Another program takes this pin."""
        self.busy = pin

    busy: int | None = None

    def pin(self, name: int | str, pin_class: type[MockPin] | None = None, **more: object) -> MockPin:
        return super().pin(name, BusyPin if name == self.busy else pin_class, **more)


@pytest.fixture
def pins() -> Iterator[BenchFactory]:
    factory = BenchFactory()
    yield factory
    factory.reset()

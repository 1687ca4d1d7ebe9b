"""All of a table's buttons and lamps, opened and closed together."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from gpiozero import LED, Buzzer, Factory

from firmware.buttons import EdgeButton
from firmware.clock import TickClock
from firmware.edges import Edge
from firmware.lamps import Lamps
from firmware.pins import claiming, require_edge_times
from firmware.wiring import Wiring


class Panel:
    """The buttons and lamps of *wiring* on the pins of *pin_factory*, which stays its opener's to close.

    *on_edge* is called on the factory's thread for every edge since `ready`; it
    must return at once. *monotonic_ns* is the clock that edges are compared with.

    Raises `PinsUnfit` for a factory that cannot time edges and `PinsMissing` for a
    pin that cannot be had; whatever was open by then is closed again.
    """

    def __init__(
        self,
        wiring: Wiring,
        *,
        on_edge: Callable[[Edge], None],
        pin_factory: Factory,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        require_edge_times(pin_factory)
        self.clock = TickClock(pin_factory, monotonic_ns)
        self.edges_before_ready = 0
        """Edges set aside because the table was not ready: pulses of the start, a sleeve on a button."""
        self._on_edge = on_edge
        self._ready_ns: int | None = None
        with ExitStack() as opened:
            self._buttons = self._open_buttons(wiring, pin_factory, opened)
            self.lamps = self._open_lamps(wiring, pin_factory, opened)
            self._opened = opened.pop_all()

    def ready(self) -> None:
        """From now on edges count. Edges from before, even if they are delivered later, do not."""
        self._ready_ns = self.clock.now_ns()

    def held(self) -> frozenset[str]:
        """Names of the buttons that are down now: one that always is has a short circuit."""
        return frozenset(name for name, button in self._buttons.items() if button.is_active)

    def close(self) -> None:
        """Turns the lamps off and lets go of all pins. May be called twice."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open_buttons(self, wiring: Wiring, pin_factory: Factory, opened: ExitStack) -> dict[str, EdgeButton]:
        # Kept here, because a pin keeps only a weak reference to who listens to it.
        buttons = {}
        for name, pin in wiring.buttons.items():
            with claiming(f"button '{name}'", pin):
                button = EdgeButton(pin, name=name, clock=self.clock, on_edge=self._hear, pin_factory=pin_factory)
            buttons[name] = opened.enter_context(button)
        return buttons

    def _open_lamps(self, wiring: Wiring, pin_factory: Factory, opened: ExitStack) -> Lamps:
        devices = {}
        for name, pin in wiring.lamps.items():
            kind = Buzzer if name == "buzzer" else LED
            with claiming(f"lamp '{name}'", pin):
                device = devices[name] = opened.enter_context(kind(pin, pin_factory=pin_factory))
            # Dark first, then let go: a pin let go floats, and a buzzer's transistor may take that for on.
            opened.callback(device.off)
        return Lamps(devices)

    def _hear(self, edge: Edge) -> None:
        if self._ready_ns is None or edge.at_ns < self._ready_ns:
            self.edges_before_ready += 1
        else:
            self._on_edge(edge)

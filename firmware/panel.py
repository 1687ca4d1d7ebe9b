"""All of a table's buttons and lamps, opened and closed together."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from gpiozero import LED, Buzzer, Factory

from firmware.bounces import Judged, Presses, Tally, is_timeless
from firmware.buttons import EdgeButton
from firmware.clock import TickClock
from firmware.edges import Edge, Loss
from firmware.lamps import Lamps
from firmware.pins import claiming, require_edge_times
from firmware.wiring import Wiring

PROVISIONAL_NS = 2_000_000_000
"""How long the lamp of the first touch stays lit if nothing is ruled before."""

KEPT_DELAYS = 1000


class Panel:
    """The buttons and lamps of *wiring* on the pins of *pin_factory*, which stays its opener's to close.

    *on_edge* is called on the factory's thread for every edge since `ready`; *on_press*
    for every press that is believed, with the time of its first edge, on whichever
    thread made that clear: the factory's, or the one that calls `refresh`. Both must
    return at once. *monotonic_ns* is the clock that edges are compared with.

    Raises `PinsUnfit` for a factory that cannot time edges and `PinsMissing` for a
    pin that cannot be had; whatever was open by then is closed again.
    """

    def __init__(
        self,
        wiring: Wiring,
        *,
        on_edge: Callable[[Edge], None] | None = None,
        on_press: Callable[[Edge], None] | None = None,
        pin_factory: Factory,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        require_edge_times(pin_factory)
        self.clock = TickClock(pin_factory, monotonic_ns)
        self.edges_before_ready = 0
        """Edges set aside because the table was not ready: pulses of the start, a sleeve on a button."""
        self.edges_lost = 0
        """Edges that the kernel noticed and nobody heard of, where the factory can tell."""
        self._on_edge, self._on_press = on_edge, on_press
        self._ready_ns: int | None = None
        self._lock = threading.RLock()
        self._presses = Presses(wiring.buttons)
        self._unproven = set(wiring.buttons)
        self._race: FirstTouch | None = None
        self._pins = {pin: name for name, pin in wiring.buttons.items()}
        if hasattr(pin_factory, "when_lost"):
            pin_factory.when_lost = self._lose
        self.lamp_delays_ns: deque[int] = deque(maxlen=KEPT_DELAYS)
        """From the first touch to its lamp's being lit, for the last races."""
        with ExitStack() as opened:
            self._buttons = self._open_buttons(wiring, pin_factory, opened)
            self.lamps = self._open_lamps(wiring, pin_factory, opened)
            self._opened = opened.pop_all()

    def ready(self) -> None:
        """From now on edges count. Edges from before, even if they are delivered later, do not."""
        with self._lock:
            self._ready_ns = self.clock.now_ns()
            self._presses = Presses(self._buttons, held=self.held())

    def refresh(self, now_ns: int) -> int | None:
        """Believes presses whose time has come, looks for lost edges, goes on with the lamps.

        Call it some times a second, more often while a race is on, and at the time that it gives: when it may have more
        to say, on the clock of *monotonic_ns*; None while all contacts are at rest.
        """
        with self._lock:
            if self._ready_ns is not None:
                self._take(self._presses.look(now_ns, {name: self._reads_down(name) for name in self._buttons}))
            due_ns = self._presses.due_ns
        self.lamps.refresh(now_ns)
        return due_ns

    @property
    def due_ns(self) -> int | None:
        """When `refresh` may have something to say; None while all contacts are at rest."""
        with self._lock:
            return self._presses.due_ns

    def race(self, written: str | None) -> None:
        """From now on the first touch of a button named so (`slap`) lights that seat's lamp at once; None: no more.

        The light is provisional: it goes out if the touch was noise, and when `ruled` says who it was.
        """
        with self._lock:
            if (self._race.written if self._race else None) != written:
                if self._race is not None:
                    self._race.forget(self.lamps)
                self._race = None if written is None else FirstTouch(written)

    def ruled(self, lamps: Mapping[str, int]) -> None:
        """The race is decided: ends the provisional light and lights these lamps, each until its time."""
        with self._lock:
            if self._race is not None:
                self._race.forget(self.lamps)
            for name, until_ns in lamps.items():
                self.lamps.pulse(name, until_ns)

    @property
    def buttons(self) -> frozenset[str]:
        """Names of the buttons that there are."""
        return frozenset(self._buttons)

    def held(self) -> frozenset[str]:
        """Names of the buttons that are down now: one that always is has a short circuit."""
        return frozenset(name for name in self._buttons if self._reads_down(name))

    def unproven(self) -> frozenset[str]:
        """Names of the buttons of which no press has been seen since the start: each should be pressed once."""
        with self._lock:
            return frozenset(self._unproven)

    def tally(self, button: str) -> Tally:
        """How many presses, bounces and glitches of that button there were since `ready`."""
        with self._lock:
            return self._presses.tally(button)

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
        buttons, wanted = {}, _wanted(wiring)
        for name, pin in wiring.buttons.items():
            with claiming(f"button '{name}'", pin, wanted):
                button = EdgeButton(pin, name=name, clock=self.clock, on_edge=self._hear, pin_factory=pin_factory)
            buttons[name] = opened.enter_context(button)
        return buttons

    def _open_lamps(self, wiring: Wiring, pin_factory: Factory, opened: ExitStack) -> Lamps:
        devices, wanted = {}, _wanted(wiring)
        for name, pin in wiring.lamps.items():
            kind = Buzzer if name == "buzzer" else LED
            with claiming(f"lamp '{name}'", pin, wanted):
                device = devices[name] = opened.enter_context(kind(pin, pin_factory=pin_factory))
            # Dark first, then let go: a pin let go floats, and a buzzer's transistor may take that for on.
            opened.callback(device.off)
        return Lamps(devices)

    def _reads_down(self, name: str) -> bool:
        return bool(self._buttons[name].is_active)

    def _hear(self, edge: Edge) -> None:
        with self._lock:
            if self._ready_ns is None or edge.at_ns < self._ready_ns:
                self.edges_before_ready += 1
                return
            judged = self._presses.hear(edge)
            if judged.begins and self._race is not None and self._race.touched(edge, self.lamps):
                self.lamp_delays_ns.append(self.clock.now_ns() - edge.at_ns)
            self._take({edge.button: judged})
            if judged.begins:
                self._look_at_rivals(edge)
        if self._on_edge is not None:
            self._on_edge(edge)

    def _lose(self, loss: Loss) -> None:
        names = [self._pins[pin] for pin in loss.pins if pin in self._pins] if loss.pins else self._pins.values()
        with self._lock:
            self.edges_lost += loss.count
            self._presses.lose(names, loss.after_ns, loss.before_ns)

    def _look_at_rivals(self, edge: Edge) -> None:
        """Of two edges close together some Pis lose one; the level of that line still tells of the press."""
        written = edge.button.partition(".")[0]
        rivals = [name for name in self._buttons if name.startswith(f"{written}.") and name != edge.button]
        self._take(self._presses.look(self.clock.now_ns(), {name: self._reads_down(name) for name in rivals}))

    def _take(self, judged: Mapping[str, Judged]) -> None:
        for name, one in judged.items():
            if one.is_dropped and self._race is not None:
                self._race.dropped(name, self.lamps)
            if one.press is not None:
                if self._race is not None:
                    self._race.believed(name)
                if not is_timeless(one.press):
                    self._unproven.discard(name)
                if self._on_press is not None:
                    self._on_press(one.press)


def _wanted(wiring: Wiring) -> frozenset[int]:
    return frozenset((*wiring.buttons.values(), *wiring.lamps.values()))


class FirstTouch:
    """Whose lamp is lit because nobody else has touched a button before, as far as edges have come."""

    def __init__(self, written: str) -> None:
        self.written = written
        self._touches: dict[str, Edge] = {}
        """The first of each button in this race."""
        self._believed: set[str] = set()
        self._lit: Edge | None = None

    def touched(self, edge: Edge, lamps: Lamps) -> bool:
        """Lights the lamp of a touch that comes before the one lit by now; whether it did."""
        if edge.button.partition(".")[0] != self.written:
            return False
        if self._lit is not None and edge.at_ns >= self._lit.at_ns + PROVISIONAL_NS:
            self.forget(lamps)
        self._touches.setdefault(edge.button, edge)
        return self._light(lamps)

    def believed(self, button: str) -> None:
        """That button's touch was a press: what is noise on its line from now on does not change that."""
        self._believed.add(button)

    def dropped(self, button: str, lamps: Lamps) -> None:
        """That button's touch was no press: the light is the next hand's."""
        if button not in self._believed and self._touches.pop(button, None) is not None:
            self._light(lamps)

    def forget(self, lamps: Lamps) -> None:
        """Ends the light; the next touch is a first one."""
        self._touches.clear()
        self._believed.clear()
        self._light(lamps)

    def _light(self, lamps: Lamps) -> bool:
        first = min(self._touches.values(), key=lambda edge: edge.at_ns, default=None)
        if first is self._lit:
            return False
        if self._lit is not None:
            lamps.quench(_lamp_of(self._lit))
        if first is not None:
            lamps.pulse(_lamp_of(first), first.at_ns + PROVISIONAL_NS)
        self._lit = first
        return first is not None


def _lamp_of(edge: Edge) -> str:
    return f"seat.{edge.button.partition('.')[2]}"

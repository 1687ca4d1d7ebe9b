"""gpiozero's pins on libgpiod 2: every edge with the kernel's time, and none lost unnoticed.

Registered with gpiozero as `cardtable-gpiod`. Imported only where libgpiod 2 is
installed (`pip install gpiod`); `pins.open_pins` sees to that.
"""

from __future__ import annotations

import errno
import logging
import os
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import gpiod
from gpiod.line import Bias, Clock, Direction, Value
from gpiod.line import Edge as Detect
from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinPWMUnsupported,
    PinSetInput,
)
from gpiozero.pins import PinInfo
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from firmware.chips import open_chip
from firmware.edges import Loss
from firmware.pins import PINS_TO_OFFER, PinHeld
from firmware.watch import MOST_EDGES, EdgeWatch

logger = logging.getLogger(__name__)

BIASES = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
EDGES = {"both": Detect.BOTH, "rising": Detect.RISING, "falling": Detect.FALLING}


class GpiodFactory(LocalPiFactory):
    """The pins of one GPIO chip. All pins that are listened to are in one request and are read by one thread.

    *chip* is a chip's label (`pinctrl-rp1`) or path (`/dev/gpiochip0`); without it the
    chip behind the Pi's header is taken, whatever its number. Chips are looked for in
    *devices*. *most_edges* wait in the kernel when nobody reads; of more the oldest are
    dropped, which is noticed.

    Raises `PinsMissing` if there is no such chip or it may not be opened.
    """

    stamps_edges = True

    def __init__(self, chip: str | None = None, *, devices: Path = Path("/dev"), most_edges: int = MOST_EDGES) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        # gpiozero shares these among all factories, so that a pin that could not be had stays reserved for ever.
        # Who has a line is known to the kernel.
        self.pins: dict[PinInfo, GpiodPin] = {}
        self._reservations: defaultdict[PinInfo, list[object]] = defaultdict(list)
        self._res_lock = threading.Lock()
        self.lost_edges = 0
        """How many edges were lost so far."""
        self.when_lost: Callable[[Loss], None] | None = None
        """Is told of every loss, on the thread that hands on the edges, before the edges that came after it."""
        self._consumer = f"cardtable {os.getpid()}"
        self._chip = open_chip(chip, devices)
        self.watch = EdgeWatch(self._chip, consumer=self._consumer, when_lost=self._note_loss, most_edges=most_edges)

    def close(self) -> None:
        """Lets go of all pins and ends the thread. May be called twice."""
        super().close()
        self.watch.close()
        self._chip.close()

    def claim(self, line: int, settings: gpiod.LineSettings) -> gpiod.LineRequest:
        """Takes one line, for an output or while nobody listens to it. Raises `PinHeld` or OSError."""
        try:
            return self._chip.request_lines({line: settings}, consumer=self._consumer)
        except OSError as failure:
            if failure.errno == errno.EBUSY:
                raise PinHeld(line, self._chip.get_line_info(line).consumer, self._free_pins()) from failure
            raise

    def _free_pins(self) -> tuple[int, ...]:
        lines = self._chip.get_info().num_lines
        return tuple(pin for pin in PINS_TO_OFFER if pin < lines and not self._chip.get_line_info(pin).used)

    def _note_loss(self, loss: Loss) -> None:
        self.lost_edges += loss.count
        where = ", ".join(f"GPIO {pin}" for pin in loss.pins) or "some of the buttons"
        logger.warning("%d edges of %s were lost, %d since the start", loss.count, where, self.lost_edges)
        if self.when_lost is not None:
            self.when_lost(loss)


class GpiodPin(LocalPiPin):
    """One line of the factory's chip: in a request of its own, or in the watch's while somebody listens to it."""

    def __init__(self, factory: GpiodFactory, info: PinInfo) -> None:
        super().__init__(factory, info)
        self._direction = Direction.INPUT
        self._is_high = False
        self._pull = info.pull or "floating"
        self._edges = "both"
        self._request: gpiod.LineRequest | None = factory.claim(self._number, self._settings())

    def close(self) -> None:
        """Lets go of the line."""
        self._factory.watch.remove(self._number)
        if self._request is not None:
            self._request.release()
            self._request = None

    def output_with_state(self, state: bool) -> None:
        """Makes the pin an output that begins with this level: a lamp does not flash while it is taken."""
        self._is_high = bool(state)
        self._set_function("output")

    def _settings(self, detect: Detect = Detect.NONE) -> gpiod.LineSettings:
        if self._direction is Direction.OUTPUT:
            level = Value.ACTIVE if self._is_high else Value.INACTIVE
            return gpiod.LineSettings(direction=Direction.OUTPUT, output_value=level)
        # No debounce_period: the kernel's would name the end of the bouncing, later than it was.
        return gpiod.LineSettings(
            direction=Direction.INPUT, bias=BIASES[self._pull], edge_detection=detect, event_clock=Clock.MONOTONIC
        )

    def _configure(self) -> None:
        if self._request is None:  # the watch has it: let it have the line with its new settings
            self._disable_event_detect()
            self._enable_event_detect()
        else:
            self._request.reconfigure_lines({self._number: self._settings()})

    def _get_function(self) -> str:
        return "output" if self._direction is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f"{self!r} can be an input or an output, not '{value}'")
        self.when_changed = None
        self._direction = Direction.OUTPUT if value == "output" else Direction.INPUT
        self._configure()

    def _get_state(self) -> int:
        if self._request is None:
            return int(self._factory.watch.is_high(self._number))
        return int(self._request.get_value(self._number) is Value.ACTIVE)

    def _set_state(self, value: float) -> None:
        if self._direction is Direction.INPUT or self._request is None:
            raise PinSetInput(f"{self!r} is an input and cannot be set")
        self._is_high = bool(value)
        self._request.set_value(self._number, Value.ACTIVE if self._is_high else Value.INACTIVE)

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._direction is Direction.OUTPUT:
            raise PinFixedPull(f"{self!r} is an output and has no pull")
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a resistor on the board that pulls it {self.info.pull}")
        if value not in BIASES:
            raise PinInvalidPull(f"{self!r} can be pulled {', '.join(BIASES)}, not '{value}'")
        self._pull = value
        self._configure()

    def _get_bounce(self) -> None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            raise PinInvalidBounce(f"{self!r} cannot be debounced here: it would be late, by as long as it bounces")

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f"{self!r} can tell {', '.join(EDGES)} edges, not '{value}'")
        self._edges = value
        if self._request is None:
            self._configure()

    def _get_frequency(self) -> None:
        return None

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            raise PinPWMUnsupported(f"{self!r} can be on or off, and nothing between, with libgpiod")

    def _enable_event_detect(self) -> None:
        if self._request is not None:
            self._request.release()
            self._request = None
        self._factory.watch.add(self._number, self._settings(EDGES[self._edges]), self._changed)

    def _disable_event_detect(self) -> None:
        self._factory.watch.remove(self._number)
        self._request = self._factory.claim(self._number, self._settings())

    def _changed(self, at_ns: int, is_high: bool) -> None:
        if self.when_changed is not None:
            self._call_when_changed(at_ns / 1e9, int(is_high))

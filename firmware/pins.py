"""The pins of the Pi itself: opened on the Pi only, and refused where they could not time a slap."""

from __future__ import annotations

import logging
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from gpiozero import Factory

logger = logging.getLogger(__name__)

HEADER_CHIPS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The kernel's labels of the chip behind the 40-pin header (Pi 5, Pi 4, older). Its number differs between kernels."""

PINS_TO_OFFER = (4, *range(5, 14), *range(16, 28))
"""Pins to name when another is held: not those with resistors (2, 3) nor those that pulse at the start (14, 15)."""

KERNEL_STAMPS_WITHIN_NS = 100_000
"""How late the kernel may stamp an edge: its interrupt waits while others are served. Usually 5 to 20 us on a Pi.

An allowance, not a measurement of yours; `cardtable doctor --slap` measures that.
"""

STAMP_EDGES = {
    "gpiozero.pins.lgpio.LGPIOFactory": KERNEL_STAMPS_WITHIN_NS,
    "gpiozero.pins.mock.MockFactory": 0,
}
"""Factories whose edges carry the time of the contact, and its ± in ns. By name: lgpio is not installed off a Pi."""

INSTALL_GPIOD = "Install libgpiod 2 (pip install 'gpiod>=2.2')"

CHOICES = ("cardtable-gpiod", "lgpio")
"""What GPIOZERO_PIN_FACTORY may name."""

LGPIO_COSTS = (
    "the buttons run on lgpio: when very many edges come at once some are lost and nobody is told, each is heard half "
    f"a millisecond later, and a tenth of a core is spent on looking. {INSTALL_GPIOD}"
)


class PinsMissing(Exception):  # noqa: N818  # says what is missing; the table goes on, so it is no "error" to people
    """There are no pins, or not these; the table goes on without buttons. The message says what to do."""


class PinsUnfit(PinsMissing):
    """There are pins, but they cannot say when a contact changed."""


class PinHeld(PinsMissing):
    """Somebody else has this pin."""

    def __init__(self, pin: int, holder: str, free: tuple[int, ...]) -> None:
        super().__init__(f"GPIO {pin} is held by '{holder}'")
        self.pin = pin
        self.holder = holder
        """As the kernel knows it: an overlay's driver, or the name that a program gave."""
        self.free = free
        """BCM numbers of pins that nobody holds and that a button or lamp may have."""


def stamps_within_ns(pin_factory: Factory) -> int | None:
    """The ± of the time that this factory gives an edge, in ns; None if it does not give the contact's own time.

    A factory of one's own says `stamps_edges = True`, and then its times are taken to be the kernel's.
    """
    if getattr(pin_factory, "stamps_edges", False):
        return KERNEL_STAMPS_WITHIN_NS
    kinds = (f"{kind.__module__}.{kind.__qualname__}" for kind in type(pin_factory).__mro__)
    return next((STAMP_EDGES[kind] for kind in kinds if kind in STAMP_EDGES), None)


def require_edge_times(pin_factory: Factory) -> None:
    """Raises `PinsUnfit` unless edges carry the time of the contact itself.

    gpiozero's other factories read a clock in Python when they get to it, which is
    late by whatever else runs: two slaps 2 ms apart would be told in the wrong order.
    """
    if stamps_within_ns(pin_factory) is None:
        raise PinsUnfit(
            f"gpiozero's {type(pin_factory).__name__} reads the time in Python, too late to judge a slap. "
            f"{INSTALL_GPIOD} and unset GPIOZERO_PIN_FACTORY, then: cardtable doctor"
        )


def open_pins(devices: Path = Path("/dev"), chip: str | None = None) -> Factory:
    """The Pi's own pins, from the kernel's gpiochips in *devices*: by libgpiod 2 where it is installed, else by lgpio.

    *chip*: another chip than the header's, by label or path. GPIOZERO_PIN_FACTORY may
    name one of CHOICES; what it names is then taken or nothing. lgpio's costs are
    logged. Raises `PinsMissing`, or `PinsUnfit` for another name.
    """
    choice = os.environ.get("GPIOZERO_PIN_FACTORY")
    if choice not in (None, *CHOICES):
        raise PinsUnfit(f"GPIOZERO_PIN_FACTORY is '{choice}'; what can judge a slap is {' and '.join(CHOICES)}")
    if choice != "lgpio":
        try:
            from firmware.gpiodfactory import GpiodFactory

            return GpiodFactory(chip, devices=devices)
        except ImportError as failure:
            if choice is not None:
                raise PinsMissing(f"libgpiod 2 is not installed ({failure}). {INSTALL_GPIOD}") from failure
    from firmware.lgpiopins import open_lgpio

    pins = open_lgpio(devices)
    logger.warning("%s", LGPIO_COSTS)
    return pins


def may_not_open(failure: Exception) -> PinsMissing:
    """What to say to somebody whose GPIO chip cannot be opened."""
    return PinsMissing(
        f"the pins cannot be opened ({failure}). On a Raspberry Pi, let the user who runs the table into the group "
        "gpio (sudo usermod -aG gpio USER) and log in again, then: cardtable doctor"
    )


@contextmanager
def claiming(owner: str, pin: int, wanted: Collection[int] = ()) -> Iterator[None]:
    """Turns whatever goes wrong while *owner* takes BCM pin *pin* into a `PinsMissing` that names both.

    *wanted*: pins that the table needs for something else, not to be named as free.
    """
    try:
        yield
    except PinHeld as held:
        free = ", ".join(str(other) for other in held.free if other not in wanted) or "none"
        raise PinsMissing(
            f"{owner} cannot have GPIO {pin}: '{held.holder}' holds it. End that program, or take that overlay out of "
            f"/boot/firmware/config.txt, or give {owner} another pin in table.toml; free are GPIO {free}"
        ) from held
    except Exception as failure:  # lgpio.error and gpiozero's errors have no base but this one
        raise PinsMissing(
            f"{owner} cannot have GPIO {pin} ({failure}). If it is busy, another program or an overlay in "
            "/boot/firmware/config.txt holds it: `gpioinfo` names the holder. End that, or give "
            f"{owner} another pin in table.toml"
        ) from failure

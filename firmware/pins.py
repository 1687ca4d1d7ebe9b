"""The pins of the Pi itself: opened on the Pi only, and refused where they could not time a slap."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from gpiozero import Factory

HEADER_CHIPS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The kernel's labels of the chip behind the 40-pin header (Pi 5, Pi 4, older). Its number differs between kernels."""

STAMP_EDGES = ("gpiozero.pins.lgpio.LGPIOFactory", "gpiozero.pins.mock.MockFactory")
"""Factories whose edges carry the time of the contact. By name: lgpio is not installed off a Pi."""


class PinsMissing(Exception):  # noqa: N818  # says what is missing; the table goes on, so it is no "error" to people
    """There are no pins, or not these; the table goes on without buttons. The message says what to do."""


class PinsUnfit(PinsMissing):
    """There are pins, but they cannot say when a contact changed."""


def require_edge_times(pin_factory: Factory) -> None:
    """Raises `PinsUnfit` unless edges carry the time of the contact itself.

    gpiozero's other factories read a clock in Python when they get to it, which is
    late by whatever else runs: two slaps 2 ms apart would be told in the wrong
    order. A factory of one's own says `stamps_edges = True`.
    """
    kinds = {f"{kind.__module__}.{kind.__qualname__}" for kind in type(pin_factory).__mro__}
    if getattr(pin_factory, "stamps_edges", False) or not kinds.isdisjoint(STAMP_EDGES):
        return
    raise PinsUnfit(
        f"gpiozero's {type(pin_factory).__name__} reads the time in Python, too late to judge a slap. Install lgpio "
        "(sudo apt install python3-lgpio) and unset GPIOZERO_PIN_FACTORY, then: cardtable doctor"
    )


def open_pins(devices: Path = Path("/dev")) -> Factory:
    """The Pi's own pins, by lgpio, from the kernel's gpiochips in *devices*. Raises `PinsMissing`.

    The environment's GPIOZERO_PIN_FACTORY is not asked: gpiozero falls back from it with no more than a warning.
    """
    factory_class = _import_lgpio()
    chips = sorted(int(path.name.removeprefix("gpiochip")) for path in devices.glob("gpiochip*"))
    if not chips:
        raise PinsMissing(f"there is no {devices}/gpiochip*: buttons and lamps need a Raspberry Pi")
    try:
        return factory_class(chip=_header_chip(chips))
    except Exception as failure:  # lgpio.error and gpiozero's errors have no base but this one
        raise PinsMissing(
            f"the pins cannot be opened ({failure}). On a Raspberry Pi, let the user who runs the table into the group "
            "gpio (sudo usermod -aG gpio USER) and log in again, then: cardtable doctor"
        ) from failure


@contextmanager
def claiming(owner: str, pin: int) -> Iterator[None]:
    """Turns whatever goes wrong while *owner* takes BCM pin *pin* into a `PinsMissing` that names both."""
    try:
        yield
    except Exception as failure:  # see open_pins
        raise PinsMissing(
            f"{owner} cannot have GPIO {pin} ({failure}). If it is busy, another program or an overlay in "
            "/boot/firmware/config.txt holds it: `gpioinfo` names the holder. End that, or give "
            f"{owner} another pin in table.toml"
        ) from failure


def _import_lgpio() -> Any:
    _give_lgpio_a_folder()
    here = Path.cwd()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as failure:
        raise PinsMissing(
            f"lgpio is not installed ({failure}). On a Raspberry Pi: sudo apt install python3-lgpio"
        ) from failure
    except OSError as failure:
        raise PinsMissing(
            f"lgpio cannot make its pipe in {os.environ['LG_WD']} ({failure}). "
            "Set LG_WD to a folder that the table may write"
        ) from failure
    finally:
        os.chdir(here)
    return LGPIOFactory


def _give_lgpio_a_folder() -> None:
    """Gives lgpio a folder of its own for the pipe that it makes while it is imported.

    Without LG_WD it would make it in the working directory, which may not be
    writable and is no place for it; with LG_WD it moves the process there, which is
    why `_import_lgpio` moves back. Shared folders will not do: the pipe's name is
    the same in every process.
    """
    if "LG_WD" not in os.environ:
        folder = os.environ["LG_WD"] = tempfile.mkdtemp(prefix="cardtable-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _header_chip(chips: list[int]) -> int | None:
    """Which of them is the header's; None, if none is labelled as such, leaves the choice to gpiozero."""
    lgpio = import_module("lgpio")  # has no type hints and is not installed off a Pi

    for number in chips:
        handle = lgpio.gpiochip_open(number)
        label = lgpio.gpio_get_chip_info(handle)[3]
        lgpio.gpiochip_close(handle)
        if label in HEADER_CHIPS:
            return number
    return None

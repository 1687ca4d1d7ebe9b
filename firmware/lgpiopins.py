"""The Pi's pins by lgpio, for a Pi without libgpiod 2."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from gpiozero import Factory

from firmware.pins import HEADER_CHIPS, INSTALL_GPIOD, PinsMissing, may_not_open


def open_lgpio(devices: Path) -> Factory:
    """The pins of the header, from the kernel's gpiochips in *devices*. Raises `PinsMissing`."""
    factory_class = _import_factory()
    chips = sorted(int(path.name.removeprefix("gpiochip")) for path in devices.glob("gpiochip*"))
    if not chips:
        raise PinsMissing(f"there is no {devices}/gpiochip*: buttons and lamps need a Raspberry Pi")
    try:
        return factory_class(chip=_header_chip(chips))
    except Exception as failure:  # lgpio.error and gpiozero's errors have no base but this one
        raise may_not_open(failure) from failure


def _import_factory() -> Any:
    _give_lgpio_a_folder()
    here = Path.cwd()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as failure:
        raise PinsMissing(
            f"neither libgpiod 2 nor lgpio is installed ({failure}). {INSTALL_GPIOD}, or on a Raspberry Pi: "
            "sudo apt install python3-lgpio"
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
    why `_import_factory` moves back. Shared folders will not do: the pipe's name is
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

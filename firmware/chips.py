"""Which of the kernel's GPIO chips is the one behind the Pi's header. Imported only where libgpiod 2 is installed."""

from __future__ import annotations

from pathlib import Path

import gpiod

from firmware.pins import HEADER_CHIPS, PinsMissing, may_not_open


def open_chip(chip: str | None = None, devices: Path = Path("/dev")) -> gpiod.Chip:
    """The chip of that label (`pinctrl-rp1`) or path (`/dev/gpiochip0`); without one, the chip behind the Pi's header.

    By label, because a chip's number has changed between kernels. Raises `PinsMissing`.
    """
    if chip is None or "/" not in chip:
        return _labelled(HEADER_CHIPS if chip is None else (chip,), devices)
    try:
        return gpiod.Chip(chip)
    except OSError as failure:
        raise may_not_open(failure) from failure


def _labelled(wanted: tuple[str, ...], devices: Path) -> gpiod.Chip:
    seen, refused = [], None
    for path in sorted(devices.glob("gpiochip*")):
        try:
            chip = gpiod.Chip(str(path))
        except OSError as failure:
            refused = failure
            continue
        label = chip.get_info().label
        if label in wanted:
            return chip
        chip.close()
        seen.append(f"{path} is '{label}'")
    if refused is not None:
        raise may_not_open(refused) from refused
    raise PinsMissing(
        f"no GPIO chip is labelled {' or '.join(wanted)} ({'; '.join(seen) or f'there is no {devices}/gpiochip*'}): "
        "buttons and lamps need a Raspberry Pi"
    )

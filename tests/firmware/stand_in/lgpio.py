"""What lgpio does while it is imported and while a chip is opened, without a kernel that has GPIO.

STAND_IN_LABELS names the chips that can be opened: `4=pinctrl-rp1 11=other`.
"""

import os
from pathlib import Path

SET_PULL_NONE = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0


class error(Exception):  # noqa: N801, N818  # lgpio's own name for it
    pass


def _labels() -> dict[int, str]:
    pairs = (chip.split("=") for chip in os.environ["STAND_IN_LABELS"].split())
    return {int(number): label for number, label in pairs}


def gpiochip_open(number: int) -> int:
    if number not in _labels():
        raise error("can not open gpiochip")
    return number


def gpiochip_close(handle: int) -> int:
    return 0


def gpio_get_chip_info(handle: int) -> list[object]:
    return [0, 54, f"gpiochip{handle}", _labels()[handle]]


if Path(os.environ.get("LG_WD", ".")).is_dir():
    os.chdir(os.environ.get("LG_WD", "."))
    Path(".lgd-nfy0").touch()
else:
    raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")

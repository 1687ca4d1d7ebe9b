"""Which button and which lamp hang on which pin of the Pi."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

PINS = range(2, 28)
"""BCM numbers on the 40-pin header that are free for use; 0 and 1 read a HAT's memory."""


class WiringError(ValueError):
    """The wiring cannot be; the message names what clashes."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """Names of buttons (`call.1`, `pass.1`, `slap.1`) and lamps (`seat.1`, `buzzer`), and the BCM pin of each.

    Raises `WiringError` for a pin off the header and for two names on one pin.
    """

    buttons: Mapping[str, int]
    lamps: Mapping[str, int]

    def __post_init__(self) -> None:
        owners: dict[int, str] = {}
        for kind, names in (("button", self.buttons), ("lamp", self.lamps)):
            for name, pin in names.items():
                owner = f"{kind} '{name}'"
                if pin not in PINS:
                    raise WiringError(f"{owner} asks for GPIO {pin}; the header has GPIO {PINS[0]} to {PINS[-1]}")
                if pin in owners:
                    raise WiringError(
                        f"{owners[pin]} and {owner} both ask for GPIO {pin}; see [buttons] and [lamps] in table.toml"
                    )
                owners[pin] = owner
        # Copies, so that frozen also holds for what is in them.
        object.__setattr__(self, "buttons", MappingProxyType(dict(self.buttons)))
        object.__setattr__(self, "lamps", MappingProxyType(dict(self.lamps)))


FOUR_SEATS = Wiring(
    buttons={
        "call.1": 17,
        "pass.1": 27,
        "slap.1": 22,
        "call.2": 23,
        "pass.2": 24,
        "slap.2": 25,
        "call.3": 5,
        "pass.3": 6,
        "slap.3": 13,
        "call.4": 19,
        "pass.4": 26,
        "slap.4": 16,
    },
    lamps={"seat.1": 18, "seat.2": 11, "seat.3": 12, "seat.4": 20, "buzzer": 21},
)
"""The wiring of README.md. A seat's pins lie side by side on the header.

Left free: 14 and 15, where the serial port sends pulses while the Pi starts; 2 and 3,
which have resistors of their own; 4 and 7 to 10, for a thermometer or an SPI board.
"""

"""Seat lamps and the buzzer, by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from gpiozero import DigitalOutputDevice

BLINK_NS = 400_000_000
"""Half a blink: 1.25 blinks a second are seen from the corner of the eye and disturb nobody."""


class Lamps:
    """Says which lamps are lit; blinks and buzzes without threads.

    Whoever owns it calls `refresh` a few times a second, from the thread that also
    calls the rest. A name that is not wired is passed over: a table need not have
    every lamp. The devices stay their opener's to close.
    """

    def __init__(self, devices: Mapping[str, DigitalOutputDevice]) -> None:
        self._devices = dict(devices)
        self._lit: frozenset[str] = frozenset()
        self._blinking: frozenset[str] = frozenset()
        self._until_ns: dict[str, int] = {}
        self._bright = True

    def show(self, lit: Collection[str], blinking: Collection[str] = ()) -> None:
        """From now on these lamps are lit, these blink, and all others are dark."""
        self._lit = frozenset(lit)
        self._blinking = frozenset(blinking)
        self._write()

    def pulse(self, name: str, until_ns: int) -> None:
        """Lights a lamp or sounds the buzzer until that time on the clock of `refresh`, whatever `show` says."""
        self._until_ns[name] = until_ns
        self._write()

    def refresh(self, now_ns: int) -> None:
        """Goes on with blinking, ends pulses. *now_ns*: CLOCK_MONOTONIC, or the simulated table's clock."""
        self._bright = now_ns // BLINK_NS % 2 == 0
        self._until_ns = {name: until_ns for name, until_ns in self._until_ns.items() if until_ns > now_ns}
        self._write()

    def _write(self) -> None:
        on = self._lit.union(self._until_ns, self._blinking if self._bright else ())
        for name, device in self._devices.items():
            device.value = name in on

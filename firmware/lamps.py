"""Seat lamps and the buzzer, by name."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping

from gpiozero import DigitalOutputDevice

BLINK_NS = 400_000_000
"""Half a blink: 1.25 blinks a second are seen from the corner of the eye and disturb nobody."""


class Lamps:
    """Says which lamps are lit; blinks and buzzes without threads.

    Whoever owns it calls `refresh` a few times a second. Any thread may call any of
    this: a first slap lights its lamp from the pins' own thread. A name that is not
    wired is passed over: a table need not have every lamp. The devices stay their
    opener's to close.
    """

    def __init__(self, devices: Mapping[str, DigitalOutputDevice]) -> None:
        self._devices = dict(devices)
        self._lit: frozenset[str] = frozenset()
        self._blinking: frozenset[str] = frozenset()
        self._until_ns: dict[str, int] = {}
        self._shining: frozenset[str] = frozenset()
        self._bright = True
        self._lock = threading.Lock()

    def show(self, lit: Collection[str], blinking: Collection[str] = ()) -> None:
        """From now on these lamps are lit, these blink, and all others are dark."""
        with self._lock:
            self._lit, self._blinking = frozenset(lit), frozenset(blinking)
            self._write()

    def pulse(self, name: str, until_ns: int) -> None:
        """Lights a lamp or sounds the buzzer until that time on the clock of `refresh`, whatever `show` says."""
        with self._lock:
            self._until_ns[name] = until_ns
            self._write()

    def quench(self, name: str) -> None:
        """Ends a pulse before its time."""
        with self._lock:
            if self._until_ns.pop(name, None) is not None:
                self._write()

    def refresh(self, now_ns: int) -> None:
        """Goes on with blinking, ends pulses. *now_ns*: CLOCK_MONOTONIC, or the simulated table's clock."""
        with self._lock:
            self._bright = now_ns // BLINK_NS % 2 == 0
            self._until_ns = {name: until_ns for name, until_ns in self._until_ns.items() if until_ns > now_ns}
            self._write()

    def _write(self) -> None:
        on = self._lit.union(self._until_ns, self._blinking if self._bright else ()) & self._devices.keys()
        # Only what changes: each write costs a system call, and a refresh may come every few milliseconds.
        for name in on ^ self._shining:
            self._devices[name].value = name in on
        self._shining = on

"""Real lines of a real kernel (gpio-sim), driven by the test, and what is heard of them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from firmware.edges import Edge

CHIPS = Path("/sys/kernel/config/gpio-sim")
HEADER = "pinctrl-rp1"
LINES = 28
VIRTUAL_TIME = "time-travel" in Path("/proc/cmdline").read_text()
"""Whether waiting and computing take no time here, so that what is driven is exact to the microsecond."""
LONGEST_S = 20.0
"""So long an edge that must come is waited for: a busy machine makes it late, but not lost."""


FINGER = """
import sys, time
pull, times, every_ms = sys.argv[1:]
for _ in range(int(times)):
    for way in "pull-down", "pull-up":
        with open(pull, "w") as line:
            line.write(way)
        time.sleep(float(every_ms) / 2000)
"""


class SimulatedChip:
    """A GPIO chip whose lines the test pulls up and down, like push-buttons to ground.

    *held*: lines that somebody else has, by line, under these names.
    """

    def __init__(self, name: str, label: str = HEADER, held: Mapping[int, str] | None = None) -> None:
        self._settings = CHIPS / name
        bank = self._settings / "bank"
        for folder in (self._settings, bank):
            folder.mkdir()
        (bank / "num_lines").write_text(str(LINES))
        (bank / "label").write_text(label)
        for line, holder in (held or {}).items():
            (bank / f"line{line}").mkdir()
            hog = bank / f"line{line}" / "hog"
            hog.mkdir()
            (hog / "name").write_text(holder)
            (hog / "direction").write_text("input")
        (self._settings / "live").write_text("1")
        self.name = (bank / "chip_name").read_text().strip()
        device = (self._settings / "dev_name").read_text().strip()
        lines = Path("/sys/devices/platform", device, self.name)
        self._lines = [lines / f"sim_gpio{line}" for line in range(LINES)]
        self._pulls = [os.open(line / "pull", os.O_WRONLY) for line in self._lines]

    def set(self, line: int, *, pressed: bool) -> tuple[int, int]:
        """The contact closes or opens; the monotonic clock just before and just after, ns."""
        pull = b"pull-down" if pressed else b"pull-up"
        before_ns = time.monotonic_ns()
        os.write(self._pulls[line], pull)
        return before_ns, time.monotonic_ns()

    def drive(self, *changes: tuple[float, int, bool]) -> list[tuple[int, int]]:
        """Does each of (ms from now, line, pressed) in turn; gives for each the clock before and after."""
        start_ns = time.monotonic_ns() + 1_000_000
        done = []
        for at_ms, line, pressed in changes:
            _wait_until(start_ns + round(at_ms * 1e6))
            done.append(self.set(line, pressed=pressed))
        return done

    def is_high(self, line: int) -> bool:
        """What an output drives."""
        return (self._lines[line] / "value").read_text().strip() == "1"

    def press_often(self, line: int, times: int, every_ms: float) -> None:
        """A finger that is no thread of this program: presses for half of each span, and returns when it is done."""
        command = [sys.executable, "-c", FINGER, str(self._lines[line] / "pull"), str(times), str(every_ms)]
        subprocess.run(command, check=True)

    def unplug(self) -> None:
        """The chip goes, as when its driver is unloaded."""
        for pull in self._pulls:
            os.close(pull)
        self._pulls = []
        (self._settings / "live").write_text("0")

    def close(self) -> None:
        if self._pulls:
            self.unplug()
        bank = self._settings / "bank"
        for line in bank.glob("line*"):
            (line / "hog").rmdir()
            line.rmdir()
        bank.rmdir()
        self._settings.rmdir()


def _wait_until(at_ns: int) -> None:
    left_ns = at_ns - time.monotonic_ns()
    if VIRTUAL_TIME:
        time.sleep(max(0, left_ns) / 1e9)
        return
    if left_ns > 1_000_000:
        time.sleep((left_ns - 500_000) / 1e9)
    while time.monotonic_ns() < at_ns:
        pass  # a sleep is no sharper than some 100 us


class Heard:
    """Edges as the panel hands them on, from its own thread."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self._news = threading.Condition()

    def hear(self, edge: Edge) -> None:
        with self._news:
            self.edges.append(edge)
            self._news.notify_all()

    def wait_for(self, count: int) -> list[Edge]:
        """The edges heard, as soon as there are *count*."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.edges) >= count, LONGEST_S), f"only {len(self.edges)} came"
            return list(self.edges)


class Sleeper:
    """Somebody who listens and does not return until woken: what comes meanwhile waits in the kernel."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self.is_asleep, self._may_wake = threading.Event(), threading.Event()

    def hear(self, edge: Edge) -> None:
        self.edges.append(edge)
        self.is_asleep.set()
        assert self._may_wake.wait(LONGEST_S)

    def wake(self) -> None:
        self._may_wake.set()

"""A bar on the terminal for work that takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

WIDTH = 30

PATIENCE_S = 0.7
"""Work that is over sooner needs no bar."""


class Progress:
    """How much of some work is done. Shows nothing where the stream is no terminal."""

    def __init__(self, total: int, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        """*stream*: standard error if none is given; *clock* gives seconds."""
        self._total, self._stream = total, stream if stream is not None else sys.stderr
        self._clock, self._began = clock, clock()
        self._done, self._is_shown = 0, False

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        is_long = self._clock() - self._began >= PATIENCE_S
        if is_long and self._done < self._total and self._stream is not None and self._stream.isatty():
            filled = WIDTH * self._done // self._total
            bar = "#" * filled + "." * (WIDTH - filled)
            self._stream.write(f"\r[{bar}] {self._done} of {self._total}")
            self._stream.flush()
            self._is_shown = True

    def clear(self) -> None:
        """Takes the bar away, so that a line can be printed in its place."""
        if self._is_shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._is_shown = False

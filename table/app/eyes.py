"""A camera and the vision behind it, in threads of their own.

One thread takes frames and keeps the newest, another looks at it. A camera that stops, hangs or was never there is
told to the table, and tried again and again: games go on by touch meanwhile.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from table.app.host import SenseLost
from vision.frames import Camera, Frame, SourceError
from vision.sightings import SightLost, VisionReport

logger = logging.getLogger(__name__)

SILENT_S = 3.0
"""Without a frame for so long the camera is said to have stopped."""

HUNG_S = 30.0
"""A camera that neither gives a frame nor an error for so long hangs: only a new start of the table helps."""

RETRIES_S = (1.0, 2.0, 5.0, 15.0, 30.0)
"""Pauses before opening the camera again; the last one is kept to."""


class Looker(Protocol):
    """What makes reports of frames; see `vision.watch.Watch`."""

    def look(self, frame: Frame) -> tuple[VisionReport, ...]: ...

    def lost(self, since_ns: int, reason: str) -> tuple[VisionReport, ...]: ...


class Eyes:
    """Opens a camera and keeps looking until told to stop."""

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        open_looker: Callable[[], Looker],
        tell: Callable[[VisionReport | SenseLost], None],
    ) -> None:
        """*open_looker* loads the reader; it is called in the looking thread. *tell* is called from any thread."""
        self._open_camera, self._open_looker, self._tell = open_camera, open_looker, tell
        self._stopping = threading.Event()
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._reason = ""
        self._came = time.monotonic()
        self._threads = tuple(
            threading.Thread(target=work, name=name, daemon=True)
            for name, work in (("camera", self._take), ("watch", self._look))
        )

    def start(self) -> None:
        """Starts both threads."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Ends both threads; a camera that hangs is left behind."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(timeout=2.0)

    @property
    def are_hung(self) -> bool:
        """Whether the camera's own code has not come back for so long that only a new start helps."""
        return not self._reason and time.monotonic() - self._came > HUNG_S

    def _take(self) -> None:
        tried = 0
        while not self._stopping.is_set():
            try:
                camera = self._open_camera()
            except SourceError as problem:
                self._lose(str(problem))
            else:
                tried = 0 if self._take_from(camera) else tried
            self._stopping.wait(RETRIES_S[min(tried, len(RETRIES_S) - 1)])
            tried += 1

    def _take_from(self, camera: Camera) -> bool:
        """Takes frames until the camera stops; gives whether any came."""
        has_given = False
        try:
            while not self._stopping.is_set() and not camera.ended:
                frame = camera.next_frame(1.0)
                if frame is not None:
                    has_given = True
                    self._keep(frame)
        except SourceError as problem:
            self._lose(str(problem))
        finally:
            camera.close()
        return has_given

    def _keep(self, frame: Frame) -> None:
        with self._changed:
            self._newest, self._reason, self._came = frame, "", time.monotonic()
            self._changed.notify()

    def _lose(self, reason: str) -> None:
        with self._changed:
            self._reason = reason
            self._changed.notify()

    def _look(self) -> None:
        """Keeps a looker at work; one that fails is told to the table, and another tried."""
        tried = 0
        while not self._stopping.is_set():
            try:
                self._look_with(self._open_looker())
            except Exception as problem:  # a fault in one frame must not blind the table unsaid
                logger.exception("looking at the table failed")
                self._tell(SightLost(time.monotonic_ns(), f"its pictures cannot be looked at ({problem})."))
                self._stopping.wait(RETRIES_S[min(tried, len(RETRIES_S) - 1)])
                tried += 1

    def _look_with(self, looker: Looker) -> None:
        is_lost = False
        while not self._stopping.is_set():
            with self._changed:
                has_come = self._changed.wait_for(lambda: self._newest is not None or bool(self._reason), SILENT_S)
                frame, reason, self._newest = self._newest, self._reason, None
            if frame is not None:
                is_lost = False
                for report in looker.look(frame):
                    self._tell(report)
            elif not is_lost or not has_come:
                is_lost = self._say_lost(looker, reason or f"it has given no picture for {SILENT_S:.0f} s.")
            if frame is None:
                self._stopping.wait(0.5)

    def _say_lost(self, looker: Looker, reason: str) -> bool:
        if not self._stopping.is_set():
            for report in looker.lost(time.monotonic_ns(), reason):
                self._tell(report)
        return True

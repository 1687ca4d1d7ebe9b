"""What all screens are shown now, safe to ask from any thread."""

from __future__ import annotations

import threading
import time

from web.desk import TableView, Update


class Shown:
    """Holds the latest view for all screens."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._latest: Update | None = None

    def publish(self, view: TableView) -> None:
        """Shows *view* from now on, numbered above every one before it, unless it is what is shown already.

        Numbers are milliseconds of the wall clock, or one more than the last where that clock has stood still or
        gone back: so they grow over a restart too.
        """
        with self._changed:
            last = self._latest
            if last is not None and last.view == view:
                return
            number = max(int(time.time() * 1000), last.number + 1 if last else 0)
            self._latest = Update(number, view)
            self._changed.notify_all()

    def latest(self) -> Update:
        """See `web.desk.Desk`."""
        with self._changed:
            self._changed.wait_for(lambda: self._latest is not None)
            assert self._latest is not None
            return self._latest

    def wait(self, after: int, timeout_s: float) -> Update | None:
        """See `web.desk.Desk`."""
        with self._changed:
            is_newer = self._changed.wait_for(
                lambda: self._latest is not None and self._latest.number > after, timeout_s
            )
            return self._latest if is_newer else None

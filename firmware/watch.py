"""All watched lines of a GPIO chip in one request, read by one thread. Imported only where libgpiod 2 is installed."""

from __future__ import annotations

import logging
import os
import select
import threading
from collections import deque
from collections.abc import Callable, Iterable

from gpiod import Chip, EdgeEvent, LineRequest, LineSettings
from gpiod.line import Value

from firmware.edges import Loss
from firmware.losses import Numbers

logger = logging.getLogger(__name__)

Listener = Callable[[int, bool], None]
"""Is called with CLOCK_MONOTONIC nanoseconds of an edge, and whether the line went high."""

Settings = dict[Iterable[int | str] | int | str, LineSettings | None]
"""By line; the type is gpiod's, which takes names and several lines too."""

MOST_EDGES = 1024
"""So many edges wait in the kernel until they are read, which is the most it allows."""


LOOK_S = 2.0
"""So often the request is looked at without being woken: not every kernel wakes who waits when the chip goes away."""


class EdgeWatch:
    """Hands every edge of the lines on *chip* to whoever listens to its line, in the order in which the kernel saw it.

    One request for all lines, because the kernel numbers the edges within a request:
    so their order is known and a lost one is noticed. A request cannot be given more
    lines, so with each line that comes or goes a new one takes its place, and an edge
    between the two is not seen: take all lines before edges matter.

    Listeners and *when_lost* run on the thread of the watch and must return at once.
    """

    def __init__(
        self, chip: Chip, *, consumer: str, when_lost: Callable[[Loss], None], most_edges: int = MOST_EDGES
    ) -> None:
        self._chip = chip
        self._consumer = consumer
        self._when_lost = when_lost
        self._most_edges = most_edges
        self._settings: Settings = {}
        self._listeners: dict[int, Listener] = {}
        self._request: LineRequest | None = None
        self._numbers = Numbers()
        self._unheard: deque[EdgeEvent | Loss] = deque()
        self._being_told: EdgeEvent | Loss | None = None
        self._lock = threading.Lock()  # around the request; never held while a listener runs
        self._wake = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        # epoll and not poll: a line that is being polled stays taken for as long after it was let go.
        self._ready = select.epoll()
        self._ready.register(self._wake, select.EPOLLIN)
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="gpio edges", daemon=True)

    def add(self, line: int, settings: LineSettings, listener: Listener) -> None:
        """Watches one line more, which nobody may hold. Raises OSError if it cannot be had; the others go on."""
        with self._lock:
            others = self._settings
            try:
                self._rearrange({**others, line: settings})
            except OSError:
                self._rearrange(others)
                raise
            self._listeners[line] = listener
            if not self._thread.is_alive():
                self._thread.start()

    def remove(self, line: int) -> None:
        """Lets go of a line. From now on nobody hears of it."""
        with self._lock:
            self._listeners.pop(line, None)
            if line in self._settings:
                self._rearrange({other: settings for other, settings in self._settings.items() if other != line})

    def is_high(self, line: int) -> bool:
        """The level of a watched line as far as its edges have been heard. Raises OSError where the chip has gone.

        While an edge of it waits to be heard, the level is that before the edge: however
        late a busy machine hands it on, level and edges tell the same.
        """
        with self._lock:
            if self._request is None:
                raise OSError(f"GPIO {line} is not watched any more")
            is_high = self._request.get_value(line) is Value.ACTIVE
            self._take_in()
            if self._unheard:
                os.eventfd_write(self._wake, 1)  # they are read now, and the thread may wait for them to come
            # To whoever is just told of an edge it has been told.
            is_listener = threading.current_thread() is self._thread
            for item in (None if is_listener else self._being_told, *self._unheard):
                if isinstance(item, EdgeEvent) and item.line_offset == line:
                    return item.event_type is EdgeEvent.Type.FALLING_EDGE
            return is_high

    def close(self) -> None:
        """Lets go of all lines and ends the thread. Edges that nobody has heard yet are dropped."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._listeners.clear()
            self._rearrange({})
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()
        self._ready.close()
        os.close(self._wake)

    def _rearrange(self, settings: Settings) -> None:
        self._take_in()
        self._let_go()
        self._settings = {}
        if settings:
            self._request = self._chip.request_lines(
                settings, consumer=self._consumer, event_buffer_size=self._most_edges
            )
            self._ready.register(self._request.fd, select.EPOLLIN)
            self._settings = settings
        self._numbers = Numbers()
        os.eventfd_write(self._wake, 1)

    def _let_go(self) -> None:
        if self._request is not None:
            self._ready.unregister(self._request.fd)
            self._request.release()
            self._request = None

    def _run(self) -> None:
        while not self._closed:
            if any(descriptor == self._wake for descriptor, _ in self._ready.poll(LOOK_S)):
                os.eventfd_read(self._wake)
            while self._tell_next():
                pass

    def _tell_next(self) -> bool:
        """Tells of one edge or loss, if there is one."""
        with self._lock:
            if self._closed:
                return False
            self._take_in()
            item = self._being_told = self._unheard.popleft() if self._unheard else None
        if item is not None:
            self._tell(item)
        return item is not None

    def _take_in(self) -> None:
        """Reads what has come, so far as that goes without waiting."""
        try:
            while self._request is not None and _is_readable(self._request.fd):
                edges = self._request.read_edge_events()
                self._unheard += [*self._numbers.check(edges), *edges]
        except OSError as failure:
            logger.error("the GPIO chip has gone, and with it %d buttons: %s", len(self._settings), failure)
            self._let_go()

    def _tell(self, item: EdgeEvent | Loss) -> None:
        try:
            if isinstance(item, Loss):
                self._when_lost(item)
            elif listener := self._listeners.get(item.line_offset):
                listener(item.timestamp_ns, item.event_type is EdgeEvent.Type.RISING_EDGE)
        except Exception:
            # This thread has all buttons of the table.
            logger.exception("news of the pins was not taken: %s", item)


def _is_readable(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))

"""Which edges of a contact are presses, which only bounce, and which no finger made.

A judgement on edges, not a filter before the log. It comes a little after the first edge, and gives that edge's time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from firmware.edges import Edge

NS_PER_MS = 1_000_000

HELD_NS = 2 * NS_PER_MS
"""A contact that stayed closed so long without a break was pressed. Noise is over after a millisecond, a finger's press
takes 15 ms and more."""

QUIET_NS = 8 * NS_PER_MS
"""Open for so long, a contact has finished bouncing, which takes 1 to 5 ms. A finger needs more than 20 ms between
letting go and the next press."""

LOCKOUT_NS = 30 * NS_PER_MS
"""So long after a press that counted, nothing else of that button counts."""

NOISE_NS = 210_000
"""A touch shorter than this may be noise on the cable as well as a bounce: a pulse lasts up to 0.1 ms, and each of its
edges may be stamped 0.1 ms late."""

BOUNCE_NS = 1_500_000
"""A contact that is open longer than this between two touches may not have bounced: the first one may be noise."""

LATE_NS = 200 * NS_PER_MS
"""So long after an edge all edges before it have been heard of, even where the vision has every core."""

GRACE_NS = 300 * NS_PER_MS
"""Longest that an edge is waited for which the level of its line tells of; then it is lost."""

TIMELESS_NS = 50 * NS_PER_MS
"""A press of which only the level tells is said to lie within at least so long: no race is decided by it."""


@dataclass(slots=True)
class Tally:
    """What one contact has done so far, counted."""

    presses: int = 0
    bounces: int = 0
    """Touches that belong to a press but do not begin it. More than a few a press mean a worn contact."""
    glitches: int = 0
    """Touches too short for a finger, and releases of what was never pressed. Many mean a long or loose cable."""
    locked_out: int = 0
    """Presses that came too soon after another one of the same button."""
    missed: int = 0
    """Presses of which only the level of the line told: their edge was lost."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What one more edge, or a while without, has made clear."""

    press: Edge | None = None
    """A press that is believed now, with the time of its first edge."""
    begins: bool = False
    """This edge may be the beginning of a press."""
    is_dropped: bool = False
    """What had begun was no press."""


NOTHING = Judged()


class Presses:
    """Believes a press when the contact stayed closed for 2 ms, and gives it the time of its first touch.

    Edges say how long a contact stayed closed, and they may be heard of late. So a press is believed when its release
    is heard of, or a fifth of a second after it closed if its line still reads down; noise never is. Where the first
    touch may itself be noise just before the press, the press lies somewhere from that touch to the next one, and its
    edge says so (`within_ns`).

    A library's debounce waits until a contact is quiet and then reports the end of that; of two hands within
    milliseconds it names the wrong one.

    Edges of one button come in their own order, of several buttons in any. Not for several threads at once.
    """

    def __init__(self, buttons: Iterable[str], held: Iterable[str] = ()) -> None:
        """*held* are down already: letting go of them is no news."""
        self._contacts = {name: _Contact(name) for name in buttons}
        for name in held:
            self._contacts[name].is_down = self._contacts[name].is_closed = True

    def hear(self, edge: Edge) -> Judged:
        """One edge, in its turn."""
        return self._contacts[edge.button].hear(edge)

    def settle(self, now_ns: int) -> dict[str, Judged]:
        """What the time that has passed without edges makes clear, by button."""
        judged = {name: contact.settle(now_ns) for name, contact in self._contacts.items()}
        return {name: one for name, one in judged.items() if one is not NOTHING}

    def look(self, now_ns: int, are_down: Mapping[str, bool]) -> dict[str, Judged]:
        """Like `settle`, with the levels of some lines as they are read now: edges that were lost show in them."""
        for name, is_down in are_down.items():
            self._contacts[name].read(now_ns, is_down=is_down)
        return self.settle(now_ns)

    def lose(self, buttons: Iterable[str], after_ns: int, before_ns: int) -> None:
        """Edges of some of these buttons were lost between those times: a press then may have begun earlier."""
        for name in buttons:
            self._contacts[name].lost_ns = (after_ns, before_ns)

    @property
    def due_ns(self) -> int | None:
        """When `settle` may have something to say; None while all contacts are at rest."""
        return min((due for contact in self._contacts.values() if (due := contact.due_ns) is not None), default=None)

    def tally(self, button: str) -> Tally:
        """A copy of that button's counters."""
        return replace(self._contacts[button].tally)


@dataclass(frozen=True, slots=True)
class _Touch:
    """The contact closed at the edge, and opened again."""

    edge: Edge
    until_ns: int


class _Contact:
    """One contact's history: at rest, touched (perhaps a press), or down."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.tally = Tally()
        self.is_down = False
        self.is_closed = False
        self._touches: list[_Touch] = []
        self._closed: Edge | None = None
        """The edge by which it closed, while it is not believed to be a press."""
        self._last_ns: int | None = None
        """Its last edge."""
        self._pressed_ns: int | None = None
        self.lost_ns: tuple[int, int] | None = None
        """Between which times an edge of it may have been lost."""
        self._reads_open = False
        """Closed by its edges and open by its level: an edge is on its way, or lost."""
        self._seen_open_ns: int | None = None
        self._seen_down_ns: int | None = None
        """Since when its level says down though no edge has told of it."""
        self._is_surely_down = False

    def hear(self, edge: Edge) -> Judged:
        before = self._before(edge)
        if edge.is_pressed:
            self._seen_down_ns = None
            after = self._close(edge)
        else:
            after = self._open(edge)
        self._last_ns = edge.at_ns
        self._reads_open = False
        return Judged(before.press or after.press, after.begins, before.is_dropped or after.is_dropped)

    def _before(self, edge: Edge) -> Judged:
        """What was already clear when this edge came."""
        if edge.is_pressed and self._closed is not None and self._reads_open:
            return self._drop()
        return self._ripe(edge.at_ns, late_ns=0)

    def _close(self, edge: Edge) -> Judged:
        if self.is_down:
            if edge.at_ns - (self._last_ns or 0) < QUIET_NS:
                self.tally.bounces += 1
                self.is_closed = True
                return NOTHING
            self.is_down = False
        begins = not self._touches and self._closed is None
        if begins and self.lost_ns is not None:
            edge = _widened(edge, *self.lost_ns)
            self.lost_ns = None
        if self._closed is not None:
            self._touches.append(_Touch(self._closed, edge.at_ns))
        self._closed, self.is_closed = edge, True
        return Judged(begins=begins)

    def _open(self, edge: Edge) -> Judged:
        self.is_closed = False
        if self._closed is not None:
            self._touches.append(_Touch(self._closed, edge.at_ns))
            self._closed = None
        elif self._seen_down_ns is not None and edge.at_ns - self._seen_down_ns >= HELD_NS:
            return self._miss(self._seen_down_ns, is_closed=False)
        elif not self.is_down:
            self.tally.glitches += 1
        return NOTHING

    def settle(self, now_ns: int) -> Judged:
        if self._reads_open and self._closed is not None:
            return self._drop() if now_ns - self._closed.at_ns >= GRACE_NS else NOTHING
        if self._is_surely_down and self._seen_down_ns is not None and now_ns - self._seen_down_ns >= GRACE_NS:
            return self._miss(self._seen_down_ns, is_closed=True)
        return self._ripe(now_ns, LATE_NS)

    def _ripe(self, now_ns: int, late_ns: int) -> Judged:
        """What is clear when no edge comes until *now_ns*, and none is under way that is *late_ns* late or less."""
        if self._closed is not None:
            return self._believe(self._closed) if now_ns - self._closed.at_ns >= HELD_NS + late_ns else NOTHING
        if self._touches and now_ns - self._touches[-1].until_ns >= QUIET_NS + late_ns:
            return self._drop()
        return NOTHING

    def _believe(self, last: Edge) -> Judged:
        self.tally.bounces += len(self._touches)
        first = _first_touch(self._touches, last)
        return self._down(first, first.at_ns - first.within_ns)

    def _down(self, press: Edge, at_ns: int) -> Judged:
        self._rest()
        self.is_down = self.is_closed = True
        before_ns, self._pressed_ns = self._pressed_ns, at_ns
        if before_ns is not None and at_ns - before_ns < LOCKOUT_NS:
            self.tally.locked_out += 1
            return Judged(is_dropped=True)
        self.tally.presses += 1
        return Judged(press)

    def _drop(self) -> Judged:
        self.tally.glitches += len(self._touches) + (self._closed is not None)
        self._rest()
        return Judged(is_dropped=True)

    def _rest(self) -> None:
        self._touches, self._closed, self._reads_open = [], None, False
        self._seen_down_ns, self._is_surely_down = None, False

    def _miss(self, until_ns: int, *, is_closed: bool) -> Judged:
        """Down without an edge: pressed between the last look that saw it open and the first that did not."""
        open_ns = until_ns if self._seen_open_ns is None else self._seen_open_ns
        since_ns = min(until_ns - TIMELESS_NS, open_ns)
        half_ns = (until_ns - since_ns + 1) // 2
        press = Edge(button=self._name, is_pressed=True, at_ns=since_ns + half_ns, within_ns=half_ns, surely=False)
        self.tally.missed += 1
        judged = self._down(press, until_ns)
        self.is_closed = is_closed
        return judged

    def read(self, now_ns: int, *, is_down: bool) -> None:
        """Its level, read now."""
        if not is_down:
            self._seen_open_ns = now_ns
            self._reads_open = self._closed is not None and now_ns - self._closed.at_ns >= HELD_NS
            if self._closed is None:
                self.is_closed = False
            if not self._is_surely_down:
                self._seen_down_ns = None
        elif self.is_closed:
            self._reads_open = False
        elif self._seen_down_ns is None:
            self._seen_down_ns = now_ns
        elif now_ns - self._seen_down_ns >= HELD_NS:
            self._is_surely_down = True

    @property
    def due_ns(self) -> int | None:
        if self._closed is not None:
            return self._closed.at_ns + (GRACE_NS if self._reads_open else HELD_NS + LATE_NS)
        if self._touches:
            return self._touches[-1].until_ns + QUIET_NS + LATE_NS
        if self._seen_down_ns is None:
            return None
        return self._seen_down_ns + (GRACE_NS if self._is_surely_down else HELD_NS)


def _widened(edge: Edge, after_ns: int, before_ns: int) -> Edge:
    """The edge, as it may have come at any time since *after_ns*, if it was among the first after what was lost."""
    if edge.at_ns - before_ns > QUIET_NS or edge.at_ns <= after_ns:
        return edge
    return _between(edge, after_ns, edge.at_ns + edge.within_ns)


def _between(edge: Edge, since_ns: int, until_ns: int) -> Edge:
    half_ns = (until_ns - since_ns + 1) // 2
    return replace(edge, at_ns=since_ns + half_ns, within_ns=half_ns)


def is_timeless(press: Edge) -> bool:
    """Whether only the level of its line told of the press: nobody knows when it was."""
    return 2 * press.within_ns >= TIMELESS_NS


def _first_touch(touches: list[_Touch], last: Edge) -> Edge:
    """The edge of the first touch; as wide as to the first one that cannot be noise before the press.

    A single pulse of a millisecond that ends less than 1.5 ms before the press is taken for its first bounce: nothing
    tells them apart.
    """
    begins = [touch.edge for touch in touches] + [last]
    first, real = begins[0], last
    for touch, following in zip(touches, begins[1:], strict=True):
        is_long = touch.until_ns - touch.edge.at_ns >= NOISE_NS
        if is_long and following.at_ns - touch.until_ns <= BOUNCE_NS:
            real = touch.edge
            break
    spanning = _between(first, first.at_ns - first.within_ns, real.at_ns + real.within_ns)
    return replace(spanning, surely=first.surely and real.surely)

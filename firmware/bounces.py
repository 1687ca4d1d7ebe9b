"""Which edges of a contact are presses and which only bounce: a judgement on edges, not a filter before the log."""

from __future__ import annotations

from collections import Counter

from firmware.edges import Edge

NS_PER_MS = 1_000_000


class FirstEdges:
    """Tells a press by its first edge, so that a bouncing contact is neither late nor two presses.

    A library's debounce waits until a contact is quiet and then reports the end of
    that; of two hands within milliseconds it names the wrong one. Here the first
    edge counts at once and what follows is set aside:

    - *lockout_ms* after a press that counted, nothing else of that button counts;
    - a press also needs the button's last edge at least *quiet_ms* before it, or it
      is a bounce of letting go. Contacts bounce for 1 to 5 ms; a finger needs more
      than 20 ms between letting go and the next press.

    Edges of one button come in their own order, of several buttons in any.
    """

    def __init__(self, lockout_ms: int = 30, quiet_ms: int = 8) -> None:
        self._lockout_ns = lockout_ms * NS_PER_MS
        self._quiet_ns = quiet_ms * NS_PER_MS
        self._last_press_ns: dict[str, int] = {}
        self._last_edge_ns: dict[str, int] = {}
        self._ignored: Counter[str] = Counter()

    def counts(self, edge: Edge) -> bool:
        """Whether this edge is a new press. False for a release and for a bounce."""
        since_press = _since(self._last_press_ns.get(edge.button), edge.at_ns, self._lockout_ns)
        since_edge = _since(self._last_edge_ns.get(edge.button), edge.at_ns, self._quiet_ns)
        self._last_edge_ns[edge.button] = edge.at_ns
        if not edge.is_pressed:
            return False
        if since_press < self._lockout_ns or since_edge < self._quiet_ns:
            self._ignored[edge.button] += 1
            return False
        self._last_press_ns[edge.button] = edge.at_ns
        return True

    def ignored(self, button: str) -> int:
        """How many press edges of this button did not count. Many of them mean a worn contact or a loose wire."""
        return self._ignored[button]


def _since(earlier_ns: int | None, now_ns: int, enough_ns: int) -> int:
    return enough_ns if earlier_ns is None else now_ns - earlier_ns

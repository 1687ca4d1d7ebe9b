"""The buttons and lamps of a real table, looked after by a thread of their own."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from gpiozero import Factory

from firmware.edges import Edge
from firmware.panel import Panel
from firmware.wiring import Wiring
from table.app.host import SenseLost
from table.desk import Change, Desk
from table.game import SlapStory, View
from table.rulings import Kind
from table.seats import Seat

logger = logging.getLogger(__name__)

CALM_NS, RACING_NS = 200_000_000, 10_000_000
"""How often the panel is looked at, at least: for lamps to blink on; and where hands race, so that no press is over
before a line whose edge was lost has been seen down."""

FAILED_NS = 2_000_000_000
"""After a fault in the pins they are tried again so much later."""

BUZZ_NS = 400_000_000
"""How long the buzzer sounds at a foul."""

RULED_NS = 2_000_000_000
"""How long the lamp of whoever was first stays lit."""

SLAP = "slap"


class Contacts:
    """Hands presses to the table and shows on the lamps what it makes of them.

    A press is handed on when it is believed, some milliseconds after its first touch. In a game with slaps the lamp of
    the first hand is lit at once and corrected by the verdict.
    """

    def __init__(
        self,
        wiring: Wiring,
        put: Callable[[Edge | SenseLost], None],
        pin_factory: Factory,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Opens the panel. *put* is called from any thread. Raises PinsMissing."""
        self._put, self._clock = put, clock
        self._wake, self._stopping = threading.Event(), threading.Event()
        self.panel = Panel(wiring, on_edge=self._stir, on_press=put, pin_factory=pin_factory, monotonic_ns=clock)
        self._is_racing = False
        self._racing: dict[str, Seat] = {}
        self._said: dict[str, str] = {}
        self._ruled: SlapStory | None = None
        self._thread = threading.Thread(target=self._run, name="contacts", daemon=True)

    def start(self) -> None:
        """From now on presses count."""
        self.panel.ready()
        self._thread.start()

    def close(self) -> None:
        """Ends the thread, darkens the lamps and lets go of the pins."""
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2.0)
        self.panel.close()

    def _stir(self, edge: Edge) -> None:
        self._wake.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                wait_ns = self.look()
            except Exception as problem:  # a chip that has gone must not silence the table unsaid
                logger.exception("looking at the buttons failed")
                self._say("buttons", f"{problem}.")
                wait_ns = FAILED_NS
            self._wake.wait(wait_ns / 1e9)
            self._wake.clear()

    def look(self) -> int:
        """Does what is due now; gives how long the panel may be left alone, in ns, if no edge comes."""
        now_ns = self._clock()
        due_ns = self.panel.refresh(now_ns)
        self._say("buttons", self.panel.clock.complaint)
        self._say("slaps", ", ".join(self._unproven()))
        wait_ns = RACING_NS if self._is_racing else CALM_NS
        return wait_ns if due_ns is None else max(0, min(wait_ns, due_ns - now_ns))

    def _unproven(self) -> list[Seat]:
        """Whose slap button nobody has pressed yet since the start."""
        unproven = self.panel.unproven()
        return [seat for name, seat in self._racing.items() if name in unproven]

    def _say(self, sense: str, message: str) -> None:
        if self._said.get(sense, "") != message:
            self._said[sense] = message
            self._put(SenseLost(sense, message))

    def open(self, desk: Desk) -> None:
        """Takes up the game on the desk: whether hands race in it, and whose buttons must have been seen to work."""
        view = desk.game.view(desk.referee.state)
        self._is_racing, self._ruled = _is_a_race(view), _last(view)
        playing = [one.seat for one in view.seats if "free" not in one.marks] if self._is_racing else []
        buttons = {f"{SLAP}.{desk.seating.seats.index(seat) + 1}": seat for seat in playing}
        self._racing = {name: seat for name, seat in buttons.items() if name in self.panel.buttons}
        self.panel.race(SLAP if self._is_racing else None)
        self._wake.set()

    def follow(self, desk: Desk, change: Change) -> None:
        """Shows on the lamps what has changed, in the owner's thread."""
        view = desk.game.view(desk.referee.state)
        if _is_a_race(view) is not self._is_racing:
            self.open(desk)
        seats = desk.seating.seats
        self.panel.lamps.show([_lamp(seats, view.turn)] if view.turn in seats else [])
        now_ns = self._clock()
        if any(ruling.kind is Kind.FOUL for ruling in change.heard.new):
            self.panel.lamps.pulse("buzzer", now_ns + BUZZ_NS)
        story = _last(view)
        if story is not None and story != self._ruled:
            self._ruled = story
            self.panel.ruled({_lamp(seats, seat): now_ns + RULED_NS for seat in _first_hands(story)})


def _is_a_race(view: View) -> bool:
    return view.slapping is not None and not view.is_over


def _last(view: View) -> SlapStory | None:
    return view.slaps[-1] if view.slaps else None


def _first_hands(story: SlapStory) -> tuple[Seat, ...]:
    """Whose lamps tell the verdict: the winner's, or of hands equally fast all."""
    if story.verdict == "tie":
        return tuple(story.seats)
    return () if story.winner is None else (story.winner,)


def _lamp(seats: tuple[Seat, ...], seat: Seat) -> str:
    return f"seat.{seats.index(seat) + 1}"

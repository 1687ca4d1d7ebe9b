"""What the table has to see and feel with, on the simulated one: camera and watch, buttons and panel."""

from __future__ import annotations

import random
from collections.abc import Callable

from firmware.edges import Edge
from firmware.panel import Panel
from firmware.wiring import PINS, Wiring
from table.seats import Seat
from table.twin.camera import TwinCamera
from table.twin.clock import TwinClock, ms
from table.twin.faces import Deck, design
from table.twin.mischief import Mischief
from table.twin.picture import Studio
from table.twin.pins import Contact, TwinFactory
from table.twin.scene import Stage
from vision.frames import Frame
from vision.mat import Mat
from vision.sightings import VisionReport
from vision.watch import CardReader, Watch
from vision.zonewatch import Patience

BUTTONS = ("call", "pass")

MOST_BOUNCES = 3
"""A contact opens again up to so often when it closes."""


class Eyes:
    """The camera over a stage, and the vision that looks through it."""

    def __init__(
        self,
        stage: Stage,
        mat: Mat,
        reader: CardReader,
        clock: TwinClock,
        *,
        seed: int,
        frame_ns: int,
        mischief: Mischief,
        patience: Patience | None = None,
        on_frame: Callable[[Frame], None] | None = None,
    ) -> None:
        """*on_frame* is given every picture before vision looks at it."""
        deck = Deck(design("plain"), wear=0.15, seed=seed)
        studio = Studio(mat, deck, seed=seed, mischief=mischief)
        self._camera = TwinCamera(clock, stage, studio, mischief=mischief, frame_ns=frame_ns)
        self._watch, self._on_frame = Watch(mat, reader, patience=patience), on_frame
        self.frames = 0

    def look(self) -> tuple[VisionReport, ...]:
        """Takes a picture, if one is due, and says what it completes."""
        frame = self._camera.next_frame(0.0)
        if frame is None:
            return ()
        self.frames += 1
        if self._on_frame is not None:
            self._on_frame(frame)
        return self._watch.look(frame)


class Buttons:
    """A call and a pass button at every seat, on pins of the twin's own."""

    def __init__(self, seats: tuple[Seat, ...], clock: TwinClock) -> None:
        self._seats, self._clock = seats, clock
        names = [f"{written}.{at}" for at in range(1, len(seats) + 1) for written in BUTTONS]
        self._pins = dict(zip(names, PINS, strict=False))
        self._factory = TwinFactory(clock)
        self._pressed: list[Edge] = []
        self._panel = Panel(
            Wiring(buttons=self._pins, lamps={}),
            on_press=self._pressed.append,
            pin_factory=self._factory,
            monotonic_ns=clock.now_ns,
        )
        self._panel.ready()

    def has(self, written: str, seat: Seat) -> bool:
        """Whether there is such a button at that seat: the header has pins for thirteen seats."""
        return self._name(written, seat) in self._pins

    def press(self, written: str, seat: Seat, chance: random.Random) -> tuple[Edge, ...]:
        """A finger on the button of that name: its press, with the time of its contact's first touch."""
        contact = Contact(self._factory, self._pins[self._name(written, seat)], self._clock)
        self._pressed.clear()
        contact.press(bounces=chance.randint(0, MOST_BOUNCES))
        self._clock.advance(ms(chance.uniform(60, 140)))
        contact.release(bounces=chance.randint(0, MOST_BOUNCES))
        return tuple(self._pressed)

    def close(self) -> None:
        """Lets go of the pins."""
        self._panel.close()
        self._factory.reset()

    def _name(self, written: str, seat: Seat) -> str:
        return f"{written}.{self._seats.index(seat) + 1}"

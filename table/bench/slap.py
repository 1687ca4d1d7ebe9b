"""Whether the slaps of two hands are told in the right order, and how soon the lamp and the verdict come."""

from __future__ import annotations

import dataclasses
import random
import time
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import numpy as np
from gpiozero.pins.mock import MockPin

from firmware.edges import Edge
from firmware.panel import Panel
from firmware.wiring import Wiring
from table.bench import Figure
from table.bench.hands import LASTS_MS, Noise, Pair, a_pair, lateness
from table.bench.load import vision_on_every_core
from table.bench.races import race_in_real_time
from table.game import SlapStory
from table.games import find_game
from table.moments import Micros, Moment
from table.notation import read_record
from table.referee import Referee
from table.reports import Complete, Report
from table.seats import Seat
from table.twin.clock import TwinClock
from table.twin.pins import TwinFactory
from table.witness import Seating, Witness

SEATS = (Seat("Lisa"), Seat("Bo"))
SLAPS = Wiring(buttons={"slap.1": 22, "slap.2": 25}, lamps={"seat.1": 18, "seat.2": 11})

A_PAIR_LIES = (
    "game stress", "seats Lisa Bo",
    "Lisa: open 4H 9C KD 2S", "Bo: open 6S JD 3H 10C", "[0~0.03] Lisa: flip 5H", "[0~0.03] Bo: flip 6D",
    "[10.000~10.033] Bo: lay 6S on Lisa",
)  # fmt: skip
"""Two sixes lie open; what follows is line 8."""

OPENED_BEFORE_NS = 10_200_000_000
"""So long before a simulated pair its game was opened."""

MS = 1_000_000
SURE_NS = 1 * MS
"""Hands at least so far apart must be told in their order, or be said to be equal."""

PAIRS, QUICK_PAIRS = 100_000, 600
"""In all: half of them while the cores are busy."""

RACES, QUICK_RACES = 1_000, 30


class KernelPins(TwinFactory):
    """Pins whose edges have a kernel's times, and are heard of when the table's threads come to it."""

    stamps_edges = True

    def set_level(self, pin: int, *, is_closed: bool) -> None:
        """The contact closes or opens; nobody hears of it yet."""
        self.pin(pin)._change_state(not is_closed)

    def hand_on(self, pin: int, stamp_ns: int, *, is_closed: bool) -> None:
        """The edge is heard of, with its stamp."""
        # One step above MockPin, which would put the wall clock's time in place of the stamp.
        super(MockPin, self.pin(pin))._call_when_changed(stamp_ns / 1e9, int(not is_closed))


@dataclasses.dataclass(slots=True)
class Count:
    """How many pairs went how."""

    pairs: int = 0
    inverted: int = 0
    """Told in the wrong order, a millisecond or more apart."""
    wrong: int = 0
    """Told in the wrong order, less than a millisecond apart."""
    masked: int = 0
    """Pairs that a pulse of 1 ms right before a touch makes undecidable; left out above."""
    masked_inverted: int = 0
    first: int = 0
    tied: int = 0
    tied_apart: int = 0
    """Said to be equal, though a millisecond or more apart."""
    unruled: int = 0
    missed: int = 0
    invented: int = 0
    glitches: int = 0
    counted: int = 0
    """Glitches that the panel counted."""


class Bench:
    """A panel and a game of Stress in which a pair lies open, again and again."""

    def __init__(self, seed: int, *, is_busy: bool) -> None:
        """*is_busy*: edges are sometimes heard of tens of milliseconds late."""
        self._chance, self._is_busy = random.Random(seed), is_busy
        self._clock = TwinClock()
        self._factory = KernelPins(self._clock)
        self._believed: list[Edge] = []
        self._panel = Panel(
            SLAPS, on_press=self._believed.append, pin_factory=self._factory, monotonic_ns=self._clock.now_ns
        )
        self._panel.ready()
        self._panel.race("slap")
        self._game = find_game("stress")
        record = read_record("\n".join(A_PAIR_LIES), "bench")
        referee: Referee[Any] = Referee(self._game, record.header)
        referee.hear_all(record.events)
        self._state = referee.state
        self.count = Count()

    def slap(self, noise: Noise) -> None:
        """One pair: edges on the pins, presses believed, heard by the game, and the verdict."""
        pair = a_pair(noise, self._chance)
        seats = (0, 1) if self._chance.random() < 0.5 else (1, 0)
        self._believed.clear()
        self._play(pair, seats)
        story = self._verdict()
        self._note(pair, SEATS[seats[0]], story)

    def _play(self, pair: Pair, seats: tuple[int, int]) -> None:
        began_ns, heard_ns = self._clock.now_ns(), 0
        deeds: list[tuple[int, int, int, bool]] = []
        for stamp_ns, line, is_closed in pair.edges(self._chance):
            heard_ns = max(heard_ns + 1, stamp_ns + lateness(self._chance, is_busy=self._is_busy))
            deeds += [(stamp_ns, 0, line, is_closed), (heard_ns, stamp_ns, line, is_closed)]
        pins = [SLAPS.buttons[f"slap.{seat + 1}"] for seat in seats]
        for at_ns, stamp_ns, line, is_closed in sorted(deeds):
            self._refresh_until(began_ns + at_ns)
            if stamp_ns:
                self._factory.hand_on(pins[line], began_ns + stamp_ns, is_closed=is_closed)
            else:
                self._factory.set_level(pins[line], is_closed=is_closed)
        self._refresh_until(began_ns + LASTS_MS * MS)
        self._panel.ruled({})

    def _refresh_until(self, at_ns: int) -> None:
        """The panel is looked at when it asks for it, or a little later, as the table does."""
        while (due_ns := self._panel.due_ns) is not None:
            look_ns = max(due_ns, self._clock.now_ns()) + lateness(self._chance, is_busy=self._is_busy)
            if look_ns > at_ns:
                break
            self._clock.advance_to(look_ns)
            self._panel.refresh(look_ns)
        self._clock.advance_to(max(at_ns, self._clock.now_ns()))

    def _verdict(self) -> SlapStory | None:
        opened_ns = self._clock.now_ns() - LASTS_MS * MS - OPENED_BEFORE_NS
        witness, state, line = Witness(Seating(seats=SEATS), opened_ns), self._state, len(A_PAIR_LIES)
        until = Micros((self._clock.now_ns() - opened_ns) // 1000)
        reports: list[Report] = [one.report for press in self._believed for one in witness.press(press)]
        for report in (*reports, Complete(when=Moment(until, until))):
            events = self._game.testify(state, report)
            assert isinstance(events, tuple)
            for event in events:
                line += 1
                state = self._game.hear(state, dataclasses.replace(event, line=line), frozenset()).state
        stories = self._game.view(state).slaps
        return stories[-1] if stories else None

    def _note(self, pair: Pair, first: Seat, story: SlapStory | None) -> None:
        count, apart = self.count, pair.apart_ns >= SURE_NS
        count.pairs += 1
        count.glitches += pair.glitches
        count.missed += max(0, 2 - len(self._believed))
        count.invented += max(0, len(self._believed) - 2)
        is_wrong = story is not None and story.winner not in (None, first)
        if pair.is_masked:
            count.masked += 1
            count.masked_inverted += is_wrong and apart
        elif is_wrong:
            count.inverted += apart
            count.wrong += not apart
        elif story is None or story.verdict not in ("first", "tie"):
            count.unruled += 1
        elif story.verdict == "tie":
            count.tied += 1
            count.tied_apart += apart
        else:
            count.first += 1

    def close(self) -> Count:
        """Lets go of the pins; gives what was counted."""
        self.count.counted = sum(self._panel.tally(name).glitches for name in SLAPS.buttons)
        self._panel.close()
        self._factory.reset()
        return self.count


def figures(quick: bool) -> Iterator[Figure]:
    """Simulated pairs, by what disturbs the lines; then races in real time. Each with idle cores and with busy ones."""
    for load in ("idle", "all cores read pictures"):
        with nullcontext() if load == "idle" else vision_on_every_core():
            for noise in Noise:
                pairs = (QUICK_PAIRS if quick else PAIRS) // (2 * len(Noise))
                yield from told(count(noise, pairs, is_busy=load != "idle"), f"{noise.value}, {load}")
            yield from delays(QUICK_RACES if quick else RACES, load)


def count(noise: Noise, pairs: int, *, is_busy: bool, seed: int = 1) -> Count:
    """So many pairs, slapped and judged."""
    bench = Bench(2 * seed + is_busy, is_busy=is_busy)
    for _ in range(pairs):
        bench.slap(noise)
    return bench.close()


def told(count: Count, what: str) -> Iterator[Figure]:
    """The figures of a count."""
    yield Figure(name=f"{what}: pairs", value=count.pairs, unit="pairs")
    yield Figure(name=f"{what}: inversions at 1 ms and more", value=count.inverted, unit="pairs", at_most=0)
    yield Figure(name=f"{what}: inversions below 1 ms", value=count.wrong, unit="pairs", at_most=0)
    yield Figure(name=f"{what}: presses missed", value=count.missed, unit="presses", at_most=0)
    yield Figure(name=f"{what}: presses invented", value=count.invented, unit="presses", at_most=0)
    yield Figure(name=f"{what}: ties", value=count.tied, unit="pairs")
    yield Figure(name=f"{what}: ties at 1 ms and more", value=count.tied_apart, unit="pairs")
    yield Figure(name=f"{what}: without a verdict", value=count.unruled, unit="pairs")
    if count.glitches:
        yield Figure(name=f"{what}: glitches made", value=count.glitches, unit="glitches")
        yield Figure(name=f"{what}: glitches counted as such", value=count.counted, unit="glitches")
    if count.masked:
        yield Figure(name=f"{what}: pulse taken for a first bounce", value=count.masked, unit="pairs")
        yield Figure(name=f"{what}: inversions among these", value=count.masked_inverted, unit="pairs")


def delays(races: int, load: str) -> Iterator[Figure]:
    """From a hand's first edge to its lamp, and from the second hand's to the verdict, by the wall clock."""
    began = time.monotonic()
    lamps, verdicts = race_in_real_time(races)
    for what, spans_ns in (("first edge to lamp", lamps), ("second edge to verdict", verdicts)):
        for name, part in (("p50", 50.0), ("p99", 99.0), ("p99.9", 99.9)):
            value = float(np.percentile(spans_ns, part)) / MS
            yield Figure(name=f"{what}, {name}, {len(spans_ns)} races, {load}", value=value, unit="ms")
    yield Figure(name=f"races, {load}", value=len(verdicts) / (time.monotonic() - began), unit="races/s")

"""How fast records are judged, a log is taken up again, and a correction is judged anew."""

from __future__ import annotations

import functools
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from table.bench import Figure
from table.bench.loops import LOOPS, Loop
from table.cards import cards
from table.desk import Desk
from table.events import Correct
from table.game import Game
from table.games import GAMES
from table.ledger import Ledger
from table.notation import Record, read_record
from table.referee import Referee
from table.seats import Nobody
from table.witness import Seating

LENGTHS = (100, 1_000, 10_000)
CORRECTED = 2_000
"""Events of the record whose first cards are corrected."""

EVENTS_A_SECOND = 30_000.0
REOPENED_MS, STARTED_MS, CORRECTED_MS = 1_000.0, 300.0, 100.0


def figures(quick: bool) -> Iterator[Figure]:
    """For every game, each length by itself, so that it shows whether an event costs more in a long game."""
    for game in GAMES:
        loop = LOOPS[game.name]
        for events in LENGTHS[:1] if quick else LENGTHS:
            yield judged(game, loop, events)
        yield corrected(game, loop, LENGTHS[0] if quick else CORRECTED)
        yield reopened(game, loop, LENGTHS[0] if quick else LENGTHS[-1])
    yield from started(1 if quick else 5)


def judged(game: Game[Any], loop: Loop, events: int) -> Figure:
    """Events judged in a second, in a record of so many."""
    record = _record(loop, events)
    repeats = max(1, 2_000 // events)
    taken_s = _best_of(3, lambda: _judge(game, record, repeats))
    name = f"{game.name}, a record of {events} events"
    return Figure(name=name, value=events * repeats / taken_s, unit="events/s", at_least=EVENTS_A_SECOND)


def _judge(game: Game[Any], record: Record, times: int) -> None:
    for _ in range(times):
        Referee(game, record.header).hear_all(record.events)


def corrected(game: Game[Any], loop: Loop, events: int) -> Figure:
    """Milliseconds until everything is judged again after the first cards of a record were misread."""
    record = _record(loop, events)
    referee: Referee[Any] = Referee(game, record.header)
    referee.hear_all(record.events)
    misread = next(event.line for event in record.events[len(loop.beginning) :] if _has_cards(event))
    line = record.events[-1].line + 1
    correction = Correct(line=line, who=Nobody.TABLE, misread=misread, cards=cards(loop.correction))
    taken_s = _best_of(1, lambda: referee.hear(correction))
    name = f"{game.name}, a correction {events} events back"
    return Figure(name=name, value=1000 * taken_s, unit="ms", at_most=CORRECTED_MS)


def _has_cards(event: object) -> bool:
    return hasattr(event, "cards") or hasattr(event, "card")


def reopened(game: Game[Any], loop: Loop, events: int) -> Figure:
    """Milliseconds until the table goes on with a game that stands in its log."""
    lines = loop.lines(events)
    header = _record(loop, 1).header
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "bench.sqlite") as ledger:
        ledger.append(1, 1, "table", *lines)
        seating = Seating(seats=header.seats)
        taken_s = _best_of(3, lambda: Desk(game, ledger, 1, seating, 0))
    name = f"{game.name}, a log of {events} events opened again"
    return Figure(name=name, value=1000 * taken_s, unit="ms", at_most=REOPENED_MS)


def started(times: int) -> Iterator[Figure]:
    """Milliseconds from calling `cardtable judge` to its end, for a short record."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "short.ctn"
        path.write_text("\n".join(LOOPS["vvvand8"].lines(5)) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "table.cli", "judge", str(path)]
        start = functools.partial(subprocess.run, command, check=True, capture_output=True)
        waited_s, worked_s = _best_of(times, start, time.perf_counter), _best_of(times, start, _childrens_time)
    name = "cardtable judge, from start to end"
    yield Figure(name=name, value=1000 * waited_s, unit="ms", at_most=STARTED_MS)
    yield Figure(name=f"{name}, of the processor's time", value=1000 * worked_s, unit="ms")


def _childrens_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _record(loop: Loop, events: int) -> Record:
    return read_record("\n".join(loop.lines(events)), "bench")


def _best_of(times: int, deed: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Seconds of the quickest time: the others were disturbed.

    Of the processor's time, unless told otherwise: it is the same while other programs run.
    """
    quickest = float("inf")
    for _ in range(times):
        began = clock()
        deed()
        quickest = min(quickest, clock() - began)
    return quickest

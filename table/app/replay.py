"""A record played again on the dashboard, step by step or in time: `cardtable replay`."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from types import FrameType
from typing import Any

from table.app.shown import Shown
from table.desk import Question
from table.events import Event
from table.game import Game
from table.notation import Record, write_event
from table.referee import Referee
from table.rulings import Ruling
from table.said import words
from table.scorebook import tables
from table.scores import played, so_far
from table.screens import clause_text, decided, table_view
from table.slapbook import slap_boards
from web.app import create_app
from web.desk import (
    Answer,
    ClauseText,
    Decided,
    Fact,
    Footage,
    RulingPanel,
    ScoreTable,
    SlapBoard,
    TableView,
    Tap,
    Text,
)
from web.server import Server, open_server

UNTIMED_S = 1.5
"""How long a line without a time stays, at usual speed."""

LONGEST_S = 6.0
"""Longer than this nobody has to wait for the next line, at usual speed."""

NOTHING = Text("", "")


class Replay(Shown):
    """The record's desk: screens may only move in it. `web.desk.Desk`, safe to ask from any thread."""

    def __init__(self, record: Record, text: str, open_referee: Callable[[], Referee[Any]]) -> None:
        """*text* is the record as it is written; *open_referee* gives a referee who has heard nothing of it yet."""
        super().__init__()
        self._events, self._text, self._open = record.events, text, open_referee
        self._moved = threading.Condition()
        self._stopped = False
        self._server: Server | None = None
        self.referee = open_referee()
        self.questions: tuple[Question, ...] = ()
        self.place = 0
        """How many lines have been heard."""
        self.is_playing = False
        self._show()

    @property
    def game(self) -> Game[Any]:
        return self.referee.game

    def picture_for(self, ruling: Ruling) -> str | None:
        """No pictures are kept with a record."""
        return None

    def go_to(self, place: int) -> None:
        """Moves to where so many lines have been heard, or as near as there are lines."""
        with self._moved:
            place = min(max(0, place), len(self._events))
            if place < self.place:
                self.referee, self.place = self._open(), 0
            self.referee.hear_all(self._events[self.place : place])
            self.place = place
            self.is_playing = self.is_playing and place < len(self._events)
            self._show()
            self._moved.notify_all()

    def play(self, is_on: bool) -> None:
        """Lets the lines come by themselves, or stops that."""
        with self._moved:
            self.is_playing = is_on and self.place < len(self._events)
            self._show()
            self._moved.notify_all()

    def serve(self, host: str, port: int) -> int:
        """Opens the dashboard; gives its port. Raises ListenError."""
        self._server = open_server(create_app(self), host, port)
        threading.Thread(target=self._server.run, name="web", daemon=True).start()
        return self._server.port

    def run(self, speed: float) -> None:
        """Plays in time, whenever it is on, until `stop`; *speed* times as fast as it happened."""
        with self._moved:
            while not self._stopped:
                if not self.is_playing:
                    self._moved.wait()
                    continue
                place = self.place
                self._moved.wait_for(lambda: not self._goes_on_from(place), self._pause_s() / speed)  # noqa: B023 - waited for here
                if self._goes_on_from(place):
                    self.go_to(place + 1)

    def _goes_on_from(self, place: int) -> bool:
        return self.is_playing and not self._stopped and self.place == place

    def _pause_s(self) -> float:
        if self.place == 0:
            return UNTIMED_S
        before, event = self._events[self.place - 1].when, self._events[self.place].when
        if before is None or event is None:
            return UNTIMED_S
        return min(LONGEST_S, max(0.0, (event.earliest - before.earliest) / 1_000_000))

    def stop(self) -> None:
        """Ends `run`; from any thread."""
        with self._moved:
            self._stopped = True
            self._moved.notify_all()

    def close(self) -> None:
        """Closes the dashboard."""
        if self._server is not None:
            self._server.close()

    def stop_on_signals(self) -> None:
        """Lets SIGTERM and Ctrl-C end `run`."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._signalled)

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        threading.Thread(target=self.stop).start()  # the main thread may hold the lock just now

    def tell(self, line: str, language: str) -> Answer:
        """See `web.desk.Desk`: takes only what moves in the record."""
        move = self._moves().get(line)
        if move is None:
            return Answer(False, words("replay", "read_only"))
        move()
        return Answer(True, NOTHING)

    def _moves(self) -> dict[str, Callable[[], None]]:
        return {
            "back": lambda: self.go_to(self.place - 1),
            "next": lambda: self.go_to(self.place + 1),
            "first": lambda: self.go_to(0),
            "last": lambda: self.go_to(len(self._events)),
            "pause": lambda: self.play(False),
            "play": lambda: self.play(True),
        }

    def picture(self, name: str) -> bytes | None:
        """See `web.desk.Desk`."""
        return None

    def footage(self, name: str) -> Footage | None:
        """See `web.desk.Desk`."""
        return None

    def clause(self, number: str) -> ClauseText | None:
        """See `web.desk.Desk`."""
        return clause_text(self.game.name, number)

    def decided(self) -> tuple[Decided, ...]:
        """See `web.desk.Desk`."""
        return decided(self)

    def record(self) -> str:
        """See `web.desk.Desk`."""
        return self._text

    def scores(self) -> tuple[ScoreTable, ...]:
        """See `web.desk.Desk`: those of this game alone, once it is over."""
        ended = played(self.referee, 1, datetime.now(UTC))
        return tables([ended] if ended else [])

    def slaps(self) -> tuple[SlapBoard, ...]:
        """See `web.desk.Desk`: those of this game, as far as it has been shown."""
        return slap_boards([so_far(self.referee, 1, datetime.now(UTC))])

    def _show(self) -> None:
        view = table_view(self, ())
        self.publish(replace(_to_look_at(view), facts=(*self._where(), *view.facts), table_taps=self._taps()))

    def _where(self) -> list[Fact]:
        count = f"{self.place} / {len(self._events)}"
        facts = [Fact(label=words("replay", "place"), value=Text(count, count))]
        if self.place:
            line = _written(self._events[self.place - 1])
            facts.append(Fact(label=words("replay", "told"), value=Text(line, line)))
        return facts

    def _taps(self) -> tuple[Tap, ...]:
        is_first, is_last = self.place == 0, self.place == len(self._events)
        names = [name for name in ("first", "back") if not is_first]
        if not is_last:
            names += ["pause" if self.is_playing else "play", "next", "last"]
        return tuple(
            Tap(label=words("replay", name), line=name, weight="main" if name == "next" else "plain") for name in names
        )


def _written(event: Event) -> str:
    return f"{event.line}: {write_event(event)}"


def _to_look_at(view: TableView) -> TableView:
    """The view without anything that tells the table something."""
    return replace(
        view,
        seats=tuple(replace(seat, taps=()) for seat in view.seats),
        rulings=tuple(_settled(ruling) for ruling in view.rulings),
        correctable=(),
        accusable=(),
    )


def _settled(ruling: RulingPanel) -> RulingPanel:
    return replace(ruling, overrule=None)

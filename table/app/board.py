"""The table as the screens know it: `web.desk.Desk`, safe to ask from any thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table.app.shown import Shown
from table.said import words
from table.scorebook import Scorebook, tables
from table.screens import clause_text, decided
from table.slapbook import slap_boards
from web.desk import Answer, ClauseText, Decided, Footage, ScoreTable, SlapBoard

if TYPE_CHECKING:
    from table.app.host import Host

PATIENCE_S = 5.0
"""How long a screen waits for the table's own thread."""

LONGEST_LINE = 500
"""Characters of a line that a screen may hand in."""


class Board(Shown):
    """Holds the latest view for all screens, and passes on what they say to the table's own thread."""

    def __init__(self, ask: Callable[[Callable[[Host], Any]], Future[Any]], log: Path) -> None:
        """*ask* has something done in the table's own thread and gives its answer later; *log* is where it writes."""
        super().__init__()
        self._ask = ask
        self._scorebook, self._scoring = Scorebook(log), threading.Lock()

    def tell(self, line: str, language: str) -> Answer:
        """See `web.desk.Desk`."""
        if not line.strip() or len(line) > LONGEST_LINE or "\n" in line:
            return Answer(False, words("desk", "empty"))
        asked = self._ask(lambda host: host.tell(line))
        try:
            answer: Answer = asked.result(PATIENCE_S)
        except NoAnswer:
            asked.cancel()  # or else it would count later, beside the touch that is made again
            return Answer(False, words("desk", "busy"))
        return answer

    def picture(self, name: str) -> bytes | None:
        """See `web.desk.Desk`. Only what the screens show now: older pictures tell the older cards of the pile."""
        view = self.latest().view
        shown = {ruling.evidence for ruling in view.rulings} | {question.evidence for question in view.questions}
        if name not in shown:
            return None
        found: bytes | None = self._ask(lambda host: host.desk.pictures.get(name)).result(PATIENCE_S)
        return found

    def footage(self, name: str) -> Footage | None:
        """See `web.desk.Desk`. Only of the stresses that the screens show now."""
        if name not in {slap.footage for slap in self.latest().view.slaps}:
            return None
        lookback, story = self._ask(lambda host: (host.lookback, host.story(name))).result(PATIENCE_S)
        found: Footage | None = None if story is None else lookback.footage(name, story)
        return found

    def clause(self, number: str) -> ClauseText | None:
        """See `web.desk.Desk`."""
        found: ClauseText | None = self._ask(lambda host: clause_text(host.desk.game.name, number)).result(PATIENCE_S)
        return found

    def decided(self) -> tuple[Decided, ...]:
        """See `web.desk.Desk`."""
        found: tuple[Decided, ...] = self._ask(lambda host: decided(host.desk)).result(PATIENCE_S)
        return found

    def record(self) -> str:
        """See `web.desk.Desk`."""
        lines: tuple[str, ...] = self._ask(lambda host: host.ledger.lines(host.desk.number)).result(PATIENCE_S)
        return "\n".join(lines) + "\n"

    def scores(self) -> tuple[ScoreTable, ...]:
        """See `web.desk.Desk`. Worked out in the asking thread: the table is not kept waiting."""
        with self._scoring:
            return tables(self._scorebook.games())

    def slaps(self) -> tuple[SlapBoard, ...]:
        """See `web.desk.Desk`. With the game that is on; worked out in the asking thread as well."""
        with self._scoring:
            return slap_boards(self._scorebook.all_games())

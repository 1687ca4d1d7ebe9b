"""What has been done at the simulated table so far, worked out from its record.

A game that was cut off is taken up by hearing its record again: who decides is pure,
so what was planted in it comes out as it did the first time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from table import notation
from table.cards import Card
from table.events import Correct, Drawn, Event, Overrule, Play, Show, Start, TakeBack
from table.game import Game, Header
from table.games.vvvand8.state import State
from table.referee import Referee
from table.rulings import ClauseId
from table.seats import Seat
from table.twin.deeds import Decider, Deed
from table.twin.script import ready_for


class Chronicle:
    """The truth, the tablet and the next deed, after every event that the table has heard."""

    def __init__(self, decider: Decider, game: Game[Any], header: Header) -> None:
        self._decider = decider
        self._referee: Referee[State] = Referee(game, header)
        self.truth = decider.deal(header)
        self.number = 0
        """How many deeds the table has heard."""
        self.planted: list[tuple[ClauseId, Seat]] = []
        """Fouls committed on purpose: clause and offender."""
        self._lines: list[int] = []
        self.deed: Deed | None = None
        """What is to be done next; None when nothing is."""
        self._begun: Deed | None = None
        """What was due before something else came between: somebody may be at it already."""
        self._decide()

    @classmethod
    def of(cls, decider: Decider, game: Game[Any], lines: Sequence[str]) -> Chronicle:
        """Takes up a game from its record. Raises RecordError."""
        record = notation.read_record("\n".join(lines), "the record")
        found = cls(decider, game, record.header)
        corrected = {event.misread: event.cards for event in record.events if isinstance(event, Correct)}
        for event in record.events:
            found.hear(event, corrected)
        return found

    @property
    def state(self) -> State:
        """What the referee knows: the tablet shows as much of it as players may see."""
        return self._referee.state

    def hear(self, event: Event, corrected: Mapping[int, tuple[Card, ...]] | None = None) -> bool:
        """Takes in one more event of the record; whether it was a deed that was due.

        *corrected*: by line, the cards that a later line says were really there.
        """
        self._referee.hear(event)
        said = versions(event, (corrected or {}).get(event.line))
        due = (deed for deed in (self.deed, self._begun) if deed is not None)
        done = next((deed for deed in due if any(amounts_to(deed.event, version) for version in said)), None)
        self.truth = self.truth.after(said[-1] if done is None else done.event, self.state)
        if done is None:
            self._begun = self._begun or self.deed
        else:
            self._heard(done, event)
        self._decide()
        return done is not None

    def _heard(self, deed: Deed, event: Event) -> None:
        self.number += 1
        self._lines.append(event.line)
        self._begun = None
        if deed.planted is not None and isinstance(deed.event.who, str):
            self.planted.append((deed.planted, deed.event.who))

    def _decide(self) -> None:
        self.deed = self._decider.next_deed(self.truth, self.state, self.number)
        if self.deed is not None:
            self.truth = ready_for(self.deed.event, self.truth)
            self.deed = replace(self.deed, event=self._on_our_lines(self.deed))

    def _on_our_lines(self, deed: Deed) -> Event:
        """An event that speaks of an earlier line, with the line under which that deed stands here."""
        if deed.about is None or deed.about >= len(self._lines):
            return deed.event
        line = self._lines[deed.about]
        match deed.event:
            case Correct() as correct:
                return replace(correct, misread=line)
            case Overrule() as overrule:
                return replace(overrule, ruled=line)
        return deed.event


def versions(event: Event, cards: tuple[Card, ...] | None) -> tuple[Event, ...]:
    """The event as heard and, where a later line corrected its cards, as it really was."""
    match event:
        case Play() | TakeBack() | Show() if cards:
            return event, replace(event, cards=cards)
        case Start() | Drawn() if cards:
            return event, replace(event, card=cards[0])
    return (event,)


def amounts_to(deed: Event, event: Event) -> bool:
    """Whether the event says what the deed was, numbers and times apart."""
    return replace(event, line=0, when=None) == replace(deed, line=0, when=None)

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
from table.events import Correct, Dismiss, Drawn, Event, Overrule, Play, Show, Start, TakeBack
from table.game import Game, Header
from table.games.vvvand8.state import State
from table.moments import Moment
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
        self.whens: list[Moment | None] = []
        """For each deed heard, when the table says it was."""
        self._lines: list[int] = []
        self.deed: Deed | None = None
        """What is to be done next; None when nothing is."""
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
        """Takes in one more event of the record; whether it was the deed that was due.

        *corrected*: by line, the cards that a later line says were really there.
        """
        self._referee.hear(event)
        deed, cards = self.deed, (corrected or {}).get(event.line)
        is_due = deed is not None and any(amounts_to(deed.event, said) for said in versions(event, cards))
        done = deed.event if deed is not None and is_due else versions(event, cards)[-1]
        self.truth = self.truth.after(done, self.state)
        if deed is not None and is_due:
            self._heard(deed, event)
        elif isinstance(event, Correct | Overrule | Dismiss):
            self.deed = None  # what was due may rest on a ruling that is gone
        self._decide()
        return is_due

    def _heard(self, deed: Deed, event: Event) -> None:
        self.number += 1
        self._lines.append(event.line)
        self.whens.append(event.when)
        self.deed = None
        if deed.planted is not None and isinstance(deed.event.who, str):
            self.planted.append((deed.planted, deed.event.who))

    def _decide(self) -> None:
        if self.deed is not None and not self.state.is_over:
            return
        deed = self._decider.next_deed(self.truth, self.state, self.number)
        if deed is not None:
            self.truth = ready_for(deed.event, self.truth)
            deed = replace(deed, event=self._on_our_lines(deed))
        self.deed = deed

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

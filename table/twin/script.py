"""Plays a record on the simulated table, event for event."""

from __future__ import annotations

from dataclasses import dataclass

from table import events
from table.cards import Card
from table.game import Header
from table.games.vvvand8.state import State
from table.notation import Record
from table.seats import Nobody
from table.twin.deeds import Deed
from table.twin.truth import Truth, deal


@dataclass(frozen=True, slots=True)
class Script:
    """Does what the record says happened. What nobody could see, the hands and the talon, is dealt by *seed*."""

    record: Record
    seed: int = 0

    def deal(self, header: Header) -> Truth:
        """See `Decider.deal`."""
        return deal(header, self.seed)

    def next_deed(self, truth: Truth, state: State, number: int) -> Deed | None:
        """See `Decider.next_deed`. Neither the truth nor the tablet changes what comes next."""
        if number >= len(self.record.events):
            return None
        event = self.record.events[number]
        match event:
            case events.Correct(misread=line) | events.Overrule(ruled=line):
                return Deed(event=event, about=self._number_of(line))
        return Deed(event=event)

    def _number_of(self, line: int) -> int | None:
        """Which event stands on that line of the record."""
        lines = [event.line for event in self.record.events]
        return lines.index(line) if line in lines else None


def ready_for(event: events.Event, truth: Truth) -> Truth:
    """The same table, but that the cards which *event* shows are where they come from."""
    match event:
        case events.Play(who=who, cards=cards):
            seat = truth.turn if isinstance(who, Nobody) else who
            return truth if seat is None else truth.holding(seat, cards)
        case events.Start(card=Card() as card):
            return truth.with_uppermost(card)
    return truth

"""The fold: events in, standing and withdrawn rulings out; corrections and overrulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from table.cards import Card
from table.events import Accuse, Correct, Dismiss, Drawn, Event, Overrule, Play, Show, Start, TakeBack
from table.game import Game, Header
from table.rulings import ClauseId, Ruling

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Heard:
    """What one more event brought."""

    new: tuple[Ruling, ...] = ()
    withdrawn: tuple[Ruling, ...] = ()


@dataclass(slots=True)
class _Page(Generic[State]):
    """One event in the fold, with the state before it and what was ruled on it."""

    event: Event
    before: State
    rulings: tuple[Ruling, ...] = ()
    set_aside: frozenset[ClauseId] = frozenset()
    is_dismissed: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A ruling that does not stand any more, and the line that took it away."""

    ruling: Ruling
    by_line: int


class Referee(Generic[State]):
    """Judges one game, event by event.

    An event that amends an earlier line (`correct`, `overrule`, `dismiss`) makes the fold run again from that line;
    rulings that no longer follow are withdrawn by it, and those that follow now are new.
    """

    def __init__(self, game: Game[State], header: Header) -> None:
        """Opens the game. Raises OptionError for a house rule that the game does not have."""
        self.game = game
        self.header = header
        self._pages: list[_Page[State]] = []
        self._page_of_line: dict[int, int] = {}
        self._state = game.open(header)
        self.withdrawn: list[Withdrawn] = []

    @property
    def state(self) -> State:
        return self._state

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Those that stand, in the order of the acts that brought them."""
        return tuple(ruling for page in self._pages for ruling in page.rulings)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as corrected; corrections and overrulings themselves left out."""
        return tuple(page.event for page in self._pages)

    def latest_events(self, most: int) -> tuple[Event, ...]:
        """The last events, as corrected, newest first."""
        return tuple(page.event for page in self._pages[: -most - 1 : -1])

    def hear(self, event: Event) -> Heard:
        """Judges one more event. Never raises: what cannot be applied is ignored."""
        match event:
            case Correct(misread=line, cards=cards):
                return self._amend(line, event, lambda page: _with_cards(page, cards))
            case Overrule(ruled=line):
                return self._amend(line, event, _with_rulings_set_aside)
            case Dismiss(clause=clause, accused=accused):
                accusation = self._last_accusation(clause, accused)
                return self._amend(accusation, event, _dismissed)
        self._page_of_line[event.line] = len(self._pages)
        page = _Page(event, self._state)
        self._pages.append(page)
        self._state = self._judge(page)
        return Heard(new=page.rulings)

    def hear_all(self, events: Iterable[Event]) -> None:
        """Judges many events in turn."""
        for event in events:
            self.hear(event)

    def _judge(self, page: _Page[State]) -> State:
        if page.is_dismissed:
            page.rulings = ()
            return page.before
        verdict = self.game.hear(page.before, page.event, page.set_aside)
        aside = page.set_aside
        page.rulings = tuple(r for r in verdict.rulings if r.line != page.event.line or r.clause not in aside)
        return verdict.state

    def _amend(self, line: int, by: Event, change: Callable[[_Page[State]], None]) -> Heard:
        at = self._page_of_line.get(line)
        if at is None:
            return Heard()
        before = Counter(r for page in self._pages[at:] for r in page.rulings)
        change(self._pages[at])
        self._state = self._pages[at].before
        for page in self._pages[at:]:
            page.before = self._state
            self._state = self._judge(page)
        after = Counter(r for page in self._pages[at:] for r in page.rulings)
        gone, come = tuple((before - after).elements()), tuple((after - before).elements())
        self.withdrawn += [Withdrawn(ruling, by.line) for ruling in gone]
        return Heard(new=come, withdrawn=gone)

    def _last_accusation(self, clause: ClauseId, accused: str) -> int:
        for page in reversed(self._pages):
            event = page.event
            if (
                isinstance(event, Accuse)
                and not page.is_dismissed
                and (event.clause, event.accused) == (clause, accused)
            ):
                return event.line
        return 0


def _with_cards(page: _Page[State], cards: tuple[Card, ...]) -> None:
    """Puts the right cards in the place of misread ones; an event without cards stays as it is."""
    match page.event:
        case Play() | TakeBack() | Show() as event:
            page.event, page.set_aside = replace(event, cards=cards), frozenset()
        case Start() | Drawn() as event:
            page.event, page.set_aside = replace(event, card=cards[0]), frozenset()


def _with_rulings_set_aside(page: _Page[State]) -> None:
    page.set_aside |= {ruling.clause for ruling in page.rulings} or {_ALL_ASIDE}


_ALL_ASIDE = ClauseId("*")
"""Set aside on a line that had no ruling of its own when it was overruled: nothing in it is an offence."""


def _dismissed(page: _Page[State]) -> None:
    page.is_dismissed = True

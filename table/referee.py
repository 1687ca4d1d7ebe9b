"""The fold: events in, standing and withdrawn rulings out; corrections and overrulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Generic, TypeVar

from table.cards import Card
from table.events import (
    Accuse,
    Correct,
    Dismiss,
    Drawn,
    Event,
    Fill,
    Flip,
    Lay,
    Open,
    Overrule,
    Play,
    Show,
    Start,
    TakeBack,
)
from table.game import Game, Header
from table.rulings import ClauseId, Fact, Kind, Ruling
from table.seats import Seat

State = TypeVar("State")

Rulings = tuple[Ruling, ...]

EVERY = 32
"""A state is kept before every so many events: fewer cost memory in a long game, more cost time at a correction."""

_AMENDMENTS = frozenset((Correct, Overrule, Dismiss))

_WITH_CARDS = (Play, TakeBack, Show, Open, Start, Drawn, Flip, Lay, Fill)
"""What may have been misread."""

_NOTHING_ASIDE: frozenset[ClauseId] = frozenset()

_ALL_ASIDE = ClauseId("*")
"""Set aside on a line that had no ruling of its own when it was overruled: nothing in it is an offence."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What one more event brought."""

    new: tuple[Ruling, ...] = ()
    withdrawn: tuple[Ruling, ...] = ()


@dataclass(slots=True)
class _Amended:
    """What the table has said of an event besides."""

    set_aside: frozenset[ClauseId] = frozenset()
    is_dismissed: bool = False
    is_void: bool = False
    """An amendment that found nothing to amend; the ruling says so."""


@dataclass(slots=True)
class _Page:
    """One event in the fold, and what was ruled on it."""

    event: Event
    rulings: Rulings = ()
    amended: _Amended | None = None

    @property
    def is_void(self) -> bool:
        return self.amended is not None and self.amended.is_void

    @property
    def is_dismissed(self) -> bool:
        return self.amended is not None and self.amended.is_dismissed


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

    def __init__(self, game: Game[State], header: Header, *, every: int = EVERY) -> None:
        """Opens the game; the state before each *every*-th event is kept to fold again from.

        Raises OptionError for a house rule that the game does not have.
        """
        self.game = game
        self.header = header
        self._every = every
        self._told: list[Event] = []
        self._pages: list[_Page] = []
        self._page_of_line: dict[int, int] = {}
        self._state = game.open(header)
        self._judged = 0
        """So many pages are judged; `_state` is the state after them."""
        self._kept: list[State] = []
        """The states before pages 0, `every`, twice `every` and so on, of those that are judged."""
        self._withdrawn: list[Withdrawn] = []
        self._owes_withdrawn = False
        """Whether amendments were heard together, so that it is not known yet which of them withdrew what."""

    @property
    def state(self) -> State:
        return self._state

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Those that stand, in the order of the acts that brought them."""
        return tuple(ruling for page in self._pages for ruling in page.rulings)

    def latest_rulings(self, most: int) -> tuple[Ruling, ...]:
        """The last of those that stand, oldest first; takes no longer in a long game than in a short one."""
        newest = (ruling for page in reversed(self._pages) for ruling in reversed(page.rulings))
        return tuple(islice(newest, most))[::-1]

    @property
    def withdrawn(self) -> Sequence[Withdrawn]:
        """What was ruled and does not stand, in the order in which it was taken away."""
        if self._owes_withdrawn:
            in_turn = Referee(self.game, self.header, every=self._every)
            for event in self._told:
                in_turn.hear(event)
            self._withdrawn, self._owes_withdrawn = in_turn._withdrawn, False
        return self._withdrawn

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as corrected; corrections and overrulings themselves left out."""
        return tuple(page.event for page in self._pages if not page.is_void)

    def latest_events(self, most: int) -> tuple[Event, ...]:
        """The last events, as corrected, newest first."""
        return tuple(islice((page.event for page in reversed(self._pages) if not page.is_void), most))

    def hear(self, event: Event) -> Heard:
        """Judges one more event. Never raises: what cannot be applied is ignored."""
        self._told.append(event)
        if type(event) in _AMENDMENTS:
            return self._amend(event)
        self._add(event)
        self._fold_to(len(self._pages))
        return Heard(new=self._pages[-1].rulings)

    def hear_all(self, events: Iterable[Event]) -> None:
        """Judges many events, with the same result as `hear` for each in turn.

        What is amended far back is judged again only when that is asked for, so that many amendments take little
        longer than one. Which of them withdrew what is then worked out when `withdrawn` is asked for.
        """
        for event in events:
            self._told.append(event)
            if type(event) not in _AMENDMENTS:
                self._add(event)
                continue
            at = self._amended_page(event)
            if at is None:
                self._note(event)
                continue
            if self._owes_withdrawn or len(self._pages) - at > self._every:
                self._owes_withdrawn = True
                self._change(at, event)
            else:
                self._amend(event)
        self._fold_to(len(self._pages))

    def finds(self, amendment: Event) -> bool:
        """Whether there is what this would amend: cards that may have been misread, a ruling that stands, an
        accusation. A record may overrule a line before anything is ruled on it; whoever taps means a ruling."""
        if isinstance(amendment, Overrule):
            return any(ruling.line == amendment.ruled for page in self._pages for ruling in page.rulings)
        return type(amendment) not in _AMENDMENTS or self._amended_page(amendment) is not None

    def _add(self, event: Event) -> None:
        self._page_of_line[event.line] = len(self._pages)
        self._pages.append(_Page(event))

    def _note(self, amendment: Event) -> Heard:
        """Nothing was found to amend: that is said, and nothing else has changed."""
        ruling = _nothing_to_amend(amendment, next(iter(self.game.rulebook)).number)
        self._pages.append(_Page(amendment, (ruling,), _Amended(is_void=True)))
        return Heard(new=(ruling,))

    def _fold_to(self, end: int) -> None:
        """Judges the pages before *end* that are not judged yet."""
        state, every, hear = self._state, self._every, self.game.hear
        for at in range(self._judged, end):
            page = self._pages[at]
            if not at % every:
                self._kept.append(state)
            if page.amended is None:
                state, page.rulings = hear(state, page.event, _NOTHING_ASIDE)
            else:
                state = self._judge_amended(page, page.amended, state)
        self._state, self._judged = state, max(end, self._judged)

    def _judge_amended(self, page: _Page, amended: _Amended, before: State) -> State:
        if amended.is_void:
            return before
        if amended.is_dismissed:
            page.rulings = ()
            return before
        aside = amended.set_aside
        state, page.rulings = self.game.hear(before, page.event, aside)
        if aside and page.rulings:
            line = page.event.line
            page.rulings = tuple(r for r in page.rulings if r.line != line or r.clause not in aside)
        return state

    def _go_back(self, at: int) -> None:
        """Forgets what was judged from page *at* on, and before it back to where the state was kept."""
        if at < self._judged:
            nearest = at // self._every
            self._state, self._judged = self._kept[nearest], nearest * self._every
            del self._kept[nearest:]

    def _change(self, at: int, amendment: Event) -> None:
        """Amends page *at*; what follows is then to be judged again."""
        page = self._pages[at]
        amended = page.amended = page.amended or _Amended()
        self._go_back(at)
        match amendment:
            case Correct(cards=cards):
                _put_right(page, cards)
                amended.set_aside = frozenset()
            case Overrule():
                self._fold_to(at)
                self._judge_amended(page, amended, self._state)
                amended.set_aside |= {ruling.clause for ruling in page.rulings} or {_ALL_ASIDE}
            case Dismiss():
                amended.is_dismissed = True

    def _amend(self, amendment: Event) -> Heard:
        at = self._amended_page(amendment)
        self._fold_to(len(self._pages))
        if at is None:
            heard = self._note(amendment)
            self._fold_to(len(self._pages))
            return heard
        before = [page.rulings for page in self._pages[at:]]
        self._change(at, amendment)
        self._fold_to(len(self._pages))
        gone, come = _differences(before, [page.rulings for page in self._pages[at:]])
        self._withdrawn += [Withdrawn(ruling, amendment.line) for ruling in gone]
        return Heard(new=come, withdrawn=gone)

    def _amended_page(self, amendment: Event) -> int | None:
        match amendment:
            case Correct(misread=line):
                at = self._page_of_line.get(line)
                return at if at is not None and isinstance(self._pages[at].event, _WITH_CARDS) else None
            case Overrule(ruled=line):
                return self._page_of_line.get(line)
            case Dismiss(clause=clause, accused=accused):
                return self._last_accusation(clause, accused)
        return None

    def _last_accusation(self, clause: ClauseId, accused: Seat) -> int | None:
        for page in reversed(self._pages):
            said = page.event
            if isinstance(said, Accuse) and not page.is_dismissed and (said.clause, said.accused) == (clause, accused):
                return self._page_of_line[said.line]
        return None


def _differences(before: Sequence[Rulings], after: Sequence[Rulings]) -> tuple[Rulings, Rulings]:
    """What was ruled and is not any more, and what is ruled now and was not, on whichever page it stands."""
    changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    was = Counter(ruling for rulings, _ in changed for ruling in rulings)
    now = Counter(ruling for _, rulings in changed for ruling in rulings)
    return tuple((was - now).elements()), tuple((now - was).elements())


def _nothing_to_amend(amendment: Event, clause: ClauseId) -> Ruling:
    facts: tuple[tuple[str, Fact], ...] = ()
    match amendment:
        case Correct(misread=line) | Overrule(ruled=line):
            facts, aspect = (("amended", line),), "no_line"
        case _:
            aspect = "no_accusation"
    return Ruling(line=amendment.line, clause=clause, kind=Kind.INFO, aspect=aspect, facts=facts)


def _put_right(page: _Page, cards: tuple[Card, ...]) -> None:
    """Puts the right cards in the place of misread ones; an event without cards stays as it is."""
    match page.event:
        case Play() as event:
            page.event = replace(event, cards=cards, stands_for=_still_standing_for(event, cards))
        case TakeBack() | Show() | Open() as event:
            page.event = replace(event, cards=cards)
        case Start() | Drawn() | Flip() | Lay() | Fill() as event:
            page.event = replace(event, card=cards[0])


def _still_standing_for(play: Play, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """What the cards of a corrected play stand for: those read rightly for what was said, the others for themselves."""
    if len(play.stands_for) != len(cards):
        return ()
    return tuple(
        stood if card == old else card for card, old, stood in zip(cards, play.cards, play.stands_for, strict=True)
    )

"""What a game must answer, and what it is asked with."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from table.cards import Card, Suit
from table.events import Event
from table.reports import Report
from table.rulebook import Rulebook
from table.rulings import ClauseId, Ruling, Taken
from table.seats import Seat


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule set in a record's header, with its place for messages."""

    name: str
    value: str
    line: int = 0
    column: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What is settled before the first event of a game."""

    game: str
    seats: tuple[Seat, ...]
    """Clockwise."""
    options: tuple[Option, ...] = ()
    free: tuple[Seat, ...] = ()
    """Seats that are empty when the game starts."""
    decks: int | None = None
    """None: what the game says for so many players."""
    placed: tuple[Seat, ...] = ()
    dealer: Seat | None = None
    date: str | None = None
    """The table's local date, ISO form."""


State = TypeVar("State")


class Verdict(NamedTuple, Generic[State]):
    """What a game makes of one event. A tuple, for several are made for each event."""

    state: State
    rulings: tuple[Ruling, ...] = ()


class Wonder(enum.Enum):
    """What the referee may wonder about what its senses said."""

    WHICH_CARD = "which_card"
    WHICH_START = "which_start"
    SAME_AGAIN = "same_again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """The senses cannot settle what happened: a person must say. The answer is the event."""

    about: Wonder
    seat: Seat
    card: Card | None = None
    answer: str = ""
    """The line that a card answers with, `{card}` in its place; empty for the usual one."""


class Choice(enum.Enum):
    """What a person may tell the table when no sensor sees it."""

    DRAW = "draw"
    PASS = "pass"
    CALL = "call"
    UNCALL = "uncall"
    SUIT = "suit"
    TAKE_BACK = "takeback"
    AWAY = "away"
    BACK = "back"
    JOIN = "join"
    TURNED = "turned"
    VETO = "veto"
    SINGLES = "singles"
    ASKS = "asks"
    GIVES = "gives"
    SAY = "say"
    STOP = "stop"
    TAKES = "takes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Something that a person at *seat* (None: the table) may sensibly tell now."""

    choice: Choice
    seat: Seat | None
    is_likely: bool = False
    """Whether it is among what the game waits for."""
    cards: tuple[Card, ...] = ()
    """Which cards it is about, where that is known."""
    other: Seat | None = None
    """Whom it is done to: who is asked, who is given something."""
    count: int | None = None
    """How many at most, where the game says so."""
    taken: Taken | None = None
    """What is taken up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One seat, as everybody may see it."""

    seat: Seat
    cards: int | None
    owes: int = 0
    """Cards still to be taken from the talon."""
    marks: tuple[str, ...] = ()
    """Names of short texts: `called`, `away`, `dealer`, and roles."""
    place: int | None = None
    """In which place this seat has finished, from 1."""
    score: int | None = None
    row: tuple[tuple[Card, ...], ...] = ()
    """The open row, place by place; equal cards put together lie in one place."""
    pile: Card | None = None
    """The top of the play pile at this seat's right hand."""
    stock: int | None = None
    """Cards in the own draw pile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlapStory:
    """How one stress ended."""

    seats: Mapping[Seat, float]
    """Reaction times in ms, from the middle of the moment in which the second card came to lie."""
    winner: Seat | None
    margin_ms: float | None
    """By how much the winner was before the next; None where only one slapped."""
    error_ms: float
    """The plus or minus of the margin."""
    verdict: str
    """`first`, `tie` or `false`; `none` where nobody can say who was first."""
    errors_ms: Mapping[Seat, float] = field(default_factory=dict)
    """The plus or minus of each reaction time."""
    missing: tuple[Seat, ...] = ()
    """Who did not slap."""
    untimed: tuple[Seat, ...] = ()
    """Who slapped without a known time."""
    line: int = 0
    """Of the first slap."""


class Awaits(enum.Enum):
    """What an open stress waits for."""

    SLAPS = "slaps"
    """Equal tops lie open, and nobody has slapped yet."""
    CAMERA = "camera"
    """The camera has not read up to a slap yet."""
    HANDS = "hands"
    """Somebody has slapped, and the others' time is not over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slapping:
    """What is still open about slaps, in a game that has them."""

    awaits: Awaits | None = None
    """None: nothing is open."""
    seats: Mapping[Seat, float | None] = field(default_factory=dict)
    """Who has slapped, the first first: ms after the first of them; None without a known time."""
    errors_ms: Mapping[Seat, float] = field(default_factory=dict)
    """The plus or minus of each of these differences."""
    cards: tuple[Card, ...] = ()
    """The equal tops, while they lie open."""
    line: int = 0
    """Of the first slap, or of the card that made the tops equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a screen may show. Built from nothing, field by field; see each game's `information`."""

    top: Card | None
    suit: Suit | None
    trick: tuple[Card, ...] = ()
    """The cards of the last play that is to be beaten."""
    turn: Seat | None
    winner: Seat | None
    loser: Seat | None
    is_over: bool
    seats: tuple[SeatView, ...]
    facts: tuple[tuple[str, int | str], ...] = ()
    """Names of short texts with their values, such as `draws` 2."""
    offers: tuple[Offer, ...] = ()
    may_be_accused_of: tuple[ClauseId, ...] = ()
    slaps: tuple[SlapStory, ...] = ()
    """The last ones, newest last."""
    slapping: Slapping | None = None
    """None in a game without slaps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The state of a game in the contract's words, for other programs. Not for screens: see `View`."""

    dealer: Seat | None
    turn: Seat | None
    top: Card | None = None
    suit: Suit | None = None
    hands: Mapping[Seat, int | None]
    called: tuple[Seat, ...] = ()
    placing: tuple[Seat, ...] = ()
    winner: Seat | None = None
    loser: Seat | None = None
    official: bool | None = None
    roles: Mapping[Seat, str] = field(default_factory=dict)
    scores: Mapping[Seat, int] = field(default_factory=dict)
    piles: Mapping[Seat, Card | None] = field(default_factory=dict)
    """Stress: the top of the play pile at each seat's right hand."""
    rows: Mapping[Seat, tuple[tuple[Card, ...], ...]] = field(default_factory=dict)
    stock: Mapping[Seat, int | None] = field(default_factory=dict)
    slaps: tuple[SlapStory, ...] = ()


class Game(Protocol[State]):
    """One card game. All of it is pure: the same question has the same answer."""

    @property
    def name(self) -> str: ...

    @property
    def tells_every_card(self) -> bool:
        """Whether each card is told as soon as it lies, with how far the camera has come; or else the cards of one
        reach are told together, as one movement."""
        ...

    @property
    def rulebook(self) -> Rulebook: ...

    @property
    def house(self) -> type[Any]:
        """Its house rules: a frozen dataclass whose fields all have their usual value; see `table.houses`."""
        ...

    def open(self, header: Header) -> State:
        """The state before the first event. Raises OptionError for a house rule that it does not have."""
        ...

    def hear(self, state: State, event: Event, set_aside: frozenset[ClauseId]) -> Verdict[State]:
        """What the event makes of the state, and what the referee says.

        *set_aside* holds the clauses whose rulings on this very event the table has overruled: then nothing
        in it is an offence, and these clauses have no effect.
        """
        ...

    def testify(self, state: State, report: Report) -> tuple[Event, ...] | Doubt:
        """What a report of the senses means in this state: events (not yet numbered), nothing, or a doubt."""
        ...

    def view(self, state: State) -> View:
        """What the table screen may show."""
        ...

    def standing(self, state: State) -> Standing:
        """The whole state in the contract's words."""
        ...

    def next_header(self, state: State, header: Header) -> Header:
        """With what the next game of the same sitting opens: who deals, who sits where."""
        ...

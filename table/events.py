"""What can happen at a table: one class for each verb of the table notation.

An event is an observation. It says what was seen, pressed or tapped and when,
never whether it was allowed: rulings are worked out from events and not kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from table.cards import Card, Rank, Suit
from table.moments import Moment
from table.rulings import ClauseId, Taken
from table.seats import Seat, Who


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened, known to the table as line *line* of its record."""

    line: int = 0
    """0 until it is written down."""
    who: Who
    when: Moment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Event):
    """The start card is turned up."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(Event):
    """This seat's card in the draw for the deal."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Event):
    """This seat was dealt so many cards."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Viggo(Event):
    """Viggo sits here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest(Event):
    """A guest who was invited only to be beaten sits here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Away(Event):
    """Leaves the table for a while, for a valid reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Back(Event):
    """Is at the table again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Event):
    """Takes this free seat in the middle of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Event):
    """Lays these cards on the pile, in this order, in one movement."""

    cards: tuple[Card, ...]
    stands_for: tuple[Card, ...] = ()
    """What free cards or jokers make of the play, card by card; empty where nobody said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Event):
    """Takes so many cards from the talon."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NameSuit(Event):
    """Names the suit to be followed."""

    suit: Suit


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Event):
    """Hands over the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Event):
    """Calls utgång."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncall(Event):
    """Takes the call back at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(Event):
    """Takes these laid cards back into the hand."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Event):
    """Shows the hand to the referee's camera."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Veto(Event):
    """A caller's answer when asked."""

    forbids: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuse(Event):
    """Reports an offence that no sensor sees."""

    accused: Seat
    clause: ClauseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismiss(Event):
    """The table finds that there was no such offence."""

    clause: ClauseId
    accused: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Event):
    """The talon ran out and the pile was turned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Singles(Event):
    """Sends so many singles on."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks(Event):
    """Asks another seat for cards of a rank and gets so many."""

    rank: Rank
    of: Seat
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gives(Event):
    """Gives another seat so many cards of the own choice."""

    count: int
    to: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Open(Event):
    """Lays out the own row, places 1 to 4."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip(Event):
    """Turns a card onto the play pile at the own right hand."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay(Event):
    """Lays a card from the own row onto the play pile at that seat's right hand."""

    card: Card
    on: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill(Event):
    """Fills a gap in the own row from the draw pile."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge(Event):
    """Puts the own row's piles of one rank together."""

    rank: Rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Slap(Event):
    """The edge of the seat's slap button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Event):
    """Calls stress without slapping."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop(Event):
    """Says stop to have a card checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes(Event):
    """Took up play piles, or was given a face-down card."""

    what: Taken


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched(Event):
    """The camera's readings are complete up to this event's time: slaps before it can be judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct(Event):
    """The table says that line *misread* was misread: the cards there are these."""

    misread: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrule(Event):
    """The table sets aside every ruling made on line *ruled*; what was done there stands as if allowed."""

    ruled: int

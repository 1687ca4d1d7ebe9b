"""What is known of slaps that are not judged yet, and of the equal tops that may justify them."""

from __future__ import annotations

from dataclasses import dataclass

from table.cards import Card
from table.moments import Micros, Moment
from table.rulings import Taken
from table.seats import Seat

NEVER = Micros(-1)
"""Earlier than anything that can be written down."""

FOREVER = Micros(10**18)
"""Later than anything that can be written down."""

BLUNT_US = 40_000
"""A slap whose time is known no better than within so long was not timed at all: its edge was lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """One edge of a slap button, or a call of stress, that waits for the camera (S3.7)."""

    seat: Seat
    line: int
    when: Moment | None
    """None where only the fact is known: then it can be neither surely early nor first."""
    is_call: bool = False
    is_pardoned: bool = False
    """The table has overruled what was ruled on it."""
    was_closed: bool = False
    """There was nothing to slap at when it was told. Asked only where times are missing."""

    @property
    def is_blunt(self) -> bool:
        """Whether the button only read pressed, without an edge to say when."""
        return self.when is not None and self.when.latest - self.when.earliest >= BLUNT_US

    @property
    def order(self) -> tuple[int, int]:
        """In the order of the middles of their moments; those without a time last, as they were told."""
        return (2 * FOREVER if self.when is None else self.when.earliest + self.when.latest, self.line)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Two tops of equal rank, from the second card's coming to lie until one of them is covered or taken up."""

    piles: tuple[int, int]
    cards: tuple[Card, Card]
    line: int
    """Of the second card."""
    since: Moment | None
    until: Moment | None = None
    is_over: bool = False
    """One of the two is covered or gone; `until` says when, if that is known."""
    is_real: bool = True
    """False where a wrongly laid card only looks like a top: slapping at it is excused, and no more."""
    presses: tuple[Press, ...] = ()
    """The first edge of each seat that slapped at it, in order."""

    def may_justify(self, press: Press, grace_us: int) -> bool:
        """Whether the pair may have lain open, or have been covered only just now, when the slap came (S3.4, S3.8)."""
        if press.when is None:
            return True
        if self.since is not None and press.when.is_surely_before(self.since):
            return False
        return not self.is_over or self.until is None or press.when.earliest <= self.until.latest + grace_us

    def has_passed(self, by: Micros, grace_us: int) -> bool:
        """Whether no slap at it can come any more."""
        return self.is_over and not self.presses and (self.until is None or self.until.latest + grace_us < by)


@dataclass(frozen=True, kw_only=True)
class Race:
    """Everything about slaps that is still open. Without slots, so that it is changed quickly; see `table.changes`."""

    presses: tuple[Press, ...] = ()
    """Not looked at yet: the camera has not watched so far."""
    matches: tuple[Match, ...] = ()
    """Without a verdict, in the order in which they arose."""
    watched: Micros = NEVER
    """The camera's readings are complete up to here."""
    is_watched_for_a_win: bool = False
    """The camera has said how far it has come though no slap waited for it, so it will for a last card too."""
    closed_from: Moment | None = None
    """Since when there was last nothing to slap at: a stress was being settled, or a pile was missing."""
    opened: Moment | None = None
    """When that was over; None if it is not, or if nobody knows."""
    false_at: tuple[tuple[Seat, Micros], ...] = ()
    """When each seat last slapped with no reason."""
    early: tuple[tuple[Seat, Taken], ...] = ()
    """Who took up what before the verdict came."""
    is_undecided: bool = False
    """The referee could not tell who was first: what is taken up now was settled by the table."""

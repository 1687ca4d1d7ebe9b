"""What vision and firmware say becomes the table's reports: label to card, side to seat, nanoseconds to a moment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from firmware.edges import Edge
from table.cards import Card, card
from table.moments import Micros, Moment
from table.reports import Complete, Gone, Laid, Pressed, Report
from table.seats import Nobody, Seat, Who
from vision.sightings import Placement, Reach, Removal, SightLost, Span, VisionReport, Watched

LONGEST_REACH_NS = 4_000_000_000
"""An arm that rests on the mat for so long after it laid something is not waited for."""

LONGEST_WAY_NS = 2_000_000_000
"""A card that was taken away so long ago has come to lie somewhere, or is held in a hand."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A report, with the camera's picture of it where there is one."""

    report: Report
    evidence: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Which seat is meant by a side of the mat and by a button."""

    seats: tuple[Seat, ...]
    sides: Mapping[str, Seat] = field(default_factory=dict)

    def at_side(self, side: str | None) -> Who:
        """Who sits at that side; nobody knows where no arm was seen, or where the side has no single seat."""
        return Nobody.UNKNOWN if side is None else self.sides.get(side, Nobody.UNKNOWN)

    def at_button(self, name: str) -> tuple[str, Who]:
        """What a button named `call.2` has written on it, and whose it is: seats count from 1, clockwise."""
        written, _, number = name.partition(".")
        if re.fullmatch(r"[1-9][0-9]?", number) and int(number) <= len(self.seats):
            return written, self.seats[int(number) - 1]
        return written, Nobody.UNKNOWN


@dataclass(frozen=True, slots=True)
class Step:
    """How a card came to where it lies now, as far as it was seen."""

    label: str | None
    who: Who
    onto: str | None
    """The face that was on top there before."""
    is_on_unread: bool
    """A card lay there whose face is not known."""


@dataclass(frozen=True, slots=True)
class Taking:
    """Who took a card away, and when."""

    who: Who
    during: Span


class Trail:
    """Remembers which face is on top of each zone, and whose arm took one away: who takes a card is who lays it."""

    def __init__(self) -> None:
        self._tops: dict[str, str | None] = {}
        self._faces: dict[str, set[str]] = {}
        """Those that came to each zone since it was last empty."""
        self._taken: dict[str, Taking] = {}

    def laid(self, placed: Placement, who: Who) -> Step:
        """A card came to lie. *who*: whose arm was over it then.

        Over the piles arms cross, and over the own row there is one. So where somebody else than *who* took the card,
        or it has not been seen to leave its place yet, nobody can say who laid it.
        """
        onto, is_on_unread = self._tops.get(placed.zone), self._tops.get(placed.zone, "") is None
        label = placed.label or self._on_its_way(placed, who)
        if label is not None:
            elsewhere = any(top == label and zone != placed.zone for zone, top in self._tops.items())
            taking = self._taken.pop(label, None)
            taker = Nobody.UNKNOWN if elsewhere else who if taking is None else taking.who
            who = taker if who in (taker, Nobody.UNKNOWN) else Nobody.UNKNOWN
        self._tops[placed.zone] = label
        faces = self._faces.setdefault(placed.zone, set())
        is_new = label not in faces and not placed.moved_only
        if label is not None:
            faces.add(label)
        return Step(label, who, None if onto == label else onto, is_on_unread and is_new)

    def _on_its_way(self, placed: Placement, who: Who) -> str | None:
        """A card that cannot be read is the one that was taken away just before, if that can only be one.

        Where nothing lay it may as well be a card that nobody has seen yet.
        """
        if placed.moved_only or placed.zone not in self._tops:
            return None
        fresh = [
            face
            for face, taking in self._taken.items()
            if _is_on_its_way(taking, placed.during) and _may_be(taking.who, who)
        ]
        return fresh[0] if len(fresh) == 1 else None

    def gone(self, removed: Removal, who: Who) -> None:
        """A zone is empty now."""
        top = self._tops.pop(removed.zone, None)
        self._faces.pop(removed.zone, None)
        if top is not None:
            self._taken[top] = Taking(who, removed.during)


def _is_on_its_way(taking: Taking, landing: Span) -> bool:
    """Whether a card that was taken then may be the one that came to lie during *landing*, and not before it."""
    return landing.last_ns - LONGEST_WAY_NS < taking.during.last_ns and taking.during.first_ns < landing.last_ns


def _may_be(one: Who, other: Who) -> bool:
    return one == other or Nobody.UNKNOWN in (one, other)


class Beginning:
    """Gathers what lies on the mat when watching begins: it is told at once, for one card explains another.

    Of each zone that is what is read first, and all of it came during one span. Watching has begun when the camera says
    for the second time how far it has come: the first time it has read nothing yet.
    """

    def __init__(self, *, is_on: bool) -> None:
        """*is_on*: whether a game has begun whose cards may lie there."""
        self._is_on = self._may_lie = is_on
        self._has_started = self._is_lost = False
        self._found: dict[str, list[Placement]] = {}
        self._told: dict[str, tuple[str, ...]] = {}
        """By zone, the faces read first."""
        self._seen: dict[str, set[Card]] = {}
        self._were_bare: set[str] = set()

    def takes(self, report: VisionReport) -> bool:
        """Whether the report is part of what lies there; it is told later then."""
        if self._is_lost and isinstance(report, Watched):
            # A camera that goes on tells first what has changed; one that tells nothing has begun anew.
            self._is_on, self._may_lie, self._has_started = True, True, False
            self._told.clear()
            self._seen.clear()
            self._were_bare.clear()
        self._is_lost = isinstance(report, SightLost)
        if not self._is_on or not isinstance(report, Placement) or report.zone in self._told:
            return False
        found = self._found.setdefault(report.zone, [])
        if found and found[0].during != report.during:
            return False
        found.append(report)
        return True

    def ended_by(self, report: VisionReport) -> tuple[tuple[Placement, ...], ...]:
        """What was gathered, zone by zone, if the report tells of something after it."""
        if isinstance(report, Watched):
            self._is_on = self._is_on and not (self._has_started or self._found)
            self._has_started = True
        elif not isinstance(report, Placement | Removal | Reach):
            return ()
        if isinstance(report, Removal):
            self._were_bare.add(report.zone)
        found = tuple(tuple(placements) for placements in self._found.values())
        for placements in found:
            self._told[placements[0].zone] = tuple(one.label for one in placements if one.label is not None)
        self._found.clear()
        return found

    def elsewhere(self, zone: str) -> tuple[Card, ...]:
        """What was read first in all other zones."""
        return tuple(card(label) for other, labels in self._told.items() if other != zone for label in labels)

    def older(self, zone: str, cards: Sequence[Card | None]) -> frozenset[Card]:
        """Those of the cards just seen that may have lain there, unseen, since before watching began."""
        if not self._may_lie:
            return frozenset()
        seen = self._seen.setdefault(zone, set())
        new = frozenset(one for one in cards if one is not None and one not in seen)
        seen |= new
        return frozenset() if zone in self._were_bare else new


class Witness:
    """Puts what the senses say into the table's words.

    Where not *every_card* is told as it lies, placements of one reach are one movement, told when the arm has gone.
    """

    def __init__(
        self, seating: Seating, opened_ns: int, *, every_card: bool = False, is_taken_up: bool = False
    ) -> None:
        """*opened_ns* is when the game was opened, on the monotonic clock; moments count from there.

        *is_taken_up*: whether the game had begun before watching did.
        """
        self._seating, self._opened_ns, self._every_card = seating, opened_ns, every_card
        self._reaching: dict[int, list[Placement]] = {}
        self._trail = Trail()
        self._beginning = Beginning(is_on=is_taken_up)

    def see(self, report: VisionReport) -> tuple[Statement, ...]:
        """What a report of the camera says about the game, if anything."""
        if self._beginning.takes(report):
            return ()
        found = self._beginning.ended_by(report)
        return (*map(self._lay_there, found), *self._see(report))

    def _see(self, report: VisionReport) -> tuple[Statement, ...]:
        return self._see_every_card(report) if self._every_card else self._see_movements(report)

    def _see_every_card(self, report: VisionReport) -> tuple[Statement, ...]:
        match report:
            case Placement():
                return (self._laid([report], self._trail.laid(report, self._seating.at_side(report.reached_from))),)
            case Removal():
                who = self._seating.at_side(report.reached_from)
                self._trail.gone(report, who)
                return (Statement(Gone(zone=report.zone, who=who, when=self._moment(report.during))),)
            case Watched(until_ns=until_ns):
                return (Statement(Complete(when=self._moment(Span(until_ns, until_ns)))),)
        return ()

    def _see_movements(self, report: VisionReport) -> tuple[Statement, ...]:
        match report:
            case Placement(reach=None):
                return (self._laid([report]),)
            case Placement(reach=int(number)):
                self._reaching.setdefault(number, []).append(report)
                return ()
            case Reach(number=number):
                return self._ended(number)
            case Watched(until_ns=now_ns):
                late = [n for n, p in self._reaching.items() if now_ns - p[-1].during.last_ns > LONGEST_REACH_NS]
                return tuple(said for number in late for said in self._ended(number))
            case Removal():
                who = self._seating.at_side(report.reached_from)
                return (Statement(Gone(zone=report.zone, who=who, when=self._moment(report.during))),)
        return ()

    def press(self, edge: Edge) -> tuple[Statement, ...]:
        """What an edge of a button says: only presses are of use."""
        if not edge.is_pressed:
            return ()
        written, who = self._seating.at_button(edge.button)
        during = Span(edge.at_ns - edge.within_ns, edge.at_ns + edge.within_ns)
        return (Statement(Pressed(button=written, who=who, when=self._moment(during))),)

    def _ended(self, number: int) -> tuple[Statement, ...]:
        placements = self._reaching.pop(number, [])
        zones = dict.fromkeys(placement.zone for placement in placements)
        return tuple(self._laid([p for p in placements if p.zone == zone]) for zone in zones)

    def _lay_there(self, placements: Sequence[Placement]) -> Statement:
        """What lay in a zone when watching began."""
        first, who = placements[0], self._seating.at_side(placements[0].reached_from)
        labels = [self._trail.laid(one, who).label if self._every_card else one.label for one in placements]
        cards = tuple(map(_card, labels))
        laid = Laid(
            zone=first.zone,
            cards=cards,
            who=who,
            when=self._moment(first.during),
            moved_only=first.moved_only and len(placements) == 1,
            is_first=True,
            older=self._beginning.older(first.zone, cards),
            elsewhere=self._beginning.elsewhere(first.zone),
        )
        return Statement(laid, first.evidence)

    def _laid(self, placements: Sequence[Placement], step: Step | None = None) -> Statement:
        first, last = placements[0], placements[-1]
        cards = tuple(_card(one.label) for one in placements) if step is None else (_card(step.label),)
        laid = Laid(
            zone=first.zone,
            cards=cards,
            who=self._seating.at_side(first.reached_from) if step is None else step.who,
            onto=None if step is None else _card(step.onto),
            is_on_unread=step is not None and step.is_on_unread,
            when=self._moment(Span(first.during.first_ns, last.during.last_ns)),
            moved_only=first.moved_only and len(placements) == 1,
            older=self._beginning.older(first.zone, cards),
        )
        return Statement(laid, last.evidence)

    def _moment(self, span: Span) -> Moment:
        """Rounded outwards to whole microseconds; what came before the game was opened counts as its opening."""
        first = (span.first_ns - self._opened_ns) // 1000
        last = -((self._opened_ns - span.last_ns) // 1000)
        return Moment(Micros(max(0, first)), Micros(max(0, first, last)))


def _card(label: str | None) -> Card | None:
    return None if label is None else card(label)

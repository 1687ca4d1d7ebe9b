"""What vision has to say: cards seen in one picture, and what changed on the mat over many."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """One card in one picture."""

    label: str | None
    """The printed face in the notation's words (`7H`, `10S`, `X`); None where the reader is not sure enough."""
    confidence: float
    """0 to 1: how often readings as sure as this one are right."""
    quad: Quad
    """The card's corners in pixels of the picture read, clockwise from the card's own top left."""
    whole: bool
    """Whether nothing covers the card."""
    doubt: str | None = None
    """Why there is no label: `blur`, `glare`, `covered`, `too small` or `unknown deck`."""
    covered_by: tuple[int, ...] = ()
    """Which of the cards named in the same picture lie on it, by their places among its sightings."""
    face_down: bool = False
    """Whether the card's back is seen; said only by a reader with a profile that has a back."""


@dataclass(frozen=True, slots=True)
class Span:
    """An interval of CLOCK_MONOTONIC nanoseconds that surely holds the true time."""

    first_ns: int
    last_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """A card came to lie in a zone and rests there."""

    zone: str
    label: str | None
    """None: a card lies there that could not be read."""
    during: Span
    """From the last frame without the card to the first frame with it lying there."""
    reached_from: str | None
    """The mat's side from which an arm reached in, by the mat's own name for it; None: not seen."""
    reach: int | None
    """Number of the reach in which it was laid: placements of one number are one movement of one arm."""
    confidence: float
    evidence: bytes
    """The zone's picture, as a JPEG."""
    moved_only: bool = False
    """The same face as before lies there, but elsewhere: it was nudged, or an equal card was laid on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """A zone where cards lay became empty."""

    zone: str
    during: Span
    reached_from: str | None
    reach: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """An arm came in over the mat and has left it again. Everything it did has been reported before."""

    number: int
    side: str
    during: Span


@dataclass(frozen=True, slots=True)
class Watched:
    """Everything that happened on the mat up to this time has been reported."""

    until_ns: int


@dataclass(frozen=True, slots=True)
class SightLost:
    """The camera cannot be relied on since this time, and why (for people)."""

    since_ns: int
    reason: str


VisionReport = Placement | Removal | Reach | Watched | SightLost

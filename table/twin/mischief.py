"""What goes wrong at a table, by name: settings that the twin's camera and contacts obey."""

from __future__ import annotations

from dataclasses import dataclass, field

from table.twin.scene import Place, Thing
from vision.mat import Mat

_SECOND_NS = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Glare:
    """A lamp's reflection that washes out what is under it."""

    at: Place
    radius_mm: float = 14.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Flicker:
    """Bands that a lamp on alternating current draws over the picture, moving from frame to frame."""

    depth: float = 0.2
    """How much darker the darkest row is than the brightest."""
    hz: float = 100.0
    """Twice the mains frequency."""
    readout_ns: int = 16_000_000
    """Time from the first to the last row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mischief:
    """Faults that are on. The default is a table at which nothing is wrong."""

    brightness: float = 1.0
    """All light times this: below 1 somebody dimmed the lamp, above 1 the camera over-exposes."""
    glares: tuple[Glare, ...] = ()
    covers: tuple[Thing, ...] = ()
    """Chips and the like that lie on the cards, whatever is laid under them."""
    flicker: Flicker | None = None
    lose_one_frame_in: int = 0
    """Every so-manieth picture never arrives; 0: none is lost."""
    frozen_from_ns: int | None = None
    """From this time on the camera goes on handing out its last picture, with new times."""
    silent_from_ns: int | None = None
    """From this time on the camera hands out nothing."""
    bounces: int = 0
    """How often a contact opens again at each press and release."""
    bounce_ns: int = 1_000_000
    """Time between two edges of a bouncing contact."""


NONE = Mischief()

NAMES = (
    "none",
    "glare",
    "dim",
    "bright",
    "flicker",
    "covered-corner",
    "bouncing-button",
    "lost-frames",
    "frozen-camera",
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Where and when a named fault strikes."""

    mat: Mat
    zone: str = "pile"
    since_ns: int = field(default=_SECOND_NS)

    def named(self, name: str) -> Mischief:
        """The fault of that name (see NAMES) with its usual strength; ValueError if there is none.

        Glare and chips strike where the indices of a card are that lies upright in the middle of the zone.
        """
        match name:
            case "none":
                return NONE
            case "glare":
                return Mischief(glares=tuple(Glare(at=place) for place in self._indices()))
            case "covered-corner":
                return Mischief(covers=tuple(Thing(at=place, radius_mm=13.0) for place in self._indices()))
            case "dim":
                return Mischief(brightness=0.3)
            case "bright":
                return Mischief(brightness=1.7)
            case "flicker":
                return Mischief(flicker=Flicker())
            case "bouncing-button":
                return Mischief(bounces=4)
            case "lost-frames":
                return Mischief(lose_one_frame_in=4)
            case "frozen-camera":
                return Mischief(frozen_from_ns=self.since_ns)
        raise ValueError(f"no mischief '{name}'; there is {', '.join(NAMES)}")

    def _indices(self) -> tuple[Place, Place]:
        corners = self.mat.zone(self.zone).corners
        x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
        return ((x - 23.0, y - 32.0), (x + 23.0, y + 32.0))

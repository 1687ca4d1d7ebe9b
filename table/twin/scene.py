"""What truly lies on the simulated table: cards, arms and things, in millimetres on the mat.

A scene never changes: a deed gives a new one, and shares with the old one all that stayed.
So whether anything happened since is the question whether it is still the same object.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from table.twin.paper import CARD_MM, Colour

Place = tuple[float, float]
"""x and y in millimetres from the mat's north-west corner, x to the east, y to the south."""

Corners = tuple[Place, Place, Place, Place]


@dataclass(frozen=True, slots=True, kw_only=True)
class LyingCard:
    """One card as it lies, in front of the camera or in a hand."""

    label: str
    """The printed face, also when it lies face down."""
    at: Place
    """The card's middle."""
    turn: float = 0.0
    """Degrees clockwise; at 0 its top points to the mat's north."""
    face_up: bool = True

    @property
    def corners(self) -> Corners:
        """Top left, top right, bottom right, bottom left, as its own reader sees it."""
        across, down = CARD_MM[0] / 2, CARD_MM[1] / 2
        return (
            self.point(-across, -down),
            self.point(across, -down),
            self.point(across, down),
            self.point(-across, down),
        )

    def point(self, right: float, down: float) -> Place:
        """Where on the mat the card's point lies that is so far right of and below its middle."""
        angle = math.radians(self.turn)
        cos, sin = math.cos(angle), math.sin(angle)
        return (self.at[0] + right * cos - down * sin, self.at[1] + right * sin + down * cos)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """An arm over the table: a straight forearm from beyond the border to a hand."""

    owner: str
    """Whose arm it is: a scene has one of each owner."""
    shoulder: Place
    """Where it comes from; usually beyond the mat."""
    hand: Place
    """The tips of the fingers."""
    holds: tuple[LyingCard, ...] = ()
    """Cards under the fingers, the last uppermost. They move with the hand."""
    sleeve: Colour = (96, 62, 44)
    skin: Colour = (132, 164, 208)

    def moved_to(self, hand: Place) -> Arm:
        """The same arm with its hand, and what that holds, elsewhere."""
        x, y = hand[0] - self.hand[0], hand[1] - self.hand[1]
        carried = tuple(replace(card, at=(card.at[0] + x, card.at[1] + y)) for card in self.holds)
        return replace(self, hand=hand, holds=carried)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Something round seen from above, a cup or a chip: it stands on whatever lies there."""

    at: Place
    radius_mm: float = 38.0
    colour: Colour = (96, 120, 158)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything on the table at one moment. Compare two scenes, or their parts, with `is`."""

    cards: tuple[LyingCard, ...] = ()
    """From the lowest to the uppermost."""
    things: tuple[Thing, ...] = ()
    arms: tuple[Arm, ...] = ()

    def with_laid(self, *cards: LyingCard) -> Scene:
        """These come to lie on top, the last uppermost."""
        return replace(self, cards=self.cards + cards)

    def without(self, cards: Sequence[LyingCard]) -> Scene:
        """These are gone; ValueError if one was not there."""
        left = list(self.cards)
        for card in cards:
            if card not in left:
                raise ValueError(f"{card.label} does not lie at {card.at}, so it cannot be taken")
            left.remove(card)
        return replace(self, cards=tuple(left))

    def with_arm(self, arm: Arm) -> Scene:
        """The owner's arm is now like this, whether or not it was there before."""
        others = tuple(other for other in self.arms if other.owner != arm.owner)
        return replace(self, arms=(*others, arm))

    def without_arm(self, owner: str) -> Scene:
        """The owner's arm is away from the table."""
        return replace(self, arms=tuple(arm for arm in self.arms if arm.owner != owner))

    def with_thing(self, thing: Thing) -> Scene:
        """A thing is put down."""
        return replace(self, things=(*self.things, thing))

    def top_at(self, place: Place) -> LyingCard | None:
        """The uppermost card that covers the place, if any."""
        for card in reversed(self.cards):
            if _covers(card, place):
                return card
        return None


class Stage:
    """The one scene that is now. Hands change it, the camera looks at it."""

    def __init__(self, scene: Scene | None = None) -> None:
        self.scene = Scene() if scene is None else scene

    def lay(self, *cards: LyingCard) -> None:
        """See `Scene.with_laid`."""
        self.scene = self.scene.with_laid(*cards)

    def take(self, *cards: LyingCard) -> None:
        """See `Scene.without`."""
        self.scene = self.scene.without(cards)

    def put_arm(self, arm: Arm) -> None:
        """See `Scene.with_arm`."""
        self.scene = self.scene.with_arm(arm)

    def withdraw_arm(self, owner: str) -> None:
        """See `Scene.without_arm`."""
        self.scene = self.scene.without_arm(owner)


def _covers(card: LyingCard, place: Place) -> bool:
    angle = math.radians(-card.turn)
    x, y = place[0] - card.at[0], place[1] - card.at[1]
    right, down = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
    return abs(right) <= CARD_MM[0] / 2 and abs(down) <= CARD_MM[1] / 2

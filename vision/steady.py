"""From readings to what has come to lie: what is new, what only moved, what went."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.sightings import Point, Quad


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """A card at rest in a zone."""

    label: str | None
    quad: Quad
    """Its corners in mm on the mat (or, in a lone photograph, in pixels)."""
    whole: bool
    confidence: float
    is_another: bool = False
    """It could not be read, and does not look like the card that was read in its place."""

    @property
    def middle(self) -> Point:
        """The middle of its corners."""
        return (sum(x for x, _ in self.quad) / 4, sum(y for _, y in self.quad) / 4)

    @property
    def turn_deg(self) -> float:
        """The direction of its long sides, 0 to 180: a card looks the same from both ends."""
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = self.quad
        return math.degrees(math.atan2(y3 + y4 - y1 - y2, x3 + x4 - x1 - x2)) % 180


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near two places must be to be one."""

    distance: float = 4.0
    """In the unit of the corners."""
    degrees: float = 4.0

    def same_place(self, one: Lying, other: Lying) -> bool:
        """Whether two cards lie alike, as far as vision can tell."""
        turned = abs(one.turn_deg - other.turn_deg)
        return math.dist(one.middle, other.middle) <= self.distance and min(turned, 180 - turned) <= self.degrees


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a reading tells that the one before did not."""

    laid: tuple[Lying, ...]
    """Cards whose faces did not lie there before: what lies lower first, then from left to right."""
    moved: tuple[Lying, ...]
    """Faces that lay there before, elsewhere; or a card that now can be read."""
    unread: tuple[Lying, ...]
    """Cards that did not lie there before and cannot be read."""
    lying: tuple[Lying, ...]
    """All that lies there now; a card that was read before, lies as it lay and looks as it did keeps its label."""


def changes(
    before: Sequence[Lying], now: Sequence[Lying], seen: frozenset[str] = frozenset(), near: Nearness | None = None
) -> Change:
    """What has changed from one reading of a zone to the next.

    A covered card is only taken as new if its face was not *seen* in the zone
    since it was last empty: older cards of a stack show again when it is pushed.
    For the same reason a covered card never counts as moved.
    """
    left, alike = list(before), near or Nearness()
    lying, new, moved = [], [], []
    for card in now:
        old = next((old for old in left if alike.same_place(card, old) and _may_be_one(card, old)), None)
        if old is None:
            new.append(card)
            continue
        left.remove(old)
        lying.append(replace(card, label=card.label or old.label))
        if card.label is not None and old.label is None and card.whole:
            moved.append(card)
    laid, unread = [], []
    for card in new:
        lying.append(card)
        old = next((old for old in left if card.label is not None and old.label == card.label), None)
        if old is not None:
            left.remove(old)
            moved += [card] if card.whole else []
        elif card.label is None:
            unread += [card] if card.whole or not any(other.whole for other in now) else []
        elif card.whole or card.label not in seen:
            laid.append(card)
    return Change(laid=_in_order(laid), moved=_in_order(moved), unread=_in_order(unread), lying=tuple(lying))


def agree(one: Change, other: Change, near: Nearness | None = None) -> bool:
    """Whether two readings say the same: the same news, and the same cards that are wholly seen in the same places."""
    alike = near or Nearness()
    if [card.label for card in one.laid + one.moved] != [card.label for card in other.laid + other.moved]:
        return False
    mine, theirs = ([card for card in change.lying if card.whole] for change in (one, other))
    return len(mine) == len(theirs) and all(
        any(card.label == twin.label and alike.same_place(card, twin) for twin in theirs) for card in mine
    )


def _may_be_one(card: Lying, old: Lying) -> bool:
    if card.label is None:
        return old.label is None or not card.is_another
    return old.label is None or card.label == old.label


def _in_order(cards: Sequence[Lying]) -> tuple[Lying, ...]:
    return tuple(sorted(cards, key=lambda card: (card.whole, card.middle)))

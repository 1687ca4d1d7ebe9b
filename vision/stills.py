"""A folder of photographs instead of a camera: no mat, no arms, each picture one movement later than the last.

Every picture is taken as the whole zone at rest. Nothing tells who laid a card,
and a camera held by hand moves too, so only faces count, not places.
"""

from __future__ import annotations

from collections.abc import Sequence

from vision.evidence import evidence
from vision.frames import Frame
from vision.sightings import Placement, Reach, Removal, Span, VisionReport, Watched
from vision.steady import Change, Lying, Nearness, changes
from vision.watch import CardReader

_MOVED_PART = 4 / 58
"""A card that moved by less than this part of its width lies where it lay: 4 mm of a card 58 mm wide."""
UNSEEN = ""
"""The side of a reach that nobody saw."""


class PictureWatch:
    """Looks at photographs of one zone."""

    def __init__(self, reader: CardReader, zone: str = "pile") -> None:
        self._reader = reader
        self._zone = zone
        self._lying: tuple[Lying, ...] = ()
        self._seen: frozenset[str] = frozenset()
        self._last_ns: int | None = None
        self._number = 0

    def look(self, frame: Frame) -> tuple[VisionReport, ...]:
        """What is new in this picture: its placements are one reach. Ends with `Watched`, as all of it is at rest."""
        now = [
            Lying(label=seen.label, quad=seen.quad, whole=seen.whole, confidence=seen.confidence)
            for seen in self._reader.read(frame.pixels)
        ]
        change = changes(self._lying, now, self._seen, Nearness(distance=_MOVED_PART * _width(now)))
        during = Span(frame.taken_ns if self._last_ns is None else self._last_ns, frame.taken_ns)
        reports = self._report(change, during, frame)
        self._lying, self._last_ns = change.lying, frame.taken_ns
        self._seen |= {card.label for card in now if card.label is not None}
        return (*reports, Watched(frame.taken_ns))

    def _report(self, change: Change, during: Span, frame: Frame) -> list[VisionReport]:
        if self._lying and not change.lying:
            return [Removal(zone=self._zone, during=during, reached_from=None, reach=None)]
        news = [(card, False) for card in change.laid] + [(card, True) for card in change.moved]
        # Beside a card that was read, what cannot be read is more often clutter than a card.
        if not any(card.label is not None and card.whole for card in change.lying):
            news += [(card, False) for card in change.unread]
        if not news:
            return []
        self._number += 1
        jpeg = evidence(frame.pixels)
        placements = [self._placement(card, moved, during, jpeg) for card, moved in news]
        return [*placements, Reach(number=self._number, side=UNSEEN, during=during)]

    def _placement(self, card: Lying, moved: bool, during: Span, jpeg: bytes) -> Placement:
        return Placement(
            zone=self._zone,
            label=card.label,
            during=during,
            reached_from=None,
            reach=self._number,
            confidence=card.confidence,
            evidence=jpeg,
            moved_only=moved,
        )


def _width(cards: Sequence[Lying]) -> float:
    """A card's width in pixels, by the largest one; 1 where there is none."""
    sides = [min(_length(card, 0), _length(card, 1)) for card in cards]
    return max(sides, default=1.0)


def _length(card: Lying, side: int) -> float:
    (x1, y1), (x2, y2) = card.quad[side], card.quad[side + 1]
    return float(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)

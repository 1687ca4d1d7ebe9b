"""One player's hand at Stress: about one card a second, and off to the button when there is something to slap at."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from table.cards import card
from table.twin.clock import TwinClock, ms
from table.twin.reach import (
    GRIP_MM,
    Movement,
    Reacher,
    Reaching,
    along,
    direction,
    drawn_ms,
    face_down,
)
from table.twin.scene import Arm, LyingCard, Place, Stage
from table.twin.stress.felt import STOCK, Felt, stock_zone

REACH_MS, PICK_MS, CARRY_MS, LAY_MS = (190.0, 260.0), (40.0, 80.0), (240.0, 340.0), (40.0, 90.0)
"""How long a hand needs to a card or back, takes hold of it, carries it, and rests when it has laid it."""

GATHER_MS, SHUFFLE_MS = (160.0, 240.0), (500.0, 800.0)
"""How long it takes to sweep a pile together, and to shuffle it into the draw pile."""

NO_RETURN = 0.72
"""From this part of the way on a hand that is to lay a card cannot be held back any more."""

ON_THE_BUTTON_MS = 90.0

Landed = Callable[[int], None]
"""Called with the time at which cards came to lie, on the twin's clock."""


@dataclass(frozen=True, slots=True)
class Held:
    """Cards in a hand that was called off on its way, and where they came from."""

    cards: tuple[LyingCard, ...]
    source: str


class Hand:
    """Moves cards on *felt* with the arm of one player."""

    def __init__(
        self,
        player: int,
        arm: Arm,
        felt: Felt,
        stage: Stage,
        clock: TwinClock,
        *,
        home: Reaching,
        button: Place,
        chance: random.Random,
    ) -> None:
        self._player, self._felt, self._stage, self._clock = player, felt, stage, clock
        self._home, self._button, self._chance = home, button, chance
        self._reacher = Reacher(stage, clock)
        self._arm = arm
        self.held: Held | None = None
        self.target: str | None = None
        """The zone to which it brings a card: people keep off where another hand is going."""

    def carry(
        self, source: str, target: str, *, count: int, landed: Landed, breaks_off: Callable[[], bool]
    ) -> Movement:
        """Takes the uppermost cards from one place to another, unless it is called off before it is too late."""
        self.target = target  # at once, not with the first frame: others look where this hand is going
        return self._carried(source, target, count, landed, breaks_off)

    def _carried(
        self, source: str, target: str, count: int, landed: Landed, breaks_off: Callable[[], bool]
    ) -> Movement:
        yield from self._to(self._grip(source), REACH_MS, breaks_off)
        if not breaks_off():
            yield from self._rest(PICK_MS)
            self._pick_up(source, count)
            yield from self._lay_down(target, landed, breaks_off)
        self.target = None
        yield from self.withdraw(breaks_off)

    def put_back(self) -> Movement:
        """Brings what it holds back to where that came from."""
        assert self.held is not None, "a hand puts back only what it holds"
        yield from self._lay_down(self.held.source, lambda _: None, lambda: False)
        yield from self.withdraw(lambda: False)

    def slap(self, at_ns: int) -> Movement:
        """Comes down on the button at that time, which is not past, stays there for a moment and comes back."""
        takes_ms = max(1.0, (at_ns - self._clock.now_ns()) / 1e6)
        self._arm = yield from self._reacher.moved(self._arm, self._button, takes_ms)
        yield from self._reacher.resting(self._arm, ON_THE_BUTTON_MS)
        yield from self.withdraw(lambda: False)

    def take_up(self, piles: Sequence[str]) -> Movement:
        """Takes up whole play piles and shuffles them into the own draw pile."""
        gathered: list[LyingCard] = []
        for pile in piles:
            if self._felt.top(pile) is None:
                continue
            yield from self._to(self._grip(pile), CARRY_MS)
            yield from self._rest(GATHER_MS)
            gathered += self._felt.take(pile, len(self._felt.cards(pile)))
            self._arm = replace(self._arm, holds=(face_down(self._ahead_of_the_fingers(pile), 0.0),))
        own = stock_zone(self._player)
        yield from self._to(self._grip(own), CARRY_MS)
        self._arm = replace(self._arm, holds=())
        self._felt.put_under(self._player, [card(lying.label) for lying in gathered], shuffled=True)
        yield from self.withdraw(lambda: False)
        yield from self._rest(SHUFFLE_MS)

    def withdraw(self, breaks_off: Callable[[], bool]) -> Movement:
        """Off the mat."""
        yield from self._to(self._home.outside, REACH_MS, breaks_off)

    # The parts of a movement.

    def _to(self, place: Place, takes: tuple[float, float], breaks_off: Callable[[], bool] = lambda: False) -> Movement:
        takes_ms = drawn_ms(takes, self._chance)
        self._arm = yield from self._reacher.moved(self._arm, place, takes_ms, lambda _: breaks_off())

    def _rest(self, takes: tuple[float, float]) -> Movement:
        yield from self._reacher.resting(self._arm, drawn_ms(takes, self._chance))

    def _grip(self, zone: str) -> Place:
        """Where the fingers are when they take hold of what lies there."""
        at = self._felt.middle(zone)
        return along(at, direction(self._home.shoulder, at), -GRIP_MM)

    def _ahead_of_the_fingers(self, zone: str) -> Place:
        return along(self._arm.hand, direction(self._home.shoulder, self._felt.middle(zone)), GRIP_MM)

    def _pick_up(self, source: str, count: int) -> None:
        if source.startswith(STOCK):
            drawn = self._felt.draw(int(source.partition(".")[2]) - 1)
            taken: tuple[LyingCard, ...] = (self._felt.spot(source, str(drawn), self._player),)
        else:
            taken = self._felt.take(source, count)
        self.held = Held(taken, source)
        at = self._ahead_of_the_fingers(source)
        is_hidden = source.startswith(STOCK)
        shown = tuple(replace(one, at=at, face_up=not is_hidden) for one in taken)
        self._arm = replace(self._arm, holds=shown)

    def _lay_down(self, zone: str, landed: Landed, breaks_off: Callable[[], bool]) -> Movement:
        """Carries what it holds there and lays it down; still holds it if it was called off."""
        held = self.held
        assert held is not None, "a hand lays down only what it holds"
        spots = [self._felt.spot(zone, one.label, self._player) for one in held.cards]
        at = spots[-1].at
        grip = along(at, direction(self._home.shoulder, at), -GRIP_MM)
        takes_ms, began_ns = drawn_ms(CARRY_MS, self._chance), self._clock.now_ns()
        self._arm = yield from self._reacher.moved(
            self._arm, grip, takes_ms, lambda part: part < NO_RETURN and breaks_off()
        )
        if self._clock.now_ns() < began_ns + ms(takes_ms):
            return
        self.held, self._arm = None, replace(self._arm, holds=())
        if zone.startswith(STOCK):
            self._felt.put_under(
                int(zone.partition(".")[2]) - 1, [card(one.label) for one in held.cards], shuffled=False
            )
        else:
            self._felt.put(zone, spots)
        landed(began_ns + ms(takes_ms))
        yield from self._rest(LAY_MS)

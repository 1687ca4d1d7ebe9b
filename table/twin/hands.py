"""Hands over the simulated table of VVVänd8: a deed as movements in simulated time, as people move."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from table.cards import Card
from table.seats import Seat
from table.twin.clock import TwinClock
from table.twin.reach import (
    GRIP_MM,
    SLEEVES,
    Movement,
    Reacher,
    along,
    direction,
    drawn_ms,
    face_down,
    middle,
    reaching_over,
)
from table.twin.scene import Arm, LyingCard, Place, Stage
from table.witness import Seating
from vision.mat import Mat

REACH_MS, LAY_MS, LOOK_MS = (420.0, 620.0), (110.0, 200.0), (780.0, 950.0)
"""How long a hand needs to the pile or back, rests when it lays a card, and stays off the pile between two cards."""

CLEAR_MM = 20.0
"""From the finger tips to the pile's zone when they leave it free."""

SHIFT_MM, TILT_DEG, MOST_TILT_DEG, QUARTERS = 3.5, 9.0, 25.0, 0.12
"""How unlike cards are laid: the spread of their places and of their turns, and how often one lies across."""

STACK = 3
"""Cards of a talon that are drawn; more would look the same."""

SEEN_BELOW = 2
"""Cards of a pile that show under new ones; who lays squares up the rest, so that it does not show."""


class Hands:
    """Moves what lies on *stage*. The same seed and deeds give the same movements."""

    def __init__(self, stage: Stage, mat: Mat, seating: Seating, clock: TwinClock, seed: int) -> None:
        """Raises MatError if a seat has no side of the mat."""
        self._stage, self._clock, self._seed = stage, clock, seed
        self._reacher = Reacher(stage, clock)
        self._pile_at, self._talon_at = middle(mat, "pile"), middle(mat, "talon")
        self._pile_zone = mat.zone("pile")
        sides = {seat: mat.side(name) for name, seat in seating.sides.items()}
        self._reaching = {seat: reaching_over(side, mat) for seat, side in sides.items()}
        self._sleeves = {seat: SLEEVES[at % len(SLEEVES)] for at, seat in enumerate(seating.seats)}
        self._pile: list[LyingCard] = []
        self._talon: list[LyingCard] = []
        self.laid_ns: list[int] = []
        """When each card of the last movement came to lie, or was taken away."""

    def set_table(self, pile: Sequence[Card], talon: int) -> None:
        """Puts cards where they lie, without a hand: what shows of the pile, and so many in the talon."""
        self._stage.scene = replace(self._stage.scene, cards=(), arms=())
        self._talon, self._pile = [], []
        self._show_talon(talon)
        for at, card in enumerate(pile):
            chance = random.Random(f"{self._seed}/lay/{at}")
            self._put(self._spot(card, self._pile_at, (0.0, -1.0), chance))

    def lay(self, seat: Seat, cards: Sequence[Card], chance: random.Random) -> Movement:
        """Lays the cards on the pile in one reach, one by one; after each but the last it comes to be seen."""
        arm = self._arm(seat)
        ahead = direction(arm.shoulder, self._pile_at)
        for at, card in enumerate(cards):
            spot = self._spot(card, self._pile_at, ahead, chance)
            arm = replace(arm, holds=(replace(spot, at=along(arm.hand, ahead, GRIP_MM)),))
            arm = yield from self._reacher.moved(arm, along(spot.at, ahead, -GRIP_MM), drawn_ms(REACH_MS, chance))
            if at == 0:
                self._square_up()
            self._put(spot)
            arm = replace(arm, holds=())
            yield from self._reacher.resting(arm, drawn_ms(LAY_MS, chance))
            if at < len(cards) - 1:
                arm = yield from self._reacher.moved(
                    arm, self._clear_of_the_pile(ahead), drawn_ms(REACH_MS, chance) / 2
                )
                yield from self._reacher.resting(arm, drawn_ms(LOOK_MS, chance))
        yield from self._withdrawn(arm, chance)

    def take_back(self, seat: Seat, count: int, chance: random.Random) -> Movement:
        """Takes so many cards off the pile."""
        taken = self._pile[-count:]
        ahead = direction(self._reaching[seat].shoulder, self._pile_at)
        arm = yield from self._reacher.moved(
            self._arm(seat), along(taken[-1].at, ahead, -GRIP_MM), drawn_ms(REACH_MS, chance)
        )
        yield from self._reacher.resting(arm, drawn_ms(LAY_MS, chance))
        self._take(taken)
        yield from self._withdrawn(replace(arm, holds=tuple(taken)), chance)

    def draw(self, seat: Seat, count: int, left: int, chance: random.Random) -> Movement:
        """Takes so many cards from the talon, of which *left* then stay."""
        ahead = direction(self._reaching[seat].shoulder, self._talon_at)
        arm = yield from self._reacher.moved(
            self._arm(seat), along(self._talon_at, ahead, -GRIP_MM), drawn_ms(REACH_MS, chance)
        )
        yield from self._reacher.resting(arm, drawn_ms(LAY_MS, chance) * count)
        self._show_talon(left)
        drawn = face_down(self._talon_at, chance.gauss(0, TILT_DEG))
        yield from self._withdrawn(replace(arm, holds=(drawn,)), chance)

    def turn_pile(self, seat: Seat, talon: int, chance: random.Random) -> Movement:
        """Takes the pile from under its top card and lays it down as the talon, of so many cards."""
        ahead = direction(self._reaching[seat].shoulder, self._pile_at)
        arm = yield from self._reacher.moved(
            self._arm(seat), along(self._pile_at, ahead, -GRIP_MM), drawn_ms(REACH_MS, chance)
        )
        yield from self._reacher.resting(arm, 3 * drawn_ms(LAY_MS, chance))
        self._take(self._pile[:-1])
        arm = replace(arm, holds=(face_down(along(arm.hand, ahead, GRIP_MM), 0.0),))
        arm = yield from self._reacher.moved(arm, along(self._talon_at, ahead, -GRIP_MM), drawn_ms(REACH_MS, chance))
        self._show_talon(talon)
        yield from self._withdrawn(replace(arm, holds=()), chance)

    # The parts of a movement.

    def _arm(self, seat: Seat) -> Arm:
        reaching = self._reaching[seat]
        return Arm(owner=seat, shoulder=reaching.shoulder, hand=reaching.outside, sleeve=self._sleeves[seat])

    def _withdrawn(self, arm: Arm, chance: random.Random) -> Movement:
        yield from self._reacher.moved(arm, self._reaching[Seat(arm.owner)].outside, drawn_ms(REACH_MS, chance))
        self._stage.withdraw_arm(arm.owner)

    def _clear_of_the_pile(self, ahead: Place) -> Place:
        """Where the hand leaves the pile's zone free, and is no further off than that."""
        back = 0.0
        while self._pile_zone.holds(along(self._pile_at, ahead, -back)):
            back += 1.0
        return along(self._pile_at, ahead, -back - CLEAR_MM)

    # What lies there.

    def _spot(self, card: Card, at: Place, ahead: Place, chance: random.Random) -> LyingCard:
        """How the card will lie: its top away from who lays it, roughly."""
        tilt = max(-MOST_TILT_DEG, min(MOST_TILT_DEG, chance.gauss(0, TILT_DEG)))
        across = 90.0 if chance.random() < QUARTERS else 0.0
        turn = math.degrees(math.atan2(ahead[0], -ahead[1])) + tilt + across
        place = (at[0] + chance.gauss(0, SHIFT_MM), at[1] + chance.gauss(0, SHIFT_MM))
        return LyingCard(label=str(card), at=place, turn=turn)

    def _put(self, spot: LyingCard) -> None:
        self._stage.lay(spot)
        self._pile.append(spot)
        self.laid_ns.append(self._clock.now_ns())

    def _square_up(self) -> None:
        hidden = self._pile[:-SEEN_BELOW]
        self._stage.take(*hidden)
        self._pile = self._pile[-SEEN_BELOW:]

    def _take(self, cards: Sequence[LyingCard]) -> None:
        self._stage.take(*cards)
        self._pile = [card for card in self._pile if card not in cards]
        self.laid_ns.append(self._clock.now_ns())

    def _show_talon(self, count: int) -> None:
        """Draws a small stack; the talon is no higher for more cards."""
        stack = [face_down((self._talon_at[0] + at, self._talon_at[1] - at), 0.0) for at in range(min(count, STACK))]
        if len(stack) < len(self._talon):
            self._stage.take(*self._talon[len(stack) :])
        else:
            self._stage.lay(*stack[len(self._talon) :])
        self._talon = stack

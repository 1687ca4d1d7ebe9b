"""Whose turn it is: the order among those still in, who has passed, and who wins a trick."""

from __future__ import annotations

from dataclasses import dataclass, replace

from table.seats import Seat, clockwise_from


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """Who is to beat whom. While nothing lies on the table, `last` is None and `turn` leads.

    Whether a pass holds for the play that lies there or for the whole trick is told to `laid`.
    """

    seats: tuple[Seat, ...]
    """Everybody who was dealt cards, clockwise."""
    turn: Seat | None = None
    """None while nobody knows who leads, and when the round is over."""
    last: Seat | None = None
    """Who laid the play that is to be beaten; may have gone out with it."""
    passed: frozenset[Seat] = frozenset()
    out: tuple[Seat, ...] = ()
    """Who has laid all cards, in order of finishing."""

    @property
    def still_in(self) -> tuple[Seat, ...]:
        """Those who hold cards, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    @property
    def is_finished(self) -> bool:
        """Whether at most one still holds cards."""
        return len(self.out) >= len(self.seats) - 1

    def next_in(self, seat: Seat) -> Seat | None:
        """The next clockwise after *seat* who still holds cards; *seat* itself if nobody else does, None if none."""
        for other in clockwise_from(self.seats, seat):
            if other not in self.out:
                return other
        return None if seat in self.out else seat

    def _next_after(self, seat: Seat, last: Seat | None, passed: frozenset[Seat]) -> Seat | None:
        """The next clockwise after *seat* who may still beat the last play; None if nobody may."""
        at = self.seats.index(seat) + 1
        for other in self.seats[at:] + self.seats[:at]:
            if other != last and other not in passed and other not in self.out:
                return other
        return None

    def going_out(self, seat: Seat) -> Trick:
        """*seat* has laid all cards. To be said before the play itself is (`laid`, `led_by`)."""
        return self if seat in self.out else replace(self, out=(*self.out, seat))

    def laid(self, seat: Seat, *, passes_bind: bool) -> Trick:
        """A play of *seat* lies there, and the turn goes to who may beat it.

        *passes_bind* says that who has passed lays nothing more in this trick; otherwise everybody may beat the new
        play. If nobody may, the trick is won.
        """
        passed: frozenset[Seat] = self.passed - {seat} if passes_bind else frozenset()
        return self._handed_on(seat, seat, passed)

    def passed_by(self, seat: Seat) -> Trick:
        """*seat* has passed. If that leaves nobody to beat the last play, the trick is won (`led_by`)."""
        return self._handed_on(seat, self.last, self.passed | {seat})

    def forfeited_by(self, seat: Seat) -> Trick:
        """*seat* counts as having passed, in turn or not. Nothing changes for who leads or laid last."""
        if self.last is None or seat == self.last or seat in self.out:
            return self
        return self.passed_by(seat) if seat == self.turn else replace(self, passed=self.passed | {seat})

    def led_by(self, seat: Seat) -> Trick:
        """The table is empty and *seat* leads; if out of cards, the next clockwise still in does."""
        leader = self.next_in(seat) if seat in self.out else seat
        return Trick(seats=self.seats, turn=leader, out=self.out)

    def ended(self) -> Trick:
        """The round is over: it is nobody's turn."""
        return Trick(seats=self.seats, out=self.out)

    def _handed_on(self, seat: Seat, last: Seat | None, passed: frozenset[Seat]) -> Trick:
        successor = self._next_after(seat, last, passed)
        if successor is None:
            return self.led_by(last or seat)
        return Trick(seats=self.seats, turn=successor, last=last, passed=passed, out=self.out)

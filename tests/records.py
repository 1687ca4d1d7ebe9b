"""Records as the tests write them: a game in a few lines of notation, and what the referee said of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from table.game import Standing, View
from table.games import find_game
from table.notation import read_event, read_record
from table.referee import Heard, Referee
from table.rulings import Kind, Ruling
from table.seats import Seat
from table.texts import sentence

PENALISED = (Kind.FOUL, Kind.HINDSIGHT)


class Told:
    """A game that was told line by line.

    Lines count from 1 with the first event, so that a ruling's line is the place of its act in what the test tells.
    """

    def __init__(self, header: str, lines: Iterable[str]) -> None:
        record = read_record(header, "header")
        self.referee: Referee[Any] = Referee(find_game(record.header.game), record.header)
        self.lines = 0
        for line in lines:
            self.tell(line)

    def tell(self, line: str) -> Heard:
        """One line more."""
        self.lines += 1
        event = read_event(line, self.lines, self.referee.header)
        assert event is not None, f"'{line}' says nothing"
        return self.referee.hear(event)

    @property
    def rulings(self) -> list[str]:
        """What stands, as `4 foul V3.2 Bo`."""
        return [in_short(ruling) for ruling in self.referee.rulings]

    @property
    def fouls(self) -> list[str]:
        """The fouls that stand, as `4 foul V3.2 Bo`."""
        return [in_short(ruling) for ruling in self.referee.rulings if ruling.kind in PENALISED]

    @property
    def results(self) -> list[str]:
        """Wins, losses and drawn games, as `9 win V2.1 Bo`."""
        kinds = (Kind.WIN, Kind.LOSE, Kind.DRAW_GAME)
        return [in_short(ruling) for ruling in self.referee.rulings if ruling.kind in kinds]

    @property
    def sentences(self) -> list[str]:
        """What stands, as it is read out in English."""
        return [sentence(self.referee.game.name, ruling, "en") for ruling in self.referee.rulings]

    @property
    def state(self) -> Any:
        return self.referee.state

    @property
    def standing(self) -> Standing:
        return self.referee.game.standing(self.referee.state)

    @property
    def view(self) -> View:
        return self.referee.game.view(self.referee.state)

    @property
    def turn(self) -> str | None:
        return self.standing.turn

    @property
    def top(self) -> str:
        return str(self.standing.top)

    @property
    def suit(self) -> str | None:
        suit = self.standing.suit
        return None if suit is None else suit.value

    def hand(self, seat: str) -> int | None:
        return self.standing.hands[Seat(seat)]

    def owes(self, seat: str) -> int:
        """Cards that the screens show as still to be taken."""
        return next(place.owes for place in self.view.seats if place.seat == seat)

    def marks(self, seat: str) -> tuple[str, ...]:
        return next(place.marks for place in self.view.seats if place.seat == seat)


def in_short(ruling: Ruling) -> str:
    """`4 foul V3.2 Bo`; without the seat where there is none."""
    parts = (str(ruling.line), ruling.kind.value, ruling.clause, ruling.seat or "")
    return " ".join(filter(None, parts))


def vvvand8(
    *lines: str, seats: str = "Anna Bo Cia", dealer: str | None = "Anna", start: str | None = "7H", header: str = ""
) -> Told:
    """A game of VVVänd8 in which Anna has dealt to Bo and Cia and turned up the 7H, which is line 1."""
    head = f"game vvvand8\nseats {seats}\n{header}\n" + (f"dealer {dealer}\n" if dealer else "")
    first = [f"table: start {start}"] if start else []
    return Told(head, [*first, *lines])

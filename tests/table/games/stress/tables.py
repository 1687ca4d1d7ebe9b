"""Games of Stress between Lisa and Bo as the tests tell them."""

from __future__ import annotations

from tests.records import Told

LISA, BO = "Lisa: open 4H 9C KD 2S", "Bo: open 6S JD 3H 10C"
ROWS = (LISA, BO)
FLIPS = ("[0~0.03] Lisa: flip 5H", "[0~0.03] Bo: flip QS")

PAIR = ("[0~0.03] Lisa: flip 5H", "[0~0.03] Bo: flip 6D", "[10.000~10.033] Bo: lay 6S on Lisa")
"""Two sixes meet, on line 5, within one frame after ten seconds."""


def stress(
    *lines: str,
    rows: tuple[str, ...] = ROWS,
    flips: tuple[str, ...] = FLIPS,
    header: str = "",
    seats: str = "Lisa Bo",
) -> Told:
    """A game in which the rows are lines 1 and 2, and the first cards in the middle lines 3 and 4."""
    return Told(f"game stress\n{header}\nseats {seats}\n", [*rows, *flips, *lines])


def after_a_pair(*lines: str, header: str = "") -> Told:
    """A game in which two sixes have met: what follows begins with line 6."""
    return stress(*lines, flips=PAIR, header=header)


def row(told: Told, seat: str) -> list[str]:
    """The row as it is written, place by place: `6S`, `6S+6H`, and nothing for a gap."""
    rows = {str(name): places for name, places in told.standing.rows.items()}
    return ["+".join(map(str, pile)) for pile in rows[seat]]


def pile(told: Told, seat: str) -> str:
    """The top of the play pile at that seat's right hand."""
    return {str(name): str(top) for name, top in told.standing.piles.items()}[seat]


def stock(told: Told, seat: str) -> int | None:
    return {str(name): count for name, count in told.standing.stock.items()}[seat]

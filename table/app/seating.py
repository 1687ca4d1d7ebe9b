"""Which mat a game is played on, who sits where round it, and how long the camera waits there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from table.config import Config
from table.games import find_game
from table.refusals import refusal
from table.seats import Seat
from table.witness import Seating
from vision.mat import Mat, MatError, load_mat, printed_mats
from vision.zonewatch import SWIFT, Patience

MAT = "table-60x42"
"""The printed mat of all games but Stress."""

STRESS_MATS = {2: "stress-60x42", 4: "stress-70x70"}
"""By how many players they are for at most: every row, play pile and draw pile has its place there."""

SETTLE_MS = 400
"""How long a card must lie still before it counts, in games that leave the time for it."""


def mat_for(game: str, players: int) -> str:
    """The printed mat on which so many play that game, where the settings name none. Raises MatError."""
    if game != "stress":
        return MAT
    for most, mat in STRESS_MATS.items():
        if players <= most:
            return mat
    raise MatError(f"no printed mat has places for {players} players of stress; the largest is for {max(STRESS_MATS)}")


def mat_of(config: Config) -> Mat:
    """The mat that the settings name, or the printed one of the game. Raises MatError, and ConfigError for no mat."""
    name = config.table.mat
    if name and not name.endswith(".toml") and name not in printed_mats():
        raise config.wrong("table", "mat", refusal("must_mat", values=", ".join(printed_mats())), name)
    return load_mat(name or mat_for(config.table.game, len(config.table.seats)))


def patience_for(game: str, settle_ms: int | None = None) -> Patience:
    """How long the camera waits in that game. *settle_ms*: as the settings say, if they do."""
    patience = SWIFT if find_game(game).tells_every_card else Patience(settle_ms=SETTLE_MS)
    return patience if settle_ms is None else replace(patience, settle_ms=settle_ms)


def seating_round(seats: Sequence[Seat], mat: Mat) -> Seating:
    """Every seat at a side of the mat, clockwise and spread as evenly as its sides allow.

    Raises MatError if it has fewer sides than there are seats.
    """
    if len(seats) > len(mat.sides):
        raise MatError(
            f"mat {mat.name} has sides for {len(mat.sides)} players, not for {len(seats)}; take a larger one"
        )
    sides = {mat.sides[place * len(mat.sides) // len(seats)].name: seat for place, seat in enumerate(seats)}
    return Seating(seats=tuple(seats), sides=sides)

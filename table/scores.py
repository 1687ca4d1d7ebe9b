"""Scores: sittings, seasons and all-time, worked out from the games that have ended. Nothing of it is stored."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from table.game import Header, SlapStory, Standing
from table.referee import Referee
from table.rulings import ClauseId, Kind
from table.seats import Seat

SITTING = datetime.timedelta(hours=6)
"""A game opened longer after the one before belongs to another sitting."""

LEAP_SEASONS = frozenset({"vvvand8"})
"""The games whose seasons end on leap days (V2.20); the other rule texts know no seasons."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One game: as it ended, or as it is so far."""

    number: int
    """In its log."""
    game: str
    opened: datetime.datetime
    day: datetime.date
    """The table's local date: as the record says, or else the day of *opened*."""
    seats: tuple[Seat, ...]
    """Who played."""
    standing: Standing
    fouls: tuple[tuple[Seat, ClauseId], ...]
    """Who was ruled against, and by which clause."""
    is_over: bool = True

    @property
    def counts(self) -> bool:
        """Whether it has a result that is official (V2.2, V2.3); where a game says nothing of it, it is."""
        return self.is_over and self.standing.official is not False


def played(referee: Referee[Any], number: int, opened: datetime.datetime) -> Played | None:
    """The game as it ended; None while it is on."""
    game = so_far(referee, number, opened)
    return game if game.is_over else None


def so_far(referee: Referee[Any], number: int, opened: datetime.datetime) -> Played:
    """The game as it is now, whether or not it is over."""
    header = referee.header
    fouls = (ruling for ruling in referee.rulings if ruling.kind in (Kind.FOUL, Kind.HINDSIGHT))
    return Played(
        number=number,
        game=header.game,
        opened=opened,
        day=_day(header, opened),
        seats=tuple(seat for seat in header.seats if seat not in header.free),
        standing=referee.game.standing(referee.state),
        fouls=tuple((ruling.seat, ruling.clause) for ruling in fouls if ruling.seat is not None),
        is_over=referee.game.view(referee.state).is_over,
    )


def _day(header: Header, opened: datetime.datetime) -> datetime.date:
    return opened.date() if header.date is None else datetime.date.fromisoformat(header.date)


@dataclass(slots=True)
class Tally:
    """What one player has come to."""

    games: int = 0
    """Of those that count."""
    wins: int = 0
    losses: int = 0
    draws: int = 0
    points: int = 0
    placings: Counter[int] = field(default_factory=Counter)
    """How often in which place, from 1."""
    roles: Counter[str] = field(default_factory=Counter)
    penalties: Counter[ClauseId] = field(default_factory=Counter)
    """By clause, also in games that do not count."""
    reactions_ms: list[float] = field(default_factory=list)
    """From the moment in which the second card came to lie."""
    false_slaps: int = 0

    @property
    def quickest_ms(self) -> float | None:
        return min(self.reactions_ms, default=None)

    @property
    def usual_ms(self) -> float | None:
        """The median: half of the slaps were quicker."""
        return _after(self.reactions_ms, 1, 2)

    @property
    def spread_ms(self) -> tuple[float, float] | None:
        """The middle half of the slaps: a quarter of them were quicker than this, and a quarter slower."""
        low, high = _after(self.reactions_ms, 1, 4), _after(self.reactions_ms, 3, 4)
        return None if low is None or high is None else (low, high)


def _after(times_ms: list[float], part: int, of: int) -> float | None:
    """The time after that part of all; None if there are none."""
    return sorted(times_ms)[len(times_ms) * part // of] if times_ms else None


@dataclass(frozen=True, slots=True)
class Reaction:
    """One hand at one stress that had a reason."""

    stress: int
    """Which of the stresses of some games, counted from 1."""
    ms: float


def reactions(games: Iterable[Played]) -> Mapping[Seat, tuple[Reaction, ...]]:
    """Everybody's reaction times in these games, in the order in which they were; see `stresses`."""
    found: dict[Seat, list[Reaction]] = {}
    for number, story in enumerate(stresses(games), 1):
        for seat, ms in story.seats.items():
            found.setdefault(seat, []).append(Reaction(number, ms))
    return {seat: tuple(times) for seat, times in found.items()}


def stresses(games: Iterable[Played]) -> tuple[SlapStory, ...]:
    """Every stress of these games that had a verdict, oldest first; slaps at nothing are none."""
    in_order = sorted(games, key=lambda game: (game.opened, game.number))
    return tuple(story for game in in_order for story in game.standing.slaps if story.verdict != "false")


def closest(games: Iterable[Played], most: int) -> tuple[SlapStory, ...]:
    """The stresses with the smallest margins, the smallest first."""
    with_margin = [story for story in stresses(games) if story.margin_ms is not None]
    return tuple(sorted(with_margin, key=lambda story: story.margin_ms or 0.0)[:most])


def tally(games: Iterable[Played]) -> Mapping[Seat, Tally]:
    """Every player with what these games have brought, the best first."""
    tallies: dict[Seat, Tally] = {}
    for game in games:
        for seat in game.seats:
            _count(tallies.setdefault(seat, Tally()), seat, game)
    ordered = sorted(tallies, key=lambda seat: (-tallies[seat].points, -tallies[seat].wins, tallies[seat].losses, seat))
    return {seat: tallies[seat] for seat in ordered}


def _count(tallied: Tally, seat: Seat, game: Played) -> None:
    tallied.penalties.update(clause for fouled, clause in game.fouls if fouled == seat)
    for story in game.standing.slaps:
        _count_slap(tallied, seat, story)
    if game.counts:
        _count_result(tallied, seat, game.standing)


def _count_slap(tallied: Tally, seat: Seat, story: SlapStory) -> None:
    if story.verdict == "false":
        tallied.false_slaps += seat in story.seats
    elif seat in story.seats:
        tallied.reactions_ms.append(story.seats[seat])


def _count_result(tallied: Tally, seat: Seat, standing: Standing) -> None:
    won, lost = seat == standing.winner, seat == standing.loser
    tallied.games += 1
    tallied.wins += won
    tallied.losses += lost
    tallied.draws += standing.winner is None
    # A game that gives no points of its own: one for the winner, and one less for the loser.
    tallied.points += standing.scores.get(seat, won - lost)
    if seat in standing.placing:
        tallied.placings[standing.placing.index(seat) + 1] += 1
    if seat in standing.roles:
        tallied.roles[standing.roles[seat]] += 1


def sittings(games: Iterable[Played]) -> tuple[tuple[Played, ...], ...]:
    """Games as they were opened, put together into sittings: the same game, the same players, one evening."""
    found: list[list[Played]] = []
    for game in sorted(games, key=lambda one: one.opened):
        last = found[-1][-1] if found else None
        if last is not None and _is_same_sitting(last, game):
            found[-1].append(game)
        else:
            found.append([game])
    return tuple(map(tuple, found))


def _is_same_sitting(last: Played, game: Played) -> bool:
    same = (last.game, set(last.seats)) == (game.game, set(game.seats))
    return same and game.opened - last.opened <= SITTING


def season_end(game: str, day: datetime.date) -> datetime.date | None:
    """The leap day on which the season of *day* ends; a game on that day still belongs to it. None: no seasons."""
    if game not in LEAP_SEASONS:
        return None
    return next(end for year in range(day.year, day.year + 9) if (end := _leap_day(year)) is not None and end >= day)


def _leap_day(year: int) -> datetime.date | None:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return datetime.date(year, 2, 29) if is_leap else None


def season(games: Iterable[Played], game: str, day: datetime.date) -> tuple[Played, ...]:
    """The games of the season in which *day* lies; none for a game without seasons."""
    end = season_end(game, day)
    return tuple(one for one in games if one.game == game and end is not None and season_end(game, one.day) == end)

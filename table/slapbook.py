"""How fast hands were over many stresses, for the page of scores: worked out anew from the games each time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from table.game import SlapStory
from table.said import words
from table.scores import Played, Reaction, Tally, closest, reactions, sittings, stresses, tally
from table.seats import Seat
from table.stories import margin_text
from table.texts import word
from web.desk import Fact, PlayerTimes, SlapBoard, Text

CLOSEST = 5
"""Finishes that are told."""


def slap_boards(games: Iterable[Played]) -> tuple[SlapBoard, ...]:
    """The last sitting in which somebody slapped, and all games, if they are more; none without slaps."""
    slapped = [game for game in games if game.standing.slaps]
    if not slapped:
        return ()
    *_, last = sittings(slapped)
    boards = [_board(last, "slaps_sitting")]
    if len(last) < len(slapped):
        boards.append(_board([game for game in slapped if game.game == last[0].game], "slaps_all"))
    return tuple(boards)


def _board(games: Sequence[Played], heading: str) -> SlapBoard:
    times, tallies = reactions(games), tally(games)
    return SlapBoard(
        game=word("games", games[0].game, "en"),
        heading=words("scores", heading, count=len(stresses(games))),
        players=tuple(_player(seat, tallies[seat], times) for seat in sorted(tallies)),
        closest=tuple(_finish(story) for story in closest(games, CLOSEST) if len(story.seats) > 1),
    )


def _player(seat: Seat, tallied: Tally, times: Mapping[Seat, tuple[Reaction, ...]]) -> PlayerTimes:
    return PlayerTimes(
        name=seat,
        times=tuple((one.stress, one.ms) for one in times.get(seat, ())),
        usual_ms=tallied.usual_ms,
        facts=tuple(_facts(tallied)),
    )


def _facts(tallied: Tally) -> Iterable[Fact]:
    for name, ms in (("best", tallied.quickest_ms), ("usual", tallied.usual_ms)):
        if ms is not None:
            yield Fact(label=words("scores", name), value=Text(*(f"{ms:.0f} ms",) * 2))
    if tallied.spread_ms is not None:
        low, high = (f"{ms:.0f}" for ms in tallied.spread_ms)
        yield Fact(label=words("scores", "spread"), value=words("scores", "range", low=low, high=high))
    yield Fact(label=words("scores", "false_slaps"), value=Text(*(str(tallied.false_slaps),) * 2))


def _finish(story: SlapStory) -> Fact:
    one, other, *_ = sorted(story.seats, key=lambda seat: story.seats[seat])
    between = words("scores", "before" if story.verdict == "first" else "level", one=one, other=other)
    return Fact(label=margin_text(story), value=between)

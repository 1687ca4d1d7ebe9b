"""Scores, from games that were told."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.game import SlapStory, Standing
from table.games import find_game
from table.notation import read_record
from table.referee import Referee
from table.rulings import ClauseId
from table.scores import Played, played, season, season_end, sittings, tally
from table.seats import Seat

ANNA, BO, CIA = SEATS = tuple(map(Seat, ("Anna", "Bo", "Cia")))
EIGHT = datetime.datetime(2027, 5, 3, 20, 0)

WON_BY_BO = """game vvvand8
seats Anna Bo Cia
{header}
dealer Anna
Bo: dealt 2
table: start 7H
Cia: play 2C
Bo: call
Bo: play 9H
Cia: play 2H
Anna: play QH
Bo: play 4H
"""


def told(text: str, number: int = 1, opened: datetime.datetime = EIGHT) -> Played | None:
    record = read_record(text, "evening.ctn")
    referee = Referee(find_game(record.header.game), record.header)
    referee.hear_all(record.events)
    return played(referee, number, opened)


def won_by_bo(header: str = "", opened: datetime.datetime = EIGHT) -> Played:
    game = told(WON_BY_BO.format(header=header), opened=opened)
    assert game is not None
    return game


def game(standing: Standing, *, name: str = "president") -> Played:
    return Played(number=1, game=name, opened=EIGHT, day=EIGHT.date(), seats=SEATS, standing=standing, fouls=())


def standing(winner: Seat | None = None, loser: Seat | None = None, **more: Any) -> Standing:
    return Standing(dealer=None, turn=None, hands={}, winner=winner, loser=loser, **more)


def test_a_game_that_is_on_has_no_score() -> None:
    assert told(WON_BY_BO.format(header="").rpartition("Bo: play 4H")[0]) is None


def test_a_game_that_has_ended_knows_who_won_and_who_broke_which_rule() -> None:
    ended = won_by_bo("date 2028-02-29")
    assert (ended.standing.winner, ended.standing.loser) == (BO, ANNA)
    assert ended.fouls == ((CIA, ClauseId("V3.4")),)
    assert ended.day == datetime.date(2028, 2, 29)
    assert won_by_bo().day == EIGHT.date()


def test_a_win_is_a_point_and_a_loss_one_less() -> None:
    scores = tally([won_by_bo(), won_by_bo()])
    assert list(scores) == [BO, CIA, ANNA]
    assert [(t.games, t.wins, t.losses, t.points) for t in scores.values()] == [
        (2, 2, 0, 2),
        (2, 0, 0, 0),
        (2, 0, 2, -2),
    ]
    assert scores[CIA].penalties == {ClauseId("V3.4"): 2}


def test_v2_2_an_unofficial_game_does_not_count_but_its_penalties_do() -> None:
    unofficial = replace(won_by_bo(), standing=standing(BO, official=False))
    scores = tally([unofficial])
    assert [(t.games, t.wins, t.points) for t in scores.values()] == [(0, 0, 0)] * 3
    assert scores[CIA].penalties == {ClauseId("V3.4"): 1}


def test_a_drawn_game_is_one_for_everybody() -> None:
    assert [t.draws for t in tally([game(standing())]).values()] == [1, 1, 1]


def test_points_placings_and_roles_are_the_games_own() -> None:
    roles = {BO: "President", ANNA: "neutral", CIA: "Scum"}
    ended = standing(BO, CIA, placing=(BO, ANNA, CIA), scores={BO: 2, ANNA: 1, CIA: 0}, roles=roles)
    scores = tally([game(ended), game(ended)])
    assert [t.points for t in scores.values()] == [4, 2, 0]
    assert scores[CIA].placings == {3: 2}
    assert scores[ANNA].roles == {"neutral": 2}


def story(verdict: str, **seats: float) -> SlapStory:
    times = {Seat(seat): ms for seat, ms in seats.items()}
    return SlapStory(seats=times, winner=None, margin_ms=None, error_ms=1.0, verdict=verdict)


def test_reaction_times_are_of_the_slaps_that_had_a_reason() -> None:
    slaps = (story("first", Anna=400.0, Bo=420.0), story("first", Anna=300.0), story("tie", Anna=500.0, Bo=500.0))
    scores = tally([game(standing(ANNA, slaps=(*slaps, story("false", Bo=10.0))), name="stress")])
    assert (scores[ANNA].quickest_ms, scores[ANNA].usual_ms) == (300.0, 400.0)
    assert (scores[BO].reactions_ms, scores[BO].false_slaps) == ([420.0, 500.0], 1)
    assert (scores[CIA].quickest_ms, scores[CIA].usual_ms) == (None, None)


def at(hours: float) -> datetime.datetime:
    return EIGHT + datetime.timedelta(hours=hours)


def test_a_sitting_is_one_evening_of_the_same_players_also_past_midnight() -> None:
    evening = [won_by_bo(opened=at(hours)) for hours in (0, 1, 5.5)]
    next_day = won_by_bo(opened=at(23))
    assert [len(sitting) for sitting in sittings([next_day, *evening])] == [3, 1]


def test_another_game_is_another_sitting() -> None:
    assert [len(sitting) for sitting in sittings([won_by_bo(), game(standing(BO))])] == [1, 1]


@pytest.mark.parametrize(
    ("day", "end"),
    [
        ("2028-02-28", "2028-02-29"),
        ("2028-02-29", "2028-02-29"),
        ("2028-03-01", "2032-02-29"),
        ("2097-01-01", "2104-02-29"),
    ],
)
def test_v2_20_a_season_ends_with_the_games_of_a_leap_day(day: str, end: str) -> None:
    assert season_end("vvvand8", datetime.date.fromisoformat(day)) == datetime.date.fromisoformat(end)


def test_the_other_games_have_no_seasons() -> None:
    assert season_end("stress", EIGHT.date()) is None
    assert season([game(standing())], "president", EIGHT.date()) == ()


def test_v2_20_a_new_season_begins_after_the_leap_day() -> None:
    before, on, after = (won_by_bo(f"date {day}") for day in ("2027-12-24", "2028-02-29", "2028-03-01"))
    assert season([before, on, after], "vvvand8", on.day) == (before, on)
    assert season([before, on, after], "vvvand8", after.day) == (after,)


@given(st.lists(st.sampled_from(SEATS), max_size=6), st.lists(st.sampled_from(SEATS), max_size=6))
def test_what_two_evenings_bring_is_the_sum_of_both(first: list[Seat], second: list[Seat]) -> None:
    evenings = [[game(standing(winner)) for winner in winners] for winners in (first, second)]
    both, parts = tally([*evenings[0], *evenings[1]]), [tally(evening) for evening in evenings]
    for seat, total in both.items():
        assert total.points == sum(part[seat].points for part in parts if seat in part)
        assert total.games == len(first) + len(second)

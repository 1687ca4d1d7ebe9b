"""Where everything of a plot goes."""

from __future__ import annotations

import random

import pytest
from flask.testing import FlaskClient

from tests.web.scripted import ScriptedDesk, same
from web.desk import Fact, PlayerTimes, SlapBoard, Text
from web.plots import HEIGHT, LEFT, SHOWN, WIDTH, distribution, history


def player(name: str, *times_ms: float, first: int = 1) -> PlayerTimes:
    usual = sorted(times_ms)[len(times_ms) // 2] if times_ms else None
    facts = (Fact(label=Text("Best", "Bäst"), value=same(f"{min(times_ms, default=0):.0f} ms")),)
    return PlayerTimes(name=name, times=tuple(enumerate(times_ms, first)), usual_ms=usual, facts=facts)


def many(seed: int) -> tuple[PlayerTimes, ...]:
    chance = random.Random(seed)
    return tuple(
        player(name, *(chance.lognormvariate(6.0, 0.4) for _ in range(chance.randrange(0, 300))))
        for name in ("Bo", "Cia")
    )


def test_a_slower_hand_is_drawn_higher_and_a_later_stress_further_right() -> None:
    (line,) = history((player("Bo", 300, 400, 350),)).lines
    first, second, third = line.dots
    assert second.y < third.y < first.y
    assert first.x < second.x < third.x
    assert (line.usual, second.title) == (third.y, "Bo: 400 ms")
    assert line.points.split()[0] == f"{first.x:g},{first.y:g}"


def test_a_hand_that_slept_is_drawn_at_the_edge_and_flattens_nobody() -> None:
    (line,) = history((player("Bo", 300, 310, 320, 330, 5000),)).lines
    assert [dot.is_beyond for dot in line.dots] == [False] * 4 + [True]
    assert line.dots[0].y < HEIGHT / 2 + 60


def test_of_a_long_evening_the_last_stresses_are_drawn() -> None:
    (line,) = history((player("Bo", *range(300, 500)),)).lines
    assert len(line.dots) == SHOWN


def test_a_bar_is_as_high_as_there_were_slaps() -> None:
    (lane,) = distribution((player("Bo", 301, 302, 303, 304, 391, 392),)).lanes
    tallest, *_, last = lane.bars
    assert tallest.height == pytest.approx(2 * last.height, abs=0.2)
    assert tallest.title.endswith(": 4")


def test_both_players_are_drawn_on_one_scale() -> None:
    spread = distribution((player("Bo", 300, 310), player("Cia", 300, 600)))
    assert spread.lanes[0].bars[0].x == spread.lanes[1].bars[0].x


@pytest.mark.parametrize("seed", range(20))
def test_nothing_lies_outside_the_drawing(seed: int) -> None:
    players = many(seed)
    drawn, spread = history(players), distribution(players)
    for dot in (dot for line in drawn.lines for dot in line.dots):
        assert LEFT <= dot.x <= WIDTH and 0 <= dot.y <= HEIGHT
    for lane in spread.lanes:
        assert sum(int(bar.title.rpartition(" ")[2]) for bar in lane.bars) == len(
            next(player.times for player in players if player.name == lane.name)
        )
        for bar in lane.bars:
            assert bar.x >= LEFT and bar.x + bar.width <= WIDTH and 0 <= bar.y <= lane.y
    for ticks in (drawn.x_ticks, drawn.y_ticks, spread.x_ticks):
        assert len(ticks) <= 14


def test_nobody_has_slapped_yet_and_the_axes_stand_all_the_same() -> None:
    nobody = (player("Bo"), player("Cia"))
    assert [line.dots for line in history(nobody).lines] == [(), ()]
    assert [lane.bars for lane in distribution(nobody).lanes] == [(), ()]


def test_the_page_draws_every_hand_and_names_no_stranger(client: FlaskClient, desk: ScriptedDesk) -> None:
    closest = (Fact(label=Text("0.6 ms ± 0.2 ms", "0,6 ms ± 0,2 ms"), value=Text("Bo before Åsa", "Bo före Åsa")),)
    players = (player("Bo", 300, 310, 320), player("Åsa <b>", 400, 410))
    heading = Text("This sitting (3 stresses)", "Denna sittning (3 stresser)")
    desk.boards = (SlapBoard(game="Stress", heading=heading, players=players, closest=closest),)
    page = client.get("/scores?language=sv").text
    assert page.count('<svg class="plot"') == 2
    assert page.count("<title>Bo: 3") >= 3
    assert "Denna sittning (3 stresser)" in page and "Jämnaste avgöranden" in page and "0,6 ms ± 0,2 ms" in page
    assert "Åsa &lt;b&gt;" in page and "<b>:" not in page
    assert "style=" not in page
    assert "Closest finishes" in client.get("/scores?language=en").text


def test_where_nobody_has_a_time_yet_nothing_is_drawn(client: FlaskClient, desk: ScriptedDesk) -> None:
    desk.boards = (SlapBoard(game="Stress", heading=same("This sitting"), players=(player("Bo"),), closest=()),)
    page = client.get("/scores").text
    assert "Bo" in page and 'class="plot"' not in page

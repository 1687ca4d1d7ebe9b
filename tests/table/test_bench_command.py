"""`cardtable bench`: the parts there are, and how a figure is told."""

from __future__ import annotations

import json

import pytest

from table.bench import Figure, part_names
from table.bench.judge import figures
from table.bench.loops import LOOPS
from table.cli import main
from table.cli.bench import for_people
from table.games import GAMES, find_game
from table.notation import read_record
from table.referee import Referee
from table.rulings import Kind

Printed = pytest.CaptureFixture[str]


def test_what_is_judged_is_one_part() -> None:
    assert "judge" in part_names()
    assert "loops" not in part_names()


def test_every_game_has_figures_and_the_start_comes_last(capsys: Printed) -> None:
    assert main(["bench", "judge", "--quick", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["part"] for line in told} == {"judge"}
    for game in GAMES:
        units = [line["unit"] for line in told if line["name"].startswith(f"{game.name},")]
        assert units == ["events/s", "ms", "ms"]
    assert told[-1]["name"].startswith("cardtable judge")
    assert all(line["value"] > 0 and isinstance(line["met"], bool) for line in told[:-1])


def test_a_part_that_there_is_not_is_one_message(capsys: Printed) -> None:
    assert main(["bench", "jugde"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("cardtable bench: no part 'jugde'; parts are ")


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (
            Figure(name="a", value=31_234.5, unit="events/s", at_least=30_000),
            "a: 31 234 events/s (aim: at least 30 000)",
        ),
        (Figure(name="a", value=2.5, unit="ms", at_most=1), "a: 2.5 ms (aim: at most 1; missed)"),
        (Figure(name="a", value=2.5, unit="ms"), "a: 2.5 ms"),
    ],
)
def test_people_read_the_figure_and_its_aim(figure: Figure, said: str) -> None:
    assert for_people("judge", figure) == f"judge: {said}"


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_game_without_end_is_as_good_in_its_third_lap_as_in_its_first(game: str) -> None:
    """A long record would measure nothing if the game were over, or in disorder, after some lines."""
    loop, known = LOOPS[game], find_game(game)
    record = read_record("\n".join(loop.lines(len(loop.beginning) + 3 * len(loop.again))), game)
    referee = Referee(known, record.header)
    standings = []
    for place, event in enumerate(record.events, 1 - len(loop.beginning)):
        referee.hear(event)
        if place > 0 and place % len(loop.again) == 0:
            standings.append(known.standing(referee.state))
    assert not known.view(referee.state).is_over
    assert [ruling for ruling in referee.rulings if ruling.kind is Kind.QUESTION] == []
    assert len(standings) == 3
    assert standings[1] == standings[2]


def test_a_quick_measurement_is_one_of_the_same_things() -> None:
    assert len(list(figures(True))) == 3 * len(GAMES) + 2

"""How fast hands were over many stresses."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import pytest

from table.cli import main
from table.game import SlapStory
from table.ledger import Ledger
from table.scorebook import Scorebook
from table.scores import Played, closest, reactions, tally
from table.seats import Seat
from table.slapbook import slap_boards
from tests.table.test_scores import ANNA, BO, at, game, standing

Printed = pytest.CaptureFixture[str]


def story(verdict: str, margin_ms: float | None = None, **seats: float) -> SlapStory:
    times = {Seat(seat): ms for seat, ms in seats.items()}
    return SlapStory(seats=times, winner=None, margin_ms=margin_ms, error_ms=0.2, verdict=verdict)


def of_stress(*stories: SlapStory, hours: float = 0.0, number: int = 1) -> Played:
    return replace(game(standing(ANNA, slaps=stories), name="stress"), opened=at(hours), number=number)


EVENING = of_stress(
    story("first", 20.0, Anna=400, Bo=420),
    story("false", Bo=0.0),
    story("first", Anna=300),
    story("tie", 0.6, Bo=350, Anna=350.6),
)


def test_reaction_times_are_told_in_order_by_the_stress_at_which_they_were() -> None:
    later = of_stress(story("first", 5.0, Bo=310, Anna=315), hours=1, number=2)
    found = reactions([later, EVENING])
    assert [(one.stress, one.ms) for one in found[BO]] == [(1, 420), (3, 350), (4, 310)]
    assert [one.stress for one in found[ANNA]] == [1, 2, 3, 4]


def test_the_middle_half_is_told_of_many_slaps() -> None:
    scores = tally([of_stress(*(story("first", Anna=float(ms)) for ms in range(300, 400)))])
    assert (scores[ANNA].quickest_ms, scores[ANNA].usual_ms, scores[ANNA].spread_ms) == (300, 350, (325, 375))
    assert scores[BO].spread_ms is None


def test_the_closest_finishes_come_first_and_a_hand_alone_is_none() -> None:
    assert [one.margin_ms for one in closest([EVENING], 5)] == [0.6, 20.0]


def test_a_board_has_the_figures_of_everybody_and_the_closest_finishes() -> None:
    (board,) = slap_boards([EVENING])
    assert (board.game, board.heading.en, board.heading.sv) == (
        "Stress",
        "This sitting (three stresses)",
        "Denna sittning (tre stresser)",
    )
    bo = next(player for player in board.players if player.name == "Bo")
    assert [(fact.label.sv, fact.value.sv) for fact in bo.facts] == [
        ("Bäst", "350 ms"),
        ("Oftast", "420 ms"),
        ("Mittersta hälften", "350–420 ms"),
        ("Falska slag", "1"),
    ]
    assert [(fact.label.sv, fact.value.en) for fact in board.closest] == [
        ("0,6 ms ± 0,2 ms", "Bo and Anna, equally fast"),
        ("20,0 ms ± 0,2 ms", "Anna before Bo"),
    ]


def test_without_slaps_there_is_no_board() -> None:
    assert slap_boards([game(standing(BO))]) == ()


def test_a_second_sitting_is_told_apart_from_all_games() -> None:
    next_day = of_stress(story("first", Anna=280), hours=24, number=2)
    sitting, every = slap_boards([EVENING, next_day])
    assert (sitting.heading.en, every.heading.en) == ("This sitting (one stress)", "All games (four stresses)")


# From a log

A_STRESS = """game stress
seats Lisa Bo
Lisa: open 4H 9C KD 2S
Bo: open 6S JD 3H 10C
[0~0.03] Lisa: flip 5H
[0~0.03] Bo: flip 6D
[10.000~10.033] Bo: lay 6S on Lisa
[10.412300] Lisa: slap
[10.431000] Bo: slap
[10.700] table: watched"""


def scores_of(folder: Path, *records: str) -> Scorebook:
    with Ledger(folder / "log.sqlite", now=lambda: datetime.datetime(2028, 3, 1, 20, tzinfo=datetime.UTC)) as ledger:
        for number, record in enumerate(records, 1):
            ledger.append(number, 1, "tablet", *record.splitlines())
    return Scorebook(folder / "log.sqlite")


def test_the_game_that_is_on_counts_at_once_for_slaps_and_not_yet_for_scores(tmp_path: Path) -> None:
    book = scores_of(tmp_path, A_STRESS)
    assert book.games() == ()
    (board,) = slap_boards(book.all_games())
    assert [(player.name, player.times) for player in board.players] == [("Bo", ((1, 414.5),)), ("Lisa", ((1, 395.8),))]


def test_an_overruled_verdict_is_gone_from_the_figures(tmp_path: Path) -> None:
    assert slap_boards(scores_of(tmp_path, f"{A_STRESS}\ntable: overrule 8").all_games()) == ()


def test_the_command_prints_best_usual_and_spread(tmp_path: Path, capsys: Printed) -> None:
    won = A_STRESS.replace("Lisa: open 4H 9C KD 2S", "Lisa: dealt 2\nLisa: open 4H")
    won += "\nBo: takes both\n[14~14.03] Lisa: flip 8C\n[14~14.03] Bo: flip 5C\n[15~15.03] Lisa: lay 4H on Bo"
    book = scores_of(tmp_path, won)
    assert [one.standing.winner for one in book.games()] == ["Lisa"]
    assert main(["scores", str(tmp_path / "log.sqlite"), "--lang", "sv"]) == 0
    assert "oftast 396, bäst 396, hälften 396 till 396" in capsys.readouterr().out

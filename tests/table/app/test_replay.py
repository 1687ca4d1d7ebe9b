"""A record played again: only moving in it is possible."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from table.app.replay import Replay
from table.cli.judge import open_referee
from table.notation import read_record
from web.desk import TableView

RECORD = """game vvvand8
seats Anna Bo Cia
dealer Anna
[0] table: start 7H
[1] Bo: play 9S
[1.5] Bo: takeback 9S
[3] Bo: play 9H
Cia: play 3H
"""


def replay_of(text: str) -> Replay:
    record = read_record(text, "evening.ctn")
    return Replay(record, text, lambda: open_referee(record, "evening.ctn"))


@pytest.fixture
def replay() -> Replay:
    return replay_of(RECORD)


def shown(replay: Replay) -> TableView:
    return replay.latest().view


def touch(replay: Replay, *lines: str) -> None:
    for line in lines:
        assert replay.tell(line, "en").accepted, line


def touches(replay: Replay) -> list[str]:
    return [tap.line for tap in shown(replay).table_taps]


def test_it_begins_before_the_first_line(replay: Replay) -> None:
    assert shown(replay).top is None
    assert shown(replay).facts[0].value.en == "0 / 5"
    assert touches(replay) == ["play", "next", "last"]


def test_each_touch_is_a_line_further_or_back(replay: Replay) -> None:
    touch(replay, "next", "next")
    assert [ruling.clause for ruling in shown(replay).rulings] == ["V3.2"]
    assert shown(replay).facts[1].value.sv == "5: [1] Bo: play 9S"
    touch(replay, "back")
    assert (shown(replay).top, shown(replay).rulings) == ("7H", ())
    touch(replay, "last")
    assert shown(replay).top == "3H"
    assert touches(replay) == ["first", "back"]
    touch(replay, "first")
    assert shown(replay).top is None


def test_beyond_the_ends_nothing_moves(replay: Replay) -> None:
    touch(replay, "back", "last", "next")
    assert shown(replay).facts[0].value.en == "5 / 5"


def test_what_is_shown_is_the_same_from_both_sides(replay: Replay) -> None:
    touch(replay, "next", "next", "next")
    forward = shown(replay)
    touch(replay, "last", "back", "back")
    assert shown(replay) == forward


@pytest.mark.parametrize("line", ["Cia: play KH", "table: overrule 5", "game vvvand8", "# question 1: no", ""])
def test_nothing_can_be_told_to_it(replay: Replay, line: str) -> None:
    touch(replay, "last")
    before = replay.latest()
    answer = replay.tell(line, "sv")
    assert not answer.accepted
    assert answer.text.sv.startswith("Det här är ett spel i repris")
    assert replay.latest() == before


def test_no_touch_of_the_game_itself_is_offered(replay: Replay) -> None:
    touch(replay, "next", "next")
    view = shown(replay)
    assert all(seat.taps == () for seat in view.seats)
    assert (view.correctable, view.accusable, view.questions) == ((), (), ())
    assert all(ruling.overrule is None for ruling in view.rulings)


def test_the_rules_and_the_record_can_be_read(replay: Replay) -> None:
    clause = replay.clause("V3.2")
    assert clause is not None and clause.number == "V3.2"
    assert replay.record() == RECORD
    assert replay.picture("g1-5") is None
    assert [one.clauses for one in replay.decided() if not one.is_usual] == [("V2.13",)]
    assert replay.scores() == ()


def run(replay: Replay, speed: float) -> Callable[[], None]:
    """Plays in time in a thread of its own; gives what ends it."""
    playing = threading.Thread(target=replay.run, args=(speed,))
    playing.start()

    def end() -> None:
        replay.stop()
        playing.join(timeout=10)
        assert not playing.is_alive()

    return end


def test_it_plays_by_itself_to_the_end_and_stops_there(replay: Replay) -> None:
    end = run(replay, 10_000.0)
    touch(replay, "play")
    number = -1
    while shown(replay).facts[0].value.en != "5 / 5":
        update = replay.wait(number, 10)
        assert update is not None, "it goes on"
        number = update.number
    assert not replay.is_playing
    end()


def test_it_can_be_stopped_in_the_middle_and_left(replay: Replay) -> None:
    end = run(replay, 0.001)
    touch(replay, "play")
    assert "pause" in touches(replay)
    touch(replay, "next", "pause")
    assert "play" in touches(replay)
    assert shown(replay).facts[0].value.en == "1 / 5"
    end()


def test_a_record_without_a_line_can_be_looked_at() -> None:
    replay = replay_of("game stress\nseats Anna Bo\n")
    assert touches(replay) == []
    touch(replay, "next", "play")
    assert not replay.is_playing

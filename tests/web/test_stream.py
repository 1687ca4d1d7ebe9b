from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from http.client import HTTPConnection, HTTPResponse
from time import monotonic
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.scripted import A_GAME, House, ScriptedDesk
from web.app import create_app
from web.stream import Pace

QUICK = Pace(beat_s=0.02, renew_s=0.1, end_s=0.2, most=2)


@dataclass(frozen=True)
class Event:
    kind: str
    number: str | None
    message: dict[str, Any]


def events(chunks: Iterator[bytes]) -> Iterator[Event]:
    for chunk in chunks:
        fields = dict(line.split(": ", 1) for line in chunk.decode().strip().splitlines())
        yield Event(fields["event"], fields.get("id"), json.loads(fields["data"]))


@contextmanager
def listening(client: FlaskClient, address: str = "/stream", **more: Any) -> Iterator[Iterator[Event]]:
    answer = client.get(address, **more)
    try:
        assert answer.mimetype == "text/event-stream"
        yield events(iter(answer.iter_encoded()))
    finally:
        answer.close()


@contextmanager
def connected(house: House, address: str = "/stream") -> Iterator[HTTPResponse]:
    connection = HTTPConnection("127.0.0.1", house.port, timeout=20)
    connection.request("GET", address)
    answer = connection.getresponse()
    try:
        yield answer
    finally:
        answer.close()
        connection.close()


def status(house: House, address: str = "/stream") -> int:
    with connected(house, address) as answer:
        return answer.status


def test_d01_who_connects_is_shown_everything_at_once(client: FlaskClient) -> None:
    with listening(client) as heard:
        first = next(heard)
    assert (first.kind, first.number) == ("view", "1")
    assert first.message["view"]["top"] == "7H"
    assert first.message["view"]["seats"][1]["taps"][0]["label"]["sv"] == "Ta ett kort"


@pytest.mark.parametrize("seen", ["0", "1", "999", "nonsense"])
def test_d01_who_comes_back_is_shown_everything_whatever_was_seen_before(client: FlaskClient, seen: str) -> None:
    with listening(client, f"/stream?after={seen}", headers={"Last-Event-ID": seen}) as heard:
        assert next(heard).message["view"]["top"] == "7H"


def test_a_change_is_told_with_its_number(client: FlaskClient, desk: ScriptedDesk) -> None:
    with listening(client) as heard:
        next(heard)
        desk.show(replace(A_GAME, top="KS"))
        second = next(heard)
    assert (second.kind, second.number, second.message["view"]["top"]) == ("view", "2", "KS")


def test_d02_silence_is_filled_with_beats_that_carry_the_tables_clock(desk: ScriptedDesk) -> None:
    with create_app(desk, QUICK).test_client() as client, listening(client) as heard:
        first, beat, later = next(heard), next(heard), next(heard)
    assert (beat.kind, beat.message["view"], beat.message["number"]) == ("beat", None, 1)
    assert first.message["clock_ms"] <= beat.message["clock_ms"] <= later.message["clock_ms"]
    assert first.message["run"] == later.message["run"]


def test_d11_a_stream_asks_to_be_renewed_and_ends(desk: ScriptedDesk) -> None:
    with create_app(desk, QUICK).test_client() as client, listening(client) as heard:
        kinds = [event.kind for event in heard]
    assert kinds.count("renew") == 1
    assert kinds[-1] == "beat"


def test_a_stream_ends_when_nobody_listens(client: FlaskClient) -> None:
    gone = {"waitress.client_disconnected": lambda: True}
    with listening(client, environ_overrides=gone) as heard:
        assert [event.kind for event in heard] == ["view"]


def test_d03_one_screen_too_many_is_told_when_to_try_again(desk: ScriptedDesk) -> None:
    with create_app(desk, QUICK).test_client() as client:
        with listening(client), listening(client):
            refused = client.get("/stream")
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
        assert "2 screens" in refused.get_json()["text"]["en"]
        with listening(client) as heard:
            assert next(heard).kind == "view"


def test_a_stream_that_nobody_read_gives_its_place_back(desk: ScriptedDesk) -> None:
    with create_app(desk, QUICK).test_client() as client:
        for _ in range(3):
            client.head("/stream").close()
        with listening(client) as heard:
            assert next(heard).kind == "view"


def test_a_screen_that_has_to_ask_is_sent_only_what_is_new(client: FlaskClient, desk: ScriptedDesk) -> None:
    assert client.get("/state").get_json()["view"]["top"] == "7H"
    assert client.get("/state?after=1").get_json()["view"] is None
    desk.show(replace(A_GAME, top="KS"))
    assert client.get("/state?after=1").get_json()["view"]["top"] == "KS"


def test_a_screen_that_knows_a_later_view_than_the_table_is_put_right(client: FlaskClient) -> None:
    assert client.get("/state?after=7").get_json()["view"]["top"] == "7H"


@pytest.mark.parametrize("after", ["x", "", "1.5", "--", "1" * 50 + "x"])
def test_a_number_that_is_none_is_refused_in_words(client: FlaskClient, after: str) -> None:
    answer = client.get(f"/state?after={after}")
    assert answer.status_code == 400
    assert "whole number" in answer.get_json()["text"]["en"]


def test_d09_the_state_is_there_at_once_while_forty_eight_streams_are_open(house: House) -> None:
    house.open()
    with ExitStack() as opened:
        streams = [opened.enter_context(connected(house)) for _ in range(Pace().most)]
        assert {stream.status for stream in streams} == {200}
        began = monotonic()
        assert status(house, "/state") == 200
        assert monotonic() - began < 0.2
        assert status(house) == 503
        assert status(house, "/") == 200


def test_d11_two_hundred_screens_that_vanish_without_a_word_leave_nothing_behind(house: House) -> None:
    house.open(Pace(beat_s=0.05, renew_s=0.3, end_s=0.5))
    with ExitStack() as vanished:
        silent = [vanished.enter_context(connected(house)) for _ in range(200)]
        # None of them reads on or closes; that the server has let go of each shows in its last chunk.
        assert all(answer.read().endswith((b"\n\n", b"}")) for answer in silent)
        assert status(house) == 200


def test_d11_the_place_of_a_screen_that_closed_is_free_soon(house: House) -> None:
    house.open(Pace(most=1))
    with connected(house) as answer:
        assert answer.status == 200
    until = monotonic() + 3
    while (free := status(house)) != 200 and monotonic() < until:
        pass
    assert free == 200

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.scripted import A_GAME, ScriptedDesk, seat
from web.desk import Answer, Text
from web.words import LANGUAGES

HERE = {"Origin": "http://localhost", "Content-Type": "application/json"}


def post(client: FlaskClient, touch: object, headers: dict[str, str] = HERE) -> TestResponse:
    body = touch if isinstance(touch, bytes) else json.dumps(touch).encode()
    return client.post("/tap", data=body, headers=headers)


def test_a_tapped_line_reaches_the_table_in_the_language_of_who_tapped(client: FlaskClient, desk: ScriptedDesk) -> None:
    client.get("/?language=sv")
    answer = post(client, {"line": "Bo: draw 1"})
    assert (answer.status_code, answer.get_json()["accepted"]) == (200, True)
    assert desk.told == [("Bo: draw 1", "sv")]


@pytest.mark.parametrize(
    ("touch", "line"),
    [
        ({"correct": 14, "cards": ["7D"]}, "table: correct 14 7D"),
        ({"correct": 14, "cards": ["7D", "10S", "X"]}, "table: correct 14 7D 10S X"),
        ({"overrule": 14}, "table: overrule 14"),
        (
            {"accuse": "{accuser}: accuse {accused} V3.8", "accuser": "Anna", "accused": "Bo"},
            "Anna: accuse Bo V3.8",
        ),
    ],
)
def test_a_touch_becomes_the_line_of_notation(
    client: FlaskClient, desk: ScriptedDesk, touch: object, line: str
) -> None:
    assert post(client, touch).status_code == 200
    assert [told for told, _ in desk.told] == [line]


@pytest.mark.usefixtures("questioned")
def test_a_card_answers_the_question_that_asks_for_it(client: FlaskClient, desk: ScriptedDesk) -> None:
    post(client, {"answer": "Bo: play {card}", "card": "10S"})
    assert desk.told == [("Bo: play 10S", "en")]


def test_a_question_that_is_asked_no_more_takes_no_answer(client: FlaskClient, desk: ScriptedDesk) -> None:
    answer = post(client, {"answer": "Bo: play {card}", "card": "10S"})
    assert (answer.status_code, desk.told) == (400, [])
    assert "any more" in answer.get_json()["text"]["en"]


def test_a_player_may_be_called_like_a_place_in_the_line(client: FlaskClient, desk: ScriptedDesk) -> None:
    desk.show(replace(A_GAME, seats=(seat("{accused}"), seat("Bo"))))
    post(client, {"accuse": "{accuser}: accuse {accused} V3.8", "accuser": "{accused}", "accused": "Bo"})
    assert [line for line, _ in desk.told] == ["{accused}: accuse Bo V3.8"]


def test_what_the_table_refuses_is_said_in_both_languages(client: FlaskClient, desk: ScriptedDesk) -> None:
    desk.answer = Answer(False, Text("Bo is not in turn.", "Bo är inte i tur."))
    answer = post(client, {"line": "Bo: pass"})
    assert answer.status_code == 422
    assert answer.get_json() == {"accepted": False, "text": {"en": "Bo is not in turn.", "sv": "Bo är inte i tur."}}


@pytest.mark.parametrize(
    "touch",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"[" * 4000,
        [],
        "Bo: pass",
        {},
        {"line": 7},
        {"line": ""},
        {"line": "  "},
        {"line": "Bo: pass\nCia: pass"},
        {"line": "Bo: pass\u2028"},
        {"line": "Bo: \ud800"},
        {"line": "Bo: " + "7H " * 100},
        {"line": "Bo: pass", "overrule": 1},
        {"correct": 14, "cards": []},
        {"correct": 14, "cards": ["1H"]},
        {"correct": 14, "cards": [None]},
        {"correct": True, "cards": ["7H"]},
        {"correct": "14", "cards": ["7H"]},
        {"overrule": 0},
        {"overrule": -3},
        {"overrule": 1.5},
        {"overrule": 10**3000},
        {"accuse": "Bo: pass", "accuser": "Anna", "accused": "Bo"},
        {"accuse": "{accuser}: accuse {accused} V3.8", "accuser": "Anna", "accused": "Zorro"},
        {"accuse": "{accuser}: accuse {accused} V3.8", "accuser": "Anna"},
    ],
)
def test_bad_input_is_answered_in_words_and_never_reaches_the_table(
    client: FlaskClient, desk: ScriptedDesk, touch: object
) -> None:
    answer = post(client, touch)
    told = answer.get_json()
    assert (answer.status_code, told["accepted"], desk.told) == (400, False, [])
    for language in LANGUAGES:
        assert told["text"][language]
        assert not re.search(PROGRAMMERS_WORDS, told["text"][language], re.IGNORECASE)


PROGRAMMERS_WORDS = r"json|origin|byte|accuser|overrule|null|content|[{}]"
"""What no player can make anything of."""


@pytest.mark.parametrize("origin", [None, "null", "http://elsewhere.example", "http://localhost:1", "http://[", ""])
def test_only_the_tables_own_page_may_tap(client: FlaskClient, desk: ScriptedDesk, origin: str | None) -> None:
    headers = {"Content-Type": "application/json"} | ({} if origin is None else {"Origin": origin})
    answer = post(client, {"line": "Bo: pass"}, headers)
    assert (answer.status_code, "Origin" in answer.text) == (403, False)
    assert desk.told == []


def test_a_form_of_another_kind_is_not_taken_for_a_touch(client: FlaskClient, desk: ScriptedDesk) -> None:
    answer = post(client, {"line": "Bo: pass"}, {"Origin": "http://localhost", "Content-Type": "text/plain"})
    assert (answer.status_code, desk.told, "JSON" in answer.text) == (415, [], False)


def test_a_touch_is_never_large(client: FlaskClient, desk: ScriptedDesk) -> None:
    answer = post(client, {"line": "x" * 5000})
    assert (answer.status_code, desk.told) == (413, [])
    assert "4096" in answer.get_json()["text"]["sv"]


def test_a_touch_is_posted_and_never_a_link(client: FlaskClient, desk: ScriptedDesk) -> None:
    assert client.get("/tap?line=Bo:+pass").status_code == 405
    assert desk.told == []

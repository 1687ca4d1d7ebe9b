from __future__ import annotations

import html
import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from tests.web.scripted import A_GAME, FOOTAGE, SMALL_JPEG, ScriptedDesk
from web.app import create_app
from web.desk import ScoreRow, ScoreTable, Text
from web.words import words

PAGE = {"Accept": "text/html"}


def test_the_page_speaks_the_browsers_language(client: FlaskClient) -> None:
    swedish = client.get("/", headers={"Accept-Language": "sv-SE,sv;q=0.9,en;q=0.5"})
    assert '<html lang="sv">' in swedish.text
    assert '<html lang="en">' in client.get("/", headers={"Accept-Language": "de"}).text


def test_the_scores_stand_in_tables_in_both_languages(client: FlaskClient, desk: ScriptedDesk) -> None:
    assert "Inget spel är slut ännu." in client.get("/scores?language=sv").text
    row = ScoreRow(name="Åsa <b>", cells=(Text("3", "3"), Text("V3.2 × 2", "V3.2 × 2")))
    columns = (Text("Won", "Vunna"), Text("Penalties", "Straff"))
    heading = Text("All games (four games)", "Alla spel (fyra spel)")
    desk.tables = (ScoreTable(game="VVVänd8", heading=heading, columns=columns, rows=(row,)),)
    page = client.get("/scores?language=sv").text
    assert "Alla spel (fyra spel)" in page
    assert "<td>V3.2 × 2</td>" in page
    assert "Åsa &lt;b&gt;" in page
    assert "All games (four games)" in client.get("/scores?language=en").text


def test_what_the_table_has_decided_is_on_one_page_with_its_clauses(client: FlaskClient) -> None:
    page = client.get("/rules?language=sv").text
    assert "Ingen vinst utan utgång." in page
    assert '<a href="/clause/V2.13">V2.13</a>' in page
    assert 'href="/rules"' in client.get("/").text
    heading, usual = page.index("Övriga husregler, som vanligt"), page.index("Viggo är med.")
    assert page.index("Ingen vinst utan utgång.") < heading < usual < page.index("viggo = false")


def test_the_language_chosen_is_kept(client: FlaskClient) -> None:
    client.get("/?language=sv")
    assert '<html lang="sv">' in client.get("/", headers={"Accept-Language": "en"}).text
    client.get("/clause/V3.2?language=en")
    assert '<html lang="en">' in client.get("/", headers={"Accept-Language": "sv"}).text


def test_an_unknown_language_changes_nothing(client: FlaskClient) -> None:
    answer = client.get("/?language=<script>")
    assert "Set-Cookie" not in answer.headers
    assert '<html lang="en">' in answer.text


def test_the_page_brings_its_words_for_the_script(client: FlaskClient) -> None:
    found = re.search(r'data-words="([^"]*)"', client.get("/?language=sv").text)
    assert found is not None
    assert json.loads(html.unescape(found[1])) == dict(words("sv"))


def test_nothing_on_a_page_comes_from_elsewhere_or_runs_in_line(client: FlaskClient) -> None:
    for address in ("/", "/clause/V3.2", "/nowhere"):
        answer = client.get(address, headers=PAGE)
        assert "default-src 'none'; script-src 'self'" in answer.headers["Content-Security-Policy"]
        assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", answer.text)
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style", answer.text)


def test_a_clause_can_be_read_as_a_page_and_as_data(client: FlaskClient) -> None:
    assert "Kortet passar inte" in client.get("/clause/V3.2?language=sv").text
    assert client.get("/clause/V3.2/text").get_json() == {
        "number": "V3.2",
        "title": {"en": "Card does not fit", "sv": "Kortet passar inte"},
        "rule": {"en": "It must fit.", "sv": "Passa."},
    }


def test_a_clause_that_is_not_there_is_missed_in_words(client: FlaskClient) -> None:
    answer = client.get("/clause/V99/text")
    assert (answer.status_code, answer.get_json()["text"]["en"]) == (404, "This game has no rule V99.")
    page = client.get("/clause/%3Cscript%3E", headers=PAGE)
    assert page.status_code == 404
    assert "<script>" not in page.text


def test_the_record_can_be_had_when_the_game_is_over(client: FlaskClient, desk: ScriptedDesk) -> None:
    desk.show(replace(A_GAME, over=True))
    answer = client.get("/record")
    assert answer.text == "game vvvand8\nseats Anna Bo Cia\n"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="game.ctn"'


def test_the_record_would_tell_older_cards_while_the_game_goes_on(client: FlaskClient) -> None:
    answer = client.get("/record")
    assert answer.status_code == 409
    assert "game vvvand8" not in answer.text
    assert answer.get_json()["text"]["sv"].startswith("Protokollet fås när spelet är slut")


@pytest.mark.parametrize("address", ["/record", "/picture/line/4", "/nowhere"])
def test_who_opens_what_cannot_be_had_sees_a_page_that_says_why(client: FlaskClient, address: str) -> None:
    answer = client.get(f"{address}?language=sv", headers=PAGE)
    assert (answer.status_code >= 400, answer.mimetype) == (True, "text/html")
    assert "Det gick inte" in answer.text
    assert "Tillbaka till bordet" in answer.text


def test_a_picture_on_a_page_that_is_gone_is_answered_in_few_words(client: FlaskClient) -> None:
    of_an_image = {"Accept": "image/avif,image/webp,image/*,*/*;q=0.8"}
    assert client.get("/picture/line/4", headers=of_an_image).mimetype == "application/json"


def test_the_cameras_picture_is_shown_by_its_name(client: FlaskClient) -> None:
    answer = client.get("/picture/line/3")
    assert (answer.data, answer.mimetype) == (SMALL_JPEG, "image/jpeg")


def test_a_picture_that_is_gone_is_missed_in_words(client: FlaskClient) -> None:
    answer = client.get("/picture/line/4")
    assert (answer.status_code, answer.get_json()["text"]["sv"]) == (404, "Bilden finns inte kvar.")


def test_the_last_seconds_of_a_stress_come_in_one_answer(client: FlaskClient) -> None:
    answer = client.get("/footage/g1-17")
    head, _, pictures = answer.data.partition(b"\n")
    told = json.loads(head)
    assert [frame["at_ms"] for frame in told["frames"]] == [-60_000.0, -59_800.0, 0.0, 500.0]
    assert [mark["kind"] for mark in told["marks"]] == ["pair", "slap"]
    assert told["marks"][0]["label"]["sv"] == "Paret ligger öppet"
    assert pictures == b"".join(frame.jpeg for frame in FOOTAGE.frames)
    assert sum(frame["bytes"] for frame in told["frames"]) == len(pictures)
    assert answer.headers["Cache-Control"] == "no-store"


def test_pictures_that_are_gone_are_missed_in_words(client: FlaskClient) -> None:
    answer = client.get("/footage/g1-2")
    assert answer.status_code == 404
    assert answer.get_json()["text"]["sv"].startswith("De här bilderna finns inte kvar")


def test_d15_the_page_says_how_to_turn_sleep_off_and_promises_nothing() -> None:
    for language, promise in (("en", "keeps the screen on"), ("sv", "håller skärmen tänd")):
        spoken = " ".join(words(language).values())
        assert promise not in spoken
        assert "Auto-Lock" in spoken or "Autolås" in spoken


def test_a_page_keeps_no_file_longer_than_the_program_that_sent_it(client: FlaskClient) -> None:
    with client.get("/static/table.js") as first:
        assert first.headers["Cache-Control"] == "no-cache"
    with client.get("/static/table.js", headers={"If-None-Match": first.headers["ETag"]}) as second:
        assert second.status_code == 304


@pytest.fixture
def broken(desk: ScriptedDesk, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    def fall(number: str) -> None:
        raise RuntimeError(f"the rulebook fell apart at {number}")

    monkeypatch.setattr(desk, "clause", fall)
    with create_app(desk).test_client() as opened:
        yield opened


def test_a_fault_of_ours_is_owned_up_to_without_a_traceback(
    broken: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        page = broken.get("/clause/V3.2?language=sv", headers=PAGE)
    assert page.status_code == 500
    assert "Bordet gjorde ett misstag" in page.text
    assert "fell apart" not in page.text
    assert "fell apart" in caplog.text

"""Whatever is refused is refused in the reader's language."""

from __future__ import annotations

import contextlib
import errno
import re
import sqlite3
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest

from table.app.host import Host
from table.app.live import header_of, seating_of
from table.app.seating import mat_of
from table.cli import main
from table.cli.judge import judged, unreadable
from table.cli.problems import header_from
from table.cli.replay import game_of_log
from table.config import load_config
from table.forms import RecordError
from table.game import Header
from table.games import find_game
from table.ledger import Ledger, read_log
from table.notation import read_bytes, read_record
from table.presets import preset_options, read_option
from table.refusals import Refusal, Refused, refusal
from table.seats import Seat
from table.texts import LANGUAGES
from table.witness import Seating

RECORDS = [
    ("Bo: play 7Z", "no_card"),
    ("Bo: play", "what_card"),
    ("Anan: pass", "no_seat_near"),
    ("Zoe: pass", "no_seat"),
    ("Bo: suit", "what_suit"),
    ("Bo: suit Z", "no_suit"),
    ("Bo: draw", "what_count"),
    ("Bo: draw many", "what_count"),
    ("Bo: play 7H 8H as 9H", "what_as_many"),
    ("Bo: accuse", "what_seat"),
    ("Bo: accuse Anna", "what_clause"),
    ("Bo: accuse Anna never", "what_clause"),
    ("Bo: veto perhaps", "what_words"),
    ("Bo: pass now", "what_end"),
    ("[1.0]", "what_who"),
    ("Bo:", "what_verb"),
    ("Bo: plya 7H", "what_verb"),
    ("Bo: turned", "what_quoted"),
    ("table: pass", "what_seat_before"),
    ("table: correct", "what_line"),
    ("[soon] Bo: pass", "what_time"),
    ("[2~1] Bo: pass", "moment"),
]
"""Lines of VVVänd8 that are refused, and for what."""

HEADERS = [
    ("game whist\nseats Anna Bo", "no_game"),
    ("play Anna", "what_header_word"),
    ("game", "what_value"),
    ("option viggo", "what_option"),
    ("game vvvand8 stress", "what_one_value"),
    ("decks 9", "what_decks"),
    ("date today", "what_date"),
    ("seats Anna Bo", "what_before_events"),
    ("game vvvand8\nseats Anna Bo\nplaced Anna", "what_placed"),
    ("game vvvand8\nseats Anna Bo\nfree Anna Bo", "what_player"),
    ("game vvvand8\nseats Anna Bo\nfree Anna\ndealer Anna", "what_dealer"),
    ("game stress\nseats Anna Bo Cia Dag Eva", "seats"),
    ("game vvvand8\ngame stress", "twice"),
    ("option viggo=true\noption viggo=true", "option_twice"),
    ("seats Anna Anna", "same_name"),
    ("seats Anna table", "bad_name"),
    ("game vvvand8\nseats Anna Bo\noption vigo=true", "no_option_near"),
    ("game vvvand8\nseats Anna Bo\noption xyz=true", "no_option"),
    ("game vvvand8\nseats Anna Bo\noption viggo=perhaps", "option_one_of"),
    ("game stress\nseats Anna Bo\noption tie_ms=little", "option_number"),
    ("game schtefan\nseats Anna Bo Cia\noption roles=king,king,king", "option_roles"),
    ("game schtefan\nseats Anna Bo Cia\nAnna: asks", "what_rank"),
    ("game schtefan\nseats Anna Bo Cia\nAnna: asks X", "no_rank"),
]


SETTINGS = [
    ("[web]\nport 80", "config_not_toml"),
    ("port = 80", "config_no_place"),
    ("[wbe]", "config_no_section_near"),
    ("[screens]", "config_no_section"),
    ("web = 80", "config_not_section"),
    ("[web]\nprot = 80", "config_no_key_near"),
    ("[web]\nx = 80", "config_no_key"),
    ("[buttons]\nslpa.1 = 17", "config_no_name_near"),
    ("[lamps]\ngong = 17", "config_no_name"),
    ("[games.strees]", "config_no_game_near"),
    ("[games.x]", "config_no_game"),
    ("[games.stress]\ntie_us = 3", "config_option"),
    ("[buttons]\nslap.2 = 17\n[lamps]\nseat.4 = 17", "config_pin_twice"),
    ("[web]\nhost = 1", "must_text"),
    ("[web]\nport = true", "must_whole"),
    ('[table]\nlanguage = "de"', "must_one_of"),
    ('[table]\nmat = "round"', "must_mat"),
    ('[camera]\nsource = "device:a"', "must_device"),
    ('[table]\nsides = ["east"]', "must_sides"),
    ('[table]\nsides = { Cia = "east" }', "must_seat"),
    ('[table]\nseats = ["A", "B"]\nsides = { A = "nroth" }', "must_side"),
    ('[table]\nseats = ["A", "B"]\nsides = { A = "east", B = "east" }', "must_side_once"),
    ('[table]\nseats = "Anna"', "must_names"),
    ('[table]\ngame = "stress"\nseats = ["A", "B", "C", "D", "E"]', "must_count"),
    ('[table]\nseats = ["Anna", "table"]', "must_name"),
    ('[table]\nseats = ["Anna", "anna"]', "must_name_once"),
    ("[buttons]\nslap.1 = 28", "must_pin"),
    ("[games.stress]\nace = [1]", "must_option"),
]
"""Settings that are refused, and for what."""


def of_settings(folder: Path, text: str) -> Refused:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")

    def use() -> None:
        config = load_config(path)
        header_of(config)
        seating_of(config, mat_of(config))

    return refused(use)


def refused(deed: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as raised:
        deed()
    return raised.value


def of_a_record(text: str) -> Refused:
    return refused(lambda: judged(read_record(text, "evening.ctn"), "evening.ctn"))


def of_a_line(line: str) -> Refused:
    return of_a_record(f"game vvvand8\nseats Anna Bo Cia\n{line}\n")


def keys_in(why: Refusal) -> set[str]:
    inner = [keys_in(part) for _, part in why.parts if isinstance(part, Refusal)]
    return {why.key}.union(*inner)


def a_log(path: Path, games: int = 0) -> Path:
    with Ledger(path) as ledger:
        for number in range(1, games + 1):
            ledger.append(number, 1, "table", "game vvvand8", "seats Anna Bo")
    return path


def of_a_host(path: Path, line: str) -> Refused:
    header = Header(game="vvvand8", seats=(Seat("Anna"), Seat("Bo")))
    with Ledger(path) as ledger:
        host = Host(ledger, header, Seating(seats=header.seats), lambda: 10_000_000_000)
        tell = host.open_next if line.startswith("game") else lambda line: host.desk.tell(line, 0)
        return refused(lambda: tell(line))


def elsewhere(folder: Path) -> list[Refused]:
    """What is refused besides records: presets, arguments, lines at the table, logs."""
    other = folder / "other.sqlite"
    with contextlib.closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE pictures (name TEXT)")
    (folder / "file").touch()
    (folder / "latin.toml").write_bytes(b"\xe5")
    in_use = folder / "used.sqlite"
    with Ledger(in_use) as ledger:
        twice = refused(lambda: Ledger(in_use))
        ledger.append(1, 1, "table", "game vvvand8")
        full = refused(lambda: ledger.append(1, 1, "table", "game vvvand8"))
    return [
        twice,
        full,
        *(of_settings(folder, text) for text, _ in SETTINGS),
        refused(lambda: load_config(folder / "none.toml")),
        refused(lambda: load_config(folder / "latin.toml")),
        refused(lambda: read_bytes(b"\xff", "photo.ctn")),
        refused(lambda: preset_options("vvvand8", "nowhere_at_all")),
        refused(lambda: preset_options("stress", "strickt")),
        refused(lambda: read_option("viggo")),
        refused(lambda: find_game("whist")),
        refused(lambda: header_from("vvvand8", "Anna,,Bo", None, [])),
        of_a_host(folder / "a.sqlite", "  "),
        of_a_host(folder / "b.sqlite", "[9999] Bo: pass"),
        of_a_host(folder / "c.sqlite", "# " + 300 * "x"),
        of_a_host(folder / "d.sqlite", "game vvvand8"),
        of_a_host(folder / "e.sqlite", "table: correct 9999 7H"),
        of_a_host(folder / "f.sqlite", "table: overrule 9999"),
        of_a_host(folder / "g.sqlite", "table: dismiss V3.8 Bo"),
        refused(lambda: read_log(folder / "none.sqlite")),
        refused(lambda: Ledger(other)),
        refused(lambda: Ledger(folder / "file" / "log.sqlite")),
        refused(lambda: Ledger(folder / "none" / "log.sqlite")),
        refused(lambda: game_of_log(a_log(folder / "empty.sqlite"), 3)),
        refused(lambda: game_of_log(a_log(folder / "played.sqlite", 2), 3)),
    ]


OF_COMMANDS = {
    "players", "not_written", "not_read", "left_out", "wrong_deck", "wrong_back", "demo_game",
    "demo_players", "from_to",
}  # fmt: skip
"""Said by commands that need pictures, a deck or a disk to fail, and of one sentence each."""

PARTS_OF_OTHERS = {
    "or", "both", "os_FileNotFoundError", "os_IsADirectoryError", "os_NotADirectoryError", "os_PermissionError",
}  # fmt: skip


def sentences(language: str) -> dict[str, str]:
    text = resources.files("table").joinpath(f"words.{language}.toml").read_text(encoding="utf-8")
    found: dict[str, str] = tomllib.loads(text)["refusals"]
    return found


@pytest.mark.parametrize(("line", "key"), RECORDS)
def test_a_line_is_refused_for_its_reason_in_either_language(line: str, key: str) -> None:
    problem = of_a_line(line)
    assert key in keys_in(problem.refusal)
    assert problem.said("sv").startswith("evening.ctn:3:")
    assert problem.said("sv") != problem.said("en") == str(problem)


@pytest.mark.parametrize(("text", "key"), HEADERS)
def test_a_header_is_refused_for_its_reason_in_either_language(text: str, key: str) -> None:
    problem = of_a_record(text)
    assert key in keys_in(problem.refusal)
    assert problem.said("sv") != problem.said("en") == str(problem)


@pytest.mark.parametrize(("text", "key"), SETTINGS)
def test_settings_are_refused_for_their_reason_in_either_language(tmp_path: Path, text: str, key: str) -> None:
    problem = of_settings(tmp_path, text)
    assert key in keys_in(problem.refusal)
    assert str(tmp_path / "table.toml") in problem.said("sv") != problem.said("en")


def test_every_refusal_that_there_are_words_for_is_made_somewhere(tmp_path: Path) -> None:
    problems = [of_a_line(line) for line, _ in RECORDS] + [of_a_record(text) for text, _ in HEADERS]
    made = set[str]().union(*(keys_in(problem.refusal) for problem in [*problems, *elsewhere(tmp_path)]))
    assert set(sentences("en")) - made - OF_COMMANDS - PARTS_OF_OTHERS == set()


def test_no_refusal_in_swedish_holds_the_english_words(tmp_path: Path) -> None:
    problems = [of_a_line(line) for line, _ in RECORDS] + [of_a_record(text) for text, _ in HEADERS]
    for problem in [*problems, *elsewhere(tmp_path)]:
        if problem.refusal.key == "config_not_toml":
            continue  # the reader of TOML says in English what is wrong
        assert not re.search(r"{\w*}", problem.said("sv"))
        assert not re.search(ENGLISH, re.sub(r"'[^']*'", "", problem.said("sv"))), problem.said("sv")
        assert re.search(ENGLISH, problem.said("en")), problem.said("en")


ENGLISH = r"\b(expected|got|the|a|an|there|are|is|two|cannot|stands|did you mean|has|could|ask)\b"


@pytest.mark.parametrize("key", sorted(sentences("en")))
def test_a_refusal_shares_no_words_with_its_english_but_those_of_notation_and_commands(key: str) -> None:
    said = {language: words_of_a_sentence(sentences(language)[key]) for language in LANGUAGES}
    assert said["sv"] & said["en"] <= SPELT_ALIKE


def words_of_a_sentence(text: str) -> set[str]:
    """Its words, without places, what stands in quotes and what is typed."""
    plain = re.sub(r"'[^']*'|\{[^}]*\}|\([^)]*\)|--\S+|\S+[.,=]\S+|\b[A-Z0-9-]+\b", " ", text)
    return set(re.findall(r"[a-zåäö]+", plain.lower()))


SPELT_ALIKE = {
    *("cardtable", "learn", "deck", "replay", "roles", "stress", "full", "text", "verb", "anna", "bo", "cia"),
    *("toml", "true", "false", "buttons", "lamps"),
}


def test_a_line_that_the_table_does_not_take_is_answered_in_both_languages(tmp_path: Path) -> None:
    header = Header(game="vvvand8", seats=(Seat("Anna"), Seat("Bo")))
    with Ledger(tmp_path / "log.sqlite") as ledger:
        host = Host(ledger, header, Seating(seats=header.seats), lambda: 0)
        answer = host.tell("Bo: draw many")
    assert answer.text.en == "Not taken: expected how many, 1 or more, got 'many'"
    assert answer.text.sv == "Togs inte emot: här väntades hur många, 1 eller fler, men där står 'many'"


def test_a_lost_log_is_told_in_both_languages(tmp_path: Path) -> None:
    with Ledger(tmp_path / "log.sqlite") as ledger:
        header = Header(game="vvvand8", seats=(Seat("Anna"), Seat("Bo")))
        host = Host(ledger, header, Seating(seats=header.seats), lambda: 0)
        ledger.append(1, host.desk.lines + 1, "table", "# this line is taken")
        answer = host.tell("table: start 7H")
    assert "är disken full?" in answer.text.sv
    lamp = next(lamp for lamp in host.board.latest().view.senses if not lamp.well)
    assert "kunde inte skrivas till" in lamp.message.sv
    assert "could not be written to" in lamp.message.en


COMMANDS = [
    (["judge", "RECORD"], "det finns inget kort '7Z'"),
    (["judge", "MISSING"], "går inte att läsa"),
    (["rules", "whist"], "det finns inget spel 'whist'"),
    (["rules", "stress", "--option", "tie_us=3"], "menades 'tie_ms'?"),
    (["rules", "stress", "--preset", "strickt"], "menades 'strict'?"),
    (["run", "--source", "MISSING"], "ange spelarna medurs"),
    (["run", "--source", "MISSING", "--seats", "Anna,,Bo"], "namn på ett ord"),
    (["scores", "MISSING"], "det finns ingen sådan logg"),
    (["replay", "MISSING"], "går inte att läsa"),
    (["replay", "MISSING", "--game", "1"], "det finns ingen sådan logg"),
    (["replay", "RECORD"], "det finns inget kort '7Z'"),
    (["run", "--config", "MISSING"], "går inte att läsa"),
    (["doctor", "--config", "MISSING"], "går inte att läsa"),
    (["demo", "--seats", "Anna"], "vid det simulerade bordet spelar 2 till 6 vvvand8, inte 1"),
    (["demo", "president", "--headless"], "de simulerade spelarna kan vvvand8 och stress, inte president"),
]
"""What is given, and what is said of it in Swedish."""


@pytest.mark.parametrize(("arguments", "said"), COMMANDS)
def test_a_command_refuses_in_the_language_that_it_was_asked_for(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "evening.ctn"
    record.write_text("game vvvand8\nseats Anna Bo Cia\nBo: play 7Z\n", encoding="utf-8")
    paths = {"RECORD": str(record), "MISSING": str(tmp_path / "none")}
    assert main([*(paths.get(one, one) for one in arguments), "--lang", "sv"]) == 2
    assert said in capsys.readouterr().err


def test_what_is_wrong_in_the_settings_is_said_in_the_language_that_they_ask_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text('[table]\nlanguage = "sv"\nsaets = 3', encoding="utf-8")
    assert main(["run", "--config", str(settings)]) == 2
    assert "har ingen nyckel 'saets'; menades 'seats'?" in capsys.readouterr().err
    assert main(["run", "--config", str(settings), "--lang", "en"]) == 2
    assert "has no key 'saets'; did you mean 'seats'?" in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_told_in_the_readers_language() -> None:
    said = unreadable("none.ctn", FileNotFoundError(2, "No such file or directory"), "sv")
    assert "går inte att läsa (det finns ingen sådan fil)" in said


def test_what_the_system_says_stands_as_it_is_where_there_are_no_words_for_it() -> None:
    assert "(Too many links)" in unreadable("none.ctn", OSError(errno.EMLINK, "Too many links"), "sv")


def test_a_place_stands_before_the_reason() -> None:
    problem = RecordError("evening.ctn", 3, 5, refusal("no_suit", got="Z"))
    assert problem.said("sv") == "evening.ctn:3:5: det finns ingen färg 'Z'; färgerna är C D H S"

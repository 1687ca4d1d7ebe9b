"""`cardtable rules`, as people and other programs read it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from table.cli import main
from table.games import GAMES
from table.texts import LANGUAGES

Printed = pytest.CaptureFixture[str]

of_every_game = pytest.mark.parametrize("game", [game.name for game in GAMES])
in_both_languages = pytest.mark.parametrize("language", LANGUAGES)


def rules(capsys: Printed, *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    return capsys.readouterr().out


def clauses(capsys: Printed, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in rules(capsys, *arguments, "--json").splitlines()]


@of_every_game
@in_both_languages
def test_every_clause_of_the_rulebook_is_printed_in_its_order(game: str, language: str, capsys: Printed) -> None:
    entries = clauses(capsys, game, "--lang", language)
    (found,) = (known for known in GAMES if known.name == game)
    assert [entry["clause"] for entry in entries] == [clause.number for clause in found.rulebook]
    assert all(entry["title"] and entry["rule"] for entry in entries)
    for entry in entries:
        assert entry["judged"] in ("alone", "asks", "accusation", "not")
        assert (entry["judged"] == "not") == bool(entry["why_not"])
    said = rules(capsys, game, "--lang", language)
    assert re.findall(r"^([VSHP][0-9]\.[0-9]+) ", said, re.MULTILINE) == [entry["clause"] for entry in entries]


@of_every_game
@in_both_languages
def test_what_is_decided_is_on_one_screen(game: str, language: str, capsys: Printed) -> None:
    lines = rules(capsys, game, "--decided", "--lang", language).splitlines()
    assert 3 <= len(lines) <= 24
    assert all(len(line) <= 100 for line in lines)


@pytest.mark.parametrize(
    ("said", "game"),
    [("Stress", "stress"), ("VVVÄND8", "vvvand8"), ("vem blir  Schtefan", "schtefan"), ("PRESIDENT", "president")],
)
def test_a_game_may_be_named_in_full_and_in_any_letters(said: str, game: str, capsys: Printed) -> None:
    assert rules(capsys, said) == rules(capsys, game)


def test_the_house_rules_stand_with_their_clauses_and_their_values_now(capsys: Printed) -> None:
    (entry,) = (e for e in clauses(capsys, "vvvand8", "--option", "ace_draw=per_play") if e["clause"] == "V2.8")
    assert entry["house_rules"] == [
        {
            "option": "ace_draw",
            "value": "per_play",
            "usual": "per_ace",
            "choices": ["per_ace", "per_play"],
            "text": "Several aces laid at once cost the others a card for each, or one in all.",
        }
    ]


def test_people_see_the_values_there_are_and_which_is_usual(capsys: Printed) -> None:
    assert "* viggo = true | false (now false, as usual)." in rules(capsys, "vvvand8")
    assert "* viggo = true | false (now true; usually false)." in rules(capsys, "vvvand8", "--option", "viggo=true")


def test_a_preset_is_shown_with_what_it_decides(capsys: Printed) -> None:
    said = rules(capsys, "vvvand8", "--preset", "arbetstid", "--decided", "--lang", "sv")
    assert "Förval arbetstid: Arbetstid: en vanlig kafferast" in said
    assert "coffee_break = true" in said
    assert "V2.13" in said


def test_the_presets_there_are_stand_at_the_end(capsys: Printed) -> None:
    assert rules(capsys, "vvvand8").splitlines()[-1].startswith("vvvand8.arbetstid: Working hours")


def test_what_only_people_can_report_is_said_to_be(capsys: Printed) -> None:
    judged = {entry["clause"]: entry["judged"] for entry in clauses(capsys, "vvvand8")}
    assert (judged["V3.5"], judged["V1.5"], judged["V3.1"], judged["V1.9"]) == ("accusation", "alone", "not", "asks")


@of_every_game
def test_why_a_clause_is_not_judged_is_said_in_the_readers_language(game: str, capsys: Printed) -> None:
    english, swedish = ([e["why_not"] for e in clauses(capsys, game, "--lang", language)] for language in LANGUAGES)
    assert all((one is None and other is None) or one != other for one, other in zip(english, swedish, strict=True))


@of_every_game
def test_the_place_in_the_code_of_every_clause_can_be_told(game: str, capsys: Printed) -> None:
    root = Path(__file__).parents[2]
    for entry in clauses(capsys, game):
        if entry["judged"] == "not":
            assert entry["where"] is None
            continue
        file, line = entry["where"].split(":")
        near = (root / file).read_text(encoding="utf-8").splitlines()[int(line) - 1 : int(line) + 2]
        assert file.startswith((f"table/games/{game}/", "table/games/climbing/"))
        assert any("def " in text for text in near), entry["where"]


def test_the_place_is_printed_for_who_asks(capsys: Printed) -> None:
    assert ".py:" not in rules(capsys, "vvvand8")
    assert "table/games/vvvand8/offences.py:" in rules(capsys, "vvvand8", "--where")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["whist"], "cardtable rules: no game 'whist'; games are vvvand8"),
        (["vvvand8", "--preset", "fritd"], "vvvand8 has no preset 'fritd'; did you mean 'fritid'?"),
        (["vvvand8", "--option", "vigo=true"], "no option 'vigo'; did you mean 'viggo'?"),
        (["vvvand8", "--option", "viggo"], "expected an option such as name=value"),
    ],
)
def test_what_there_is_not_is_one_message(arguments: list[str], said: str, capsys: Printed) -> None:
    assert main(["rules", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert len(printed.err.splitlines()) == 1


def test_the_rulebook_needs_neither_camera_nor_dashboard() -> None:
    program = (
        "import sys\nfrom table.cli import main\nstatus = main(['rules', 'vvvand8', '--decided'])\n"
        "loaded = {'cv2', 'numpy', 'flask', 'gpiozero', 'sqlite3'} & set(sys.modules)\n"
        "sys.exit(f'loaded {loaded}' if loaded else status)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False
    )
    assert (done.returncode, done.stderr) == (0, "")

"""`cardtable judge`, as other programs and people rely on it."""

from __future__ import annotations

import gc
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from table.cli import main

HEAD = "game vvvand8\nseats Anna Bo Cia\ndealer Anna\n"
WRONG_CARD = HEAD + "table: start 7H\nBo: play 9S\n"
FIELDS = ["line", "clause", "kind", "seat", "penalty", "text"]
STATE = [
    "dealer", "turn", "top", "suit", "hands", "called", "placing", "winner", "loser", "official", "roles", "scores",
    "piles", "rows", "stock", "slaps",
]  # fmt: skip

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "evening.ctn"


def judge(record: Path, text: str, *arguments: str) -> int:
    record.write_text(text, encoding="utf-8")
    return main(["judge", str(record), *arguments])


def objects(printed: Printed) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed.readouterr().out.splitlines()]


# For other programs


def test_each_ruling_is_one_object_with_the_contracts_fields(record: Path, capsys: Printed) -> None:
    assert judge(record, WRONG_CARD, "--json") == 0
    ruling, _ = objects(capsys)
    assert list(ruling) == FIELDS
    assert ruling == {
        "line": 5,
        "clause": "V3.2",
        "kind": "foul",
        "seat": "Bo",
        "penalty": {"cards": 3},
        "text": "Bo laid nine of spades on seven of hearts: neither suit nor rank fits (V3.2). Three penalty cards.",
    }


def test_the_last_line_is_the_state_in_the_contracts_words(record: Path, capsys: Printed) -> None:
    judge(record, HEAD + "table: start 7H\nBo: call\nBo: play 8S\nBo: suit D\n", "--json")
    (*_, last) = objects(capsys)
    assert list(last) == ["state"]
    assert list(last["state"]) == STATE
    assert last["state"] == {
        "dealer": "Anna",
        "turn": "Cia",
        "top": "8S",
        "suit": "D",
        "hands": {"Anna": 7, "Bo": 6, "Cia": 7},
        "called": ["Bo"],
        "placing": [],
        "winner": None,
        "loser": None,
        "official": None,
        "roles": {},
        "scores": {},
        "piles": {},
        "rows": {},
        "stock": {},
        "slaps": [],
    }


def test_what_is_not_known_is_null(record: Path, capsys: Printed) -> None:
    judge(record, HEAD.replace("dealer Anna\n", ""), "--json")
    (last,) = objects(capsys)
    assert [last["state"][name] for name in ("dealer", "turn", "top", "suit")] == [None] * 4


def test_a_ruling_without_seat_or_penalty_says_so(record: Path, capsys: Printed) -> None:
    judge(record, HEAD + "table: start 7H\nBo: play X\n", "--json")
    ruling, _ = objects(capsys)
    assert (ruling["kind"], ruling["seat"], ruling["penalty"]) == ("due", None, None)


def test_rulings_come_in_the_order_of_their_lines(record: Path, capsys: Printed) -> None:
    text = HEAD + "table: start 8D\nBo: play 7C\nAnna: accuse Cia V3.8\nAnna: suit H\n"
    judge(record, text, "--json")
    rulings = objects(capsys)[:-1]
    assert [(ruling["line"], ruling["clause"]) for ruling in rulings] == [(4, "V1.11"), (5, "V3.10"), (6, "V3.8")]


def test_what_was_withdrawn_is_left_out_unless_it_is_asked_for(record: Path, capsys: Printed) -> None:
    text = WRONG_CARD + "table: correct 5 9H\n"
    judge(record, text, "--json")
    assert [ruling for ruling in objects(capsys) if "kind" in ruling] == []
    judge(record, text, "--json", "--all")
    withdrawn, _ = objects(capsys)
    assert list(withdrawn) == [*FIELDS, "withdrawn"]
    assert (withdrawn["clause"], withdrawn["line"], withdrawn["withdrawn"]) == ("V3.2", 5, 6)


@pytest.mark.parametrize(
    "line", ["table: overrule 5", "table: correct 5 9H", "table: dismiss V3.8 Cia", "Bo: takeback 9S"]
)
def test_only_what_sets_a_ruling_aside_withdraws_it(record: Path, capsys: Printed, line: str) -> None:
    judge(record, f"{WRONG_CARD}{line}\n", "--json", "--all")
    ruling = objects(capsys)[0]
    assert (ruling["clause"], ruling.get("withdrawn")) == ("V3.2", 6 if "5" in line else None)


def test_swedish_letters_are_written_as_they_are(record: Path, capsys: Printed) -> None:
    judge(record, WRONG_CARD.replace("Bo", "Åsa"), "--json", "--lang", "sv")
    assert '"text": "Åsa lade spader nio på hjärter sju: varken färg' in capsys.readouterr().out


# For people


def test_people_read_line_clause_kind_and_a_sentence(record: Path, capsys: Printed) -> None:
    judge(record, WRONG_CARD)
    assert capsys.readouterr().out == (
        "   5  V3.2   foul      Bo laid nine of spades on seven of hearts: neither suit nor rank fits (V3.2)."
        " Three penalty cards.\n"
    )


def test_people_are_told_what_was_withdrawn_by_which_line(record: Path, capsys: Printed) -> None:
    judge(record, WRONG_CARD + "table: overrule 5\n", "--all")
    assert capsys.readouterr().out.endswith("Three penalty cards.  (withdrawn on line 6)\n")


def test_a_swede_reads_the_kinds_and_what_was_withdrawn_in_swedish(record: Path, capsys: Printed) -> None:
    judge(record, WRONG_CARD + "table: overrule 5\n", "--all", "--lang", "sv")
    said = capsys.readouterr().out
    assert said.startswith("   5  V3.2   fel       Bo lade")
    assert said.endswith("Tre straffkort.  (återtaget på rad 6)\n")


def test_the_kinds_of_other_programs_are_the_contracts_in_every_language(record: Path, capsys: Printed) -> None:
    judge(record, WRONG_CARD, "--json", "--lang", "sv")
    assert objects(capsys)[0]["kind"] == "foul"


def test_a_record_may_come_through_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WRONG_CARD.encode())))
    assert main(["judge", "-"]) == 0
    assert "V3.2" in capsys.readouterr().out


# What cannot be judged


def refusal(printed: Printed) -> str:
    said = printed.readouterr()
    assert said.out == "", "nothing of the record is judged"
    assert len(said.err.splitlines()) == 1
    return said.err.strip()


def test_a_bad_line_is_refused_with_its_place(record: Path, capsys: Printed) -> None:
    assert judge(record, WRONG_CARD + "Cia: plya 9S\n", "--json") == 2
    assert refusal(capsys).startswith(f"{record}:6:6: expected a verb of vvvand8 (")


def test_an_unknown_house_rule_is_refused_with_its_place(record: Path, capsys: Printed) -> None:
    assert judge(record, "game vvvand8\nseats Anna Bo\noption vigo=true\n") == 2
    assert refusal(capsys) == f"{record}:3:8: no option 'vigo'; did you mean 'viggo'?"


def test_an_unknown_game_is_refused_with_the_games_there_are(record: Path, capsys: Printed) -> None:
    assert judge(record, "game whist\n") == 2
    assert refusal(capsys) == f"{record}:1:6: no game 'whist'; games are president, schtefan, stress, vvvand8"


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: Printed) -> None:
    assert main(["judge", str(tmp_path / "no.ctn")]) == 2
    assert refusal(capsys).startswith(f"{tmp_path / 'no.ctn'}: cannot be read (No such file or directory)")


def test_a_folder_is_no_record(tmp_path: Path, capsys: Printed) -> None:
    assert main(["judge", str(tmp_path)]) == 2
    assert "cannot be read (Is a directory)" in refusal(capsys)


def test_a_photograph_is_no_record(record: Path, capsys: Printed) -> None:
    record.write_bytes(b"\xff\xd8\xff\xe0")
    assert main(["judge", str(record)]) == 2
    assert refusal(capsys) == f"{record}:1:1: expected UTF-8 text"


def test_an_unknown_language_is_refused_with_those_there_are(record: Path, capsys: Printed) -> None:
    with pytest.raises(SystemExit) as stopped:
        judge(record, WRONG_CARD, "--lang", "no")
    assert stopped.value.code == 2
    assert "'en', 'sv'" in capsys.readouterr().err.replace("en, sv", "'en', 'sv'")


# How it runs


def test_judging_needs_neither_camera_nor_buttons_nor_dashboard(record: Path) -> None:
    """So it starts at once, also where these are not installed."""
    record.write_text(WRONG_CARD, encoding="utf-8")
    program = (
        "import sys\nfrom table.cli import main\n"
        f"status = main(['judge', {str(record)!r}])\n"
        "loaded = {'cv2', 'numpy', 'flask', 'gpiozero', 'sqlite3'} & set(sys.modules)\n"
        "sys.exit(f'loaded {loaded}' if loaded else status)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "V3.2" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_output_that_finds_no_room_is_one_message(record: Path) -> None:
    record.write_text(WRONG_CARD, encoding="utf-8")
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "table.cli", "judge", str(record)]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2], check=False
        )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "No space left on device" in done.stderr


def test_judging_without_an_output_is_no_fault(record: Path) -> None:
    record.write_text(WRONG_CARD, encoding="utf-8")
    command = ["sh", "-c", 'exec "$0" -m table.cli judge "$1" >&-', sys.executable, str(record)]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2], check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_standard_input_is_one_message(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["judge", "-"]) == 2
    assert "standard input is closed" in capsys.readouterr().err


def test_a_letter_that_the_terminal_does_not_have_is_replaced(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(paper, encoding="ascii"))
    assert judge(record, WRONG_CARD.replace("Bo", "Åsa")) == 0
    assert b"?sa laid nine of spades" in paper.getvalue()


def test_who_calls_a_command_keeps_the_own_way_of_looking_for_garbage(record: Path) -> None:
    before = gc.get_threshold(), gc.get_freeze_count(), gc.isenabled()
    assert judge(record, WRONG_CARD) == 0
    assert (gc.get_threshold(), gc.get_freeze_count(), gc.isenabled()) == before

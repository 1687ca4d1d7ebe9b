"""`cardtable mat`: the mat of every game, to print."""

from pathlib import Path

import pytest

from table.cli import main


@pytest.mark.parametrize(
    ("arguments", "size"),
    [
        ([], "600 x 420 mm"),
        (["--game", "vvvand8"], "600 x 420 mm"),
        (["--game", "stress"], "600 x 420 mm"),
        (["--game", "stress", "--players", "4"], "700 x 700 mm"),
        (["--mat", "stress-70x70"], "700 x 700 mm"),
    ],
)
def test_the_mat_is_drawn_at_its_size(
    arguments: list[str], size: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawing = tmp_path / "mat.svg"
    assert main(["mat", str(drawing), *arguments]) == 0
    assert f"{size}. Print it on matt paper at 100 %" in capsys.readouterr().out
    assert (">row.1.1<" in drawing.read_text(encoding="utf-8")) is ("stress" in " ".join(arguments))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "stress", "--players", "5"], "no printed mat has places for 5 players of stress"),
        (["--game", "strss"], "no game 'strss'"),
        (["--mat", "tabel"], "no mat 'tabel'"),
    ],
)
def test_a_mat_that_there_is_not_is_one_message_and_status_2(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mat", str(tmp_path / "mat.svg"), *arguments]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert said in message


def test_what_is_printed_and_what_is_refused_is_said_in_swedish_where_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mat", str(tmp_path / "mat.svg"), "--lang", "sv"]) == 0
    assert "Skriv ut den på matt papper" in capsys.readouterr().out
    assert main(["mat", str(tmp_path / "mat.svg"), "--mat", "tabel", "--lang", "sv"]) == 2
    assert "ingen matta 'tabel': varken en tryckt" in capsys.readouterr().err
    assert main(["mat", str(tmp_path / "none" / "mat.svg"), "--lang", "sv"]) == 2
    assert "går inte att skriva (det finns ingen sådan fil)" in capsys.readouterr().err

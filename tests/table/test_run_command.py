"""`cardtable run`: photographs of a pile are refereed, and what cannot be used is said."""

import json
import math
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.cli import main
from table.twin.faces import Deck, design

ROOT = Path(__file__).parents[2]
PLAYERS = ["--seats", "Anna,Bo,Cia", "--dealer", "Anna"]


def photograph(label: str, path: Path, *, degrees: float) -> None:
    """A card on a grey table, as a camera above it sees it."""
    face = Deck(design("plain"), px_per_mm=4.0).face(label)
    height, width = face.shape[:2]
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn = np.array([[cos, -sin, 400], [sin, cos, 300]]) @ np.array(
        [[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]]
    )
    table = np.full((600, 800, 3), (128, 136, 140), np.uint8)
    lit = np.full((height, width), 255, np.uint8)
    card = cv2.warpAffine(np.asarray(face[..., :3]), turn, (800, 600), flags=cv2.INTER_AREA)
    mask = cv2.warpAffine(lit, turn, (800, 600)) > 128
    table[mask] = card[mask]
    cv2.imwrite(str(path), cv2.GaussianBlur(table, (0, 0), 0.8))


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """Start seven; Bo follows suit; Cia lays what does not fit, then what does."""
    folder = tmp_path / "evening"
    folder.mkdir()
    for number, label in enumerate(["7H", "9H", "KS", "9S"], 1):
        photograph(label, folder / f"{number:02}.png", degrees=37.0 * number)
    return folder


def test_photographs_in_name_order_are_refereed(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "evening.ctn"
    assert main(["run", "--source", str(evening), *PLAYERS, "--json", "--record", str(record)]) == 0
    *rulings, last = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [(r["clause"], r["seat"], r["line"]) for r in rulings] == [("V3.2", "Cia", 8)]
    assert (last["state"]["top"], last["state"]["turn"]) == ("9S", "Anna")
    assert main(["judge", str(record), "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [*rulings, last]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--source", "{empty}", *PLAYERS], "no pictures in this folder"),
        (["--source", "{nowhere}", *PLAYERS], "nowhere: there is no such folder and no such film"),
        (["--source", "{cut}", *PLAYERS], "02.jpg"),
        (["--source", "{empty}"], "name the players, clockwise: --seats"),
        (["--source", "{empty}", "--seats", "Anna,Bo", "--dealer", "Zoe"], "no seat 'Zoe'"),
        (["--source", "{empty}", "--seats", "Anna,Anna", "--dealer", "Anna"], "two seats are named 'Anna'"),
        (
            ["--source", "{empty}", *PLAYERS, "--game", "poker"],
            "no game 'poker'; games are president, schtefan, stress, vvvand8",
        ),
        (["--source", "{empty}", *PLAYERS, "--option", "vigo=true"], "no pictures|did you mean 'viggo'"),
        (["--source", "{cut}", *PLAYERS, "--record", "{nowhere}/game.ctn"], "game.ctn:1:1: cannot be written"),
        (["--config", "{nowhere}/table.toml"], "cannot be read"),
        (["--config", "{typo}"], "did you mean 'port'"),
        (["--config", "{clash}"], "both ask for GPIO 17"),
    ],
)
def test_what_cannot_be_used_is_one_message_and_status_2(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "cut").mkdir()
    photograph("7H", tmp_path / "cut" / "01.jpg", degrees=0)
    whole = (tmp_path / "cut" / "01.jpg").read_bytes()
    (tmp_path / "cut" / "02.jpg").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "typo.toml").write_text("[web]\nprot = 80\n")
    (tmp_path / "clash.toml").write_text("[buttons]\ncall.1 = 17\n[lamps]\nseat.1 = 17\n")
    places = {name: str(tmp_path / name) for name in ("empty", "nowhere", "cut")}
    places |= {name: str(tmp_path / f"{name}.toml") for name in ("typo", "clash")}
    assert main(["run", *(argument.format(**places) for argument in arguments)]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert any(part in message for part in said.split("|")), message


def config_of(tmp_path: Path, port: int) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(
        f"""
[table]
seats = ["Anna", "Bo", "Cia"]
ledger = "{tmp_path / "log.sqlite"}"
[camera]
source = "device:99"
[web]
host = "127.0.0.1"
port = {port}
"""
    )
    return path


def opened(config: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "table.cli", "run", "--config", str(config)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"},
    )


def address_said(table: "subprocess.Popen[str]") -> str:
    assert table.stdout is not None
    return table.stdout.readline().split()[-1]


def post(address: str, line: str) -> dict[str, object]:
    request = urllib.request.Request(
        address + "tap",
        json.dumps({"line": line}).encode(),
        {"Content-Type": "application/json", "Origin": address.rstrip("/")},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        found: dict[str, object] = json.load(answer)
    return found


def end(table: "subprocess.Popen[str]", how: signal.Signals = signal.SIGTERM) -> int:
    table.send_signal(how)
    table.communicate(timeout=30)
    return table.returncode


def test_a_table_without_camera_and_buttons_goes_on_by_touch_and_after_a_kill_with_the_same_game(
    tmp_path: Path,
) -> None:
    config = config_of(tmp_path, 0)
    table = opened(config)
    address = address_said(table)
    assert post(address, "table: start 7H")["accepted"] is True
    assert post(address, "Bo: play 9S")["accepted"] is True
    end(table, signal.SIGKILL)
    again = opened(config)
    address = address_said(again)
    with urllib.request.urlopen(address + "state", timeout=20) as answer:
        view = json.load(answer)["view"]
    assert view["top"] == "7H"
    assert [(ruling["clause"], ruling["seat"]) for ruling in view["rulings"]] == [("V3.2", "Bo")]
    other = opened(config)
    _, message = other.communicate(timeout=60)
    assert other.returncode == 2
    assert "in use by another table" in message
    assert end(again) == 0


def test_a_table_without_camera_says_so_on_the_terminal_and_what_to_do(tmp_path: Path) -> None:
    table = opened(config_of(tmp_path, 0))
    address_said(table)
    assert table.stderr is not None
    said = next(line for line in table.stderr if "No camera" in line)
    assert "no camera answers at" in said
    assert "by touch on the dashboard" in said
    assert "cardtable doctor" in said
    assert end(table) == 0


def test_a_port_in_use_is_said_and_nothing_is_touched(tmp_path: Path) -> None:
    table = opened(config_of(tmp_path, 0))
    port = int(address_said(table).rstrip("/").rsplit(":", 1)[1])
    (tmp_path / "other").mkdir()
    other = opened(config_of(tmp_path / "other", port))
    _, message = other.communicate(timeout=60)
    assert other.returncode == 2
    assert f"port {port}" in message
    assert not (tmp_path / "other" / "log.sqlite").exists()
    assert end(table) == 0

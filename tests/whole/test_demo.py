"""The whole system on the simulated table, as its user runs it."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

from table.app.demo import HOW_MANY
from table.app.seating import mat_for
from table.cli import main
from table.twin.stress.evening import PLAYERS
from vision.mat import load_mat

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")

SHORT_SEED = 8
"""A game of few deeds, with a foul in it."""


def demo(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "table.cli", "demo", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def said_until_killed(playing: "subprocess.Popen[str]", ledger: Path, lines: int) -> list[str]:
    """Kills the table without warning once its log has so many lines; what it had printed by then."""
    while playing.poll() is None:
        if ledger.exists():
            beside = sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)
            try:
                (count,) = beside.execute("SELECT count(*) FROM heard").fetchone()
            except sqlite3.OperationalError:
                count = 0
            finally:
                beside.close()
            if count >= lines:
                playing.send_signal(signal.SIGKILL)
        time.sleep(0.2)
    return playing.communicate()[0].splitlines()


def rulings_in(output: list[str]) -> list[str]:
    return [line for line in output if re.match(r" *[0-9]+ +V[0-9]", line)]


def test_a_game_killed_in_the_middle_goes_on_and_its_record_gives_the_same_rulings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger, record = tmp_path / "log.sqlite", tmp_path / "game.ctn"
    arguments = ["vvvand8", "--headless", "--seed", str(SHORT_SEED), "--speed", "1000", "--ledger", str(ledger)]
    before = said_until_killed(demo(*arguments), ledger, lines=16)
    going_on = demo(*arguments, "--record", str(record))
    after = going_on.communicate(timeout=600)[0].splitlines()
    assert going_on.returncode == 0, after
    assert any(line.startswith("Going on with game 1") for line in after)
    assert "not ruled: none; ruled without one: none" in after[-1]
    assert main(["judge", str(record)]) == 0
    assert capsys.readouterr().out.splitlines() == rulings_in(before + after)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run"):
        options.add_argument(flag)
    options.add_argument("--window-size=1280,940")
    options.add_argument(f"--user-data-dir={tmp_path / 'profile'}")
    opened = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    yield opened
    opened.quit()


def shown(browser: webdriver.Chrome, css: str) -> str:
    """What a reader sees there: nothing while it is still fading in, or when the page changes under the look."""
    try:
        return " ".join(found.text for found in browser.find_elements(By.CSS_SELECTOR, css))
    except StaleElementReferenceException:
        return ""


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="no Chromium with its driver is installed")
def test_taps_on_the_dashboard_of_a_running_demo_bring_a_ruling(browser: webdriver.Chrome, tmp_path: Path) -> None:
    """Somebody draws and draws: the fourth card in a turn is one too many (V3.6)."""
    playing = demo("--port", "0", "--seed", "1", "--speed", "0.5", "--ledger", str(tmp_path / "log.sqlite"))
    assert playing.stdout is not None
    try:
        browser.get(playing.stdout.readline().split()[-1])
        until = time.monotonic() + 120
        while "V3." not in shown(browser, ".ruling.newest.foul"):
            assert time.monotonic() < until, "no ruling arrived"
            try:
                browser.find_element(By.CSS_SELECTOR, '#actions [data-line$=": draw 1"]').click()
            except WebDriverException:
                time.sleep(0.1)  # not there yet, or the page is changing under the finger
    finally:
        playing.send_signal(signal.SIGTERM)
        rest = playing.communicate(timeout=60)[0]
    assert playing.returncode == 0, rest
    assert "the same command goes on with this game" in rest


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["poker"], "no game 'poker'; games are vvvand8, stress, schtefan, president"),
        (["president"], "the simulated players know vvvand8 and stress, not president"),
        (["schtefan", "--seats", "A,B,C"], "to see a record of it: cardtable replay FILE.ctn"),
        (["stress", "--seats", "A,B,C"], "on the simulated table 2 play stress, not 3"),
        (["--preset", "fritd"], "vvvand8 has no preset 'fritd'; did you mean 'fritid'?"),
        (["--seats", "Anna"], "on the simulated table 2 to 6 play vvvand8, not 1"),
        (["--seats", "Anna Maria,Bo"], "names of one word with commas between"),
        (["--option", "vigo=true"], "did you mean 'viggo'"),
        (["--ledger", "{file}"], "is not a cardtable log"),
        (["--ledger", "{folder}/none/log.sqlite"], "none; check the name, or make the folder first"),
        (["--record", "{folder}/none/game.ctn"], "game.ctn:1:1: cannot be written (No such file or directory)"),
        (["--record", "{folder}"], "cannot be written (Is a directory)"),
        (["--seats", "A,B,C,D,E,F,G"], "on the simulated table 2 to 6 play vvvand8, not 7"),
    ],
)
def test_what_cannot_be_played_is_one_message_and_status_2(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("not a log " * 100)
    filled = [argument.format(file=tmp_path / "notes.txt", folder=tmp_path) for argument in arguments]
    if "--ledger" not in filled:
        filled += ["--ledger", str(tmp_path / "log.sqlite")]
    assert main(["demo", "--headless", *filled]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert said in message
    assert not (tmp_path / "none").exists()


def test_the_simulated_table_is_for_as_many_as_its_mat_has_sides() -> None:
    assert HOW_MANY["vvvand8"][-1] == len(load_mat(mat_for("vvvand8", 6)).sides)
    assert HOW_MANY["stress"] == range(PLAYERS, PLAYERS + 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seed", "-5"], "a seed is 0 or more, got '-5'"),
        (["--port", "99999"], "a port is 0 to 65535, got '99999'"),
        (["--speed", "nan"], "a speed is above 0 and at most 10000, got 'nan'"),
        (["--speed", "fast"], "a speed is a number, got 'fast'"),
    ],
)
def test_a_number_out_of_range_is_refused_in_words(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["demo", *arguments])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err

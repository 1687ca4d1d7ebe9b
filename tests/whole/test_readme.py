"""What the README shows is what happens."""

import os
import re
from pathlib import Path

import pytest

from table.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def sessions() -> list[tuple[str, str]]:
    """Commands of the indented sessions, each with the output shown under it."""
    blocks = re.findall(r"^    \$ \./cardtable (.+)\n((?:    (?!\$).*\n)+)", README, re.MULTILINE)
    return [(command, output.replace("\n    ", "\n").removeprefix("    ")) for command, output in blocks]


def test_the_first_two_commands_are_the_demo_and_the_tests() -> None:
    commands = re.findall(r"^\./cardtable (\w+)", README, re.MULTILINE)
    assert commands[:2] == ["demo", "test"]
    assert os.access(ROOT / "cardtable", os.X_OK)


@pytest.mark.parametrize(("command", "output"), sessions())
def test_a_session_in_the_readme_runs_as_shown(
    command: str, output: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(command.split()) == 0
    assert capsys.readouterr().out.rstrip("\n") == output.rstrip("\n")


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_every_link_of_the_readme_leads_somewhere(link: str) -> None:
    assert (ROOT / link).exists()

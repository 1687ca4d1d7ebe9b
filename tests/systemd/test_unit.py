"""The unit file, as systemd itself reads it. Nothing is started: that takes a machine that booted with systemd."""

import shutil
import subprocess
from pathlib import Path

import pytest

from table.cli import main

FOLDER = Path(__file__).parents[2] / "systemd"
UNIT = FOLDER / "cardtable.service"
LAUNCHER = "/opt/cardtable/cardtable"

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


def settings(name: str) -> list[str]:
    """Everything the unit says for one setting, in order."""
    pairs = (line.partition("=") for line in UNIT.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [value for key, _, value in pairs if key == name]


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, timeout=60, check=False)


@needs_systemd
def test_systemd_has_nothing_to_say_about_the_unit(tmp_path: Path) -> None:
    # systemd-analyze also looks whether the program is there, which it is only where the table is installed. So a copy
    # is verified that starts a program of this machine.
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text(encoding="utf-8").replace(LAUNCHER, str(Path("/bin/true").resolve())))
    verified = analyze("verify", "--man=no", str(unit))
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")


@needs_systemd
def test_systemd_counts_the_unit_among_the_well_protected() -> None:
    rated = analyze("security", "--offline=yes", "--threshold=30", "--no-pager", str(UNIT))
    assert rated.returncode == 0, rated.stdout.splitlines()[-1]


def test_the_table_starts_with_the_machine_and_is_never_given_up() -> None:
    assert settings("WantedBy") == ["multi-user.target"]
    assert settings("Type") == ["notify"]
    assert settings("WatchdogSec") == ["30"]
    assert (settings("Restart"), settings("RestartSec"), settings("StartLimitIntervalSec")) == (
        ["on-failure"],
        ["2"],
        ["0"],
    )


def test_a_mistake_in_the_settings_is_said_once_and_not_every_two_seconds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mistaken = tmp_path / "table.toml"
    mistaken.write_text("[web]\nprot = 80\n", encoding="utf-8")
    _program, *arguments, _settings = settings("ExecStart")[0].split()
    status = main([*arguments, str(mistaken)])
    assert settings("RestartPreventExitStatus") == [str(status)]
    assert capsys.readouterr().err.endswith("table.toml: [web] has no key 'prot'; did you mean 'port'?\n")


def test_g08_lgpio_makes_its_pipe_in_the_runtime_directory() -> None:
    assert settings("RuntimeDirectory") == ["cardtable"]
    assert "LG_WD=%t/cardtable" in settings("Environment")


def test_g09_the_user_of_the_service_may_open_the_chip_and_the_cameras() -> None:
    assert settings("SupplementaryGroups") == ["gpio video"]
    allowed = {value.split()[0] for value in settings("DeviceAllow")}
    assert allowed == {"char-gpiochip", "char-video4linux", "char-media", "char-dma_heap"}


def test_the_readme_installs_what_the_unit_starts() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    program, _command, _option, config = settings("ExecStart")[0].split()
    assert program == LAUNCHER
    assert f"git clone ADDRESS {Path(program).parent}\n" in readme
    assert f"systemd/table.example.toml {config}\n" in readme
    assert f"--home-dir /var/lib/{settings('StateDirectory')[0]} " in readme
    assert f"nologin {settings('User')[0]}\n" in readme

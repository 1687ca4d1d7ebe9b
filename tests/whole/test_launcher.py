"""The launcher, on machines whose python3, apt-get, sudo and id are small stand-ins: nothing is really installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = [
    "sh",
    "env",
    "true",
    "dirname",
    "readlink",
    "cat",
    "cksum",
    "mv",
    "rm",
    "mkdir",
    "chmod",
    "grep",
    "tail",
    "flock",
    "ln",
]

PYTHON = """\
case "$*" in
*version_info*) [ ! -e "$machine/old" ] ;;
--version) echo Python 3.9.2 ;;
*ensurepip*) [ -e "$machine/python3-venv" ] ;;
*ctypes*) [ -e "$machine/libgl1" ] ;;
"-c import cv2") ;;
"-m venv "*)
    echo "$*" >>"$machine/calls"
    for folder; do :; done
    mkdir -p "$folder/bin"
    ln -s "$machine/bin/python3" "$folder/bin/python"
    ;;
"-m pip "*)
    for argument; do
        [ "${argument##*/}" != requirements.txt ] || cat "$argument" >>"$machine/calls"
    done
    [ ! -e "$machine/slow" ] || cat "$machine/slow"
    [ ! -e "$machine/offline" ] || { echo "ERROR: no matching distribution" && exit 1; }
    folder=${0%/python}
    cp_tool() { printf '#!/bin/sh\\n%s\\n' "$2" >"$folder/$1" && chmod +x "$folder/$1"; }
    cp_tool cardtable 'printf "<%s>" "$@"'
    for tool in ruff mypy pytest; do cp_tool $tool "echo $tool \\$*; [ ! -e '$machine/fails-$tool' ]"; done
    ;;
*) exec "$real_python" "$@" ;;
esac
"""
APT = """\
echo "apt-get $*" >>"$machine/calls"
[ ! -e "$machine/offline" ] || exit 100
for package; do : >"$machine/$package"; done
"""
STAND_INS = {
    "python3": PYTHON,
    "apt-get": APT,
    "id": 'case "$1" in -u) cat "$machine/uid" ;; *) echo player ;; esac',
    "sudo": '[ -e "$machine/sudoers" ] || exit 1\necho "sudo $*" >>"$machine/calls"\nshift\nexec "$@"',
    "dpkg-query": 'for package; do :; done\n[ ! -e "$machine/$package" ] || echo install ok installed',
}


@dataclass(frozen=True, slots=True)
class Machine:
    """A folder that stands for a machine: a file for each package or trait it has (`libgl1`, `offline`, `sudoers`)."""

    folder: Path

    @property
    def clone(self) -> Path:
        return self.folder / "a clone"

    @property
    def stamp(self) -> Path:
        return self.clone / ".venv" / "program.stamp"

    def has(self, *names: str) -> Machine:
        for name in names:
            (self.folder / name).touch()
        return self

    def lacks(self, name: str) -> None:
        (self.folder / name).unlink()

    def calls(self) -> list[str]:
        """What the stand-ins were asked to do so far, and every requirement given to pip."""
        said = self.folder / "calls"
        return said.read_text(encoding="utf-8").splitlines() if said.exists() else []

    def start(self, *arguments: str, launcher: Path | None = None, **settings: str) -> subprocess.Popen[str]:
        environment = {"PATH": str(self.folder / "bin"), "CARDTABLE_PI": "no"} | settings
        return subprocess.Popen(
            [launcher or self.clone / "cardtable", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def run(self, *arguments: str, launcher: Path | None = None, **settings: str) -> subprocess.CompletedProcess[str]:
        with self.start(*arguments, launcher=launcher, **settings) as process:
            out, said = process.communicate(timeout=20)
        return subprocess.CompletedProcess(arguments, process.returncode, out, said)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A bare machine: neither the venv module nor OpenCV's libraries, an ordinary user without sudo, online."""
    made = Machine(tmp_path)
    made.clone.mkdir()
    for name in ("cardtable", "pyproject.toml"):
        shutil.copy(ROOT / name, made.clone / name)
    programs = tmp_path / "bin"
    programs.mkdir()
    for tool in TOOLS:
        (programs / tool).symlink_to(shutil.which(tool) or pytest.fail(f"this machine has no {tool}"))
    for name, body in STAND_INS.items():
        head = f"#!/bin/sh\nmachine='{tmp_path}' real_python='{sys.executable}'\n"
        (programs / name).write_text(head + body, encoding="utf-8")
        (programs / name).chmod(0o755)
    (tmp_path / "uid").write_text("1000", encoding="utf-8")
    return made


@pytest.fixture
def complete(machine: Machine) -> Machine:
    """A machine that lacks nothing of the system."""
    return machine.has("python3-venv", "libgl1")


def venvs(machine: Machine) -> int:
    return sum("-m venv" in call for call in machine.calls())


def test_the_first_call_installs_and_hands_its_arguments_on(complete: Machine) -> None:
    call = complete.run("run", "--config", "my table.toml")
    assert (call.returncode, call.stdout) == (0, "<run><--config><my table.toml>")
    assert "opencv-python>=4.6" in complete.calls()
    assert len(call.stderr.splitlines()) == 2


def test_the_second_call_installs_nothing_and_says_nothing(complete: Machine) -> None:
    complete.run("demo")
    before = complete.calls()
    call = complete.run("demo")
    assert (call.stdout, call.stderr, complete.calls()) == ("<demo>", "", before)


def test_it_is_found_through_a_link(complete: Machine) -> None:
    link = complete.folder / "link"
    link.symlink_to(complete.clone / "cardtable")
    assert complete.run("demo", launcher=link).stdout == "<demo>"
    assert complete.stamp.exists()


def test_a_changed_pyproject_brings_the_environment_up_to_date(complete: Machine) -> None:
    complete.run("demo")
    with (complete.clone / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    before = len(complete.calls())
    call = complete.run("demo")
    assert "up to date" in call.stderr
    assert venvs(complete) == 1
    assert len(complete.calls()) > before


def test_a_half_made_environment_is_made_anew(complete: Machine) -> None:
    complete.run("demo")
    complete.stamp.unlink()
    rest = complete.clone / ".venv" / "half a package"
    rest.touch()
    assert complete.run("demo").stdout == "<demo>"
    assert not rest.exists()
    assert venvs(complete) == 2


def test_a_moved_clone_is_installed_anew(complete: Machine) -> None:
    complete.run("demo")
    moved = complete.folder / "elsewhere"
    complete.clone.rename(moved)
    assert complete.run("demo", launcher=moved / "cardtable").stdout == "<demo>"
    assert venvs(complete) == 2


def test_of_two_first_calls_at_once_one_installs_and_the_other_waits(complete: Machine) -> None:
    slow = complete.folder / "slow"
    os.mkfifo(slow)
    first = complete.start("one")
    gate = os.open(slow, os.O_WRONLY)  # opens once pip stands at the other end
    second = complete.start("two")
    assert second.stderr is not None
    assert "waiting" in second.stderr.readline()
    slow.unlink()
    os.close(gate)
    assert first.communicate(timeout=20)[0] == "<one>"
    assert second.communicate(timeout=20)[0] == "<two>"
    assert venvs(complete) == 1


def test_without_the_right_to_use_apt_opencv_comes_headless(machine: Machine) -> None:
    call = machine.has("python3-venv").run("demo")
    assert call.stdout == "<demo>"
    assert "opencv-python-headless>=4.6" in machine.calls()
    assert "opencv-python>=4.6" not in machine.calls()


def test_root_gets_what_is_missing_through_apt(machine: Machine) -> None:
    (machine.folder / "uid").write_text("0", encoding="utf-8")
    assert machine.run("demo").stdout == "<demo>"
    assert any(call.endswith("python3-venv libxcb1 libgl1 libglib2.0-0") for call in machine.calls())
    assert "opencv-python>=4.6" in machine.calls()


def test_a_user_with_sudo_and_no_password_gets_it_too(machine: Machine) -> None:
    assert machine.has("sudoers").run("demo").stdout == "<demo>"
    assert any(call.startswith("sudo -n env") and "python3-venv" in call for call in machine.calls())


def test_without_the_venv_module_and_rights_the_command_to_type_is_named(machine: Machine) -> None:
    call = machine.run("demo")
    assert (call.returncode, call.stdout) == (1, "")
    assert "sudo apt-get install -y --no-install-recommends python3-venv" in call.stderr
    assert machine.has("python3-venv").run("demo").stdout == "<demo>"


def test_a_python_that_is_too_old_is_named(complete: Machine) -> None:
    call = complete.has("old").run("demo", CARDTABLE_PYTHON="python3")
    assert call.returncode == 1
    assert "Python 3.11 or newer is needed" in call.stderr
    assert "Python 3.9.2" in call.stderr


def test_a_missing_python_is_named(complete: Machine) -> None:
    call = complete.run("demo", CARDTABLE_PYTHON="python4")
    assert call.returncode == 1
    assert "apt-get install python3" in call.stderr


def test_without_a_network_it_says_so_and_the_next_call_succeeds(complete: Machine) -> None:
    call = complete.has("offline").run("demo")
    assert (call.returncode, call.stdout) == (1, "")
    assert "ERROR: no matching distribution" in call.stderr
    assert "online" in call.stderr
    assert str(complete.clone / ".venv" / "install.log") in call.stderr
    complete.lacks("offline")
    assert complete.run("demo").stdout == "<demo>"


def test_a_clone_that_cannot_be_written_is_named(complete: Machine) -> None:
    (complete.clone / ".venv").symlink_to("/proc/no such folder")
    call = complete.run("demo")
    assert call.returncode == 1
    assert f"cannot write {complete.clone / '.venv'}" in call.stderr


def test_on_a_pi_nothing_shadows_what_apt_has_brought(machine: Machine) -> None:
    system = machine.folder / "dist-packages"
    system.mkdir()
    for module in ("cv2", "numpy", "flask", "gpiozero", "picamera2", "gpiod"):
        (system / f"{module}.py").touch()
    machine.has("sudoers", "python3-venv")
    call = machine.run("demo", CARDTABLE_PI="yes", CARDTABLE_PYTHON="python3", PYTHONPATH=str(system))
    assert call.stdout == "<demo>"
    calls = machine.calls()
    assert any(call.startswith("-m venv --system-site-packages") for call in calls)
    assert any("python3-picamera2 python3-opencv python3-numpy" in call for call in calls)
    named = {call.split(">=")[0] for call in calls if ">=" in call}
    assert named == {"hatchling", "waitress", "gpiod"}, "Debian 12's gpiod is too old"


def test_on_a_pi_without_rights_the_command_to_type_is_named(complete: Machine) -> None:
    call = complete.run("demo", CARDTABLE_PI="yes", CARDTABLE_PYTHON="python3")
    assert call.returncode == 1
    assert "--no-install-recommends python3-picamera2 python3-opencv" in call.stderr


def test_every_check_runs_and_pytest_comes_last(complete: Machine) -> None:
    call = complete.run("test")
    assert call.returncode == 0
    assert call.stdout.splitlines() == ["ruff check", "ruff format --check", "mypy", "pytest -q"]
    assert any(wanted.startswith("hypothesis") for wanted in complete.calls())
    before = complete.calls()
    complete.run("test")
    assert complete.calls() == before


@pytest.mark.parametrize("tool", ["ruff", "mypy", "pytest"])
def test_one_failing_check_fails_the_whole(complete: Machine, tool: str) -> None:
    call = complete.has(f"fails-{tool}").run("test")
    assert call.returncode == 1
    assert call.stdout.splitlines()[-1] == "pytest -q"


def test_arguments_of_test_go_to_pytest_alone(complete: Machine) -> None:
    assert complete.run("test", "-k", "cards").stdout == "pytest -k cards\n"


def kernel_tests(machine: Machine, build: str, boot: str) -> Machine:
    """Puts a script that builds a kernel and a program that boots it into the clone."""
    folder = machine.clone / "tests" / "kernel"
    folder.mkdir(parents=True)
    (folder / "build.sh").write_text(f"#!/bin/sh\n{build}\n", encoding="utf-8")
    (folder / "build.sh").chmod(0o755)
    (folder / "boot.py").write_text(boot, encoding="utf-8")
    return machine


def test_the_tests_on_a_kernel_run_in_virtual_and_in_real_time(complete: Machine) -> None:
    machine = kernel_tests(complete, "echo /a/kernel", "import sys; print(*sys.argv[1:])")
    call = machine.run("test", "--kernel", "-k", "pairs")
    pytest_there = f"{machine.clone}/.venv/bin/pytest -q -p no:cacheprovider tests/kernel -k pairs"
    assert call.stdout.splitlines() == [f"/a/kernel --virtual-time {pytest_there}", f"/a/kernel {pytest_there}"]
    assert call.returncode == 0


@pytest.mark.parametrize(
    ("build", "boot"), [("echo no flex >&2; exit 77", ""), ("echo /a/kernel", "import sys; sys.exit(77)")]
)
def test_where_no_kernel_can_be_had_or_run_its_tests_are_left_out_in_words(
    complete: Machine, build: str, boot: str
) -> None:
    call = kernel_tests(complete, build, boot).run("test", "--kernel")
    assert (call.returncode, call.stdout) == (0, "")
    assert call.stderr.endswith("cardtable: The tests on a kernel are left out.\n")


@pytest.mark.parametrize(("build", "boot"), [("exit 1", ""), ("echo /a/kernel", "import sys; sys.exit(1)")])
def test_a_test_on_a_kernel_that_fails_and_a_kernel_that_does_not_compile_are_failures(
    complete: Machine, build: str, boot: str
) -> None:
    assert kernel_tests(complete, build, boot).run("test", "--kernel").returncode == 1


def test_demo_does_not_install_what_only_the_tests_need(complete: Machine) -> None:
    complete.run("demo")
    assert not any(wanted.startswith("hypothesis") for wanted in complete.calls())

"""`cardtable doctor`: one line a check, what is missing is said, and nothing needs the hardware to say so."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import cv2
import pytest

from firmware.wiring import FOUR_SEATS
from table.app.checkup import Checkup, Finding, Health
from table.cli import main
from table.cli.doctor import line
from table.config import CameraConfig, Config, WebConfig
from table.texts import LANGUAGES
from table.twin.clock import TwinClock
from table.twin.faces import Deck, design
from table.twin.picture import Studio
from table.twin.pins import TwinFactory, TwinPin
from table.twin.scene import Scene
from tests.vision.printed import Laid, table
from vision.mat import load_mat

Printed = pytest.CaptureFixture[str]

CHECKS = ("camera", "focus", "mat", "buttons", "lamps", "clock", "disk", "temperature", "port")


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three pictures of the empty mat."""
    folder = tmp_path_factory.mktemp("pictures")
    studio = Studio(load_mat("table-60x42"), Deck(design("plain")), seed=1)
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), studio.picture(Scene(), number))
    return folder


class StuckPin(TwinPin):
    """A pin whose cable touches ground: no pull-up lifts it."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._change_state(False)


class Bench:
    """A table whose hardware is the twin's."""

    def __init__(self, pictures: Path, folder: Path) -> None:
        self.clock = TwinClock()
        self.factory = TwinFactory(self.clock)
        self.root = folder / "root"
        self.lit: list[set[str]] = []
        config = Config(
            camera=CameraConfig(source=str(pictures)),
            buttons=FOUR_SEATS.buttons,
            lamps=FOUR_SEATS.lamps,
            web=WebConfig(host="127.0.0.1", port=0),
        )
        self.config = replace(config, table=replace(config.table, ledger=folder / "log.sqlite"))

    def findings(self, config: Config | None = None) -> dict[str, Finding]:
        checkup = Checkup(
            config or self.config,
            root=self.root,
            open_factory=lambda: self.factory,
            clock=self.clock.now_ns,
            sleep=lambda _: self._see(),
        )
        try:
            return {finding.check: finding for finding in checkup.findings()}
        finally:
            checkup.close()

    def _see(self) -> None:
        self.lit.append({name for name, pin in FOUR_SEATS.lamps.items() if self.factory.pin(pin).state})

    def tell(self, path: str, text: str) -> None:
        """The system says that in one of its files."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="ascii")


@pytest.fixture
def bench(pictures: Path, tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(pictures, tmp_path)
    yield bench
    bench.factory.reset()


def test_a_table_that_is_well_has_a_line_for_each_check(bench: Bench) -> None:
    bench.tell("sys/class/thermal/thermal_zone0/temp", "51234\n")
    findings = bench.findings()
    assert tuple(findings) == CHECKS
    assert {one.health for one in findings.values()} == {Health.WELL}
    assert findings["temperature"].words("en") == "51 °C"
    assert findings["mat"].words("sv").endswith("märken syns")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_is_one_line_in_both_languages(bench: Bench, language: str) -> None:
    for finding in bench.findings().values():
        assert "\n" not in line(finding, language)
        assert "{" not in line(finding, language)


def test_each_lamp_is_lit_by_itself(bench: Bench) -> None:
    bench.findings()
    assert bench.lit == [{name} for name in sorted(FOUR_SEATS.lamps)]


def test_a_button_that_is_held_down_is_named(bench: Bench) -> None:
    bench.factory.pin(FOUR_SEATS.buttons["slap.2"], StuckPin)
    finding = bench.findings()["buttons"]
    assert finding.health is Health.FAILS
    assert finding.words("en").startswith("slap.2: held down")


def test_what_is_wrong_with_camera_mat_and_log_is_said_in_both_languages(bench: Bench) -> None:
    table = replace(
        bench.config.table, sides=MappingProxyType({"North": "nroth"}), ledger=bench.root / "none" / "log.sqlite"
    )
    config = replace(bench.config, table=table, camera=CameraConfig(source="device:97"))
    findings = bench.findings(config)
    said = {name: [findings[name].words(language) for language in LANGUAGES] for name in ("camera", "mat", "disk")}
    assert {findings[name].health for name in said} == {Health.FAILS}
    assert said["camera"][1].startswith("ingen kamera svarar på /dev/video97. Kontrollera kabeln")
    assert said["camera"][0].startswith("no camera answers at /dev/video97. Check the cable")
    assert "sides är någon av sidorna på mattan" in said["mat"][1]
    assert "det finns ingen mapp" in said["disk"][1]


def test_a_table_without_buttons_is_no_ill_table(bench: Bench) -> None:
    bare = replace(bench.config, buttons=MappingProxyType({}), lamps=MappingProxyType({}))
    findings = bench.findings(bare)
    assert {findings[name].health for name in ("buttons", "lamps", "clock")} == {Health.UNSEEN}


def test_g16_a_pi_4_whose_kernel_may_lose_edges_is_noted(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.release", lambda: "6.1.21-v8+")
    bench.tell("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    finding = bench.findings()["buttons"]
    assert finding.health is Health.NOTE
    assert "6.1.21-v8+" in finding.words("en")


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("sys/class/thermal/thermal_zone0/temp", "84000", "84 °C: the computer slows down"),
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "50005", "too little voltage"),
    ],
)
def test_heat_and_a_weak_supply_are_failures(bench: Bench, path: str, text: str, words: str) -> None:
    bench.tell(path, text)
    finding = bench.findings()["temperature"]
    assert finding.health is Health.FAILS
    assert words in finding.words("en")


def test_a_port_that_is_taken_is_said_to_be(bench: Bench) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        web = WebConfig(host="127.0.0.1", port=taken.getsockname()[1])
        finding = bench.findings(replace(bench.config, web=web))["port"]
    assert finding.health is Health.FAILS
    assert str(web.port) in finding.words("en")


def test_a_mat_that_is_not_in_the_picture_is_missed_and_focus_is_not_measured(bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "grey"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), cv2.UMat(400, 600, cv2.CV_8UC3, (90, 90, 90)).get())
    findings = bench.findings(replace(bench.config, camera=CameraConfig(source=str(folder))))
    assert (findings["mat"].health, findings["focus"].health) == (Health.FAILS, Health.UNSEEN)


def test_a_full_disk_is_said_before_the_log_is_lost(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.app.checkup.LEAST_FREE", 1 << 60)
    assert bench.findings()["disk"].health is Health.FAILS


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins")
def test_off_a_pi_the_doctor_says_what_is_missing_and_fails(tmp_path: Path, capsys: Printed) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text(
        '[table]\nledger = "log.sqlite"\n[buttons]\nslap.1 = 22\nslap.2 = 25\n[web]\nport = 0\n', encoding="utf-8"
    )
    assert main(["doctor", "--config", str(settings), "--lang", "sv"]) == 1
    first, *lines = capsys.readouterr().out.splitlines()
    assert str(settings) in first
    assert len(lines) == len(CHECKS)
    assert lines[0].split()[:2] == ["kamera", "FEL"]


def test_settings_that_cannot_be_used_are_one_message(tmp_path: Path, capsys: Printed) -> None:
    assert main(["doctor", "--config", str(tmp_path / "none.toml")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("cardtable doctor: ")


def test_slaps_are_not_measured_with_one_button(tmp_path: Path, capsys: Printed) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text("[buttons]\nslap.1 = 22\n", encoding="utf-8")
    assert main(["doctor", "--slap", "--config", str(settings)]) == 1
    assert "two slap buttons are needed" in capsys.readouterr().out


def test_v20_a_heart_on_the_table_tells_that_the_camera_has_swapped_red_and_blue(bench: Bench, tmp_path: Path) -> None:
    picture = table(Laid(label="7H", at=(320, 240)), deck=Deck(design("plain")))
    for name, pixels in (("as it is", picture), ("swapped", picture[..., ::-1])):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "1.png"), pixels)
    cameras = {
        name: bench.findings(replace(bench.config, camera=CameraConfig(source=str(tmp_path / name))))["camera"]
        for name in ("as it is", "swapped")
    }
    assert cameras["as it is"].said == "camera_well"
    assert cameras["swapped"].health is Health.FAILS
    assert "blå" in cameras["swapped"].words("sv")

import logging
import sys
import tomllib
from importlib.metadata import EntryPoint, version
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from gpiozero.pins.native import NativeFactory

from firmware.pins import PinHeld, PinsMissing, PinsUnfit, claiming, open_pins, require_edge_times


def test_a_factory_that_stamps_in_python_is_refused_by_name() -> None:
    # Not constructed: off a Pi it would stop at the board's revision before we could refuse it.
    native = NativeFactory.__new__(NativeFactory)
    with pytest.raises(PinsUnfit, match=r"NativeFactory reads the time in Python.*pip install 'gpiod"):
        require_edge_times(native)


def test_a_factory_that_says_it_stamps_edges_is_taken() -> None:
    class OurFactory(NativeFactory):
        stamps_edges = True

    require_edge_times(OurFactory.__new__(OurFactory))


def test_mock_pins_are_taken(pins: MockFactory) -> None:
    require_edge_times(pins)


def test_what_goes_wrong_with_a_pin_names_the_pin_and_its_button() -> None:
    with (
        pytest.raises(PinsMissing, match=r"button 'slap.2' cannot have GPIO 17 \(GPIO busy\)\..*gpioinfo.*another pin"),
        claiming("button 'slap.2'", 17),
    ):
        raise RuntimeError("GPIO busy")


def test_g12_a_pin_that_is_held_is_told_with_its_holder_and_with_pins_that_are_free() -> None:
    with (
        pytest.raises(
            PinsMissing, match=r"button 'slap.2' cannot have GPIO 11: 'spi0 CS0' holds it.*free are GPIO 8, 10$"
        ),
        claiming("button 'slap.2'", 11, wanted=(9, 11)),
    ):
        raise PinHeld(11, "spi0 CS0", free=(8, 9, 10))


takes_a_chip = pytest.mark.skipif(
    version("gpiozero") in ("2.0", "2.0.0"), reason="gpiozero 2.0 asks the board which chip it is, and here is no board"
)


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    """An lgpio to import that behaves as the real one does towards folders and chips, with no kernel under it."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    monkeypatch.syspath_prepend(Path(__file__).parent / "stand_in")
    for module in ("lgpio", "gpiozero.pins.lgpio"):
        monkeypatch.delitem(sys.modules, module, raising=False)


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins")
def test_off_a_pi_the_pins_are_missing_and_the_message_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    with pytest.raises(PinsMissing, match=r"apt install python3-lgpio|need a Raspberry Pi"):
        open_pins()


@pytest.fixture
def no_gpiod(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without libgpiod 2."""
    monkeypatch.setitem(sys.modules, "gpiod", None)
    for module in ("firmware.gpiodfactory", "firmware.chips", "firmware.watch"):
        monkeypatch.delitem(sys.modules, module, raising=False)


@takes_a_chip
@pytest.mark.usefixtures("lgpio", "no_gpiod")
def test_without_libgpiod_the_pins_are_opened_by_lgpio_which_is_told_with_its_costs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY")
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setenv("STAND_IN_LABELS", "0=pinctrl-rp1")
    (tmp_path / "gpiochip0").touch()
    with caplog.at_level(logging.WARNING):
        assert type(open_pins(tmp_path)).__name__ == "LGPIOFactory"
    assert "some are lost and nobody is told" in caplog.text
    assert "pip install 'gpiod" in caplog.text


@pytest.mark.usefixtures("no_gpiod")
def test_libgpiod_that_was_asked_for_by_name_is_not_replaced_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "cardtable-gpiod")
    with pytest.raises(PinsMissing, match=r"libgpiod 2 is not installed.*pip install 'gpiod"):
        open_pins()


def test_a_factory_by_name_that_cannot_time_edges_is_refused_before_it_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    with pytest.raises(PinsUnfit, match=r"GPIOZERO_PIN_FACTORY is 'native'.*cardtable-gpiod and lgpio"):
        open_pins()


def test_where_there_is_no_chip_it_is_said_that_buttons_need_a_pi(tmp_path: Path) -> None:
    pytest.importorskip("gpiod")
    with pytest.raises(PinsMissing, match=r"there is no .*gpiochip\*\): buttons and lamps need a Raspberry Pi"):
        open_pins(tmp_path)


def test_a_chip_that_cannot_be_opened_is_told_with_the_group_that_may(tmp_path: Path) -> None:
    pytest.importorskip("gpiod")
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(PinsMissing, match=r"the pins cannot be opened .*usermod -aG gpio"):
        open_pins(tmp_path)


def test_gpiozero_can_open_our_factory_by_its_name() -> None:
    pytest.importorskip("gpiod")
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ((name, value),) = project["entry-points"]["gpiozero_pin_factories"].items()
    assert name == "cardtable-gpiod"
    assert EntryPoint(name, value, "gpiozero_pin_factories").load().stamps_edges


@takes_a_chip
@pytest.mark.usefixtures("lgpio")
@pytest.mark.parametrize("header", [0, 4, 10])
def test_g13_the_chip_of_the_header_is_found_by_its_label(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, header: int
) -> None:
    labels = {0: "other", 4: "other", 10: "other", header: "pinctrl-rp1"}
    monkeypatch.setenv("STAND_IN_LABELS", " ".join(f"{number}={label}" for number, label in labels.items()))
    for number in labels:
        (tmp_path / f"gpiochip{number}").touch()
    assert open_pins(tmp_path).chip == header


@takes_a_chip
@pytest.mark.usefixtures("lgpio")
def test_g08_a_working_directory_gets_no_pipe_and_is_not_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LG_WD", "")  # so that it is as before when the test is over
    monkeypatch.delenv("LG_WD")
    monkeypatch.setenv("STAND_IN_LABELS", "0=pinctrl-bcm2711")
    (tmp_path / "gpiochip0").touch()
    monkeypatch.chdir(tmp_path)
    open_pins(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["gpiochip0"]
    assert Path.cwd() == tmp_path


@pytest.mark.usefixtures("lgpio")
def test_a_folder_for_the_pipe_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path / "gone"))
    with pytest.raises(PinsMissing, match=r"cannot make its pipe in .*gone.*Set LG_WD to a folder"):
        open_pins(tmp_path)


@pytest.mark.usefixtures("lgpio")
def test_g09_a_user_who_may_not_open_the_chip_is_told_the_group(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setenv("STAND_IN_LABELS", "")
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(PinsMissing, match=r"can not open gpiochip.*usermod -aG gpio"):
        open_pins(tmp_path)

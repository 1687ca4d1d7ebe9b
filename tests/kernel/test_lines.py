"""Taking the lines of a chip, and letting go of them again."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import gpiod
import pytest
from gpiod.line import Bias, Clock, Edge
from gpiozero import LED, Button
from gpiozero.exc import PinFixedPull, PinInvalidBounce, PinPWMUnsupported, PinSetInput

from firmware.gpiodfactory import GpiodFactory
from firmware.panel import Panel
from firmware.pins import PinsMissing, open_pins
from firmware.wiring import FOUR_SEATS, Wiring
from tests.kernel.lines import Heard, SimulatedChip

MakeChip = Callable[..., SimulatedChip]
SLAP_1 = FOUR_SEATS.buttons["slap.1"]
HOUR_S = 3600


def lines_of(chip: SimulatedChip) -> list[gpiod.LineInfo]:
    with gpiod.Chip(f"/dev/{chip.name}") as opened:
        return [opened.get_line_info(line) for line in range(opened.get_info().num_lines)]


@pytest.mark.parametrize("number", [0, 4, 10])
def test_g13_the_chip_of_the_header_is_found_by_its_label_whatever_its_number(
    make_chip: MakeChip, heard: Heard, number: int
) -> None:
    for other in range(number):
        make_chip(f"other{other}", label=f"another chip {other}")
    chip = make_chip("header")
    assert chip.name == f"gpiochip{number}"
    with open_pins() as pins, Panel(FOUR_SEATS, on_edge=heard.hear, pin_factory=pins) as panel:
        panel.ready()
        chip.set(SLAP_1, pressed=True)
        assert heard.wait_for(1)[0].button == "slap.1"


@pytest.mark.parametrize("how", ["mine", "/dev/gpiochip1"])
def test_a_chip_may_be_named_by_its_label_or_its_path(make_chip: MakeChip, heard: Heard, how: str) -> None:
    make_chip("header")
    chip = make_chip("mine", label="mine")
    with open_pins(chip=how) as pins, Panel(FOUR_SEATS, on_edge=heard.hear, pin_factory=pins) as panel:
        panel.ready()
        chip.set(SLAP_1, pressed=True)
        assert heard.wait_for(1)[0].button == "slap.1"


def test_without_a_chip_of_a_pi_it_is_said_which_chips_there_are(make_chip: MakeChip) -> None:
    make_chip("other", label="a modem")
    with pytest.raises(PinsMissing, match=r"gpiochip0 is 'a modem'\): buttons and lamps need a Raspberry Pi"):
        open_pins()


def test_g21_every_button_is_taken_with_both_edges_a_pull_up_and_no_debounce_on_the_monotonic_clock(
    panel: Panel, chip: SimulatedChip
) -> None:
    lines = lines_of(chip)
    for pin in FOUR_SEATS.buttons.values():
        line = lines[pin]
        assert (line.edge_detection, line.bias, line.event_clock) == (Edge.BOTH, Bias.PULL_UP, Clock.MONOTONIC)
        assert not line.debounced and line.consumer == f"cardtable {os.getpid()}"


def test_g12_a_pin_that_an_overlay_holds_is_told_with_the_overlay_and_what_is_free(make_chip: MakeChip) -> None:
    chip = make_chip("header", held={11: "spi0 SCLK", 9: "spi0 MISO"})
    with GpiodFactory() as pins, pytest.raises(PinsMissing) as told:
        Panel(FOUR_SEATS, on_edge=print, pin_factory=pins)
    assert str(told.value).startswith("lamp 'seat.2' cannot have GPIO 11: 'spi0 SCLK' holds it.")
    assert str(told.value).endswith("another pin in table.toml; free are GPIO 4, 7, 8, 10")
    assert [line.offset for line in lines_of(chip) if line.used] == [9, 11]


def test_g10_a_second_program_is_told_which_one_has_the_buttons(panel: Panel) -> None:
    with GpiodFactory() as second, pytest.raises(PinsMissing, match=rf"'cardtable {os.getpid()}' holds it"):
        Panel(FOUR_SEATS, on_edge=print, pin_factory=second)


def test_closed_the_panel_leaves_no_line_taken_no_lamp_lit_and_no_thread(chip: SimulatedChip) -> None:
    before = threading.active_count()
    with GpiodFactory() as pins, Panel(FOUR_SEATS, on_edge=print, pin_factory=pins) as panel:
        panel.lamps.show({"seat.1", "buzzer"})
        lamps = [FOUR_SEATS.lamps[name] for name in ("seat.1", "buzzer", "seat.2")]
        assert [chip.is_high(lamp) for lamp in lamps] == [True, True, False]
        assert threading.active_count() == before + 1
    assert [chip.is_high(lamp) for lamp in lamps] == [False, False, False]
    assert [line.offset for line in lines_of(chip) if line.used] == []
    assert threading.active_count() == before


def test_a_factory_may_be_closed_twice_and_its_pins_be_opened_anew(chip: SimulatedChip, heard: Heard) -> None:
    for count in (1, 2):
        pins = GpiodFactory()
        with Panel(FOUR_SEATS, on_edge=heard.hear, pin_factory=pins) as panel:
            panel.ready()
            chip.set(SLAP_1, pressed=True)  # the pull-up has let go of it again
            heard.wait_for(count)
        pins.close()
        pins.close()


def test_any_device_of_gpiozero_may_hang_on_these_pins(chip: SimulatedChip) -> None:
    pressed = threading.Event()
    with GpiodFactory() as pins, Button(SLAP_1, pin_factory=pins) as button, LED(18, pin_factory=pins) as lamp:
        button.when_pressed = pressed.set
        chip.set(SLAP_1, pressed=True)
        assert pressed.wait(20) and button.is_pressed
        lamp.on()
        assert chip.is_high(18) and lamp.is_lit


def test_what_a_pin_cannot_do_is_refused_in_words(chip: SimulatedChip) -> None:
    with GpiodFactory() as pins:
        pin = pins.pin(SLAP_1)
        with pytest.raises(PinSetInput, match="GPIO22 is an input and cannot be set"):
            pin.state = 1
        with pytest.raises(PinInvalidBounce, match="late, by as long as it bounces"):
            pin.bounce = 0.01
        with pytest.raises(PinPWMUnsupported, match="on or off, and nothing between"):
            pin.frequency = 100
        pin.function = "output"
        with pytest.raises(PinFixedPull, match="GPIO22 is an output and has no pull"):
            pin.pull = "up"


def test_a_lamp_that_begins_lit_is_not_dark_in_between(chip: SimulatedChip) -> None:
    with GpiodFactory() as pins, LED(18, initial_value=True, pin_factory=pins):
        assert chip.is_high(18)


def test_a_chip_that_goes_away_is_told_and_the_table_can_still_be_closed(
    chip: SimulatedChip, caplog: pytest.LogCaptureFixture
) -> None:
    with GpiodFactory() as pins, Panel(Wiring({"slap.1": SLAP_1}, {}), on_edge=print, pin_factory=pins):
        with caplog.at_level(logging.ERROR):
            chip.unplug()
            until_ns = time.monotonic_ns() + 20_000_000_000
            while not caplog.records and time.monotonic_ns() < until_ns:
                time.sleep(0.01)
        assert "the GPIO chip has gone, and with it 1 buttons" in caplog.text


NOBODY = """
import os, sys
import firmware.gpiodfactory
from firmware.panel import Panel
from firmware.pins import open_pins
from firmware.wiring import FOUR_SEATS

os.setgroups([])
os.setuid(65534)
os.chdir("/sys")
with open_pins() as pins, Panel(FOUR_SEATS, on_edge=print, pin_factory=pins) as panel:
    panel.ready()
    print("ready", panel.held())
"""


def test_g08_a_user_who_is_nobody_in_a_folder_he_may_not_write_gets_his_buttons(chip: SimulatedChip) -> None:
    device = Path("/dev", chip.name)
    device.chmod(0o666)
    done = subprocess.run([sys.executable, "-c", NOBODY], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("ready frozenset()\n", "")
    device.chmod(0o600)
    refused = subprocess.run([sys.executable, "-c", NOBODY], capture_output=True, text=True, check=False)
    assert "sudo usermod -aG gpio USER" in refused.stderr


@pytest.mark.parametrize("step_s", [HOUR_S, -HOUR_S])
def test_g26_the_wall_clock_may_jump_by_an_hour_while_a_button_is_down(
    panel: Panel, chip: SimulatedChip, heard: Heard, step_s: int
) -> None:
    driven = chip.drive((0, SLAP_1, True))
    time.clock_settime(time.CLOCK_REALTIME, time.time() + step_s)
    driven += chip.drive((40, SLAP_1, False))
    edges = heard.wait_for(2)
    assert all(before <= edge.at_ns <= after for edge, (before, after) in zip(edges, driven, strict=True))
    assert all(edge.surely for edge in edges) and panel.clock.complaint == ""


def test_g07_the_time_of_an_edge_is_on_the_clock_of_the_frames_and_not_later_than_it_is_heard(
    panel: Panel, chip: SimulatedChip, heard: Heard
) -> None:
    chip.set(SLAP_1, pressed=True)
    (edge,) = heard.wait_for(1)
    assert 0 <= time.monotonic_ns() - edge.at_ns < 2_000_000_000
    assert panel.clock.within_ns < 500_000

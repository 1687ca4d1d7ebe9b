import re
from pathlib import Path
from xml.etree import ElementTree

from firmware import diagram
from firmware.wiring import FOUR_SEATS, PINS, Wiring

DRAWING = Path(diagram.__file__).with_name("wiring.svg")
README = Path(diagram.__file__).with_name("README.md")


def test_the_drawing_is_that_of_the_wiring() -> None:
    """If this fails: python -m firmware.diagram > firmware/wiring.svg"""
    assert DRAWING.read_text(encoding="utf-8") == diagram.draw(FOUR_SEATS)


def test_the_drawing_is_well_formed_and_names_every_button_lamp_and_pin() -> None:
    said = {text.text for text in ElementTree.fromstring(diagram.draw(FOUR_SEATS)).iter() if text.text}
    assert {*FOUR_SEATS.buttons, *FOUR_SEATS.lamps} <= said
    assert {f"GPIO {pin}" for pin in (*FOUR_SEATS.buttons.values(), *FOUR_SEATS.lamps.values())} <= said


def test_every_pin_of_the_header_has_one_place() -> None:
    assert set(diagram.PLACES) == set(PINS)
    assert len({*diagram.PLACES.values(), *diagram.GROUNDS, *diagram.POWERS}) == 40 - 2  # two read a HAT's memory


def test_another_wiring_is_drawn_as_well() -> None:
    told = diagram.draw(Wiring(buttons={"slap.1": 4}, lamps={"buzzer": 9}))
    assert "GPIO 4<" in told
    assert "GPIO 9<" in told


def test_the_table_of_the_page_has_the_pins_and_places_of_the_wiring() -> None:
    cells = {tuple(map(int, found)) for found in re.findall(r"\b(\d+) \((\d+)\)", README.read_text(encoding="utf-8"))}
    pins = (*FOUR_SEATS.buttons.values(), *FOUR_SEATS.lamps.values())
    assert {(pin, diagram.PLACES[pin]) for pin in pins} <= cells

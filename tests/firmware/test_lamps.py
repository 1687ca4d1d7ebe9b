from collections.abc import Iterator

import pytest
from gpiozero import LED, Buzzer
from gpiozero.pins.mock import MockFactory

from firmware.lamps import BLINK_NS, Lamps


@pytest.fixture
def lamps(pins: MockFactory) -> Iterator[Lamps]:
    with (
        LED(18, pin_factory=pins) as first,
        LED(11, pin_factory=pins) as second,
        Buzzer(21, pin_factory=pins) as buzzer,
    ):
        yield Lamps({"seat.1": first, "seat.2": second, "buzzer": buzzer})


def lit(pins: MockFactory) -> set[str]:
    return {name for name, pin in {"seat.1": 18, "seat.2": 11, "buzzer": 21}.items() if pins.pin(pin).state}


def test_only_the_lamps_shown_are_lit(pins: MockFactory, lamps: Lamps) -> None:
    lamps.show({"seat.1"})
    assert lit(pins) == {"seat.1"}
    lamps.show({"seat.2"})
    assert lit(pins) == {"seat.2"}


def test_a_blinking_lamp_is_bright_and_dark_in_turn(pins: MockFactory, lamps: Lamps) -> None:
    lamps.show({"seat.1"}, blinking={"seat.2"})
    seen = []
    for half in range(4):
        lamps.refresh(half * BLINK_NS)
        seen.append("seat.2" in lit(pins))
    assert seen == [True, False, True, False]
    assert "seat.1" in lit(pins)


def test_the_buzzer_sounds_until_its_time(pins: MockFactory, lamps: Lamps) -> None:
    lamps.pulse("buzzer", until_ns=300)
    lamps.refresh(299)
    assert lit(pins) == {"buzzer"}
    lamps.refresh(300)
    assert lit(pins) == set()


def test_what_is_shown_does_not_cut_a_pulse_short(pins: MockFactory, lamps: Lamps) -> None:
    lamps.pulse("buzzer", until_ns=300)
    lamps.show({"seat.1"})
    assert lit(pins) == {"seat.1", "buzzer"}


def test_a_lamp_that_is_not_wired_is_passed_over(pins: MockFactory, lamps: Lamps) -> None:
    lamps.show({"seat.1", "seat.9"})
    lamps.pulse("gong", until_ns=300)
    assert lit(pins) == {"seat.1"}

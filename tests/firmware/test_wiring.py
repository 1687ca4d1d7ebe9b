import pytest

from firmware.wiring import FOUR_SEATS, Wiring, WiringError


def test_two_names_on_one_pin_are_refused_by_both_names() -> None:
    words = r"button 'slap.2' and lamp 'seat.4' both ask for GPIO 17; see \[buttons\] and \[lamps\] in table.toml"
    with pytest.raises(WiringError, match=words):
        Wiring(buttons={"slap.2": 17}, lamps={"seat.4": 17})


@pytest.mark.parametrize("pin", [-1, 0, 1, 28, 40])
def test_a_pin_off_the_header_is_refused(pin: int) -> None:
    with pytest.raises(WiringError, match=rf"button 'call.1' asks for GPIO {pin}; the header has GPIO 2 to 27"):
        Wiring(buttons={"call.1": pin}, lamps={})


def test_a_wiring_does_not_change_with_the_mapping_it_was_made_from() -> None:
    buttons = {"call.1": 17}
    wiring = Wiring(buttons=buttons, lamps={})
    buttons["call.1"] = 18
    assert wiring.buttons == {"call.1": 17}


def test_four_seats_have_three_buttons_and_a_lamp_each() -> None:
    buttons = {f"{what}.{seat}" for what in ("call", "pass", "slap") for seat in range(1, 5)}
    assert set(FOUR_SEATS.buttons) == buttons
    assert set(FOUR_SEATS.lamps) == {"seat.1", "seat.2", "seat.3", "seat.4", "buzzer"}


def test_g30_the_default_pins_avoid_the_serial_port_and_the_bus_with_resistors() -> None:
    used = {*FOUR_SEATS.buttons.values(), *FOUR_SEATS.lamps.values()}
    assert used.isdisjoint({2, 3, 14, 15})

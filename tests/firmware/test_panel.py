import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory
from gpiozero.pins.native import NativeFactory

from firmware.bounces import FirstEdges
from firmware.edges import Edge
from firmware.panel import Panel
from firmware.pins import PinsMissing, PinsUnfit
from firmware.wiring import FOUR_SEATS, Wiring

TWO_SLAPS = Wiring(buttons={"slap.1": 22, "slap.2": 25}, lamps={"seat.1": 18, "buzzer": 21})


class Heard(list[Edge]):
    def presses(self) -> list[tuple[str, float]]:
        """Presses that count, in the order of their times, which is not the order of delivery."""
        first = FirstEdges()
        in_time = sorted(self, key=lambda edge: edge.at_ns)
        return [(edge.button, edge.at_ns / 1e6) for edge in in_time if first.counts(edge)]


def panel(pins: MockFactory, heard: Heard, wiring: Wiring = TWO_SLAPS) -> Panel:
    return Panel(wiring, on_edge=heard.append, pin_factory=pins, monotonic_ns=pins.now_ns)


def test_every_button_and_lamp_of_four_seats_is_opened_and_let_go_again(pins: MockFactory) -> None:
    for _evening in range(2):
        with panel(pins, Heard(), FOUR_SEATS) as table:
            table.lamps.show({"seat.3"})
            assert pins.pin(12).state == 1
        assert pins.pin(12).function == "input"


def test_an_edge_says_which_button(pins: MockFactory) -> None:
    heard = Heard()
    with panel(pins, heard) as table:
        table.ready()
        pins.pin(25).press(10)
        pins.pin(22).press(12)
    assert [edge.button for edge in heard] == ["slap.2", "slap.1"]


def test_g01_a_thousand_short_bouncing_presses_are_a_thousand(pins: MockFactory) -> None:
    heard = Heard()
    with panel(pins, heard) as table:
        table.ready()
        for press in range(1000):
            start_ms = press * 100.0
            pins.pin(22).press(start_ms, bounces=(0.4, 0.9, 2.5, 5.0))
            pins.pin(22).release(start_ms + 15 + press % 46, bounces=(0.3, 0.7, 3.0, 5.0))
    assert len(heard) == 10_000
    assert heard.presses() == [("slap.1", press * 100.0) for press in range(1000)]


def test_g32_five_hundred_presses_50_ms_apart_are_five_hundred(pins: MockFactory) -> None:
    heard = Heard()
    with panel(pins, heard) as table:
        table.ready()
        for press in range(500):
            pins.pin(22).press(press * 50.0, bounces=(0.5, 1.0))
            pins.pin(22).release(press * 50.0 + 15 + press % 20, bounces=(0.5, 1.0))
    assert len(heard.presses()) == 500


@pytest.mark.parametrize("other_ms", [2.0, 7.0])
def test_g19_the_first_touch_of_a_bouncing_contact_is_its_time(pins: MockFactory, other_ms: float) -> None:
    heard = Heard()
    with panel(pins, heard) as table:
        table.ready()
        pins.pin(25).press(other_ms)
        pins.pin(22).press(0.0, bounces=(1.0, 2.1, 3.0, 4.0))
    assert heard.presses() == [("slap.1", 0.0), ("slap.2", other_ms)]


def test_g21_every_button_of_the_panel_listens_to_both_edges(pins: MockFactory) -> None:
    with panel(pins, Heard(), FOUR_SEATS):
        listening = {pin for pin in range(2, 28) if pins.pin(pin).when_changed is not None}
        assert listening == set(FOUR_SEATS.buttons.values())
        assert {pins.pin(pin).edges for pin in listening} == {"both"}


def test_g30_pulses_before_the_table_is_ready_are_set_aside(pins: MockFactory) -> None:
    heard = Heard()
    with panel(pins, heard) as table:
        pins.pin(22).press(1)
        pins.pin(22).release(2)
        pins.now_ms = 1000.0
        table.ready()
        pins.pin(22).press(1000)
        assert table.edges_before_ready == 2
    assert heard.presses() == [("slap.1", 1000.0)]


def test_g30_an_edge_from_before_that_is_delivered_after_is_set_aside_too(pins: MockFactory) -> None:
    heard = Heard()
    with panel(pins, heard) as table:
        pins.now_ms = 1000.0
        table.ready()
        pins.pin(22).press(999.9)
        assert table.edges_before_ready == 1
    assert heard == []


def test_a_button_that_is_held_down_is_named(pins: MockFactory) -> None:
    with panel(pins, Heard()) as table:
        pins.pin(25).press(5)
        assert table.held() == {"slap.2"}


def test_a_busy_pin_is_named_and_the_others_are_let_go(pins: MockFactory) -> None:
    pins.take_away(25)
    with pytest.raises(PinsMissing, match=r"button 'slap.2' cannot have GPIO 25 \(GPIO busy\)"):
        panel(pins, Heard())
    with LED(22, pin_factory=pins) as free:
        assert not free.is_lit


def test_a_pin_that_this_program_uses_already_is_named(pins: MockFactory) -> None:
    with LED(18, pin_factory=pins), pytest.raises(PinsMissing, match=r"lamp 'seat.1' cannot have GPIO 18 .*in use"):
        panel(pins, Heard())


def test_a_factory_that_cannot_time_edges_opens_nothing() -> None:
    native = NativeFactory.__new__(NativeFactory)
    with pytest.raises(PinsUnfit, match="NativeFactory"):
        Panel(TWO_SLAPS, on_edge=Heard().append, pin_factory=native)


def test_closing_turns_the_lamps_off_and_may_be_repeated(pins: MockFactory) -> None:
    table = panel(pins, Heard())
    table.lamps.show({"seat.1"})
    table.close()
    table.close()
    with LED(18, initial_value=None, pin_factory=pins) as lamp:
        assert not lamp.is_lit

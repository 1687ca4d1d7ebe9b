from collections.abc import Iterator

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory
from gpiozero.pins.native import NativeFactory

from firmware.bounces import is_timeless
from firmware.edges import Edge
from firmware.panel import Panel
from firmware.pins import PinsMissing, PinsUnfit
from firmware.wiring import FOUR_SEATS, Wiring

TWO_SLAPS = Wiring(buttons={"slap.1": 22, "slap.2": 25}, lamps={"seat.1": 18, "buzzer": 21})


class Heard(list[Edge]):
    """Edges as they come, and presses as they are believed."""

    def __init__(self) -> None:
        super().__init__()
        self.believed: list[Edge] = []

    def presses(self) -> list[tuple[str, float]]:
        """In the order of their times, which is not the order of delivery."""
        return sorted(((press.button, press.at_ns / 1e6) for press in self.believed), key=lambda press: press[1])


def panel(pins: MockFactory, heard: Heard, wiring: Wiring = TWO_SLAPS) -> Panel:
    return Panel(
        wiring,
        on_edge=heard.append,
        on_press=heard.believed.append,
        pin_factory=pins,
        monotonic_ns=pins.now_ns,
    )


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
        pins.now_ms = 300.0
        table.refresh(pins.now_ns())
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
        pins.pin(22).release(1020)
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


class Believed(list[Edge]):
    def times(self) -> list[tuple[str, float]]:
        return sorted((press.button, press.at_ns / 1e6) for press in self)


FOUR_SLAPS = Wiring(
    buttons={"slap.1": 22, "slap.2": 25, "call.1": 17},
    lamps={"seat.1": 18, "seat.2": 11, "buzzer": 21},
)


class Race:
    """A panel whose slap buttons race, refreshed whenever it asks for it."""

    def __init__(self, pins: MockFactory) -> None:
        self.pins, self.believed = pins, Believed()
        self.panel = Panel(FOUR_SLAPS, on_press=self.believed.append, pin_factory=pins, monotonic_ns=pins.now_ns)
        self.panel.ready()
        self.panel.race("slap")

    def at(self, at_ms: float) -> MockFactory:
        self.pins.now_ms = at_ms
        return self.pins

    def refresh(self, at_ms: float) -> None:
        self.at(at_ms)
        self.panel.refresh(self.pins.now_ns())

    def lit(self) -> set[str]:
        return {name for name, pin in FOUR_SLAPS.lamps.items() if self.pins.pin(pin).state}


@pytest.fixture
def race(pins: MockFactory) -> Iterator[Race]:
    race = Race(pins)
    with race.panel:
        yield race


def test_the_first_touch_lights_its_lamp_at_once_and_the_second_does_not(race: Race) -> None:
    race.at(100).pin(25).press(100)
    assert race.lit() == {"seat.2"}
    race.at(101).pin(22).press(101)
    assert race.lit() == {"seat.2"}
    assert len(race.panel.lamp_delays_ns) == 1


def test_a_touch_that_was_earlier_but_came_later_takes_the_light(race: Race) -> None:
    race.at(100).pin(25).press(100)
    race.at(101).pin(22).press(99.5)
    assert race.lit() == {"seat.1"}


def test_the_light_goes_out_when_the_touch_was_noise(race: Race) -> None:
    race.at(100).pin(25).press(100)
    race.at(100.06).pin(25).release(100.06)
    race.refresh(150)
    assert race.lit() == {"seat.2"}
    race.refresh(309)
    assert race.lit() == set()
    race.at(400).pin(22).press(400)
    assert race.lit() == {"seat.1"}


def test_the_light_goes_on_to_the_hand_that_came_after_the_noise(race: Race) -> None:
    race.at(100).pin(25).press(100)
    race.at(100.06).pin(25).release(100.06)
    race.at(105).pin(22).press(105)
    assert race.lit() == {"seat.2"}
    race.refresh(310)
    assert race.lit() == {"seat.1"}


def test_noise_after_a_press_does_not_put_out_its_light(race: Race) -> None:
    race.at(100).pin(25).press(100)
    race.at(140).pin(25).release(140)
    race.at(200).pin(25).press(200)
    race.at(200.06).pin(25).release(200.06)
    race.refresh(500)
    assert race.lit() == {"seat.2"}


def test_the_verdict_corrects_the_light(race: Race) -> None:
    race.at(100).pin(25).press(100)
    race.panel.ruled({"seat.1": 2_000_000_000})
    assert race.lit() == {"seat.1"}
    race.refresh(2000)
    assert race.lit() == set()


def test_the_light_ends_by_itself_when_nothing_is_ruled(race: Race) -> None:
    race.at(100).pin(25).press(100)
    race.pins.pin(25).release(150)
    race.refresh(2101)
    assert race.lit() == set()


def test_without_a_race_and_for_other_buttons_no_lamp_is_lit(race: Race) -> None:
    race.at(100).pin(17).press(100)
    assert race.lit() == set()
    race.panel.race(None)
    race.at(200).pin(25).press(200)
    assert race.lit() == set()


def test_g16_a_line_that_reads_pressed_without_an_edge_is_said_to_have_no_time(race: Race) -> None:
    """Of two edges close together the second is lost; the first one makes the panel look at the other line."""
    race.refresh(90)
    race.pins.pin(25)._change_state(False)  # the kernel has lost this edge
    race.at(100).pin(22).press(99.9)
    race.refresh(110)
    race.pins.pin(22).release(140)
    race.pins.pin(25).release(140)
    by_button = {press.button: press for press in race.believed}
    assert (by_button["slap.1"].at_ns, by_button["slap.1"].within_ns) == (99_900_000, 0)
    assert is_timeless(by_button["slap.2"])


def test_g16_both_times_are_there_whatever_lies_between_them(race: Race) -> None:
    """`cardtable bench slap` does the same for ten thousand pairs and more."""
    for pair in range(2001):
        start_ms, apart_ms = 1000.0 * pair, pair / 1000
        race.at(start_ms).pin(22).press(start_ms)
        race.at(start_ms + apart_ms).pin(25).press(start_ms + apart_ms)
        race.pins.pin(22).release(start_ms + 30)
        race.pins.pin(25).release(start_ms + 40)
    assert len(race.believed) == 4002
    assert all(press.within_ns == 0 for press in race.believed)


def test_g15_each_button_is_unproven_until_it_was_pressed_once(race: Race) -> None:
    assert race.panel.unproven() == {"slap.1", "slap.2", "call.1"}
    race.at(100).pin(22).press(100)
    race.pins.pin(22).release(140)
    assert race.panel.unproven() == {"slap.2", "call.1"}


def test_g15_a_button_whose_edges_do_not_come_stays_unproven(race: Race) -> None:
    race.refresh(90)
    race.pins.pin(25)._change_state(False)
    for at_ms in (100, 110, 500):
        race.refresh(at_ms)
    assert [is_timeless(press) for press in race.believed] == [True]
    assert "slap.2" in race.panel.unproven()
    assert race.panel.tally("slap.2").missed == 1


def test_a_button_held_down_at_the_start_is_not_pressed(pins: MockFactory) -> None:
    race = Race(pins)
    with race.panel:
        pins.now_ms = 50.0
        pins.pin(22)._change_state(False)
        race.panel.ready()
        for at_ms in (100, 110, 500, 900):
            race.refresh(at_ms)
    assert race.believed == []


def test_a_panel_says_when_it_wants_to_look_again(race: Race) -> None:
    race.at(100).pin(22).press(100)
    assert race.panel.refresh(100_000_000) == 302_000_000
    assert race.panel.refresh(302_000_000) is None

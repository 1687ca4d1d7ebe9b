from collections.abc import Iterator

import pytest
from gpiozero import LED, Button

from table.twin.clock import TwinClock, ms
from table.twin.pins import Contact, TwinFactory


class Listener(Button):
    """A gpiozero button that notes what its pin said."""

    def __init__(self, pin: int, factory: TwinFactory) -> None:
        self.heard: list[tuple[float, int]] = []
        super().__init__(pin, pull_up=True, pin_factory=factory)

    def _pin_changed(self, ticks: float, state: int) -> None:
        self.heard.append((ticks, state))
        super()._pin_changed(ticks, state)


@pytest.fixture
def clock() -> TwinClock:
    return TwinClock(ms(10_000))


@pytest.fixture
def factory(clock: TwinClock) -> Iterator[TwinFactory]:
    factory = TwinFactory(clock)
    yield factory
    factory.reset()


def test_an_edge_has_the_twins_time(clock: TwinClock, factory: TwinFactory) -> None:
    with Listener(17, factory) as button:
        clock.advance(ms(412.3))
        Contact(factory, 17, clock).press()
        assert button.heard == [(10.4123, 0)]
        assert button.is_pressed


def test_a_released_contact_is_high_again(clock: TwinClock, factory: TwinFactory) -> None:
    contact = Contact(factory, 17, clock)
    with Listener(17, factory) as button:
        contact.press()
        clock.advance(ms(50))
        contact.release()
        assert button.heard == [(10.0, 0), (10.05, 1)]
        assert not button.is_pressed


def test_a_worn_contact_is_heard_with_all_its_bounces(clock: TwinClock, factory: TwinFactory) -> None:
    with Listener(17, factory) as button:
        Contact(factory, 17, clock).press(bounces=2, bounce_ns=ms(1))
        assert button.heard == [(10.0, 0), (10.001, 1), (10.002, 0), (10.003, 1), (10.004, 0)]
        assert clock.now_ns() == ms(10_004)


def test_a_pressed_contact_pressed_again_makes_no_edge(clock: TwinClock, factory: TwinFactory) -> None:
    contact = Contact(factory, 17, clock)
    with Listener(17, factory) as button:
        contact.press()
        contact.press()
        assert len(button.heard) == 1


def test_a_contact_nobody_listens_to_may_be_pressed(clock: TwinClock, factory: TwinFactory) -> None:
    Contact(factory, 17, clock).press(bounces=1)
    assert factory.pin(17).state == 0


def test_the_factorys_clock_is_the_twins(clock: TwinClock, factory: TwinFactory) -> None:
    assert factory.ticks() == 10.0


def test_lamps_work_on_the_same_factory(factory: TwinFactory) -> None:
    with LED(22, pin_factory=factory) as lamp:
        lamp.on()
        assert factory.pin(22).state == 1

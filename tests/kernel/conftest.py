"""The pins and the panel as they are on a Pi, on a kernel whose lines the test drives. Elsewhere all is skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from firmware.panel import Panel
from firmware.wiring import FOUR_SEATS, Wiring
from tests.kernel.lines import CHIPS, Heard, SimulatedChip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ours = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in ours:
        item.add_marker(pytest.mark.kernel)
        if not CHIPS.exists():
            item.add_marker(pytest.mark.skip(reason="needs a kernel with simulated lines: ./cardtable test --kernel"))


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    """What is put here is closed when the test is over, the last first."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def make_chip(closing: ExitStack) -> Callable[..., SimulatedChip]:
    """Chips beside each other; the arguments are those of `SimulatedChip`."""

    def make(name: str, **how: Any) -> SimulatedChip:
        chip = SimulatedChip(name, **how)
        closing.callback(chip.close)
        return chip

    return make


@pytest.fixture
def chip(make_chip: Callable[..., SimulatedChip]) -> SimulatedChip:
    """The chip of a Pi 5's header."""
    return make_chip("header")


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def make_panel(closing: ExitStack, heard: Heard) -> Callable[..., Panel]:
    """A table's panel on the header's pins, ready; its edges go to `heard`."""
    from firmware.gpiodfactory import GpiodFactory  # only where there is a kernel for it

    def make(wiring: Wiring = FOUR_SEATS, **more: Any) -> Panel:
        pins = closing.enter_context(GpiodFactory(**more))
        panel = closing.enter_context(Panel(wiring, on_edge=heard.hear, pin_factory=pins))
        panel.ready()
        return panel

    return make


@pytest.fixture
def panel(chip: SimulatedChip, make_panel: Callable[..., Panel]) -> Panel:
    """The panel of four seats as `firmware/README.md` wires it."""
    return make_panel()

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from tests.web.scripted import A_GAME, ASKED, House, ScriptedDesk, foul
from web.app import create_app


@pytest.fixture
def desk() -> ScriptedDesk:
    return ScriptedDesk()


@pytest.fixture
def client(desk: ScriptedDesk) -> Iterator[FlaskClient]:
    with create_app(desk).test_client() as opened:
        yield opened


@pytest.fixture
def house(desk: ScriptedDesk) -> Iterator[House]:
    opened = House(desk)
    yield opened
    opened.close()


@pytest.fixture
def questioned(desk: ScriptedDesk) -> None:
    desk.show(replace(A_GAME, questions=(ASKED,)))


@pytest.fixture
def ruled(desk: ScriptedDesk) -> None:
    desk.after_tap = replace(A_GAME, rulings=(foul(15, "Bo"),))

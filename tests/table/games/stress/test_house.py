"""What Stress leaves to the table."""

from __future__ import annotations

import dataclasses

import pytest

from table.games import find_game
from table.games.stress.house import House
from table.houses import OptionError, options_in_force
from tests.table.games.stress.tables import stress

OTHER = {
    "ace": "low",
    "auto_stop": "false",
    "slower_takes": "own_right",
    "tie_ms": "5",
    "false_slap": "takes_right",
    "slap_window_ms": "1000",
    "cover_grace_ms": "0",
    "stuck": "draw_game",
}


def test_unless_told_otherwise_the_catalogue_holds() -> None:
    assert dict(options_in_force(House())) == {
        "ace": "both",
        "auto_stop": "true",
        "slower_takes": "both",
        "tie_ms": "1",
        "false_slap": "takes_both",
        "slap_window_ms": "2000",
        "cover_grace_ms": "300",
        "stuck": "take_right",
    }


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(House)])
def test_every_house_rule_can_be_set_in_a_record(name: str) -> None:
    house = stress(header=f"option {name}={OTHER[name]}").state.house
    assert dict(options_in_force(house))[name] == OTHER[name]


def test_a_misspelt_house_rule_is_refused() -> None:
    with pytest.raises(OptionError, match=r"no option 'tie_us'; did you mean 'tie_ms'\?"):
        stress(header="option tie_us=5")


def test_the_game_is_found_by_its_name() -> None:
    assert find_game("stress").name == "stress"
    assert find_game("stress").house is House

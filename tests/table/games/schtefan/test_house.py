"""What Vem blir Schtefan leaves to the table."""

from __future__ import annotations

import pytest

from table.games.schtefan.house import House
from table.houses import OptionError, choices, options_in_force
from tests.table.games.schtefan.told import schtefan


def test_unless_told_otherwise_the_catalogue_holds() -> None:
    assert dict(options_in_force(House())) == {
        "jokers": "2",
        "wild": "2,3,4,joker",
        "singles": "every",
        "singles_to": "left",
        "first_lead": "five_of_hearts",
        "count": "at_least",
        "equal": "no",
        "pass": "until_trick_ends",
        "single_ace_cuts": "no",
        "going_out_ends_trick": "yes",
        "wrong_play": "take_back",
        "wild_alone": "never",
        "five": "2-1",
        "roles": "standard",
    }


@pytest.mark.parametrize("name", [name for name, values in choices(House).items() if values])
def test_every_value_of_every_house_rule_can_be_set_in_a_record(name: str) -> None:
    for value in choices(House)[name]:
        assert dict(options_in_force(schtefan(options=f"{name}={value}").state.house))[name] == value


def test_a_misspelt_house_rule_is_refused() -> None:
    with pytest.raises(OptionError, match=r"no option 'wild_alon'; did you mean 'wild_alone'\?"):
        schtefan(options="wild_alon=any")


@pytest.mark.parametrize("roles", ["Kung,Page", "Kung,Page,Kung", "Kung,,Page", "Kung,Page,Narr,Svensk"])
def test_own_roles_are_one_for_each_player(roles: str) -> None:
    with pytest.raises(OptionError, match="option roles is 3 different names with commas between, or standard"):
        schtefan(options=f"roles={roles}")


def test_two_twos_of_a_house_without_free_twos_are_natural() -> None:
    told = schtefan("Bo: play 2H", "Cia: play 3C 3D", "Anna: play 4C X", options="wild=joker")
    assert told.fouls == []
    assert told.turn == "Bo"

"""What VVVänd8 leaves to the table."""

from __future__ import annotations

import dataclasses

import pytest

from table.games import find_game
from table.games.vvvand8.house import House
from table.houses import OptionError, options_in_force
from tests.records import vvvand8


def test_unless_told_otherwise_the_catalogue_holds() -> None:
    assert dict(options_in_force(House())) == {
        "coffee_break": "false",
        "viggo": "false",
        "ace_draw": "per_ace",
        "draws_after_ace": "renewed",
        "uncalled_out": "p3",
    }


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(House)])
def test_every_house_rule_can_be_set_in_a_record(name: str) -> None:
    other = {"ace_draw": "per_play", "draws_after_ace": "shared", "uncalled_out": "take_back"}.get(name, "true")
    house = vvvand8(header=f"option {name}={other}").state.house
    assert dict(options_in_force(house))[name] == other


def test_a_misspelt_house_rule_is_refused() -> None:
    with pytest.raises(OptionError, match=r"no option 'coffeebreak'; did you mean 'coffee_break'\?"):
        vvvand8(header="option coffeebreak=true")


@pytest.mark.parametrize(("value", "draws"), [("renewed", 0), ("shared", 2)])
def test_an_ace_renews_the_draws_or_does_not(value: str, draws: int) -> None:
    told = vvvand8("Bo: draw 2", "Bo: play AH", header=f"option draws_after_ace={value}")
    assert told.state.draws == draws


def test_the_option_and_the_seat_both_bring_viggo_in() -> None:
    assert vvvand8(start="AH", header="option viggo=true").owes("Bo") == 1
    assert vvvand8("Cia: viggo", "table: start AH", start=None).owes("Bo") == 1
    assert vvvand8(start="AH").owes("Bo") == 0


def test_the_game_is_found_by_its_name() -> None:
    assert find_game("vvvand8").name == "vvvand8"
    with pytest.raises(KeyError, match="no game 'whist'; games are vvvand8"):
        find_game("whist")

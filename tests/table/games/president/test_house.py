"""What President leaves to the table."""

from __future__ import annotations

import dataclasses

import pytest

from table.game import Header, Option
from table.games import find_game
from table.games.president.house import House
from table.houses import OptionError, option_name, options_in_force
from table.seats import Seat
from tests.table.games.president.told import president

OTHERS = {
    "equal_beats": "false",
    "pass": "this_turn_only",
    "first_lead": "random",
    "penalty": "lose_turn",
    "lone_joker": "any_group",
    "exchange": "false",
    "three": "2",
    "rounds": "3",
    "round": "2",
    "run_equal_beats": "false",
}


@pytest.mark.parametrize("name", [option_name(field.name) for field in dataclasses.fields(House)])
def test_every_house_rule_can_be_set_in_a_record(name: str) -> None:
    other = OTHERS.get(name, "true")
    house = president(options=f"{name}={other}").state.house
    assert dict(options_in_force(house))[name] == other
    assert dict(options_in_force(House()))[name] != other


@pytest.mark.parametrize(("value", "jokers"), [("true", 2), ("2", 2), ("false", 0), ("0", 0)])
def test_jokers_are_set_as_yes_or_no_or_by_their_number(value: str, jokers: int) -> None:
    assert president(options=f"jokers={value}").state.setup.jokers == jokers


def test_a_misspelt_house_rule_is_refused() -> None:
    with pytest.raises(OptionError, match=r"no option 'run'; did you mean 'runs'\?"):
        president(options="run=true")


def test_three_players_exchange_one_card_or_as_the_house_says() -> None:
    for three in (1, 2):
        told = president(placed="Anna Bo Cia", options=f"three={three}")
        assert [(swap.upper, swap.lower, swap.quota) for swap in told.state.swaps] == [("Anna", "Cia", three)]


def test_without_the_exchange_nothing_is_due() -> None:
    assert president(placed="Anna Bo Cia", options="exchange=false").state.swaps == ()


def test_the_game_is_found_by_its_name() -> None:
    assert find_game("president").name == "president"


# The next round


def over(*options: Option) -> tuple[Header, Header]:
    """A header, and the one that follows when Bo, Cia and Anna have finished in that order."""
    told = president("Bo: dealt 1", "Cia: dealt 1", "Anna: dealt 1", "Bo: play 3H", "Cia: play 4H")
    header = dataclasses.replace(told.referee.header, options=options)
    game = told.referee.game
    state = dataclasses.replace(told.state, setup=game.open(header).setup)
    return header, game.next_header(state, header)


def test_the_next_round_is_placed_as_this_one_ended_and_the_next_one_deals() -> None:
    _, following = over()
    assert (following.placed, following.dealer) == (("Bo", "Cia", "Anna"), "Bo")
    assert following.options == (Option("round", "2"),)


def test_after_the_last_round_a_new_evening_begins() -> None:
    _, following = over(Option("rounds", "2"), Option("round", "2"))
    assert (following.placed, following.options) == ((), (Option("rounds", "2"),))


def test_a_round_that_is_not_over_is_played_again() -> None:
    told = president("Bo: play 3H")
    assert told.referee.game.next_header(told.state, told.referee.header) == told.referee.header


def test_the_deal_passes_over_a_free_seat() -> None:
    told = president(
        "Bo: dealt 1", "Cia: dealt 1", "Dag: dealt 1", "Bo: play 3H", "Cia: play 4H",
        seats="Anna Bo Cia Dag", header="free Anna", dealer="Dag", options="first_lead=random",
    )  # fmt: skip
    following = told.referee.game.next_header(told.state, told.referee.header)
    assert (following.dealer, following.free, following.placed) == ("Bo", (Seat("Anna"),), ("Bo", "Cia", "Dag"))

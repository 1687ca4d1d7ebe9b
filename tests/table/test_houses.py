import enum
from dataclasses import dataclass

import pytest

from table.game import Option
from table.houses import OptionError, choices, options_in_force, settle


class Ace(enum.StrEnum):
    BOTH = "both"
    LOW = "low"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    coffee_break: bool = False
    tie_ms: int = 1
    ace: Ace = Ace.BOTH


def refused(name: str, value: str) -> str:
    option = Option(name, value, line=3, column=8)
    with pytest.raises(OptionError) as raised:
        settle(House, [option])
    assert raised.value.option is option
    return str(raised.value)


def test_what_is_not_said_is_as_it_usually_is() -> None:
    assert settle(House, []) == House()


def test_what_is_said_is_in_force() -> None:
    options = [Option("coffee_break", "true"), Option("tie_ms", "5"), Option("ace", "low")]
    assert settle(House, options) == House(coffee_break=True, tie_ms=5, ace=Ace.LOW)


def test_a_misspelt_option_is_told_the_nearest() -> None:
    assert refused("tie_us", "5") == "no option 'tie_us'; did you mean 'tie_ms'?"


def test_an_unheard_of_option_is_told_what_there_is() -> None:
    assert refused("weather", "fair") == "no option 'weather'; there are: ace, coffee_break, tie_ms"


@pytest.mark.parametrize("value", ["yes", "True", "1", ""])
def test_a_switch_is_true_or_false(value: str) -> None:
    assert refused("coffee_break", value) == f"option coffee_break is one of true, false, got '{value}'"


@pytest.mark.parametrize("value", ["five", "-1", "1.5", ""])
def test_a_number_is_whole(value: str) -> None:
    assert refused("tie_ms", value) == f"option tie_ms is a whole number, got '{value}'"


def test_a_choice_is_one_of_those_there_are() -> None:
    assert refused("ace", "high") == "option ace is one of both, low, got 'high'"


def test_the_rules_in_force_are_told_in_the_notations_words() -> None:
    assert options_in_force(House(ace=Ace.LOW)) == (("coffee_break", "false"), ("tie_ms", "1"), ("ace", "low"))


def test_the_rules_in_force_read_back_are_the_same_house() -> None:
    house = House(coffee_break=True, tie_ms=18, ace=Ace.LOW)
    assert settle(House, [Option(name, value) for name, value in options_in_force(house)]) == house


@dataclass(frozen=True, slots=True, kw_only=True)
class OfAnotherGame:
    pass_: Ace = Ace.BOTH
    roles: str = "standard"


def test_a_house_rule_may_be_named_by_a_word_that_python_keeps() -> None:
    house = settle(OfAnotherGame, [Option("pass", "low")])
    assert house.pass_ is Ace.LOW
    assert options_in_force(house) == (("pass", "low"), ("roles", "standard"))
    assert choices(OfAnotherGame) == {"pass": ("both", "low"), "roles": ()}


def test_a_free_text_is_taken_as_it_is() -> None:
    assert settle(OfAnotherGame, [Option("roles", "Kung,Bonde")]).roles == "Kung,Bonde"


def test_the_values_there_are_can_be_asked_for() -> None:
    assert choices(House) == {"coffee_break": ("true", "false"), "tie_ms": (), "ace": ("both", "low")}


@dataclass(frozen=True, slots=True, kw_only=True)
class WithNames:
    names: str = "usual"


def test_free_text_is_taken_as_it_stands() -> None:
    assert settle(WithNames, (Option("names", "Vladde,Svensk,Six_years"),)).names == "Vladde,Svensk,Six_years"
    assert choices(WithNames) == {"names": ()}
    assert options_in_force(WithNames()) == (("names", "usual"),)

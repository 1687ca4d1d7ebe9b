"""House rules for people: every one has its words, and presets set what they say."""

from __future__ import annotations

from typing import Any

import pytest

from table.game import Game, Header, Option
from table.games import GAMES, find_game
from table.houses import OptionError, options_in_force
from table.presets import (
    PresetError,
    as_usual,
    decisions,
    house_rule_text,
    house_rules,
    options_of,
    preset_names,
    preset_options,
    preset_text,
    read_option,
)
from table.seats import Seat
from table.texts import LANGUAGES, game_toml

VVVAND8 = find_game("vvvand8")
SEATS = tuple(map(Seat, ("Anna", "Bo", "Cia", "Dag")))

of_every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def presets() -> list[tuple[Game[Any], str]]:
    return [(game, name) for game in GAMES for name in preset_names(game.name)]


of_every_preset = pytest.mark.parametrize(("game", "name"), presets(), ids=lambda part: getattr(part, "name", part))


@of_every_game
def test_every_house_rule_bends_only_clauses_of_its_game_and_says_what_it_is_about(game: Game[Any]) -> None:
    clauses = {clause.number for clause in game.rulebook}
    for rule in house_rules(game, ()):
        assert clauses >= set(rule.bends), rule.name
        assert rule.is_usual
        english, swedish = (house_rule_text(game.name, rule.name, language) for language in LANGUAGES)
        assert english != swedish
        assert english.endswith(".") and swedish.endswith(".")


@of_every_game
def test_no_words_are_left_of_a_house_rule_that_is_gone(game: Game[Any]) -> None:
    assert set(game_toml(game.name, "house.toml")) - {"always"} == {rule.name for rule in house_rules(game, ())}


@of_every_game
def test_what_is_decided_is_said_for_every_value_that_the_rule_may_have(game: Game[Any]) -> None:
    for rule in house_rules(game, ()):
        decided = game_toml(game.name, "house.toml")[rule.name].get("decided")
        if decided is not None:
            assert set(decided) == set(rule.choices), rule.name
            assert all(set(text) == set(LANGUAGES) for text in decided.values())


@of_every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_decided_fits_on_one_screen(game: Game[Any], language: str) -> None:
    said = decisions(game, (), language)
    assert 1 <= len(said) <= 8
    assert all(decision.bends for decision in said)


def test_the_first_preset_of_a_game_is_its_usual_rules() -> None:
    for game in GAMES:
        first, *_ = preset_names(game.name)
        usual = options_in_force(game.house())
        assert all((option.name, option.value) in usual for option in preset_options(game.name, first))


@of_every_preset
def test_a_preset_opens_a_game_and_says_what_it_is_for(game: Game[Any], name: str) -> None:
    game.open(Header(game=game.name, seats=SEATS, dealer=SEATS[0], options=preset_options(game.name, name)))
    texts = [preset_text(game.name, name, language) for language in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES)


@of_every_preset
def test_a_preset_changes_what_it_sets(game: Game[Any], name: str) -> None:
    options = preset_options(game.name, name)
    rules = {rule.name: rule.value for rule in house_rules(game, options)}
    assert all(rules[option.name] == option.value for option in options)


def test_a_preset_is_named_with_its_game_or_without() -> None:
    assert preset_options("vvvand8", "vvvand8.arbetstid") == preset_options("vvvand8", "arbetstid")
    assert preset_options("vvvand8", "arbetstid") == (Option("coffee_break", "true"),)


def test_a_misspelt_preset_is_told_the_nearest() -> None:
    with pytest.raises(PresetError, match="vvvand8 has no preset 'arbetstd'; did you mean 'arbetstid'"):
        preset_options("vvvand8", "arbetstd")


def test_an_unheard_of_preset_is_told_what_there_is() -> None:
    with pytest.raises(PresetError, match="there are: fritid, arbetstid"):
        preset_options("vvvand8", "xyz")


def test_what_is_said_goes_before_the_preset() -> None:
    said = [Option("coffee_break", "false"), Option("viggo", "true")]
    chosen = options_of("vvvand8", "arbetstid", said)
    assert {option.name: option.value for option in chosen} == {"coffee_break": "false", "viggo": "true"}


def test_a_house_rule_that_is_not_as_usual_is_among_the_decisions() -> None:
    said = [decision.text for decision in decisions(VVVAND8, [Option("viggo", "true")], "en")]
    assert any(text.startswith("viggo = true. Viggo plays") for text in said)
    assert any(text.startswith("Out without having called: the card lies") for text in said)


def test_another_value_is_another_decision() -> None:
    said = decisions(VVVAND8, [Option("uncalled_out", "take_back")], "sv")
    assert [decision.text.split(":")[1].split(",")[0] for decision in said] == [" kortet tas tillbaka"]


def test_an_unknown_house_rule_is_refused() -> None:
    with pytest.raises(OptionError, match="did you mean 'viggo'"):
        house_rules(VVVAND8, [Option("vigo", "true")])


@pytest.mark.parametrize("said", ["viggo", "viggo=", "=true", "viggo = true"])
def test_an_option_out_of_form_is_refused(said: str) -> None:
    with pytest.raises(PresetError, match="expected an option such as name=value"):
        read_option(said)


@of_every_preset
def test_every_house_rule_is_told_as_decided_or_as_usual(game: Game[Any], name: str) -> None:
    options = preset_options(game.name, name)
    usual = as_usual(game, options)
    told = {clause for decision in decisions(game, options, "en") for clause in decision.bends}
    told |= {clause for rule in usual for clause in rule.bends}
    assert {clause for rule in house_rules(game, options) for clause in rule.bends} <= told
    assert all(rule.is_usual for rule in usual)

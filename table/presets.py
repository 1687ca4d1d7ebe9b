"""A game's house rules for people: what each is about, what the table has decided, and presets by name.

Each game's folder says it in `house.toml` and `presets.toml`, for both languages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from table.game import Game, Option
from table.houses import choices, options_in_force, settle
from table.refusals import RefusedError, expected, nearest
from table.rulings import ClauseId
from table.texts import game_toml


class PresetError(RefusedError):
    """House rules that cannot be used as they were given: what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """One house rule of a game, with its value now."""

    name: str
    value: str
    usual: str
    choices: tuple[str, ...]
    """The values there are; empty for a whole number."""
    bends: tuple[ClauseId, ...]

    @property
    def is_usual(self) -> bool:
        return self.value == self.usual


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What has been decided where the rule text is silent or says two things."""

    bends: tuple[ClauseId, ...]
    text: str


def house_rules(game: Game[Any], options: Iterable[Option]) -> tuple[HouseRule, ...]:
    """Every house rule of the game with these options set. Raises OptionError as `table.houses.settle` does."""
    values = options_in_force(settle(game.house, options))
    usual, words = dict(options_in_force(game.house())), choices(game.house)
    return tuple(
        HouseRule(name=name, value=value, usual=usual[name], choices=words[name], bends=_bends(_house(game.name)[name]))
        for name, value in values
    )


def house_rule_text(game: str, name: str, language: str) -> str:
    """What a house rule is about. Raises KeyError if the game has no such rule."""
    text: str = _house(game)[name][language]
    return text


def decisions(game: Game[Any], options: Iterable[Option], language: str) -> tuple[Decision, ...]:
    """What has been decided, on one screen: each ambiguity that matters, and every house rule that is not as usual."""
    return (*_always_decided(game, language), *_decided_by(house_rules(game, options), game.name, language))


def as_usual(game: Game[Any], options: Iterable[Option]) -> tuple[HouseRule, ...]:
    """The other house rules: as usual, and nothing had to be decided about them."""
    rules = house_rules(game, options)
    return tuple(rule for rule in rules if rule.is_usual and rule.value not in _decisions_about(game.name, rule))


def _decisions_about(game: str, rule: HouseRule) -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = _house(game)[rule.name].get("decided", {})
    return found


def _always_decided(game: Game[Any], language: str) -> Iterable[Decision]:
    for entry in _house(game.name).get("always", ()):
        yield Decision(bends=_bends(entry), text=entry[language])


def _decided_by(rules: Iterable[HouseRule], game: str, language: str) -> Iterable[Decision]:
    for rule in rules:
        decided = _decisions_about(game, rule).get(rule.value)
        if decided is not None:
            yield Decision(bends=rule.bends, text=decided[language])
        elif not rule.is_usual:
            text = f"{rule.name} = {rule.value}. {house_rule_text(game, rule.name, language)}"
            yield Decision(bends=rule.bends, text=text)


def preset_names(game: str) -> tuple[str, ...]:
    """The presets there are for the game, the usual rules first."""
    return tuple(_presets(game))


def preset_text(game: str, name: str, language: str) -> str:
    """What a preset is for."""
    text: str = _presets(game)[name][language]
    return text


def preset_options(game: str, name: str) -> tuple[Option, ...]:
    """The options that a preset sets; *name* with or without the game's before it. Raises PresetError."""
    own = name.removeprefix(f"{game}.")
    if own not in _presets(game):
        known = _presets(game)
        raise PresetError(nearest("no_preset", own, known, game=game, name=name, names=", ".join(known)))
    return tuple(Option(option, value) for option, value in _presets(game)[own]["options"].items())


def options_of(game: str, preset: str | None, said: Iterable[Option]) -> tuple[Option, ...]:
    """The options of a preset, with those that were said besides in place of its own. Raises PresetError."""
    chosen = {option.name: option for option in (preset_options(game, preset) if preset else ())}
    return tuple({**chosen, **{option.name: option for option in said}}.values())


def read_option(said: str) -> Option:
    """An option written as `name=value`. Raises PresetError if it is not."""
    name, equals, value = said.partition("=")
    if not (name and equals and value) or len(said.split()) != 1:
        raise PresetError(expected("option", said))
    return Option(name, value)


def _bends(entry: Mapping[str, Any]) -> tuple[ClauseId, ...]:
    return tuple(map(ClauseId, entry["bends"]))


def _house(game: str) -> Mapping[str, Any]:
    return game_toml(game, "house.toml")


def _presets(game: str) -> Mapping[str, Any]:
    return game_toml(game, "presets.toml")

"""House rules: from a record's option lines to a game's frozen settings."""

from __future__ import annotations

import dataclasses
import enum
import functools
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, get_type_hints

from table.game import Option
from table.refusals import Refusal, RefusedError, nearest, refusal

House = TypeVar("House")


class OptionError(RefusedError):
    """A house rule that the game does not have, or not so."""

    def __init__(self, option: Option, why: Refusal) -> None:
        super().__init__(why)
        self.option = option


def settle(house: type[House], options: Iterable[Option]) -> House:
    """The house rules *house* (a frozen dataclass of bool, int, str and StrEnum fields) with these options set.

    Field names and values are those of the notation; a field may end in `_` where Python keeps the word for itself.
    Raises OptionError, which names the nearest option or the values there are.
    """
    hashable: Any = house  # mypy does not take a class for one
    hints = _hints(hashable)
    fields = {option_name(name): name for name in hints}
    kinds = {name: hints[field] for name, field in fields.items()}
    chosen: dict[str, Any] = {}
    for option in options:
        if option.name not in kinds:
            names = ", ".join(sorted(kinds))
            raise OptionError(option, nearest("no_option", option.name, kinds, name=option.name, names=names))
        chosen[fields[option.name]] = _value(kinds[option.name], option)
    return house(**chosen)


@functools.cache
def _hints(house: type[Any]) -> Mapping[str, Any]:
    """The type of each field; looking it up anew would take longer than opening a game."""
    return get_type_hints(house)


def option_name(field: str) -> str:
    """The notation's name of a house rule's field."""
    return field.rstrip("_")


def _value(kind: Any, option: Option) -> Any:
    words = _words(kind)
    if kind is str:
        return option.value
    if words is None:
        if option.value.isdecimal():
            return int(option.value)
        raise OptionError(option, refusal("option_number", name=option.name, got=option.value))
    if option.value not in words:
        why = refusal("option_one_of", name=option.name, values=", ".join(words), got=option.value)
        raise OptionError(option, why)
    return words[option.value]


def _words(kind: Any) -> dict[str, Any] | None:
    if kind is bool:
        return {"true": True, "false": False}
    if issubclass(kind, enum.Enum):
        return {member.value: member for member in kind}
    return None


def options_in_force(house: Any) -> tuple[tuple[str, str], ...]:
    """Every house rule by name with its value now, in notation form."""
    fields = (field.name for field in dataclasses.fields(house))
    return tuple((option_name(field), _said(getattr(house, field))) for field in fields)


def choices(house: type[Any]) -> Mapping[str, tuple[str, ...]]:
    """The values that each house rule may have, in notation form; empty for a whole number and for free text."""
    return {option_name(name): tuple(_words(kind) or ()) for name, kind in get_type_hints(house).items()}


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

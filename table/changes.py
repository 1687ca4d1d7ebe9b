"""Frozen values made, and made anew with some of their fields changed, many times for each event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

Value = TypeVar("Value")
Fields = ParamSpec("Fields")

_empty: Callable[[Any], Any] = object.__new__
_put_in: Callable[[Any, str, Any], None] = object.__setattr__


def made(kind: Callable[Fields, Value], /, *_: Fields.args, **fields: Fields.kwargs) -> Value:
    """Like `kind(...)`, twice as fast, for frozen dataclasses without slots, default factories and `__post_init__`.

    A frozen dataclass looks each field up anew when it is filled in. What is not given is read from the class.
    """
    new: Value = _empty(kind)
    _put_in(new, "__dict__", fields)
    return new


def changed(value: Value, **fields: Any) -> Value:
    """Like `dataclasses.replace`, many times as fast, for frozen dataclasses without slots.

    `replace` hands every field through `__init__` again. With many fields in a game's state and several new states
    for each event, that is most of the time it takes to judge a game.
    """
    new: Value = _empty(type(value))
    _put_in(new, "__dict__", {**value.__dict__, **fields})
    return new

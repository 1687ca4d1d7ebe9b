"""A frozen value with some of its fields changed."""

from __future__ import annotations

from typing import Any, TypeVar

Value = TypeVar("Value")


def changed(value: Value, **fields: Any) -> Value:
    """Like `dataclasses.replace`, ten times as fast, for frozen dataclasses without slots.

    `replace` hands every field through `__init__` again. With some twenty fields in a state and a few new states for
    each event, that took two thirds of the time to judge a game.
    """
    new = object.__new__(type(value))
    object.__setattr__(new, "__dict__", {**value.__dict__, **fields})
    return new

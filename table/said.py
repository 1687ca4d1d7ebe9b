"""Short texts in both languages at once, as the screens take them."""

from __future__ import annotations

from collections.abc import Callable

from table.rulings import Fact
from table.texts import word
from web.desk import Text


def in_both(said: Callable[[str], str]) -> Text:
    """The same thing said in English and in Swedish."""
    return Text(said("en"), said("sv"))


def words(group: str, key: str, **facts: Fact) -> Text:
    """A short text in both languages; see `table.texts.word`."""
    return in_both(lambda language: word(group, key, language, **facts))

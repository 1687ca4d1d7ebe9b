from __future__ import annotations

import re
from pathlib import Path

import pytest

from web.words import LANGUAGES, words

WEB = Path(__file__).parents[2] / "web"
SOURCES = [*WEB.glob("*.py"), *WEB.glob("templates/*.html"), *WEB.glob("static/*.js")]
A_USE = re.compile(r"""(?:\bword|\btext|\bTapError)\(\s*["']([a-z_.]+)["']""")


def used() -> set[str]:
    return {key for source in SOURCES for key in A_USE.findall(source.read_text(encoding="utf-8"))}


def test_both_languages_have_the_same_words() -> None:
    assert set(words("en")) == set(words("sv"))


def test_both_languages_have_the_same_places_in_each_word() -> None:
    places = {
        language: {key: set(re.findall(r"{\w+}", said)) for key, said in words(language).items()}
        for language in LANGUAGES
    }
    assert places["en"] == places["sv"]


def test_every_word_used_is_there() -> None:
    assert used() <= set(words("en"))


def test_no_word_is_there_in_vain() -> None:
    assert set(words("en")) <= used()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_empty(language: str) -> None:
    assert all(said.strip() for said in words(language).values())

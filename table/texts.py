"""The words of rulings and clauses, in English and Swedish.

A game's sentences stand in its folder as `clauses.en.toml` and `clauses.sv.toml`; what all games share stands beside
this module as `words.en.toml` and `words.sv.toml`. Places in a sentence are filled by name: `{card}`, `{seat}`; a
number is written with its noun as `{count:card|cards}`.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from table.cards import Card, Rank, Suit
from table.rulings import ClauseId, Fact, Kind, Ms, Ruling

LANGUAGES = ("en", "sv")

Table = Mapping[str, Mapping[str, str]]
Tree = Mapping[str, Any]


class _Number(int):
    """A whole number that knows its noun: `{:card|cards}` gives `3 cards`, in small words where there are some."""

    words: tuple[str, ...] = ()

    def __format__(self, nouns: str) -> str:
        if "|" not in nouns:
            return format(int(self), nouns)
        one, many = nouns.split("|")
        word = self.words[self] if 0 <= self < len(self.words) else str(int(self))
        return f"{word} {one if self == 1 else many}"


@functools.cache
def _toml(folder: str, name: str) -> Tree:
    return tomllib.loads(Path(__file__).parent.joinpath(folder, name).read_text(encoding="utf-8"))


def game_toml(game: str, name: str) -> Tree:
    """A file of words in the game's folder."""
    return _toml(f"games/{game}", name)


def _words(language: str) -> Table:
    return _toml("", f"words.{language}.toml")


def _clauses(game: str, language: str) -> Table:
    return game_toml(game, f"clauses.{language}.toml")


def fault_forms(language: str) -> Mapping[str, str]:
    """The sentences of the packages that know English only, and what they are in *language*; empty for English."""
    return {} if language == LANGUAGES[0] else _toml("", f"faults.{language}.toml")


def word(group: str, key: str, language: str, **facts: Fact) -> str:
    """A short text that all games share, such as `marks`, `called`. Raises KeyError if there is none."""
    return _filled(_words(language)[group][key], facts, language)


def has_word(group: str, key: str) -> bool:
    """Whether there is such a short text."""
    return key in _words(LANGUAGES[0])[group]


def card_name(card: Card, language: str) -> str:
    """A card as people say it: `seven of hearts`, `hjärter sju`."""
    if card.suit is None:
        return _words(language)["cards"]["joker"]
    form = _words(language)["cards"]["form"]
    return form.format(rank=_words(language)["ranks"][card.rank.value], suit=suit_name(card.suit, language))


def rank_name(rank: Rank, language: str) -> str:
    """A rank as people say it: `king`, `kung`."""
    if rank is Rank.JOKER:
        return _words(language)["cards"]["joker"]
    return _words(language)["ranks"][rank.value]


def suit_name(suit: Suit, language: str) -> str:
    """A suit as people say it: `hearts`, `hjärter`."""
    return _words(language)["suits"][suit.value]


def _said(fact: Fact, language: str) -> str | int:
    if isinstance(fact, Card):
        return card_name(fact, language)
    if isinstance(fact, Rank):
        return rank_name(fact, language)
    if isinstance(fact, Suit):
        return suit_name(fact, language)
    if isinstance(fact, Ms):
        return ms_text(fact, language)
    if isinstance(fact, tuple):
        return _listed([card_name(card, language) for card in fact], language)
    return _number(fact, language) if isinstance(fact, int) else fact


def ms_text(span: Ms, language: str) -> str:
    """A span of time as people read it: `18.7 ms`, `18,7 ms`; exact to the microsecond, without idle noughts."""
    whole, part = divmod(abs(span.us), 1000)
    digits = f"{part:03d}".rstrip("0") or "0"
    return f"{'-' if span.us < 0 else ''}{whole}{_words(language)['numbers']['decimal']}{digits} ms"


def _number(count: int, language: str) -> int:
    number = _Number(count)
    number.words = tuple(_words(language)["numbers"]["words"].split())
    return number


def _listed(names: list[str], language: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {_words(language)['cards']['and']} {names[-1]}"


def _filled(form: str, facts: Mapping[str, Fact], language: str) -> str:
    return form.format(**{name: _said(fact, language) for name, fact in facts.items()})


def clause_title(game: str, number: ClauseId, language: str) -> str:
    """A clause's short name. Raises KeyError if the game has no such clause."""
    return _clauses(game, language)[number]["title"]


def clause_rule(game: str, number: ClauseId, language: str) -> str:
    """A clause in our own words. Raises KeyError if the game has no such clause."""
    return _clauses(game, language)[number]["rule"]


def why_not_judged(game: str, number: ClauseId, language: str) -> str:
    """Why nobody judges the clause, in the reader's words; empty where the game's texts do not say."""
    return _clauses(game, language)[number].get("why_not", "")


def can_be_asked(game: str, number: ClauseId) -> bool:
    """Whether the referee has a question about the clause for the case that it cannot know."""
    return any(key.startswith("question") for key in _clauses(game, LANGUAGES[0])[number])


def has_clause(game: str, number: str) -> bool:
    """Whether the game's texts know the clause."""
    return number in _clauses(game, LANGUAGES[0])


def sentence(game: str, ruling: Ruling, language: str, *, names_cards: bool = True) -> str:
    """A ruling as it is read out: what was seen, the clause, and what it costs.

    Without *names_cards* it says the same of `a card`, whichever it was. A clause whose sentence would tell it all the
    same, or reads badly then, has one under its name with `older_` before.
    """
    key = f"{ruling.kind}_{ruling.aspect}" if ruling.aspect else str(ruling.kind)
    facts = dict(ruling.facts)
    if ruling.seat is not None:
        facts["seat"] = ruling.seat
    texts = _clauses(game, language).get(ruling.clause, {})
    shared = _words(language)["rulings"]
    if not names_cards:
        facts = {name: _unnamed(name, fact, language) for name, fact in facts.items()}
        key = f"older_{key}" if f"older_{key}" in texts else key
    form = texts.get(key) or shared.get(key) or shared[str(ruling.kind)]
    said = f"{_capital(_filled(form, facts, language))} ({ruling.clause})."
    cost = _cost(ruling, language) if ruling.kind is Kind.FOUL else ""
    return f"{said} {cost}" if cost else said


UNDER = ("under", "top", "other")
"""Facts about a card beside the one that was laid."""


def _unnamed(name: str, fact: Fact, language: str) -> Fact:
    """The same fact without saying which card it was."""
    if isinstance(fact, Suit):
        return word("cards", "unnamed_suit", language)
    if isinstance(fact, tuple) and len(fact) > 1:
        return word("cards", "unnamed_many", language, count=len(fact))
    if isinstance(fact, Card | tuple):
        return word("cards", "unnamed_under" if name in UNDER else "unnamed", language)
    return fact


def _cost(ruling: Ruling, language: str) -> str:
    """What a foul costs, as a sentence; empty where it costs nothing."""
    penalty = ruling.penalty
    if penalty is None:
        return ""
    if penalty.takes is not None:
        return _capital(word("rulings", f"takes_{penalty.takes.value}", language, seat=ruling.seat or ""))
    return _capital(word("rulings", "penalty", language, cards=penalty.cards))


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]

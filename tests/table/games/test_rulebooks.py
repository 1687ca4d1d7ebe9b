"""Every clause of every game is in its rulebook, and has its words in both languages."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from string import Formatter

import pytest

from table.cards import DECK, Card, Suit
from table.games import GAMES, find_game
from table.notation import read_bytes
from table.referee import Referee
from table.rulings import ClauseId, Penalty, Ruling
from table.texts import LANGUAGES, card_name, clause_rule, clause_title, sentence, suit_name
from tests.table.games.test_cases import PATHS, read_case

CLAUSES = {
    "vvvand8": [
        f"V{chapter}.{number}" for chapter, last in ((1, 12), (2, 20), (3, 10)) for number in range(1, last + 1)
    ],
    "stress": [
        f"S{chapter}.{number}"
        for chapter, last in ((1, 4), (2, 8), (3, 8), (4, 4), (5, 1))
        for number in range(1, last + 1)
    ],
    "schtefan": [
        f"H{chapter}.{number}"
        for chapter, last in ((1, 4), (2, 3), (3, 13), (4, 3), (5, 6))
        for number in range(1, last + 1)
    ],
    "president": [
        *(f"P1.{number}" for number in (1, 2, 3, 4, 5, 6, 7, 10, 11, 8, 9)),
        *(f"P2.{number}" for number in range(1, 6)),
        *(f"P3.{number}" for number in range(1, 11)),
    ],
}
"""The catalogue's numbers, in the order of the rule text."""

ENGLISH = {"a", "an", "the", "card", "cards", "of", "and", "or", "turn", "laid", "has", "was", "takes", "with", "not"}
SWEDISH = {"ett", "en", "kort", "och", "inte", "har", "är", "hjärter", "spader", "klöver", "ruter", "som", "högen"}


def rulings_of_all_cases() -> Iterator[tuple[str, Ruling]]:
    """Every ruling that any case brings, those withdrawn later too."""
    for path in PATHS:
        if read_case(path.read_text(encoding="utf-8")).refused_at is not None:
            continue
        record = read_bytes(path.read_bytes(), path.name)
        referee = Referee(find_game(record.header.game), record.header)
        for event in record.events:
            yield from ((record.header.game, ruling) for ruling in referee.hear(event).new)


@pytest.fixture(scope="module")
def rulings() -> list[tuple[str, Ruling]]:
    return sorted(set(rulings_of_all_cases()), key=repr)


@functools.cache
def texts_of(game: str, language: str) -> dict[str, dict[str, str]]:
    """The file of a game's words as it is."""
    return tomllib.loads(resources.files(f"table.games.{game}").joinpath(f"clauses.{language}.toml").read_text("utf-8"))


def words(said: str) -> set[str]:
    return set(re.findall(r"[a-zåäö]+", said.lower()))


def test_every_game_is_checked_here() -> None:
    assert [game.name for game in GAMES] == list(CLAUSES)


@pytest.mark.parametrize("game", CLAUSES)
def test_every_clause_is_entered_once(game: str) -> None:
    entered = [clause.number for clause in find_game(game).rulebook]
    assert sorted(entered) == sorted(CLAUSES[game])


@pytest.mark.parametrize("game", CLAUSES)
def test_the_clauses_stand_in_the_order_of_the_rule_text(game: str) -> None:
    assert [clause.number for clause in find_game(game).rulebook] == CLAUSES[game]


@pytest.mark.parametrize("game", CLAUSES)
def test_a_clause_is_judged_or_says_why_not(game: str) -> None:
    for clause in find_game(game).rulebook:
        assert (clause.judge is None) == bool(clause.why_not), clause.number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CLAUSES)
def test_every_clause_has_a_title_and_a_rule(game: str, language: str) -> None:
    for number in map(ClauseId, CLAUSES[game]):
        title, rule = clause_title(game, number, language), clause_rule(game, number, language)
        assert re.fullmatch(r"[A-ZÅÄÖ].*[^.]", title), number
        assert re.fullmatch(r"[A-ZÅÄÖ].*\.", rule), number


@pytest.mark.parametrize("game", CLAUSES)
def test_every_clause_is_said_in_two_languages(game: str) -> None:
    for number in map(ClauseId, CLAUSES[game]):
        english, swedish = (clause_rule(game, number, language) for language in ("en", "sv"))
        assert not words(english) & SWEDISH, number
        assert not words(swedish) & ENGLISH, number


@pytest.mark.parametrize("game", CLAUSES)
def test_both_languages_have_the_same_sentences_with_the_same_places(game: str) -> None:
    english, swedish = texts_of(game, "en"), texts_of(game, "sv")
    assert list(english) == list(swedish) == CLAUSES[game]
    for number, texts in english.items():
        assert set(texts) == set(swedish[number]), number
        for key, form in texts.items():
            assert places(form) == places(swedish[number][key]), f"{number} {key}"


def places(form: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(form) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_of_every_case_can_be_read_out(language: str, rulings: list[tuple[str, Ruling]]) -> None:
    assert len(rulings) > 50
    for game, ruling in rulings:
        said = sentence(game, ruling, language)
        assert "{" not in said
        assert "None" not in said
        assert f"({ruling.clause})." in said
        assert said[0].isupper() or said[0].isdigit()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_of_every_case_can_be_told_without_its_cards(
    language: str, rulings: list[tuple[str, Ruling]]
) -> None:
    names = {card_name(one, language) for one in DECK} | {suit_name(suit, language) for suit in Suit}
    for game, ruling in rulings:
        facts = [fact for _, fact in ruling.facts if isinstance(fact, Card | Suit | tuple)]
        if facts:
            said = sentence(game, ruling, language, names_cards=False)
            assert not any(name in said.lower() for name in names), said
            assert f"({ruling.clause})." in said


@pytest.mark.parametrize("game", CLAUSES)
def test_what_is_said_of_an_older_ruling_is_said_in_place_of_another_sentence(game: str) -> None:
    for number, texts in texts_of(game, "en").items():
        older = {key.removeprefix("older_") for key in texts if key.startswith("older_")}
        assert older <= set(texts), number


def test_no_english_in_swedish_rulings(rulings: list[tuple[str, Ruling]]) -> None:
    mixed = [said for game, ruling in rulings if words(said := sentence(game, ruling, "sv")) & ENGLISH]
    assert mixed == []


def test_no_swedish_in_english_rulings(rulings: list[tuple[str, Ruling]]) -> None:
    mixed = [said for game, ruling in rulings if words(said := sentence(game, ruling, "en")) & SWEDISH]
    assert mixed == []


def test_no_ruling_falls_back_on_the_words_for_all_games(rulings: list[tuple[str, Ruling]]) -> None:
    """`noted` or `something is due` would leave a player without a reason."""
    for game, ruling in rulings:
        key = f"{ruling.kind}_{ruling.aspect}" if ruling.aspect else str(ruling.kind)
        assert key in texts_of(game, "en")[ruling.clause], f"{ruling.clause} has no sentence '{key}'"


def fouls_that_cost(rulings: list[tuple[str, Ruling]]) -> list[tuple[str, Ruling, Penalty]]:
    fouls = [(game, ruling) for game, ruling in rulings if ruling.kind == "foul"]
    return [(game, ruling, ruling.penalty) for game, ruling in fouls if ruling.penalty is not None]


def test_a_foul_says_what_it_costs(rulings: list[tuple[str, Ruling]]) -> None:
    costly = [(game, ruling) for game, ruling, penalty in fouls_that_cost(rulings) if penalty.cards]
    assert costly
    assert all(sentence(game, ruling, "en").endswith("Three penalty cards.") for game, ruling in costly)
    assert all(sentence(game, ruling, "sv").endswith("Tre straffkort.") for game, ruling in costly)


def test_a_foul_says_what_is_taken_up_for_it(rulings: list[tuple[str, Ruling]]) -> None:
    costly = [(game, ruling) for game, ruling, penalty in fouls_that_cost(rulings) if penalty.takes]
    assert costly
    assert all(" takes up the " in sentence(game, ruling, "en") for game, ruling in costly)
    assert all(" tar upp " in sentence(game, ruling, "sv") for game, ruling in costly)

from __future__ import annotations

import tomllib
from importlib import resources
from string import Formatter

import pytest

from table.cards import DECK, Rank, Suit, card, cards
from table.rulings import ClauseId, Fact, Kind, Penalty, Ruling
from table.seats import Seat
from table.texts import (
    LANGUAGES,
    card_name,
    clause_rule,
    clause_title,
    has_clause,
    rank_name,
    sentence,
    suit_name,
    word,
)


def wrong_card() -> Ruling:
    facts = (("card", card("9S")), ("under", card("7H")))
    return Ruling(
        line=5, clause=ClauseId("V3.2"), kind=Kind.FOUL, seat=Seat("Bo"), penalty=Penalty(cards=3), facts=facts
    )


def test_a_card_is_called_as_people_call_it() -> None:
    assert card_name(card("QS"), "en") == "queen of spades"
    assert card_name(card("QS"), "sv") == "spader dam"
    assert card_name(card("X"), "sv") == "joker"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_suit_has_a_name_of_its_own(language: str) -> None:
    assert len({card_name(one, language) for one in (*DECK, card("X"))}) == 53
    assert len({suit_name(suit, language) for suit in Suit}) == 4


def test_a_rank_is_called_as_people_call_it() -> None:
    assert (rank_name(Rank.KING, "en"), rank_name(Rank.KING, "sv")) == ("king", "kung")
    assert rank_name(Rank.JOKER, "en") == "joker"


def test_a_foul_says_who_what_which_clause_and_the_price() -> None:
    assert sentence("vvvand8", wrong_card(), "en") == (
        "Bo laid nine of spades on seven of hearts: neither suit nor rank fits (V3.2). Three penalty cards."
    )
    assert sentence("vvvand8", wrong_card(), "sv") == (
        "Bo lade spader nio på hjärter sju: varken färg eller valör stämmer (V3.2). Tre straffkort."
    )


@pytest.mark.parametrize(
    ("laid", "said"),
    [
        ("9S", "nine of spades"),
        ("9S 9D", "nine of spades and nine of diamonds"),
        ("9S 9D 9C", "nine of spades, nine of diamonds and nine of clubs"),
    ],
)
def test_several_cards_are_listed(laid: str, said: str) -> None:
    facts = (("cards", cards(laid)), ("in_turn", Seat("Cia")))
    ruling = Ruling(line=5, clause=ClauseId("V3.4"), kind=Kind.FOUL, seat=Seat("Bo"), facts=facts)
    assert sentence("vvvand8", ruling, "en") == f"Bo laid {said}, but Cia is in turn (V3.4)."


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "One penalty card."), (2, "Two penalty cards."), (12, "Twelve penalty cards."), (13, "13 penalty cards.")],
)
def test_small_numbers_are_words_and_agree_with_their_noun(count: int, said: str) -> None:
    ruling = Ruling(line=5, clause=ClauseId("V3.5"), kind=Kind.FOUL, seat=Seat("Bo"), penalty=Penalty(cards=count))
    assert sentence("vvvand8", ruling, "en").endswith(said)


def test_only_a_foul_speaks_of_penalty_cards() -> None:
    due = Ruling(
        line=5,
        clause=ClauseId("V2.8"),
        kind=Kind.DUE,
        seat=Seat("Cia"),
        penalty=Penalty(cards=1),
        facts=(("count", 1),),
    )
    assert sentence("vvvand8", due, "en") == "An ace: Cia takes one card (V2.8)."


def test_a_clause_without_a_sentence_of_its_own_still_says_something() -> None:
    ruling = Ruling(line=5, clause=ClauseId("V9.9"), kind=Kind.INFO, seat=Seat("Bo"))
    assert sentence("vvvand8", ruling, "en") == "Noted (V9.9)."
    assert sentence("vvvand8", ruling, "sv") == "Noterat (V9.9)."


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_ruling_has_words_in_both_languages(kind: Kind) -> None:
    english, swedish = (word("rulings", kind.value, language, seat=Seat("Bo")) for language in ("en", "sv"))
    assert english != swedish


def test_a_name_with_braces_is_only_a_name() -> None:
    ruling = Ruling(line=5, clause=ClauseId("V3.5"), kind=Kind.FOUL, seat=Seat("{card}"))
    assert sentence("vvvand8", ruling, "en") == "{card} looked back through the pile (V3.5)."


def test_a_clause_is_known_by_its_number() -> None:
    assert has_clause("vvvand8", "V3.2")
    assert not has_clause("vvvand8", "V4.1")
    assert clause_title("vvvand8", ClauseId("V2.8"), "sv") == "Ess"
    assert "takes a card" not in clause_title("vvvand8", ClauseId("V2.8"), "en")
    with pytest.raises(KeyError):
        clause_rule("vvvand8", ClauseId("V4.1"), "en")


def shared(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(resources.files("table").joinpath(f"words.{language}.toml").read_text("utf-8"))


def test_both_languages_have_the_same_words_with_the_same_places() -> None:
    english, swedish = shared("en"), shared("sv")
    assert list(english) == list(swedish)
    for group, texts in english.items():
        assert list(texts) == list(swedish[group]), group
        for key, form in texts.items():
            assert places(form) == places(swedish[group][key]), f"{group} {key}"


def places(form: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(form) if name}


@pytest.mark.parametrize(
    ("clause", "aspect", "facts", "en", "sv"),
    [
        (
            "V3.4",
            "",
            (("cards", cards("9S 9D")), ("in_turn", Seat("Cia"))),
            "Bo laid two cards, but Cia is in turn (V3.4).",
            "Bo lade två kort, men Cia är på tur (V3.4).",
        ),
        (
            "V3.10",
            "",
            (("cards", cards("9S")), ("suit", Suit.HEARTS)),
            "Bo laid a card before the suit was named, and it became another suit: the cards go back (V3.10).",
            "Bo lade ett kort innan färgen valts, och den blev en annan färg: korten tas tillbaka (V3.10).",
        ),
        (
            "V3.2",
            "order",
            (("card", card("9S")), ("under", card("7H"))),
            "Bo laid a card on another card to go out: neither suit nor rank fits, only the order was wrong. "
            "That is Lex Lars (V3.2).",
            "Bo lade ett kort på ett annat kort för att gå ut: varken färg eller valör stämmer, bara ordningen var "
            "fel. Det är Lex Lars (V3.2).",
        ),
    ],
)
def test_a_ruling_can_be_told_without_naming_its_cards(
    clause: str, aspect: str, facts: tuple[tuple[str, Fact], ...], en: str, sv: str
) -> None:
    ruling = Ruling(line=5, clause=ClauseId(clause), kind=Kind.FOUL, seat=Seat("Bo"), aspect=aspect, facts=facts)
    assert [sentence("vvvand8", ruling, language, names_cards=False) for language in LANGUAGES] == [en, sv]


def test_which_cards_did_not_fit_is_all_that_told_one_wrong_card_from_another() -> None:
    """That a suit was named or that they were eights would tell what lies deeper in the pile."""
    of_cards: dict[str, tuple[tuple[str, Fact], ...]] = {
        "": (("card", card("9S")), ("under", card("7H"))),
        "named": (("card", card("9S")), ("suit", Suit.HEARTS)),
        "eights": (("cards", cards("8S 8D")),),
    }
    fouls = [
        Ruling(line=5, clause=ClauseId("V3.2"), kind=Kind.FOUL, seat=Seat("Bo"), aspect=aspect, facts=facts)
        for aspect, facts in of_cards.items()
    ]
    for language in LANGUAGES:
        assert len({sentence("vvvand8", foul, language, names_cards=False) for foul in fouls}) == 1

"""What a screen may show: the play to be beaten, and nothing of the hands."""

from __future__ import annotations

import pytest

from table.cards import cards
from table.game import Choice
from table.texts import LANGUAGES, word
from tests.records import Told
from tests.table.games.schtefan.told import NAMES, schtefan

FOUR = "Anna Bo Cia Dag"


def offers(told: Told, seat: str | None) -> dict[Choice, bool]:
    """What *seat* may tell now, and whether the game waits for it."""
    return {offer.choice: offer.is_likely for offer in told.view.offers if offer.seat == seat}


def place(told: Told, seat: str) -> int | None:
    return next(shown.place for shown in told.view.seats if shown.seat == seat)


def test_the_screen_shows_what_the_referee_believes() -> None:
    """R45: players could not know what the automatic referee believes."""
    told = schtefan("Bo: play 5H 5C", "Cia: play 7C 7D 3S", "Anna: pass")
    shown, known = told.view, told.standing
    assert (shown.top, shown.turn, shown.trick) == (known.top, known.turn, cards("7C 7D 3S"))
    assert {seat.seat: seat.cards for seat in shown.seats} == dict(known.hands)
    assert shown.facts == (("count", "3+"),)
    assert "passed" in told.marks("Anna")


def test_exactly_so_many_are_needed_where_the_house_says_so() -> None:
    assert schtefan("Bo: play 5H 5C", options="count=exact").view.facts == (("count", 2),)


def test_a_trick_that_is_over_is_not_shown_any_more() -> None:
    told = schtefan("Bo: play 5H", "Cia: play AC")
    assert (told.view.trick, told.view.top, told.view.facts) == ((), None, ())


def test_shown_hands_and_burnt_cards_are_on_no_screen() -> None:
    told = schtefan("Bo: play 5H", "Cia: play 6C 7C", "Anna: show KC QD", options="wrong_play=burn")
    assert set(told.view.trick) == set(cards("5H"))
    assert not any(rank in repr(told.view) for rank in ("KING", "QUEEN", "SIX", "SEVEN"))


def test_roles_and_classes_of_the_round_before_are_marks() -> None:
    told = schtefan(players=5, placed="Eva Dag Cia Bo Anna")
    assert told.marks("Eva") == ("Vladde", "upper")
    assert told.marks("Cia") == ("Svensk",)
    assert told.marks("Anna") == ("Chained", "lower", "dealer")


def test_after_the_round_the_new_roles_are_marks() -> None:
    told = schtefan("Bo: dealt 1", "Cia: dealt 1", "Bo: play 5H", "Cia: play 9C", placed="")
    assert told.marks("Bo") == ("Vladde", "upper")
    assert [place(told, seat) for seat in ("Bo", "Cia", "Anna")] == [1, 2, 3]
    assert (told.view.is_over, told.view.winner, told.view.loser, told.view.offers) == (True, "Bo", "Anna", ())


def test_who_is_out_has_a_place_before_the_round_is_over() -> None:
    told = schtefan("Bo: dealt 1", "Bo: play 5H")
    assert (place(told, "Bo"), place(told, "Cia")) == (1, None)
    assert told.standing.placing == ("Bo",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", range(3, 10))
def test_every_mark_has_its_words(players: int, language: str) -> None:
    told = schtefan("Anna: pass", "Anna: pass", players=players, placed=" ".join(reversed(NAMES[:players])))
    assert "stuck" in told.marks("Anna")
    for shown in told.view.seats:
        assert all(word("marks", mark, language) for mark in shown.marks)


def test_before_the_lead_everybody_may_send_singles_and_the_best_asks_first() -> None:
    told = schtefan("Bo: singles 2", players=4, placed=FOUR)
    assert offers(told, "Anna") == {Choice.SINGLES: True, Choice.ASKS: True}
    assert offers(told, "Bo") == {}
    told.tell("Anna: asks K of Dag gets 1")
    asks = next(offer for offer in told.view.offers if offer.choice is Choice.ASKS)
    gives = next(offer for offer in told.view.offers if offer.choice is Choice.GIVES)
    assert (asks.seat, asks.other, asks.count) == ("Anna", "Dag", 1)
    assert (gives.seat, gives.other, gives.count) == ("Anna", "Dag", 1)
    assert offers(told, "Cia") == {}
    told.tell("Anna: gives 1 to Dag")
    assert offers(told, "Bo") == {Choice.ASKS: True}


def test_the_player_in_turn_may_pass_and_the_leader_hardly() -> None:
    told = schtefan("Bo: play 5H")
    assert offers(told, "Cia") == {Choice.PASS: True}
    told.tell("Cia: play AC")
    assert offers(told, "Cia") == {Choice.PASS: False}


def test_a_leader_who_can_always_lead_is_not_offered_to_pass() -> None:
    assert offers(schtefan("Bo: play 5H", "Cia: play AC", options="wild_alone=any"), "Cia") == {}


def test_wrong_cards_may_be_taken_back() -> None:
    told = schtefan("Bo: play 5H", "Anna: play 9C")
    offer = next(offer for offer in told.view.offers if offer.choice is Choice.TAKE_BACK)
    assert (offer.seat, offer.cards, offer.is_likely) == ("Anna", cards("9C"), True)


def test_a_free_seat_is_free() -> None:
    told = schtefan(players=4, header="free Dag")
    assert told.marks("Dag") == ("free",)
    assert "Dag" not in told.standing.hands
    assert told.hand("Bo") == 18

"""What a screen may show: the state, and nothing that players must not be told."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from table.cards import cards
from table.game import Choice, SeatView, View
from table.games.vvvand8.information import LOW_TALON, view
from table.seats import Seat
from tests.records import Told, vvvand8

FOUR = "Anna Bo Cia Dag"


def offers(told: Told, seat: str | None) -> dict[Choice, bool]:
    """What *seat* may tell now, and whether the game waits for it."""
    return {offer.choice: offer.is_likely for offer in told.view.offers if offer.seat == seat}


def with_talon(left: int) -> View:
    state = vvvand8().state
    return view(state.with_place(Seat("Cia"), hand=52 - 1 - 7 - 7 - left))


# Secrets


def test_no_older_card_of_the_pile_is_told() -> None:
    told = repr(view(replace(vvvand8().state, pile=cards("KS QD 7H"))))
    assert "SEVEN" in told
    assert "KING" not in told
    assert "QUEEN" not in told


def test_games_that_differ_only_in_what_lies_deeper_look_alike() -> None:
    one = vvvand8("Bo: play 9H", "Cia: play 9S", "Anna: play 3S")
    other = vvvand8("Bo: play 2H", "Cia: play 2S", "Anna: play 3S", start="KH")
    assert one.view == other.view


def test_a_drawn_card_in_the_draw_for_the_deal_is_not_kept_on_the_screen() -> None:
    told = vvvand8("Anna: drawn 5C", "Bo: drawn KD", "Cia: drawn 9S", "table: start 7H", dealer=None, start=None)
    assert "KING" not in repr(told.view)


def test_the_talon_is_only_ever_said_to_be_low() -> None:
    assert ("talon_low", "") not in with_talon(LOW_TALON).facts
    assert ("talon_low", "") in with_talon(LOW_TALON - 1).facts
    assert with_talon(LOW_TALON - 1).facts == with_talon(1).facts


def test_whoever_adds_to_what_a_screen_shows_looks_at_this_test_first() -> None:
    """Each of these was held against the catalogue's list of what may be shown."""
    assert {field.name for field in fields(View)} == {
        "top", "suit", "turn", "winner", "loser", "is_over", "seats", "facts", "offers", "may_be_accused_of",
        "trick", "slaps", "slapping",
    }  # fmt: skip
    assert {field.name for field in fields(SeatView)} == {
        "seat", "cards", "owes", "marks", "place", "score", "row", "pile", "stock",
    }  # fmt: skip


def test_what_only_other_games_have_is_left_empty() -> None:
    shown = vvvand8("Bo: play 9H").view
    assert (shown.trick, shown.slaps, shown.slapping) == ((), (), None)
    assert {(seat.place, seat.score, seat.row, seat.pile, seat.stock) for seat in shown.seats} == {
        (None, None, (), None, None)
    }


# R45: players could not know what the automatic referee believes


def test_the_screen_shows_what_the_referee_believes() -> None:
    """R45."""
    told = vvvand8("Bo: draw 1", "Bo: play 8C", "Bo: suit D", "Cia: play 2S", "Cia: call")
    shown, known = told.view, told.standing
    assert (shown.top, shown.suit, shown.turn) == (known.top, known.suit, known.turn)
    assert {seat.seat: seat.cards for seat in shown.seats} == dict(known.hands)
    assert [seat.seat for seat in shown.seats if "called" in seat.marks] == list(known.called) == ["Cia"]
    assert [(seat.seat, seat.owes) for seat in shown.seats if seat.owes] == [("Cia", 3)]


def test_marks_say_who_deals_who_is_away_and_who_must_name_a_suit() -> None:
    told = vvvand8("Anna: guest", "Cia: viggo", "table: start 8D", "Cia: away", start=None)
    assert told.marks("Anna") == ("dealer", "guest", "names_suit")
    assert told.marks("Cia") == ("away", "viggo")


def test_a_free_seat_is_free_and_has_no_cards() -> None:
    told = vvvand8(seats=FOUR, header="free Dag")
    assert told.view.seats[3] == SeatView(seat=Seat("Dag"), cards=None, marks=("free",))


@pytest.mark.parametrize(("draws", "said"), [(0, "0/3"), (2, "2/3"), (5, "3/3")])
def test_the_draws_of_this_turn_are_counted_to_three(draws: int, said: str) -> None:
    told = vvvand8(f"Bo: draw {draws}") if draws else vvvand8()
    assert told.view.facts == (("draws", said),)


def test_laps_through_the_talon_are_shown_from_the_first_on() -> None:
    assert vvvand8("Bo: play 9H", "table: turned").view.facts == (("draws", "0/3"), ("laps", 1))


# What people may tell


def test_the_player_in_turn_may_draw_pass_and_call() -> None:
    assert offers(vvvand8(), "Bo") == {Choice.DRAW: True, Choice.PASS: False, Choice.CALL: False}


def test_after_three_draws_passing_is_likely_and_drawing_is_not() -> None:
    told = vvvand8("Bo: draw 3")
    assert offers(told, "Bo") == {Choice.DRAW: False, Choice.PASS: True, Choice.CALL: False}


def test_after_three_draws_the_next_player_may_draw_and_call_too() -> None:
    assert offers(vvvand8("Bo: draw 3"), "Cia") == {Choice.DRAW: False, Choice.CALL: False, Choice.AWAY: False}


def test_who_is_not_in_turn_may_leave() -> None:
    assert offers(vvvand8(), "Cia") == {Choice.AWAY: False}


def test_who_is_away_may_come_back() -> None:
    assert offers(vvvand8("Cia: away"), "Cia") == {Choice.BACK: True}


def test_who_owes_a_card_may_take_it() -> None:
    assert offers(vvvand8("Bo: play AH"), "Cia")[Choice.DRAW]


def test_who_laid_an_eight_names_a_suit() -> None:
    assert offers(vvvand8("Bo: play 8C"), "Bo")[Choice.SUIT]


def test_the_dealer_may_still_name_the_suit_that_forehand_did_not_wait_for() -> None:
    told = vvvand8("Bo: play 7C", start="8D")
    assert offers(told, "Anna")[Choice.SUIT]
    assert "names_suit" in told.marks("Anna")


def test_a_caller_may_take_the_call_back_and_does_not_call_twice() -> None:
    told = vvvand8("Bo: call")
    assert offers(told, "Bo")[Choice.UNCALL]
    assert Choice.CALL not in offers(told, "Bo")


def test_wrong_cards_may_be_taken_back_by_who_laid_them() -> None:
    told = vvvand8("Bo: play 9S 9D")
    (offer,) = [offer for offer in told.view.offers if offer.choice is Choice.TAKE_BACK]
    assert (offer.seat, offer.is_likely, offer.cards) == ("Bo", True, cards("9S 9D"))


def test_a_free_seat_may_be_joined_when_its_turn_has_come() -> None:
    told = vvvand8("Bo: play 9H", seats=FOUR, header="free Dag")
    assert Choice.JOIN not in offers(told, "Dag")
    told.tell("Cia: play 3H")
    assert Choice.JOIN in offers(told, "Dag")
    told.tell("Anna: draw 1")
    assert Choice.JOIN not in offers(told, "Dag")


def test_a_pile_of_one_card_cannot_have_been_turned() -> None:
    """A second touch of the same button would count a lap through the talon too much."""
    assert offers(vvvand8(), None) == {}
    assert offers(vvvand8("Bo: play 9H", "table: turned"), None) == {}


def test_the_table_may_say_that_the_pile_was_turned() -> None:
    assert offers(vvvand8("Bo: play 9H"), None) == {Choice.TURNED: False}
    assert offers(vvvand8(start=None), None) == {}


def test_after_the_end_there_is_nothing_to_tell() -> None:
    told = vvvand8(*["table: turned"] * 3, header="option coffee_break=true")
    assert told.view.is_over
    assert told.view.offers == ()


@pytest.mark.parametrize("line", ["Bo: draw 1", "Bo: call", "Cia: away"])
def test_whatever_is_offered_is_taken_without_a_word_against_it(line: str) -> None:
    assert vvvand8(line).rulings == []


# The contract's words


def test_the_state_in_the_contracts_words() -> None:
    told = vvvand8("Cia: guest", "table: start 7H", "Bo: call", "Bo: play 9H", start=None)
    standing = told.standing
    assert (standing.dealer, standing.turn, str(standing.top)) == ("Anna", "Cia", "9H")
    assert (dict(standing.hands), standing.called) == ({"Anna": 7, "Bo": 6, "Cia": 7}, ("Bo",))
    assert (dict(standing.roles), standing.winner, standing.official) == ({"Cia": "guest"}, None, None)


def test_a_result_that_counts_gives_the_winner_a_point_and_takes_one_from_the_loser() -> None:
    lines = ("Bo: call", "Bo: play 9H", "Cia: play 2H", "Anna: play QH", "Bo: play 4H")
    told = vvvand8("Bo: dealt 2", "table: start 7H", *lines, start=None)
    assert dict(told.standing.scores) == {"Anna": -1, "Bo": 1, "Cia": 0}
    told = vvvand8("Bo: dealt 2", "Cia: guest", "table: start 7H", *lines, start=None)
    assert dict(told.standing.scores) == {"Anna": 0, "Bo": 0, "Cia": 0}
    assert dict(vvvand8().standing.scores) == {}

"""VVVänd8, chapter 1: the deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table.cards import DECK, cards
from table.games.vvvand8.deal import decks_for, height_in_the_draw, next_dealer
from table.seats import Seat
from tests.records import Told, vvvand8

FOUR = "Anna Bo Cia Dag"


def drawn(*lines: str, seats: str = FOUR) -> Told:
    """A draw for the deal: no dealer is named and no start card lies."""
    return vvvand8(*lines, seats=seats, dealer=None, start=None)


# V1.1, V1.2: decks and players


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (3, 1), (4, 2), (5, 2), (9, 2)])
def test_from_four_players_on_there_are_two_decks(players: int, decks: int) -> None:
    assert decks_for(players) == decks


def test_free_seats_need_no_cards() -> None:
    assert vvvand8(seats=FOUR, header="free Dag").state.decks == 1


def test_the_table_may_say_how_many_decks_there_are() -> None:
    assert vvvand8(header="decks 2").state.decks == 2


@pytest.mark.parametrize("bunch", ["9H X", "X 9H", "X 9H X"])
def test_of_a_bunch_with_a_joker_the_other_cards_lie(bunch: str) -> None:
    told = vvvand8(f"Bo: play {bunch}")
    assert told.rulings == ["2 due V1.1"]
    assert (told.turn, told.top, told.hand("Bo")) == ("Cia", "9H", 6)


def test_a_wrong_card_beside_a_joker_is_still_wrong() -> None:
    assert vvvand8("Bo: play 9S X").rulings == ["2 due V1.1", "2 foul V3.2 Bo"]


def test_a_joker_in_a_shown_hand_is_taken_away_as_well() -> None:
    told = vvvand8("Bo: dealt 2", "table: start 7H", "Bo: call", "Bo: play 9H", "Bo: show X 4H", start=None)
    assert told.rulings[-2:] == ["5 due V1.1", "5 info V2.17 Bo"]


def test_a_card_whose_every_copy_lies_in_the_pile_is_asked_about() -> None:
    told = vvvand8("Bo: play 7H")
    assert told.rulings == ["2 question V1.1"]
    assert told.sentences == ["Seven of hearts was probably read wrongly. Which card is it? (V1.1)."]


def test_a_doubted_card_does_not_tell_what_lies_in_the_pile() -> None:
    """Players may not be told which cards have gone (V3.8)."""
    assert "pile" not in vvvand8("Bo: play 7H").sentences[0]


def test_whether_the_next_card_fits_a_doubted_one_is_not_judged() -> None:
    told = vvvand8("Bo: play 7H", "Cia: play 2C", "Anna: play 3S")
    assert told.fouls == ["4 foul V3.2 Anna"]


def test_two_equal_cards_laid_at_once_need_two_decks() -> None:
    assert vvvand8("Bo: play 9H 9H").rulings == ["2 question V1.1"]
    assert vvvand8("Bo: play 9H 9H", header="decks 2").rulings == []


def test_a_coffee_break_has_room_for_five() -> None:
    five, six = "Anna Bo Cia Dag Eva", "Anna Bo Cia Dag Eva Finn"
    assert vvvand8(seats=five, header="option coffee_break=true").rulings == []
    assert vvvand8(seats=six, header="option coffee_break=true").rulings == ["1 due V1.2"]
    assert vvvand8(seats=six, header="option coffee_break=true\nfree Finn").rulings == []


# V1.3: the draw for the deal


def test_in_the_draw_the_two_of_clubs_is_lowest_and_the_ace_of_spades_highest() -> None:
    ranked = sorted(DECK, key=height_in_the_draw)
    assert [str(one) for one in ranked[:5]] == ["2C", "2D", "2H", "2S", "3C"]
    assert [str(one) for one in ranked[-5:]] == ["KS", "AC", "AD", "AH", "AS"]


def test_nobody_deals_before_everybody_has_drawn() -> None:
    told = drawn("Anna: drawn 5C", "Bo: drawn 3D", "Cia: drawn 3C")
    assert told.standing.dealer is None
    told.tell("Dag: drawn AC")
    assert told.standing.dealer == "Cia"
    assert told.sentences == ["Cia has drawn the lowest card, three of clubs, and deals (V1.3)."]


def test_a_free_seat_draws_nothing() -> None:
    told = vvvand8("Anna: drawn 5C", "Bo: drawn 3D", seats="Anna Bo Cia", dealer=None, start=None, header="free Cia")
    assert told.standing.dealer == "Bo"


def test_of_equal_lowest_cards_the_lower_second_card_deals() -> None:
    """Also when a third player's card is lower than both second ones: only those two are left in the draw."""
    told = drawn("Anna: drawn 3C", "Bo: drawn 3C", "Cia: drawn 4D", "Dag: drawn 9H")
    assert told.rulings == ["4 due V1.3 Anna", "4 due V1.3 Bo"]
    told.tell("Bo: drawn QC")
    assert told.standing.dealer is None
    told.tell("Anna: drawn KC")
    assert told.standing.dealer == "Bo"


def test_who_draws_alike_twice_draws_a_third_time() -> None:
    told = drawn("Anna: drawn 3C", "Bo: drawn 3C", "Cia: drawn 4D", "Dag: drawn 9H")
    told.tell("Anna: drawn JS")
    told.tell("Bo: drawn JS")
    assert told.rulings[-2:] == ["6 due V1.3 Anna", "6 due V1.3 Bo"]
    told.tell("Anna: drawn AD")
    told.tell("Bo: drawn AC")
    assert told.standing.dealer == "Bo"


def test_a_misread_card_in_the_draw_may_make_somebody_else_deal() -> None:
    told = drawn("Anna: drawn 5C", "Bo: drawn 3D", "Cia: drawn 4C", "Dag: drawn AC", "table: correct 2 8D")
    assert told.standing.dealer == "Cia"


def test_without_a_dealer_the_referee_asks_and_takes_who_lays_first() -> None:
    told = vvvand8(dealer=None)
    assert told.rulings == ["1 question V1.3"]
    assert vvvand8(dealer=None).turn is None
    told.tell("Cia: play 9H")
    assert (told.turn, told.fouls) == ("Anna", [])


# V1.5: later deals


def test_the_loser_deals_next() -> None:
    state = vvvand8().state
    assert next_dealer(replace(state, winner=Seat("Bo"), loser=Seat("Cia"))) == "Cia"


def test_after_a_drawn_game_the_same_player_deals_again() -> None:
    assert next_dealer(replace(vvvand8().state, is_drawn=True)) == "Anna"


# V1.6 to V1.8: counting the deal


def test_seven_each_without_a_word() -> None:
    assert dict(vvvand8().standing.hands) == {"Anna": 7, "Bo": 7, "Cia": 7}


def test_two_players_surplus_both_goes_to_the_dealer() -> None:
    told = vvvand8("Bo: dealt 8", "Cia: dealt 9", "table: start 7H", start=None)
    assert dict(told.standing.hands) == {"Anna": 10, "Bo": 7, "Cia": 7}
    assert told.rulings == ["1 due V1.7 Bo", "2 due V1.7 Cia"]


def test_the_dealers_own_count_is_told_without_what_the_others_hand_over() -> None:
    told = vvvand8("Bo: dealt 8", "Anna: dealt 7", "table: start 7H", start=None)
    assert told.hand("Anna") == 8


def test_who_was_dealt_too_few_is_filled_up_from_the_talon() -> None:
    told = vvvand8("Cia: dealt 5", "Cia: draw 2", "table: start 7H", start=None)
    assert told.rulings == ["1 due V1.8 Cia"]
    assert told.hand("Cia") == 7
    assert told.state.talon == 52 - 3 * 7 - 1


def test_a_count_that_was_lost_is_asked_for_and_may_be_told() -> None:
    told = vvvand8("Bo: dealt 1", "table: start 7H", "Bo: play 9H 9S", start=None)
    assert told.rulings[-1] == "3 question V1.6 Bo"
    assert told.hand("Bo") is None
    told.tell("Bo: dealt 4")
    assert told.hand("Bo") == 4


# V1.9: the start card


def test_forehand_sits_left_of_the_dealer() -> None:
    assert vvvand8(dealer="Cia").turn == "Anna"
    assert vvvand8(seats=FOUR, header="free Bo").turn == "Cia"
    assert vvvand8("Bo: away", "table: start 7H", start=None).turn == "Cia"


def test_a_joker_is_no_start_card() -> None:
    told = vvvand8("table: start 7H", start="X")
    assert told.rulings == ["1 due V1.1"]
    assert told.top == "7H"


def test_there_is_one_start_card() -> None:
    told = vvvand8("table: start 9H")
    assert told.rulings == ["2 question V1.9"]
    assert told.top == "7H"


def test_nothing_can_be_turned_before_there_is_a_pile() -> None:
    told = vvvand8("table: turned", start=None, header="option coffee_break=true")
    assert told.rulings == ["1 question V2.18"]
    assert told.state.laps == 0


# V1.10: an ace to start with


def test_everybody_takes_a_card_from_forehand_to_the_dealer() -> None:
    told = vvvand8(start="AS", header="option viggo=true")
    assert told.rulings == ["1 due V1.10 Bo", "1 due V1.10 Cia", "1 due V1.10 Anna"]
    assert dict(told.standing.hands) == {"Anna": 8, "Bo": 8, "Cia": 8}


def test_a_card_taken_for_the_start_ace_is_no_draw_of_the_turn() -> None:
    told = vvvand8(
        "Bo: draw 1", "Cia: draw 1", "Anna: draw 1", "Bo: draw 3", "Bo: pass", start="AS", header="option viggo=true"
    )
    assert told.fouls == []
    assert told.turn == "Cia"


# V1.11: an eight to start with


def test_a_start_eight_waits_for_the_dealers_suit() -> None:
    """R16: the start card was wild, and nobody could play."""
    told = vvvand8(start="8D")
    assert told.rulings == ["1 due V1.11 Anna"]
    assert (told.turn, told.suit) == ("Bo", None)
    assert "names_suit" in told.marks("Anna")
    told.tell("Anna: suit S")
    told.tell("Bo: play 2S")
    assert (told.turn, told.fouls) == ("Cia", [])


def test_only_the_dealer_names_the_start_suit() -> None:
    told = vvvand8("Bo: suit S", start="8D")
    assert told.rulings[1:] == ["2 info V2.9 Bo"]
    assert told.suit is None


@pytest.mark.parametrize("suit", ["C", "D", "H", "S"])
@pytest.mark.parametrize("early", ["7C", "8H", "KD KS"])
def test_a_card_laid_before_the_suit_was_named_costs_three_unless_it_hits(early: str, suit: str) -> None:
    first = cards(early)[0]
    told = vvvand8(f"Bo: play {early}", f"Anna: suit {suit}", start="8D")
    hits = str(first).startswith("8") or str(first).endswith(suit)
    assert told.fouls == ([] if hits else ["2 foul V3.10 Bo"])
    assert told.turn == ("Cia" if hits else "Bo")


def test_drawing_before_the_suit_was_named_is_no_laying() -> None:
    told = vvvand8("Bo: draw 1", "Anna: suit H", "Bo: play 2H", start="8D")
    assert told.fouls == []


def test_the_dealer_may_still_name_the_suit_when_an_early_ace_was_drawn_for() -> None:
    told = vvvand8("Bo: play AC", "Cia: draw 1", "Anna: draw 1", "Anna: suit H", start="8D")
    assert told.fouls == ["2 foul V3.10 Bo"]
    assert told.sentences[-1].startswith(
        "Bo laid ace of clubs before the suit was named, and it became hearts (V3.10)."
    )
    assert (told.turn, told.top, told.hand("Bo")) == ("Bo", "AC", 9)


def test_a_dealer_who_plays_on_has_let_it_pass() -> None:
    told = vvvand8("Bo: play 7C", "Cia: play 9C", "Anna: play 8H", "Anna: suit S", start="8D")
    assert told.fouls == []
    assert told.suit == "S"


# V1.12: joining late


@pytest.fixture
def with_a_free_seat() -> Told:
    """Dag's seat is free, between Cia and Anna; Bo holds most and Cia is in turn."""
    return vvvand8("Bo: draw 3", "Bo: play 9H", seats=FOUR, header="free Dag")


def test_who_joins_gets_one_card_more_than_who_holds_most(with_a_free_seat: Told) -> None:
    with_a_free_seat.tell("Cia: play 3H")
    with_a_free_seat.tell("Dag: join")
    assert with_a_free_seat.hand("Dag") == 10
    assert with_a_free_seat.turn == "Dag"
    assert with_a_free_seat.sentences == ["Dag joins in with ten cards (V1.12)."]


def test_nobody_joins_before_the_turn_has_come(with_a_free_seat: Told) -> None:
    with_a_free_seat.tell("Dag: join")
    assert with_a_free_seat.rulings == ["4 info V1.12 Dag"]
    assert "Dag" not in with_a_free_seat.standing.hands


@pytest.mark.parametrize("act", ["Anna: play KH", "Anna: draw 1", "Anna: call", "Anna: play 2C", "Anna: play AH"])
def test_nobody_joins_once_the_next_player_has_acted(with_a_free_seat: Told, act: str) -> None:
    with_a_free_seat.tell("Cia: play 3H")
    with_a_free_seat.tell(act)
    with_a_free_seat.tell("Dag: join")
    assert with_a_free_seat.rulings[-1] == "6 info V1.12 Dag"


def test_what_others_do_meanwhile_does_not_keep_anybody_out(with_a_free_seat: Told) -> None:
    with_a_free_seat.tell("Cia: play 3H")
    with_a_free_seat.tell("Bo: away")
    with_a_free_seat.tell("Dag: join")
    assert with_a_free_seat.turn == "Dag"


def test_a_seat_between_dealer_and_forehand_may_be_taken_at_the_very_first_turn() -> None:
    told = vvvand8("Bo: join", seats=FOUR, header="free Bo")
    assert (told.turn, told.hand("Bo")) == ("Bo", 8)


def test_a_seat_that_is_taken_cannot_be_joined() -> None:
    assert vvvand8("Cia: join").rulings == ["2 info V1.12 Cia"]


def test_cards_from_a_free_seat_are_asked_about() -> None:
    told = vvvand8("Dag: play 9H", seats=FOUR, header="free Dag")
    assert told.rulings == ["2 question V1.12 Dag"]
    assert told.top == "7H"


def test_who_joins_is_at_the_table() -> None:
    lines = ("Dag: away", "Bo: play 7S", "Cia: play 7D", "Dag: join")
    told = vvvand8(*lines, seats=FOUR, header="free Dag")
    assert (told.turn, dict(told.standing.roles)) == ("Dag", {})


@pytest.mark.parametrize("deed", ["guest", "viggo", "away", "back", "join", "dealt 9"])
def test_what_concerns_a_person_is_not_taken_to_be_the_player_in_turn(deed: str) -> None:
    told = vvvand8(f"?: {deed}")
    assert told.rulings == ["2 question V1.9"]
    assert (dict(told.standing.roles), told.hand("Bo")) == ({}, 7)


# The deal told twice, told late, or told wrongly


def test_a_surplus_told_twice_is_handed_over_once() -> None:
    told = vvvand8("Bo: dealt 8", "Bo: dealt 8", start=None)
    assert dict(told.standing.hands) == {"Anna": 8, "Bo": 7, "Cia": 7}


@pytest.mark.parametrize(("count", "bo", "anna"), [(7, 7, 7), (9, 7, 9), (6, 6, 7)])
def test_of_two_counts_the_latter_holds(count: int, bo: int, anna: int) -> None:
    told = vvvand8("Bo: dealt 8", f"Bo: dealt {count}", start=None)
    assert (told.hand("Bo"), told.hand("Anna")) == (bo, anna)


def test_somebody_may_have_been_dealt_nothing() -> None:
    told = vvvand8("Cia: dealt 0", start=None)
    assert told.rulings == ["1 due V1.8 Cia"]
    assert told.hand("Cia") == 0


def test_what_a_look_at_the_cards_brings_out_counts_until_somebody_has_acted() -> None:
    told = vvvand8("Bo: dealt 8")
    assert told.rulings == ["2 due V1.7 Bo"]
    assert (told.hand("Bo"), told.hand("Anna")) == (7, 8)


@pytest.mark.parametrize("act", ["Bo: play 9H", "Bo: draw 1"])
def test_after_that_a_count_is_only_a_count(act: str) -> None:
    told = vvvand8(act, "Cia: dealt 8")
    assert told.rulings == []
    assert (told.hand("Cia"), told.hand("Anna")) == (8, 7)


def test_when_all_are_short_alike_the_dealer_deals_a_lap_more() -> None:
    told = vvvand8("Bo: dealt 6", "Cia: dealt 6", "Anna: dealt 6", start=None)
    assert told.sentences[-1] == (
        "All got one card too few and no start card lies: the dealer deals one lap more, "
        "and nobody may ask for a new deal (V1.8)."
    )


@pytest.mark.parametrize("counts", [(6, 6, 5), (6, 6, 7)])
def test_when_not_all_are_short_alike_anybody_may_ask_for_a_new_deal(counts: tuple[int, int, int]) -> None:
    told = vvvand8(*(f"{seat}: dealt {n}" for seat, n in zip(("Bo", "Cia", "Anna"), counts, strict=True)), start=None)
    assert all("anybody may ask for a new deal" in said for said in told.sentences)


def test_once_the_start_card_lies_anybody_may_ask_for_a_new_deal() -> None:
    told = vvvand8("Bo: dealt 6", "Cia: dealt 6", "Anna: dealt 6")
    assert "nobody may ask" not in told.sentences[-1]


def test_a_card_taken_before_the_start_beyond_seven_is_asked_about() -> None:
    assert vvvand8("Bo: draw 1", start=None).rulings == ["1 question V2.10 Bo"]
    assert vvvand8("Bo: dealt 6", "Bo: draw 1", start=None).rulings == ["1 due V1.8 Bo"]


def test_with_one_deck_no_two_draw_the_same_card() -> None:
    told = drawn("Anna: drawn 3C", "Bo: drawn 3C", "Cia: drawn 9H", seats="Anna Bo Cia")
    assert told.rulings == ["2 question V1.1 Bo"]
    assert told.standing.dealer is None
    told.tell("table: correct 2 3D")
    assert told.standing.dealer == "Anna"


def test_when_the_start_card_lies_nobody_draws_for_the_deal() -> None:
    told = vvvand8("Cia: drawn 2C")
    assert told.rulings == ["2 info V1.3 Cia"]
    assert told.standing.dealer == "Anna"


def test_a_joker_in_the_draw_is_drawn_again() -> None:
    told = drawn("Anna: drawn X", "Bo: drawn 3D", "Cia: drawn 9H", "Anna: drawn 2C", seats="Anna Bo Cia")
    assert told.rulings == ["1 due V1.1", "4 info V1.3 Anna"]


# Viggo, told late


def test_viggo_may_be_told_while_the_start_ace_lies_alone() -> None:
    told = vvvand8("Cia: viggo", start="AH")
    assert told.rulings == ["2 due V1.10 Bo", "2 due V1.10 Cia", "2 due V1.10 Anna"]
    told.tell("Anna: viggo")
    assert told.owes("Bo") == 1


def test_viggo_told_when_somebody_has_played_changes_nothing() -> None:
    assert vvvand8("Bo: play KH", "Cia: viggo", start="AH").rulings == []


# Joining: the cards come


@pytest.mark.parametrize("line", ["Dag: dealt 10", "Dag: draw 10"])
def test_the_cards_of_who_has_joined_are_counted_once(with_a_free_seat: Told, line: str) -> None:
    for said in ("Cia: play 3H", "Dag: join", line):
        with_a_free_seat.tell(said)
    assert (with_a_free_seat.hand("Dag"), with_a_free_seat.fouls) == (10, [])
    with_a_free_seat.tell("Dag: draw 1")
    assert (with_a_free_seat.hand("Dag"), with_a_free_seat.state.draws) == (11, 1)


def test_who_was_dealt_another_number_on_joining_says_so(with_a_free_seat: Told) -> None:
    for said in ("Cia: play 3H", "Dag: join", "Dag: dealt 9"):
        with_a_free_seat.tell(said)
    assert with_a_free_seat.hand("Dag") == 9


def test_a_single_card_after_joining_is_a_draw(with_a_free_seat: Told) -> None:
    for said in ("Cia: play 3H", "Dag: join", "Dag: draw 1", "Dag: play KH"):
        with_a_free_seat.tell(said)
    assert (with_a_free_seat.hand("Dag"), with_a_free_seat.turn) == (10, "Anna")


def test_after_three_draws_the_turn_may_have_come_to_the_free_seat(with_a_free_seat: Told) -> None:
    with_a_free_seat.tell("Cia: draw 3")
    with_a_free_seat.tell("Dag: join")
    assert (with_a_free_seat.turn, with_a_free_seat.hand("Dag")) == ("Dag", 11)


def test_in_a_coffee_break_a_sixth_player_is_one_too_many() -> None:
    six = "Anna Bo Cia Dag Eva Finn"
    told = vvvand8("Finn: join", seats=six, dealer="Eva", header="option coffee_break=true\nfree Finn")
    assert told.rulings == ["2 due V1.12 Finn", "2 due V1.2"]


@pytest.mark.parametrize("deed", ["draw 1", "call", "pass", "away", "viggo", "dealt 7", "suit H", "show 7H"])
def test_nobody_does_anything_from_a_free_seat(deed: str) -> None:
    told = vvvand8(f"Dag: {deed}", seats=FOUR, header="free Dag")
    assert told.rulings == ["2 question V1.12 Dag"]
    assert "Dag" not in told.standing.hands


# V2.20: leap days


@pytest.mark.parametrize(("date", "is_leap_day"), [("2028-02-29", True), ("2028-02-28", False), ("2026-03-01", False)])
def test_a_game_that_ends_on_a_leap_day_ends_the_season(date: str, is_leap_day: bool) -> None:
    lines = (
        "Bo: dealt 2",
        "table: start 7H",
        "Bo: call",
        "Bo: play 9H",
        "Cia: play 2H",
        "Anna: play QH",
        "Bo: play 4H",
    )
    told = vvvand8(*lines, start=None, header=f"date {date}")
    assert told.standing.winner == "Bo"
    assert ("7 info V2.20" in told.rulings) is is_leap_day


def test_a_drawn_game_on_a_leap_day_ends_it_too() -> None:
    lines = ("Bo: play 9H", "table: turned", "Cia: play 9S", "table: turned", "Anna: play 9D", "table: turned")
    told = vvvand8(*lines, header="option coffee_break=true\ndate 2028-02-29")
    assert told.rulings == ["7 draw_game V2.19", "7 info V2.20"]

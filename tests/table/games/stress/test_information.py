"""What a screen may show: everything that lies open, and the draw piles' counts."""

from __future__ import annotations

from table.cards import card, cards
from table.game import Awaits, Choice, SeatView, Slapping
from table.seats import Seat
from tests.records import Told
from tests.table.games.stress.tables import after_a_pair, stress


def offers(told: Told, seat: str) -> dict[str, bool]:
    """What *seat* may tell now, and whether the game waits for it."""
    return {
        offer.choice.value if offer.taken is None else f"{offer.choice.value} {offer.taken}": offer.is_likely
        for offer in told.view.offers
        if offer.seat == seat
    }


def test_a_seat_shows_its_row_its_pile_and_how_many_cards_are_left() -> None:
    assert stress().view.seats[1] == SeatView(
        seat=Seat("Bo"),
        cards=25,
        row=((card("6S"),), (card("JD"),), (card("3H"),), (card("10C"),)),
        pile=card("QS"),
        stock=21,
    )


def test_nobody_is_in_turn_and_no_pile_is_the_top_of_all() -> None:
    shown = stress().view
    assert (shown.turn, shown.top, shown.suit, shown.loser) == (None, None, None, None)


def test_cards_under_a_top_are_not_shown() -> None:
    told = repr(stress("Bo: lay 6S on Lisa").view)
    assert "FIVE" not in told


def test_the_screen_shows_what_the_referee_believes() -> None:
    """R45."""
    told = stress("Bo: lay 6S on Lisa", "Bo: fill 7D")
    shown, known = told.view, told.standing
    for seat in shown.seats:
        assert (seat.row, seat.pile, seat.stock) == (
            known.rows[seat.seat],
            known.piles[seat.seat],
            known.stock[seat.seat],
        )
        assert seat.cards == known.hands[seat.seat]


def test_a_doubted_top_is_not_shown_as_a_card() -> None:
    assert stress("Bo: lay QS on Lisa").view.seats[0].pile is None


def test_a_free_seat_is_free() -> None:
    told = stress(seats="Lisa Bo Cia", header="free Cia")
    assert told.view.seats[2] == SeatView(seat=Seat("Cia"), cards=None, marks=("free",))


def test_the_last_stories_are_shown_newest_last() -> None:
    told = stress(header="option false_slap=nothing")
    for second in range(4, 11):
        told.tell(f"[{second}] Lisa: slap")
    told.tell("[20] table: watched")
    assert len(told.view.slaps) == 5
    assert len(told.standing.slaps) == 7
    assert told.view.slaps[-1] == told.standing.slaps[-1]


def test_who_has_to_take_up_or_turn_is_marked() -> None:
    told = after_a_pair("[10.4] Lisa: slap", "[10.5] Bo: slap", "[11] table: watched")
    assert [seat.marks for seat in told.view.seats] == [(), ("takes_both",)]
    told.tell("Bo: takes both")
    assert [seat.marks for seat in told.view.seats] == [("turns_a_card",), ("turns_a_card",)]


def test_in_play_stress_and_stop_may_be_said() -> None:
    assert offers(stress(), "Bo") == {"say": False, "stop": False, "takes both": False, "takes own": False}


def test_what_is_due_to_be_taken_up_is_likely() -> None:
    told = after_a_pair("[10.4] Lisa: slap", "[10.5] Bo: slap", "[11] table: watched")
    assert offers(told, "Bo") == {"takes both": True}


def test_a_wrong_card_may_be_taken_back() -> None:
    told = stress("Bo: lay 10C on Bo")
    back = [offer for offer in told.view.offers if offer.choice is Choice.TAKE_BACK]
    assert [(offer.seat, offer.cards, offer.is_likely) for offer in back] == [("Bo", (card("10C"),), True)]


def test_where_people_say_stop_it_is_likely_after_a_wrong_card() -> None:
    told = stress("Bo: lay 10C on Bo", header="option auto_stop=false")
    assert (offers(told, "Lisa")["stop"], offers(told, "Bo")["stop"]) == (True, False)


def test_before_the_start_and_after_the_end_there_is_nothing_to_tell() -> None:
    assert stress(rows=(), flips=()).view.offers == ()
    rows = ("Lisa: dealt 2", "Lisa: open 6H", "Bo: open 6S JD 3H 10C")
    assert stress("Lisa: lay 6H on Lisa", rows=rows).view.offers == ()


def test_the_state_in_the_contracts_words() -> None:
    standing = stress("Bo: lay 6S on Lisa").standing
    assert {str(seat): str(top) for seat, top in standing.piles.items()} == {"Lisa": "6S", "Bo": "QS"}
    assert dict(standing.stock) == {"Lisa": 21, "Bo": 21}
    assert [tuple(map(str, pile)) for pile in standing.rows[Seat("Bo")]] == [(), ("JD",), ("3H",), ("10C",)]
    assert (standing.slaps, standing.winner, standing.dealer) == ((), None, None)


# Slaps


def slapping(*lines: str) -> Slapping:
    found = after_a_pair(*lines).view.slapping
    assert found is not None
    return found


def test_equal_tops_wait_for_slaps() -> None:
    assert slapping() == Slapping(awaits=Awaits.SLAPS, cards=cards("6S 6D"), line=5)


def test_slaps_wait_for_the_camera_in_the_order_of_their_times() -> None:
    found = slapping("[10.431~10.4312] Bo: slap", "[10.412] Lisa: slap", "[10.44] Bo: slap")
    assert found.awaits is Awaits.CAMERA
    assert list(found.seats.items()) == [("Lisa", 0.0), ("Bo", 19.1)]
    assert (found.errors_ms, found.cards, found.line) == ({"Bo": 0.1}, cards("6S 6D"), 7)


def test_a_slap_that_the_camera_has_covered_waits_for_the_other_hand() -> None:
    found = slapping("[10.412] Lisa: slap", "[10.5] table: watched")
    assert (found.awaits, list(found.seats)) == (Awaits.HANDS, ["Lisa"])


def test_with_the_verdict_nothing_is_open_any_more() -> None:
    assert slapping("[10.412] Lisa: slap", "[10.5] Bo: slap", "[11] table: watched").awaits is None


def test_who_did_not_slap_is_told_with_the_story() -> None:
    (story,) = after_a_pair("[10.412] Lisa: slap", "[13] table: watched").view.slaps
    assert (story.verdict, story.missing, story.margin_ms) == ("first", ("Bo",), None)


def test_g16_a_slap_without_a_time_makes_a_story_without_a_winner() -> None:
    """G16: an edge got lost, and the other one won by default."""
    told = after_a_pair("[10.412] Lisa: slap", "Bo: slap", "[13] table: watched")
    (story,) = told.view.slaps
    assert (story.verdict, story.winner, story.untimed) == ("none", None, ("Bo",))
    assert told.standing.slaps == (), "what other programs are told has verdicts only"


def test_a_false_slap_is_told_with_the_time_since_the_last_card() -> None:
    (story,) = stress("[4.0] Lisa: slap", "[5.0] table: watched").view.slaps
    assert (story.verdict, story.seats, story.line) == ("false", {"Lisa": 3985.0}, 5)

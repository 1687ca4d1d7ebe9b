"""What a card in a zone means: the game's reading of what the senses said."""

from __future__ import annotations

import pytest

from table.cards import Card, card
from table.events import Event
from table.game import Doubt, Wonder
from table.games.vvvand8.mat import testify as meaning_of
from table.moments import Micros, Moment
from table.notation import write_event
from table.reports import Gone, Laid, Pressed, Report
from table.seats import Nobody, Seat, Who
from tests.records import Told, vvvand8

SINCE = Moment(Micros(12_300_000), Micros(12_333_333))
FOUR = "Anna Bo Cia Dag"


def who(name: str) -> Who:
    return Nobody.UNKNOWN if name == "?" else Seat(name)


def laid(names: str, by: str = "?", *, zone: str = "pile", moved_only: bool = False) -> Laid:
    """Cards came to lie there; `_` is one that could not be read, `?` an arm that was not seen."""
    seen: tuple[Card | None, ...] = tuple(None if name == "_" else card(name) for name in names.split())
    return Laid(zone=zone, cards=seen, who=who(by), when=SINCE, moved_only=moved_only)


def meant(told: Told, report: Report) -> list[str]:
    """The events a report means, as lines without their time."""
    events = meaning_of(told.state, report)
    assert not isinstance(events, Doubt)
    return [write_event(event).partition("] ")[2] for event in events if is_timed(event)]


def is_timed(event: Event) -> bool:
    assert event.when == SINCE, "an event keeps the moment of its report"
    return True


def doubt(told: Told, report: Report) -> Doubt:
    found = meaning_of(told.state, report)
    assert isinstance(found, Doubt)
    return found


def see(told: Told, report: Report) -> None:
    """The table hears what the report means."""
    for line in meant(told, report):
        told.tell(line)


def test_r_p1_two_quick_cards_are_two_plays_and_no_third() -> None:
    """R-P1: the next move came too quickly, and a ghost was seen."""
    told = vvvand8()
    see(told, laid("9H", "Bo"))
    see(told, laid("3H", "Cia"))
    assert [write_event(event) for event in told.referee.events[1:]] == ["Bo: play 9H", "Cia: play 3H"]
    assert (told.turn, told.rulings) == ("Anna", [])


# Before the game


def test_the_first_card_on_the_pile_is_the_start_card() -> None:
    assert meant(vvvand8(start=None), laid("7H", "Anna")) == ["table: start 7H"]


def test_a_start_card_that_cannot_be_read_is_asked_for() -> None:
    assert doubt(vvvand8(start=None), laid("_", "Anna")) == Doubt(about=Wonder.WHICH_START, seat=Seat("Anna"))
    assert doubt(vvvand8(start=None, dealer=None), laid("_")).about is Wonder.WHICH_START
    assert meant(vvvand8(start=None), laid("", "Anna")) == []


def test_a_card_in_the_drawing_zone_is_drawn_for_the_deal() -> None:
    assert meant(vvvand8(start=None), laid("5C", "Bo", zone="drawn")) == ["Bo: drawn 5C"]


@pytest.mark.parametrize(
    "seen", [laid("5C", zone="drawn"), laid("_", "Bo", zone="drawn"), laid("5C 6C", "Bo", zone="drawn")]
)
def test_in_the_draw_only_one_readable_card_of_a_known_player_counts(seen: Laid) -> None:
    assert meant(vvvand8(start=None), seen) == []


def test_once_the_game_runs_nothing_is_drawn_for_the_deal() -> None:
    assert meant(vvvand8(), laid("5C", "Bo", zone="drawn")) == []


# Laying


def test_cards_on_the_pile_are_laid_by_whose_arm_was_seen() -> None:
    assert meant(vvvand8(), laid("9H 9S", "Cia")) == ["Cia: play 9H 9S"]


def test_where_no_arm_was_seen_the_player_in_turn_has_laid() -> None:
    assert meant(vvvand8(), laid("9S")) == ["Bo: play 9S"]


def test_where_nobody_is_in_turn_a_card_without_an_arm_says_nothing() -> None:
    assert meant(vvvand8(dealer=None), laid("9H")) == []


def test_a_card_that_cannot_be_read_is_a_question_and_no_guess() -> None:
    asked = doubt(vvvand8(), laid("_", "Bo"))
    assert (asked.about, asked.seat) == (Wonder.WHICH_CARD, "Bo")


def test_one_unread_card_in_a_bunch_is_asked_for_before_anything_is_judged() -> None:
    assert doubt(vvvand8(), laid("9H _", "Bo")).about is Wonder.WHICH_CARD


@pytest.mark.parametrize("report", [laid("9H", "Bo", zone="talon"), Gone(zone="pile", who=who("Bo"), when=SINCE)])
def test_other_zones_and_an_empty_pile_say_nothing(report: Report) -> None:
    assert meant(vvvand8(), report) == []


def test_after_the_end_cards_are_only_cards() -> None:
    told = vvvand8("Bo: play 9H", "table: turned", "table: turned", "table: turned", header="option coffee_break=true")
    assert told.view.is_over
    assert meant(told, laid("3H", "Cia")) == []


# The same face again


def test_a_nudged_top_card_is_no_play() -> None:
    assert meant(vvvand8(), laid("7H", "Bo", moved_only=True)) == []


def test_a_top_card_that_was_lost_from_sight_is_no_play() -> None:
    assert meant(vvvand8(), laid("7H")) == []


def test_with_two_decks_the_same_face_elsewhere_may_be_a_second_card() -> None:
    asked = doubt(vvvand8(seats=FOUR), laid("7H", "Bo", moved_only=True))
    assert (asked.about, asked.seat, asked.card) == (Wonder.SAME_AGAIN, "Bo", card("7H"))


def test_with_both_copies_in_the_pile_there_is_no_third() -> None:
    told = vvvand8("Bo: play 7H", seats=FOUR)
    assert meant(told, laid("7H", "Cia", moved_only=True)) == []


@pytest.mark.parametrize("again", [laid("9S"), laid("9S", moved_only=True), laid("9S", "Bo", moved_only=True)])
def test_a_wrong_card_left_lying_is_one_offence(again: Laid) -> None:
    """R44: one stuck situation was punished again every two seconds."""
    told = vvvand8()
    see(told, laid("9S", "Bo"))
    for _ in range(5):
        see(told, again)
    assert told.fouls == ["2 foul V3.2 Bo"]
    assert told.hand("Bo") == 10


def test_a_wrong_bunch_of_which_the_top_is_seen_again_is_one_offence() -> None:
    told = vvvand8()
    see(told, laid("9S 9D", "Bo"))
    see(told, laid("9D"))
    assert told.fouls == ["2 foul V3.2 Bo"]


# Taking back


def test_the_top_card_seen_again_means_that_the_wrong_one_was_taken_back() -> None:
    told = vvvand8("Bo: play 9S")
    assert meant(told, laid("7H", "Bo")) == ["Bo: takeback 9S"]


def test_taken_back_and_laid_anew_in_one_movement() -> None:
    told = vvvand8("Bo: play 9S")
    assert meant(told, laid("7H 9H", "Bo")) == ["Bo: takeback 9S", "Bo: play 9H"]


def test_whoever_clears_the_pile_each_gets_the_own_cards_back() -> None:
    told = vvvand8("Cia: play 2C", "Bo: play 9S")
    assert meant(told, laid("7H", "Bo")) == ["Cia: takeback 2C", "Bo: takeback 9S"]


def test_the_last_play_is_taken_back_when_the_card_under_it_is_seen_again() -> None:
    told = vvvand8("Bo: play 9H")
    assert meant(told, laid("7H", "Bo")) == ["Bo: takeback 9H"]


def test_taken_back_and_then_something_unreadable_is_asked_about() -> None:
    assert doubt(vvvand8("Bo: play 9S"), laid("7H _", "Bo")).about is Wonder.WHICH_CARD


# Buttons


@pytest.mark.parametrize(("button", "line"), [("call", "Bo: call"), ("pass", "Bo: pass")])
def test_a_button_says_what_is_written_on_it(button: str, line: str) -> None:
    assert meant(vvvand8(), Pressed(button=button, who=who("Bo"), when=SINCE)) == [line]


def test_other_buttons_belong_to_other_games() -> None:
    assert meant(vvvand8(), Pressed(button="slap", who=who("Bo"), when=SINCE)) == []


def test_a_button_of_an_unknown_seat_says_nothing() -> None:
    assert meant(vvvand8(), Pressed(button="call", who=Nobody.UNKNOWN, when=SINCE)) == []

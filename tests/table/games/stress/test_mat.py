"""What a card in a zone means: the game's reading of what the senses said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table.cards import Card, card
from table.game import Doubt, Wonder
from table.games.stress.mat import testify as meaning_of
from table.moments import Micros, Moment
from table.notation import write_event
from table.reports import Complete, Gone, Laid, Pressed, Report
from table.seats import Nobody, Seat, Who
from tests.records import Told
from tests.table.games.stress.tables import BO, LISA, after_a_pair, stress

SINCE = Moment(Micros(12_300_000), Micros(12_333_333))

LATER = Moment(Micros(15_000_000), Micros(15_000_000))


def who(name: str) -> Who:
    return Nobody.UNKNOWN if name == "?" else Seat(name)


def laid(zone: str, names: str, by: str = "?", *, moved_only: bool = False, onto: str | None = None) -> Laid:
    """Cards came to lie there; `_` is one that could not be read, `?` an arm that was not seen."""
    seen: tuple[Card | None, ...] = tuple(None if name == "_" else card(name) for name in names.split())
    under = None if onto is None else card(onto)
    return Laid(zone=zone, cards=seen, who=who(by), when=SINCE, moved_only=moved_only, onto=under)


def gone(zone: str, by: str = "?") -> Gone:
    return Gone(zone=zone, who=who(by), when=SINCE)


def meant(told: Told, report: Report) -> list[str]:
    """The events a report means, as lines without their time."""
    events = meaning_of(told.state, report)
    assert not isinstance(events, Doubt)
    assert all(event.when == SINCE for event in events)
    return [write_event(event).partition("] ")[2] for event in events]


def meant_then(told: Told, report: Complete) -> list[str]:
    """The same for a report of another time."""
    events = meaning_of(told.state, report)
    assert not isinstance(events, Doubt)
    assert all(event.when == report.when for event in events)
    return [write_event(event).partition("] ")[2] for event in events]


def doubt(told: Told, report: Report) -> Doubt:
    found = meaning_of(told.state, report)
    assert isinstance(found, Doubt)
    return found


# Rows


def test_a_row_is_laid_out_card_by_card() -> None:
    told = stress(rows=(), flips=())
    for place, name in enumerate(("4H", "9C", "KD", "2S"), 1):
        assert meant(told, laid(f"row.1.{place}", name)) == [f"Lisa: open {name}"]
        told.tell(f"Lisa: open {name}")
    assert meant(told, laid("row.2.1", "6S")) == ["Bo: open 6S"]


def test_a_card_in_a_gap_is_filled_in() -> None:
    told = stress("Bo: lay 6S on Lisa")
    assert meant(told, laid("row.2.1", "8D")) == ["Bo: fill 8D"]


def test_before_the_start_a_gap_is_filled_after_cards_were_put_together() -> None:
    told = stress("Lisa: merge 4", rows=("Lisa: open 4H 4C KD 2S", BO), flips=())
    assert meant(told, laid("row.1.2", "8D")) == ["Lisa: fill 8D"]


def test_a_card_of_the_row_on_its_equal_was_put_together() -> None:
    told = stress(rows=("Lisa: open 4H 4C KD 2S", BO))
    assert meant(told, laid("row.1.1", "4C", "Lisa", onto="4H")) == ["Lisa: merge 4"]


def test_of_equal_cards_laid_as_one_pile_both_may_be_seen() -> None:
    told = stress("Lisa: merge 4", "Lisa: lay 4C on Lisa", rows=("Lisa: open 4H 4C KD 2S", BO))
    assert meant(told, laid("pile.1", "4H", "Lisa")) == []


def test_of_equal_cards_laid_wrongly_as_one_pile_both_may_be_seen() -> None:
    told = stress("Lisa: merge 4", "Lisa: lay 4C on Bo", rows=("Lisa: open 4H 4C KD 2S", BO))
    assert told.fouls == ["6 foul S2.2 Lisa"]
    assert meant(told, laid("pile.2", "4H", "Lisa")) == []


def test_the_top_that_peeped_out_under_a_wrong_card_is_bare_again() -> None:
    told = stress("Lisa: lay KD on Lisa")
    assert meant(told, laid("pile.1", "5H", moved_only=True)) == ["Lisa: takeback KD"]


@pytest.mark.parametrize("onto", [None, "KD", "4C"])
def test_a_card_of_the_row_that_comes_back_to_its_place_was_not_put_together(onto: str | None) -> None:
    """It was carried to a play pile and back, or somebody has only now looked at the table."""
    told = stress(rows=("Lisa: open 4H 4C KD 2S", BO))
    assert meant(told, laid("row.1.2", "4C", "Lisa", onto=onto)) == []


@pytest.mark.parametrize("again", [laid("row.1.2", "4H"), laid("row.1.1", "4H", "Lisa", moved_only=True)])
def test_a_card_that_was_only_moved_in_its_row_says_nothing(again: Laid) -> None:
    assert meant(stress(), again) == []


def test_a_wrong_card_in_the_row_again_was_taken_back() -> None:
    told = stress("Bo: lay 10C on Bo")
    assert meant(told, laid("row.2.4", "10C", "Bo")) == ["Bo: takeback 10C"]


def test_a_card_in_a_row_that_cannot_be_read_is_a_question() -> None:
    asked = doubt(stress("Bo: lay 6S on Lisa"), laid("row.2.1", "_"))
    assert (asked.about, asked.seat) == (Wonder.WHICH_CARD, "Bo")


def test_a_place_that_becomes_empty_says_nothing_until_the_card_lies_somewhere() -> None:
    assert meant(stress(), gone("row.1.1", "Lisa")) == []


# Piles


@pytest.mark.parametrize("arm", ["Bo", "?"])
def test_a_card_of_a_row_on_a_pile_was_laid_by_whose_row_it_was(arm: str) -> None:
    assert meant(stress(), laid("pile.1", "6S", arm)) == ["Bo: lay 6S on Lisa"]


def test_another_arm_has_laid_it_if_one_was_seen() -> None:
    """R23: whose card it was is for the referee to judge (S2.6)."""
    told = stress()
    assert meant(told, laid("pile.2", "KD", "Bo")) == ["Bo: lay KD on Bo"]
    told.tell("Bo: lay KD on Bo")
    assert told.fouls == ["5 foul S2.6 Bo"]


def test_several_in_one_movement_are_laid_one_by_one() -> None:
    told = stress(rows=(LISA, "Bo: open 6S 7D 3H 10C"))
    assert meant(told, laid("pile.1", "6S 7D", "Bo")) == ["Bo: lay 6S on Lisa", "Bo: lay 7D on Lisa"]


def test_a_card_of_no_row_was_turned_by_whose_pile_it_is() -> None:
    told = stress(flips=())
    assert meant(told, laid("pile.1", "5H")) == ["Lisa: flip 5H"]
    assert meant(told, laid("pile.2", "QS", "Bo")) == ["Bo: flip QS"]


def test_a_card_of_no_row_from_another_arm_was_laid_from_a_draw_pile() -> None:
    assert meant(stress(), laid("pile.1", "8D", "Bo")) == ["Bo: lay 8D on Lisa"]


def test_a_top_that_is_seen_again_was_only_lost_from_sight() -> None:
    assert meant(stress(), laid("pile.1", "5H")) == []
    assert meant(stress(), laid("pile.1", "5H", "Bo", moved_only=True)) == []


def test_the_top_under_a_wrong_card_seen_again_means_that_this_was_taken_back() -> None:
    told = stress("Bo: lay 10C on Bo")
    assert meant(told, laid("pile.2", "QS", "Bo")) == ["Bo: takeback 10C"]
    assert meant(told, laid("pile.2", "QS JD", "Bo")) == ["Bo: takeback 10C", "Bo: lay JD on Bo"]


def test_a_card_on_a_pile_that_cannot_be_read_is_a_question_and_no_guess() -> None:
    assert doubt(stress(), laid("pile.1", "_", "Bo")).seat == "Bo"
    assert doubt(stress(), laid("pile.1", "_")).about is Wonder.WHICH_CARD


def test_a_card_that_cannot_be_read_was_turned_where_one_is_to_be_turned() -> None:
    assert doubt(stress(flips=()), laid("pile.1", "_", "Lisa")).answer == "Lisa: flip {card}"
    assert doubt(stress(), laid("pile.1", "_", "Lisa")).answer == "Lisa: lay {card} on Lisa"


def test_where_no_arm_was_seen_the_card_that_is_told_says_whose_it_is() -> None:
    assert doubt(stress(), laid("pile.1", "_")).answer == "?: lay {card} on Lisa"


def test_a_card_of_a_row_that_cannot_be_read_was_laid_out_or_filled_in() -> None:
    assert doubt(stress(rows=(), flips=()), laid("row.2.1", "_")).answer == "Bo: open {card}"
    assert doubt(stress("Bo: lay 6S on Lisa"), laid("row.2.1", "_")).answer == "Bo: fill {card}"


def test_a_card_that_lies_exactly_on_one_that_could_not_be_read_was_laid() -> None:
    """For the camera it may be the same card, that can be read at last."""
    assert meant(stress(flips=()), laid("pile.1", "5H", moved_only=True)) == ["Lisa: flip 5H"]
    assert meant(stress(), laid("pile.1", "4H", "Lisa", moved_only=True)) == ["Lisa: lay 4H on Lisa"]


def test_a_card_of_a_pile_that_was_only_moved_says_nothing() -> None:
    told = stress("Lisa: lay 4H on Lisa")
    assert [meant(told, laid("pile.1", name, moved_only=True)) for name in ("4H", "5H")] == [[], []]


def test_a_card_of_the_row_on_one_that_could_not_be_read_was_put_on_its_equal() -> None:
    told = stress(rows=("Lisa: open 4H 4C KD 2S", BO))
    assert meant(told, replace(laid("row.1.1", "4C", "Lisa"), is_on_unread=True)) == ["Lisa: merge 4"]
    assert meant(told, replace(laid("row.1.1", "KD", "Lisa"), is_on_unread=True)) == []


def test_the_last_card_that_is_in_its_row_again_was_taken_back() -> None:
    told = stress("Lisa: lay 4H on Lisa")
    assert meant(told, laid("row.1.1", "4H", "Lisa")) == ["Lisa: takeback 4H"]
    assert meant(told, laid("row.1.1", "5H", "Lisa")) == ["Lisa: fill 5H"]


def test_a_card_under_the_top_that_peeps_out_says_nothing() -> None:
    assert meant(stress("Lisa: lay 4H on Lisa"), laid("pile.1", "5H")) == []


# Taking up


def settled() -> Told:
    return after_a_pair("[10.4] Lisa: slap", "[10.5] Bo: slap", "[11] table: watched")


@pytest.mark.parametrize("zone", ["pile.1", "pile.2"])
@pytest.mark.parametrize("arm", ["Bo", "?", "Lisa"])
def test_who_has_to_take_up_has_taken_up(zone: str, arm: str) -> None:
    assert meant(settled(), gone(zone, arm)) == ["Bo: takes both"]


def test_a_pile_is_taken_up_once() -> None:
    told = settled()
    told.tell("Bo: takes both")
    assert meant(told, gone("pile.1", "Bo")) == []


def test_after_a_tie_each_takes_the_own_pile() -> None:
    told = after_a_pair("[10.4] Lisa: slap", "[10.4] Bo: slap", "[11] table: watched")
    assert meant(told, gone("pile.1")) == ["Lisa: takes own"]
    assert meant(told, gone("pile.2")) == ["Bo: takes own"]


def test_before_the_verdict_whose_arm_was_seen_has_taken_what_the_slower_takes() -> None:
    told = after_a_pair("[10.4] Lisa: slap", "[10.5] Bo: slap")
    assert meant(told, gone("pile.1", "Bo")) == ["Bo: takes both"]


def test_with_no_stress_only_the_own_pile_can_be_meant() -> None:
    assert meant(stress(), gone("pile.1", "Lisa")) == ["Lisa: takes own"]
    assert meant(stress(), gone("pile.1", "Bo")) == []
    assert meant(stress(), gone("pile.1")) == []


# The rest


def test_the_slap_button_is_a_slap() -> None:
    assert meant(stress(), Pressed(button="slap", who=who("Bo"), when=SINCE)) == ["Bo: slap"]


@pytest.mark.parametrize(
    "report",
    [
        Pressed(button="call", who=Seat("Bo"), when=SINCE),
        Pressed(button="slap", who=Nobody.UNKNOWN, when=SINCE),
        laid("stock.1", "8D"),
        laid("pile.3", "8D"),
        laid("pile.x", "8D"),
        laid("pile", "8D"),
        laid("row.1.1", ""),
        gone("talon"),
    ],
)
def test_other_buttons_and_zones_say_nothing(report: Report) -> None:
    assert meant(stress(), report) == []


def test_a_zone_where_nobody_plays_says_nothing() -> None:
    told = stress(seats="Lisa Bo Cia", header="free Cia")
    assert meant(told, laid("row.3.1", "8D")) == []


def seen_until(seconds: float) -> Complete:
    until = Micros(round(seconds * 1_000_000))
    return Complete(when=Moment(until, until))


def test_how_far_the_camera_has_come_is_written_down_only_where_something_waits_for_it() -> None:
    assert meaning_of(stress().state, seen_until(12)) == ()


def test_a_slap_waits_for_the_camera_to_have_come_so_far() -> None:
    told = after_a_pair("[10.4] Bo: slap")
    assert meaning_of(told.state, seen_until(10.39)) == ()
    assert meant_then(told, seen_until(10.41)) == ["table: watched"]


def test_who_was_alone_in_slapping_waits_for_the_end_of_the_window() -> None:
    told = after_a_pair("[10.4] Bo: slap", "[10.5] table: watched")
    assert meaning_of(told.state, seen_until(12.3)) == ()
    assert meant_then(told, seen_until(12.5)) == ["table: watched"]


def test_a_fifth_pile_waits_for_the_camera_as_well() -> None:
    told = stress("[9~9.1] Lisa: fill 8D")
    assert meaning_of(told.state, seen_until(9.05)) == ()
    assert meant_then(told, seen_until(9.2)) == ["table: watched"]


def test_a_last_card_waits_for_the_camera_once_a_draw_pile_has_run_out() -> None:
    rows = ("Lisa: dealt 3", "Lisa: open 6H", BO)
    told = stress(rows=rows)
    assert meaning_of(told.state, seen_until(1)) == ()
    told = stress("[2] Lisa: fill 7H", rows=rows)
    for seconds, line in ((2.5, ["table: watched"]), (2.6, [])):
        assert meant_then(told, seen_until(seconds)) == line
        told.tell(f"[{seconds}] table: watched")
    told.tell("[3~3.03] Lisa: lay 6H on Lisa")
    told.tell("[4~4.03] Lisa: lay 7H on Lisa")
    assert (told.results, meaning_of(told.state, seen_until(4))) == ([], ())
    assert meant_then(told, seen_until(4.1)) == ["table: watched"]


def test_after_the_end_cards_are_only_cards() -> None:
    rows = ("Lisa: dealt 2", "Lisa: open 6H", BO)
    told = stress("Lisa: lay 6H on Lisa", rows=rows)
    assert meant(told, laid("pile.2", "JD", "Bo")) == []


def test_a_whole_stress_seen_by_the_senses_alone() -> None:
    told = stress(flips=())
    reports: list[Report] = [
        laid("pile.1", "5H"), laid("pile.2", "6D"), laid("pile.1", "6S", "Bo"),
        Pressed(button="slap", who=who("Lisa"), when=SINCE), Complete(when=LATER),
        gone("pile.1", "Bo"), gone("pile.2", "Bo"), laid("pile.1", "8C"), laid("pile.2", "QD"),
    ]  # fmt: skip
    for report in reports:
        events = meaning_of(told.state, report)
        assert not isinstance(events, Doubt)
        for event in events:
            told.tell(write_event(event))
    assert told.fouls == []
    assert "6 due S3.2 Bo" in told.rulings
    assert [str(seat.pile) for seat in told.view.seats] == ["8C", "QD"]

"""What a card in a zone means: the game's reading of what the senses said."""

from __future__ import annotations

import pytest

from table.cards import Card, card
from table.game import Doubt, Wonder
from table.games.president.mat import testify as meaning_of
from table.moments import Micros, Moment
from table.notation import write_event
from table.reports import Gone, Laid, Pressed, Report
from table.seats import Nobody, Seat, Who
from tests.records import Told
from tests.table.games.president.told import president

SINCE = Moment(Micros(12_300_000), Micros(12_333_333))


def who(name: str) -> Who:
    return Nobody.UNKNOWN if name == "?" else Seat(name)


def laid(names: str, by: str = "?", *, zone: str = "pile", moved_only: bool = False) -> Laid:
    """Cards came to lie there; `_` is one that could not be read, `?` an arm that was not seen."""
    seen: tuple[Card | None, ...] = tuple(None if name == "_" else card(name) for name in names.split())
    return Laid(zone=zone, cards=seen, who=who(by), when=SINCE, moved_only=moved_only)


def gone(by: str = "?") -> Gone:
    return Gone(zone="pile", who=who(by), when=SINCE)


def meant(told: Told, report: Report) -> list[str]:
    """The events a report means, as lines without their time."""
    events = meaning_of(told.state, report)
    assert not isinstance(events, Doubt)
    assert all(event.when == SINCE for event in events)
    return [write_event(event).partition("] ")[2] for event in events]


def doubt(told: Told, report: Report) -> Doubt:
    found = meaning_of(told.state, report)
    assert isinstance(found, Doubt)
    return found


def test_cards_laid_in_one_movement_are_one_play() -> None:
    assert meant(president(), laid("9H 9D", "Bo")) == ["Bo: play 9H 9D"]


def test_where_no_arm_was_seen_the_player_in_turn_laid() -> None:
    assert meant(president("Bo: play 9H"), laid("10C")) == ["Cia: play 10C"]


def test_before_anybody_knows_who_leads_it_is_asked_who_laid() -> None:
    told = president(options="first_lead=lowest_card")
    assert meant(told, laid("3C")) == ["?: play 3C"]
    assert meant(told, laid("3C", "Cia")) == ["Cia: play 3C"]


def test_a_card_that_could_not_be_read_is_asked_about() -> None:
    assert doubt(president(), laid("9H _", "Bo")) == Doubt(about=Wonder.WHICH_CARD, seat=Seat("Bo"))
    assert meant(president(options="first_lead=lowest_card"), laid("_")) == []


def test_another_zone_means_nothing() -> None:
    assert meant(president(), laid("9H", "Bo", zone="elsewhere")) == []


def test_what_lies_there_already_was_only_out_of_sight() -> None:
    told = president("Bo: play 9H 9D")
    assert meant(told, laid("9D")) == []
    assert meant(told, laid("9H 9D")) == []


def test_a_nudged_card_is_no_play() -> None:
    assert meant(president("Bo: play 9H"), laid("9H", "Cia", moved_only=True)) == []


def test_a_joker_seen_again_may_be_the_other_one() -> None:
    told = president("Bo: play X", options="jokers=true")
    found = doubt(told, laid("X", "Cia", moved_only=True))
    assert (found.about, found.seat) == (Wonder.SAME_AGAIN, "Cia")
    told.tell("Cia: play X")
    assert meant(told, laid("X", "Anna", moved_only=True)) == []


def test_when_the_card_under_wrong_ones_is_seen_again_those_were_taken_back() -> None:
    told = president("Bo: play 9H", "Cia: play 8C")
    assert meant(told, laid("9H", "Cia")) == ["Cia: takeback 8C"]
    assert meant(told, laid("9H JC", "Cia")) == ["Cia: takeback 8C", "Cia: play JC"]


def test_a_play_on_which_nobody_has_acted_may_be_taken_back() -> None:
    told = president("Bo: play 9H", "Cia: play JC")
    assert meant(told, laid("9H", "Cia")) == ["Cia: takeback JC"]
    assert meant(told, laid("9H", "Anna")) == ["Anna: play 9H"]
    told.tell("Anna: pass")
    assert meant(told, laid("9H", "Cia")) == ["Cia: play 9H"]


def test_a_wrong_lead_leaves_an_empty_pile_behind() -> None:
    assert meant(president("Bo: play 9H 8H"), gone("Bo")) == ["Bo: takeback 9H 8H"]


def test_a_lead_may_be_taken_back_too() -> None:
    told = president("Bo: play 9H")
    assert meant(told, gone("Bo")) == ["Bo: takeback 9H"]
    assert meant(told, gone("Cia")) == []
    told.tell("Cia: play 10H")
    assert meant(told, gone("Bo")) == []


def test_a_won_trick_is_just_cleared_away() -> None:
    assert meant(president("Bo: play 9H", "Cia: pass", "Anna: pass"), gone("Bo")) == []


@pytest.mark.parametrize(("button", "said"), [("pass", ["Cia: pass"]), ("slap", [])])
def test_of_the_buttons_only_the_pass_button_means_something(button: str, said: list[str]) -> None:
    told = president("Bo: play 9H")
    assert meant(told, Pressed(button=button, who=Seat("Cia"), when=SINCE)) == said
    assert meant(told, Pressed(button=button, who=Nobody.UNKNOWN, when=SINCE)) == []


def test_after_the_end_nothing_is_laid_any_more() -> None:
    told = president("Bo: dealt 1", "Cia: dealt 1", "Anna: dealt 1", "Bo: play 3H", "Cia: play 4H")
    assert meant(told, laid("9H", "Anna")) == []
    assert meant(told, gone("Anna")) == []

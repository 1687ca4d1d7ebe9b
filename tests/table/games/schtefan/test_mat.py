"""What a card in a zone means: the game's reading of what the senses said."""

from __future__ import annotations

from table.cards import Card, card
from table.game import Doubt, Wonder
from table.games.schtefan.mat import testify as meaning_of
from table.moments import Micros, Moment
from table.notation import write_event
from table.reports import Gone, Laid, Pressed, Report
from table.seats import Nobody, Seat, Who
from tests.records import Told
from tests.table.games.schtefan.told import schtefan

SINCE = Moment(Micros(12_300_000), Micros(12_333_333))


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
    return [write_event(event).partition("] ")[2] for event in events]


def doubt(told: Told, report: Report) -> Doubt:
    found = meaning_of(told.state, report)
    assert isinstance(found, Doubt)
    return found


def test_cards_laid_on_the_pile_are_a_play() -> None:
    assert meant(schtefan(), laid("5H 5C X", "Bo")) == ["Bo: play 5H 5C X"]


def test_no_arm_seen_means_the_player_in_turn() -> None:
    assert meant(schtefan("Bo: play 5H"), laid("7C")) == ["Cia: play 7C"]


def test_no_arm_seen_and_nobody_in_turn_is_said_so() -> None:
    assert meant(schtefan(), laid("5H")) == ["?: play 5H"]


def test_what_was_only_lost_from_sight_means_nothing() -> None:
    told = schtefan("Bo: play 5H 5C")
    assert meant(told, laid("5H 5C")) == []
    assert meant(told, laid("5C")) == []


def test_a_card_that_could_not_be_read_is_asked_for() -> None:
    found = doubt(schtefan("Bo: play 5H"), laid("7C _", "Cia"))
    assert (found.about, found.seat) == (Wonder.WHICH_CARD, "Cia")


def test_wrong_cards_were_taken_back_when_the_card_under_them_is_seen_again() -> None:
    told = schtefan("Bo: play 5H", "Cia: play 6C 7C")
    assert meant(told, laid("5H", "Cia")) == ["Cia: takeback 6C 7C"]
    assert meant(told, laid("5H 8C", "Cia")) == ["Cia: takeback 6C 7C", "Cia: play 8C"]


def test_a_wrong_lead_was_taken_back_when_the_table_is_empty_again() -> None:
    told = schtefan("Bo: play 6C")
    assert meant(told, Gone(zone="pile", who=who("Bo"), when=SINCE)) == ["Bo: takeback 6C"]


def test_the_last_play_is_taken_back_by_who_laid_it() -> None:
    told = schtefan("Bo: play 5H", "Cia: play 7C")
    assert meant(told, laid("5H", "Cia")) == ["Cia: takeback 7C"]


def test_a_trick_gathered_in_means_nothing() -> None:
    told = schtefan("Bo: play 5H", "Cia: play AC")
    assert meant(told, Gone(zone="pile", who=who("Cia"), when=SINCE)) == []


def test_the_same_face_again_may_be_an_equal_card_of_two_decks() -> None:
    one = schtefan("Bo: play 5H")
    assert meant(one, laid("5H", "Cia", moved_only=True)) == []
    two = schtefan("Bo: play 5H", players=6)
    found = doubt(two, laid("5H", "Cia", moved_only=True))
    assert (found.about, found.seat, found.card) == (Wonder.SAME_AGAIN, "Cia", card("5H"))


def test_the_pass_button_passes() -> None:
    told = schtefan("Bo: play 5H")
    assert meant(told, Pressed(button="pass", who=who("Cia"), when=SINCE)) == ["Cia: pass"]
    assert meant(told, Pressed(button="pass", who=who("?"), when=SINCE)) == []
    assert meant(told, Pressed(button="call", who=who("Cia"), when=SINCE)) == []


def test_other_zones_and_what_comes_after_the_end_mean_nothing() -> None:
    assert meant(schtefan(), laid("5H", "Bo", zone="drawn")) == []
    over = schtefan("Bo: dealt 1", "Cia: dealt 1", "Bo: play 5H", "Cia: play 9C")
    assert meant(over, laid("KC", "Anna")) == []

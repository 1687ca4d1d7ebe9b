from dataclasses import replace

from table.cards import cards
from table.events import Correct, Draw, Event, Play
from table.game import Header
from table.games.vvvand8 import VVVAND8
from table.headers import write_header
from table.notation import write_event
from table.seats import Nobody, Seat
from table.twin.chronicle import Chronicle, amounts_to
from table.twin.players import Players

SEATS = tuple(Seat(name) for name in ("Anna", "Bo", "Cia"))
HEADER = Header(game="vvvand8", seats=SEATS, dealer=SEATS[0])
SEED = 79
"""A short game with fouls in it."""


def game(seed: int = SEED) -> Chronicle:
    return Chronicle(Players(seed), VVVAND8, HEADER)


def played(chronicle: Chronicle, deeds: int) -> list[Event]:
    """Does what is due, so many times."""
    events: list[Event] = []
    for line in range(5, 5 + deeds):
        if chronicle.deed is None:
            break
        events.append(replace(chronicle.deed.event, line=line))
        assert chronicle.hear(events[-1])
    return events


def record(events: list[Event]) -> list[str]:
    return [*write_header(HEADER), "# a note", *(write_event(event) for event in events)]


def test_a_game_is_taken_up_from_its_record() -> None:
    whole = game()
    events = played(whole, 200)
    for length in (0, 1, 7, len(events) - 1, len(events)):
        live = game()
        played(live, length)
        found = Chronicle.of(Players(SEED), VVVAND8, record(events[:length]))
        assert (found.truth, found.deed, found.number) == (live.truth, live.deed, live.number)
        assert found.planted == live.planted
    assert whole.deed is None
    assert whole.planted


def test_what_was_planted_is_told_with_its_offender_once_it_was_heard() -> None:
    chronicle = game()
    while chronicle.deed is not None and chronicle.deed.planted is None:
        played(chronicle, 1)
    assert chronicle.planted == []
    due = chronicle.deed
    assert due is not None
    played(chronicle, 1)
    assert chronicle.planted == [(due.planted, due.event.who)]


def test_a_card_misread_and_corrected_is_the_deed_that_was_due() -> None:
    chronicle = game()
    events = played(chronicle, 200)
    at = next(at for at, event in enumerate(events) if isinstance(event, Play) and len(event.cards) > 1)
    true = events[at]
    assert isinstance(true, Play)
    line = len(record(events[: at + 1]))
    misread = replace(true, cards=true.cards[1:])
    correct = Correct(who=Nobody.TABLE, misread=line, cards=true.cards)
    found = Chronicle.of(Players(SEED), VVVAND8, record([*events[:at], misread, correct]))
    right = Chronicle.of(Players(SEED), VVVAND8, record(events[: at + 1]))
    assert (found.truth, found.number) == (right.truth, right.number)
    assert found.deed is not None
    assert right.deed is not None
    assert amounts_to(found.deed.event, right.deed.event)


def test_what_somebody_else_tells_between_changes_what_is_due() -> None:
    chronicle = game()
    played(chronicle, 1)
    begun, talon = chronicle.deed, len(chronicle.truth.talon)
    assert begun is not None
    assert not chronicle.hear(Draw(who=Seat("Bo"), line=9, count=2))
    assert len(chronicle.truth.talon) == talon - 2
    assert chronicle.number == 1
    assert chronicle.hear(replace(begun.event, line=10))
    assert chronicle.number == 2


def test_times_and_lines_do_not_matter_for_what_an_event_says() -> None:
    laid = Play(who=Seat("Bo"), cards=cards("7H"))
    assert amounts_to(laid, replace(laid, line=12))
    assert not amounts_to(laid, replace(laid, cards=cards("7D")))

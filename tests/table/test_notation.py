from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table import events
from table.cards import DECK, Card, Rank, Suit, card
from table.events import Event
from table.forms import RecordError
from table.game import Header, Option
from table.headers import PLAYERS, write_header
from table.moments import Micros, Moment
from table.notation import read_bytes, read_event, read_header, read_record, write_event
from table.rulings import ClauseId, Taken
from table.seats import Nobody, Seat
from table.verbs import GAMES, VERBS

HEADER = Header(game="vvvand8", seats=(Seat("Anna"), Seat("Bo"), Seat("Åsa")))
HEAD = "game vvvand8\nseats Anna Bo Cia\ndealer Anna\n"


def event(text: str) -> Event:
    found = read_event(text, 7, HEADER)
    assert found is not None
    return found


def refusal(text: str) -> str:
    with pytest.raises(RecordError) as raised:
        read_record(text, "evening.ctn")
    return str(raised.value)


# Reading


def test_a_line_says_who_did_what() -> None:
    assert event("Bo: play 7S 7D") == events.Play(line=7, who=Seat("Bo"), cards=(card("7S"), card("7D")))


def test_what_belongs_to_nobody_is_the_tables() -> None:
    assert event("table: start 7H") == events.Start(line=7, who=Nobody.TABLE, card=card("7H"))


def test_the_camera_may_not_have_seen_who_it_was() -> None:
    assert event("?: play 7S").who is Nobody.UNKNOWN


def test_a_time_is_exact_to_the_microsecond() -> None:
    assert event("[12.345678] Bo: pass").when == Moment(Micros(12_345_678), Micros(12_345_678))


def test_a_time_may_be_an_interval() -> None:
    assert event("[12.3~12.333] Bo: play 9H").when == Moment(Micros(12_300_000), Micros(12_333_000))


def test_a_line_without_a_time_has_none() -> None:
    assert event("Bo: pass").when is None


@pytest.mark.parametrize("line", ["", "   ", "# a remark", "   # a remark: with a colon", "\t"])
def test_blank_lines_and_remarks_say_nothing(line: str) -> None:
    assert read_event(line, 7, HEADER) is None


def test_a_remark_may_follow_a_line() -> None:
    assert event("Bo: play 9H   # at last") == event("Bo: play 9H")


def test_swedish_names_are_names() -> None:
    assert event("Åsa: call") == events.Call(line=7, who=Seat("Åsa"))


def test_cards_and_suits_may_be_written_with_signs() -> None:
    assert event("Bo: play T♠") == event("Bo: play 10S")
    assert event("Bo: suit ♥") == event("Bo: suit H")


def test_a_header_says_who_sits_where_and_by_which_rules() -> None:
    text = (
        "# an evening\n\ngame vvvand8  # the usual\noption coffee_break=true\noption ace_draw=per_play\n"
        "seats Anna Bo Cia Dag\nfree Dag\ndecks 2\nplaced Bo Anna Cia\ndealer Anna\ndate 2028-02-29\n\nAnna: pass\n"
    )
    header = read_record(text, "evening.ctn").header
    assert header == Header(
        game="vvvand8",
        seats=(Seat("Anna"), Seat("Bo"), Seat("Cia"), Seat("Dag")),
        options=(Option("coffee_break", "true", 4, 8), Option("ace_draw", "per_play", 5, 8)),
        free=(Seat("Dag"),),
        decks=2,
        placed=(Seat("Bo"), Seat("Anna"), Seat("Cia")),
        dealer=Seat("Anna"),
        date="2028-02-29",
    )


def test_lines_are_counted_from_one_with_blank_ones_and_remarks() -> None:
    record = read_record(HEAD + "\n# a remark\nAnna: pass\n\nBo: pass", "evening.ctn")
    assert [event.line for event in record.events] == [6, 8]


def test_a_record_may_come_from_an_editor_that_marks_utf_8() -> None:
    marked = b"\xef\xbb\xbf" + HEAD.encode() + "Bo: play 9♥\r\n".encode()
    assert read_bytes(marked, "evening.ctn") == read_record(HEAD + "Bo: play 9H\n", "evening.ctn")


def test_a_record_without_events_is_a_record() -> None:
    assert read_record(HEAD, "evening.ctn").events == ()


# Refusing

IN_A_GAME = [
    ("Bo: plya 9H", 5, "expected a verb of vvvand8 (start, drawn, dealt, viggo"),
    ("Bo: play 1H", 10, "no card '1H'; cards are 2-10 J Q K A with C D H S, or X"),
    ("Bo: play 9H 1H", 13, "no card '1H'"),
    ("Bo: play", 9, "expected a card"),
    ("Bo: play     # what?", 9, "expected a card"),
    ("Bo:", 4, "expected a verb of vvvand8"),
    ("Bob: pass", 1, "no seat 'Bob'; did you mean 'Bo'?"),
    ("Zoë: pass", 1, "no seat 'Zoë'; seats are Anna Bo Cia"),
    ("bo: pass", 1, "no seat 'bo'"),
    ("Bo pass", 1, "expected who did it and a colon (Anna Bo Cia table ?), then a verb"),
    ("[1.5]", 6, "expected who did it and a colon"),
    ("[1.5 Bo: pass", 1, "expected a time such as [12.345] or [12.300~12.333], got '[1.5'"),
    ("[1.1234567] Bo: pass", 1, "expected a time such as"),
    ("[-1] Bo: pass", 1, "expected a time such as"),
    ("[2~1] Bo: pass", 1, "a moment cannot end before it begins: '[2~1]'"),
    ("Bo: start 7H", 1, "expected 'table: start', got 'Bo:'"),
    ("?: turned", 1, "expected 'table: turned', got '?:'"),
    ("table: play 7H", 1, "expected a seat before 'play', got 'table'"),
    ("Bo: draw", 9, "expected how many, 1 or more"),
    ("Bo: draw 0", 10, "expected how many, 1 or more, got '0'"),
    ("Bo: draw two", 10, "expected how many, 1 or more, got 'two'"),
    ("Bo: draw -1", 10, "expected how many, 1 or more, got '-1'"),
    ("Bo: draw 9999999", 10, "expected how many, 1 or more"),
    ("Bo: draw 1 2", 12, "expected nothing more, got '2'"),
    ("Bo: pass now", 10, "expected nothing more, got 'now'"),
    ("Bo: suit X", 10, "no suit 'X'; suits are C D H S"),
    ("Bo: suit", 9, "expected a suit: C D H S"),
    ("Bo: veto maybe", 10, "expected yes or no, got 'maybe'"),
    ("Bo: accuse Cai V3.8", 12, "no seat 'Cai'; did you mean 'Cia'?"),
    ("Bo: accuse Cia 3.8", 16, "expected a clause such as V3.8, got '3.8'"),
    ("table: correct Bo 7H", 16, "expected a line, got 'Bo'"),
    ("table: correct 4", 17, "expected a card"),
    ("table: overrule", 16, "expected a line"),
    ("   Bo:   plya 9H", 10, "expected a verb of vvvand8"),
    ("dealer Bo", 1, "expected who did it and a colon"),
]


@pytest.mark.parametrize(("line", "column", "expected"), IN_A_GAME)
def test_a_line_out_of_form_is_refused_with_its_place(line: str, column: int, expected: str) -> None:
    assert refusal(f"{HEAD}Bo: pass\n{line}\nCia: pass\n").startswith(f"evening.ctn:5:{column}: {expected}")


HEADERS = [
    ("", "1:1: expected 'game ...' before the first event"),
    ("# nothing but a remark\n", "1:1: expected 'game ...' before the first event"),
    ("seats Anna Bo\nAnna: pass\n", "2:1: expected 'game ...' before the first event"),
    ("game vvvand8\nAnna: pass\n", "2:1: expected 'seats ...' before the first event"),
    ("game whist\n", "1:6: no game 'whist'; games are president, schtefan, stress, vvvand8"),
    ("game\n", "1:5: expected a value after 'game'"),
    ("game vvvand8 stress\n", "1:14: expected one value after 'game', got 'stress'"),
    (
        "gmae vvvand8\n",
        "1:1: expected a header word (game, option, seats, free, decks, placed, dealer, date), got 'gmae'",
    ),
    ("game vvvand8\nseats Anna\n", "2:11: expected 2 to 52 seats in vvvand8, got 1"),
    ("game schtefan\nseats Anna Bo\n", "2:14: expected 3 to 9 seats in schtefan, got 2"),
    ("seats A B C D E F G H I\ngame president\n", "1:23: expected 3 to 8 seats in president, got 9"),
    ("game stress\nseats A B C D E\n", "2:15: expected 2 to 4 seats in stress, got 5"),
    (
        "game schtefan\nseats Anna Bo Cia\nplaced Bo Anna\n",
        "3:15: expected everybody who played the round before, also Cia",
    ),
    ("game schtefan\nseats Anna Bo Cia\nplaced Bo Anna Cia Bo\n", "3:20: two seats are named 'Bo'"),
    ("game vvvand8\nseats Anna Bo Anna\n", "2:15: two seats are named 'Anna'"),
    ("game vvvand8\nseats Anna table\n", "2:12: a seat cannot be named 'table'"),
    ("game vvvand8\nseats Anna Bo\nseats Cia Dag\n", "3:1: 'seats' stands here a second time; first on line 2"),
    ("game vvvand8\ndealer Bob\nseats Anna Bo\n", "2:8: no seat 'Bob'; did you mean 'Bo'?"),
    ("game vvvand8\nseats Anna Bo\nfree Cia\n", "3:6: no seat 'Cia'"),
    ("game vvvand8\nseats Anna Bo\ndecks two\n", "3:7: expected how many decks, 1 to 4, got 'two'"),
    ("game vvvand8\nseats Anna Bo\ndate 2027-02-29\n", "3:6: expected a date such as 2028-02-29, got '2027-02-29'"),
    ("game vvvand8\nseats Anna Bo\nfree Bo Anna\n", "3:1: expected somebody who plays; every seat is free"),
    (
        "game vvvand8\nseats Anna Bo Cia\nfree Cia\ndealer Cia\n",
        "4:8: expected a dealer who plays; the seat of 'Cia' is free",
    ),
    (
        "game vvvand8\noption viggo=true\noption viggo=false\n",
        "3:8: option 'viggo' stands here a second time; first on line 2",
    ),
    ("game vvvand8\noption viggo\n", "2:8: expected an option such as name=value, without blanks"),
    ("game vvvand8\noption viggo = true\n", "2:8: expected an option such as name=value, without blanks"),
]


@pytest.mark.parametrize(("text", "said"), HEADERS)
def test_a_header_out_of_form_is_refused_with_its_place(text: str, said: str) -> None:
    assert refusal(text).startswith(f"evening.ctn:{said}")


def test_what_is_no_text_is_refused_where_it_ceases_to_be() -> None:
    with pytest.raises(RecordError, match=r"^photo\.ctn:2:5: expected UTF-8 text$"):
        read_bytes(b"game vvvand8\nABCD\xff\xd8", "photo.ctn")


def test_a_record_is_refused_at_its_first_bad_line() -> None:
    assert refusal(HEAD + "Bo: plya 9H\nBo: plya 9H\n").startswith("evening.ctn:4:")


# Writing: what was written is read back the same

CARDS = st.sampled_from([*DECK, Card(Rank.JOKER, None)])
BUNCHES = st.lists(CARDS, min_size=1, max_size=5).map(tuple)
SEATS = st.sampled_from(HEADER.seats)
COUNTS = st.integers(1, 999_999)
CLAUSES = st.from_regex(r"[A-Z][0-9]{1,2}\.[0-9]{1,2}", fullmatch=True).map(ClauseId)
MICROS = st.integers(0, 10**15 - 1).map(Micros)
MOMENTS = st.lists(MICROS, min_size=2, max_size=2).map(sorted).map(lambda ends: Moment(*ends))
VALUES: dict[tuple[str, str], st.SearchStrategy[object]] = {
    ("NameSuit", "suit"): st.sampled_from(Suit),
    ("Veto", "forbids"): st.booleans(),
    ("Takes", "what"): st.sampled_from(Taken),
    ("Asks", "count"): st.integers(0, 4),
}
BY_NAME: dict[str, st.SearchStrategy[object]] = {
    "card": CARDS,
    "cards": BUNCHES,
    "clause": CLAUSES,
    "stands_for": st.just(()),
    "rank": st.sampled_from([rank for rank in Rank if rank is not Rank.JOKER]),
    **dict.fromkeys(("accused", "of", "to", "on"), SEATS),
}
OWN = {field.name for field in dataclasses.fields(Event)}


@st.composite
def any_event(draw: st.DrawFn) -> Event:
    """Any event there is, with any values that it may have."""
    verb = VERBS[draw(st.sampled_from(sorted(VERBS)))]
    who = Nobody.TABLE if verb.for_table else draw(st.one_of(SEATS, st.just(Nobody.UNKNOWN)))
    names = [field.name for field in dataclasses.fields(verb.kind) if field.name not in OWN]
    values = {name: draw(VALUES.get((verb.kind.__name__, name), BY_NAME.get(name, COUNTS))) for name in names}
    return verb.kind(line=7, who=who, when=draw(st.none() | MOMENTS), **values)


def header_for(event: Event) -> Header:
    """A header of a game in which the event can be said."""
    games = next(verb.games for verb in VERBS.values() if verb.kind is type(event))
    return dataclasses.replace(HEADER, game=min(games))


@given(any_event())
def test_an_event_written_down_is_read_back_the_same(event: Event) -> None:
    assert read_event(write_event(event), 7, header_for(event)) == event


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("schtefan", "Bo: play 5H X as 5H 6H"),
        ("schtefan", "Bo: singles 3"),
        ("president", "Anna: asks K of Bo gets 2"),
        ("president", "Anna: gives 2 to Bo"),
        ("stress", "Anna: open 4H 9C KD 2S"),
        ("stress", "[1.5~1.533] Bo: lay 10H on Anna"),
        ("stress", "Bo: merge 7"),
        ("stress", "Bo: say stress"),
        ("stress", "Bo: takes both"),
        ("stress", "[2.5] table: watched"),
    ],
)
def test_a_line_of_each_game_is_read_and_written_the_same(game: str, line: str) -> None:
    header = dataclasses.replace(HEADER, game=game)
    event = read_event(line, 7, header)
    assert event is not None
    assert write_event(event) == line


@pytest.mark.parametrize(
    ("game", "line", "column", "said"),
    [
        ("schtefan", "Bo: play 5H X as 5H", 17, "as many cards after 'as' as before it: 2"),
        ("president", "Bo: asks X of Anna gets 1", 10, "no rank 'X'"),
        ("president", "Bo: asks K Anna gets 1", 12, "expected of"),
        ("president", "Bo: gives 2 to Zoe", 16, "no seat 'Zoe'"),
        ("stress", "Bo: say hello", 9, "expected stress, got 'hello'"),
        ("stress", "Bo: takes all", 11, "expected both or own or card"),
        ("stress", "Bo: watched", 1, "expected 'table: watched'"),
        ("stress", "Bo: draw 1", 5, "expected a verb of stress"),
        ("vvvand8", "Bo: slap", 5, "expected a verb of vvvand8"),
    ],
)
def test_a_line_out_of_form_in_another_game_is_refused_where_it_is(
    game: str, line: str, column: int, said: str
) -> None:
    with pytest.raises(RecordError) as refused:
        read_event(line, 7, dataclasses.replace(HEADER, game=game))
    assert said in str(refused.value)
    assert refused.value.column == column


NAMES = st.text(st.characters(categories=["L", "N", "P", "S"], exclude_characters=":#"), min_size=1, max_size=8).filter(
    lambda name: name not in ("table", "?") and name[0] != "["
)


@given(st.lists(NAMES, min_size=2, max_size=6, unique=True), st.data())
def test_a_header_written_down_is_read_back_the_same(names: list[str], data: st.DataObject) -> None:
    seats = tuple(map(Seat, names))
    header = Header(
        game="vvvand8",
        seats=seats,
        free=data.draw(st.sampled_from([(), seats[:1]])),
        decks=data.draw(st.none() | st.integers(1, 4)),
        placed=data.draw(st.permutations(seats).map(tuple)),
        dealer=data.draw(st.none() | st.sampled_from(seats[1:])),
        date=data.draw(st.none() | st.dates().map(str)),
    )
    assert read_record("\n".join(write_header(header)), "evening.ctn").header == header


def test_a_header_alone_is_read_whatever_follows_it() -> None:
    header = read_header([*HEAD.splitlines(), "", "[3] Bo: plya 9H"], "evening.ctn")
    assert (header.game, header.dealer) == ("vvvand8", "Anna")


def test_the_games_that_have_verbs_are_those_that_have_seats() -> None:
    assert set(PLAYERS) == GAMES


@given(st.text(max_size=60))
def test_whatever_a_line_holds_it_is_an_event_or_refused_at_a_column(text: str) -> None:
    try:
        read_event(text, 7, HEADER)
    except RecordError as refused:
        assert refused.line == 7
        assert 1 <= refused.column <= len(text) + 1


@given(st.binary(max_size=80))
def test_whatever_a_file_holds_it_is_a_record_or_refused_at_a_place(data: bytes) -> None:
    try:
        read_bytes(HEAD.encode() + data, "evening.ctn")
    except RecordError as refused:
        assert str(refused).startswith("evening.ctn:")
        assert refused.line >= 1
        assert refused.column >= 1

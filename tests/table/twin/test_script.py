from dataclasses import replace

from table.cards import cards
from table.events import Correct, Play, Start
from table.games.vvvand8 import VVVAND8
from table.notation import read_record
from table.seats import Nobody, Seat
from table.twin.chronicle import Chronicle
from table.twin.script import Script

RECORD = """game vvvand8
seats Anna Bo Cia
dealer Anna
table: start 7H
Bo: play 9H 9S
Cia: play 9S
table: correct 5 9H 9C
Anna: draw 1
"""


def chronicle() -> Chronicle:
    record = read_record(RECORD, "x.ctn")
    return Chronicle(Script(record), VVVAND8, record.header)


def test_the_deeds_are_the_records_events_in_their_order() -> None:
    game, done = chronicle(), []
    while game.deed is not None:
        done.append(type(game.deed.event).__name__)
        assert game.hear(replace(game.deed.event, line=10 + game.number))
    assert done == ["Start", "Play", "Play", "Correct", "Draw"]
    assert game.number == 5


def test_what_a_record_lays_is_in_the_hand_before() -> None:
    game = chronicle()
    whole = game.truth.cards
    assert game.truth.talon[0] == cards("7H")[0]
    assert game.deed is not None
    game.hear(replace(game.deed.event, line=12))
    assert set(cards("9H 9S")) <= set(game.truth.hand(Seat("Bo")))
    assert game.truth.cards == whole


def test_a_correction_speaks_of_the_line_under_which_the_deed_stands_now() -> None:
    game = chronicle()
    for line in (21, 22, 23):
        assert game.deed is not None
        game.hear(replace(game.deed.event, line=line))
    assert game.deed is not None
    assert game.deed.event == Correct(who=Nobody.TABLE, line=7, misread=22, cards=cards("9H 9C"))


def test_an_event_that_nobody_did_leaves_the_deed_to_do() -> None:
    game = chronicle()
    due = game.deed
    assert not game.hear(Play(who=Seat("Bo"), line=9, cards=cards("2C")))
    assert game.deed == due
    assert game.deed is not None
    assert isinstance(game.deed.event, Start)

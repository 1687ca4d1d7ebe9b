"""A table that is open, and the board its screens read."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.app.host import Host, SenseLost
from table.forms import RecordError
from table.game import Header, Option
from table.houses import OptionError
from table.ledger import Ledger
from table.seats import Seat
from table.witness import Seating

SEATS = (Seat("Anna"), Seat("Bo"), Seat("Cia"))
HEADER = Header(game="vvvand8", seats=SEATS, dealer=SEATS[0])
WON = ("Bo: dealt 2", "table: start 7H", "Bo: call", "Bo: play 9H", "Cia: play 2H", "Anna: play QH", "Bo: play 4H")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "log.sqlite") as opened:
        yield opened


def host_of(ledger: Ledger, header: Header = HEADER) -> Host:
    return Host(ledger, header, Seating(seats=SEATS), lambda: 1_000_000_000)


def tell_all(host: Host, *lines: str) -> None:
    for line in lines:
        assert host.tell(line).accepted, line


@pytest.fixture
def working(ledger: Ledger) -> Iterator[Host]:
    """A host whose owner thread works."""
    host, is_done = host_of(ledger), threading.Event()

    def work() -> None:
        while not is_done.is_set():
            host.work(0.05)

    owner = threading.Thread(target=work)
    owner.start()
    yield host
    is_done.set()
    owner.join()


def test_an_unfinished_game_is_taken_up_where_it_stood(ledger: Ledger) -> None:
    tell_all(host_of(ledger), "table: start 7H", "Bo: draw 1")
    again = host_of(ledger)
    assert again.was_resumed
    assert again.desk.number == 1
    assert again.board.latest().view.facts[0].value.en == "1/3"


def test_after_a_finished_game_the_loser_deals_the_next(ledger: Ledger) -> None:
    tell_all(host_of(ledger), *WON)
    again = host_of(ledger)
    assert again.desk.number == 2
    assert again.desk.referee.header.dealer == "Anna"


def test_every_game_opened_here_has_the_day_on_which_it_was_opened(ledger: Ledger) -> None:
    days = iter(["2028-02-28", "2028-02-29"])
    host = Host(ledger, HEADER, Seating(seats=SEATS), lambda: 1_000_000_000, today=lambda: next(days))
    tell_all(host, *WON, "game vvvand8")
    assert [("date 2028-02-28" in ledger.lines(1)), ("date 2028-02-29" in ledger.lines(2))] == [True, True]


def test_the_scores_are_those_of_the_games_in_the_log(ledger: Ledger) -> None:
    host = host_of(ledger)
    assert host.board.scores() == ()
    tell_all(host, *WON)
    sitting, season, all_time = host.board.scores()
    assert (sitting.game, [row.name for row in all_time.rows]) == ("VVVänd8", ["Bo", "Cia", "Anna"])
    assert season.heading.sv.startswith("Denna säsong, till 20")


def test_the_screens_say_what_this_table_has_decided(working: Host) -> None:
    first, *others = working.board.decided()
    assert (first.clauses, first.text.en[:33]) == (("V2.13",), "Out without having called: the ca")
    assert first.text.sv.startswith("Ute utan att ha sagt utgång")
    assert (first.is_usual, {one.is_usual for one in others}) == (False, {True})
    assert "viggo = false" in {one.setting for one in others}


def test_other_seats_open_a_game_of_their_own(ledger: Ledger) -> None:
    host_of(ledger)
    others = Header(game="vvvand8", seats=(Seat("Lisa"), Seat("Per")), dealer=Seat("Per"))
    assert host_of(ledger, others).desk.number == 2


def test_a_log_of_a_game_that_this_version_does_not_have_is_refused_with_its_place(ledger: Ledger) -> None:
    ledger.append(1, 1, "table", "# a note", "# another", "game whist", "seats Anna Bo Cia", "Anna: pass")
    with pytest.raises(RecordError, match=r"log\.sqlite, game 1:3:6: no game 'whist'; games are president, "):
        host_of(ledger)


def test_a_log_without_a_header_is_refused(ledger: Ledger) -> None:
    ledger.append(1, 1, "table", "# a note", "Anna: pass")
    with pytest.raises(RecordError, match=r"game 1:1:1: expected 'game \.\.\.' before the first event"):
        host_of(ledger)


def test_a_bad_house_rule_is_refused_before_anything_is_written(ledger: Ledger) -> None:
    with pytest.raises(OptionError, match="did you mean 'coffee_break'"):
        host_of(ledger, Header(game="vvvand8", seats=SEATS, options=(Option("cofee_break", "true"),)))
    assert ledger.count() == 0


def test_the_next_game_is_opened_by_a_touch_once_this_one_is_over(ledger: Ledger) -> None:
    host = host_of(ledger)
    assert not host.tell("game vvvand8").accepted
    tell_all(host, *WON, "game vvvand8")
    assert host.desk.number == 2
    assert host.board.latest().view.top is None


def test_r01_a_suit_named_in_one_game_is_not_in_force_in_the_next(ledger: Ledger) -> None:
    host = host_of(ledger)
    tell_all(host, "Bo: dealt 2", "table: start 7H", "Bo: call", "Bo: play 8H", "Bo: suit S", "Cia: play 9S")
    tell_all(host, "Anna: play 2S", "Bo: play 3S", "game vvvand8", "table: start 4D")
    assert host.board.latest().view.suit == "D"


def test_a_screen_is_told_of_every_change_and_numbers_only_grow(working: Host) -> None:
    before = working.board.latest()
    assert working.board.tell("table: start 7H", "en").accepted
    after = working.board.wait(before.number, timeout_s=5)
    assert after is not None
    assert after.view.top == "7H"
    assert after.number > before.number
    assert working.board.wait(after.number, timeout_s=0) is None


def test_what_a_screen_says_wrongly_is_answered_with_what_was_expected(working: Host) -> None:
    answer = working.board.tell("Bo: plya 9S", "sv")
    assert not answer.accepted
    assert answer.text.sv.startswith("Togs inte emot:")
    assert "plya" in answer.text.en


@pytest.mark.parametrize("line", ["", "  ", "x" * 501, "Bo: draw 1\nBo: draw 1"])
def test_an_empty_or_endless_line_never_reaches_the_table(working: Host, line: str) -> None:
    assert not working.board.tell(line, "en").accepted


def test_the_record_can_be_had_from_any_thread(working: Host) -> None:
    working.board.tell("table: start 7H", "en")
    assert working.board.record().endswith("table: start 7H\n")
    assert "seats Anna Bo Cia" in working.board.record()


def test_a_lost_sense_is_shown_with_what_to_do_until_it_is_back(ledger: Ledger) -> None:
    host = host_of(ledger)
    host.put(SenseLost("buttons", "there is no /dev/gpiochip*."))
    host.work(0)
    lamp = host.board.latest().view.senses[1]
    assert not lamp.well
    assert "gpiochip" in lamp.message.en
    host.put(SenseLost("buttons", ""))
    host.work(0)
    assert host.board.latest().view.senses[1].well


def test_a_log_that_cannot_be_written_is_said_and_the_table_stays_up(ledger: Ledger) -> None:
    host = host_of(ledger)
    ledger.append(1, host.desk.lines + 1, "somebody else", "# in the way")
    assert not host.tell("table: start 7H").accepted
    log = host.board.latest().view.senses[2]
    assert not log.well
    assert host.board.latest().view.top is None


def test_a_touch_that_was_answered_too_late_does_not_count_later(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is told that the table is busy touches again."""
    monkeypatch.setattr("table.app.board.PATIENCE_S", 0.01)
    host = host_of(ledger)
    tell_all(host, "table: start 7H")
    assert not host.board.tell("Bo: draw 1", "en").accepted
    while host.work(0):
        pass
    assert host.board.latest().view.facts[0].value.en == "0/3"


def test_only_pictures_that_the_screens_show_are_given_out(working: Host) -> None:
    """Those of earlier plays would tell the older cards of the pile."""
    working.desk.pictures["g1-4"] = b"an earlier play"
    assert working.board.picture("g1-4") is None


def test_another_pack_than_expected_is_said_only_while_it_lies_there(ledger: Ledger) -> None:
    host = host_of(ledger)
    assert len(host.board.latest().view.senses) == 3
    host.put(SenseLost("deck", "wrong deck profile."))
    host.work(0)
    lamp = host.board.latest().view.senses[3]
    assert not lamp.well
    assert lamp.message.en == "These are other cards: wrong deck profile."
    host.put(SenseLost("deck", ""))
    host.work(0)
    assert len(host.board.latest().view.senses) == 3

"""What the table screen shows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from table.desk import Desk, Question, open_game
from table.forms import RecordError
from table.game import Choice, Doubt, Header, Offer, Option, Wonder
from table.games import GAMES, find_game
from table.ledger import Ledger
from table.moments import Micros, Moment
from table.notation import read_event, read_header
from table.offers import taps as taps_of
from table.reports import Laid
from table.rulings import Taken
from table.screens import clause_text, table_view
from table.seats import Seat
from table.witness import Seating
from tests.table.games.test_cases import PATHS
from web.desk import Tap

SEATS = (Seat("Anna"), Seat("Bo"), Seat("Cia"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Ledger(tmp_path / "log.sqlite") as ledger:
        number = open_game(ledger, Header(game="vvvand8", seats=SEATS, dealer=SEATS[0]), ("a test", "judge it"))
        yield Desk(find_game("vvvand8"), ledger, number, Seating(seats=SEATS), 0)


def tell(desk: Desk, *lines: str) -> None:
    for line in lines:
        desk.tell(line, 0)


def taps(desk: Desk, seat: str) -> list[Tap]:
    view = table_view(desk, ())
    return next(list(panel.taps) for panel in view.seats if panel.name == seat)


def test_r45_the_screen_says_what_the_referee_believes(desk: Desk) -> None:
    tell(desk, "table: start 7H", "Bo: play 8C", "Bo: suit D", "Cia: draw 1")
    view = table_view(desk, ())
    assert (view.top, view.suit) == ("8C", "D")
    assert view.status.en == "Cia is in turn"
    assert view.status.sv == "Cia är på tur"
    assert [panel.cards for panel in view.seats] == [7, 6, 8]
    assert [fact.value.en for fact in view.facts] == ["1/3"]


def test_what_a_player_owes_stands_at_the_seat(desk: Desk) -> None:
    tell(desk, "table: start 7H", "Bo: play 9S")
    marks = [mark.sv for panel in table_view(desk, ()).seats if panel.name == "Bo" for mark in panel.marks]
    assert "ska ta 3" in marks


def test_every_tap_is_a_line_that_the_table_takes(desk: Desk) -> None:
    tell(desk, "table: start 7H", "Bo: play 9S", "Bo: play 8C", "Cia: away")
    view = table_view(desk, ())
    lines = [tap.line for panel in view.seats for tap in panel.taps] + [tap.line for tap in view.table_taps]
    lines += [tap.line.format(accuser="Bo", accused="Anna") for tap in view.accusable]
    lines += [ruling.overrule.line for ruling in view.rulings if ruling.overrule]
    assert len(lines) > 15
    for line in lines:
        assert read_event(line, 1, desk.referee.header) is not None


def test_r11_calling_is_offered_while_a_suit_is_asked_for(desk: Desk) -> None:
    tell(desk, "table: start 8C")
    assert {tap.line for tap in taps(desk, "Anna")} >= {f"Anna: suit {suit}" for suit in "CDHS"}
    assert "Bo: call" in {tap.line for tap in taps(desk, "Bo")}


def test_r_p2_a_wrong_card_is_told_with_its_reason_and_waited_for(desk: Desk) -> None:
    """R-P2: an illegal move on the board brought no word, and nobody knew why nothing went on."""
    tell(desk, "table: start 7H", "Bo: play 9S")
    view = table_view(desk, ())
    assert view.rulings[0].text.en == (
        "Bo laid nine of spades on seven of hearts: neither suit nor rank fits (V3.2). Three penalty cards."
    )
    assert [(panel.name, panel.in_turn) for panel in view.seats] == [("Anna", False), ("Bo", True), ("Cia", False)]
    assert [(tap.line, tap.weight) for tap in taps(desk, "Bo") if "takeback" in tap.line] == [
        ("Bo: takeback 9S", "main")
    ]


def test_cards_that_lie_wrongly_are_offered_to_be_taken_back(desk: Desk) -> None:
    tell(desk, "table: start 7H", "Bo: play 9S")
    assert "Bo: takeback 9S" in {tap.line for tap in taps(desk, "Bo")}


def test_an_overruled_foul_stays_to_be_seen_as_withdrawn(desk: Desk) -> None:
    tell(desk, "table: start 7H", "Bo: play 9S")
    tell(desk, f"table: overrule {desk.lines}")
    (ruling,) = table_view(desk, ()).rulings
    assert ruling.withdrawn
    assert ruling.overrule is None


def test_v3_5_the_screen_looks_back_no_further_than_the_previous_players_card(desk: Desk) -> None:
    tell(desk, "table: start 7H", "Bo: play 9H", "Cia: play 9S", "Anna: draw 1", "Anna: play 2S")
    assert [heard.cards for heard in table_view(desk, ()).correctable] == [("2S",), ("9S",)]
    assert "9H" not in repr(table_view(desk, ()))


def test_a_finished_game_offers_the_next_and_nothing_to_play(desk: Desk) -> None:
    tell(desk, "Bo: dealt 2", "table: start 7H", "Bo: call", "Bo: play 9H", "Cia: play 2H", "Anna: play QH")
    tell(desk, "Bo: play 4H")
    view = table_view(desk, ())
    assert view.over
    assert view.status.en == "Bo has won"
    assert [tap.line for tap in view.table_taps] == ["game vvvand8"]
    assert all(panel.taps == () for panel in view.seats)


def test_a_clause_has_words_in_both_languages_and_an_unknown_one_none() -> None:
    known = clause_text("vvvand8", "V3.2")
    assert known is not None
    assert known.title.en != known.title.sv
    assert clause_text("vvvand8", "V9.9") is None


def test_what_was_due_for_an_earlier_ace_is_not_told_again(desk: Desk) -> None:
    """How many aces and eights have gone is nothing that a screen may tell."""
    tell(desk, "table: start 7H", "Bo: play AH", "Bo: play 3H")
    assert [ruling.clause for ruling in table_view(desk, ()).rulings] == ["V2.8", "V2.8"]
    tell(desk, "Cia: play 5H")
    assert table_view(desk, ()).rulings == ()


def test_a_caller_is_asked_for_a_veto_with_two_touches(desk: Desk) -> None:
    tell(desk, "table: start 7H", "Bo: call", "Bo: play 9H", "Cia: play 2C")
    asked = [tap for tap in taps(desk, "Bo") if "veto" in tap.line]
    assert [(tap.line, tap.weight) for tap in asked] == [("Bo: veto yes", "main"), ("Bo: veto no", "main")]
    assert [tap.label.sv for tap in asked] == ["Veto: Cia slipper tre kort", "Inget veto: Cia tar tre kort"]
    assert [tap for seat in ("Anna", "Cia") for tap in taps(desk, seat) if "veto" in tap.line] == []


def test_an_older_foul_names_no_card_any_more(desk: Desk) -> None:
    """It would tell what lies deeper in the pile (V3.5); when the game is over it may."""
    tell(desk, "Bo: dealt 2", "table: start 7H", "Bo: play 9S")
    assert table_view(desk, ()).rulings[0].text.sv == (
        "Bo lade spader nio på hjärter sju: varken färg eller valör stämmer (V3.2). Tre straffkort."
    )
    tell(desk, "Bo: takeback 9S", "Bo: play 9H", "Cia: play 2H")
    assert table_view(desk, ()).rulings[0].text.sv == (
        "Bo lade ett kort som inte passar på kortet under (V3.2). Tre straffkort."
    )
    assert "seven" not in repr(table_view(desk, ())).lower()


def test_a_foul_that_was_withdrawn_names_no_older_card_either(desk: Desk) -> None:
    tell(desk, "table: start 7H", "Bo: play 9S")
    tell(desk, f"table: overrule {desk.lines}", "Cia: play 2S", "Anna: play 3S")
    assert [ruling.text.en for ruling in table_view(desk, ()).rulings] == [
        "Bo laid a card that does not fit the one under it (V3.2). Three penalty cards."
    ]


# Every game


def lines_of(tap: Tap) -> list[str]:
    """All lines that a touch can come to."""
    return [
        tap.line.replace("{rank}", rank).replace("{count}", str(count))
        for rank in tap.ranks or ("",)
        for count in tap.counts or (0,)
    ]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_case_can_be_shown_and_every_touch_is_a_line_that_the_table_takes(game: str, tmp_path: Path) -> None:
    paths = [path for path in PATHS if path.parent.name == game]
    with Ledger(tmp_path / "log.sqlite") as ledger:
        for number, path in enumerate(paths, 1):
            ledger.append(number, 1, "table", *path.read_text(encoding="utf-8").splitlines())
            try:
                header = read_header(ledger.lines(number), path.name)
                desk = Desk(find_game(game), ledger, number, Seating(seats=header.seats), 0)
            except RecordError:
                continue  # a case of what is refused
            view = table_view(desk, ())
            assert "{" not in repr(view.status) + repr(view.seats[0].marks)
            taps = [tap for panel in view.seats for tap in panel.taps]
            taps += [tap for tap in view.table_taps if not tap.line.startswith("game ")]
            for line in (line for tap in taps for line in lines_of(tap)):
                assert read_event(line, 1, header) is not None
    assert paths


def other_desk(folder: Path, header: Header, *lines: str) -> Desk:
    ledger = Ledger(folder / "other.sqlite")
    number = open_game(ledger, header, ("a test", "judge it"))
    desk = Desk(find_game(header.game), ledger, number, Seating(seats=header.seats), 0)
    for place, line in enumerate(lines):
        desk.tell(line, 1_000_000_000 * (place + 1))
    ledger.close()
    return desk


TWO = SEATS[:2]


def test_stress_shows_the_rows_the_piles_and_the_draw_piles(tmp_path: Path) -> None:
    told = ("Anna: open 2H 9C 10D 3S", "Bo: open 2C 9S JD 3H", "Anna: flip 8H", "Bo: flip KS", "Anna: lay 9C on Anna")
    view = table_view(other_desk(tmp_path, Header(game="stress", seats=TWO), *told), ())
    anna, bo = view.seats
    assert anna.row == (("2H",), (), ("10D",), ("3S",))
    assert (anna.pile, bo.pile) == ("9C", "KS")
    assert [mark.sv for mark in anna.marks] == ["plockhög 21"]
    assert view.status.en == "Everybody may lay"


def test_a_play_that_is_to_be_beaten_is_shown_whole(tmp_path: Path) -> None:
    header = Header(game="president", seats=SEATS, dealer=SEATS[0], options=(Option("first_lead", "seat"),))
    view = table_view(other_desk(tmp_path, header, "Bo: play 9H 9S", "Cia: pass"), ())
    assert view.trick == ("9H", "9S")
    assert [mark.en for mark in view.seats[2].marks] == ["passed"]


def test_a_question_that_only_the_tablet_can_settle_names_its_own_line() -> None:
    offer = Offer(choice=Choice.ASKS, seat=SEATS[0], other=SEATS[1], count=2, is_likely=True)
    (tap,) = taps_of(offer)
    assert (tap.line, tap.counts) == ("Anna: asks {rank} of Bo gets {count}", (0, 1, 2))
    assert "Bo" in tap.label.en and "Bo" in tap.label.sv
    assert tap.ranks[0] == "A" and "X" not in tap.ranks


@pytest.mark.parametrize(
    ("offer", "lines"),
    [
        (Offer(choice=Choice.SINGLES, seat=SEATS[0], count=2), ["Anna: singles 1", "Anna: singles 2"]),
        (Offer(choice=Choice.GIVES, seat=SEATS[0], other=SEATS[1], count=2), ["Anna: gives 2 to Bo"]),
        (Offer(choice=Choice.SAY, seat=SEATS[0]), ["Anna: say stress"]),
        (Offer(choice=Choice.STOP, seat=SEATS[0]), ["Anna: stop"]),
        (Offer(choice=Choice.TAKES, seat=SEATS[0], taken=Taken.OWN), ["Anna: takes own"]),
    ],
)
def test_every_choice_has_its_lines(offer: Offer, lines: list[str]) -> None:
    assert [line for tap in taps_of(offer) for line in lines_of(tap)] == lines


def test_a_card_of_stress_that_could_not_be_read_is_told_as_it_was_laid(tmp_path: Path) -> None:
    told = ("Anna: open 4H 9C KD 2S", "Bo: open 6S JD 3H 10C", "Anna: flip 5H", "Bo: flip QS")
    with Ledger(tmp_path / "stress.sqlite") as ledger:
        number = open_game(ledger, Header(game="stress", seats=TWO), ("a test", "judge it"))
        desk = Desk(find_game("stress"), ledger, number, Seating(seats=TWO), 0)
        tell(desk, *told)
        doubt = Doubt(about=Wonder.WHICH_CARD, seat=SEATS[0], answer="Anna: lay {card} on Bo")
        asked = Laid(zone="pile.2", cards=(None,), who=SEATS[0], when=Moment(Micros(0), Micros(0)))
        desk.questions = (Question(number=1, doubt=doubt, picture=None, report=asked),)
        (asked,) = table_view(desk, ()).questions
        assert asked.card_line == "Anna: lay {card} on Bo"
        tell(desk, asked.card_line.format(card="KD"))
        assert desk.questions == ()
        assert table_view(desk, ()).seats[1].pile == "KD"

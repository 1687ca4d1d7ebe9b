"""The one place that hears everything."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.edges import Edge
from table.desk import Change, Desk, NotTakenError, open_game
from table.game import Header
from table.games import find_game
from table.ledger import Ledger, LedgerError
from table.moments import Micros, Moment
from table.rulings import Kind
from table.seats import Seat
from table.witness import Seating
from vision.sightings import Placement, Reach, SightLost, Span

ANNA, BO, CIA = Seat("Anna"), Seat("Bo"), Seat("Cia")
SEATS = (ANNA, BO, CIA)
SIDES = {"south": ANNA, "west": BO, "north": CIA}
NOW_NS = 9_000_000_000


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "log.sqlite") as opened:
        yield opened


def desk_of(ledger: Ledger, *, decks: int = 1) -> Desk:
    header = Header(game="vvvand8", seats=SEATS, dealer=ANNA, decks=decks)
    number = open_game(ledger, header, ("a test", "judge it"))
    return Desk(find_game("vvvand8"), ledger, number, Seating(seats=SEATS, sides=SIDES), NOW_NS)


class Mat:
    """Lays cards in front of a desk, as vision would tell it."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.reach = desk, 0

    def lay(self, *labels: str | None, side: str = "west", moved_only: bool = False) -> None:
        self.reach += 1
        when = Span(NOW_NS + self.reach * 1_000_000_000, NOW_NS + self.reach * 1_000_000_000 + 33_000_000)
        for label in labels:
            self.desk.see(
                Placement(
                    zone="pile",
                    label=label,
                    during=when,
                    reached_from=side,
                    reach=self.reach,
                    confidence=0.99,
                    evidence=b"a picture",
                    moved_only=moved_only,
                )
            )
        self.desk.see(Reach(number=self.reach, side=side, during=when))


def record_of(desk: Desk) -> list[str]:
    """The events written down, without their times."""
    return [
        line.split("] ")[-1] for line in desk.ledger.lines(desk.number) if ": " in line and not line.startswith("#")
    ]


def test_cards_become_lines_of_the_log_and_rulings(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    mat.lay("9S")
    assert record_of(desk) == ["table: start 7H", "Bo: play 9S"]
    (foul,) = desk.referee.rulings
    assert (foul.clause, foul.seat, foul.kind) == ("V3.2", BO, Kind.FOUL)
    name = desk.picture_for(foul)
    assert name is not None
    assert desk.pictures[name] == b"a picture"


def test_a_wrong_card_taken_back_and_a_right_one_laid_in_one_reach_are_both_heard(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    mat.lay("9S")
    mat.lay("7H", "9H")
    assert record_of(desk)[-2:] == ["Bo: takeback 9S", "Bo: play 9H"]


def test_r44_a_wrong_card_left_lying_and_nudged_is_one_offence(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    mat.lay("9S")
    for _ in range(3):
        mat.lay("9S", moved_only=True)
    assert len(desk.referee.rulings) == 1


def test_an_unread_card_is_asked_for_and_all_else_waits_for_the_answer(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    mat.lay(None)
    mat.lay("2H", side="north")
    (question,) = desk.questions
    assert record_of(desk) == ["table: start 7H"]
    desk.tell("Bo: play 9H", NOW_NS)
    assert desk.questions == ()
    assert record_of(desk) == ["table: start 7H", "Bo: play 9H", "Cia: play 2H"]
    assert desk.referee.rulings == ()
    assert question.doubt.seat == BO


def test_an_unread_card_is_told_with_the_time_at_which_it_was_seen(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    mat.lay(None)
    desk.tell("Bo: play 9H", NOW_NS + 20_000_000_000)
    assert ledger.lines(desk.number)[-1] == "[2~2.033] Bo: play 9H"


def test_a_card_that_can_be_read_later_needs_no_answer_any_more(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    mat.lay(None)
    mat.lay("9H", side="north", moved_only=True)
    assert desk.questions == ()
    assert ledger.lines(desk.number)[-1] == "[2~2.033] Bo: play 9H"


def test_a_card_that_can_be_read_later_may_be_another_where_one_was_laid_on_it(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    mat.lay(None)
    mat.lay(None, side="north")
    mat.lay("9H", side="south", moved_only=True)
    assert len(desk.questions) == 1
    assert record_of(desk) == ["table: start 7H"]


def test_an_unread_start_card_is_asked_for(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    mat = Mat(desk)
    mat.lay(None, side="south")
    mat.lay("2H", side="west")
    assert len(desk.questions) == 1
    desk.tell("table: start 7H", NOW_NS)
    assert desk.questions == ()
    assert record_of(desk) == ["table: start 7H", "Bo: play 2H"]


def test_a_question_can_be_answered_with_no(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    mat.lay(None)
    desk.tell(f"# question {desk.questions[0].number}: no", NOW_NS)
    assert desk.questions == ()
    assert record_of(desk) == ["table: start 7H"]


def test_with_two_decks_an_equal_card_or_a_nudge_is_asked_about(ledger: Ledger) -> None:
    desk = desk_of(ledger, decks=2)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    mat.lay("7H", moved_only=True)
    (question,) = desk.questions
    desk.tell(f"{question.doubt.seat}: play {question.doubt.card}", NOW_NS)
    assert record_of(desk) == ["table: start 7H", "Bo: play 7H"]


def test_with_one_deck_an_equal_card_was_only_nudged(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    mat.lay("7H", moved_only=True)
    assert (record_of(desk), desk.questions) == (["table: start 7H"], ())


def test_a_button_is_heard_with_the_time_of_its_edge(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    Mat(desk).lay("7H", side="south")
    desk.press(Edge(button="call.2", is_pressed=True, at_ns=NOW_NS + 2_500_000_000))
    assert ledger.lines(desk.number)[-1] == "[2.5] Bo: call"


@pytest.mark.parametrize("line", ["Bo: plya 9S", "Bo: play 1H", "Zoe: draw 1", "", "draw 1", "game vvvand8"])
def test_a_line_out_of_form_is_refused_and_changes_nothing(ledger: Ledger, line: str) -> None:
    desk = desk_of(ledger)
    before = ledger.lines(desk.number)
    with pytest.raises(NotTakenError):
        desk.tell(line, NOW_NS)
    assert ledger.lines(desk.number) == before


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("table: correct 9999 7H", "no cards were laid on line 9999"),
        ("table: correct 1 7H", "no cards were laid on line 1"),
        ("table: correct 9 7H", "no cards were laid on line 9"),
        ("table: overrule 9999", "nothing that stands was ruled on line 9999"),
        ("table: overrule 7", "nothing that stands was ruled on line 7"),
        ("table: dismiss V3.8 Bo", "nobody stands accused of that"),
    ],
)
def test_nobody_can_amend_what_there_is_not(ledger: Ledger, line: str, why: str) -> None:
    desk = desk_of(ledger)
    for told in ("table: start 7H", "Bo: play 9H", "Cia: draw 1"):
        desk.tell(told, NOW_NS)
    before = (ledger.lines(desk.number), desk.referee.rulings)
    with pytest.raises(NotTakenError, match=why):
        desk.tell(line, NOW_NS)
    assert (ledger.lines(desk.number), desk.referee.rulings) == before


def test_a_ruling_can_be_overruled_once(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    desk.tell("table: start 7H", NOW_NS)
    desk.tell("Bo: play 9S", NOW_NS)
    (foul,) = desk.referee.rulings
    desk.tell(f"table: overrule {foul.line}", NOW_NS)
    with pytest.raises(NotTakenError, match="nothing that stands"):
        desk.tell(f"table: overrule {foul.line}", NOW_NS)


def test_a_new_start_goes_on_with_the_same_game(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    mat.lay("9S")
    again = Desk(desk.game, ledger, desk.number, Seating(seats=SEATS, sides=SIDES), 77)
    assert again.referee.state == desk.referee.state
    assert again.referee.rulings == desk.referee.rulings
    again.tell("Bo: takeback 9S", 78)
    assert record_of(again)[-1] == "Bo: takeback 9S"


def test_the_card_seen_first_after_a_new_start_is_not_laid_anew(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    Mat(desk).lay("7H", side="south")
    during = Span(NOW_NS + 5_000_000_000, NOW_NS + 5_000_000_000)
    desk.see(
        Placement(zone="pile", label="7H", during=during, reached_from=None, reach=None, confidence=1.0, evidence=b"j")
    )
    assert record_of(desk) == ["table: start 7H"]


def test_what_cannot_be_written_down_has_not_happened(ledger: Ledger) -> None:
    desk = desk_of(ledger)
    ledger.append(desk.number, desk.lines + 1, "somebody else", "# in the way")
    with pytest.raises(LedgerError):
        desk.tell("Bo: draw 1", NOW_NS)
    assert desk.referee.events == ()


def test_a_lost_camera_is_told_and_so_is_its_return(ledger: Ledger) -> None:
    desk, heard = desk_of(ledger), list[Change]()
    desk.listen(heard.append)
    desk.see(SightLost(NOW_NS, "no picture for 3 s"))
    assert desk.sight_lost == "no picture for 3 s"
    Mat(desk).lay("7H", side="south")
    assert desk.sight_lost is None
    assert heard


def test_pictures_in_memory_are_bounded(ledger: Ledger) -> None:
    desk = desk_of(ledger, decks=2)
    mat = Mat(desk)
    mat.lay("7H", side="south")
    for _ in range(100):
        mat.lay("9S")
        mat.lay("7H")
    assert len(desk.pictures) <= 64


def test_a_person_cannot_tell_what_is_yet_to_happen(ledger: Ledger) -> None:
    """One such line would move the clock of all that follow, until they could not be read back."""
    desk = desk_of(ledger)
    with pytest.raises(NotTakenError, match="one that has been"):
        desk.tell("[999999999] Bo: draw 1", NOW_NS + 5_000_000_000)
    desk.tell("[0.5] table: start 7H", NOW_NS + 5_000_000_000)
    assert desk.referee.events[-1].when == Moment(Micros(500_000), Micros(500_000))


@pytest.mark.parametrize(
    ("zone", "side", "answer"),
    [
        ("pile.1", None, "?: lay 6S on Anna"),
        ("pile.1", "north", "Bo: lay 6S on Anna"),
        ("row.2.1", "north", "Bo: fill 9H"),
    ],
)
def test_a_card_of_stress_is_answered_by_the_line_that_the_tablet_offers(
    ledger: Ledger, zone: str, side: str | None, answer: str
) -> None:
    header = Header(game="stress", seats=(ANNA, BO))
    number = open_game(ledger, header, ("a test", "judge it"))
    seating = Seating(seats=(ANNA, BO), sides={"south": ANNA, "north": BO})
    desk = Desk(find_game("stress"), ledger, number, seating, NOW_NS)
    for line in ("Anna: open 4H 9C KD 2S", "Bo: open 6S JD 3H 10C", "Anna: flip 5H", "Bo: flip QS", "Bo: lay JD on Bo"):
        desk.tell(line, NOW_NS)
    during = Span(NOW_NS + 2_000_000_000, NOW_NS + 2_300_000_000)
    unread = Placement(
        zone=zone, label=None, during=during, reached_from=side, reach=1, confidence=0.0, evidence=b"a picture"
    )
    desk.see(unread)
    (question,) = desk.questions
    offered = question.doubt.answer.format(card=answer.split()[2])
    desk.tell(offered, NOW_NS + 9_000_000_000)
    assert (offered, desk.questions) == (answer, ())
    assert ledger.lines(number)[-1] == f"[2~2.3] {answer}"

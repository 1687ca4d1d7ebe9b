"""What the senses say, in the table's words."""

from dataclasses import replace

from firmware.edges import Edge
from table.cards import card, cards
from table.moments import Micros, Moment
from table.reports import Complete, Gone, Laid, Pressed
from table.seats import Nobody, Seat
from table.witness import Seating, Statement, Witness
from vision.sightings import Placement, Reach, Removal, Span, Watched

ANNA, BO = Seat("Anna"), Seat("Bo")
SEATING = Seating(seats=(ANNA, BO), sides={"south": ANNA, "north": BO})
OPENED_NS = 5_000_000_000


def witness() -> Witness:
    return Witness(SEATING, OPENED_NS)


def placed(label: str | None, *, at_ms: int = 1000, side: str | None = "north", reach: int | None = 1) -> Placement:
    came = OPENED_NS + at_ms * 1_000_000
    return Placement(
        zone="pile",
        label=label,
        during=Span(came, came + 33_000_000),
        reached_from=side,
        reach=reach,
        confidence=0.99,
        evidence=b"jpeg of " + str(label).encode(),
    )


def reach_over(number: int = 1) -> Reach:
    return Reach(number=number, side="north", during=Span(OPENED_NS, OPENED_NS + 3_000_000_000))


def test_cards_of_one_reach_are_one_movement_told_when_the_arm_has_gone() -> None:
    sworn = witness()
    assert sworn.see(placed("9H", at_ms=1000)) == ()
    assert sworn.see(placed("9S", at_ms=1900)) == ()
    assert sworn.see(reach_over()) == (
        Statement(
            Laid(zone="pile", cards=cards("9H 9S"), who=BO, when=Moment(Micros(1_000_000), Micros(1_933_000))),
            b"jpeg of 9S",
        ),
    )


def test_a_reach_that_laid_nothing_says_nothing() -> None:
    assert witness().see(reach_over()) == ()


def test_without_an_arm_it_is_told_at_once_and_nobody_knows_who() -> None:
    (said,) = witness().see(placed("9H", side=None, reach=None))
    assert isinstance(said.report, Laid)
    assert said.report.who is Nobody.UNKNOWN


def test_an_arm_left_lying_on_the_mat_is_not_waited_for() -> None:
    sworn = witness()
    sworn.see(placed("9H", at_ms=1000))
    assert sworn.see(Watched(OPENED_NS + 4_000_000_000)) == ()
    (said,) = sworn.see(Watched(OPENED_NS + 6_000_000_000))
    assert isinstance(said.report, Laid)
    assert said.report.cards == (card("9H"),)
    assert sworn.see(reach_over()) == ()


def test_a_card_that_could_not_be_read_stays_unknown() -> None:
    (said,) = witness().see(placed(None, reach=None))
    assert isinstance(said.report, Laid)
    assert said.report.cards == (None,)


def test_an_emptied_zone_is_told_with_who_reached_in() -> None:
    removal = Removal(zone="pile", during=Span(OPENED_NS, OPENED_NS + 1), reached_from="south", reach=2)
    (said,) = witness().see(removal)
    assert said.report == Gone(zone="pile", who=ANNA, when=Moment(Micros(0), Micros(1)))


def test_a_press_is_the_seats_whose_number_the_button_has() -> None:
    (said,) = witness().press(Edge(button="call.2", is_pressed=True, at_ns=OPENED_NS + 1_500_000_000))
    assert said.report == Pressed(button="call", who=BO, when=Moment(Micros(1_500_000), Micros(1_500_000)))


def test_a_press_is_known_no_more_sharply_than_its_edge() -> None:
    edge = Edge(button="call.2", is_pressed=True, at_ns=OPENED_NS + 1_500_000_000, within_ns=100_000)
    (said,) = witness().press(edge)
    assert said.report.when == Moment(Micros(1_499_900), Micros(1_500_100))


def test_letting_go_of_a_button_says_nothing() -> None:
    assert witness().press(Edge(button="call.2", is_pressed=False, at_ns=OPENED_NS)) == ()


def test_a_button_of_a_seat_that_nobody_has_is_nobodys() -> None:
    (said,) = witness().press(Edge(button="call.7", is_pressed=True, at_ns=OPENED_NS))
    assert isinstance(said.report, Pressed)
    assert said.report.who is Nobody.UNKNOWN


def test_a_moment_is_never_narrower_than_what_is_known() -> None:
    odd = Span(OPENED_NS + 1_000_999, OPENED_NS + 2_000_001)
    removal = Removal(zone="pile", during=odd, reached_from=None, reach=None)
    (said,) = witness().see(removal)
    assert said.report.when == Moment(Micros(1000), Micros(2001))


# Where every card is told as it lies


def sworn_to_every_card() -> Witness:
    return Witness(SEATING, OPENED_NS, every_card=True)


def came(label: str, zone: str, side: str | None = "north") -> Placement:
    return replace(placed(label, side=side), zone=zone)


def went(zone: str, side: str | None = "north") -> Removal:
    return Removal(zone=zone, during=Span(OPENED_NS, OPENED_NS), reached_from=side, reach=1)


def unread(zone: str, last_ns: int = OPENED_NS + 500_000_000) -> Placement:
    return replace(placed(None, side="south"), zone=zone, during=Span(OPENED_NS, last_ns))


def unread_on_a_card(last_ns: int) -> Laid:
    """What is told of an unread card on a pile, while another is on its way that was taken when the game was opened."""
    sworn = sworn_to_every_card()
    sworn.see(came("9S", "pile.1"))
    sworn.see(came("4H", "row.1.1", "south"))
    sworn.see(went("row.1.1", "south"))
    return told_by(sworn, unread("pile.1", last_ns))


def told_by(witness: Witness, placement: Placement) -> Laid:
    (said,) = witness.see(placement)
    assert isinstance(said.report, Laid)
    return said.report


def laid_by(witness: Witness, placement: Placement) -> object:
    return told_by(witness, placement).who


def test_a_card_is_told_before_the_arm_that_laid_it_has_gone() -> None:
    sworn = sworn_to_every_card()
    assert laid_by(sworn, came("9H", "pile.1")) == BO
    assert sworn.see(reach_over()) == ()


def test_how_far_the_camera_has_come_is_told() -> None:
    (said,) = sworn_to_every_card().see(Watched(OPENED_NS + 7_000_500))
    assert said == Statement(Complete(when=Moment(Micros(7_000), Micros(7_001))))


def test_a_card_on_another_is_told_with_that_one() -> None:
    sworn = sworn_to_every_card()
    sworn.see(came("4H", "row.1.1"))
    (said,) = sworn.see(came("4C", "row.1.1"))
    assert isinstance(said.report, Laid)
    assert said.report.onto == card("4H")


def test_who_took_the_card_has_laid_it_where_the_arm_over_the_pile_was_not_seen() -> None:
    sworn = sworn_to_every_card()
    sworn.see(came("4H", "row.1.1", "south"))
    sworn.see(went("row.1.1", "south"))
    assert laid_by(sworn, came("4H", "pile.1", None)) == ANNA


def test_nobody_knows_who_laid_a_card_that_one_arm_took_and_another_was_over_when_it_came_to_lie() -> None:
    sworn = sworn_to_every_card()
    sworn.see(came("4H", "row.1.1", "south"))
    sworn.see(went("row.1.1", "south"))
    assert laid_by(sworn, came("4H", "pile.1", "north")) is Nobody.UNKNOWN


def test_nobody_knows_who_laid_a_card_whose_place_has_not_been_seen_empty_yet() -> None:
    sworn = sworn_to_every_card()
    sworn.see(came("4H", "row.1.1", "south"))
    assert laid_by(sworn, came("4H", "pile.1", "north")) is Nobody.UNKNOWN


def test_a_card_that_cannot_be_read_is_the_one_that_was_just_taken_away() -> None:
    said = unread_on_a_card(OPENED_NS + 500_000_000)
    assert (said.cards, said.who) == ((card("4H"),), ANNA)


def test_a_card_that_lay_there_before_another_was_taken_is_not_that_one() -> None:
    assert unread_on_a_card(OPENED_NS).cards == (None,)


def test_a_card_that_cannot_be_read_where_nothing_lay_may_be_one_that_nobody_has_seen() -> None:
    sworn = sworn_to_every_card()
    sworn.see(came("4H", "row.1.1", "south"))
    sworn.see(went("row.1.1", "south"))
    assert told_by(sworn, unread("row.1.2")).cards == (None,)
    assert told_by(sworn, unread("row.1.1")).cards == (None,)


def test_it_is_told_that_a_card_lies_on_one_that_could_not_be_read() -> None:
    sworn = sworn_to_every_card()
    assert not told_by(sworn, unread("row.1.1")).is_on_unread
    assert told_by(sworn, came("4C", "row.1.1")).is_on_unread
    assert not told_by(sworn, came("4H", "row.1.1")).is_on_unread


def test_a_card_that_shows_again_under_one_that_could_not_be_read_does_not_lie_on_it() -> None:
    sworn = sworn_to_every_card()
    for placement in (came("4H", "row.1.1"), unread("row.1.1")):
        sworn.see(placement)
    assert not told_by(sworn, came("4H", "row.1.1")).is_on_unread


def test_of_two_cards_on_their_way_nobody_guesses() -> None:
    sworn = sworn_to_every_card()
    sworn.see(came("9S", "pile.1"))
    for label, zone in (("4H", "row.1.1"), ("9C", "row.1.2")):
        sworn.see(came(label, zone, "south"))
        sworn.see(went(zone, "south"))
    assert told_by(sworn, unread("pile.1")).cards == (None,)

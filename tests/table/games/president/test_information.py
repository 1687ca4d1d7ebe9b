"""What a screen may show: the trick that lies there, counts and roles, and nothing that players must not be told."""

from __future__ import annotations

from dataclasses import replace

from table.cards import cards
from table.game import Choice, Offer, SeatView
from table.games.president.information import view
from table.games.president.state import Promise
from table.seats import Seat
from tests.records import Told
from tests.table.games.president.told import president

FOUR = "Anna Bo Cia Dag"
EXCHANGED = ("Dag: gives 2 to Anna", "Anna: gives 2 to Dag", "Cia: gives 1 to Bo", "Bo: gives 1 to Cia")


def offers(told: Told) -> list[tuple[str, Choice, bool]]:
    return [(str(offer.seat), offer.choice, offer.is_likely) for offer in told.view.offers]


def seat(told: Told, name: str) -> SeatView:
    return next(shown for shown in told.view.seats if shown.seat == name)


# Secrets


def test_no_card_of_an_older_trick_is_told() -> None:
    told = president("Bo: play 9H", "Cia: play QC", "Anna: pass", "Bo: pass", "Cia: play 4S")
    assert "FOUR" in repr(told.view)
    assert "QUEEN" not in repr(told.view)
    assert "NINE" not in repr(told.view)


def test_games_that_differ_only_in_older_tricks_look_alike() -> None:
    one = president("Bo: play 9H", "Cia: play QC", "Anna: pass", "Bo: pass", "Cia: play 4S", "Anna: play 5S")
    other = president("Bo: play 3D", "Cia: play 2H", "Cia: play 4S", "Anna: play 5S")
    assert one.view.seats[1].cards == other.view.seats[1].cards
    assert replace(one.view, seats=()) == replace(other.view, seats=())


def test_a_house_may_show_what_was_played() -> None:
    told = president("Bo: play 9H", "Cia: play 2C", "Cia: play 4S", options="show_played=true")
    assert ("played", "9H 2C 4S") in told.view.facts


def test_what_was_asked_for_in_the_exchange_is_not_shown() -> None:
    """Which ranks went up would tell what the last placed holds, and what the president does."""
    views = [
        president(f"Anna: asks {rank} of Dag gets 2", "Anna: gives 2 to Dag", seats=FOUR, placed=FOUR).view
        for rank in ("K", "2")
    ]
    assert views[0] == views[1]
    assert "KING" not in repr(views[0])


def test_a_hand_shown_to_the_referee_is_shown_to_nobody_else() -> None:
    hands = ("AC KD QS", "3C 3D 3H")
    views = [president(f"Dag: show {hand}", seats=FOUR, placed=FOUR).view for hand in hands]
    assert views[0] == views[1]


def test_what_the_referee_keeps_in_mind_looks_like_nothing() -> None:
    told = president(*EXCHANGED, "Dag: play 4S", seats=FOUR, placed=FOUR)
    promise = Promise(seat=Seat("Dag"), line=1, best=3, denied=frozenset({7}), seen=cards("KD"))
    minded = replace(told.state, promises=(promise,), seen=dict.fromkeys(cards("KS QS"), 1))
    assert view(minded) == told.view


# R45: players could not know what the automatic referee believes


def test_the_screen_shows_what_the_referee_believes() -> None:
    """R45."""
    told = president("Bo: play 9H 9D", "Cia: pass", "Anna: play JC JD")
    shown, known = told.view, told.standing
    assert (shown.top, shown.turn, shown.trick) == (known.top, known.turn, cards("JC JD"))
    assert {seat.seat: seat.cards for seat in shown.seats} == dict(known.hands)
    assert shown.facts == (("round", "1/5"), ("group", 2))
    assert [seat.seat for seat in shown.seats if "passed" in seat.marks] == ["Cia"]


def test_a_run_and_a_revolution_are_shown() -> None:
    told = president("Bo: play 9C 9D 9H 9S", options="runs=true revolution=true")
    assert told.view.facts == (("round", "1/5"), ("group", 4), ("revolution", ""))
    for line in ("Cia: pass", "Anna: pass", "Bo: play 4H 5H 6H"):
        told.tell(line)
    assert told.view.facts == (("round", "1/5"), ("run", 3), ("revolution", ""))


def test_after_the_round_before_everybody_has_a_role() -> None:
    told = president(seats="Anna Bo Cia Dag Eva", placed="Cia Anna Eva Bo Dag", dealer="Bo")
    assert [seat(told, name).marks for name in ("Cia", "Anna", "Eva", "Bo", "Dag")] == [
        ("president",), ("vice_president",), ("neutral",), ("vice_scum", "dealer"), ("scum",),
    ]  # fmt: skip
    assert ("round", "2/5") in told.view.facts


def test_who_is_out_has_a_place_and_at_the_end_points() -> None:
    told = president("Bo: dealt 1", "Cia: dealt 1", "Anna: dealt 1", "Bo: play 3H")
    assert (seat(told, "Bo").place, seat(told, "Bo").score, seat(told, "Cia").place) == (1, None, None)
    told.tell("Cia: play 4H")
    assert [(shown.place, shown.score) for shown in told.view.seats] == [(3, 0), (1, 2), (2, 1)]
    assert (told.view.winner, told.view.loser, told.view.is_over) == ("Bo", "Anna", True)
    assert seat(told, "Anna").marks == ("scum", "dealer")


def test_a_free_seat_is_free_and_has_no_cards() -> None:
    told = president(seats=FOUR, header="free Dag")
    assert seat(told, "Dag") == SeatView(seat=Seat("Dag"), cards=None, marks=("free",))


# What people may tell


def test_only_who_follows_may_pass() -> None:
    assert offers(president()) == []
    assert offers(president("Bo: play 3H")) == [("Cia", Choice.PASS, True)]


def test_wrong_cards_may_be_taken_back_by_who_laid_them() -> None:
    told = president("Bo: play 9H", "Cia: play 8C")
    (offer,) = [offer for offer in told.view.offers if offer.choice is Choice.TAKE_BACK]
    assert (offer.seat, offer.is_likely, offer.cards) == ("Cia", True, cards("8C"))


def test_the_exchange_is_offered_until_it_is_done() -> None:
    told = president(seats=FOUR, placed=FOUR)
    anna, dag = Seat("Anna"), Seat("Dag")
    assert Offer(choice=Choice.GIVES, seat=dag, other=anna, count=2, is_likely=True) in told.view.offers
    assert Offer(choice=Choice.ASKS, seat=anna, other=dag, count=2) in told.view.offers
    assert Offer(choice=Choice.GIVES, seat=anna, other=dag, count=2) in told.view.offers
    told.tell("Dag: gives 2 to Anna")
    assert Offer(choice=Choice.GIVES, seat=anna, other=dag, count=2, is_likely=True) in told.view.offers
    for line in EXCHANGED[1:]:
        told.tell(line)
    assert told.view.offers == ()


def test_only_a_card_kept_from_the_exchange_is_a_matter_of_accusation() -> None:
    assert president().view.may_be_accused_of == ()
    assert president(seats=FOUR, placed=FOUR).view.may_be_accused_of == ("P2.4",)


def test_after_the_end_there_is_nothing_to_tell() -> None:
    told = president("Bo: dealt 1", "Cia: dealt 1", "Anna: dealt 1", "Bo: play 3H", "Cia: play 4H")
    assert (told.view.offers, told.view.may_be_accused_of) == ((), ())

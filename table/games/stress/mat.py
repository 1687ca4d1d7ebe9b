"""What a card in a zone of the mat means in Stress.

Zones, with the players counted from 1 as they sit, clockwise: `row.1.1` to `row.1.4` are the places of the first
player's row, `pile.1` is the play pile at that player's right hand, `stock.1` the draw pile. What is on a draw pile
lies face down and is never reported.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from table.cards import Card
from table.events import Event, Fill, Flip, Lay, Merge, Open, Slap, TakeBack, Takes, Watched
from table.game import Doubt, Wonder
from table.games.stress.ending import is_out, is_watched, may_be_watched_for_a_win
from table.games.stress.house import SlowerTakes
from table.games.stress.slaps import has_waited_enough
from table.games.stress.state import ROW, Place, State
from table.games.stress.waiting import is_covered
from table.moments import Micros, Moment
from table.reports import Complete, Gone, Laid, Pressed, Report, come_meanwhile
from table.rulings import Taken
from table.seats import Nobody, Seat, Who

SLAP = "slap"


def testify(state: State, report: Report) -> tuple[Event, ...] | Doubt:
    """What the senses' report means; see `table.game.Game.testify`."""
    if state.is_over:
        return ()
    match report:
        case Complete(when=when):
            return (Watched(who=Nobody.TABLE, when=when),) if settles_something(state, when.earliest) else ()
        case Pressed(button=button, who=who, when=when):
            return (Slap(who=who, when=when),) if button == SLAP and is_player(state, who) else ()
        case Laid(zone=zone):
            place = place_named(state, zone)
            if place is None or not report.cards:
                return ()
            kind, player = place
            if kind == "pile":
                return on_a_pile(state, report, player)
            return lies_in_a_row(state, report, player) if report.is_first else in_a_row(state, report, player)
        case Gone(zone=zone):
            place = place_named(state, zone)
            return () if place is None or place[0] != "pile" else pile_gone(state, report, place[1])


def settles_something(state: State, until: Micros) -> bool:
    """Whether anything waits for the camera to have come so far: else nothing is written down (S3.7, S2.4, S4.1).

    Once it is though nothing waits, when a draw pile has run out: from then on a win waits for the camera.
    """
    race = state.race
    return (
        may_be_watched_for_a_win(state)
        or any(is_out(place) and is_watched(place, until) > is_watched(place, race.watched) for place in state.places)
        or any(is_covered(press, until) for press in race.presses)
        or any(match.presses and has_waited_enough(state, match, until) for match in race.matches)
        or any(extra.when.latest <= until for extra in state.extra)
    )


def is_player(state: State, who: Who) -> bool:
    return isinstance(who, str) and state.is_player(who)


def place_named(state: State, zone: str) -> tuple[str, int] | None:
    """Whose pile or row a zone belongs to; None for any other zone, and where nobody plays."""
    kind, _, rest = zone.partition(".")
    number = rest.partition(".")[0]
    if kind not in ("pile", "row") or not number.isdecimal() or not 0 < int(number) <= len(state.setup.seats):
        return None
    seat = state.setup.seats[int(number) - 1]
    return (kind, state.number(seat)) if state.is_player(seat) else None


def on_a_pile(state: State, report: Laid, player: int) -> tuple[Event, ...] | Doubt:
    """Cards came onto a play pile: from a row, or turned from the draw pile whose player's pile it is.

    What is seen under them again was uncovered: the wrong card that lay there has been taken back.
    """
    seat, when = state.players[player], report.when
    back = tuple(taken_back(state, player, when))
    lying = cards_on_top(state, player)
    is_bare_again = bool(back) and any(card in lying for card in report.cards)
    gone_along = {card for loose in state.loose if loose.pile == player for card in loose.layer.cards}
    below, cards = state.piles[player].cards, report.cards
    if report.is_first:
        is_bare_again = is_bare_again and not any(card is None or card in gone_along for card in cards)
        showing, unnamed = (*lying, *gone_along), int(state.piles[player].is_doubted)
        cards = come_meanwhile(report, (*below, *gone_along), showing, unnamed)
    found: list[Event] = list(back) if is_bare_again else []
    for card in cards:
        is_old = card is not None and card in below and (report.moved_only or state.is_all_open(card))
        if is_old or card in lying or card in gone_along:
            continue  # it was nudged, or peeps out; of one that only moved the face may be new: it lay there unread
        event = laid(state, report, seat, card)
        if isinstance(event, Doubt):
            return event
        found.append(event)
    return tuple(found)


def cards_on_top(state: State, player: int) -> tuple[Card, ...]:
    """The card on top of a play pile, with those that came as one pile with it: all of them may show (S2.5)."""
    pile = state.piles[player]
    return pile.layers[-1].cards if pile.top is not None else ()


def taken_back(state: State, player: int, when: Moment) -> Iterable[TakeBack]:
    for loose in state.loose:
        if loose.pile == player:
            yield TakeBack(who=loose.layer.seat, when=when, cards=loose.layer.cards)


def laid(state: State, report: Laid, on: Seat, card: Card | None) -> Event | Doubt:
    """One card on a play pile. Whose row had it tells who laid it, unless another arm was seen (S2.6)."""
    arm = report.who if isinstance(report.who, str) and state.is_player(report.who) else None
    if card is None:
        by = Nobody.UNKNOWN.value if arm is None else arm
        answer = f"{on}: flip {{card}}" if on in state.to_flip else f"{by}: lay {{card}} on {on}"
        return Doubt(about=Wonder.WHICH_CARD, seat=arm or on, answer=answer)
    source = state.holder(card, None if arm is None else state.number(arm))
    if source is not None:
        return Lay(who=arm or state.players[source[0]], when=report.when, card=card, on=on)
    if arm is None or arm == on or on in state.to_flip:
        return Flip(who=on, when=report.when, card=card)
    return Lay(who=arm, when=report.when, card=card, on=on)


def lies_in_a_row(state: State, report: Laid, player: int) -> tuple[Event, ...] | Doubt:
    """What lay in a place of a row when watching began: what the record does not know to lie in that row has come
    meanwhile, and what lies on an equal card was put together with it meanwhile."""
    seat, place = state.players[player], state.places[player]
    lying = [card for pile in place.row for card in pile]
    found: list[Event] = []
    for under, card in zip(report.cards, report.cards[1:], strict=False):
        lies = next((number for number, pile in enumerate(place.row) if card in pile), None)
        if lies is not None:
            found += put_together(place, lies, replace(report, onto=under), seat)
    for card in come_meanwhile(report, lying, [pile[-1] for pile in place.row if pile]):
        come = in_a_row(state, replace(report, cards=(card,)), player)
        if isinstance(come, Doubt):
            return come
        found += come
    return tuple(found)


def in_a_row(state: State, report: Laid, player: int) -> tuple[Event, ...] | Doubt:
    """A card came to a row: laid out, filled in, put together with an equal one, or taken back from a pile."""
    seat, place = state.players[player], state.places[player]
    card = report.cards[-1]
    is_laying_out = state.is_opening and place.piles < ROW and all(len(pile) < 2 for pile in place.row)
    is_laying_out = is_laying_out and state.piles[player].is_empty
    if card is None:
        verb = "open" if is_laying_out else "fill"
        return Doubt(about=Wonder.WHICH_CARD, seat=seat, answer=f"{seat}: {verb} {{card}}")
    lies = next((number for number, pile in enumerate(place.row) if card in pile), None)
    if lies is not None:
        return put_together(place, lies, report, seat)
    for loose in state.loose:
        if card in loose.layer.cards and player in (loose.layer.owner, state.number(loose.layer.seat)):
            return (TakeBack(who=loose.layer.seat, when=report.when, cards=loose.layer.cards),)
    for pile in state.piles:
        top = pile.layers[-1] if pile.top is not None else None
        if top is not None and top.owner == player and card in top.cards and state.is_all_open(card):
            return (TakeBack(who=top.seat, when=report.when, cards=top.cards),)
    if is_laying_out:
        return (Open(who=seat, when=report.when, cards=(card,)),)
    return (Fill(who=seat, when=report.when, card=card),)


def put_together(place: Place, lies: int, report: Laid, seat: Seat) -> tuple[Event, ...]:
    """A card of the row lies somewhere else in it: on an equal one, or it was only moved.

    If the card under it could not be read it is the equal one: nothing else may be there.
    """
    rank, under = place.row[lies][0].rank, report.onto
    others = (pile for number, pile in enumerate(place.row) if pile and number != lies and pile[0].rank is rank)
    is_on_equal = any(report.is_on_unread or under in pile for pile in others) and not report.moved_only
    return (Merge(who=seat, when=report.when, rank=rank),) if is_on_equal else ()


def pile_gone(state: State, report: Gone, player: int) -> tuple[Event, ...]:
    """A play pile was taken up: by who has to, or, before the verdict, by whose arm was seen."""
    if state.piles[player].is_empty:
        return ()
    due = [number for number, place in enumerate(state.places) if takes_that(state, number, player)]
    taker = state.number(report.who) if isinstance(report.who, str) and state.is_player(report.who) else None
    if taker not in due:
        taker = due[0] if len(due) == 1 else taker
    if taker is None:
        return ()
    what = state.places[taker].due
    if what not in (Taken.BOTH, Taken.OWN):
        takes_all = state.house.slower_takes is SlowerTakes.BOTH or len(state.players) > 2
        what = Taken.BOTH if takes_all and state.race.matches else Taken.OWN if taker == player else None
    if what is None:
        return ()
    return (Takes(who=state.players[taker], when=report.when, what=what),)


def takes_that(state: State, player: int, pile: int) -> bool:
    """Whether that player has to take up that pile."""
    due = state.places[player].due
    return due is Taken.BOTH or (due is Taken.OWN and player == pile)

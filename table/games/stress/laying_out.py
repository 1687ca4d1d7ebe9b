"""Stress, chapter 1: laying out the rows, and the first cards in the middle."""

from __future__ import annotations

from dataclasses import replace

from table.cards import JOKER, Card
from table.changes import changed, made
from table.events import Dealt, Flip, Open
from table.game import Header, Verdict
from table.games.stress.ending import someone_can_lay
from table.games.stress.house import House
from table.games.stress.said import SetAside, say
from table.games.stress.state import NEIGHBOURS, OF_PILES, ROW, Layer, Pile, Place, Setup, State, filled, put, with_more
from table.houses import settle
from table.moments import Moment
from table.rulebook import Evidence, Rulebook
from table.rulings import Kind, Ms, Ruling, Taken
from table.seats import Seat, clockwise_from

LAYING_OUT = Rulebook()
CAMERA, TABLET, DERIVED = Evidence.CAMERA, Evidence.TABLET, Evidence.DERIVED

DECK = 52


def open_game(header: Header) -> State:
    """The table before the first card is seen. Raises OptionError."""
    players = tuple(seat for seat in header.seats if seat not in header.free)
    decks = header.decks or (1 if len(players) <= 2 else 2)
    house = settle(House, header.options)
    setup = Setup(house=house, seats=header.seats, decks=decks, neighbours=NEIGHBOURS[house.ace])
    each, over = divmod(DECK * decks, len(players))
    places = tuple(Place(stock=each + (number < over)) for number in range(len(players)))
    return State(setup=setup, players=players, places=places, piles=tuple(Pile() for _ in players), to_flip=players)


def next_header(state: State, header: Header) -> Header:
    """The next game has the same seats and house rules."""
    return replace(header, placed=(), dealer=header.dealer)


@LAYING_OUT.clause("S1.1", TABLET | DERIVED)
def card_that_cannot_be(state: State, card: Card, line: int) -> tuple[Ruling, ...]:
    """No jokers, and no card more often than there are decks: it was read wrongly, which is likelier than magic."""
    if card is JOKER:
        return (say("S1.1", Kind.DUE, line, aspect="joker"),)
    return (say("S1.1", Kind.QUESTION, line, card=card),) if state.is_all_open(card) else ()


def count_the_deal(state: State, dealt: Dealt, player: int) -> Verdict[State]:
    """Another count than the game's is told before the first card is turned (S1.1)."""
    if not state.is_opening or any(pile.layers for pile in state.piles):
        return Verdict(state, (say("S1.1", Kind.INFO, dealt.line, state.players[player], aspect="late"),))
    in_row = sum(map(len, state.places[player].row))
    return Verdict(state.with_place(player, stock=max(0, dealt.count - in_row)))


@LAYING_OUT.clause("S1.2", CAMERA)
def lay_out(state: State, opened: Open, player: int) -> Verdict[State]:
    """Four cards from the own draw pile are laid open in the own row, at once or one by one."""
    said = [odd for card in opened.cards for odd in card_that_cannot_be(state, card, opened.line)]
    cards = tuple(card for card in opened.cards if card is not JOKER)
    place = state.places[player]
    if place.piles + len(cards) > ROW or len(cards) > place.stock:
        seat = state.players[player]
        return Verdict(state, (*said, say("S1.2", Kind.QUESTION, opened.line, seat, count=len(cards))))
    row = place.row
    for card in cards:
        row = filled(row, (card,))
    state = state.with_place(player, row=row, stock=place.stock - len(cards))
    return Verdict(changed(state, lying=with_more(state.lying, cards)), tuple(said))


@LAYING_OUT.clause("S1.3", CAMERA | DERIVED)
def row_is_not_full(state: State, flip: Flip, player: int) -> tuple[Ruling, ...]:
    """Piles put together before the start leave gaps, and the row is filled to four before the first card is turned."""
    if state.players[player] not in state.to_flip:
        return ()
    place = state.places[player]
    missing = min(ROW - place.piles - place.strays, place.stock)
    if missing <= 0:
        return ()
    return (say("S1.3", Kind.DUE, flip.line, state.players[player], count=missing),)


def flip(state: State, event: Flip, player: int, set_aside: SetAside) -> Verdict[State]:
    """A card is turned from the draw pile onto the play pile at the own right hand (S1.4, S3.5, S4.2, S4.3)."""
    impossible = card_that_cannot_be(state, event.card, event.line)
    if event.card is JOKER:
        return Verdict(state, impossible)
    said = impossible + row_is_not_full(state, event, player) if state.is_opening else impossible
    if state.is_being_taken:
        state = piles_are_gone(state)
    if not state.places[player].stock:
        state, more = turned_without_a_card(state, event, player)
        said += more
    if not (set_aside or impossible or state.players[player] in state.to_flip or state.is_closed):
        said += turned_too_early(state, event, player)
    if state.first_flip is not None:
        said += turned_late(state, state.first_flip, event, player)
    if state.loose:
        state = state.cleared(player)
    return Verdict(turned(state, event, player, is_misread=impossible != ()), said)


def turned(state: State, event: Flip, player: int, *, is_misread: bool) -> State:
    """The card lies on the pile, and one player less has to turn one; out of turn, the others have to as well."""
    place = state.places[player]
    if place.stock > 1 or any(place.row):
        place = changed(place, stock=place.stock and place.stock - 1)
    else:
        place = changed(place, stock=0, out_line=event.line, out_since=event.when)
    places = put(state.places, player, place)
    seat, left = state.players[player], still_to_turn(state, player)
    first: Moment | None = (state.first_flip or event.when) if left else None
    is_opening = state.is_opening and bool(left)
    if is_misread:
        state = state.with_unread(player)
        return changed(state, places=places, to_flip=left, first_flip=first, is_opening=is_opening)
    layer = made(Layer, cards=(event.card,), seat=seat, line=event.line, since=event.when, owner=None)
    return changed(
        state,
        places=places,
        piles=state.piles_with(player, layer),
        lying=with_more(state.lying, layer.cards),
        wrong=state.wrong_but_on(player),
        to_flip=left,
        first_flip=first,
        is_opening=is_opening,
    )


def still_to_turn(state: State, player: int) -> tuple[Seat, ...]:
    """Who has to turn a card besides that player: whoever had to and can, or all the others."""
    seat = state.players[player]
    waiting = state.to_flip or clockwise_from(state.players, seat)
    if waiting == (seat,):
        return ()
    return tuple([other for other in waiting if other != seat and can_turn(state.place(other))])


def piles_are_gone(state: State) -> State:
    """A new card in the middle: what was still to be taken up has been taken up, though nobody told (S3.5)."""
    for player, place in enumerate(state.places):
        if place.due in OF_PILES:
            piles = range(len(state.piles)) if place.due is Taken.BOTH else (player,)
            state = state.with_due(player, None).taken_up(player, piles)
    return changed(state, to_flip=state.players, first_flip=None)


def turned_without_a_card(state: State, event: Flip, player: int) -> tuple[State, tuple[Ruling, ...]]:
    """With an empty draw pile: the other has given a card, though nobody told; or a count is wrong (S4.4)."""
    seat = state.players[player]
    if seat in state.to_flip and state.giver(player) is not None:
        return state.given(player), ()
    return state, (say("S4.4", Kind.QUESTION, event.line, seat),)


def turned_too_early(state: State, event: Flip, player: int) -> tuple[Ruling, ...]:
    """Turned by who has not to turn one: only when nobody can lay; on what players agreed nobody can know (S4.2)."""
    seat = state.players[player]
    if state.to_flip and not state.is_opening:
        return (say("S4.2", Kind.QUESTION, event.line, seat, aspect="twice"),)
    return (say("S4.2", Kind.QUESTION, event.line, seat),) if someone_can_lay(state) else ()


@LAYING_OUT.clause("S1.4", CAMERA)
def turned_late(state: State, first: Moment, event: Flip, player: int) -> tuple[Ruling, ...]:
    """All turn at the same moment; who was surely later is told by how much, and that costs nothing."""
    seat = state.players[player]
    if event.when is None or seat not in state.to_flip or not first.is_surely_before(event.when):
        return ()
    late = Ms(event.when.earliest - first.latest)
    return (say("S1.4", Kind.INFO, event.line, seat, late=late),)


def can_turn(place: Place) -> bool:
    """Whether there is a card to turn, or one about to be given."""
    return bool(place.stock) or place.due is Taken.CARD

"""Stress, chapter 2: play, in the order of the rule text."""

from __future__ import annotations

from dataclasses import dataclass

from table.cards import Card, Rank
from table.changes import changed
from table.events import Fill, Lay, Merge, Stop, TakeBack, Watched
from table.game import Verdict
from table.games.stress.laying_out import card_that_cannot_be
from table.games.stress.pairs import later_of, looks_like_stress
from table.games.stress.race import FOREVER
from table.games.stress.said import SetAside, is_aside, say
from table.games.stress.state import ROW, Extra, Layer, Place, State, Wrong, emptied, filled, put, with_fewer, with_more
from table.moments import Moment
from table.rulebook import Evidence, Rulebook
from table.rulings import ClauseId, Kind, Ms, Ruling
from table.seats import Seat

LAYING = Rulebook()
CAMERA, BUTTON, TABLET, DERIVED = Evidence.CAMERA, Evidence.BUTTON, Evidence.TABLET, Evidence.DERIVED

AT_ONCE_US = 300_000
"""A hand that is on its way when another card touches the pile cannot be stopped in less (S2.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A card, or a pile of equal cards, that somebody has put on a play pile."""

    event: Lay
    seat: Seat
    player: int
    pile: int
    layer: Layer
    place: int | None
    """Of its owner's row; None if it came from no row."""


LAYING.unjudged("S2.1", DERIVED, "a right: suits do not matter, and both play piles are open to all; see S2.2")


def lay(state: State, event: Lay, player: int, set_aside: SetAside) -> Verdict[State]:
    """A card comes onto a play pile: from where, whether it fits, and whether another one touched the pile first."""
    pile = state.number(event.on)
    source = state.holder(event.card, player)
    if is_bare_again(state, event.card, pile):
        return Verdict(state.cleared(pile))
    if source is None and (state.is_all_open(event.card) if event.card.rank is not Rank.JOKER else True):
        return misread(state, event, player, pile)
    attempt = attempted(state, event, player, pile, source, is_settled=bool(set_aside))
    if state.piles[pile].is_empty and not set_aside and source is not None:
        question = say("S1.4", Kind.QUESTION, event.line, attempt.seat, card=event.card)
        return Verdict(laid(state, attempt), (question,))
    found = None if set_aside else offence(state, attempt)
    if found is None:
        return Verdict(laid(state, attempt))
    return found if isinstance(found, Verdict) else called(state, attempt, found)


def is_bare_again(state: State, card: Card, pile: int) -> bool:
    """Whether that card is the pile's top and there is no other: it shows since what lay wrongly on it is gone."""
    top = state.piles[pile]
    is_top = top.top is not None and card in top.layers[-1].cards and state.is_all_open(card)
    return is_top and any(loose.pile == pile for loose in state.loose)


def misread(state: State, event: Lay, player: int, pile: int) -> Verdict[State]:
    """No such card can have come: the row has a card less, the pile an unknown top, and nothing is held against it."""
    said = card_that_cannot_be(state, event.card, event.line)
    if event.card.rank is Rank.JOKER:
        return Verdict(state, said)
    state = state.cleared(pile).with_unread(pile)
    return Verdict(state.with_place(player, strays=state.places[player].strays + 1), said)


def attempted(
    state: State, event: Lay, player: int, pile: int, source: tuple[int, int] | None, *, is_settled: bool
) -> Attempt:
    seat = state.players[player]
    owner, place = source or (None, None)
    cards = (event.card,) if owner is None or place is None else with_top(state.places[owner].row[place], event.card)
    layer = Layer(cards=cards, seat=seat, line=event.line, since=event.when, owner=owner, is_settled=is_settled)
    return Attempt(event=event, seat=seat, player=player, pile=pile, layer=layer, place=place)


def with_top(pile: tuple[Card, ...], top: Card) -> tuple[Card, ...]:
    """Equal cards put together move as one, and the one that was named is seen on top (S2.5)."""
    if pile[-1] == top:
        return pile
    at = pile.index(top)
    return (*pile[:at], *pile[at + 1 :], top)


def offence(state: State, attempt: Attempt) -> Ruling | Verdict[State] | None:
    """What is wrong, in the order in which a person would object; a card that came too late is its own matter."""
    found = not_from_the_own_row(state, attempt)
    if found is not None:
        return found
    found = does_not_fit(state, attempt)
    return found if found is None else at_the_same_time(state, attempt) or found


def laid(state: State, attempt: Attempt) -> State:
    """The card lies: what lay wrongly on that pile is taken as gone back first."""
    state = state.cleared(attempt.pile).departed(attempt.layer, attempt.place).topped(attempt.pile, attempt.layer)
    owner = attempt.player if attempt.layer.owner is None else attempt.layer.owner
    if state.places[owner].has_nothing:
        state = state.with_place(owner, out_line=attempt.event.line, out_since=attempt.event.when)
    if len(state.to_flip) == len(state.players) and not state.is_opening and not state.is_closed:
        return changed(state, to_flip=())  # somebody could lay after all
    return state


def called(state: State, attempt: Attempt, found: Ruling) -> Verdict[State]:
    """A wrong card lies beside the game at once; or, where somebody has to say stop, until somebody does (S2.8)."""
    if not state.house.auto_stop:
        return Verdict(changed(laid(state, attempt), wrong=Wrong(ruling=found, pile=attempt.pile)))
    state = state.departed(attempt.layer, attempt.place).with_loose(attempt.layer, attempt.pile)
    return Verdict(looks_like_stress(state, attempt.layer, attempt.pile), (found,))


@LAYING.clause("S2.2", CAMERA | DERIVED)
def does_not_fit(state: State, attempt: Attempt) -> Ruling | None:
    """A card must be exactly one above or below the top; the ace is both, highest and lowest, or by house rule low."""
    top, card = state.piles[attempt.pile].top, attempt.layer.top
    if top is None or state.can_lie_on(card, top) or state.is_doubted(top) or state.is_doubted(card):
        return None
    return say("S2.2", Kind.FOUL, attempt.event.line, attempt.seat, card=card, top=top)


LAYING.unjudged("S2.3", CAMERA | DERIVED, "a right: each card of a sequence is judged on the one under it, by S2.2")


@LAYING.clause("S2.4", CAMERA | DERIVED)
def row_is_too_long(state: State, player: int, card: Card, line: int) -> Ruling | None:
    """Gaps are filled from the draw pile, to four: a fifth pile goes back."""
    place = state.places[player]
    if place.piles <= ROW or (card,) not in place.row:
        return None
    return say("S2.4", Kind.FOUL, line, state.players[player], card=card)


def fill(state: State, event: Fill, player: int, set_aside: SetAside) -> Verdict[State]:
    """A card comes from the draw pile to the row: into a gap, or into one that the camera has still to see (S2.4)."""
    said = card_that_cannot_be(state, event.card, event.line)
    place, seat = state.places[player], state.players[player]
    if said and any(event.card in pile for pile in place.row):
        return put_together_instead(state, event, player)
    if event.card.rank is Rank.JOKER:
        return Verdict(state, said)
    is_full = place.piles - place.strays >= ROW
    if not place.stock or (is_full and said):
        aspect = "" if place.stock else "empty"
        return Verdict(state, (*said, say("S2.4", Kind.QUESTION, event.line, seat, aspect, card=event.card)))
    strays = place.strays - 1 if place.strays and place.piles >= ROW else place.strays
    row, last = filled(place.row, (event.card,)), last_fill(place, event)
    places = state.places_with(player, row=row, stock=place.stock - 1, strays=strays, out_line=None, filled=last)
    state = changed(state, places=places, lying=with_more(state.lying, (event.card,)))
    if not is_full or set_aside or strays != place.strays:
        return Verdict(state, said)
    if last is not None and event.when is not None:
        extra = Extra(player=player, card=event.card, line=event.line, when=last)
        return Verdict(changed(state, extra=(*state.extra[-ROW:], extra)), said)
    found = row_is_too_long(state, player, event.card, event.line)
    return Verdict(state, said if found is None else (*said, found))


def last_fill(place: Place, event: Fill) -> Moment | None:
    """When the last card came to the row. Told after one that came later, a card may be the fifth only since that."""
    if place.filled is None or event.when is None:
        return event.when or place.filled
    return later_of(place.filled, event.when)


def put_together_instead(state: State, event: Fill, player: int) -> Verdict[State]:
    """A card of the row itself is in another place of it: it was put on its equal, or only moved (S2.5)."""
    alike = [pile for pile in state.places[player].row if pile and pile[0].rank is event.card.rank]
    if len(alike) < 2:
        return Verdict(state)
    return merge(state, Merge(who=event.who, when=event.when, line=event.line, rank=event.card.rank), player)


def rows_were_watched(state: State, event: Watched, set_aside: SetAside) -> Verdict[State]:
    """Which rows are too long although the camera has seen everything up to the fifth pile (S2.4)."""
    if not state.extra:
        return Verdict(state)
    until = FOREVER if event.when is None else event.when.earliest
    seen = [extra for extra in state.extra if extra.when.latest <= until]
    said = [] if is_aside(set_aside, "S2.4") else [row_is_too_long(state, e.player, e.card, e.line) for e in seen]
    left = tuple(extra for extra in state.extra if extra not in seen)
    return Verdict(changed(state, extra=left), tuple(found for found in said if found))


@LAYING.clause("S2.5", CAMERA | DERIVED)
def merge(state: State, event: Merge, player: int) -> Verdict[State]:
    """Piles of one rank in the own row may be put together, before the start and during play; they move as one."""
    place, seat = state.places[player], state.players[player]
    alike = [number for number, pile in enumerate(place.row) if pile and pile[0].rank is event.rank]
    if len(alike) < 2:
        return Verdict(state, (say("S2.5", Kind.QUESTION, event.line, seat, rank=event.rank),))
    cards = tuple(card for number in alike for card in place.row[number])
    row = put(place.row, alike[0], cards)
    for number in reversed(alike[1:]):
        row = emptied(row, number)
    return Verdict(state.with_place(player, row=row))


@LAYING.clause("S2.6", CAMERA | DERIVED)
def not_from_the_own_row(state: State, attempt: Attempt) -> Ruling | None:
    """Only cards from the own row may be laid: which row's place was emptied tells, and whose arm it was."""
    if attempt.layer.owner == attempt.player:
        return None
    line, card = attempt.event.line, attempt.layer.top
    if attempt.layer.owner is None:
        return say("S2.6", Kind.FOUL, line, attempt.seat, card=card)
    return say("S2.6", Kind.FOUL, line, attempt.seat, "other_row", card=card, owner=state.players[attempt.layer.owner])


@LAYING.clause("S2.7", CAMERA | DERIVED)
def at_the_same_time(state: State, attempt: Attempt) -> Verdict[State] | None:
    """Two laid on one pile at once: the card that touched it first stays, the other is taken back.

    Both must have fitted the top that was there. If their moments overlap nobody can tell, and the table decides.
    """
    first = rival_of(state, attempt)
    if first is None or first.since is None or attempt.event.when is None:
        return None
    when, line = attempt.event.when, attempt.event.line
    card, other, rival = attempt.layer.top, first.top, first.seat
    if when.is_surely_before(first.since) and not first.is_settled:
        return came_first(state, attempt, first)
    away = state.departed(attempt.layer, attempt.place)
    if first.since.is_surely_before(when):
        gap = when.earliest - first.since.latest
        if gap > AT_ONCE_US:
            return None
        due = say("S2.7", Kind.DUE, line, attempt.seat, card=card, other=other, rival=rival, margin=Ms(gap))
        return Verdict(away.with_loose(attempt.layer, attempt.pile), (due,))
    question = say("S2.7", Kind.QUESTION, line, attempt.seat, card=card, other=other, rival=rival)
    return Verdict(away.with_loose(attempt.layer, attempt.pile, is_contested=True), (question,))


def rival_of(state: State, attempt: Attempt) -> Layer | None:
    """The other player's card on top, if this one would have fitted the card under it."""
    layers = state.piles[attempt.pile].layers
    if len(layers) < 2 or layers[-1].owner is None or layers[-1].seat == attempt.seat:
        return None
    return layers[-1] if state.can_lie_on(attempt.layer.top, layers[-2].top) else None


def came_first(state: State, attempt: Attempt, later: Layer) -> Verdict[State]:
    """It was told later, but touched the pile first: the other card is to be taken back (S2.7).

    That one cannot fit on it: of two neighbours of one rank neither is the other's.
    """
    state = laid(state.untopped(attempt.pile), attempt)
    gap = 0 if later.since is None or attempt.event.when is None else later.since.earliest - attempt.event.when.latest
    card, other, rival = later.top, attempt.layer.top, attempt.seat
    due = say("S2.7", Kind.DUE, later.line, later.seat, card=card, other=other, rival=rival, margin=Ms(gap))
    return Verdict(state.with_loose(later, attempt.pile), (due,))


@LAYING.clause("S2.8", CAMERA | BUTTON | TABLET | DERIVED)
def stop(state: State, event: Stop, player: int, set_aside: SetAside) -> Verdict[State]:
    """Anybody may say stop and have the card checked. The referee calls wrong cards by itself, unless told not to."""
    seat, wrong = state.players[player], state.wrong
    if wrong is not None and wrong.ruling.seat != seat and not set_aside:
        layer = state.piles[wrong.pile].layers[-1]
        state = state.untopped(wrong.pile).with_loose(layer, wrong.pile)
        return Verdict(looks_like_stress(changed(state, wrong=None), layer, wrong.pile), (wrong.ruling,))
    is_called = any(loose.layer.seat != seat for loose in state.loose)
    return Verdict(state, (say("S2.8", Kind.INFO, event.line, seat, aspect="called" if is_called else ""),))


# Taking back


def take_back(state: State, event: TakeBack, player: int) -> Verdict[State]:
    """Cards go back: wrong ones, the loser's of two laid at once, a fifth pile, or the own card on top of a pile."""
    wanted, seat = set(event.cards), state.players[player]
    for loose in state.loose:
        if set(loose.layer.cards) & wanted and player in (state.number(loose.layer.seat), loose.layer.owner):
            left = tuple(other for other in state.loose if other is not loose)
            return Verdict(changed(state, loose=left).returned(loose.layer))
    for number, pile in enumerate(state.piles):
        if pile.layers and pile.layers[-1].seat == seat and set(pile.layers[-1].cards) & wanted:
            return Verdict(with_rival_on_top(state.untopped(number).returned(pile.layers[-1]), number))
    row = state.places[player].row
    extra = next((number for number, cards in enumerate(row) if set(cards) & wanted), None)
    if extra is None or state.places[player].piles <= ROW:
        return Verdict(state, (say("S2.2", Kind.QUESTION, event.line, seat, "not_there", cards=event.cards),))
    stock = state.places[player].stock + len(row[extra])
    lying = with_fewer(state.lying, row[extra])
    return Verdict(changed(state.with_place(player, row=emptied(row, extra), stock=stock), lying=lying))


def with_rival_on_top(state: State, pile: int) -> State:
    """The table has decided which of two cards laid at once goes back: the other one stays (S2.7)."""
    rival = next((loose for loose in state.loose if loose.pile == pile and loose.is_contested), None)
    if rival is None:
        return state
    left = tuple(other for other in state.loose if other is not rival)
    return changed(state, loose=left).topped(pile, rival.layer)


# Which clause a person may accuse somebody of, because no sensor may have seen it.
ACCUSATIONS = (ClauseId("S2.6"), ClauseId("S3.4"))

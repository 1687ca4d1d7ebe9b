"""What a card in a zone of the mat means in President."""

from __future__ import annotations

from collections import Counter

from table.cards import Card
from table.events import Event, Pass, Play, TakeBack
from table.game import Doubt, Wonder
from table.games.climbing import copies_left
from table.games.president.state import State
from table.moments import Moment
from table.reports import Complete, Gone, Laid, Pressed, Report, come_meanwhile
from table.seats import Nobody, Who

PILE = "pile"


def testify(state: State, report: Report) -> tuple[Event, ...] | Doubt:
    """What the senses' report means; see `table.game.Game.testify`."""
    match report:
        case Laid(zone=zone) if zone == PILE and not state.is_over:
            return _laid_on_the_pile(state, report)
        case Pressed(button="pass", who=who) if not isinstance(who, Nobody):
            return (Pass(who=who, when=report.when),)
        case Gone(zone=zone) if zone == PILE:
            return _pile_emptied(state, report)
        case Gone() | Laid() | Pressed() | Complete():
            return ()


def _pile_emptied(state: State, gone: Gone) -> tuple[Event, ...]:
    """A wrong lead goes back into the hand, or the lead does while nobody has acted on it. A won trick is just
    cleared away."""
    if state.pile is None:
        return _wrong_ones(state, gone.when)
    last = state.last_play
    if last is None or last.before.pile is not None or last.after != state.trick or gone.who != last.seat:
        return ()
    return (TakeBack(who=last.seat, when=gone.when, cards=last.cards),)


def _wrong_ones(state: State, when: Moment) -> tuple[Event, ...]:
    """Everything that lies wrongly on the pile is taken back by who laid it."""
    return tuple(TakeBack(who=loose.seat, when=when, cards=loose.cards) for loose in state.loose if loose.seat)


def _laid_on_the_pile(state: State, laid: Laid) -> tuple[Event, ...] | Doubt:
    if laid.is_first:
        return _lay_there(state, laid)
    taken = _taken_back(state, laid)
    rest = laid.cards[1:] if taken else laid.cards
    who = _layer(state, laid.who)
    if taken and not rest:
        return taken
    if laid.moved_only and not taken:
        return _again(state, laid, who)
    if isinstance(laid.who, Nobody) and _lies_there_already(state, rest):
        return taken
    return _played(who, laid.when, rest, taken)


def _played(
    who: Who, when: Moment, laid: tuple[Card | None, ...], taken: tuple[Event, ...]
) -> tuple[Event, ...] | Doubt:
    if None in laid:
        return () if isinstance(who, Nobody) else Doubt(about=Wonder.WHICH_CARD, seat=who)
    cards = tuple(card for card in laid if card is not None)
    return (*taken, Play(who=who, when=when, cards=cards)) if cards else taken


def _lay_there(state: State, laid: Laid) -> tuple[Event, ...] | Doubt:
    """What lay on the pile when watching began: only what was not laid before in this round was laid meanwhile.

    Where the top shows and what lay wrongly on it does not, that has been taken back.
    """
    wrong = [card for loose in state.loose for card in loose.cards]
    is_bare = state.top in laid.cards and not any(card is None or card in wrong for card in laid.cards)
    taken = _wrong_ones(state, laid.when) if is_bare else ()
    lying = state.pile.cards if state.pile else ()
    come = come_meanwhile(laid, (*Counter(state.seen).elements(), *wrong), (*lying, *wrong))
    return _played(_layer(state, laid.who), laid.when, come, taken)


def _layer(state: State, who: Who) -> Who:
    """Where no arm was seen it is taken to be the player in turn: the benefit of the doubt."""
    if isinstance(who, Nobody):
        return state.turn or Nobody.UNKNOWN
    return who


def _lies_there_already(state: State, seen: tuple[Card | None, ...]) -> bool:
    """No arm was seen: the top card, or what lies wrongly on it, was only lost from sight for a while."""
    if not seen:
        return True
    lying = state.pile.cards[-len(seen) :] if state.pile else ()
    return seen == lying or any(seen == loose.cards[-len(seen) :] for loose in state.loose)


def _taken_back(state: State, laid: Laid) -> tuple[Event, ...]:
    """The card under wrongly laid ones, or under the last play, is seen again: those were taken back."""
    seen = laid.cards[0] if laid.cards else None
    if seen is None:
        return ()
    is_under = seen == state.top or (state.pile is None and seen in state.seen)
    if is_under and (wrong := _wrong_ones(state, laid.when)):
        return wrong
    last = state.last_play
    if last is not None and last.seat == laid.who and last.after == state.trick and seen == last.before.top:
        return (TakeBack(who=last.seat, when=laid.when, cards=last.cards),)
    return ()


def _again(state: State, laid: Laid, who: Who) -> tuple[Event, ...] | Doubt:
    """The same face lies elsewhere than before: it was nudged, unless there can be an equal card."""
    card = laid.cards[-1] if laid.cards else None
    lies_wrongly = any(card in loose.cards for loose in state.loose)
    if card is None or lies_wrongly or isinstance(laid.who, Nobody) or isinstance(who, Nobody):
        return ()
    has_equal = copies_left(card, state.seen, decks=state.setup.decks, jokers=state.setup.jokers) > 0
    return Doubt(about=Wonder.SAME_AGAIN, seat=who, card=card) if has_equal else ()

"""What a card in a zone of the mat means in Vem blir Schtefan."""

from __future__ import annotations

from collections import Counter

from table.cards import Card
from table.events import Event, Pass, Play, TakeBack
from table.game import Doubt, Wonder
from table.games.climbing import copies_left
from table.games.schtefan.state import Lying, State
from table.moments import Moment
from table.reports import Complete, Gone, Laid, Pressed, Report, come_meanwhile
from table.seats import Nobody, Seat, Who

PILE, PASS = "pile", "pass"


def testify(state: State, report: Report) -> tuple[Event, ...] | Doubt:
    """What the senses' report means; see `table.game.Game.testify`."""
    match report:
        case Laid(zone=zone) if zone == PILE and not state.is_over:
            return _laid_on_the_pile(state, report)
        case Gone(zone=zone) if zone == PILE and state.lying is None:
            return _wrong_cards_gone(state, report)
        case Pressed(button=button, who=who) if button == PASS and not isinstance(who, Nobody):
            return (Pass(who=who, when=report.when),)
        case Gone() | Laid() | Pressed() | Complete():
            return ()


def _laid_on_the_pile(state: State, laid: Laid) -> tuple[Event, ...] | Doubt:
    if laid.is_first:
        return _lay_there(state, laid)
    who: Who = laid.who
    if isinstance(who, Nobody):
        if _lies_there_already(state, laid.cards):
            return ()
        # Where no arm was seen it is taken to be the player in turn: the benefit of the doubt.
        who = state.turn or Nobody.UNKNOWN
    taken = _taken_back(state, laid)
    rest = laid.cards[1:] if taken else laid.cards
    if not taken and laid.moved_only:
        return _again(state, laid)
    return _played(who, laid.when, rest, taken)


def _played(
    who: Who, when: Moment, laid: tuple[Card | None, ...], taken: tuple[Event, ...]
) -> tuple[Event, ...] | Doubt:
    if None in laid:
        return () if isinstance(who, Nobody) else Doubt(about=Wonder.WHICH_CARD, seat=who)
    cards = tuple(card for card in laid if card is not None)
    return taken + ((Play(who=who, when=when, cards=cards),) if cards else ())


def _lay_there(state: State, laid: Laid) -> tuple[Event, ...] | Doubt:
    """What lay on the pile when watching began: only what was not laid before in this round was laid meanwhile.

    Where the top shows and what lay wrongly on it does not, that has been taken back.
    """
    who = (state.turn or Nobody.UNKNOWN) if isinstance(laid.who, Nobody) else laid.who
    wrong = [card for cards in state.loose.values() for card in cards]
    is_bare = _top(state.lying) in laid.cards and not any(card is None or card in wrong for card in laid.cards)
    taken = _wrong_ones(state, laid.when) if is_bare and state.lying else ()
    lying = state.lying.cards if state.lying else ()
    known = (*Counter(state.shown.cards).elements(), *wrong)
    return _played(who, laid.when, come_meanwhile(laid, known, (*lying, *wrong)), taken)


def _top(lying: Lying | None) -> Card | None:
    return lying.cards[-1] if lying else None


def _lies_there_already(state: State, seen: tuple[Card | None, ...]) -> bool:
    """No arm was seen: what is to be beaten, or what lies wrongly, was only lost from sight for a while."""
    lying = state.lying.cards if state.lying else ()
    return any(seen == cards[-len(seen) :] for cards in (lying, *state.loose.values()) if seen and cards)


def _taken_back(state: State, laid: Laid) -> tuple[Event, ...]:
    """The card under wrongly laid ones, or under the last play, is seen again: those were taken back."""
    seen = laid.cards[0] if laid.cards else None
    if seen is None:
        return ()
    if state.loose and seen == _top(state.lying):
        return _wrong_ones(state, laid.when)
    last = state.last_play
    if last is not None and laid.who == last.seat and seen == _top(last.lying) and seen != _top(state.lying):
        return (TakeBack(who=last.seat, when=laid.when, cards=last.cards),)
    return ()


def _wrong_cards_gone(state: State, gone: Gone) -> tuple[Event, ...]:
    """An empty table was led to wrongly, and now it is empty again."""
    return _wrong_ones(state, gone.when)


def _wrong_ones(state: State, when: Moment) -> tuple[Event, ...]:
    """Everything that lies wrongly is taken back by who laid it."""
    return tuple(TakeBack(who=seat, when=when, cards=cards) for seat, cards in state.loose.items())


def _again(state: State, laid: Laid) -> tuple[Event, ...] | Doubt:
    """The same face lies elsewhere than before. With one deck it was nudged; with two it may be an equal card."""
    card = laid.cards[-1] if laid.cards else None
    seat: Seat | None = None if isinstance(laid.who, Nobody) else laid.who
    if card is None or seat is None or any(card in cards for cards in state.loose.values()):
        return ()
    setting = state.setting
    if copies_left(card, state.shown.cards, decks=setting.decks, jokers=setting.jokers) <= 0:
        return ()
    return Doubt(about=Wonder.SAME_AGAIN, seat=seat, card=card)

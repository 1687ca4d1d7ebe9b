"""What a card in a zone of the mat means in Vem blir Schtefan."""

from __future__ import annotations

from table.cards import Card
from table.events import Event, Pass, Play, TakeBack
from table.game import Doubt, Wonder
from table.games.climbing import copies_left
from table.games.schtefan.state import Lying, State
from table.reports import Complete, Gone, Laid, Pressed, Report
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
    if None in rest:
        return () if isinstance(who, Nobody) else Doubt(about=Wonder.WHICH_CARD, seat=who)
    cards = tuple(card for card in rest if card is not None)
    return taken + ((Play(who=who, when=laid.when, cards=cards),) if cards else ())


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
        return tuple(TakeBack(who=seat, when=laid.when, cards=cards) for seat, cards in state.loose.items())
    last = state.last_play
    if last is not None and laid.who == last.seat and seen == _top(last.lying) and seen != _top(state.lying):
        return (TakeBack(who=last.seat, when=laid.when, cards=last.cards),)
    return ()


def _wrong_cards_gone(state: State, gone: Gone) -> tuple[Event, ...]:
    """An empty table was led to wrongly, and now it is empty again."""
    return tuple(TakeBack(who=seat, when=gone.when, cards=cards) for seat, cards in state.loose.items())


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

"""What a card in a zone of the mat means in VVVänd8."""

from __future__ import annotations

from table.cards import Card
from table.events import Call, Drawn, Event, Pass, Play, Start, TakeBack
from table.game import Doubt, Wonder
from table.games.vvvand8.state import State
from table.moments import Moment
from table.reports import Complete, Gone, Laid, Pressed, Report, come_meanwhile
from table.seats import Nobody, Seat, Who

PILE, DRAW_FOR_THE_DEAL = "pile", "drawn"
BUTTONS: dict[str, type[Call] | type[Pass]] = {"call": Call, "pass": Pass}


def testify(state: State, report: Report) -> tuple[Event, ...] | Doubt:
    """What the senses' report means; see `table.game.Game.testify`."""
    match report:
        case Laid(zone=zone) if zone == PILE and not state.is_over:
            return _laid_on_the_pile(state, report)
        case Laid(zone=zone, cards=(Card() as card,), who=who) if zone == DRAW_FOR_THE_DEAL and not state.pile:
            return () if isinstance(who, Nobody) else (Drawn(who=who, when=report.when, card=card),)
        case Pressed(button=button, who=who) if button in BUTTONS and not isinstance(who, Nobody):
            return (BUTTONS[button](who=who, when=report.when),)
        case Gone() | Laid() | Pressed() | Complete():
            return ()


def _laid_on_the_pile(state: State, laid: Laid) -> tuple[Event, ...] | Doubt:
    if not state.pile:
        return _start(state, laid)
    who = _layer(state, laid.who)
    if who is None:
        return ()
    if laid.is_first:
        return _lay_there(state, laid, who)
    taken = _taken_back(state, laid, who)
    rest = laid.cards[1:] if taken else laid.cards
    if not taken and laid.moved_only:
        return _again(state, laid, who)
    if not taken and isinstance(laid.who, Nobody) and _lies_there_already(state, rest):
        return ()
    return _played(who, laid.when, _without_old(state, laid, rest), taken)


def _played(
    who: Seat, when: Moment, laid: tuple[Card | None, ...], taken: tuple[Event, ...]
) -> tuple[Event, ...] | Doubt:
    if None in laid:
        return Doubt(about=Wonder.WHICH_CARD, seat=who)
    cards = tuple(card for card in laid if card is not None)
    return taken + ((Play(who=who, when=when, cards=cards),) if cards else ())


def _lay_there(state: State, laid: Laid, who: Seat) -> tuple[Event, ...] | Doubt:
    """What lay on the pile when watching began: only what the record does not know to lie there was laid meanwhile.

    Where the top shows and what lay wrongly on it does not, that has been taken back.
    """
    wrong = [card for loose in state.loose for card in loose.cards]
    is_bare = state.top in laid.cards and not any(card is None or card in wrong for card in laid.cards)
    taken = _wrong_ones_taken_back(state, laid.when) if is_bare else ()
    last = state.last_play.cards if state.last_play else ()
    on_top = last if last and state.pile[-len(last) :] == last else state.pile[-1:]
    return _played(who, laid.when, come_meanwhile(laid, (*state.pile, *wrong), (*on_top, *wrong)), taken)


def _without_old(state: State, laid: Laid, seen: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    """Without cards of which all copies lie in the pile: older ones that were not seen before and peep out now, and
    the one on top where another was laid beside it."""
    old = laid.older | ({state.top} if len(seen) > 1 else set())
    return tuple(card for card in seen if card is None or card not in old or state.copies_in_pile(card) < state.decks)


def _start(state: State, laid: Laid) -> tuple[Event, ...] | Doubt:
    if not laid.cards:
        return ()
    card = laid.cards[-1]
    if card is None:
        return Doubt(about=Wonder.WHICH_START, seat=state.dealer or state.seats[0])
    return (Start(who=Nobody.TABLE, when=laid.when, card=card),)


def _lies_there_already(state: State, seen: tuple[Card | None, ...]) -> bool:
    """No arm was seen: the top card, or what lies wrongly on it, was only lost from sight for a while."""
    return seen == (state.top,) or any(seen == loose.cards[-len(seen) :] for loose in state.loose if seen)


def _layer(state: State, who: Who) -> Seat | None:
    """Where no arm was seen it is taken to be the player in turn: the benefit of the doubt."""
    return state.turn if isinstance(who, Nobody) else who


def _taken_back(state: State, laid: Laid, who: Seat) -> tuple[Event, ...]:
    """The card under wrongly laid ones, or under the last play, is seen again: those were taken back."""
    seen = laid.cards[0] if laid.cards else None
    if seen is None:
        return ()
    wrong = _wrong_ones_taken_back(state, laid.when)
    if wrong and seen == state.top:
        return wrong
    last = state.last_play
    if last is not None and last.seat == who and seen == last.before.top and seen != state.top:
        return (TakeBack(who=last.seat, when=laid.when, cards=last.cards),)
    return ()


def _wrong_ones_taken_back(state: State, when: Moment) -> tuple[Event, ...]:
    return tuple(TakeBack(who=loose.seat, when=when, cards=loose.cards) for loose in state.loose if loose.seat)


def _again(state: State, laid: Laid, who: Seat) -> tuple[Event, ...] | Doubt:
    """The same face lies elsewhere than before. With one deck it was nudged; with two it may be an equal card."""
    card = laid.cards[-1] if laid.cards else None
    lies_wrongly = any(card in loose.cards for loose in state.loose)
    if state.decks == 1 or card is None or lies_wrongly or isinstance(laid.who, Nobody):
        return ()
    if state.copies_in_pile(card) >= state.decks:
        return ()
    return Doubt(about=Wonder.SAME_AGAIN, seat=who, card=card)

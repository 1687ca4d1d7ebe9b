"""Players of VVVänd8 who play for themselves: sensibly, and now and then wrongly."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from table.cards import Card, Rank, Suit
from table.events import Away, Back, Call, Draw, Event, NameSuit, Pass, Play, Start, TakeBack, Turned
from table.game import Header
from table.games.vvvand8.state import MOST_DRAWS, State, is_ace, is_eight
from table.rulings import ClauseId
from table.seats import Nobody, Seat
from table.twin.deeds import Deed
from table.twin.truth import Truth, deal

Cards = tuple[Card, ...]

LATE = 70
"""From this deed on nobody errs any more, and all help who could go out next: every game must end."""

LEAVES, RETURNS = 0.006, 0.4
"""How likely it is, at each deed, that somebody leaves the table, and that who left comes back."""


@dataclass(frozen=True, slots=True)
class Players:
    """Everybody at one table. *errs* is how likely a turn is to go wrong."""

    seed: int
    errs: float = 0.06

    def deal(self, header: Header) -> Truth:
        """See `Decider.deal`."""
        return deal(header, self.seed)

    def next_deed(self, truth: Truth, state: State, number: int) -> Deed | None:
        """See `Decider.next_deed`. They know their own hands, and what the tablet shows."""
        if state.is_over:
            return None
        chance = random.Random(f"{self.seed}/{number}")
        if not state.pile:
            return Deed(event=Start(who=Nobody.TABLE, card=truth.talon[0]))
        helped = whom_to_help(truth, state) if number >= LATE else ()
        event = tidying(truth, state, helped) or debt_served(truth, state) or self._absence(state, chance, number)
        if event is not None:
            return Deed(event=event)
        if state.turn is None:
            return None
        errs = self.errs if number < LATE else 0.0
        foul = fouled(truth, state, state.turn, chance, errs)
        forgets = chance.random() < 2 * errs
        return foul or Deed(event=taken_turn(truth, state, state.turn, helped=helped, calls=not forgets))

    def _absence(self, state: State, chance: random.Random, number: int) -> Event | None:
        away = [seat for seat in state.players if state.place(seat).is_away]
        if away:
            return Back(who=away[0]) if number >= LATE or chance.random() < RETURNS else None
        free = [seat for seat in state.players if seat != state.turn and not state.place(seat).owes]
        if number >= LATE or len(state.players) < 3 or not free or chance.random() >= LEAVES:
            return None
        return Away(who=chance.choice(free))


def whom_to_help(truth: Truth, state: State) -> Cards:
    """The cards of the next player, or of who is to follow on an eight, if they could go out with them."""
    seat = state.turn if state.namer is not None else state.next_after(state.turn) if state.turn else None
    if seat is None or not state.place(seat).call_holds or not has_chance(truth.hand(seat)):
        return ()
    return tuple(card for card in truth.hand(seat) if not is_ace(card))


def tidying(truth: Truth, state: State, helped: Cards) -> Event | None:
    """What comes before any play: wrong cards are taken back, the suit is named, an empty talon made anew."""
    for wrong in reversed(truth.loose):
        if wrong.seat is not None:
            return TakeBack(who=wrong.seat, cards=wrong.cards)
    if state.namer is not None:
        return NameSuit(who=state.namer, suit=best_suit(helped or truth.hand(state.namer)))
    return Turned(who=Nobody.TABLE) if not truth.talon and len(truth.pile) > 1 else None


def debt_served(truth: Truth, state: State) -> Event | None:
    """Cards for an ace in turn order, those of absent players too; penalties when their time has come.

    A penalty is of no use before the turn has passed (P3). So who is in turn pays at once, and so does who has
    nothing left in the hand; everybody else when in turn next.
    """
    if not truth.talon:
        return None
    if state.ace_rounds:
        return Draw(who=state.ace_rounds[0][0], count=1)
    for seat in state.players:
        place = state.place(seat)
        if place.owes and (seat == state.turn or place.taken == 0):
            return Draw(who=seat, count=min(place.owes, len(truth.talon)))
    return None


def taken_turn(truth: Truth, state: State, seat: Seat, *, helped: Cards = (), calls: bool = True) -> Event:
    """What a sensible player in turn does: lays, calls before that, draws, passes."""
    place, hand = state.place(seat), truth.hand(seat)
    may_draw = bool(truth.talon) and state.draws < MOST_DRAWS
    cards = best_play(hand, state, seat, helped)
    left = _without(hand, cards or ()) + truth.put_aside(seat)
    leaves_the_turn = cards is not None or not may_draw
    if calls and leaves_the_turn and has_chance(left) and not place.call_said and not state.may_not_call:
        return Call(who=seat)
    if cards is not None:
        return Play(who=seat, cards=cards)
    return Draw(who=seat, count=1) if may_draw else Pass(who=seat)


def fits(card: Card, state: State) -> bool:
    """Whether the card may be laid first: an eight, the suit in force or the top's rank (V2.5, V2.6, V2.9)."""
    top = state.top
    return top is None or is_eight(card) or card.rank is top.rank or state.suit in (None, card.suit)


def has_chance(hand: Cards) -> bool:
    """Whether the hand could go out next turn: no eight, and one rank besides aces (V2.17)."""
    ranks = {card.rank for card in hand if not is_ace(card)}
    return bool(hand) and Rank.EIGHT not in ranks and len(ranks) <= 1


def best_suit(hand: Cards) -> Suit:
    """The suit with most cards in the hand."""
    counts = Counter(card.suit for card in hand if not is_eight(card))
    return max(Suit, key=lambda suit: counts[suit])


def best_play(hand: Cards, state: State, seat: Seat, helped: Cards = ()) -> Cards | None:
    """What is best laid now, if anything may be. *helped* is a hand that shall fit on it."""
    plays = [play for play in plays_of(hand, state) if _is_wise(play, state, seat)]
    return max(plays, key=lambda play: _worth(play, hand) + (8.0 if _opens(play, helped) else 0.0), default=None)


def _opens(play: Cards, hand: Cards) -> bool:
    """Whether the hand can go on from there; after an eight whoever laid it names the suit."""
    last = play[-1]
    return bool(hand) and (is_eight(last) or any(last.suit is card.suit or last.rank is card.rank for card in hand))


def plays_of(hand: Cards, state: State) -> list[Cards]:
    """Everything that may be laid: single cards, and all of a rank with the best suit last."""
    plays: list[Cards] = []
    for first in dict.fromkeys(hand):
        if not fits(first, state):
            continue
        plays.append((first,))
        others = _without(tuple(card for card in hand if card.rank is first.rank), (first,))
        if others and not is_eight(first):
            kept = Counter(card.suit for card in hand if card.rank is not first.rank)
            plays.append((first, *sorted(others, key=lambda card: kept[card.suit])))
    return plays


def _is_wise(play: Cards, state: State, seat: Seat) -> bool:
    """The last card goes only when that wins."""
    place = state.place(seat)
    if place.hand is None or place.hand > len(play):
        return True
    return place.call_holds and not is_eight(play[-1]) and not is_ace(play[-1])


def _worth(play: Cards, hand: Cards) -> float:
    left = _without(hand, play)
    worth = 2.0 * len(play) + (5.0 if not left else 3.0 if has_chance(left) else 0.0)
    return worth + (-1.0 if is_eight(play[0]) else 0.5 if is_ace(play[0]) else 0.0)


def fouled(truth: Truth, state: State, seat: Seat, chance: random.Random, errs: float) -> Deed | None:
    """What goes wrong now, if anything does. Each is a foul for sure, by the clause it is planted as."""
    if chance.random() < 8 * errs and (deed := _went_out_wrongly(truth.hand(seat), state, seat)):
        return deed
    if state.draws == MOST_DRAWS and truth.talon and chance.random() < 2 * errs:
        return Deed(event=Draw(who=seat, count=1), planted=ClauseId("V3.6"))
    if state.draws or state.suit is None or state.place(seat).call_said or chance.random() >= errs:
        return None
    wrong = wrong_plays(truth.hand(seat), state)
    early = _out_of_turn(truth, state, chance)
    if early is not None and (not wrong or chance.random() < 0.4):
        return Deed(event=early, planted=ClauseId("V3.4"))
    if not wrong:
        return None
    return Deed(event=Play(who=seat, cards=chance.choice(wrong)), planted=ClauseId("V3.2"))


def _went_out_wrongly(hand: Cards, state: State, seat: Seat) -> Deed | None:
    """The last cards laid on an eight or ace (V3.7), or without a call on the lap before (V2.13)."""
    place = state.place(seat)
    for play in plays_of(hand, state):
        if len(play) != place.hand:
            continue
        if is_eight(play[-1]) or is_ace(play[-1]):
            return Deed(event=Play(who=seat, cards=play), planted=ClauseId("V3.7"))
        if not place.call_holds:
            return Deed(event=Play(who=seat, cards=play), planted=ClauseId("V2.13"))
    return None


def wrong_plays(hand: Cards, state: State) -> list[Cards]:
    """Cards that fit neither suit nor rank (V3.2): one alone, or a group whose wrong card comes first."""
    plays: list[Cards] = []
    for first in dict.fromkeys(hand):
        if fits(first, state):
            continue
        plays.append((first,))
        right = tuple(card for card in hand if card.rank is first.rank and fits(card, state))
        if right:
            plays += [(first, *right)] * 3
    return plays


def _out_of_turn(truth: Truth, state: State, chance: random.Random) -> Event | None:
    """Somebody else lays a card that would fit (V3.4)."""
    others = [seat for seat in state.players if seat != state.turn and not state.place(seat).is_away]
    eager = [(seat, card) for seat in others for card in truth.hand(seat) if fits(card, state)]
    if not eager:
        return None
    seat, card = chance.choice(eager)
    return Play(who=seat, cards=(card,))


def _without(cards: Cards, gone: Cards) -> Cards:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)

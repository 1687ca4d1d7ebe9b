"""VVVänd8, chapter 1: the deal, in the order of the rule text."""

from __future__ import annotations

from dataclasses import replace

from table.cards import Card, Rank, Suit
from table.changes import changed, made
from table.events import Dealt, Drawn, Join, NameSuit, Play, Start, Viggo
from table.game import Header, Verdict
from table.games.vvvand8.house import House
from table.games.vvvand8.state import DEALT, MOST_DRAWS, LastPlay, Place, State, is_eight, pile_fields
from table.houses import settle
from table.rulebook import Evidence, Rulebook
from table.rulings import ClauseId, Fact, Kind, Penalty, Ruling
from table.seats import Seat

DEAL = Rulebook()
CAMERA, TABLET, DERIVED = Evidence.CAMERA, Evidence.TABLET, Evidence.DERIVED

MOST_IN_A_COFFEE_BREAK = 5
"""Players (V1.2)."""

MOST_WITH_ONE_DECK = 3
"""Players (V1.1)."""

HEIGHT_IN_THE_DRAW = {rank: height for height, rank in enumerate([*list(Rank)[1:13], Rank.ACE], 2)}
"""V1.3: two is lowest, the ace counts fourteen."""

SUITS_IN_THE_DRAW = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
"""V1.3: from the lowest, as in bridge."""

LEAP_DAYS = ("-02-29", "0229")
"""How a date in ISO form ends on a leap day (V2.20)."""


def say(clause: str, kind: Kind, line: int, seat: Seat | None = None, aspect: str = "", **facts: Fact) -> Ruling:
    """A ruling that costs nothing."""
    said = tuple(sorted(facts.items())) if facts else ()
    return made(Ruling, line=line, clause=ClauseId(clause), kind=kind, seat=seat, aspect=aspect, facts=said)


def must_take(clause: str, line: int, seat: Seat, cards: int) -> Ruling:
    """So many cards are due from the talon, for no fault of the seat."""
    number, facts = ClauseId(clause), (("count", cards),)
    penalty = Penalty(cards=cards)
    return Ruling(line=line, clause=number, kind=Kind.DUE, seat=seat, penalty=penalty, facts=facts)


def open_game(header: Header) -> State:
    """The state before the deal. Raises OptionError."""
    places = tuple(
        Place(is_free=seat in header.free, hand=0 if seat in header.free else DEALT) for seat in header.seats
    )
    players = len(header.seats) - len(header.free)
    return State(
        house=settle(House, header.options),
        seats=header.seats,
        places=places,
        decks=header.decks or decks_for(players),
        is_leap_day=header.date is not None and header.date.endswith(LEAP_DAYS),
        dealer=header.dealer,
    )


def decks_for(players: int) -> int:
    """V1.1: one deck for two or three players, two for more."""
    return 1 if players <= MOST_WITH_ONE_DECK else 2


@DEAL.clause("V1.1", CAMERA | DERIVED)
def card_that_cannot_be(state: State, play: Play) -> Ruling | None:
    """A card whose every copy lies in the pile was misread. A joker, which is no part of the game, is removed."""
    for card in play.cards:
        if play.cards.count(card) + state.copies_in_pile(card) > state.decks:
            return say("V1.1", Kind.QUESTION, play.line, card=card)
    return None


def joker_seen(line: int) -> Ruling:
    """A joker is taken away, without a penalty (V1.1)."""
    return say("V1.1", Kind.DUE, line, aspect="joker")


@DEAL.clause("V1.2", DERIVED)
def too_many_players(state: State, line: int) -> Ruling | None:
    """At most five in an ordinary coffee break."""
    players = len(state.players)
    if not state.house.coffee_break or players <= MOST_IN_A_COFFEE_BREAK:
        return None
    return say("V1.2", Kind.DUE, line, players=players)


@DEAL.clause("V1.3", CAMERA | TABLET | DERIVED)
def draw_for_the_deal(state: State, drawn: Drawn, seat: Seat) -> Verdict[State]:
    """The lowest card deals. Of equal lowest cards those players draw again, until one is lower."""
    if state.pile:
        return Verdict(state, (say("V1.3", Kind.INFO, drawn.line, seat, aspect="too_late"),))
    if drawn.card.rank is Rank.JOKER:
        return Verdict(state, (joker_seen(drawn.line),))
    others = [place.drawn for other, place in zip(state.seats, state.places, strict=True) if other != seat]
    if others.count(drawn.card) >= state.decks:
        return Verdict(state, (say("V1.1", Kind.QUESTION, drawn.line, seat, card=drawn.card),))
    state = state.with_place(seat, drawn=drawn.card)
    drawing = [player for player in state.players if not state.place(player).is_out_of_the_draw]
    shown = {player: card for player in drawing if (card := state.place(player).drawn) is not None}
    if not shown or len(shown) < len(drawing):
        return Verdict(state)
    lowest = min(shown.values(), key=height_in_the_draw)
    lowest_of = [player for player, card in shown.items() if card == lowest]
    if len(lowest_of) == 1:
        said = say("V1.3", Kind.INFO, drawn.line, lowest_of[0], card=lowest)
        return Verdict(changed(state, dealer=lowest_of[0]), (said,))
    for player in drawing:
        state = state.with_place(player, drawn=None, is_out_of_the_draw=player not in lowest_of)
    return Verdict(state, tuple(say("V1.3", Kind.DUE, drawn.line, player) for player in lowest_of))


def height_in_the_draw(card: Card) -> tuple[int, int]:
    """How high a card is in the draw for the deal: by rank, then by suit. A joker, which is drawn again, has none."""
    return (0, 0) if card.suit is None else (HEIGHT_IN_THE_DRAW[card.rank], SUITS_IN_THE_DRAW.index(card.suit))


DEAL.unjudged("V1.4", Evidence.NONE, "shuffling and cutting happen in the hands, where no sensor sees them")


@DEAL.clause("V1.5", DERIVED)
def next_dealer(state: State) -> Seat | None:
    """The loser deals the next game; after a drawn game the same dealer again."""
    return state.loser if state.loser is not None else state.dealer


def next_header(state: State, header: Header) -> Header:
    """The same table again, dealt by whom V1.5 says; who has joined since keeps the seat."""
    free = tuple(seat for seat in state.seats if state.place(seat).is_free)
    return replace(header, dealer=next_dealer(state), free=free)


@DEAL.clause("V1.6", TABLET | DERIVED)
def count_the_deal(state: State, dealt: Dealt, seat: Seat, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """Seven cards each. Another count is told before anybody has laid; later it restores a count that was lost.

    Told twice, the latter count holds.
    """
    place = state.place(seat)
    if not state.is_untouched or place.joins_with or place.hand is None:
        return Verdict(state.with_place(seat, hand=dealt.count + place.owes_in_all, claims=(), joins_with=0))
    state = surplus_given_back(state, seat)
    state = state.with_place(seat, dealt=dealt.count)
    surplus = dealt.count - DEALT
    if surplus > 0 and state.dealer is not None and seat != state.dealer and not set_aside:
        return too_many_dealt(state, dealt, seat, state.dealer)
    held = dealt.count + state.place(seat).received + place.owes_in_all
    state = state.with_place(seat, hand=held)
    short = None if set_aside else too_few_dealt(state, dealt, seat)
    return Verdict(state, (short,) if short else ())


def surplus_given_back(state: State, seat: Seat) -> State:
    """As before a surplus that the seat was said to have handed over (V1.7)."""
    surplus = state.place(seat).surplus
    if not surplus or state.dealer is None:
        return state
    received = state.place(state.dealer).received - surplus
    state = state.with_hand(state.dealer, -surplus).with_place(state.dealer, received=received)
    return state.with_place(seat, surplus=0)


@DEAL.clause("V1.7", TABLET | DERIVED)
def too_many_dealt(state: State, dealt: Dealt, seat: Seat, dealer: Seat) -> Verdict[State]:
    """The player hands the surplus to the dealer, who must play with it."""
    surplus = dealt.count - DEALT
    received = state.place(dealer).received + surplus
    state = state.with_place(seat, hand=DEALT + state.place(seat).owes_in_all, surplus=surplus)
    state = state.with_hand(dealer, surplus).with_place(dealer, received=received)
    return Verdict(state, (say("V1.7", Kind.DUE, dealt.line, seat, count=surplus, dealer=dealer),))


@DEAL.clause("V1.8", TABLET | DERIVED)
def too_few_dealt(state: State, dealt: Dealt, seat: Seat) -> Ruling | None:
    """The dealer fills up to seven, and every player may demand a new deal.

    Not when all are short alike and no start card lies: then the dealer deals the laps that are missing.
    """
    missing = DEALT - dealt.count
    if missing <= 0:
        return None
    all_are = not state.pile and all(state.place(player).dealt == dealt.count for player in state.players)
    return say("V1.8", Kind.DUE, dealt.line, seat, aspect="all" if all_are else "", count=missing)


@DEAL.clause("V1.9", CAMERA)
def start_card(state: State, start: Start, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """One card is turned up beside the talon. There is one start card a game, and no joker is it."""
    if start.card.rank is Rank.JOKER:
        return Verdict(state, (joker_seen(start.line),))
    if state.pile:
        return Verdict(state, (say("V1.9", Kind.QUESTION, start.line, card=start.card),))
    state = changed(state, **pile_fields((start.card,)), suit=start.card.suit, was_active=state.active)
    said = [ruling for ruling in (too_many_players(state, start.line),) if ruling]
    if state.dealer is None:
        said.append(say("V1.3", Kind.QUESTION, start.line, aspect="no_dealer"))
        return Verdict(state, tuple(said))
    state = state.in_turn(state.dealer).handed_on()
    for consequence in (start_ace(state, start.line), start_eight(state, start)):
        if consequence is not None and not set_aside:
            state = consequence.state
            said += consequence.rulings
    return Verdict(state, tuple(said))


@DEAL.clause("V1.10", CAMERA | DERIVED)
def start_ace(state: State, line: int) -> Verdict[State] | None:
    """When Viggo plays, a start ace gives every player a card, from forehand on."""
    plays = state.house.viggo or any(place.is_viggo for place in state.places)
    if not plays or state.dealer is None or state.top is None or state.top.rank is not Rank.ACE:
        return None
    seats = (*state.others_from(state.dealer), state.dealer)
    return Verdict(state.owing_for_aces(seats, 1), tuple([must_take("V1.10", line, seat, 1) for seat in seats]))


def viggo_sits(state: State, viggo: Viggo, seat: Seat) -> Verdict[State]:
    """Viggo sits here. Told only when the start card lay already, a start ace counts all the same (V1.10)."""
    had_none = not (state.house.viggo or any(place.is_viggo for place in state.places))
    state = state.with_place(seat, is_viggo=True)
    late = start_ace(state, viggo.line) if had_none and state.is_untouched else None
    return late or Verdict(state)


@DEAL.clause("V1.11", CAMERA | TABLET | DERIVED)
def start_eight(state: State, start: Start) -> Verdict[State] | None:
    """On a start eight the dealer names the suit. Playing before that is judged under V3.10."""
    if not is_eight(start.card) or state.dealer is None:
        return None
    return Verdict(state.with_eight_laid_by(state.dealer), (say("V1.11", Kind.DUE, start.line, state.dealer),))


@DEAL.clause("V1.12", TABLET | DERIVED)
def join_in(state: State, join: Join, seat: Seat) -> Verdict[State]:
    """A free seat is taken just when the turn has passed over it: one card more than whoever holds most."""
    if not state.place(seat).is_free or not state.is_running:
        return Verdict(state, (say("V1.12", Kind.INFO, join.line, seat),))
    if turn_may_have_passed_over(state, seat):
        state = state.handed_on()
    if seat not in state.passed_over:
        return Verdict(state, (say("V1.12", Kind.INFO, join.line, seat),))
    cards = 1 + max((state.place(player).hand or 0 for player in state.players), default=0)
    state = state.with_place(seat, is_free=False, is_away=False, hand=cards, joins_with=cards).in_turn(seat)
    due = say("V1.12", Kind.DUE, join.line, seat, count=cards)
    crowded = too_many_players(state, join.line)
    return Verdict(changed(state, passed_over=()), (due, crowded) if crowded else (due,))


def turn_may_have_passed_over(state: State, seat: Seat) -> bool:
    """Whether the player in turn has taken all three cards, so that the free seat's turn may have come (V2.11)."""
    if state.turn is None or state.draws < MOST_DRAWS:
        return False
    return seat in state.free_before(state.next_after(state.turn), state.turn)


def is_start_eight_open(state: State) -> bool:
    """Whether forehand would play before the dealer has named the suit of a start eight (V1.11)."""
    return len(state.pile) == 1 and state.namer is not None and state.namer == state.dealer and state.laps == 0


def early_cards_hit(early: LastPlay, named: NameSuit) -> bool:
    """Whether cards laid before the suit of the start eight was named follow it after all."""
    return is_eight(early.cards[0]) or early.cards[0].suit is named.suit

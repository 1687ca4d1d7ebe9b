"""VVVänd8, chapter 1: the deal, in the order of the rule text."""

from __future__ import annotations

from dataclasses import replace

from table.cards import Card, Rank, Suit
from table.events import Dealt, Drawn, Join, NameSuit, Play, Start
from table.game import Header, Verdict
from table.games.vvvand8.house import House
from table.games.vvvand8.state import DEALT, LastPlay, Place, State, is_eight
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
        dealer=header.dealer,
    )


def decks_for(players: int) -> int:
    """V1.1: one deck for two or three players, two for more."""
    return 1 if players <= MOST_WITH_ONE_DECK else 2


@DEAL.clause("V1.1", CAMERA | DERIVED)
def card_that_cannot_be(state: State, play: Play) -> Ruling | None:
    """A joker is no part of the game: remove it. A card whose every copy lies in the pile was misread."""
    for card in play.cards:
        if card.rank is Rank.JOKER:
            return joker_seen(play.line)
        if play.cards.count(card) + state.copies_in_pile(card) > state.decks:
            facts = (("card", card),)
            return Ruling(line=play.line, clause=ClauseId("V1.1"), kind=Kind.QUESTION, facts=facts)
    return None


def joker_seen(line: int) -> Ruling:
    """A joker is taken away, without a penalty (V1.1)."""
    return Ruling(line=line, clause=ClauseId("V1.1"), kind=Kind.DUE, aspect="joker")


@DEAL.clause("V1.2", DERIVED)
def too_many_players(state: State, start: Start) -> Ruling | None:
    """At most five in an ordinary coffee break."""
    players = len(state.players)
    if not state.house.coffee_break or players <= MOST_IN_A_COFFEE_BREAK:
        return None
    return Ruling(line=start.line, clause=ClauseId("V1.2"), kind=Kind.DUE, facts=(("players", players),))


@DEAL.clause("V1.3", CAMERA | TABLET | DERIVED)
def draw_for_the_deal(state: State, drawn: Drawn, seat: Seat) -> Verdict[State]:
    """The lowest card deals. Of equal lowest cards those players draw again, until one is lower."""
    if drawn.card.rank is Rank.JOKER:
        return Verdict(state, (joker_seen(drawn.line),))
    state = state.with_place(seat, drawn=drawn.card)
    drawing = [player for player in state.players if not state.place(player).is_out_of_the_draw]
    shown = {player: card for player in drawing if (card := state.place(player).drawn) is not None}
    if state.pile or not shown or len(shown) < len(drawing):
        return Verdict(state)
    lowest = min(shown.values(), key=height_in_the_draw)
    lowest_of = [player for player, card in shown.items() if card == lowest]
    if len(lowest_of) == 1:
        facts = (("card", lowest),)
        said = Ruling(line=drawn.line, clause=ClauseId("V1.3"), kind=Kind.INFO, seat=lowest_of[0], facts=facts)
        return Verdict(replace(state, dealer=lowest_of[0]), (said,))
    for player in drawing:
        state = state.with_place(player, drawn=None, is_out_of_the_draw=player not in lowest_of)
    again = tuple(Ruling(line=drawn.line, clause=ClauseId("V1.3"), kind=Kind.DUE, seat=p) for p in lowest_of)
    return Verdict(state, again)


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
    """Seven cards each. Another count is told before the start card; later it restores a count that was lost."""
    if state.pile:
        place = state.place(seat)
        return Verdict(state.with_place(seat, hand=dealt.count + place.owes + place.owes_for_ace))
    surplus = dealt.count - DEALT
    if surplus > 0 and state.dealer is not None and seat != state.dealer and not set_aside:
        return too_many_dealt(state, dealt, seat, state.dealer)
    state = state.with_place(seat, hand=dealt.count + state.place(seat).received)
    short = too_few_dealt(dealt, seat, -surplus)
    return Verdict(state, (short,) if short else ())


@DEAL.clause("V1.7", TABLET | DERIVED)
def too_many_dealt(state: State, dealt: Dealt, seat: Seat, dealer: Seat) -> Verdict[State]:
    """The player hands the surplus to the dealer, who must play with it."""
    surplus = dealt.count - DEALT
    received = state.place(dealer).received + surplus
    state = state.with_place(seat, hand=DEALT).with_hand(dealer, surplus).with_place(dealer, received=received)
    facts: tuple[tuple[str, Fact], ...] = (("count", surplus), ("dealer", dealer))
    return Verdict(state, (Ruling(line=dealt.line, clause=ClauseId("V1.7"), kind=Kind.DUE, seat=seat, facts=facts),))


@DEAL.clause("V1.8", TABLET | DERIVED)
def too_few_dealt(dealt: Dealt, seat: Seat, missing: int) -> Ruling | None:
    """The dealer fills up to seven, and every player may demand a new deal."""
    if missing <= 0:
        return None
    facts = (("count", missing),)
    return Ruling(line=dealt.line, clause=ClauseId("V1.8"), kind=Kind.DUE, seat=seat, facts=facts)


@DEAL.clause("V1.9", CAMERA)
def start_card(state: State, start: Start, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """One card is turned up beside the talon. There is one start card a game, and no joker is it."""
    if state.pile or start.card.rank is Rank.JOKER:
        question = Ruling(line=start.line, clause=ClauseId("V1.9"), kind=Kind.QUESTION, facts=(("card", start.card),))
        return Verdict(state, (question,))
    state = replace(state, pile=(start.card,), suit=start.card.suit, was_active=state.active)
    said = [ruling for ruling in (too_many_players(state, start),) if ruling]
    if state.dealer is None:
        said.append(Ruling(line=start.line, clause=ClauseId("V1.3"), kind=Kind.QUESTION, aspect="no_dealer"))
        return Verdict(state, tuple(said))
    state = state.in_turn(state.dealer).handed_on()
    for consequence in (start_ace(state, start), start_eight(state, start)):
        if consequence is not None and not set_aside:
            state = consequence.state
            said += consequence.rulings
    return Verdict(state, tuple(said))


@DEAL.clause("V1.10", CAMERA | DERIVED)
def start_ace(state: State, start: Start) -> Verdict[State] | None:
    """When Viggo plays, a start ace gives every player a card, from forehand on."""
    plays = state.house.viggo or any(place.is_viggo for place in state.places)
    if start.card.rank is not Rank.ACE or not plays or state.dealer is None:
        return None
    seats = (*state.others_from(state.dealer), state.dealer)
    dues = tuple(_due("V1.10", start.line, seat, 1) for seat in seats)
    return Verdict(state.owing_for_aces(seats, 1), dues)


def _due(clause: str, line: int, seat: Seat, cards: int) -> Ruling:
    return Ruling(line=line, clause=ClauseId(clause), kind=Kind.DUE, seat=seat, penalty=Penalty(cards=cards))


@DEAL.clause("V1.11", CAMERA | TABLET | DERIVED)
def start_eight(state: State, start: Start) -> Verdict[State] | None:
    """On a start eight the dealer names the suit. Playing before that is judged under V3.10."""
    if not is_eight(start.card) or state.dealer is None:
        return None
    due = Ruling(line=start.line, clause=ClauseId("V1.11"), kind=Kind.DUE, seat=state.dealer)
    return Verdict(state.with_eight_laid_by(state.dealer), (due,))


@DEAL.clause("V1.12", TABLET | DERIVED)
def join_in(state: State, join: Join, seat: Seat) -> Verdict[State]:
    """A free seat is taken just when the turn has passed over it: one card more than whoever holds most."""
    if not state.place(seat).is_free or seat not in state.passed_over or not state.is_running:
        return Verdict(state, (Ruling(line=join.line, clause=ClauseId("V1.12"), kind=Kind.INFO, seat=seat),))
    most = max((state.place(player).hand or 0 for player in state.players), default=0)
    state = state.with_place(seat, is_free=False, is_away=False, hand=most + 1).in_turn(seat)
    facts = (("count", most + 1),)
    due = Ruling(line=join.line, clause=ClauseId("V1.12"), kind=Kind.DUE, seat=seat, facts=facts)
    return Verdict(replace(state, passed_over=()), (due,))


def is_start_eight_open(state: State) -> bool:
    """Whether forehand would play before the dealer has named the suit of a start eight (V1.11)."""
    return len(state.pile) == 1 and state.namer is not None and state.namer == state.dealer and state.laps == 0


def early_cards_hit(early: LastPlay, named: NameSuit) -> bool:
    """Whether cards laid before the suit of the start eight was named follow it after all."""
    return is_eight(early.cards[0]) or early.cards[0].suit is named.suit

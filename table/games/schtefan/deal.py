"""Vem blir Schtefan, chapters 1 and 2: cards, deal and the first lead, in the order of the rule text."""

from __future__ import annotations

from dataclasses import replace

from table.cards import Card, Rank, Suit
from table.events import Dealt, Singles
from table.game import Header, Verdict
from table.games.climbing import Heights, Trick, copies_left, heights, impossible_card, shares
from table.games.schtefan.attempt import Attempt
from table.games.schtefan.exchange import swaps_of
from table.games.schtefan.house import FirstLead, House, Side, Wild
from table.games.schtefan.house import Singles as Sent
from table.games.schtefan.roles import check_roles
from table.games.schtefan.said import foul, say
from table.games.schtefan.state import Place, Setting, State
from table.houses import settle
from table.rulebook import Evidence, Rulebook
from table.rulings import ClauseId, Kind, Ruling
from table.seats import Seat

DEAL = Rulebook()
CAMERA, TABLET, DERIVED = Evidence.CAMERA, Evidence.TABLET, Evidence.DERIVED

MOST_FOR_ONE_DECK = 5
"""Players (H1.1)."""


def open_game(header: Header) -> State:
    """The state before the first event. Raises OptionError for a house rule that this game does not have."""
    house = settle(House, header.options)
    players = tuple(seat for seat in header.seats if seat not in header.free)
    check_roles(house, header.options, len(players))
    setting = Setting(
        house=house,
        seats=header.seats,
        players=players,
        decks=header.decks or decks_for(len(players)),
        dealer=header.dealer if header.dealer in players else None,
        placed=tuple(seat for seat in header.placed if seat in players),
        heights=order_of_ranks(house),
        free_ranks=free_ranks(house),
    )
    hands = cards_dealt(setting)
    leader = setting.placed[-1] if setting.placed else None
    return State(
        setting=setting,
        trick=Trick(seats=players, turn=leader),
        places=tuple(Place(hand=hands[seat]) for seat in players),
        swaps=swaps_of(setting),
    )


def decks_for(players: int) -> int:
    """Two decks for more than five players (H1.1)."""
    return 1 if players <= MOST_FOR_ONE_DECK else 2


@DEAL.clause("H1.1", CAMERA | DERIVED)
def cards_dealt(setting: Setting) -> dict[Seat, int | None]:
    """All cards with the jokers, evenly; the first from the dealer's left get one more where they do not divide."""
    return shares(setting.players, setting.dealer, 52 * setting.decks + setting.jokers)


def count_the_deal(state: State, dealt: Dealt, seat: Seat) -> Verdict[State]:
    """The deal was told. Once the round is led, this restores a count that was lost (H1.1)."""
    if seat in state.trick.out:
        return Verdict(state, (say("H1.1", Kind.QUESTION, dealt.line, seat, aspect="out", count=dealt.count),))
    if state.is_led:
        return Verdict(state.with_place(seat, hand=dealt.count))
    hand = dealt.count + state.place(seat).received
    return Verdict(state.with_place(seat, hand=hand if hand >= 0 else None))


def card_that_cannot_be(state: State, attempt: Attempt) -> Ruling | None:
    """All copies of a card have been laid before: it was misread (H1.1)."""
    setting = state.setting
    card = impossible_card(attempt.cards, state.shown.cards, decks=setting.decks, jokers=setting.jokers)
    return None if card is None else say("H1.1", Kind.QUESTION, attempt.line, attempt.seat, card=card)


@DEAL.clause("H1.2", DERIVED)
def order_of_ranks(house: House) -> Heights:
    """Five is lowest and the ace highest; where only jokers are free, two, three and four come before the five."""
    above_four = "5 6 7 8 9 10 J Q K A"
    return heights(above_four if house.wild is Wild.LOW_AND_JOKERS else f"2 3 4 {above_four}")


@DEAL.clause("H1.3", CAMERA | DERIVED)
def free_ranks(house: House) -> frozenset[Rank]:
    """Free cards: two, three, four and jokers."""
    low = {Rank.TWO, Rank.THREE, Rank.FOUR} if house.wild is Wild.LOW_AND_JOKERS else set()
    return frozenset({Rank.JOKER, *low})


def source_fits_badly(state: State, attempt: Attempt) -> tuple[Ruling, ...]:
    """With jokers alone free, the first lead is by the lowest card and not by the five (H1.3)."""
    is_told = state.setting.is_first_round and not state.is_led and state.house.wild is Wild.JOKERS
    return (say("H1.3", Kind.INFO, attempt.line, card=first_card(state.setting)),) if is_told else ()


def may_send_singles(setting: Setting) -> bool:
    """Whether this is a round before which singles are sent (H1.4)."""
    singles = setting.house.singles
    return singles is Sent.EVERY or (singles is Sent.FIRST_ONLY and setting.is_first_round)


@DEAL.clause("H1.4", TABLET | DERIVED)
def send_singles(state: State, sent: Singles, seat: Seat, set_aside: frozenset[ClauseId]) -> Verdict[State]:
    """Natural cards of whose rank the dealt hand holds one go to the neighbour, once, before anything else."""
    if not set_aside:
        found = wrong_singles(state, sent, seat)
        if found is not None:
            return Verdict(state, (found,))
    state = state.with_place(seat, sent=(state.place(seat).sent or 0) + sent.count)
    return Verdict(state.moved(seat, singles_go_to(state.setting, seat), sent.count))


def wrong_singles(state: State, sent: Singles, seat: Seat) -> Ruling | None:
    """What is wrong with singles sent now; None if nothing is (H1.4)."""
    count, hand = sent.count, state.place(seat).hand
    if not may_send_singles(state.setting):
        return foul("H1.4", sent.line, seat, "off", count=count)
    if state.is_led or any(swap.asked or swap.taken for swap in state.swaps):
        return foul("H1.4", sent.line, seat, "late", count=count)
    if state.place(seat).sent is not None:
        return foul("H1.4", sent.line, seat, "again", count=count)
    most = min(len(state.setting.heights), count if hand is None else max(0, hand - state.place(seat).received))
    if count > most:
        return say("H1.4", Kind.QUESTION, sent.line, seat, count=count, most=most)
    return None


def singles_go_to(setting: Setting, seat: Seat) -> Seat:
    """The neighbour who gets that seat's singles (H1.4)."""
    step = 1 if setting.house.singles_to is Side.LEFT else -1
    return setting.players[(setting.players.index(seat) + step) % len(setting.players)]


def first_card(setting: Setting) -> Card:
    """The card that must be led first in round one: the lowest heart, which is the five (H2.1)."""
    return Card(next(iter(setting.heights)), Suit.HEARTS)


@DEAL.clause("H2.1", CAMERA | DERIVED)
def first_lead(state: State, attempt: Attempt) -> Ruling | None:
    """Round one with one deck: the five of hearts must be in the first lead."""
    if state.is_led or not state.setting.is_first_round or state.house.first_lead is FirstLead.RANDOM:
        return None
    if state.setting.decks > 1:
        return first_lead_of_two_decks(state, attempt)
    card = first_card(state.setting)
    if card in attempt.cards or not copies_left(card, state.shown.cards, decks=1, jokers=0):
        return None
    return foul("H2.1", attempt.line, attempt.seat, cards=attempt.cards, card=card)


@DEAL.clause("H2.2", TABLET | DERIVED)
def first_lead_of_two_decks(state: State, attempt: Attempt) -> Ruling | None:
    """Round one with two decks: who holds most fives leads, and at least one five is in the first lead."""
    rank = first_card(state.setting).rank
    if attempt.rank is rank:
        return None
    return foul("H2.2", attempt.line, attempt.seat, cards=attempt.cards, rank=rank)


@DEAL.clause("H2.3", CAMERA | DERIVED)
def lead_of_a_later_round(state: State, attempt: Attempt) -> Ruling | None:
    """Later rounds are led by who was last in the round before."""
    if state.is_led or state.turn is None or attempt.seat == state.turn:
        return None
    return foul("H2.3", attempt.line, attempt.seat, cards=attempt.cards, leader=state.turn)


def next_header(state: State, header: Header) -> Header:
    """The next round of the same sitting: the deal goes one seat on, and the order of finishing is the new placing."""
    placed = state.placing or header.placed
    dealer = state.setting.dealer
    if dealer is not None:
        players = state.setting.players
        dealer = players[(players.index(dealer) + 1) % len(players)]
    return replace(header, placed=placed, dealer=dealer)

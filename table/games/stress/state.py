"""What the referee of Stress knows. Frozen: a deed gives a new state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from table.cards import DECK, Card, Rank
from table.changes import changed, made
from table.game import SlapStory
from table.games.stress.house import Ace, House
from table.games.stress.race import Race
from table.moments import Moment
from table.rulings import Ruling, Taken
from table.seats import Seat

ROW = 4
"""Piles in a row (S1.2)."""

OF_PILES = (Taken.BOTH, Taken.OWN)
"""What is taken up of the play piles."""

NO_ROW: tuple[tuple[Card, ...], ...] = ((),) * ROW

STORIES = 100
"""Stress stories that are kept: more than any game has, and an absurd record must not make the state grow."""

_ORDER = tuple(rank for rank in Rank if rank is not Rank.JOKER)


_LOWER = dict(zip(_ORDER, (_ORDER[-1], *_ORDER[:-1]), strict=True))
_HIGHER = {lower: rank for rank, lower in _LOWER.items()}
_ENDS = frozenset((Rank.ACE, Rank.KING))

NEIGHBOURS: dict[Ace, dict[Rank, frozenset[Rank]]] = {
    Ace.BOTH: {rank: frozenset((_LOWER[rank], _HIGHER[rank])) for rank in _ORDER},
    Ace.LOW: {
        rank: frozenset((_LOWER[rank], _HIGHER[rank])) - (_ENDS if rank in _ENDS else frozenset()) for rank in _ORDER
    },
}
"""The ranks one above and one below each; the ace beside the king as well, unless it is low (S2.2)."""

_PLACE_OF = {card: 8 * number for number, card in enumerate(DECK)}

_ONE_OF = {card: 1 << place for card, place in _PLACE_OF.items()}
_ONES = sum(_ONE_OF.values())
_UP_TO = {decks: (127 - decks) * _ONES for decks in range(1, 5)}
_TOO_MANY = 128 * _ONES

Row = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What stays as it is for a whole game, besides who plays."""

    house: House
    seats: tuple[Seat, ...]
    """Free seats too."""
    decks: int
    neighbours: dict[Rank, frozenset[Rank]]
    """Which ranks may lie on each; see `NEIGHBOURS`."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """What is known of one player. Without slots, so that it is changed quickly; see `table.changes`."""

    row: Row = NO_ROW
    """Place by place; a gap is empty."""
    ranks: frozenset[Rank] = frozenset()
    """Of the piles in the row. Follows from it; whether somebody can lay is asked at every event."""
    stock: int = 0
    """Cards in the own draw pile."""
    due: Taken | None = None
    """What this player has still to take up."""
    out_line: int | None = None
    """The line with the last card of the row and the draw pile."""
    out_since: Moment | None = None
    """When that card came to lie; None if nobody knows, or once all that happened until then is known."""
    filled: Moment | None = None
    """When the last card came from the draw pile to the row."""
    strays: int = 0
    """Cards that went to a play pile without having been read rightly: the row has so many gaps more than it shows."""

    @property
    def piles(self) -> int:
        return len([pile for pile in self.row if pile])

    @property
    def has_nothing(self) -> bool:
        return not self.stock and not any(self.row)

    @property
    def cards(self) -> int:
        return self.stock + sum(map(len, self.row))


@dataclass(frozen=True, kw_only=True)
class Layer:
    """What came onto a play pile in one movement; the last of its cards is on top. Without slots, for `made`."""

    cards: tuple[Card, ...]
    seat: Seat
    line: int
    since: Moment | None
    owner: int | None
    """From whose row it came; None: from the draw pile of `seat`."""
    is_settled: bool = False
    """The table has let it lie: it is not called again."""

    @property
    def top(self) -> Card:
        return self.cards[-1]


@dataclass(frozen=True, kw_only=True)
class Pile:
    """A play pile. A game's cards bound its size. Without slots, for `changed`."""

    layers: tuple[Layer, ...] = ()
    unread: int = 0
    """Cards in it that were not read rightly."""
    is_doubted: bool = False
    """Such a card is on top."""

    @property
    def is_empty(self) -> bool:
        return not (self.layers or self.unread)

    @property
    def top(self) -> Card | None:
        return self.layers[-1].cards[-1] if self.layers and not self.is_doubted else None

    @property
    def cards(self) -> tuple[Card, ...]:
        """Those that are known, from the bottom."""
        return tuple(card for layer in self.layers for card in layer.cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loose:
    """Cards laid wrongly: they lie on a play pile without being part of it, and are to be taken back."""

    layer: Layer
    pile: int
    is_contested: bool = False
    """Laid at the same time as the card under it: the table says which of the two stays (S2.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """The last card on a pile is wrong, and nobody has said stop yet (S2.8)."""

    ruling: Ruling
    pile: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """A card that came to a full row: the card that made room for it may not have been read yet (S2.4)."""

    player: int
    card: Card
    line: int
    when: Moment


@dataclass(frozen=True, kw_only=True)
class State:
    """A game of Stress between two events. Without slots, so that it is changed quickly; see `table.changes`."""

    setup: Setup
    players: tuple[Seat, ...]
    """Who plays: everywhere else a player, and the play pile at that player's right hand, is a place in this."""
    places: tuple[Place, ...]
    piles: tuple[Pile, ...]
    lying: int = 0
    """How many of each card lie open, eight bits a card in the order of the deck."""
    race: Race = field(default_factory=Race)
    loose: tuple[Loose, ...] = ()
    wrong: Wrong | None = None
    extra: tuple[Extra, ...] = ()
    to_flip: tuple[Seat, ...] = ()
    """Who has still to turn a card into the middle."""
    first_flip: Moment | None = None
    """When the first of them did."""
    is_opening: bool = True
    """Not everybody has turned the first card yet."""
    is_being_taken: bool = False
    """Whether somebody has still to take up play piles. Follows from the places' `due`; asked at every event."""
    settles: str = "S3.5"
    """The clause under which play piles are being taken up."""
    stories: tuple[SlapStory, ...] = ()
    winner: Seat | None = None
    is_drawn: bool = False

    @property
    def house(self) -> House:
        return self.setup.house

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.is_drawn

    @property
    def is_closed(self) -> bool:
        """Whether there is nothing to slap at: a play pile is missing or about to be taken up."""
        for pile in self.piles:
            if not pile.layers and not pile.unread:
                return True
        return self.is_being_taken

    def is_player(self, seat: Seat) -> bool:
        return seat in self.players

    def number(self, seat: Seat) -> int:
        """The player's place in all that is told of players. Raises ValueError for an empty seat."""
        return self.players.index(seat)

    def place(self, seat: Seat) -> Place:
        return self.places[self.number(seat)]

    def can_lie_on(self, card: Card, top: Card) -> bool:
        """Exactly one above or below (S2.2)."""
        return card.rank in self.setup.neighbours[top.rank]

    def open_copies(self, card: Card) -> int:
        """How many of that card lie open: in rows, on play piles, and in them."""
        return self.lying >> _PLACE_OF[card] & 255

    def is_all_open(self, card: Card) -> bool:
        """Whether every copy of that card lies open, so that one more cannot come."""
        return (self.lying >> _PLACE_OF[card] & 255) >= self.setup.decks

    def is_doubted(self, card: Card) -> bool:
        """Whether more copies were read than there are: one of them is another card."""
        return self.has_doubts and self.open_copies(card) > self.setup.decks

    @property
    def has_doubts(self) -> bool:
        """Whether that is so of any card. Adding carries into the top bit of whatever counts more than the decks."""
        return bool(self.lying + _UP_TO[self.setup.decks] & _TOO_MANY)

    def holder(self, card: Card, first: int | None) -> tuple[int, int] | None:
        """In whose row the card lies, and in which place of it; the row of *first* is looked at first."""
        players = range(len(self.places))
        for player in players if first is None else (first, *(p for p in players if p != first)):
            for place, pile in enumerate(self.places[player].row):
                if card in pile:
                    return player, place
        return None

    def with_place(self, player: int, **changes: Any) -> State:
        return changed(self, places=self.places_with(player, **changes))

    def places_with(self, player: int, **changes: Any) -> tuple[Place, ...]:
        """All places, that player's changed."""
        if "row" in changes:
            changes["ranks"] = frozenset([pile[-1].rank for pile in changes["row"] if pile])
        return put(self.places, player, changed(self.places[player], **changes))

    def with_due(self, player: int, due: Taken | None) -> State:
        places = self.places_with(player, due=due)
        is_being_taken = due in OF_PILES or any(place.due in OF_PILES for place in places)
        return changed(self, places=places, is_being_taken=is_being_taken)

    def departed(self, layer: Layer, place: int | None) -> State:
        """The layer's cards have left that place of their row, or the draw pile."""
        if layer.owner is not None and place is not None:
            return self.with_place(layer.owner, row=emptied(self.places[layer.owner].row, place))
        player = self.number(layer.seat)
        state = self.with_place(player, stock=max(0, self.places[player].stock - len(layer.cards)))
        return changed(state, lying=with_more(self.lying, layer.cards))

    def with_loose(self, layer: Layer, pile: int, *, is_contested: bool = False) -> State:
        """The cards lie on that pile without being part of it."""
        return changed(self, loose=(*self.loose, Loose(layer=layer, pile=pile, is_contested=is_contested)))

    def returned(self, layer: Layer) -> State:
        """The layer's cards are in the row again, or in the draw pile from which they came."""
        if layer.owner is None:
            player = self.number(layer.seat)
            state = self.with_place(player, stock=self.places[player].stock + len(layer.cards), out_line=None)
            return changed(state, lying=with_fewer(self.lying, layer.cards))
        return self.with_place(layer.owner, row=filled(self.places[layer.owner].row, layer.cards), out_line=None)

    def cleared(self, pile: int) -> State:
        """Whatever lay wrongly on that pile is taken as gone back to where it came from."""
        state = self
        for loose in self.loose:
            if loose.pile == pile:
                state = state.returned(loose.layer)
        return state if state is self else changed(state, loose=tuple(one for one in self.loose if one.pile != pile))

    def topped(self, pile: int, layer: Layer) -> State:
        """The layer is the pile's new top."""
        return changed(self, piles=self.piles_with(pile, layer), wrong=self.wrong_but_on(pile))

    def piles_with(self, pile: int, layer: Layer) -> tuple[Pile, ...]:
        """All piles, the layer on top of that one."""
        old = self.piles[pile]
        return put(self.piles, pile, made(Pile, layers=(*old.layers, layer), unread=old.unread, is_doubted=False))

    def wrong_but_on(self, pile: int) -> Wrong | None:
        """The wrong card that nobody has said stop to, unless it is covered by a new card on that pile."""
        return None if self.wrong is not None and self.wrong.pile == pile else self.wrong

    def with_unread(self, pile: int) -> State:
        """A card that was not read rightly is the pile's new top."""
        old = self.piles[pile]
        return changed(
            self, piles=put(self.piles, pile, replace(old, unread=old.unread + 1, is_doubted=True)), wrong=None
        )

    def untopped(self, pile: int) -> State:
        """The pile's top layer is gone from it."""
        old = self.piles[pile]
        return changed(self, piles=put(self.piles, pile, replace(old, layers=old.layers[:-1])))

    def taken_up(self, player: int, piles: Iterable[int]) -> State:
        """The player has shuffled these play piles, and what lay wrongly on them, into the own draw pile."""
        gone = set(piles)
        lost = [layer.cards for pile in gone for layer in self.piles[pile].layers]
        lost += [loose.layer.cards for loose in self.loose if loose.pile in gone]
        unread = sum([self.piles[pile].unread for pile in gone])
        cards = [card for layer in lost for card in layer]
        if not cards and not unread:
            return self
        stock = self.places[player].stock + len(cards) + unread
        return changed(
            self,
            places=self.places_with(player, stock=stock, out_line=None),
            piles=tuple([Pile() if number in gone else pile for number, pile in enumerate(self.piles)]),
            loose=tuple([loose for loose in self.loose if loose.pile not in gone]),
            lying=with_fewer(self.lying, cards),
            wrong=None,
        )

    def with_moot_dues_gone(self) -> State:
        """Nobody has to take up what somebody else has taken up."""
        if not self.is_being_taken:
            return self
        state, are_all_gone = self, all(pile.is_empty for pile in self.piles)
        for player, place in enumerate(self.places):
            is_gone = are_all_gone or (place.due is Taken.OWN and self.piles[player].is_empty)
            if place.due in OF_PILES and is_gone:
                state = state.with_due(player, None)
        return state

    def giver(self, player: int) -> int | None:
        """Who can give that player a card: of the others, who has most."""
        others = [other for other in range(len(self.places)) if other != player and self.places[other].stock]
        return max(others, key=lambda other: self.places[other].stock, default=None)

    def given(self, player: int) -> State:
        """Another player has given this one a face-down card from the own draw pile."""
        giver = self.giver(player)
        state = self.with_due(player, None) if self.places[player].due is Taken.CARD else self
        if giver is None:
            return state
        state = state.with_place(giver, stock=self.places[giver].stock - 1)
        return state.with_place(player, stock=self.places[player].stock + 1, out_line=None)

    def told(self, story: SlapStory) -> State:
        return changed(self, stories=(*self.stories[1 - STORIES :], story))

    def ended(self, winner: Seat | None = None) -> State:
        """The game is over; without a winner it is drawn."""
        return changed(self, winner=winner, is_drawn=winner is None, to_flip=())


def put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """The same with another value at that place."""
    return (*values[:at], value, *values[at + 1 :])


def emptied(row: Row, place: int) -> Row:
    """The row without the pile in that place. A fifth pile has come into that gap, and was told before it."""
    if len(row) <= ROW:
        return put(row, place, ())
    return (*row[:place], *row[place + 1 :]) if place >= ROW else (*put(row, place, row[-1])[:-1],)


def filled(row: Row, cards: tuple[Card, ...]) -> Row:
    """The row with a pile more: in its first gap, or after the last."""
    for place, pile in enumerate(row):
        if not pile:
            return put(row, place, cards)
    return (*row, cards)


def with_more(lying: int, cards: Iterable[Card]) -> int:
    for card in cards:
        lying += _ONE_OF[card]
    return lying


def with_fewer(lying: int, cards: Iterable[Card]) -> int:
    for card in cards:
        lying -= _ONE_OF[card]
    return lying

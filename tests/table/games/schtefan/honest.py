"""A real round of Vem blir Schtefan: dealt from real decks, played by people who know the rules and do not err.

Written apart from the engine on purpose. It says a second time what the rules mean, from the players' side of the
table, where hands are known; both tellings must agree.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = "CDHS"
NAMES = ["Anna", "Bo", "Cia", "Dag", "Eva", "Finn", "Gun", "Hal", "Ida"]
QUOTAS = {3: [2], 4: [2, 1], 5: [2, 1]}
SIX_OR_MORE = [3, 2, 1]


def rank(card: str) -> str:
    return card if card == "X" else card[:-1]


@dataclass(frozen=True)
class Rules:
    """The house rules of one round."""

    options: dict[str, str] = field(default_factory=dict)

    def of(self, name: str, usual: str) -> str:
        return self.options.get(name, usual)

    @functools.cached_property
    def ranks(self) -> list[str]:
        """Natural ranks, low to high."""
        low = [] if self.of("wild", "") != "joker" else RANKS[:3]
        return [*low, *RANKS[3:]]

    def is_free(self, card: str) -> bool:
        return rank(card) not in self.ranks

    @property
    def header(self) -> str:
        return "".join(f"option {name}={value}\n" for name, value in self.options.items())


class HonestRound:
    """One round, told line by line by `lines`; between two lines its fields are the truth at the table."""

    def __init__(self, seed: int, players: int, rules: Rules, *, is_first: bool) -> None:
        self.chance = random.Random(seed)
        self.rules = rules
        self.hoards = self.chance.random() < 0.4
        """Whether the players keep their free cards as long as they can."""
        self.seats = NAMES[:players]
        self.dealer = self.chance.choice(self.seats)
        self.placed = [] if is_first else self.chance.sample(self.seats, players)
        self.decks = 1 if players <= 5 else 2
        deck = [r + s for r in RANKS for s in SUITS]
        deck += ["X"] * int(rules.of("jokers", "2"))
        self.deck = deck * self.decks
        self.hands = self._dealt()
        self.turn: str | None = self.placed[-1] if self.placed else None
        self.trick: list[str] = []
        """The play to be beaten."""
        self.last: str | None = None
        self.passed: set[str] = set()
        self.out: list[str] = []
        self.stuck: list[str] = []
        self.laid: list[str] = []
        self.is_over = False

    def _dealt(self) -> dict[str, list[str]]:
        cards = self.chance.sample(self.deck, len(self.deck))
        order = [self.after(self.dealer, place) for place in range(1, len(self.seats) + 1)]
        return {seat: cards[place :: len(order)] for place, seat in enumerate(order)}

    @property
    def header(self) -> str:
        placed = f"placed {' '.join(self.placed)}\n" if self.placed else ""
        return f"game schtefan\n{self.rules.header}seats {' '.join(self.seats)}\n{placed}dealer {self.dealer}\n"

    @property
    def counts(self) -> dict[str, int]:
        return {seat: len(hand) for seat, hand in self.hands.items()}

    def after(self, seat: str, places: int) -> str:
        return self.seats[(self.seats.index(seat) + places) % len(self.seats)]

    def naturals(self, seat: str) -> list[str]:
        return [card for card in self.hands[seat] if not self.rules.is_free(card)]

    def height(self, card: str) -> int:
        return self.rules.ranks.index(rank(card))

    def lines(self) -> Iterator[str]:
        """The round's record, line by line, to its end."""
        yield from self._singles()
        yield from self._exchange()
        if self.turn is None:
            self.turn = self._first_leader()
        while not self.is_over:
            yield from self._act()

    # Before play

    def _singles(self) -> Iterator[str]:
        when = self.rules.of("singles", "every")
        if when == "off" or (when == "first_only" and self.placed):
            return
        sent = {seat: self._single_cards(seat) for seat in self.seats}
        step = -1 if self.rules.of("singles_to", "left") == "right" else 1
        for seat in self.chance.sample(self.seats, len(self.seats)):
            for card in sent[seat]:
                self.hands[seat].remove(card)
            self.hands[self.after(seat, step)] += sent[seat]
            if sent[seat]:
                yield f"{seat}: singles {len(sent[seat])}"

    def _single_cards(self, seat: str) -> list[str]:
        held = Counter(map(rank, self.hands[seat]))
        return [card for card in self.naturals(seat) if held[rank(card)] == 1]

    def _exchange(self) -> Iterator[str]:
        quotas = QUOTAS.get(len(self.placed), SIX_OR_MORE) if self.placed else []
        for place, quota in enumerate(quotas):
            yield from self._swap(self.placed[place], self.placed[-1 - place], quota)

    def _swap(self, upper: str, lower: str, quota: int) -> Iterator[str]:
        ranks = sorted({rank(card) for card in self.naturals(upper)})
        taken = 0
        for asked in self.chance.sample(ranks, len(ranks)):
            found = [card for card in self.hands[lower] if rank(card) == asked][: quota - taken]
            for card in found:
                self.hands[lower].remove(card)
            self.hands[upper] += found
            taken += len(found)
            yield f"{upper}: asks {asked} of {lower} gets {len(found)}"
            if taken == quota:
                break
        back = self.chance.sample(self.hands[upper], taken)
        for card in back:
            self.hands[upper].remove(card)
        self.hands[lower] += back
        if back:
            yield f"{upper}: gives {taken} to {lower}"

    def _first_leader(self) -> str:
        if self.rules.of("first_lead", "five_of_hearts") == "random":
            return self.chance.choice([seat for seat in self.seats if self.naturals(seat)])
        first = self.rules.ranks[0]
        if self.decks == 1:
            return next(seat for seat in self.seats if first + "H" in self.hands[seat])
        held = {seat: Counter(map(rank, self.hands[seat])) for seat in self.seats}
        return max(self.seats, key=lambda seat: [held[seat][r] for r in self.rules.ranks])

    # Play

    def _act(self) -> Iterator[str]:
        seat = self.turn
        assert seat is not None
        plays = self.plays(seat)
        if not self.trick and not plays:
            yield f"{seat}: pass"  # the referee says that the leader must lead
            self.stuck.append(seat)
            self._go_on_from(seat)
            yield f"{seat}: pass"
        elif plays and (not self.trick or self.chance.random() < 0.75):
            natural = [cards for cards in plays if not any(map(self.rules.is_free, cards))]
            cards = self.chance.choice(natural if natural and self.hoards else plays)
            self._lay(seat, cards)
            yield f"{seat}: play {' '.join(cards)}"
        else:
            self.passed.add(seat)
            self._go_on_from(seat)
            yield f"{seat}: pass"

    def plays(self, seat: str) -> list[list[str]]:
        """Some of the plays that the rules allow now, with every count that the hand has."""
        hand = self.chance.sample(self.hands[seat], len(self.hands[seat]))
        free = [card for card in hand if self.rules.is_free(card)]
        top = self.top()
        least = top if self.rules.of("equal", "no") == "yes" else top + 1
        found = []
        for one in self.rules.ranks[max(0, least) :]:
            same = [card for card in hand if rank(card) == one]
            for natural in range(1, len(same) + 1):
                for helped in range(len(free) + 1):
                    cards = [*same[:natural], *free[:helped]]
                    if self._is_enough(cards) and (self.laid or self.placed or self._may_be_first(cards)):
                        found.append(cards)
        if not self.trick and self.rules.of("wild_alone", "never") == "lead_lowest" and self.laid:
            found += [free[:count] for count in range(1, len(free) + 1)]
        return found

    def top(self) -> int:
        """How high the play lies that is to be beaten: -1 for none, and for free cards alone."""
        return max((self.height(card) for card in self.trick if not self.rules.is_free(card)), default=-1)

    def _is_enough(self, cards: list[str]) -> bool:
        if not self.trick or (rank(cards[0]) == "A" and self.rules.of("single_ace_cuts", "no") == "yes"):
            return True
        if self.rules.of("count", "at_least") == "exact":
            return len(cards) == len(self.trick)
        return len(cards) >= len(self.trick)

    def _may_be_first(self, cards: list[str]) -> bool:
        if self.rules.of("first_lead", "five_of_hearts") == "random":
            return True
        first = self.rules.ranks[0]
        return first + "H" in cards if self.decks == 1 else rank(cards[0]) == first

    def _lay(self, seat: str, cards: list[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.laid += cards
        self.trick, self.last = cards, seat
        if self.rules.of("pass", "until_trick_ends") == "one_lap":
            self.passed = set()
        is_out = not self.hands[seat]
        if is_out:
            self.out.append(seat)
        ends = is_out and self.rules.of("going_out_ends_trick", "yes") == "yes"
        if ends or (rank(cards[0]) == "A"):
            self._lead_from(seat)
        else:
            self._go_on_from(seat)

    def still_in(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.out]

    def _go_on_from(self, seat: str) -> None:
        """Whose turn it is after *seat*, who has laid or passed."""
        if self._is_the_end():
            return
        if not self.trick:
            self._lead_from(self.after(seat, 1))
            return
        for place in range(1, len(self.seats)):
            other = self.after(seat, place)
            if other == self.last:
                break
            if other not in self.passed and other not in self.out and other not in self.stuck:
                self.turn = other
                return
        self._lead_from(self.last or seat)

    def _lead_from(self, seat: str) -> None:
        """An empty table: *seat* leads, or the next who is in and not stuck."""
        self.trick, self.last, self.passed = [], None, set()
        if not self._is_the_end():
            while seat in self.out or seat in self.stuck:
                seat = self.after(seat, 1)
            self.turn = seat

    def _is_the_end(self) -> bool:
        left = self.still_in()
        if len(left) == 1:
            self.out += left
            self.is_over = True
        elif self.rules.of("wild_alone", "never") == "never" and self._all_stuck(left):
            said = [*self.stuck, *(seat for seat in left if seat not in self.stuck)]
            self.out += sorted((seat for seat in said if seat in left), key=lambda seat: len(self.hands[seat]))
            self.is_over = True
        if self.is_over:
            self.turn, self.trick = None, []
        return self.is_over

    def _all_stuck(self, left: list[str]) -> bool:
        is_known = all(seat in self.stuck for seat in left)
        return is_known or not any(self.naturals(seat) for seat in left)


HOUSES: list[dict[str, str]] = [
    {},
    {},
    {"pass": "one_lap"},
    {"equal": "yes", "single_ace_cuts": "yes"},
    {"going_out_ends_trick": "no", "singles": "first_only"},
    {"count": "exact", "first_lead": "random", "jokers": "0"},
    {"wild": "joker", "jokers": "3", "singles_to": "right"},
    {"wild_alone": "lead_lowest", "singles": "off"},
    {"wrong_play": "burn", "pass": "one_lap", "going_out_ends_trick": "no"},
]


def honest_round(seed: int) -> HonestRound:
    """The round of that number: any number of players, any house, first rounds and later ones."""
    rules = Rules(HOUSES[seed % len(HOUSES)])
    return HonestRound(seed, 3 + seed * 5 % 7, rules, is_first=(seed + seed // len(HOUSES)) % 2 == 0)


@dataclass(frozen=True)
class Slip:
    """An honest record up to a point, and then one mistake."""

    header: str
    lines: tuple[str, ...]
    mistake: str
    who: str


def slip(clause: str, seed: int, after: int) -> Slip | None:
    """The first mistake of that kind that is possible in a round after so many lines; None if there is none."""
    game = honest_round(seed)
    told: list[str] = []
    for line in game.lines():
        told.append(line)
        if len(told) > after and not game.is_over and (found := MISTAKES[clause](game, told)):
            return Slip(game.header, tuple(told), f"{found[0]}: {found[1]}", found[0])
        if game.laid and clause in BEFORE_PLAY:
            break
    return None


BEFORE_PLAY = ("first lead", "H2.3", "H1.4", "H5.5", "H5.6", "exchange")


Mistake = Callable[[HonestRound, list[str]], tuple[str, str] | None]
"""Who errs, and what the line says after the name; None if just now nobody can."""


def _follows(game: HonestRound) -> bool:
    return bool(game.trick) and game.turn is not None and game.turn not in game.stuck


def _too_low(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    seat = game.turn
    if not _follows(game) or seat is None:
        return None
    least = game.top() if game.rules.of("equal", "no") == "yes" else game.top() + 1
    low = [card for card in game.naturals(seat) if game.height(card) < least]
    return (seat, f"play {low[0]}") if low else None


def _too_few(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    seat = game.turn
    if not _follows(game) or seat is None or len(game.trick) < 2:
        return None
    high = [card for card in game.naturals(seat) if game.height(card) > game.top() and rank(card) != "A"]
    return (seat, f"play {high[0]}") if high else None


def _after_passing(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    if not game.trick or game.turn is None:
        return None
    for seat in sorted(game.passed - set(game.stuck)):
        if game.naturals(seat):
            return seat, f"play {game.naturals(seat)[0]}"
    return None


def _out_of_turn(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    if not game.laid or game.turn is None:
        return None
    for seat in game.still_in():
        if seat != game.turn and seat not in game.passed and seat not in game.stuck and game.naturals(seat):
            return seat, f"play {game.naturals(seat)[0]}"
    return None


def _two_ranks(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    seat = game.turn
    if seat is None or seat in game.stuck or (not game.laid and not game.placed):
        return None
    one = game.naturals(seat)
    other = [card for card in one if rank(card) != rank(one[0])]
    return (seat, f"play {one[0]} {other[0]}") if other else None


def _free_alone(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    seat = game.turn
    if seat is None or game.rules.of("wild_alone", "never") != "never" or not game.laid:
        return None
    free = [card for card in game.hands[seat] if game.rules.is_free(card)]
    return (seat, f"play {' '.join(free)}") if free and seat not in game.stuck else None


def _wrong_first_lead(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    """After the last singles, before the five: somebody lays another card."""
    if game.placed or game.laid or game.rules.of("first_lead", "five_of_hearts") == "random":
        return None
    for seat in game.seats:
        others = [card for card in game.naturals(seat) if rank(card) != game.rules.ranks[0]]
        if others:
            return seat, f"play {others[0]}"
    return None


def _wrong_leader(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    if not game.placed or game.laid:
        return None
    seat = game.placed[0]
    return (seat, f"play {game.naturals(seat)[0]}") if game.naturals(seat) and seat != game.turn else None


def _singles_again(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    if game.laid or not told or " singles " not in told[-1]:
        return None
    return told[-1].split(":")[0], "singles 1"


def _asks_a_stranger(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    if not game.placed or game.laid:
        return None
    upper, lower = game.placed[0], game.placed[-2]
    return (upper, f"asks K of {lower} gets 1") if upper != lower else None


def _asks_for_a_free_card(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    if not game.placed or game.laid or game.rules.of("wild", "") == "joker":
        return None
    return game.placed[0], f"asks 3 of {game.placed[-1]} gets 1"


def _gives_too_much(game: HonestRound, told: list[str]) -> tuple[str, str] | None:
    if game.laid or not told or " asks " not in told[-1] or told[-1].endswith(" 0"):
        return None
    seat, _, asked = told[-1].split(" ", 2)
    return seat[:-1], f"gives 4 to {asked.split()[2]}"


MISTAKES: dict[str, Mistake] = {
    "H3.2 rank": _too_low,
    "H3.2 count": _too_few,
    "H3.3": _after_passing,
    "H3.11": _out_of_turn,
    "H3.1": _two_ranks,
    "H3.12": _free_alone,
    "first lead": _wrong_first_lead,
    "H2.3": _wrong_leader,
    "H1.4": _singles_again,
    "H5.5": _asks_for_a_free_card,
    "H5.6": _gives_too_much,
    "exchange": _asks_a_stranger,
}

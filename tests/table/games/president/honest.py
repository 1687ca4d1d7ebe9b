"""A real round of President: dealt from a real deck, played by people who know the rules and do not err.

Written apart from the engine on purpose. It says a second time what the rules mean, from the players' side of the
table, where hands are known; both tellings must agree.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

ORDER = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
SUITS = "CDHS"
NAMES = ["Anna", "Bo", "Cia", "Dag", "Eva", "Finn", "Gun", "Hugo"]
JOKER = 13
"""The height of a joker laid alone."""


def height(card: str) -> int:
    return JOKER if card == "X" else ORDER.index(card[:-1])


def natural(cards: list[str]) -> list[str]:
    return [card for card in cards if card != "X"]


def _combed(card: str) -> tuple[int, ...]:
    """Where a card lies in a deck of which three players get four of a rank and much of a suit each."""
    if card != "X" and height(card) < 3:
        return 0, SUITS.index(card[-1]), height(card)
    if card == "X" or card[-1] == "S":
        return (2,)
    return 1, height(card), SUITS.index(card[-1])


@dataclass(frozen=True)
class Rules:
    """The house rules of one evening."""

    equal_beats: bool = True
    binding: bool = True
    first_lead: str = "lowest_card"
    jokers: bool = False
    revolution: bool = False
    eight_clears: bool = False
    runs: bool = False
    run_equal_beats: bool = True
    combed: bool = False
    """No rule, but a deck that was badly shuffled: three players hold four of a rank and much of a suit each."""

    @property
    def header(self) -> str:
        options = {
            "equal_beats": self.equal_beats,
            "pass": "out_of_trick" if self.binding else "this_turn_only",
            "first_lead": self.first_lead,
            "jokers": self.jokers,
            "revolution": self.revolution,
            "eight_clears": self.eight_clears,
            "runs": self.runs,
            "run_equal_beats": self.run_equal_beats,
        }
        return "".join(f"option {name}={str(value).lower()}\n" for name, value in options.items())


@dataclass(frozen=True)
class Lying:
    """A play as the players see it: its cards, and what its player means by them."""

    cards: tuple[str, ...]
    meant: tuple[str, ...]
    is_run: bool

    @property
    def heights(self) -> list[int]:
        return sorted(map(height, self.meant))


class HonestGame:
    """One round, told line by line by `lines`; between two lines its fields are the truth at the table."""

    def __init__(self, seed: int, players: int, rules: Rules | None = None, *, is_first: bool = True) -> None:
        self.chance = random.Random(seed)
        self.rules = rules or Rules()
        self.seats = NAMES[:players]
        self.dealer = self.chance.choice(self.seats)
        self.placed = [] if is_first else self.chance.sample(self.seats, players)
        deck = [rank + suit for rank in ORDER for suit in SUITS] + ["X"] * (2 if self.rules.jokers else 0)
        self.chance.shuffle(deck)
        order = [self.after(self.dealer, place) for place in range(1, players + 1)]
        if self.rules.combed:
            deck.sort(key=_combed)
        self.hands = {seat: deck[place::players] for place, seat in enumerate(order)}
        self.out: list[str] = []
        self.passed: set[str] = set()
        self.pile: Lying | None = None
        self.last: str | None = None
        self.turn = self.placed[-1] if self.placed else self._first()
        self.must_lay: str | None = None
        if not self.placed and self.rules.first_lead == "lowest_card":
            self.must_lay = "3C"
        self.is_turned = False

    def _first(self) -> str:
        if self.rules.first_lead == "seat":
            return self.after(self.dealer, 1)
        if self.rules.first_lead == "random":
            return self.chance.choice(self.seats)
        return next(seat for seat, hand in self.hands.items() if "3C" in hand)

    @property
    def header(self) -> str:
        placed = f"placed {' '.join(self.placed)}\n" if self.placed else ""
        return f"game president\n{self.rules.header}seats {' '.join(self.seats)}\n{placed}dealer {self.dealer}\n"

    @property
    def is_over(self) -> bool:
        return len(self.out) >= len(self.seats) - 1

    @property
    def counts(self) -> dict[str, int]:
        return {seat: len(hand) for seat, hand in self.hands.items()}

    @property
    def placing(self) -> list[str]:
        return [*self.out, *(seat for seat in self.seats if seat not in self.out)] if self.is_over else self.out

    def after(self, seat: str, places: int) -> str:
        return self.seats[(self.seats.index(seat) + places) % len(self.seats)]

    def lines(self) -> Iterator[str]:
        """The round's record, line by line, to its end."""
        yield from self._exchange()
        while not self.is_over:
            yield self._act()

    def _exchange(self) -> Iterator[str]:
        """The lower give their best, asked for rank by rank or not; the upper give back what they like least."""
        if not self.placed:
            return
        quotas = [1] if len(self.seats) == 3 else [2, 1]
        for upper, lower, quota in zip(self.placed, reversed(self.placed), quotas, strict=False):
            best = sorted(self.hands[lower], key=height)[-quota:]
            yield from self._best(upper, lower, best)
            back = self.chance.sample(self.hands[upper], quota)
            self._move(upper, lower, back)
            yield f"{upper}: gives {quota} to {lower}"

    def _best(self, upper: str, lower: str, best: list[str]) -> Iterator[str]:
        if "X" in best or self.chance.random() < 0.4:
            self._move(lower, upper, best)
            yield f"{lower}: gives {len(best)} to {upper}"
            return
        wanted = len(best)
        for rank in reversed(ORDER):
            alike = [card for card in best if card[:-1] == rank]
            if alike or self.chance.random() < 0.2:
                self._move(lower, upper, alike)
                wanted -= len(alike)
                yield f"{upper}: asks {rank} of {lower} gets {len(alike)}"
            if not wanted:
                return

    def _move(self, giver: str, taker: str, cards: list[str]) -> None:
        for card in cards:
            self.hands[giver].remove(card)
        self.hands[taker] += cards

    def _act(self) -> str:
        """The player in turn lays, or passes."""
        seat, plays = self.turn, self.plays(self.turn)
        if self.pile is not None and (not plays or self.chance.random() < 0.35):
            self.passed.add(seat)
            self._hand_on(seat)
            return f"{seat}: pass"
        play = self.chance.choice(plays) if self.chance.random() < 0.6 else max(plays, key=lambda p: len(p.cards))
        self.lay(seat, play)
        return f"{seat}: play {self.told(play)}"

    def told(self, play: Lying) -> str:
        """The play's cards, and what they stand for where that is not what everybody takes them to be."""
        cards = " ".join(self.chance.sample(play.cards, len(play.cards)) if "X" not in play.cards else play.cards)
        return cards if play.cards == play.meant or play.cards == ("X",) else f"{cards} as {' '.join(play.meant)}"

    def lay(self, seat: str, play: Lying) -> None:
        for card in play.cards:
            self.hands[seat].remove(card)
        self.must_lay = None
        ranks = set(play.heights)
        if self.rules.revolution and not play.is_run and len(play.cards) >= 4:
            self.is_turned = not self.is_turned
        clears = not play.is_run and ranks == {height("2C")}
        clears = clears or (self.rules.eight_clears and height("8C") in ranks)
        if not self.hands[seat]:
            self.out.append(seat)
        self.pile, self.last = play, seat
        if not self.rules.binding:
            self.passed = set()
        if clears:
            self._won(seat)
        else:
            self._hand_on(seat)

    def _hand_on(self, seat: str) -> None:
        for place in range(1, len(self.seats) + 1):
            other = self.after(seat, place)
            if other not in self.passed and other not in self.out and other != self.last:
                self.turn = other
                return
        assert self.last is not None
        self._won(self.last)

    def _won(self, winner: str) -> None:
        self.pile, self.last, self.passed = None, None, set()
        self.turn = winner
        while self.turn in self.out and not self.is_over:
            self.turn = self.after(self.turn, 1)

    def plays(self, seat: str) -> list[Lying]:
        """What that player may lay by the rules."""
        hand = self.hands[seat]
        found = [play for play in itertools.chain(groups(hand), self._runs(hand)) if self.beats(play)]
        if self.must_lay:
            return [play for play in found if self.must_lay in play.cards]
        return found

    def _runs(self, hand: list[str]) -> Iterator[Lying]:
        return runs(hand) if self.rules.runs else iter(())

    def beats(self, play: Lying) -> bool:
        pile = self.pile
        if pile is None:
            return True
        if pile.is_run is not play.is_run or len(pile.cards) != len(play.cards):
            return False
        new, old = play.heights, pile.heights
        if new == old:
            return self.rules.run_equal_beats if play.is_run else self.rules.equal_beats
        if play.cards == ("X",) or pile.cards == ("X",):
            return play.cards == ("X",)
        return new[0] < old[0] if self.is_turned else new[-1] > old[-1]


def groups(hand: list[str]) -> Iterator[Lying]:
    """Cards of one rank, with and without jokers; a joker alone."""
    jokers = hand.count("X")
    if jokers:
        yield Lying(("X",), ("X",), is_run=False)
    for rank in ORDER:
        alike = [card for card in hand if card != "X" and card[:-1] == rank]
        for count in range(1, len(alike) + 1):
            for wild in range(jokers + 1):
                cards = (*alike[:count], *["X"] * wild)
                yield Lying(cards, (*alike[:count], *[alike[0]] * wild), is_run=False)


def runs(hand: list[str]) -> Iterator[Lying]:
    """Three or more of a suit in a row, with jokers in the gaps or at the ends."""
    jokers = hand.count("X")
    for suit in SUITS:
        for start in range(len(ORDER) - 2):
            meant: list[str] = []
            cards: list[str] = []
            for rank in ORDER[start:]:
                meant.append(rank + suit)
                cards.append(rank + suit if rank + suit in hand else "X")
                if cards.count("X") > jokers:
                    break
                if len(cards) >= 3 and natural(cards):
                    yield Lying(tuple(cards), tuple(meant), is_run=True)


def evening(seed: int, **sure: Any) -> HonestGame:
    """A round with house rules and a table drawn by lot, but for the rules that are *sure*."""
    chance = random.Random(seed)
    rules = Rules(
        equal_beats=chance.random() < 0.7,
        binding=chance.random() < 0.7,
        first_lead=chance.choice(["lowest_card", "random", "seat"]),
        jokers=chance.random() < 0.5,
        revolution=chance.random() < 0.5,
        eight_clears=chance.random() < 0.5,
        runs=chance.random() < 0.7,
        run_equal_beats=chance.random() < 0.5,
    )
    rules = dataclasses.replace(rules, **sure)
    return HonestGame(seed, 3 if sure else chance.randint(3, 8), rules, is_first=chance.random() < 0.5)


@dataclass(frozen=True)
class Slip:
    """A round up to one mistake."""

    header: str
    lines: tuple[str, ...]
    who: str
    cards: tuple[str, ...]

    @property
    def mistake(self) -> str:
        return f"{self.who}: play {' '.join(self.cards)}"


@functools.cache
def slip(clause: str, seed: int, after: int) -> Slip:
    """An honest round in which somebody breaks *clause* on line *after* or as soon afterwards as possible.

    Only the first lead can be without the three of clubs (P1.9).
    """
    after = 0 if clause == "P1.9" else after
    for shift in itertools.count():
        game = evening(seed + 1000 * shift, **MAKES_IT_LIKELY.get(clause, {}))
        told: list[str] = []
        if after == 0 and not game.placed and (found := _first_mistake(game, clause)):
            return Slip(game.header, (), *found)
        for line in game.lines():
            told.append(line)
            is_due = len(told) >= after and not game.is_over and line.split()[1] not in ("asks", "gives")
            if is_due and (found := _first_mistake(game, clause)):
                return Slip(game.header, tuple(told), *found)
    raise AssertionError("somebody errs in the end")


def _first_mistake(game: HonestGame, clause: str) -> tuple[str, tuple[str, ...]] | None:
    found = list(MISTAKES[clause](game))
    return game.chance.choice(found) if found else None


Mistakes = Iterator[tuple[str, tuple[str, ...]]]


def mixed_ranks(game: HonestGame) -> Mistakes:
    for one, other in itertools.combinations(natural(game.hands[game.turn]), 2):
        neighbours = one[-1] == other[-1] and abs(height(one) - height(other)) == 1
        if one[:-1] != other[:-1] and not (game.rules.runs and neighbours):
            yield game.turn, (one, other)


def no_run(game: HonestGame) -> Mistakes:
    for cards in itertools.combinations(natural(game.hands[game.turn])[:6], 3):
        places = sorted(map(height, cards))
        is_run = len({card[-1] for card in cards}) == 1 and places == list(range(places[0], places[0] + 3))
        if game.rules.runs and len(set(places)) == 3 and not is_run:
            yield game.turn, cards


def _plays_without_jokers(game: HonestGame, *, is_run: bool) -> Iterator[Lying]:
    hand = natural(game.hands[game.turn])
    if is_run:
        yield from runs(hand) if game.rules.runs else ()
    else:
        yield from groups(hand)


def wrong_size(game: HonestGame) -> Mistakes:
    for play in _plays_without_jokers(game, is_run=False):
        if game.pile and not game.pile.is_run and len(play.cards) != len(game.pile.cards):
            yield game.turn, play.cards


def too_low(game: HonestGame) -> Mistakes:
    for play in _plays_without_jokers(game, is_run=False):
        same_size = game.pile and not game.pile.is_run and len(play.cards) == len(game.pile.cards)
        if same_size and not game.beats(play):
            yield game.turn, play.cards


def after_passing(game: HonestGame) -> Mistakes:
    for seat in game.passed:
        if seat != game.turn and seat not in game.out:
            yield seat, (game.hands[seat][0],)


def out_of_turn(game: HonestGame) -> Mistakes:
    for seat in game.seats:
        if seat not in {game.turn, *game.passed, *game.out} and not _is_leader_unknown(game):
            yield seat, (game.hands[seat][0],)


def _is_leader_unknown(game: HonestGame) -> bool:
    nobody_has_laid = sum(game.counts.values()) == 52 + 2 * game.rules.jokers
    return nobody_has_laid and not game.placed and game.rules.first_lead != "seat"


def without_the_lowest(game: HonestGame) -> Mistakes:
    for seat in game.seats if game.must_lay else []:
        yield from ((seat, (card,)) for card in game.hands[seat] if card != "3C")


def jokers_alone(game: HonestGame) -> Mistakes:
    if game.hands[game.turn].count("X") == 2:
        yield game.turn, ("X", "X")


def group_on_run_or_run_on_group(game: HonestGame) -> Mistakes:
    if game.pile is not None:
        for play in _plays_without_jokers(game, is_run=not game.pile.is_run):
            yield game.turn, play.cards


def _runs_on_a_run(game: HonestGame) -> Iterator[Lying]:
    if game.pile is not None and game.pile.is_run:
        yield from _plays_without_jokers(game, is_run=True)


def run_does_not_beat(game: HonestGame) -> Mistakes:
    for play in _runs_on_a_run(game):
        assert game.pile is not None
        is_other_length = len(play.cards) != len(game.pile.cards)
        if is_other_length or (not game.is_turned and play.heights < game.pile.heights):
            yield game.turn, play.cards


def run_too_high(game: HonestGame) -> Mistakes:
    for play in _runs_on_a_run(game):
        assert game.pile is not None
        same_length = len(play.cards) == len(game.pile.cards)
        if same_length and game.is_turned and play.heights > game.pile.heights:
            yield game.turn, play.cards


def equal_run(game: HonestGame) -> Mistakes:
    for play in _runs_on_a_run(game):
        assert game.pile is not None
        if play.heights == game.pile.heights and not game.rules.run_equal_beats:
            yield game.turn, play.cards


MISTAKES = {
    "P1.1": mixed_ranks,
    "P1.2": wrong_size,
    "P1.3": too_low,
    "P1.4": after_passing,
    "P1.8": out_of_turn,
    "P1.9": without_the_lowest,
    "P2.1": jokers_alone,
    "P3.1": no_run,
    "P3.2": run_does_not_beat,
    "P3.3": group_on_run_or_run_on_group,
    "P3.8": run_too_high,
    "P3.10": equal_run,
}
"""For each clause the ways in which the players can break it just now."""

MAKES_IT_LIKELY = {
    "P2.1": {"jokers": True},
    "P3.1": {"runs": True},
    "P3.2": {"runs": True, "revolution": False, "combed": True},
    "P3.3": {"runs": True},
    "P3.8": {"runs": True, "revolution": True, "combed": True},
    "P3.10": {"runs": True, "run_equal_beats": False, "combed": True},
}
"""House rules without which a clause is broken rarely or never; with three players hands are long, and so are runs."""

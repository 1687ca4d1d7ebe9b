"""A real game of VVVänd8: dealt from real decks, played by people who know the rules and do not err.

Written apart from the engine on purpose. It says a second time what the rules mean, from the players' side of the
table, where hands are known; both tellings must agree.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "CDHS"
NAMES = ["Anna", "Bo", "Cia", "Dag", "Eva", "Finn"]
LONGEST = 5000
"""Lines after which the players go back to work. They have never got so far."""


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


def has_real_chance(hand: list[str]) -> bool:
    """Whether it may be called: no eight, and besides aces a single rank (V2.17)."""
    ranks = {rank(card) for card in hand} - {"A"}
    return "8" not in ranks and len(ranks) <= 1


@dataclass(frozen=True)
class Rules:
    """The house rules of one evening."""

    per_ace: bool = True
    renewed: bool = True
    viggo: bool = False
    coffee_break: bool = False

    @property
    def header(self) -> str:
        return (
            f"option ace_draw={'per_ace' if self.per_ace else 'per_play'}\n"
            f"option draws_after_ace={'renewed' if self.renewed else 'shared'}\n"
            f"option viggo={str(self.viggo).lower()}\n"
            f"option coffee_break={str(self.coffee_break).lower()}\n"
        )


class HonestGame:
    """One game, told line by line by `lines`; between two lines its fields are the truth at the table."""

    def __init__(self, seed: int, players: int, rules: Rules | None = None, *, lies: float = 0.0) -> None:
        """*lies* is how likely somebody without a real chance calls all the same."""
        self.chance = random.Random(seed)
        self.lies = lies
        self.told = 0
        """Lines told so far."""
        self.false_calls: list[int] = []
        """The lines of calls without a real chance."""
        self.rules = rules or Rules()
        self.seats = NAMES[:players]
        self.dealer = self.chance.choice(self.seats)
        self.decks = 1 if players <= 3 else 2
        self.talon = [r + s for r in RANKS for s in SUITS] * self.decks
        self.chance.shuffle(self.talon)
        self.hands = {seat: [self.talon.pop() for _ in range(7)] for seat in self.seats}
        self.pile: list[str] = []
        self.suit: str | None = None
        self.turn = self.after(self.dealer, 1)
        self.draws = 0
        self.owed = dict.fromkeys(self.seats, 0)
        self.queue: list[str] = []
        """Who has still to take a card for an ace, in turn order."""
        self.order: list[str] = []
        """Of the aces for which cards are still to be taken, the turn order; empty if they have several."""
        self.away: set[str] = set()
        self.has_said: set[str] = set()
        """Who has called in the turn at hand."""
        self.may_go_out: set[str] = set()
        """Who called on the lap before (V2.13)."""
        self.laps = 0
        self.winner: str | None = None
        self.is_drawn = False
        self.passes_silently = False
        """Whether the last turn ended after three draws with no word said."""

    @property
    def header(self) -> str:
        return f"game vvvand8\n{self.rules.header}seats {' '.join(self.seats)}\ndealer {self.dealer}\n"

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.is_drawn

    @property
    def counts(self) -> dict[str, int]:
        """What the hands hold, with the cards that an ace has made due."""
        return {seat: len(hand) + self.owed[seat] for seat, hand in self.hands.items()}

    def after(self, seat: str, places: int) -> str:
        return self.seats[(self.seats.index(seat) + places) % len(self.seats)]

    def others(self, seat: str) -> list[str]:
        return [self.after(seat, place) for place in range(1, len(self.seats))]

    def lines(self) -> Iterator[str]:
        """The game's record, line by line, to its end or until it has lasted too long."""
        for line in self._lines():
            self.told += 1
            yield line
            if self.is_over or self.told > LONGEST + 1:
                return

    def _lines(self) -> Iterator[str]:
        yield from self._start()
        while True:
            yield from self._coming_and_going()
            if self.queue and (self.turn in self.queue or self.chance.random() < 0.7):
                yield from self._take_for_ace()
            else:
                yield from self._act()

    def _start(self) -> Iterator[str]:
        self.pile = [self.talon.pop()]
        self.suit = suit(self.pile[0])
        if rank(self.pile[0]) == "A" and self.rules.viggo:
            self._owe([*self.others(self.dealer), self.dealer], 1)
        if rank(self.pile[0]) != "8":
            yield f"table: start {self.pile[0]}"
            return
        self.suit = None
        yield f"table: start {self.pile[0]}"
        yield self._name(self.dealer)

    def _name(self, seat: str) -> str:
        self.suit = self.chance.choice(SUITS)
        return f"{seat}: suit {self.suit}"

    def _owe(self, seats: list[str], cards: int) -> None:
        for seat in seats:
            self.owed[seat] += cards
        self.order = seats if not self.queue or self.order == seats else []
        self.queue += [seat for seat in seats for _ in range(cards)]

    def _coming_and_going(self) -> Iterator[str]:
        if self.passes_silently or self.chance.random() > 0.05:
            return
        seat = self.chance.choice(self.seats)
        if seat in self.away:
            self.away.remove(seat)
            yield f"{seat}: back"
        elif seat != self.turn and len(self.seats) - len(self.away) > 2:
            self.away.add(seat)
            yield f"{seat}: away"

    def _take_for_ace(self) -> Iterator[str]:
        """The first who owes a card takes it, or is given it if away."""
        yield from self._turn_the_pile_if_needed()
        if not self.talon:
            self.queue.clear()  # nothing to take: the debt waits until its owner draws again
        elif not self.is_over:
            seat = self.queue.pop(0)
            yield self._draw(seat)

    def _turn_the_pile_if_needed(self) -> Iterator[str]:
        if self.talon or len(self.pile) < 2:
            return
        self.talon, self.pile = self.pile[:-1], self.pile[-1:]
        self.laps += 1
        self.is_drawn = self.rules.coffee_break and self.laps == (3 if self.decks == 1 else 2)
        yield "table: turned"

    def _draw(self, seat: str) -> str:
        """Takes one card: what is owed first (the referee counts so too)."""
        self.hands[seat].append(self.talon.pop(0))
        if self.owed[seat]:
            self.owed[seat] -= 1
        else:
            self.draws += 1
        return f"{seat}: draw 1"

    def _act(self) -> Iterator[str]:
        """The player in turn lays, or draws, or has drawn enough and passes."""
        plays = self.plays()
        if plays and self.chance.random() < 0.85:
            yield from self._lay(self.chance.choice(plays))
            return
        if self.draws < 3:
            yield from self._turn_the_pile_if_needed()
            if self.is_over:
                return
            if self.talon:
                self.passes_silently = False
                yield self._draw(self.turn)
                return
        yield from self._pass()

    def _lay(self, cards: list[str]) -> Iterator[str]:
        seat = self.turn
        left = list(self.hands[seat])
        for card in cards:
            left.remove(card)
        if left:
            yield from self._call_perhaps(left)
        self.passes_silently = False
        self.hands[seat] = left
        self.pile += cards
        self.suit = suit(cards[-1])
        play = f"{seat}: play {' '.join(cards)}"
        if not left and not self.owed[seat]:
            self.winner = seat
            yield play
        elif rank(cards[0]) == "A":
            self.draws = 0 if self.rules.renewed else self.draws
            self._owe(self.others(seat), len(cards) if self.rules.per_ace else 1)
            yield play
        elif rank(cards[0]) == "8":
            self.suit = None
            self._hand_on()
            yield play
            yield self._name(seat)
        else:
            self._hand_on()
            yield play

    def _call_perhaps(self, left: list[str]) -> Iterator[str]:
        if self.turn in self.has_said:
            return
        is_true = has_real_chance(left)
        if self.chance.random() < (0.8 if is_true else self.lies):
            self.has_said.add(self.turn)
            if not is_true:
                self.false_calls.append(self.told + 1)
            yield f"{self.turn}: call"

    def _pass(self) -> Iterator[str]:
        yield from self._call_perhaps(self.hands[self.turn])
        passes, can_draw = f"{self.turn}: pass", bool(self.talon) or len(self.pile) > 1
        self.passes_silently = self.draws >= 3 and can_draw and self.chance.random() < 0.3
        self._hand_on()
        if not self.passes_silently:
            yield passes

    def _hand_on(self) -> None:
        """The turn goes to the next player who is there; who is skipped loses a call (V2.14)."""
        self.may_go_out.discard(self.turn)
        self.may_go_out |= self.has_said
        self.has_said = set()
        self.draws = 0
        for seat in (*self.others(self.turn), self.turn):
            if seat not in self.away:
                self.turn = seat
                return
            self.may_go_out.discard(seat)

    def plays(self) -> list[list[str]]:
        """What the player in turn may lay by the rules, one choice for each card that may come first."""
        hand = self.hands[self.turn]
        found = []
        for card in dict.fromkeys(hand):
            if rank(card) == "8":
                group = [card]
            elif self.suit in (None, suit(card)) or rank(card) == rank(self.pile[-1]):
                more = list(hand)
                more.remove(card)
                alike = [other for other in more if rank(other) == rank(card)]
                group = [card, *self.chance.sample(alike, self.chance.randint(0, len(alike)))]
            else:
                continue
            is_last = len(group) == len(hand) + self.owed[self.turn]
            if not is_last or (self.turn in self.may_go_out and rank(card) not in ("A", "8")):
                found.append(group)
        return found

    @property
    def loser(self) -> str | None:
        """Who sat just before the winner, and was there (V2.1)."""
        if self.winner is None:
            return None
        return next(seat for seat in reversed(self.others(self.winner)) if seat not in self.away)

    def fits(self, card: str) -> bool:
        """Whether that card may lie on the pile's top (V2.5, V2.6, V2.9)."""
        return rank(card) in ("8", rank(self.pile[-1])) or self.suit in (None, suit(card))

    def mistakes(self) -> dict[str, str]:
        """What somebody could do wrong at this moment, as a line, by the clause that it would break."""
        if self.is_over or self.passes_silently or self.suit is None or self.draws > 3:
            return {}
        if self.queue:
            return self._mistakes_on_an_ace()
        hand, owed = self.hands[self.turn], self.owed[self.turn]
        found = {}
        if wrong := [card for card in hand if not self.fits(card)]:
            found["V3.2"] = f"{self.turn}: play {self.chance.choice(wrong)}"
        if early := [seat for seat in self.others(self.turn)[self.draws // 3 :] if self.hands[seat]]:
            seat = self.chance.choice(early)
            found["V3.4"] = f"{seat}: play {self.chance.choice(self.hands[seat])}"
        if owed:
            return found
        found["V3.6"] = f"{self.turn}: draw {4 - self.draws}"
        if len({rank(card) for card in hand}) == 1 and self.fits(hand[0]):
            if rank(hand[0]) == "A" or (len(hand) == 1 and hand[0][0] == "8"):
                found["V3.7"] = f"{self.turn}: play {' '.join(hand)}"
            elif rank(hand[0]) != "8" and self.turn not in self.may_go_out:
                found["V2.13"] = f"{self.turn}: play {' '.join(hand)}"
        return found

    def _mistakes_on_an_ace(self) -> dict[str, str]:
        """Somebody takes a card before the absent player whose turn to take one it is."""
        first = self.queue[0]
        if first not in self.away or not self.order:
            return {}
        later = self.order[self.order.index(first) + 1 :]
        present = [seat for seat in later if seat in self.queue and seat not in self.away]
        return {"V3.4 absent": f"{present[0]}: draw 1"} if present else {}


@dataclass(frozen=True)
class Slip:
    """An honest game up to the moment in which somebody errs."""

    header: str
    lines: tuple[str, ...]
    mistake: str

    @property
    def who(self) -> str:
        return self.mistake.partition(":")[0]


def evening(seed: int) -> HonestGame:
    """A game of two to six players under some house rules, the same for the same seed."""
    chance = random.Random(seed)
    rules = Rules(*(chance.random() < 0.5 for _ in range(4)))
    return HonestGame(seed, 2 + seed % 5, rules)


def slip(clause: str, seed: int, after: int) -> Slip:
    """The first chance to break *clause* in game *seed* after so many lines, or in the games that follow it."""
    while True:
        game, lines = evening(seed), []
        for line in game.lines():
            lines.append(line)
            if len(lines) > after and (mistake := game.mistakes().get(clause)):
                return Slip(game.header, tuple(lines), mistake)
        seed += 1

"""A real game of Stress: dealt from real decks, played and slapped by people who know the rules and do not err.

Written apart from the engine on purpose. It says a second time what the rules mean, from the players' side of the
table, where the order of the draw piles is known; both tellings must agree.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "CDHS"
NAMES = ["Lisa", "Bo", "Cia", "Dag"]
FRAME_US = 33_333
LONGEST = 1_500
"""Lines after which the players go home."""


def rank(card: str) -> str:
    return card[:-1]


@dataclass(frozen=True)
class Rules:
    """The house rules of one evening."""

    ace: str = "both"
    slower_takes: str = "both"
    tie_ms: int = 1
    stuck: str = "take_right"

    @property
    def header(self) -> str:
        return (
            f"option ace={self.ace}\noption slower_takes={self.slower_takes}\n"
            f"option tie_ms={self.tie_ms}\noption stuck={self.stuck}\n"
        )


@dataclass
class Player:
    """One player with the own cards; the draw pile's next card is the last."""

    stock: list[str]
    row: list[list[str]] = field(default_factory=lambda: [[], [], [], []])

    @property
    def is_out(self) -> bool:
        return not self.stock and not any(self.row)


@dataclass(frozen=True)
class Mistake:
    """Who errs, and what the table is told of it: the first line is the act."""

    who: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """How a stress ended by the players' own account: who takes what."""

    takes: dict[str, str]
    margin_us: float | None


class HonestGame:
    """One game, told line by line by `lines`; between two lines its fields are the truth at the table."""

    def __init__(self, seed: int, players: int, rules: Rules | None = None) -> None:
        self.chance = random.Random(seed)
        self.rules = rules or Rules()
        self.names = NAMES[:players]
        deck = [r + s for r in RANKS for s in SUITS] * (1 if players == 2 else 2)
        self.chance.shuffle(deck)
        self.cards = len(deck)
        each, over = divmod(len(deck), players)
        self.players = {}
        for number, name in enumerate(self.names):
            count = each + (number < over)
            self.players[name] = Player(deck[:count])
            deck = deck[count:]
        self.piles: dict[str, list[str]] = {name: [] for name in self.names}
        self.now = 0
        """Microseconds."""
        self.verdicts: list[Verdict] = []
        self.winner: str | None = None
        self.is_drawn = False
        self.is_quiet = False
        """Nothing is being settled, turned or slapped: somebody could err now."""

    @property
    def header(self) -> str:
        return f"game stress\n{self.rules.header}seats {' '.join(self.names)}\n"

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.is_drawn

    def fits(self, card: str, top: str) -> bool:
        gap = abs(RANKS.index(rank(card)) - RANKS.index(rank(top)))
        return gap == 1 or (gap == 12 and self.rules.ace == "both")

    @property
    def tops(self) -> list[str]:
        return [pile[-1] for pile in self.piles.values() if pile]

    @property
    def is_stress(self) -> bool:
        ranks = [rank(top) for top in self.tops]
        return len(set(ranks)) < len(ranks)

    def lines(self) -> Iterator[str]:
        """The game's record, line by line, to its end or until it has lasted too long."""
        for told, line in enumerate(self._lines()):
            yield line
            if self.is_over or told > LONGEST:
                break
        if self.winner is not None:
            yield self._watch()

    def _lines(self) -> Iterator[str]:
        yield from self._lay_out()
        yield from self._turn()
        while not self.is_over:
            yield from self._stress() if self.is_stress else self._play()

    # Telling

    def _later(self, least: int = 150_000, most: int = 900_000) -> None:
        self.now += self.chance.randint(least, most)

    def _seen(self, at: int) -> str:
        """A moment in which the camera saw something come to lie at that time."""
        first = at - self.chance.randint(0, FRAME_US - 1)
        return f"[{seconds(max(0, first))}~{seconds(max(0, first) + FRAME_US)}]"

    def _watch(self) -> str:
        self.now += self.chance.randint(FRAME_US, 2 * FRAME_US)
        return f"[{seconds(self.now)}] table: watched"

    # Laying out and turning

    def _lay_out(self) -> Iterator[str]:
        for name, player in self.players.items():
            for place in range(4):
                player.row[place] = [player.stock.pop()]
            yield f"{name}: open {' '.join(pile[0] for pile in player.row)}"
        for name in self.names:
            while (again := self._equal(name)) and self.chance.random() < 0.7:
                yield self._merge(name, again)
                yield self._fill(name)

    def _turn(self) -> Iterator[str]:
        """Everybody turns a card; those without one have been given one before."""
        self.is_quiet = False
        for name in self.names:
            self._later(0, 20_000)
            card = self.players[name].stock.pop()
            self.piles[name].append(card)
            yield f"{self._seen(self.now)} {name}: flip {card}"
        self._later(100_000, 200_000)
        yield from self._won_by(next((name for name in self.names if self.players[name].is_out), None))

    def _won_by(self, name: str | None) -> Iterator[str]:
        """A player out of cards wins, unless a stress is to be settled first."""
        if name is not None and not self.is_stress:
            self.winner = name
        return iter(())

    # Playing

    def _equal(self, name: str) -> str | None:
        """A rank of which the row has two piles."""
        ranks = [rank(pile[0]) for pile in self.players[name].row if pile]
        twice = sorted({each for each in ranks if ranks.count(each) > 1})
        return self.chance.choice(twice) if twice else None

    def _merge(self, name: str, again: str) -> str:
        row = self.players[name].row
        places = [place for place, pile in enumerate(row) if pile and rank(pile[0]) == again]
        row[places[0]] = [card for place in places for card in row[place]]
        for place in places[1:]:
            row[place] = []
        return f"{name}: merge {again}"

    def _fill(self, name: str) -> str:
        player = self.players[name]
        card = player.stock.pop()
        player.row[player.row.index([])] = [card]
        self._later(50_000, 200_000)
        return f"{self._seen(self.now)} {name}: fill {card}"

    def _can_fill(self, name: str) -> bool:
        return bool(self.players[name].stock) and [] in self.players[name].row

    def plays(self) -> list[tuple[str, int, str]]:
        """Who may lay which place of the row on whose pile."""
        return [
            (name, place, on)
            for name, player in self.players.items()
            for place, pile in enumerate(player.row)
            for on, under in self.piles.items()
            if pile and under and self.fits(pile[-1], under[-1]) and self._is_plain(player, pile[-1])
        ]

    @staticmethod
    def _is_plain(player: Player, card: str) -> bool:
        """Whether a record that names the card says which pile of the row is meant: with two decks it may not."""
        return sum(card in pile for pile in player.row) == 1

    def _play(self) -> Iterator[str]:
        self._later()
        self.is_quiet = True
        plays = self.plays()
        fills = [name for name in self.names if self._can_fill(name)]
        equals = [(name, again) for name in self.names if (again := self._equal(name))]
        if fills and (not plays or self.chance.random() < 0.6):
            yield self._fill(self.chance.choice(fills))
        elif equals and (self.chance.random() < 0.4 or not plays):
            name, again = self.chance.choice(equals)
            if not plays and not self.players[name].stock:
                name, again = next((pair for pair in equals if self.players[pair[0]].stock), ("", ""))
            if name:
                yield self._merge(name, again)
            else:
                yield from self._stuck()
        elif plays:
            yield from self._lay(*self.chance.choice(plays))
        else:
            yield from self._stuck()
        if self.chance.random() < 0.3 and not self.is_over and not self.is_stress:
            yield self._watch()

    def _lay(self, name: str, place: int, on: str) -> Iterator[str]:
        player = self.players[name]
        cards = player.row[place]
        player.row[place] = []
        self.piles[on] += cards
        line = f"{self._seen(self.now)} {name}: lay {cards[-1]} on {on}"
        if self.is_stress:
            self.is_quiet = False
            self._unseen = line  # a slap may be known before the card is
            return
        yield from self._won_by(name if player.is_out else None)
        yield line

    # Stress

    _unseen: str | None = None

    def _stress(self) -> Iterator[str]:
        self.is_quiet = False
        card, self._unseen = self._unseen, None
        if card is not None and self.chance.random() < 0.7:
            yield card
            card = None
        edges = self._edges()
        told = [(at, f"[{edge(at, wide)}] {name}: slap") for name, (at, wide) in edges.items()]
        told += [
            (at + bounce, f"[{seconds(at + bounce)}] {name}: slap")
            for name, (at, wide) in edges.items()
            for bounce in self.chance.choice([(), (), (1_500, 4_000), (90_000,)])
        ]
        for number, (_, line) in enumerate(sorted(told)):
            yield line
            if card is not None and number == 0:
                yield card
                card = None
        first = min(at for at, _ in edges.values())
        last = max(at + wide for at, wide in edges.values())
        self.now = max(last, max(at for at, _ in told)) + 100_000
        verdict = self._judge(edges)
        self.verdicts.append(verdict)
        if len(edges) < len(self.names):
            if self.chance.random() < 0.5:
                yield self._watch()
            self.now = max(self.now, first + 2_100_000)
        yield self._watch()
        yield from self._settle(verdict)

    def _edges(self) -> dict[str, tuple[int, int]]:
        """Who slaps when, and within what: mostly exact times."""
        self._later(250_000, 700_000)
        edges, at = {}, self.now
        for name in self.chance.sample(self.names, len(self.names)):
            edges[name] = (at, self.chance.choice([0, 0, 0, 100, 400]))
            at += self.chance.choice([0, 300, 800, 1_200, 5_000, 40_000, 250_000])
        if self.chance.random() < 0.15:
            edges.pop(self.chance.choice(list(edges)))
        return edges

    def _judge(self, edges: dict[str, tuple[int, int]]) -> Verdict:
        """What the players themselves would say, with clocks as good as the table's."""
        order = sorted(edges, key=lambda name: (2 * edges[name][0] + edges[name][1], self.names.index(name)))
        missing = [name for name in self.names if name not in edges]
        margin = self._between(edges, order[0], order[1]) if len(order) > 1 else None
        slow = missing or [name for name in order if self._is_equal(edges, name, order[-1])]
        if len(slow) > 1:
            return Verdict(dict.fromkeys(slow, "own"), margin)
        is_right = self.rules.slower_takes == "own_right" and len(self.names) == 2
        return Verdict({slow[0]: "own" if is_right else "both"}, margin)

    @staticmethod
    def _between(edges: dict[str, tuple[int, int]], one: str, other: str) -> float:
        (a, wide_a), (b, wide_b) = edges[one], edges[other]
        return abs((b + wide_b / 2) - (a + wide_a / 2))

    def _is_equal(self, edges: dict[str, tuple[int, int]], one: str, other: str) -> bool:
        error = (edges[one][1] + edges[other][1]) / 2
        return one == other or self._between(edges, one, other) <= max(1_000 * self.rules.tie_ms, error)

    def _settle(self, verdict: Verdict) -> Iterator[str]:
        for name, what in verdict.takes.items():
            self._later()
            for pile in self.names if what == "both" else [name]:
                self.players[name].stock += self.piles[pile]
                self.piles[pile] = []
            self.chance.shuffle(self.players[name].stock)
            self._look_for_a_winner(is_last=name == list(verdict.takes)[-1])
            yield f"[{seconds(self.now)}] {name}: takes {what}"
            if self.is_over:
                return
        yield from self._new_cards()

    def _look_for_a_winner(self, *, is_last: bool) -> None:
        if is_last:
            self.winner = next((name for name in self.names if self.players[name].is_out), None)

    def _new_cards(self) -> Iterator[str]:
        for name, player in self.players.items():
            if not player.stock:
                self._later()
                giver = max(
                    (other for other in self.names if other != name), key=lambda other: len(self.players[other].stock)
                )
                player.stock.append(self.players[giver].stock.pop())
                yield f"{name}: takes card"
        yield from self._turn()

    def _stuck(self) -> Iterator[str]:
        """Nobody can lay, and nobody can change the own row."""
        self.is_quiet = False
        if sum(len(player.stock) for player in self.players.values()) >= len(self.names):
            yield from self._new_cards()
            return
        for name, player in self.players.items():
            player.stock += self.piles[name]
            self.piles[name] = []
            self.chance.shuffle(player.stock)
            yield f"{name}: takes own"
        yield from self._new_cards()

    # Errors

    def mistakes(self) -> dict[str, Mistake]:
        """What somebody could do wrong at this moment, by the clause that it would break."""
        if not self.is_quiet or self.is_over or self.is_stress:
            return {}
        name, on = self.chance.choice(self.names), self.chance.choice(self.names)
        player, top = self.players[name], self.piles[on][-1]
        self._later(400_000, 500_000)
        at = seconds(self.now)
        mine = {card for pile in player.row for card in pile}
        others = [pile[-1] for other in self.players.values() if other is not player for pile in other.row if pile]
        found = {"S3.4": Mistake(name, (f"[{at}] {name}: slap", self._watch()))}
        if wrong := [pile[-1] for pile in player.row if pile and not self.fits(pile[-1], top)]:
            found["S2.2"] = Mistake(name, (f"[{at}] {name}: lay {self.chance.choice(wrong)} on {on}",))
        if player.stock and all(player.row):
            found["S2.4"] = Mistake(name, (f"[{at}] {name}: fill {player.stock[-1]}", self._watch()))
        if theirs := [card for card in others if card not in mine]:
            found["S2.6"] = Mistake(name, (f"[{at}] {name}: lay {self.chance.choice(theirs)} on {on}",))
        if player.stock and player.stock[-1] not in mine | set(others):
            found["S2.6 stock"] = Mistake(name, (f"[{at}] {name}: lay {player.stock[-1]} on {on}",))
        return found


def seconds(micros: int) -> str:
    whole, part = divmod(micros, 1_000_000)
    return f"{whole}.{part:06d}"


def edge(at: int, wide: int) -> str:
    return seconds(at) if not wide else f"{seconds(at)}~{seconds(at + wide)}"


def evening(seed: int) -> HonestGame:
    """A game under some house rules, mostly of two players; the same for the same seed."""
    chance = random.Random(seed)
    rules = Rules(
        ace=chance.choice(["both", "both", "low"]),
        slower_takes=chance.choice(["both", "both", "own_right"]),
        tie_ms=chance.choice([0, 1, 1, 5]),
    )
    return HonestGame(seed, (2, 2, 3, 2, 4)[seed % 5], rules)


@dataclass(frozen=True)
class Slip:
    """An honest game up to the moment in which somebody errs."""

    header: str
    lines: tuple[str, ...]
    mistake: Mistake


def slip(clause: str, seed: int, after: int) -> Slip:
    """The first chance to break *clause* in game *seed* after so many lines, or in the games that follow it."""
    while True:
        game, lines = evening(seed), []
        for line in game.lines():
            lines.append(line)
            if len(lines) > after and (mistake := game.mistakes().get(clause)):
                return Slip(game.header, tuple(lines), mistake)
        seed += 1

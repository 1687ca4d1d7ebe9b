"""Records that are well-formed and make no sense."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.table.games.schtefan.honest import HOUSES, NAMES, RANKS

CARDS = [rank + suit for rank in RANKS for suit in "CDHS"] + ["X"]
FEW = ["5H", "3C", "X", "5C", "6H", "AC", "2D"]
VERBS = {
    "play": 30, "as": 2, "pass": 12, "takeback": 6, "show": 3, "accuse": 2, "dismiss": 1, "singles": 2, "asks": 4,
    "gives": 3, "dealt": 2, "correct": 2, "overrule": 3,
}  # fmt: skip
"""How often each is said."""


def absurd_header(chance: random.Random) -> str:
    """Any table: seats may be free, a placing and a dealer may be missing, decks may be too many or too few."""
    seats = NAMES[: chance.randint(3, 9)]
    free = chance.sample(seats, chance.choice([0, 0, 0, 1, 2, len(seats) - 1]))
    players = [seat for seat in seats if seat not in free]
    options = dict(chance.choice(HOUSES))
    options["wild_alone"] = chance.choice(["never", "lead_lowest", "any"])
    options["wrong_play"] = chance.choice(["take_back", "burn"])
    head = ["game schtefan", *(f"option {name}={value}" for name, value in options.items()), f"seats {' '.join(seats)}"]
    head += [f"free {' '.join(free)}"] if free else []
    head += [f"placed {' '.join(chance.sample(seats, len(seats)))}"] if chance.random() < 0.6 else []
    head += [f"dealer {chance.choice(players)}"] if chance.random() < 0.7 else []
    head += [f"decks {chance.randint(1, 4)}"] if chance.random() < 0.2 else []
    return "\n".join(head) + "\n"


def absurd_line(chance: random.Random, seats: Sequence[str], turn: str | None, number: int) -> str:
    """Any line; about half are said of the player in turn."""
    who = turn if turn is not None and chance.random() < 0.5 else chance.choice([*seats, "?", "?"])
    other, some = chance.choice(seats), chance.choices(chance.choice([CARDS, FEW]), k=chance.choice([1, 1, 2, 3]))
    verb = chance.choices(list(VERBS), list(VERBS.values()))[0]
    laid = " ".join(some)
    return {
        "play": f"{who}: play {laid}",
        "as": f"{who}: play {laid} as {' '.join(chance.choices(CARDS, k=len(some)))}",
        "pass": f"{who}: pass",
        "takeback": f"{who}: takeback {laid}",
        "show": f"{who}: show {laid}",
        "accuse": f"{chance.choice(seats)}: accuse {other} {chance.choice(['H1.4', 'H5.5', 'H3.2', 'H9.9'])}",
        "dismiss": f"table: dismiss {chance.choice(['H1.4', 'H5.5', 'H3.2'])} {other}",
        "singles": f"{who}: singles {chance.randint(1, 12)}",
        "asks": f"{who}: asks {chance.choice(['3', '9', 'K'])} of {other} gets {chance.randint(0, 3)}",
        "gives": f"{who}: gives {chance.randint(1, 3)} to {other}",
        "dealt": f"{who}: dealt {chance.randint(1, 4)}",
        "correct": f"table: correct {chance.randint(1, number)} {laid}",
        "overrule": f"table: overrule {chance.randint(max(1, number - 5), number)}",
    }[verb]

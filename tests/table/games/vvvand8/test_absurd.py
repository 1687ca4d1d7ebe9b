"""A long, absurd evening of VVVänd8: whatever is told, the referee rules, asks or says why it does not."""

from __future__ import annotations

import dataclasses
import random

import pytest

from table.games.vvvand8.state import State
from table.texts import LANGUAGES, sentence
from tests.records import vvvand8

SEATS = ["Anna", "Bo", "Cia", "Dag", "Eva"]
CARDS = [rank + suit for rank in ("7", "8", "9", "A", "K", "2") for suit in "CDHS"] + ["X"]
OPTIONS = ["coffee_break=true", "viggo=true", "ace_draw=per_play", "draws_after_ace=shared", "uncalled_out=take_back"]


def absurd(chance: random.Random, line: int) -> str:
    """Anything that is well-formed, with what matters more often."""
    who = chance.choice([*SEATS, *SEATS, "?"])
    some = " ".join(chance.choices(CARDS, k=chance.choice([1, 1, 1, 2, 3])))
    count = chance.choice([1, 1, 1, 2, 3, 4, 30])
    earlier = max(1, line - chance.randint(0, 12))
    plain = ["pass", "call", "uncall", "away", "back", "join", "guest", "viggo", "veto yes", "veto no"]
    of_a_seat = [f"play {some}", f"draw {count}", f"takeback {some}", f"show {some}", f"suit {chance.choice('CDHS')}"]
    rare = [f"dealt {count}", f"drawn {some.split()[0]}", f"accuse {chance.choice(SEATS)} {chance.choice(CLAUSES)}"]
    of_the_table = [
        f"start {some.split()[0]}",
        "turned",
        f"correct {earlier} {some}",
        f"overrule {earlier}",
        f"dismiss V3.8 {chance.choice(SEATS)}",
    ]
    if chance.random() < 0.15:
        return f"table: {chance.choice(of_the_table)}"
    return f"{who}: {chance.choice([*of_a_seat * 4, *plain, *rare])}"


CLAUSES = ["V3.3", "V3.5", "V3.8", "V3.2", "V2.7", "V9.9"]


@pytest.mark.parametrize("seed", range(6))
def test_a_long_absurd_evening_upsets_nobody(seed: int) -> None:
    chance = random.Random(seed)
    option = f"option {OPTIONS[seed]}\n" if seed < len(OPTIONS) else ""
    told = vvvand8(seats=" ".join(SEATS), header=option + ("free Eva" if seed % 2 else ""))
    fields = {field.name for field in dataclasses.fields(State)}
    for line in range(2, 700):
        heard = told.tell(absurd(chance, line))
        state = told.state
        assert vars(state).keys() == fields, "a changed state has the fields of a state and no others"
        assert all(count is None or count >= 0 for count in told.standing.hands.values())
        assert all(place.owes >= 0 and place.owes_for_ace >= 0 and place.locked >= 0 for place in state.places)
        assert state.top is None or state.copies_in_pile(state.top) == state.pile.count(state.top)
        assert [seat.owes for seat in told.view.seats] == [place.owes_in_all for place in state.places]
        for ruling in (*heard.new, *heard.withdrawn):
            assert all("{" not in sentence("vvvand8", ruling, language) for language in LANGUAGES)
        if state.is_over:
            told = vvvand8(seats=" ".join(SEATS), header=option)

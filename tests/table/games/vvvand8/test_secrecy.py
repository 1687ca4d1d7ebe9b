"""Two games that differ only in what players may not know show the same on every screen, byte for byte."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from table.cards import DECK
from table.desk import Desk, open_game
from table.games import find_game
from table.ledger import Ledger
from table.notation import read_record
from table.screens import table_view
from table.witness import Seating
from tests.records import Told
from tests.table.games.vvvand8.honest import slip

OTHER_SUIT = dict(zip("CDHS", "DCSH", strict=True))


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "log.sqlite") as opened:
        yield opened


def screens(ledger: Ledger, header: str, lines: Sequence[str], since: int) -> list[str]:
    """What the screen shows after each of the lines from the *since*-th on, as it is sent."""
    opened = read_record(header, "header").header
    desk = Desk(find_game("vvvand8"), ledger, open_game(ledger, opened, ("", "")), Seating(seats=opened.seats), 0)
    shown = []
    for number, line in enumerate(lines):
        desk.tell(line, 0)
        if number >= since:
            shown.append(json.dumps(dataclasses.asdict(table_view(desk, ()))))
    return shown


def in_other_suits(line: str) -> str:
    """The same line with every suit another one: whatever followed suit or rank follows it still."""
    head, *words = line.split()
    verb, *rest = words
    if verb == "suit":
        return f"{head} suit {OTHER_SUIT[rest[0]]}"
    if verb in ("play", "start", "takeback", "show", "drawn"):
        return " ".join([head, verb, *(name[:-1] + OTHER_SUIT[name[-1]] for name in rest)])
    return line


def cards_in(lines: Sequence[str]) -> set[str]:
    names = {str(card) for card in DECK}
    return {word for line in lines for word in line.split() if word in names}


def ending(header: str, lines: Sequence[str]) -> list[str]:
    """What is laid in either game alike: an eight, then cards of the suit named. None of them has been seen before."""
    state = Told(header, lines).state
    seen = cards_in([*lines, *map(in_other_suits, lines)])
    eight = next(name for name in ("8C", "8D", "8H", "8S") if name not in seen)
    new = [name for rank in "KQJ965432" for suit in "CDHS" if (name := rank + suit) not in seen]
    suit = max("CDHS", key=lambda suit: sum(name.endswith(suit) for name in new))
    first, second = [name for name in new if name.endswith(suit)][:2]
    then = state.next_after(state.turn)
    return [
        f"{state.turn}: play {eight}",
        f"{state.turn}: suit {suit}",
        f"{then}: play {first}",
        f"{state.next_after(then)}: play {second}",
        f"{state.next_after(then)}: call",
    ]


@pytest.mark.parametrize("clause", ["V3.2", "V3.4", "V3.6"])
@pytest.mark.parametrize("seed", range(6))
def test_games_that_differ_in_what_lies_deeper_show_the_same(ledger: Ledger, clause: str, seed: int) -> None:
    """The same game in other suits, foul and all, up to an eight: from the second card after it nothing differs."""
    slipped = slip(clause, seed, after=3)
    lines = [*slipped.lines, slipped.mistake]
    if slipped.mistake.split()[1] == "play":
        lines.append(slipped.mistake.replace(" play ", " takeback "))
    end = ending(slipped.header, lines)
    since = len(lines) + 2
    one = screens(ledger, slipped.header, [*lines, *end], since)
    other = screens(ledger, slipped.header, [*map(in_other_suits, lines), *end], since)
    assert one == other


def test_before_that_they_do_differ(ledger: Ledger) -> None:
    """Otherwise the tests here would show nothing."""
    slipped = slip("V3.2", 1, after=8)
    one = screens(ledger, slipped.header, slipped.lines, 0)
    other = screens(ledger, slipped.header, [*map(in_other_suits, slipped.lines)], 0)
    assert all(mine != theirs for mine, theirs in zip(one, other, strict=True))


@pytest.mark.parametrize("hands", [("4S 4H", "KS AC"), ("8S 4H", "4S 10H")])
def test_what_a_shown_hand_held_is_on_no_screen(ledger: Ledger, hands: tuple[str, str]) -> None:
    header = "game vvvand8\nseats Anna Bo Cia\ndealer Anna\n"
    before = ["Bo: dealt 3", "table: start 7H", "Bo: call", "Bo: play 9H", "Cia: accuse Bo V3.3"]
    one, other = (screens(ledger, header, [*before, f"Bo: show {hand}", "Cia: play 2H"], 5) for hand in hands)
    assert one == other


def test_what_was_drawn_for_the_deal_is_forgotten(ledger: Ledger) -> None:
    header = "game vvvand8\nseats Anna Bo Cia\n"
    after = ["table: start 7H", "Bo: play 9H", "Cia: play 9S", "Anna: play 2S"]
    one = screens(ledger, header, ["Anna: drawn 2C", "Bo: drawn 5D", "Cia: drawn KD", *after], 5)
    other = screens(ledger, header, ["Anna: drawn 3C", "Bo: drawn 8D", "Cia: drawn QH", *after], 5)
    assert one == other


def test_hindsight_says_nothing_of_the_cards_that_proved_it(ledger: Ledger) -> None:
    header = "game vvvand8\nseats Anna Bo Cia\ndealer Anna\n"
    lines = ["Bo: dealt 4", "table: start 7H", "Bo: call", "Bo: play 9H", "Cia: play 2H", "Anna: play QH"]
    proofs = (["Bo: play 3H", "Cia: play 5H", "Anna: play 6H"], ["Bo: play 4H", "Cia: play 10H", "Anna: play JH"])
    end = ["Bo: play KH", "Cia: play KS", "Anna: play AS"]
    one, other = (screens(ledger, header, [*lines, *proof, *end], 10) for proof in proofs)
    assert one == other
    assert "without a real chance" in one[0]

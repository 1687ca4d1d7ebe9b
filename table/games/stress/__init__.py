"""Stress: two players, two play piles, and a slap when their tops are alike.

The rule text's chapters are `laying_out` (1), `laying` (2), `slaps` (3) and `ending` (4, 5); `pairs` says when tops are
equal, `waiting` what becomes of each press of a button. `hearing` says which event runs through which clauses, `mat`
what a card in a zone means, `information` what a screen may show.
"""

from __future__ import annotations

from dataclasses import dataclass

from table.events import Event
from table.game import Doubt, Header, Standing, Verdict, View
from table.games.stress import hearing, information, laying_out, mat
from table.games.stress.ending import ENDING, MORE_PLAYERS
from table.games.stress.house import House
from table.games.stress.laying import LAYING
from table.games.stress.laying_out import LAYING_OUT
from table.games.stress.slaps import SLAPS
from table.games.stress.state import State
from table.reports import Report
from table.rulebook import Rulebook
from table.rulings import ClauseId

RULEBOOK = LAYING_OUT + LAYING + SLAPS + ENDING + MORE_PLAYERS


@dataclass(frozen=True, slots=True)
class Stress:
    """The game's face to the referee; see `table.game.Game`."""

    name: str = "stress"
    tells_every_card: bool = True

    @property
    def rulebook(self) -> Rulebook:
        return RULEBOOK

    @property
    def house(self) -> type[House]:
        return House

    def open(self, header: Header) -> State:
        return laying_out.open_game(header)

    def hear(self, state: State, event: Event, set_aside: frozenset[ClauseId]) -> Verdict[State]:
        return hearing.hear(state, event, set_aside)

    def testify(self, state: State, report: Report) -> tuple[Event, ...] | Doubt:
        return mat.testify(state, report)

    def view(self, state: State) -> View:
        return information.view(state)

    def standing(self, state: State) -> Standing:
        return information.standing(state)

    def next_header(self, state: State, header: Header) -> Header:
        return laying_out.next_header(state, header)


STRESS = Stress()

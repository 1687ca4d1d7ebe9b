"""Vem blir Schtefan: getting rid of all cards, and climbing in rank for the next round.

The rule text's chapters are `deal` (1 and 2), `play` (3), `roles` (4) and `exchange` (5); `hearing` says which event
runs through which clauses, `mat` what a card in a zone means, `information` what a screen may show.
"""

from __future__ import annotations

from dataclasses import dataclass

from table.events import Event
from table.game import Doubt, Header, Standing, Verdict, View
from table.games.schtefan import deal, hearing, information, mat
from table.games.schtefan.deal import DEAL
from table.games.schtefan.exchange import EXCHANGE
from table.games.schtefan.house import House
from table.games.schtefan.play import PLAY
from table.games.schtefan.roles import ROLES
from table.games.schtefan.state import State
from table.reports import Report
from table.rulebook import Rulebook
from table.rulings import ClauseId

RULEBOOK = DEAL + PLAY + ROLES + EXCHANGE


@dataclass(frozen=True, slots=True)
class Schtefan:
    """The game's face to the referee; see `table.game.Game`."""

    name: str = "schtefan"
    tells_every_card: bool = False

    @property
    def rulebook(self) -> Rulebook:
        return RULEBOOK

    @property
    def house(self) -> type[House]:
        return House

    def open(self, header: Header) -> State:
        return deal.open_game(header)

    def hear(self, state: State, event: Event, set_aside: frozenset[ClauseId]) -> Verdict[State]:
        return hearing.hear(state, event, set_aside)

    def testify(self, state: State, report: Report) -> tuple[Event, ...] | Doubt:
        return mat.testify(state, report)

    def view(self, state: State) -> View:
        return information.view(state)

    def standing(self, state: State) -> Standing:
        return information.standing(state)

    def next_header(self, state: State, header: Header) -> Header:
        return deal.next_header(state, header)


SCHTEFAN = Schtefan()

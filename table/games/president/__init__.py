"""President, with stegar (runs) and the other options.

The rule text's chapters are `groups` (1), `options` (2, with the exchange in `exchange`) and `runs` (3). `hearing` says
which event runs through which clauses and `laying` which of them stand against a play; `shapes` reads what cards are,
`mat` what a card in a zone means, `information` what a screen may show. Turn order, finishing and the pairs of an
exchange are shared with other climbing games (`table.games.climbing`).
"""

from __future__ import annotations

from dataclasses import dataclass

from table.events import Event
from table.game import Doubt, Header, Standing, Verdict, View
from table.games.president import hearing, information, mat
from table.games.president.groups import GROUPS
from table.games.president.house import House
from table.games.president.options import OPTIONS
from table.games.president.runs import RUNS
from table.games.president.state import State
from table.reports import Report
from table.rulebook import Rulebook
from table.rulings import ClauseId

RULEBOOK = GROUPS + OPTIONS + RUNS


@dataclass(frozen=True, slots=True)
class President:
    """The game's face to the referee; see `table.game.Game`."""

    name: str = "president"
    tells_every_card: bool = False

    @property
    def rulebook(self) -> Rulebook:
        return RULEBOOK

    @property
    def house(self) -> type[House]:
        return House

    def open(self, header: Header) -> State:
        return hearing.open_game(header)

    def hear(self, state: State, event: Event, set_aside: frozenset[ClauseId]) -> Verdict[State]:
        return hearing.hear(state, event, set_aside, RULEBOOK)

    def testify(self, state: State, report: Report) -> tuple[Event, ...] | Doubt:
        return mat.testify(state, report)

    def view(self, state: State) -> View:
        return information.view(state)

    def standing(self, state: State) -> Standing:
        return information.standing(state)

    def next_header(self, state: State, header: Header) -> Header:
        return hearing.next_header(state, header)


PRESIDENT = President()

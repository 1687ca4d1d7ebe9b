"""VVVänd8: Swedish crazy eights with offences and penalties.

The rule text's chapters are `deal` (1), `play`, `calls` and `talon` (2), `offences` (3), with `hindsight` on false
calls and `objections` for what people say; `hearing` says which event runs through which clauses, `mat` what a card in
a zone means, `information` what a screen may show.
"""

from __future__ import annotations

from dataclasses import dataclass

from table.events import Event
from table.game import Doubt, Header, Standing, Verdict, View
from table.games.vvvand8 import deal, hearing, information, mat
from table.games.vvvand8.calls import CALLS
from table.games.vvvand8.deal import DEAL
from table.games.vvvand8.house import House
from table.games.vvvand8.offences import OFFENCES
from table.games.vvvand8.play import PLAY
from table.games.vvvand8.state import State
from table.games.vvvand8.talon import TALON
from table.reports import Report
from table.rulebook import Rulebook
from table.rulings import ClauseId

RULEBOOK = DEAL + PLAY + CALLS + TALON + OFFENCES


@dataclass(frozen=True, slots=True)
class Vvvand8:
    """The game's face to the referee; see `table.game.Game`."""

    name: str = "vvvand8"
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


VVVAND8 = Vvvand8()

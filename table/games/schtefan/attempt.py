"""Cards laid at once, before it is known whether they count."""

from __future__ import annotations

from dataclasses import dataclass

from table.cards import Card, Rank
from table.changes import made
from table.events import Play
from table.games.climbing import Group, as_group
from table.games.schtefan.house import WildAlone
from table.games.schtefan.state import BELOW_ALL, Setting, State
from table.seats import Seat


@dataclass(frozen=True)
class Attempt:
    """Somebody lays cards. Without slots, for `changes.made`."""

    line: int
    seat: Seat
    cards: tuple[Card, ...]
    stands_for: tuple[Card, ...]
    """What was said of each card; empty where nobody said."""
    group: Group | None
    """None where two natural ranks are among them."""
    rank: Rank | None
    """What they count as; None for free cards alone that have no rank."""

    @property
    def is_free_alone(self) -> bool:
        return self.group is not None and not self.group.natural


def attempt_of(state: State, play: Play, seat: Seat) -> Attempt:
    """What these cards are when this seat lays them now."""
    setting = state.setting
    group = as_group(play.cards, setting.free_ranks)
    said = play.stands_for if len(play.stands_for) == len(play.cards) else ()
    rank = _highest(setting, play.cards) if group is None else group.rank
    if rank is None and setting.house.wild_alone is WildAlone.ANY:
        rank = said[0].rank if said else _lowest_that_beats(state)
    return made(Attempt, line=play.line, seat=seat, cards=play.cards, stands_for=said, group=group, rank=rank)


def height_of(setting: Setting, rank: Rank | None) -> int:
    """How high cards of that rank lie; free cards alone lie below all."""
    return BELOW_ALL if rank is None else setting.heights.get(rank, BELOW_ALL)


def _highest(setting: Setting, cards: tuple[Card, ...]) -> Rank:
    """Of cards that should be of one rank and are not."""
    return max((card.rank for card in cards), key=lambda rank: height_of(setting, rank))


def _lowest_that_beats(state: State) -> Rank:
    """The rank of free cards that may stand for any and of which nobody said what they are (H3.12)."""
    under = BELOW_ALL if state.lying is None else state.lying.height
    ranks = list(state.setting.heights)
    return ranks[min(under + 1, len(ranks) - 1)]

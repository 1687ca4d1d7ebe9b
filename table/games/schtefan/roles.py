"""Vem blir Schtefan, chapter 4: roles, in the order of the rule text."""

from __future__ import annotations

import enum
from collections.abc import Iterable

from table.game import Option
from table.games.climbing import titles
from table.games.schtefan.house import STANDARD_ROLES, House
from table.games.schtefan.state import State
from table.houses import OptionError
from table.refusals import refusal
from table.rulebook import Evidence, Rulebook
from table.seats import Seat

ROLES = Rulebook()

FROM_THE_TOP = ("Vladde", "Donald", "Schtefan", "Gudrun")
NEUTRAL = "Svensk"
FROM_THE_BOTTOM = ("Chained", "Six years", "Kenta", "Jon Henrik")


class Class(enum.Enum):
    """To which half a player belongs."""

    UPPER = "upper"
    LOWER = "lower"


@ROLES.clause("H4.1", Evidence.DERIVED)
def roles_now(state: State) -> dict[Seat, str]:
    """Who has which role by the order of finishing: that of the round before until this one is over."""
    order = state.placing or state.setting.placed
    return dict(zip(order, role_names(state.house, len(order)), strict=True))


@ROLES.clause("H4.2", Evidence.DERIVED)
def role_names(house: House, players: int) -> tuple[str, ...]:
    """The roles of so many players by place: filled from both ends, the neutral one in the middle of an odd number."""
    if house.roles != STANDARD_ROLES:
        own = _own_names(house.roles)
        if len(own) == players:
            return own
    return titles(players, top=FROM_THE_TOP, middle=NEUTRAL, bottom=FROM_THE_BOTTOM)


@ROLES.clause("H4.3", Evidence.DERIVED)
def classes_now(state: State) -> dict[Seat, Class]:
    """The better half is upper class, the other lower; the middle of an odd number is neither."""
    order = state.placing or state.setting.placed
    half = len(order) // 2
    upper, lower = order[:half], order[len(order) - half :]
    return {**dict.fromkeys(upper, Class.UPPER), **dict.fromkeys(lower, Class.LOWER)}


def check_roles(house: House, options: Iterable[Option], players: int) -> None:
    """Raises OptionError if the table's own roles (H4.2) are not one for each player."""
    for option in options:
        if option.name == "roles" and house.roles != STANDARD_ROLES:
            own = _own_names(house.roles)
            if len(own) != players or len(set(own)) != players or not all(own):
                why = refusal("option_roles", players=players, standard=STANDARD_ROLES, got=option.value)
                raise OptionError(option, why)


def _own_names(roles: str) -> tuple[str, ...]:
    return tuple(name.replace("_", " ").strip() for name in roles.split(","))

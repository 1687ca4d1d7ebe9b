"""What may be wrong with what a user gives: errors whose message is all that needs to be said."""

from __future__ import annotations

from table.config import SEAT_NAME
from table.faults import fault_text
from table.forms import RecordError
from table.game import Header
from table.games import find_game, game_called
from table.notation import read_record
from table.presets import preset_options
from table.refusals import Refused, RefusedError, refusal
from vision.frames import SourceError
from vision.markers import MarkersUnavailable
from vision.mat import MatError
from vision.network import WeightsError
from vision.profile import ProfileError
from web.server import ListenError

FOR_PEOPLE = (
    ListenError,
    MarkersUnavailable,
    MatError,
    ProfileError,
    Refused,
    SourceError,
    WeightsError,
)


class ArgumentsError(RefusedError):
    """Arguments of a command that do not fit each other or the game."""


def problem_text(problem: Exception, language: str) -> str:
    """What is said of a problem, in the reader's language where it has one."""
    return problem.said(language) if isinstance(problem, Refused) else fault_text(str(problem), language)


def header_from(game: str, seats: str, dealer: str | None, options: list[str], preset: str | None = None) -> Header:
    """The header that these arguments amount to, *seats* with commas between.

    What *options* say goes before what *preset* says. Raises ArgumentsError, UnknownGameError and PresetError.
    """
    for name in seats.split(","):
        if not SEAT_NAME.fullmatch(name):
            raise ArgumentsError(refusal("names", got=seats))
    game = game_called(game)
    named = {option.partition("=")[0] for option in options}
    of_preset = preset_options(find_game(game).name, preset) if preset else ()
    options = [*(f"{option.name}={option.value}" for option in of_preset if option.name not in named), *options]
    lines = [f"game {game}", *(f"option {option}" for option in options), f"seats {' '.join(seats.split(','))}"]
    lines += [f"dealer {dealer}"] if dealer else []
    try:
        return read_record("\n".join(lines), "").header
    except RecordError as problem:
        raise ArgumentsError(problem.refusal) from None

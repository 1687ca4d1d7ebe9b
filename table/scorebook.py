"""The scores of a log, as tables to read: every game in it is judged again, and nothing is kept on disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from table.forms import RecordError
from table.games import UnknownGameError, find_game
from table.houses import OptionError
from table.ledger import Logged, read_log
from table.notation import read_record
from table.referee import Referee
from table.said import in_both, words
from table.scores import Played, Tally, season, season_end, sittings, so_far, tally
from table.seats import Seat
from table.texts import word
from web.desk import ScoreRow, ScoreTable, Text

Column = tuple[str, Callable[[Tally], Text]]


class Scorebook:
    """The games of one log that have ended. For one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[int, tuple[int, Played | None]] = {}
        """By number of the game: with how many lines it was judged, and what came of it."""

    def games(self) -> tuple[Played, ...]:
        """Those that have ended, oldest first; a game that cannot be judged any more is left out.

        Raises LedgerError.
        """
        return tuple(game for game in self.all_games() if game.is_over)

    def all_games(self) -> tuple[Played, ...]:
        """The same with those that are still on, as they are so far. Raises LedgerError."""
        log = read_log(self._path)
        for number, logged in log.items():
            if self._known.get(number, (0, None))[0] != len(logged.lines):
                self._known[number] = len(logged.lines), _judged(number, logged)
        return tuple(game for number in log if (game := self._known[number][1]) is not None)


def _judged(number: int, logged: Logged) -> Played | None:
    try:
        record = read_record("\n".join(logged.lines), "")
        referee = Referee(find_game(record.header.game), record.header)
    except (RecordError, OptionError, UnknownGameError):
        return None
    referee.hear_all(record.events)
    return so_far(referee, number, logged.opened)


def tables(games: Iterable[Played]) -> tuple[ScoreTable, ...]:
    """For every game that was played, the last one first: the last sitting, the season if there are any, and all."""
    newest_first = sorted(games, key=lambda game: game.opened, reverse=True)
    names = list(dict.fromkeys(game.game for game in newest_first))
    return tuple(table for name in names for table in _tables_of([game for game in newest_first if game.game == name]))


def _tables_of(games: list[Played]) -> Iterable[ScoreTable]:
    last, name = games[0], games[0].game
    sitting = sittings(games)[-1]
    yield _table(sitting, words("scores", "sitting", count=len(sitting)))
    end = season_end(name, last.day)
    if end is not None:
        of_season = season(games, name, last.day)
        yield _table(of_season, words("scores", "season", count=len(of_season), end=end.isoformat()))
    yield _table(games, words("scores", "all_time", count=len(games)))


def _table(games: Iterable[Played], heading: Text) -> ScoreTable:
    games = tuple(games)
    tallies = tally(games)
    columns = [column for column in COLUMNS if column[0] in ALWAYS or _is_used(column, tallies)]
    return ScoreTable(
        game=word("games", games[0].game, "en"),
        heading=heading,
        columns=tuple(words("scores", name) for name, _ in columns),
        rows=tuple(
            ScoreRow(name=seat, cells=tuple(cell(tallied) for _, cell in columns)) for seat, tallied in tallies.items()
        ),
    )


def _is_used(column: Column, tallies: Mapping[Seat, Tally]) -> bool:
    return any(column[1](tallied).en not in ("", "0") for tallied in tallies.values())


def _number(number: int) -> Text:
    return Text(str(number), str(number))


def _listed(counted: Counter[str], name: Callable[[str, str], str]) -> Text:
    """`V3.2 × 2, V3.4 × 1`, in each language."""
    return in_both(
        lambda language: ", ".join(
            word("scores", "times", language, what=name(what, language), count=str(count))
            for what, count in sorted(counted.items())
        )
    )


def _placings(tallied: Tally) -> Text:
    return _listed(
        Counter({str(place): count for place, count in tallied.placings.items()}),
        lambda place, language: word("scores", "place", language, count=place),
    )


def _reaction(tallied: Tally) -> Text:
    usual, best, spread = tallied.usual_ms, tallied.quickest_ms, tallied.spread_ms
    if usual is None or best is None or spread is None:
        return Text("", "")
    low, high = spread
    return words("scores", "quickest", usual=f"{usual:.0f}", best=f"{best:.0f}", low=f"{low:.0f}", high=f"{high:.0f}")


COLUMNS: tuple[Column, ...] = (
    ("games", lambda tallied: _number(tallied.games)),
    ("wins", lambda tallied: _number(tallied.wins)),
    ("losses", lambda tallied: _number(tallied.losses)),
    ("draws", lambda tallied: _number(tallied.draws)),
    ("points", lambda tallied: _number(tallied.points)),
    ("placings", _placings),
    ("roles", lambda tallied: _listed(tallied.roles, lambda role, _: role)),
    ("reaction", _reaction),
    ("false_slaps", lambda tallied: _number(tallied.false_slaps)),
    ("penalties", lambda tallied: _listed(Counter(map(str, tallied.penalties.elements())), lambda clause, _: clause)),
)

ALWAYS = ("games", "wins", "points")
"""The columns that stand there also when they are empty."""

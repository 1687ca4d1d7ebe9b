"""`cardtable demo`: the whole system on the simulated table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from table.app.demo import Demo
    from table.desk import Change
    from table.game import Header
    from table.rulings import Fact

MISUSED, DIFFERS = 2, 1

Number = TypeVar("Number", int, float)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("demo", help="play a game on the simulated table and show the dashboard")
    parser.add_argument("game", nargs="?", default="vvvand8", metavar="GAME", help="which game (default: vvvand8)")
    parser.add_argument("--seed", type=seed, default=1, help="another number, another game (default: 1)")
    parser.add_argument("--headless", action="store_true", help="without the dashboard; ends with the game")
    parser.add_argument("--speed", type=speed, default=1.0, help="times faster than people play (default: 1)")
    parser.add_argument(
        "--seats", metavar="A,B,C", help="the players, clockwise (default: Anna,Bo,Cia; stress: Anna,Bo)"
    )
    parser.add_argument("--option", metavar="K=V", action="append", default=[], help="a house rule; may be repeated")
    parser.add_argument("--preset", metavar="NAME", help="house rules that go together; see `cardtable rules GAME`")
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="the log (default: in your state folder, by seed)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the game's record here at its end")
    parser.add_argument("--host", default="127.0.0.1", help="the dashboard's address; 0.0.0.0 lets tablets in")
    parser.add_argument("--port", type=port, default=8080, help="the dashboard's port (default: 8080; 0: any)")
    parser.add_argument("--lang", choices=("en", "sv"), default="en", help="language of what is printed")
    parser.set_defaults(run=run)


def speed(text: str) -> float:
    """How many times faster than people play. Raises ArgumentTypeError for what is not above nothing."""
    value = _number(float, text, "a speed")
    if not 0 < value <= 10_000:
        raise argparse.ArgumentTypeError(f"a speed is above 0 and at most 10000, got '{text}'")
    return value


def seed(text: str) -> int:
    """A whole number that is not below nothing."""
    value = _number(int, text, "a seed")
    if value < 0:
        raise argparse.ArgumentTypeError(f"a seed is 0 or more, got '{text}'")
    return value


def port(text: str) -> int:
    """A port of this machine."""
    value = _number(int, text, "a port")
    if value not in range(65_536):
        raise argparse.ArgumentTypeError(f"a port is 0 to 65535, got '{text}'")
    return value


def _number(kind: Callable[[str], Number], text: str, what: str) -> Number:
    try:
        return kind(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{what} is a number, got '{text}'") from None


def run(chosen: argparse.Namespace) -> int:
    """Plays; status 1 if the referee's fouls are not those that were planted, 2 if something given cannot be used."""
    from table.cli.problems import FOR_PEOPLE, problem_text

    try:
        return play(chosen)
    except FOR_PEOPLE as problem:
        print(f"cardtable demo: {problem_text(problem, chosen.lang)}", file=sys.stderr)
        return MISUSED


def play(chosen: argparse.Namespace) -> int:
    """Opens the simulated table and plays, headless one game, else one after the other."""
    from table.app.demo import Demo
    from table.cli.rules import one_screen
    from table.cli.run import require_writable
    from table.games import game_called
    from table.ledger import Ledger
    from web.server import require_free

    chosen.game = game_called(chosen.game)
    header = header_of(chosen)
    if not chosen.headless:
        require_free(chosen.host, chosen.port)
    if chosen.record:
        require_writable(chosen.record)
    with Ledger(chosen.ledger or default_ledger(chosen), makes_folder=chosen.ledger is None) as ledger:
        demo = Demo(ledger, header, chosen.seed, chosen.speed, lambda change: tell(demo, change, chosen.lang))
        demo.stop_on_signals()
        try:
            open_dashboard(demo, chosen)
            if chosen.preset:
                decided = one_screen(demo.host.desk.game, chosen.preset, header.options, chosen.lang)
                print("\n".join(decided), flush=True)
            return play_on(demo, chosen)
        finally:
            demo.close()


def header_of(chosen: argparse.Namespace) -> Header:
    """With what the simulated game opens. Raises ArgumentsError where it cannot be simulated, and UnknownGameError."""
    from table.app.demo import HOW_MANY, PLAYED
    from table.cli.problems import ArgumentsError, header_from
    from table.games import find_game
    from table.refusals import refusal

    game = find_game(chosen.game).name
    if game not in PLAYED:
        one, other = PLAYED
        raise ArgumentsError(refusal("demo_game", known=refusal("both", one=one, other=other), game=game))
    seats = chosen.seats or ",".join(PLAYED[game])
    players, allowed = len(seats.split(",")), HOW_MANY[game]
    if players not in allowed:
        least, most = allowed[0], allowed[-1]
        how_many = least if least == most else refusal("from_to", least=least, most=most)
        raise ArgumentsError(refusal("demo_players", players=how_many, game=game, seats=players))
    return header_from(game, seats, seats.split(",")[0], chosen.option, chosen.preset)


def default_ledger(chosen: argparse.Namespace) -> Path:
    """A log of its own for every game and seed, so that several can be played at once."""
    from table.app.live import state_folder

    return state_folder() / f"demo-{chosen.game}-{chosen.seed}.sqlite"


def open_dashboard(demo: Demo, chosen: argparse.Namespace) -> None:
    """Says where the table can be seen, and what is played: it may be long until the first ruling."""
    from table.texts import word

    if not chosen.headless:
        port = demo.serve(chosen.host, chosen.port)
        where = "localhost" if chosen.host == "127.0.0.1" else chosen.host
        say(chosen.lang, "dashboard", address=f"http://{where}:{port}/")
    desk = demo.host.desk
    if demo.host.was_resumed:
        say(chosen.lang, "going_on", number=desk.number, line=desk.lines)
    elif chosen.headless:
        say(chosen.lang, "begins", game=word("games", desk.game.name, chosen.lang), seed=chosen.seed)


def play_on(demo: Demo, chosen: argparse.Namespace) -> int:
    """Plays until stopped; gives the exit status."""
    status = 0
    while demo.play():
        status = max(status, sum_up(demo, chosen.lang))
        if chosen.record:
            from table.cli.run import write_record

            write_record(chosen.record, demo.record())
        if chosen.headless:
            return status
        demo.deal_again()
    say(chosen.lang, "stopped")
    return status


def tell(demo: Demo, change: Change, language: str) -> None:
    """Prints what the referee has just said."""
    from table.cli.lines import ruling_line, withdrawn_line

    game = demo.host.desk.game.name
    for ruling in change.heard.new:
        print(ruling_line(game, ruling, language), flush=True)
    for ruling in change.heard.withdrawn:
        print(withdrawn_line(game, ruling, language), flush=True)


def say(language: str, key: str, **facts: Fact) -> None:
    """Prints one of the sentences of the terminal."""
    from table.texts import word

    print(word("terminal", key, language, **facts), flush=True)


def sum_up(demo: Demo, language: str) -> int:
    """Prints who won and whether the referee was right; gives the exit status."""
    from table.texts import word

    view = demo.host.desk.game.view(demo.host.desk.referee.state)
    outcome = demo.outcome()
    if outcome.is_stuck:
        say(language, "stuck")
    elif view.winner:
        say(language, "wins", seat=view.winner)
    else:
        say(language, "drawn")
    none = word("terminal", "no_foul", language)
    missed, invented = (", ".join(fouls) or none for fouls in (outcome.missed, outcome.invented))
    say(language, "planted", count=len(demo.evening.planted), missed=missed, invented=invented)
    return 0 if outcome.is_right else DIFFERS

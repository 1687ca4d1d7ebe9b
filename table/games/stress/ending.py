"""Stress, chapters 4 and 5: how it ends, what happens when nobody can lay, and more than two players."""

from __future__ import annotations

from collections.abc import Sequence

from table.cards import Rank
from table.changes import changed
from table.game import Verdict
from table.games.stress.house import Stuck
from table.games.stress.race import Press
from table.games.stress.said import SetAside, is_aside, say
from table.games.stress.state import Place, State
from table.moments import Micros
from table.rulebook import Evidence, Rulebook
from table.rulings import Kind, Ruling, Taken
from table.seats import Seat

ENDING, MORE_PLAYERS = Rulebook(), Rulebook()
CAMERA, BUTTON, TABLET, DERIVED = Evidence.CAMERA, Evidence.BUTTON, Evidence.TABLET, Evidence.DERIVED


@ENDING.clause("S4.1", CAMERA | DERIVED)
def out_of_cards(state: State, line: int, set_aside: SetAside) -> Verdict[State] | None:
    """First with no card in the own row and draw pile wins; a stress that is pending is settled first (S3.5)."""
    first, first_line = None, 0
    for player, place in enumerate(state.places):
        if place.out_line is not None and is_out(place) and (first is None or place.out_line < first_line):
            first, first_line = player, place.out_line
    if first is None or state.is_over or is_stress_pending(state) or is_aside(set_aside, "S4.1"):
        return None
    if is_win_unsure(state):
        return None
    seat = state.players[first]
    return Verdict(state.ended(seat), (say("S4.1", Kind.WIN, first_line or line, seat),))


def is_out(place: Place) -> bool:
    """Whether this player has laid the last card and has not to take any up."""
    return place.out_line is not None and place.due is None


def is_win_unsure(state: State) -> bool:
    """Whether somebody is out of cards, but what the camera has still to read may show that a stress is pending."""
    race = state.race
    if not race.is_watched_for_a_win:
        return False
    return any(is_out(place) and not is_watched(place, race.watched) for place in state.places)


def may_be_watched_for_a_win(state: State) -> bool:
    """Whether the end is near, nobody knows yet that a camera watches for it, and no slap waits for that camera."""
    race = state.race
    if race.is_watched_for_a_win or state.is_opening or all(place.stock for place in state.places):
        return False
    return not race.presses and not any(match.presses for match in race.matches)


def is_watched(place: Place, until: Micros) -> bool:
    """Whether all is known that happened until this player's last card came to lie."""
    return place.out_since is None or place.out_since.latest <= until


def is_stress_pending(state: State) -> bool:
    """Whether equal tops lie open, or were slapped at, without a verdict."""
    race = state.race
    if not race.matches:
        return False
    return any(match.is_real and (match.presses or race.presses or not match.is_over) for match in race.matches)


@ENDING.clause("S4.2", CAMERA | DERIVED)
def nobody_can_lay(state: State, line: int, set_aside: SetAside) -> Verdict[State] | None:
    """Both turn a card when no row has a card for either pile and no gap could be filled with one that has."""
    if state.to_flip or state.is_opening or state.is_over or someone_can_lay(state):
        return None
    if any(place.due for place in state.places) or is_stress_pending(state) or is_win_unsure(state):
        return None
    if is_aside(set_aside, "S4.2", "S4.3"):
        return Verdict(changed(state, to_flip=state.players))
    return draw_piles_run_dry(state, line) or new_cards(state, line, "S4.2")


def someone_can_lay(state: State) -> bool:
    """Whether a card fits, or may come to a row that fits. Where a card is not known the answer is yes."""
    if state.loose or state.has_doubts:
        return True
    neighbours = state.setup.neighbours
    wanted: set[Rank] = set()
    for pile in state.piles:
        if pile.is_doubted or not pile.layers:
            return True
        wanted |= neighbours[pile.layers[-1].cards[-1].rank]
    for place in state.places:
        # Room for a card of the draw pile is where a card was not read, in a gap, or where two piles are put together.
        has_room = place.strays or (place.stock and len(place.ranks) < len(place.row))
        if has_room or not place.ranks.isdisjoint(wanted):
            return True
    return False


def new_cards(state: State, line: int, clause: str) -> Verdict[State]:
    """Everybody turns a new card; who has none in the draw pile is given one first."""
    said = [say(clause, Kind.DUE, line, aspect="" if clause == "S4.2" else "flip")]
    able: list[Seat] = []
    for player, place in enumerate(state.places):
        if not place.stock and (given := one_card_for(state, player, line, clause)):
            state, said = state.with_due(player, Taken.CARD), [given, *said]
        if place.stock or state.places[player].due is Taken.CARD:
            able.append(state.players[player])
    return Verdict(changed(state, to_flip=tuple(able), first_flip=None), tuple(said) if able else ())


@ENDING.clause("S4.3", CAMERA | DERIVED)
def draw_piles_run_dry(state: State, line: int) -> Verdict[State] | None:
    """Nobody can lay and the draw piles have no card for everybody: each takes the own right pile, or it is a draw."""
    if sum([place.stock for place in state.places]) >= len(state.places):
        return None
    if state.house.stuck is Stuck.DRAW_GAME:
        return Verdict(state.ended(), (say("S4.3", Kind.DRAW_GAME, line),))
    said = []
    for player, seat in enumerate(state.players):
        state = state.with_due(player, Taken.OWN)
        said.append(say("S4.3", Kind.DUE, line, seat, takes=Taken.OWN))
    return Verdict(changed(state, settles="S4.3"), tuple(said))


@ENDING.clause("S4.4", DERIVED)
def one_card_for(state: State, player: int, line: int, clause: str) -> Ruling | None:
    """Who has no draw pile when a card is to be turned is given one face-down card by the other (S3.5)."""
    giver = state.giver(player)
    if giver is None:
        return None
    number = "S4.4" if clause == "S4.2" else "S3.5"
    return say(number, Kind.DUE, line, state.players[player], takes=Taken.CARD, giver=state.players[giver])


@MORE_PLAYERS.clause("S5.1", CAMERA | BUTTON | DERIVED)
def last_hands(state: State, presses: Sequence[Press], tolerance_us: int) -> tuple[int, ...]:
    """Of three or four players the last hand on the pile takes all; a missing slap is last.

    Who that is; several where the last of them cannot be told apart.
    """
    slapped = {state.number(press.seat) for press in presses}
    missing = tuple(player for player in range(len(state.places)) if player not in slapped)
    if missing:
        return missing
    last = presses[-1]
    return tuple(state.number(press.seat) for press in presses if not is_surely_apart(press, last, tolerance_us))


def is_surely_apart(first: Press, second: Press, tolerance_us: int) -> bool:
    """Whether one came before the other by more than the tolerance and more than both times may be wrong by (S3.3)."""
    if first.when is None or second.when is None:
        return False
    return abs(second.order[0] - first.order[0]) > max(2 * tolerance_us, error_of(first, second))


def error_of(first: Press, second: Press) -> int:
    """By how much the difference of two edges' times may be wrong, either way, in half microseconds."""
    return sum(press.when.latest - press.when.earliest for press in (first, second) if press.when is not None)

"""Slaps wait until the camera has watched far enough; then each ends in one way: won, lost, tied, false or ignored."""

from __future__ import annotations

from dataclasses import replace

from table.changes import changed
from table.events import Say, Slap, Watched
from table.game import Verdict
from table.games.stress.ending import may_be_watched_for_a_win
from table.games.stress.race import FOREVER, Match, Press
from table.games.stress.said import SetAside, say
from table.games.stress.slaps import counts, decide, false_slap, has_waited_enough, ignored, is_in_time
from table.games.stress.state import State
from table.moments import Micros
from table.rulings import Kind, Ruling

HAMMER_US = 250_000
"""So long after a slap with no reason, the same hand's next ones are the same act: they neither cost nor win."""

MOST_PRESSES = 64
"""Edges that wait at once. More come only from a broken contact, or from a record that nobody watched."""


def press(state: State, event: Slap | Say, player: int, set_aside: SetAside) -> Verdict[State]:
    """An edge, or a call: it waits for the camera, unless that has watched so far already (S3.7)."""
    edge = Press(
        seat=state.players[player],
        line=event.line,
        when=event.when,
        is_call=isinstance(event, Say),
        is_pardoned=bool(set_aside),
        was_closed=state.is_closed,
    )
    race = state.race
    if len(race.presses) >= MOST_PRESSES:
        return Verdict(state, (ignored(edge, "too_many"),))
    state = changed(state, race=changed(race, presses=(*race.presses, edge)))
    if event.when is None or event.when.latest > race.watched:
        return Verdict(state)
    return settle(state, race.watched)


def watched(state: State, event: Watched, set_aside: SetAside) -> Verdict[State]:
    """The camera's readings are complete up to now; without a time, up to everything that was told (S3.7)."""
    race = state.race
    if event.when is not None and may_be_watched_for_a_win(state):
        race = changed(race, is_watched_for_a_win=True)
    until = FOREVER if event.when is None else max(race.watched, event.when.earliest)
    if event.when is not None and until != race.watched:
        race = changed(race, watched=until)
    if race is not state.race:
        state = changed(state, race=race)
    if event.when is None:
        state = with_last_cards_watched(state)
    if not race.presses and not race.matches:
        return Verdict(state)
    if set_aside:
        state = changed(state, race=changed(state.race, presses=tuple(map(pardoned, race.presses))))
        matches = tuple(replace(m, presses=tuple(map(pardoned, m.presses))) for m in race.matches)
        state = changed(state, race=changed(state.race, matches=matches))
    return settle(state, until)


def with_last_cards_watched(state: State) -> State:
    """Whoever is out of cards need not wait for the camera any longer (S4.1)."""
    for player, place in enumerate(state.places):
        if place.out_since is not None:
            state = state.with_place(player, out_since=None)
    return state


def pardoned(edge: Press) -> Press:
    return replace(edge, is_pardoned=True)


def settle(state: State, until: Micros) -> Verdict[State]:
    """Places each press that the camera has caught up with, in the order of their times, and gives the verdicts due."""
    race = state.race
    ready = sorted((edge for edge in race.presses if is_covered(edge, until)), key=lambda edge: edge.order)
    if ready:
        waiting = tuple(edge for edge in race.presses if not is_covered(edge, until))
        state = changed(state, race=changed(race, presses=waiting))
    said: list[Ruling] = []
    for edge in ready:
        placed = put_in_place(state, edge)
        state = placed.state
        said += placed.rulings
    for match in state.race.matches:
        if match.presses and match in state.race.matches and has_waited_enough(state, match, until):
            verdict = decide(state, match)
            state = verdict.state
            said += verdict.rulings
    return Verdict(with_passed_pairs_forgotten(state, until), tuple(said))


def is_covered(edge: Press, until: Micros) -> bool:
    return edge.when is None or edge.when.latest <= until


def put_in_place(state: State, edge: Press) -> Verdict[State]:
    """One press: at which pair it is aimed, or why it is false or means nothing."""
    if hammers_on(state, edge):
        return Verdict(state, (ignored(edge, "hammering"),))
    at = [match for match in state.race.matches if counts(state, match, edge)]
    if at and edge.is_call:
        return Verdict(state)
    if any(other.seat == edge.seat for match in at for other in match.presses):
        return Verdict(state, (ignored(edge, "not_first"),))
    if at:
        match = next((match for match in at if match.presses), at[0])
        window = 1000 * state.house.slap_window_ms
        if match.presses and not is_in_time(match, edge, window):
            return Verdict(state, (ignored(edge, "late"),))
        return Verdict(with_press_at(state, match, edge))
    if has_nothing_to_hit(state, edge):
        return Verdict(state, (ignored(edge, "closed"),))
    if edge.is_pardoned:
        return Verdict(state, (ignored(edge, "pardoned"),))
    return false_slap(state, edge)


def with_press_at(state: State, match: Match, edge: Press) -> State:
    """In the order of their times: of two hands the later may be told first."""
    hit = replace(match, presses=tuple(sorted((*match.presses, edge), key=lambda press: press.order)))
    matches = tuple(hit if other is match else other for other in state.race.matches)
    return changed(state, race=changed(state.race, matches=matches))


def hammers_on(state: State, edge: Press) -> bool:
    """Whether the same hand has just slapped with no reason."""
    if edge.when is None:
        return False
    return any(seat == edge.seat and edge.order[0] < 2 * (at + HAMMER_US) for seat, at in state.race.false_at)


def has_nothing_to_hit(state: State, edge: Press) -> bool:
    """Whether a stress was being settled when it came, or a pile was missing: before the start, after a take."""
    closed, opened, when = state.race.closed_from, state.race.opened, edge.when
    if when is None:
        return edge.was_closed or state.is_closed
    if closed is not None and when.is_surely_before(closed):
        return False
    if state.is_closed:
        return True
    return edge.was_closed if opened is None else when.earliest <= opened.latest


def with_passed_pairs_forgotten(state: State, until: Micros) -> State:
    """A pair at which no slap can come any more is forgotten, and what was taken up early with it."""
    race, grace = state.race, 1000 * state.house.cover_grace_ms
    matches = tuple(match for match in race.matches if not match.has_passed(until, grace))
    early = race.early if race.presses or any(match.presses for match in matches) else ()
    if len(matches) == len(race.matches) and early == race.early:
        return state
    return changed(state, race=changed(race, matches=matches, early=early))


def nobody_knows_whose(event: Slap | Say, aspect: str) -> Ruling:
    """A press at a seat that nobody can name, or where nobody plays."""
    return say("S3.7", Kind.INFO, event.line, aspect=aspect)

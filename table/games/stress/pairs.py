"""Equal tops: when a pair lies open, is covered, or only looks like one."""

from __future__ import annotations

from dataclasses import replace

from table.changes import changed
from table.games.stress.race import Match, Race
from table.games.stress.state import Layer, Pile, State
from table.moments import Moment

MOST_MATCHES = 8
"""Pairs without a verdict that are remembered at once. No game comes near it."""


def pairs_are_over(state: State, when: Moment | None) -> Race:
    """Pairs of which one card is not on top any more; one that was covered before it can have arisen never was."""
    race = state.race
    kept = []
    for match in race.matches:
        if match.is_over or still_lies(state, match):
            kept.append(match)
        elif match.since is None or when is None or not when.is_surely_before(match.since):
            kept.append(replace(match, is_over=True, until=when))
    matches = tuple(kept)
    return race if matches == race.matches else changed(race, matches=matches)


def still_lies(state: State, match: Match) -> bool:
    """Whether both cards of the pair are where they were; of one that only looks so, whether the wrong card is."""
    if not match.is_real:
        return any(loose.layer.line == match.line for loose in state.loose)
    one, other = match.piles
    return (state.piles[one].top, state.piles[other].top) == match.cards


def pairs_that_arise(state: State, race: Race, pile: int, when: Moment | None) -> list[Match]:
    """The equal pairs that this pile's new top makes, also with a top that was covered only later."""
    new = state.piles[pile]
    if new.is_doubted:
        return []
    layer, found = new.layers[-1], []
    rank = layer.cards[-1].rank
    for number, other in enumerate(state.piles):
        if other is new or other.is_doubted or not other.layers:
            continue
        top = other.layers[-1]
        # A top that may have come only after the layer may cover an equal one.
        came_later = when is not None and top.since is not None and when.earliest < top.since.latest
        if came_later or top.cards[-1].rank is rank:
            found += pairs_with(layer, when, (pile, number), other)
    if not found or state.is_doubted(layer.top):
        return []
    known = [set(match.piles) for match in race.matches if match.is_real and not match.is_over]
    return [match for match in found if set(match.piles) not in known]


def pairs_with(layer: Layer, when: Moment | None, piles: tuple[int, int], other: Pile) -> list[Match]:
    """Its pairs with the other pile's top, and with tops that were covered after it had come to lie."""
    found: list[Match] = []
    top, is_over = layer.cards[-1], False
    until: Moment | None = None
    for under in reversed(other.layers):
        if under.cards[-1].rank is top.rank:
            cards, since = (top, under.cards[-1]), later_of(when, under.since)
            found.append(Match(piles=piles, cards=cards, line=layer.line, since=since, until=until, is_over=is_over))
        is_over, until = True, under.since
        if when is None or until is None or when.earliest >= until.latest:
            break
    return found


def later_of(one: Moment | None, other: Moment | None) -> Moment | None:
    """When the later of two things happened."""
    if one is None or other is None:
        return None
    return Moment(max(one.earliest, other.earliest), max(one.latest, other.latest))


def looks_like_stress(state: State, layer: Layer, pile: int) -> State:
    """A wrongly laid card may look like the twin of another top: who slaps at that is excused."""
    for number, other in enumerate(state.piles):
        if number != pile and other.top is not None and other.top.rank is layer.top.rank:
            cards = (layer.top, other.top)
            match = Match(piles=(pile, number), cards=cards, line=layer.line, since=layer.since, is_real=False)
            return changed(state, race=changed(state.race, matches=(*state.race.matches, match)[-MOST_MATCHES:]))
    return state

"""Stress, chapter 3: what counts as stress, who slapped first, and what is taken up."""

from __future__ import annotations

from table.cards import Card
from table.changes import changed
from table.events import Accuse, Event, Flip, Takes
from table.game import SlapStory, Verdict
from table.games.stress.ending import error_of, is_surely_apart, last_hands, new_cards, out_of_cards
from table.games.stress.house import FalseSlap, SlowerTakes
from table.games.stress.pairs import MOST_MATCHES, pairs_are_over, pairs_that_arise
from table.games.stress.race import Match, Press
from table.games.stress.said import NOTHING_ASIDE, SetAside, is_aside, say
from table.games.stress.state import OF_PILES, State
from table.moments import Micros, Moment
from table.rulebook import Evidence, Rulebook
from table.rulings import Kind, Ms, Ruling, Taken
from table.seats import Seat

SLAPS = Rulebook()
CAMERA, BUTTON, TABLET, DERIVED = Evidence.CAMERA, Evidence.BUTTON, Evidence.TABLET, Evidence.DERIVED

FALSE_TAKES = {
    FalseSlap.TAKES_BOTH: Taken.BOTH,
    FalseSlap.TAKES_RIGHT: Taken.OWN,
    FalseSlap.NOTHING: None,
}


def tops_have_changed(before: State, state: State, event: Event, set_aside: SetAside) -> Verdict[State] | None:
    """What new tops mean for slaps: pairs that are covered or gone, and pairs that arise."""
    race = pairs_are_over(state, event.when) if state.race.matches else state.race
    new: list[Match] = []
    for number, pile in enumerate(state.piles):
        if pile is not before.piles[number] and pile.layers:
            new += pairs_that_arise(state, race, number, event.when)
    if new and (state.is_being_taken or is_aside(set_aside, "S3.1", "S3.6")):
        new = []
    if new:
        race = changed(race, matches=(*race.matches, *new)[-MOST_MATCHES:])
    elif race is state.race:
        return None
    said = [stress_arises(event, match) for match in new if not match.is_over]
    return Verdict(changed(state, race=race), tuple(said))


@SLAPS.clause("S3.1", CAMERA | DERIVED)
def stress_arises(event: Event, match: Match) -> Ruling:
    """The moment both tops have the same rank, everybody says stress and slaps the pile at the own right hand."""
    if isinstance(event, Flip):
        return stress_by_a_flip(event, match)
    return say("S3.1", Kind.DUE, event.line, cards=match.cards)


# The verdict


def decide(state: State, match: Match) -> Verdict[State]:
    """Who was first, who was last, and what that costs."""
    state = without(state, match)
    if not match.is_real or any(press.is_pardoned for press in match.presses):
        aspect = "pardoned" if match.is_real else "wrong_card"
        return Verdict(state, tuple(ignored(press, aspect) for press in match.presses))
    timeless = next((press for press in match.presses if is_untimed(press, match)), None)
    if timeless is not None:
        aspect = "blunt" if timeless.is_blunt else "no_time"
        said = say("S3.7", Kind.QUESTION, timeless.line, timeless.seat, aspect=aspect)
        state = state.told(story_of(state, match, "none"))
        rest = (ignored(press, "undecided") for press in match.presses if press is not timeless)
        return Verdict(changed(state, race=changed(state.race, is_undecided=True)), (said, *rest))
    tolerance = 1000 * state.house.tie_ms
    last = last_hands(state, match.presses, tolerance)
    state = state.told(story_of(state, match, "tie" if len(last) > 1 and len(match.presses) > 1 else "first"))
    if len(last) > 1:
        verdict = equally_fast(state, match, last)
    elif len(state.players) > 2:
        verdict = last_hand_takes_all(state, match, last[0])
    else:
        verdict = slower_takes(state, match, last[0])
    race = verdict.state.race
    if verdict.state.is_being_taken:
        race = changed(race, closed_from=match.since or match.presses[0].when, opened=None)
        race = changed(race, matches=tuple(other for other in race.matches if other.presses))
    return Verdict(changed(verdict.state, race=race, settles="S3.5"), verdict.rulings)


def is_untimed(press: Press, match: Match) -> bool:
    """Whether nobody can be first because of this press: its edge was lost, or it was told without a time."""
    return press.is_blunt or (press.when is None and len(match.presses) > 1)


def without(state: State, match: Match) -> State:
    race = state.race
    return changed(state, race=changed(race, matches=tuple(other for other in race.matches if other is not match)))


def story_of(state: State, match: Match, verdict: str) -> SlapStory:
    """How the stress went, for the screens: reaction times, margin and their plus or minus, in ms."""
    presses = match.presses
    first, timed = presses[0], [press for press in presses if press.when and match.since and not press.is_blunt]
    slapped = {press.seat for press in presses}
    margin = error = None
    if len(presses) > 1 and verdict != "none":
        margin = (presses[1].order[0] - first.order[0]) / 2000
        error = error_of(first, presses[1]) / 2000
    apart = len(presses) < 2 or is_surely_apart(first, presses[1], 1000 * state.house.tie_ms)
    return SlapStory(
        seats={press.seat: reaction_ms(press, match.since) for press in timed},
        winner=first.seat if apart and verdict != "none" else None,
        margin_ms=margin,
        error_ms=error or 0.0,
        verdict=verdict,
        errors_ms={press.seat: reaction_error_ms(press, match.since) for press in timed},
        missing=tuple(seat for seat in state.players if seat not in slapped),
        untimed=tuple(press.seat for press in presses if press.when is None or press.is_blunt),
        line=first.line,
    )


def reaction_ms(press: Press, since: Moment | None) -> float:
    """From the middle of the moment in which the second card came to lie to the middle of the press."""
    if press.when is None or since is None:
        return 0.0
    return (press.order[0] - since.earliest - since.latest) / 2000


def reaction_error_ms(press: Press, since: Moment | None) -> float:
    """By how much a reaction time may be wrong, either way: half of both moments together."""
    return sum(when.latest - when.earliest for when in (press.when, since) if when is not None) / 2000


@SLAPS.clause("S3.2", TABLET | DERIVED)
def slower_takes(state: State, match: Match, slower: int) -> Verdict[State]:
    """The slower takes up both play piles, or by house rule the own right one."""
    what = Taken.BOTH if state.house.slower_takes is SlowerTakes.BOTH else Taken.OWN
    first = match.presses[0]
    right = "" if what is Taken.BOTH else "right"
    if len(match.presses) < 2:
        seat, aspect = state.players[slower], f"missing_{right}".rstrip("_")
        window = Ms(1000 * state.house.slap_window_ms)
        due = say("S3.2", Kind.DUE, first.line, seat, aspect, what, window=window, winner=first.seat)
        return Verdict(with_due(state, slower, what), (due, say("S3.2", Kind.INFO, first.line, first.seat, "alone")))
    second = match.presses[1]
    margin, error = margin_of(first, second)
    won = say("S3.2", Kind.INFO, first.line, first.seat, margin=margin, error=error)
    due = say("S3.2", Kind.DUE, second.line, second.seat, right, what, winner=first.seat, margin=margin, error=error)
    return Verdict(with_due(state, slower, what), (due, won))


def last_hand_takes_all(state: State, match: Match, last: int) -> Verdict[State]:
    """Of three or more the last hand takes all play piles (S5.1); the others are spared."""
    presses = match.presses
    slow = next((press for press in presses if state.number(press.seat) == last), None)
    line = presses[0].line if slow is None else slow.line
    due = say("S5.1", Kind.DUE, line, state.players[last], "" if slow else "missing", Taken.BOTH)
    spared = (say("S5.1", Kind.INFO, press.line, press.seat) for press in presses if press is not slow)
    return Verdict(with_due(state, last, Taken.BOTH), (due, *spared))


def margin_of(first: Press, second: Press) -> tuple[Ms, Ms]:
    """By how much the first was earlier, and the plus or minus of that."""
    return Ms((second.order[0] - first.order[0]) // 2), Ms(-(-error_of(first, second) // 2))


def with_due(state: State, player: int, what: Taken) -> State:
    """The player has to take up so much, unless that was done before the verdict came."""
    seat, early = state.players[player], state.race.early
    for done in early:
        if done[0] == seat and done[1] in (what, Taken.BOTH):
            left = tuple(other for other in early if other is not done)
            return changed(state, race=changed(state.race, early=left))
    before = state.places[player].due
    return state.with_due(player, Taken.BOTH if before is Taken.BOTH else what)


@SLAPS.clause("S3.3", BUTTON | DERIVED)
def equally_fast(state: State, match: Match, last: tuple[int, ...]) -> Verdict[State]:
    """Exactly equally fast: each takes the own right pile. Equal is what the clocks cannot tell apart.

    Of three or more who slapped not at all, or last and equally late, each does so too.
    """
    said: list[Ruling] = []
    lines = {press.seat: press for press in match.presses}
    first = match.presses[0]
    for player in last:
        seat = state.players[player]
        own = lines.get(seat)
        state = with_due(state, player, Taken.OWN)
        if own is None:
            said.append(say("S3.3", Kind.DUE, first.line, seat, "missing", Taken.OWN))
        else:
            rival = next(press for press in reversed(match.presses) if press is not own)
            margin, error = margin_of(*sorted((own, rival), key=lambda press: press.order))
            said.append(say("S3.3", Kind.DUE, own.line, seat, "", Taken.OWN, margin=margin, error=error))
    spared = (press for press in match.presses if state.number(press.seat) not in last)
    return Verdict(state, (*said, *(say("S5.1", Kind.INFO, press.line, press.seat) for press in spared)))


@SLAPS.clause("S3.4", CAMERA | BUTTON | DERIVED)
def false_slap(state: State, press: Press) -> Verdict[State]:
    """A slap or call with no equal tops costs the caller the play piles."""
    takes = FALSE_TAKES[state.house.false_slap]
    tops = tops_at(state, press.when)
    aspect = "_".join(filter(None, ("call" if press.is_call else "", "" if len(tops) > 1 else "bare")))
    found = say("S3.4", Kind.FOUL, press.line, press.seat, aspect, takes, tops=tops)
    if press.when is not None:
        middle = Micros(press.order[0] // 2)
        others = tuple(pair for pair in state.race.false_at if pair[0] != press.seat)
        state = changed(state, race=changed(state.race, false_at=(*others, (press.seat, middle))))
    if not press.is_call:
        state = state.told(false_story(state, press))
    if takes is not None:
        state = with_due(state, state.number(press.seat), takes)
        if state.is_being_taken:
            race = changed(state.race, closed_from=press.when, opened=None)
            state = changed(state, race=race, settles="S3.5")
    return Verdict(state, (found,))


def false_story(state: State, press: Press) -> SlapStory:
    """A slap with no reason, for the screens: how long after the last card it came."""
    last = latest_card(state)
    return SlapStory(
        seats={press.seat: max(0.0, reaction_ms(press, last))},
        winner=None,
        margin_ms=None,
        error_ms=0.0,
        verdict="false",
        errors_ms={press.seat: reaction_error_ms(press, last)},
        line=press.line,
    )


def called_stress(state: State, accused: Accuse, seat: Seat) -> Verdict[State]:
    """Somebody heard a call of stress that no tablet was told of: with no equal tops it costs what a slap does."""
    pairs = (match for match in state.race.matches if match.is_real and not match.is_over)
    if next(pairs, None) is not None or state.is_closed:
        return Verdict(state, (say("S3.4", Kind.INFO, accused.line, seat, "accused"),))
    return false_slap(state, Press(seat=seat, line=accused.line, when=accused.when, is_call=True))


def tops_at(state: State, when: Moment | None) -> tuple[Card, ...]:
    """The cards that were on top then, as far as their piles still tell."""
    found = []
    for pile in state.piles:
        came = (layer for layer in reversed(pile.layers) if not came_after(layer.since, when))
        top = next(came, None)
        if top is not None:
            found.append(top.top)
    return tuple(found)


def came_after(since: Moment | None, when: Moment | None) -> bool:
    return since is not None and when is not None and when.is_surely_before(since)


def latest_card(state: State) -> Moment | None:
    """When the last card on top came to lie."""
    known = [pile.layers[-1].since for pile in state.piles if pile.layers]
    return max((since for since in known if since is not None), key=lambda since: since.latest, default=None)


@SLAPS.clause("S3.5", CAMERA | TABLET | DERIVED)
def take_up(state: State, event: Takes, player: int) -> Verdict[State]:
    """Piles are taken up, or a card is given: then look for a winner, and everybody turns a new card. Rows stay."""
    seat, place = state.players[player], state.places[player]
    if event.what is Taken.CARD:
        asked = place.due is Taken.CARD or state.giver(player) is None
        said = () if asked else (say("S3.5", Kind.INFO, event.line, seat, aspect="card"),)
        return Verdict(state.given(player), said)
    has_reason = place.due in OF_PILES or bool(state.race.presses or is_slapped_at(state))
    said = () if has_reason or state.race.is_undecided else (say("S3.5", Kind.QUESTION, event.line, seat),)
    race = changed(state.race, is_undecided=False) if state.race.is_undecided else state.race
    if place.due is None and has_reason:
        race = changed(race, early=(*race.early[-3:], (seat, event.what)))
    if not state.is_closed:
        race = changed(race, closed_from=event.when, opened=None)
    piles = range(len(state.piles)) if event.what is Taken.BOTH else (player,)
    left = Taken.BOTH if place.due is Taken.BOTH and event.what is Taken.OWN else None
    state = changed(state, race=race).taken_up(player, piles).with_due(player, left).with_moot_dues_gone()
    if state.is_being_taken:
        return Verdict(state, said)
    winner = out_of_cards(state, event.line, NOTHING_ASIDE)
    if winner is not None:
        return Verdict(winner.state, (*said, *winner.rulings))
    follows = new_cards(state, event.line, state.settles)
    state = follows.state if state.settles == "S3.5" else changed(follows.state, settles="S3.5")
    return Verdict(state, (*said, *follows.rulings))


def is_slapped_at(state: State) -> bool:
    """Whether somebody has slapped and there is no verdict yet."""
    return any(match.presses for match in state.race.matches)


@SLAPS.clause("S3.6", CAMERA | DERIVED)
def stress_by_a_flip(event: Flip, match: Match) -> Ruling:
    """Tops that match by the very cards turned into the middle are stress as well."""
    return say("S3.6", Kind.DUE, event.line, cards=match.cards)


@SLAPS.clause("S3.7", BUTTON | CAMERA | DERIVED)
def has_waited_enough(state: State, match: Match, watched: Micros) -> bool:
    """A verdict waits for the camera, and for the slower hand until the window after the first slap has passed."""
    first = match.presses[0]
    if len(match.presses) == len(state.players) or first.when is None or not match.is_real:
        return True
    return first.when.latest + 1000 * state.house.slap_window_ms <= watched


def ignored(press: Press, why: str) -> Ruling:
    """A press that neither wins nor costs anything, and the reason (S3.7)."""
    return say("S3.7", Kind.INFO, press.line, press.seat, aspect=why)


def is_in_time(match: Match, press: Press, window_us: int) -> bool:
    """Whether somebody has slapped at this pair, and this press came within the window after it (S3.7)."""
    if not match.presses:
        return False
    first = match.presses[0]
    return press.when is None or first.when is None or press.when.earliest <= first.when.latest + window_us


@SLAPS.clause("S3.8", BUTTON | CAMERA | DERIVED)
def counts(state: State, match: Match, press: Press) -> bool:
    """A slap counts while the pair may lie open, and so long after a new card has covered it.

    Once somebody has slapped in time, the others' slaps within the window are theirs at the same pair (S3.7).
    """
    house = state.house
    may_lie = match.may_justify(press, 1000 * house.cover_grace_ms)
    return may_lie or is_in_time(match, press, 1000 * house.slap_window_ms)

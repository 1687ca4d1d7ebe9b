"""What a screen may show during a game of Stress: everything that lies open, and how many cards the draw piles have."""

from __future__ import annotations

from table.game import Awaits, Choice, Offer, SeatView, Slapping, SlapStory, Standing, View
from table.games.stress.ending import error_of
from table.games.stress.laying import ACCUSATIONS
from table.games.stress.race import Match, Press
from table.games.stress.state import State
from table.rulings import Taken
from table.seats import Seat

SHOWN_STORIES = 5


def view(state: State) -> View:
    """Built from nothing, field by field. Which cards a draw pile holds, and in which order, is nowhere known."""
    return View(
        top=None,
        suit=None,
        turn=None,
        winner=state.winner,
        loser=None,
        is_over=state.is_over,
        seats=tuple(_seat_view(state, seat) for seat in state.setup.seats),
        offers=() if state.is_over else tuple(_offers(state)),
        may_be_accused_of=ACCUSATIONS,
        slaps=tuple(_story(story) for story in state.stories[-SHOWN_STORIES:]),
        slapping=_slapping(state),
    )


def _story(story: SlapStory) -> SlapStory:
    """A stress that is over: all of it was seen by everybody."""
    return SlapStory(
        seats=story.seats,
        winner=story.winner,
        margin_ms=story.margin_ms,
        error_ms=story.error_ms,
        verdict=story.verdict,
        errors_ms=story.errors_ms,
        missing=story.missing,
        untimed=story.untimed,
        line=story.line,
    )


def _slapping(state: State) -> Slapping:
    """Who has slapped and has no verdict yet, and what the verdict waits for."""
    race = state.race
    if state.is_over:
        return Slapping()
    unseen = [press for press in race.presses if not press.is_call]
    hit = next((match for match in race.matches if match.presses), None)
    pair = hit or next((match for match in race.matches if match.is_real and not match.is_over), None)
    if unseen:
        return _waiting(Awaits.CAMERA, (*(hit.presses if hit else ()), *unseen), pair)
    if hit is not None:
        return _waiting(Awaits.HANDS, hit.presses, hit)
    return Slapping() if pair is None else Slapping(awaits=Awaits.SLAPS, cards=pair.cards, line=pair.line)


def _waiting(awaits: Awaits, presses: tuple[Press, ...], pair: Match | None) -> Slapping:
    edges: dict[Seat, Press] = {}
    for press in sorted(presses, key=lambda press: press.order):
        edges.setdefault(press.seat, press)
    first, *_ = edges.values()
    timed = {seat: press for seat, press in edges.items() if press.when is not None}
    after = {seat: (press.order[0] - first.order[0]) / 2000 for seat, press in timed.items()}
    return Slapping(
        awaits=awaits,
        seats={seat: after.get(seat) for seat in edges},
        errors_ms={seat: error_of(first, press) / 2000 for seat, press in timed.items() if press is not first},
        cards=() if pair is None or pair.is_over or not pair.is_real else pair.cards,
        line=first.line,
    )


def _seat_view(state: State, seat: Seat) -> SeatView:
    if not state.is_player(seat):
        return SeatView(seat=seat, cards=None, marks=("free",))
    player = state.number(seat)
    place = state.places[player]
    marks = [] if place.due is None else [f"takes_{place.due.value}"]
    if seat in state.to_flip and place.due is None and (place.stock or not state.is_opening):
        marks.append("turns_a_card")
    return SeatView(
        seat=seat,
        cards=place.cards,
        marks=tuple(marks),
        row=place.row,
        pile=state.piles[player].top,
        stock=place.stock,
    )


def _offers(state: State) -> list[Offer]:
    offers = []
    for player, seat in enumerate(state.players):
        place = state.places[player]
        if not state.is_closed:
            offers.append(Offer(choice=Choice.SAY, seat=seat))
            others_wrong = state.wrong is None or state.wrong.ruling.seat != seat
            offers.append(Offer(choice=Choice.STOP, seat=seat, is_likely=state.wrong is not None and others_wrong))
        wrong = tuple(card for one in state.loose if one.layer.seat == seat for card in one.layer.cards)
        if wrong:
            offers.append(Offer(choice=Choice.TAKE_BACK, seat=seat, is_likely=True, cards=wrong))
        offers += _takes(state, seat, place.due)
    return offers


def _takes(state: State, seat: Seat, due: Taken | None) -> list[Offer]:
    """What is to be taken up is likely; what a table may have settled itself is possible, once a card lies there."""
    if due is not None:
        return [Offer(choice=Choice.TAKES, seat=seat, is_likely=True, taken=due)]
    if all(pile.is_empty for pile in state.piles):
        return []
    return [Offer(choice=Choice.TAKES, seat=seat, taken=what) for what in (Taken.BOTH, Taken.OWN)]


def standing(state: State) -> Standing:
    """The whole state in the contract's words."""
    players = list(zip(state.players, state.places, state.piles, strict=True))
    return Standing(
        dealer=None,
        turn=None,
        hands={seat: place.cards for seat, place, _ in players},
        winner=state.winner,
        piles={seat: pile.top for seat, _, pile in players},
        rows={seat: place.row for seat, place, _ in players},
        stock={seat: place.stock for seat, place, _ in players},
        slaps=tuple(story for story in state.stories if story.verdict != "none"),
    )

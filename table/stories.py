"""How each stress is told on the screens: who slapped when, who was first, by how much, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from table.game import Awaits, Slapping, SlapStory, View
from table.rulings import Ms
from table.said import in_both, words
from table.seats import Seat
from table.texts import has_word, ms_text
from web.desk import FootageMark, HandPanel, SlapPanel, Text

NOTHING = Text("", "")

Footages = Callable[[SlapStory], str | None]

COARSE_MS = 2.0
"""Above so much of plus or minus, tenths of a millisecond say nothing."""


def slap_panels(view: View, footage: Footages | None) -> tuple[SlapPanel, ...]:
    """The stress that is open, then those that are over, newest first; none in a game without slaps."""
    if view.slapping is None:
        return ()
    told = tuple(_over(story, footage) for story in reversed(view.slaps))
    if view.slapping.awaits is not None:
        return (_open(view.slapping, view.slapping.awaits), *told)
    return told or (_calm(),)


def marks(story: SlapStory) -> tuple[FootageMark, ...]:
    """What to mark in the pictures of a stress: the pair at nought, and every slap with a time.

    Of a slap with no reason there is no pair: it is at nought itself.
    """
    if story.verdict == "false":
        return tuple(FootageMark(at_ms=0.0, spread_ms=0.0, kind="slap", label=Text(seat, seat)) for seat in story.seats)
    slaps = (
        FootageMark(at_ms=ms, spread_ms=0.0, kind="slap", label=_spoken(seat, ms, story.errors_ms.get(seat, 0.0)))
        for seat, ms in _by_time(story)
    )
    spread = min(story.errors_ms.values(), default=0.0)
    return (FootageMark(at_ms=0.0, spread_ms=spread, kind="pair", label=words("slaps", "pair")), *slaps)


def _spoken(seat: Seat, ms: float, error_ms: float) -> Text:
    value = measured(ms, error_ms)
    return Text(f"{seat} {value.en}", f"{seat} {value.sv}")


def _calm() -> SlapPanel:
    return _panel("calm", "calm", line=0)


def _open(slapping: Slapping, awaits: Awaits) -> SlapPanel:
    after = list(slapping.seats.items())
    hands = tuple(_open_hand(seat, ms, slapping.errors_ms.get(seat), place) for place, (seat, ms) in enumerate(after))
    return _panel("open", awaits.value, line=slapping.line, why=awaits.value, hands=hands)


def _open_hand(seat: Seat, ms: float | None, error_ms: float | None, place: int) -> HandPanel:
    """Before the verdict nobody is first: later hands are told by how much they came after the earliest."""
    if ms is None:
        return HandPanel(name=seat, value=words("slaps", "untimed"), error=NOTHING, outcome="untimed")
    value = words("slaps", "after", ms=_tenths(ms)) if place else words("slaps", "slapped")
    error = NOTHING if error_ms is None else _error(error_ms)
    return HandPanel(name=seat, value=value, error=error, outcome="open")


def _over(story: SlapStory, footage: Footages | None) -> SlapPanel:
    about = story.winner or next(iter((*story.untimed, *story.seats)), "")
    why = "alone" if story.verdict == "first" and story.margin_ms is None else story.verdict
    name = None if footage is None else footage(story)
    is_missed = footage is not None and name is None
    return _panel(
        story.verdict,
        story.verdict,
        line=story.line,
        seat=about,
        margin_ms=story.margin_ms,
        error_ms=story.error_ms,
        why=why,
        hands=tuple(_hands(story)),
        footage=name,
        no_footage=words("slaps", "no_footage") if is_missed else None,
    )


def _panel(
    verdict: str,
    headline: str,
    *,
    line: int,
    seat: str = "",
    margin_ms: float | None = None,
    error_ms: float = 0.0,
    why: str = "",
    hands: tuple[HandPanel, ...] = (),
    footage: str | None = None,
    no_footage: Text | None = None,
) -> SlapPanel:
    return SlapPanel(
        line=line,
        verdict=verdict,
        headline=words("slaps", headline, seat=seat),
        margin=NOTHING if margin_ms is None else _said(_tenths(margin_ms)),
        error=NOTHING if margin_ms is None else _error(error_ms),
        reason=words("slaps", f"why_{why}", seat=seat) if has_word("slaps", f"why_{why}") else NOTHING,
        hands=hands,
        footage=footage,
        no_footage=no_footage,
    )


def first_ms(story: SlapStory) -> float:
    """When the first slap is marked, on the clock of the marks."""
    return 0.0 if story.verdict == "false" else min(story.seats.values(), default=0.0)


def _hands(story: SlapStory) -> Iterable[HandPanel]:
    """Every hand; of a slap with no reason the headline has told all."""
    if story.verdict == "false":
        return
    for place, (seat, ms) in enumerate(_by_time(story)):
        error_ms = story.errors_ms.get(seat, 0.0)
        yield HandPanel(
            name=seat,
            value=measured(ms, error_ms),
            error=_error(error_ms),
            outcome=_outcome(story, seat, place),
            at_ms=ms,
            spread_ms=error_ms,
        )
    for seat in story.untimed:
        yield HandPanel(name=seat, value=words("slaps", "untimed"), error=NOTHING, outcome="untimed")
    for seat in story.missing:
        yield HandPanel(name=seat, value=words("slaps", "missing"), error=NOTHING, outcome="missing")


def _outcome(story: SlapStory, seat: Seat, place: int) -> str:
    if story.verdict == "first":
        return "first" if seat == story.winner or (story.winner is None and place == 0) else "slower"
    return "tie" if story.verdict == "tie" else "open"


def _by_time(story: SlapStory) -> list[tuple[Seat, float]]:
    return sorted(story.seats.items(), key=lambda pair: pair[1])


def measured(ms: float, error_ms: float) -> Text:
    """A reaction time, no finer than it is known: `396 ms`, or `395.8 ms`."""
    if error_ms < COARSE_MS:
        return _said(_tenths(ms))
    return Text(*(f"{round(ms)} ms",) * 2)


def margin_text(story: SlapStory) -> Text:
    """By how much the first was before the next, and how sure that is: `18.7 ms ± 0.2 ms`."""
    margin, error = _said(_tenths(story.margin_ms or 0.0)), _error(story.error_ms)
    return Text(f"{margin.en} {error.en}", f"{margin.sv} {error.sv}")


def _error(error_ms: float) -> Text:
    """A plus or minus, never told smaller than it is."""
    if error_ms < COARSE_MS:
        return words("slaps", "error", ms=Ms(100 * math.ceil(round(10 * error_ms, 6))))
    return words("slaps", "error", ms=f"{math.ceil(round(error_ms, 6))} ms")


def _tenths(ms: float) -> Ms:
    return Ms(100 * round(10 * ms))


def _said(span: Ms) -> Text:
    return in_both(lambda language: ms_text(span, language))

"""How a stress is told on the screens."""

from __future__ import annotations

import pytest

from table.stories import first_ms, marks, slap_panels
from tests.records import Told
from tests.table.games.stress.tables import after_a_pair, stress
from web.desk import SlapPanel

WATCHED = "[13] table: watched"
BOTH = ("[10.412300] Lisa: slap", "[10.431000] Bo: slap")


def panel(told: Told, place: int = 0) -> SlapPanel:
    return slap_panels(told.view, None)[place]


def hands(shown: SlapPanel) -> list[tuple[str, str, str, str]]:
    return [(hand.name, hand.value.sv, hand.error.sv, hand.outcome) for hand in shown.hands]


def test_a_game_without_slaps_has_no_stress_to_tell() -> None:
    told = Told("game vvvand8\nseats Anna Bo Cia\ndealer Anna\n", ["table: start 7H"])
    assert slap_panels(told.view, None) == ()


def test_before_the_first_stress_the_screen_says_so() -> None:
    assert (panel(stress()).verdict, panel(stress()).headline.sv) == ("calm", "Ingen stress ännu")


def test_the_verdict_is_told_with_margin_reaction_times_and_what_they_may_be_wrong_by() -> None:
    shown = panel(after_a_pair(*BOTH, WATCHED))
    assert (shown.verdict, shown.headline.en, shown.headline.sv) == ("first", "Lisa was first", "Lisa var först")
    assert (shown.margin.en, shown.margin.sv, shown.error.sv) == ("18.7 ms", "18,7 ms", "± 0,0 ms")
    assert hands(shown) == [("Lisa", "396 ms", "± 17 ms", "first"), ("Bo", "414 ms", "± 17 ms", "slower")]
    assert [hand.at_ms for hand in shown.hands] == [395.8, 414.5]


def test_a_plus_or_minus_is_never_told_smaller_than_it_is() -> None:
    shown = panel(after_a_pair("[10.4120~10.4124] Lisa: slap", "[10.4300~10.43101] Bo: slap", WATCHED))
    assert (shown.margin.en, shown.error.en) == ("18.3 ms", "± 0.8 ms")


def test_a_tie_has_a_margin_and_no_winner() -> None:
    shown = panel(after_a_pair("[10.4123] Lisa: slap", "[10.4129] Bo: slap", WATCHED))
    assert (shown.verdict, shown.headline.sv, shown.margin.sv) == ("tie", "Lika snabba", "0,6 ms")
    assert {hand.outcome for hand in shown.hands} == {"tie"}


def test_a_false_slap_is_told_by_whom() -> None:
    shown = panel(stress("[4.0] Lisa: slap", "[5.0] table: watched"))
    assert (shown.verdict, shown.headline.en, shown.margin.en) == ("false", "Lisa slapped at nothing", "")
    assert hands(shown) == []


def test_who_did_not_slap_is_told_too() -> None:
    shown = panel(after_a_pair("[10.4] Lisa: slap", WATCHED))
    assert hands(shown)[1] == ("Bo", "slog inte", "", "missing")
    assert shown.reason.sv == "Ingen annan slog i tid."


def test_g16_without_a_verdict_the_reason_is_told() -> None:
    """G16: an edge got lost, and nothing said so."""
    shown = panel(after_a_pair("[10.4] Lisa: slap", "Bo: slap", WATCHED))
    assert (shown.verdict, shown.headline.sv, shown.margin.sv) == ("none", "Ingen dom", "")
    assert (
        shown.reason.en == "Nobody knows exactly when Bo slapped, so nobody can say who was first. The table decides."
    )
    assert [outcome for *_, outcome in hands(shown)] == ["open", "untimed"]


def test_g16_a_hand_that_was_seen_late_is_not_given_a_time() -> None:
    """G16: an edge got lost, and the line was read later."""
    shown = panel(after_a_pair("[10.4] Lisa: slap", "[10.3~10.6] Bo: slap", WATCHED))
    assert (shown.verdict, shown.margin.en) == ("none", "")
    assert ("Bo", "tid saknas", "", "untimed") in hands(shown)


@pytest.mark.parametrize(
    ("told", "headline"),
    [
        ((), "Stress! Slå!"),
        (BOTH, "Väntar på kameran"),
        (("[10.4] Lisa: slap", "[10.5] table: watched"), "Väntar på nästa hand"),
    ],
)
def test_what_an_open_stress_waits_for_is_told(told: tuple[str, ...], headline: str) -> None:
    shown = panel(after_a_pair(*told))
    assert (shown.verdict, shown.headline.sv) == ("open", headline)


def test_while_the_camera_is_waited_for_nobody_is_called_first() -> None:
    shown = panel(after_a_pair(*BOTH))
    assert hands(shown) == [("Lisa", "slog", "", "open"), ("Bo", "+18,7 ms", "± 0,0 ms", "open")]


def test_the_last_stresses_are_told_newest_first_behind_the_open_one() -> None:
    told = stress(
        "[4.0] Lisa: slap", "[5] Bo: slap", "[6] table: watched", "[7] Bo: slap", header="option false_slap=nothing"
    )
    assert [shown.headline.en for shown in slap_panels(told.view, None)] == [
        "Waiting for the camera",
        "Bo slapped at nothing",
        "Lisa slapped at nothing",
    ]


def test_a_stress_without_pictures_says_why_it_has_none() -> None:
    """D19: a replay silently never appeared."""
    view = after_a_pair(*BOTH, WATCHED).view
    (kept,) = slap_panels(view, lambda story: f"g1-{story.line}")
    assert (kept.footage, kept.no_footage) == ("g1-6", None)
    (gone,) = slap_panels(view, lambda story: None)
    assert gone.footage is None and gone.no_footage is not None
    assert gone.no_footage.sv.startswith("Ingen ultrarapid")


def test_the_pair_and_every_slap_are_marked_on_one_clock() -> None:
    (story,) = after_a_pair(*BOTH, WATCHED).view.slaps
    assert [(mark.kind, mark.at_ms, mark.label.sv) for mark in marks(story)] == [
        ("pair", 0.0, "Paret ligger öppet"),
        ("slap", 395.8, "Lisa 396 ms"),
        ("slap", 414.5, "Bo 414 ms"),
    ]
    assert marks(story)[0].spread_ms == 16.5


def test_a_false_slap_marks_itself_and_no_pair() -> None:
    (story,) = stress("[4.0] Lisa: slap", "[5.0] table: watched").view.slaps
    assert [(mark.kind, mark.at_ms, mark.label.sv) for mark in marks(story)] == [("slap", 0.0, "Lisa")]
    assert first_ms(story) == 0.0

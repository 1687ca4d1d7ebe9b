"""Which edges are believed to be presses: rows G01 to G34 of what users of buttons complain of."""

import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.bounces import Judged, Presses, is_timeless
from firmware.edges import Edge

SLAP = "slap.1"


def edge(at_ms: float, *, pressed: bool = True, button: str = SLAP) -> Edge:
    return Edge(button=button, is_pressed=pressed, at_ns=round(at_ms * 1e6))


def pulse(at_ms: float, us: float = 60, button: str = SLAP) -> list[Edge]:
    return [edge(at_ms, button=button), edge(at_ms + us / 1000, pressed=False, button=button)]


def press(at_ms: float, held_ms: float, closing: Iterable[float] = (), opening: Iterable[float] = ()) -> list[Edge]:
    """A finger's press; at each of *closing* and *opening* (ms after) the contact opens or closes again, in turn."""
    down = [edge(at_ms + after, pressed=turn % 2 == 0) for turn, after in enumerate([0.0, *closing])]
    up = [edge(at_ms + held_ms + after, pressed=turn % 2 == 1) for turn, after in enumerate([0.0, *opening])]
    return down + up


class Table:
    """Judges edges in their order, and looks again whenever something is due."""

    def __init__(self, *buttons: str, held: tuple[str, ...] = ()) -> None:
        self.presses = Presses(buttons or (SLAP,), held)
        self.believed: list[Edge] = []
        self.believed_at: list[float] = []
        self.dropped = 0

    def hear(self, *edges: Edge) -> "Table":
        for one in edges:
            self._settle(one.at_ns)
            self._take(one.at_ns, self.presses.hear(one))
        return self

    def wait(self, until_ms: float) -> "Table":
        self._settle(round(until_ms * 1e6))
        return self

    def look(self, at_ms: float, *, down: bool) -> "Table":
        for judged in self.presses.look(round(at_ms * 1e6), {SLAP: down}).values():
            self._take(round(at_ms * 1e6), judged)
        return self

    def _settle(self, now_ns: int) -> None:
        while (due_ns := self.presses.due_ns) is not None and due_ns <= now_ns:
            judged = self.presses.settle(due_ns)
            if not judged:
                return
            for one in judged.values():
                self._take(due_ns, one)

    def _take(self, now_ns: int, judged: Judged) -> None:
        self.dropped += judged.is_dropped
        if judged.press is not None:
            self.believed.append(judged.press)
            self.believed_at.append(now_ns / 1e6)

    @property
    def times(self) -> list[float]:
        return [press.at_ns / 1e6 for press in self.believed]


def test_a_press_is_believed_when_it_is_let_go_and_has_its_first_edges_time() -> None:
    table = Table().hear(edge(100)).wait(130)
    assert table.believed == []
    table.hear(edge(140, pressed=False))
    assert (table.times, table.believed_at) == ([100.0], [140.0])


def test_a_hand_that_stays_on_the_button_is_believed_a_fifth_of_a_second_later() -> None:
    table = Table().hear(edge(100)).wait(301.9)
    assert table.believed == []
    table.wait(302)
    assert (table.times, table.believed_at) == ([100.0], [302.0])


def test_g18_noise_whose_end_is_heard_of_late_is_no_press_though_a_hand_is_down_by_then() -> None:
    """The level read meanwhile is that of the press which follows; only the edges, in their order, tell them apart."""
    table = Table().hear(edge(97)).look(103, down=True).look(110, down=True)
    assert table.believed == []
    table.hear(edge(97.05, pressed=False), *press(100, 40))
    (believed,) = table.believed
    assert (believed.at_ns - believed.within_ns, believed.at_ns + believed.within_ns) == (97_000_000, 100_000_000)


def test_the_first_edge_says_that_it_may_begin_a_press_and_the_bounces_do_not() -> None:
    presses = Presses([SLAP])
    edges = press(0, 30, closing=(0.4, 0.9))
    assert [presses.hear(one).begins for one in edges] == [True, False, False, False]


def test_g19_a_contact_that_bounces_for_4_ms_keeps_its_first_touch() -> None:
    table = Table(SLAP, "slap.2")
    first = press(0, 40, closing=(1.0, 2.1, 3.0, 4.0))
    second = [edge(2, button="slap.2"), edge(50, pressed=False, button="slap.2")]
    table.hear(*sorted(first + second, key=lambda one: one.at_ns))
    assert sorted((one.button, one.at_ns, one.within_ns) for one in table.believed) == [
        (SLAP, 0, 0),
        ("slap.2", 2_000_000, 0),
    ]


def test_g04_no_pulse_of_noise_is_a_press_and_all_are_counted() -> None:
    chance = random.Random(4)
    table, at_ms = Table(), 0.0
    for _ in range(200):
        table.hear(*pulse(at_ms, us=chance.uniform(20, 100)))
        at_ms += chance.choice((0.3, 2.0, 5.0, 40.0))
    table.wait(at_ms + 1000)
    assert table.believed == []
    assert table.presses.tally(SLAP).glitches == 200


def test_g28_three_pulses_of_a_millisecond_in_a_day_are_glitches() -> None:
    table = Table()
    for hour in (3, 11, 20):
        table.hear(*pulse(hour * 3.6e6, us=1000))
    table.wait(24 * 3.6e6)
    assert (table.believed, table.presses.tally(SLAP).glitches, table.dropped) == ([], 3, 3)


def test_noise_just_before_a_press_makes_its_time_wide_instead_of_wrong() -> None:
    (believed,) = Table().hear(*pulse(97, us=50), *press(100, 40)).believed
    assert (believed.at_ns - believed.within_ns, believed.at_ns + believed.within_ns) == (97_000_000, 100_000_000)


def test_a_pulse_that_late_stamps_make_look_longer_is_noise_still() -> None:
    seen_for_us = 100 + 100
    (believed,) = Table().hear(*pulse(99, us=seen_for_us), *press(100, 40)).believed
    assert (believed.at_ns - believed.within_ns, believed.at_ns + believed.within_ns) == (99_000_000, 100_000_000)


def test_noise_long_before_a_press_does_not_touch_its_time() -> None:
    table = Table().hear(*pulse(90, us=50), *press(100, 40))
    assert [(one.at_ns, one.within_ns) for one in table.believed] == [(100_000_000, 0)]


def test_noise_right_before_a_press_does_not_swallow_it() -> None:
    table = Table().hear(*pulse(95, us=50), *pulse(99, us=50), *press(100, 40))
    assert len(table.believed) == 1


def test_g02_a_short_press_does_not_swallow_the_next_one() -> None:
    assert Table().hear(*press(0, 30), *press(60, 30)).times == [0.0, 60.0]


def test_a_press_inside_the_lock_out_is_counted_as_one() -> None:
    table = Table().hear(*press(0, 12), *press(25, 15))
    assert table.times == [0.0]
    assert (table.presses.tally(SLAP).presses, table.presses.tally(SLAP).locked_out) == (1, 1)


def test_g06_a_press_is_seen_although_every_release_was_lost() -> None:
    assert Table().hear(edge(0), edge(300), edge(600)).wait(900).times == [0.0, 300.0, 600.0]


def test_a_single_edge_of_noise_whose_end_was_lost_is_no_press() -> None:
    table = Table().hear(edge(0))
    table.look(2, down=False).look(200, down=False)
    assert table.believed == []
    table.look(301, down=False)
    assert (table.believed, table.presses.tally(SLAP).glitches) == ([], 1)


def test_g34_who_hammers_is_counted_press_by_press() -> None:
    table = Table()
    for number in range(10):
        table.hear(*press(100.0 * number, 40, closing=(0.5, 1.0), opening=(0.4, 0.8)))
    assert len(table.believed) == 10
    assert (table.presses.tally(SLAP).presses, table.presses.tally(SLAP).bounces) == (10, 20)


def test_g16_a_line_that_reads_pressed_without_an_edge_is_a_press_without_a_time() -> None:
    table = Table().look(0, down=False).look(400, down=True).look(410, down=True)
    assert table.believed == []
    table.look(700, down=True)
    (believed,) = table.believed
    assert is_timeless(believed)
    assert not believed.surely
    assert believed.at_ns - believed.within_ns <= 0
    assert believed.at_ns + believed.within_ns >= 400_000_000
    assert table.presses.tally(SLAP).missed == 1


def test_g16_letting_go_of_a_press_without_an_edge_is_waited_for_no_longer() -> None:
    table = Table().look(395, down=False).look(400, down=True).hear(edge(430, pressed=False))
    assert len(table.believed) == 1
    assert is_timeless(table.believed[0])


def test_an_edge_that_is_only_late_is_no_lost_one() -> None:
    table = Table().look(395, down=False).look(401, down=True).look(411, down=True)
    table.hear(*press(400, 40)).wait(2000)
    assert [(one.at_ns, one.within_ns) for one in table.believed] == [(400_000_000, 0)]
    assert table.presses.tally(SLAP).missed == 0


def test_a_release_without_a_press_is_a_glitch() -> None:
    table = Table().hear(edge(0, pressed=False))
    assert (table.believed, table.presses.tally(SLAP).glitches) == ([], 1)


def test_letting_go_of_what_was_held_at_the_start_is_no_news() -> None:
    table = Table(held=(SLAP,)).hear(edge(0, pressed=False), *press(500, 30))
    assert table.times == [500.0]
    assert table.presses.tally(SLAP).glitches == 0


BOUNCES_MS = st.lists(st.floats(0.05, 5), max_size=6).map(lambda times: sorted(set(times))[: len(set(times)) // 2 * 2])
PRESSES = st.lists(st.tuples(st.floats(15, 60), BOUNCES_MS, BOUNCES_MS, st.floats(25, 500)), min_size=1, max_size=30)


@given(PRESSES)
def test_g01_every_press_of_15_to_60_ms_with_5_ms_of_bounce_counts_once(
    told: list[tuple[float, list[float], list[float], float]],
) -> None:
    table, now_ms, starts = Table(), 1000.0, []
    for held_ms, closing, opening, pause_ms in told:
        starts.append(round(now_ms * 1e6))
        table.hear(*press(now_ms, held_ms, closing, opening))
        now_ms += held_ms + pause_ms
    table.wait(now_ms + 1000)
    assert len(table.believed) == len(starts)
    for believed, start_ns in zip(table.believed, starts, strict=True):
        assert abs(believed.at_ns - start_ns) <= believed.within_ns


@given(st.lists(st.tuples(st.floats(0, 50), st.booleans()), max_size=40), st.floats(0, 60))
def test_whatever_edges_come_a_press_lies_between_the_first_and_the_last(
    told: list[tuple[float, bool]], wait_ms: float
) -> None:
    table, now_ms = Table(), 100.0
    for pause_ms, pressed in told:
        now_ms += pause_ms
        table.hear(edge(now_ms, pressed=pressed))
    table.wait(now_ms + wait_ms)
    for believed in table.believed:
        assert 100_000_000 <= believed.at_ns - believed.within_ns <= believed.at_ns <= round(now_ms * 1e6)


@pytest.mark.parametrize("bounce_ms", [8.0, 6.0])
def test_a_contact_that_bounces_for_8_ms_is_one_press(bounce_ms: float) -> None:
    closing = [bounce_ms * part / 10 for part in range(1, 11)]
    table = Table().hear(*press(0, 40, closing=closing))
    assert (table.times, table.believed[0].within_ns) == ([0.0], 0)


def test_the_first_touch_after_lost_edges_may_have_been_any_time_since_the_last_one_that_was_heard() -> None:
    table = Table()
    table.presses.lose([SLAP], after_ns=90_000_000, before_ns=100_000_000)
    (believed,) = table.hear(*press(100, 40)).believed
    assert (believed.at_ns - believed.within_ns, believed.at_ns + believed.within_ns) == (90_000_000, 100_000_000)
    (_, later) = table.hear(*press(500, 40)).believed
    assert (later.at_ns, later.within_ns) == (500_000_000, 0)


def test_edges_lost_long_ago_do_not_touch_a_press() -> None:
    table = Table()
    table.presses.lose([SLAP], after_ns=10_000_000, before_ns=20_000_000)
    assert [(one.at_ns, one.within_ns) for one in table.hear(*press(100, 40)).believed] == [(100_000_000, 0)]

"""The order of slaps, as `cardtable bench slap` measures it."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("table.bench.loops", reason="the other parts of `cardtable bench` are not there")

from table.bench.hands import MS, Noise, a_pair
from table.bench.races import race_in_real_time
from table.bench.slap import count, told


@pytest.mark.parametrize("is_busy", [False, True])
@pytest.mark.parametrize("noise", Noise)
def test_no_pair_is_told_in_the_wrong_order_and_no_press_is_missed_or_invented(noise: Noise, is_busy: bool) -> None:
    """G18, G32: however late an edge is heard of."""
    counted = count(noise, 60, is_busy=is_busy, seed=3)
    aimed = {figure.name: figure.is_met for figure in told(counted, "x") if figure.is_met is not None}
    assert len(aimed) == 4
    assert all(aimed.values())
    assert counted.pairs == counted.first + counted.tied + counted.unruled + counted.masked
    assert counted.first > 45


def test_hands_a_millisecond_apart_are_seldom_said_to_be_equal_while_the_lines_are_clean() -> None:
    counted = count(Noise.NONE, 150, is_busy=False, seed=4)
    assert counted.tied_apart <= 5


def test_a_simulated_pair_is_as_dirty_as_it_is_said_to_be() -> None:
    chance = random.Random(5)
    pairs = [a_pair(Noise.SHORT, chance) for _ in range(300)]
    assert 0 <= min(pair.apart_ns for pair in pairs) < MS
    assert 19 * MS < max(pair.apart_ns for pair in pairs) <= 20 * MS
    assert 1.3 < sum(pair.glitches for pair in pairs) / (2 * len(pairs)) < 1.7
    assert max(len(line) for pair in pairs for line in pair.lines) > 8
    edges = pairs[0].edges(chance)
    assert [edge[0] for edge in edges] == sorted(edge[0] for edge in edges)


def test_races_in_real_time_light_a_lamp_and_have_a_verdict() -> None:
    lamps, verdicts = race_in_real_time(3)
    assert (len(lamps), len(verdicts)) == (3, 3)
    assert all(0 < lamp < verdict for lamp, verdict in zip(lamps, verdicts, strict=True))

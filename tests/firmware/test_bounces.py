from hypothesis import given
from hypothesis import strategies as st

from firmware.bounces import FirstEdges
from firmware.edges import Edge


def edge(at_ms: float, *, pressed: bool = True, button: str = "slap.1") -> Edge:
    return Edge(button=button, is_pressed=pressed, at_ns=round(at_ms * 1e6))


def counted(edges: list[Edge], first: FirstEdges | None = None) -> list[float]:
    first = first or FirstEdges()
    return [edge.at_ns / 1e6 for edge in edges if first.counts(edge)]


def test_the_first_edge_counts_at_once() -> None:
    assert FirstEdges().counts(edge(412.3))


def test_a_release_is_no_press() -> None:
    assert not FirstEdges().counts(edge(0, pressed=False))


def test_bounces_do_not_count_and_are_numbered() -> None:
    first = FirstEdges()
    edges = [edge(0), edge(1, pressed=False), edge(2), edge(3, pressed=False), edge(4)]
    assert counted(edges, first) == [0.0]
    assert first.ignored("slap.1") == 2
    assert first.ignored("slap.2") == 0


def test_bounces_of_letting_go_after_the_lock_out_do_not_count() -> None:
    edges = [
        edge(0),
        edge(200, pressed=False),
        edge(201),
        edge(202, pressed=False),
        edge(204),
        edge(205, pressed=False),
    ]
    assert counted(edges) == [0.0]


def test_the_lock_out_ends_on_its_millisecond() -> None:
    assert counted([edge(0), edge(29.999)]) == [0.0]
    assert counted([edge(0), edge(30)]) == [0.0, 30.0]


def test_each_button_has_a_lock_out_of_its_own() -> None:
    assert counted([edge(0), edge(1, button="slap.2")]) == [0.0, 1.0]


def test_g02_a_short_press_does_not_swallow_the_next_one() -> None:
    edges = [edge(0), edge(30, pressed=False), edge(60), edge(90, pressed=False)]
    assert counted(edges) == [0.0, 60.0]


def test_g06_a_press_is_seen_although_every_release_was_lost() -> None:
    assert counted([edge(0), edge(300), edge(600)]) == [0.0, 300.0, 600.0]


BOUNCES_MS = st.lists(st.floats(0.05, 5), max_size=6).map(lambda times: sorted(set(times))[: len(set(times)) // 2 * 2])
PRESSES = st.lists(st.tuples(st.floats(15, 60), BOUNCES_MS, BOUNCES_MS, st.floats(25, 500)), min_size=1, max_size=30)


@given(PRESSES)
def test_g01_every_press_of_15_to_60_ms_with_5_ms_of_bounce_counts_once(
    presses: list[tuple[float, list[float], list[float], float]],
) -> None:
    edges: list[Edge] = []
    starts: list[float] = []
    now_ms = 1000.0
    for held_ms, closing, opening, pause_ms in presses:
        starts.append(round(now_ms * 1e6) / 1e6)
        edges += [edge(now_ms + after, pressed=turn % 2 == 0) for turn, after in enumerate([0.0, *closing])]
        now_ms += held_ms
        edges += [edge(now_ms + after, pressed=turn % 2 == 1) for turn, after in enumerate([0.0, *opening])]
        now_ms += pause_ms
    assert counted(edges) == starts

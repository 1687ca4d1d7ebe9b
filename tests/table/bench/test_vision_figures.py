"""What reading costs, as `cardtable bench vision` measures it."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("table.bench.loops", reason="the other parts of `cardtable bench` are not there")

from table.bench.vision import NETWORKS, TEN, ZONE, figures, table_with
from vision.operations import operations, read_graph
from vision.reader import Reader


def test_every_aim_of_reading_is_measured() -> None:
    """V14: under five pictures a second the aim is missed, and said to be."""
    measured = {figure.name: figure for figure in figures(True)}
    assert all(figure.value > 0 for figure in measured.values())
    aimed = {figure.unit for figure in measured.values() if figure.is_met is not None}
    assert aimed == {"ms", "MB", "pictures", "pictures/s"}
    assert [figure.at_least for figure in measured.values() if figure.unit == "pictures"] == [5.0]
    assert measured["weights"].is_met


def test_the_picture_that_is_measured_shows_cards_that_are_read() -> None:
    labels = [sighting.label for sighting in Reader.load().read(table_with(TEN[:1], ZONE, width=150.0))]
    assert labels == [TEN[0]]


@pytest.mark.parametrize("weights", NETWORKS.values(), ids=NETWORKS)
def test_operations_grow_with_the_pixels(weights: Path) -> None:
    assert read_graph(weights).nodes
    few, many = (operations(weights, (64 * times, 48 * times)) for times in (1, 4))
    assert 12 < many / few < 20

"""How well packs are read that the reader never learned, as `cardtable bench packs` measures it."""

from __future__ import annotations

from table.bench.packs import figures
from table.twin.faces import DESIGNS


def test_cards_of_packs_never_learned_are_read_and_not_taken_for_others() -> None:
    measured = {figure.name: figure for figure in figures(True)}
    shares = [measured[f"cards read of the pack '{name}'"].value for name in DESIGNS]
    assert min(shares) >= 95
    assert measured["cards taken for others"].value <= 0.3
    assert 0 < measured["the same, jokers"].value <= 100

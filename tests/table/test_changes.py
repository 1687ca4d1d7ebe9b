from dataclasses import FrozenInstanceError, replace

import pytest

from table.changes import changed, made
from table.rulings import ClauseId, Kind, Ruling

CLAUSE = ClauseId("S4.2")


def test_a_value_made_is_the_same_as_one_made_the_usual_way() -> None:
    one, usual = made(Ruling, line=3, clause=CLAUSE, kind=Kind.DUE), Ruling(line=3, clause=CLAUSE, kind=Kind.DUE)
    assert one == usual
    assert (hash(one), repr(one), one.seat) == (hash(usual), repr(usual), None)


def test_a_value_changed_is_the_same_as_one_replaced() -> None:
    for one in (made(Ruling, line=3, clause=CLAUSE, kind=Kind.DUE), Ruling(line=3, clause=CLAUSE, kind=Kind.DUE)):
        assert changed(one, aspect="flip") == replace(one, aspect="flip")
        assert one.aspect == ""


def test_nothing_of_it_can_be_set_afterwards() -> None:
    one = changed(made(Ruling, line=3, clause=CLAUSE, kind=Kind.DUE), line=4)
    with pytest.raises(FrozenInstanceError):
        one.line = 5  # type: ignore[misc] # that it cannot be is what is tested

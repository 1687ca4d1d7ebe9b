import pytest

from table.moments import Micros, Moment


def moment(earliest: int, latest: int) -> Moment:
    return Moment(Micros(earliest), Micros(latest))


def test_what_ended_before_the_other_began_was_surely_before() -> None:
    assert moment(0, 99).is_surely_before(moment(100, 200))


def test_one_microsecond_in_common_leaves_it_open() -> None:
    assert not moment(0, 100).is_surely_before(moment(100, 200))
    assert not moment(100, 200).is_surely_before(moment(0, 100))


def test_nothing_is_surely_before_itself() -> None:
    assert not moment(5, 5).is_surely_before(moment(5, 5))


def test_a_moment_cannot_end_before_it_begins() -> None:
    with pytest.raises(ValueError, match=r"a moment cannot end \(99 us\) before it begins \(100 us\)"):
        moment(100, 99)

import pytest

from table.rulebook import Evidence, Rulebook


def out_of_turn() -> None: ...


def card_does_not_fit() -> None: ...


def test_a_function_is_found_by_the_clause_it_applies() -> None:
    book = Rulebook()
    entered = book.clause("V3.4", Evidence.CAMERA | Evidence.DERIVED)(out_of_turn)
    assert entered is out_of_turn
    assert book.number_of(out_of_turn) == "V3.4"
    assert [(clause.number, clause.judge, clause.evidence) for clause in book] == [
        ("V3.4", out_of_turn, Evidence.CAMERA | Evidence.DERIVED)
    ]


def test_no_clause_is_judged_twice() -> None:
    book = Rulebook()
    book.clause("V3.2", Evidence.CAMERA)(card_does_not_fit)
    with pytest.raises(ValueError, match=r"clause V3\.2 is judged twice: by card_does_not_fit and out_of_turn"):
        book.clause("V3.2", Evidence.CAMERA)(out_of_turn)


def test_a_clause_that_nobody_can_judge_says_why() -> None:
    book = Rulebook()
    book.unjudged("V3.1", Evidence.NONE, "no penalty")
    (clause,) = book
    assert (clause.judge, clause.why_not) == (None, "no penalty")


def test_chapters_follow_each_other() -> None:
    first, second = Rulebook(), Rulebook()
    first.unjudged("V1.4", Evidence.NONE, "unseen")
    second.clause("V3.4", Evidence.CAMERA)(out_of_turn)
    assert [clause.number for clause in first + second] == ["V1.4", "V3.4"]


def test_chapters_with_a_clause_in_common_do_not_go_together() -> None:
    first, second = Rulebook(), Rulebook()
    first.unjudged("V3.4", Evidence.NONE, "unseen")
    second.clause("V3.4", Evidence.CAMERA)(out_of_turn)
    with pytest.raises(ValueError, match=r"clause V3\.4 is judged twice: by nobody and out_of_turn"):
        first + second


def test_a_function_that_applies_no_clause_has_no_number() -> None:
    with pytest.raises(KeyError, match="out_of_turn applies no clause"):
        Rulebook().number_of(out_of_turn)

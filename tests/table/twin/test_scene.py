import pytest

from table.twin.scene import Arm, LyingCard, Scene, Stage, Thing

SEVEN = LyingCard(label="7H", at=(270.0, 270.0))
TEN = LyingCard(label="10S", at=(280.0, 260.0), turn=90.0)
BO = Arm(owner="Bo", shoulder=(300.0, 700.0), hand=(300.0, 400.0))


def test_a_laid_card_lies_on_top() -> None:
    scene = Scene().with_laid(SEVEN).with_laid(TEN)
    assert scene.top_at((270.0, 270.0)) == TEN
    assert scene.top_at((270.0, 300.0)) == SEVEN
    assert scene.top_at((10.0, 10.0)) is None


def test_a_taken_card_is_gone() -> None:
    assert Scene().with_laid(SEVEN, TEN).without([TEN]).cards == (SEVEN,)


def test_a_card_that_is_not_there_cannot_be_taken() -> None:
    with pytest.raises(ValueError, match="10S does not lie"):
        Scene().with_laid(SEVEN).without([TEN])


def test_a_deed_leaves_the_old_scene_as_it_was() -> None:
    before = Scene().with_laid(SEVEN)
    before.with_laid(TEN)
    assert before.cards == (SEVEN,)


def test_a_deed_shares_what_stayed_the_same() -> None:
    before = Scene().with_laid(SEVEN, TEN)
    assert before.with_arm(BO).cards is before.cards


def test_a_turned_cards_corners_go_round_clockwise_from_its_own_top_left() -> None:
    card = LyingCard(label="AS", at=(100.0, 100.0), turn=90.0)
    assert [pytest.approx(corner) for corner in ((144, 71), (144, 129), (56, 129), (56, 71))] == list(card.corners)


def test_cards_in_a_hand_move_with_it() -> None:
    arm = Arm(owner="Bo", shoulder=(300.0, 700.0), hand=(300.0, 400.0), holds=(SEVEN,)).moved_to((310.0, 380.0))
    assert arm.hand == (310.0, 380.0)
    assert arm.holds[0].at == (280.0, 250.0)


def test_each_owner_has_one_arm() -> None:
    scene = Scene().with_arm(BO).with_arm(BO.moved_to((0.0, 0.0)))
    assert [arm.hand for arm in scene.arms] == [(0.0, 0.0)]
    assert scene.without_arm("Bo").arms == ()


def test_a_stage_shows_the_last_deed() -> None:
    stage = Stage()
    before = stage.scene
    stage.lay(SEVEN, TEN)
    stage.put_arm(BO)
    stage.take(TEN)
    stage.withdraw_arm("Bo")
    assert stage.scene == Scene(cards=(SEVEN,))
    assert stage.scene is not before


def test_a_thing_stands_on_the_table() -> None:
    assert Scene().with_thing(Thing(at=(5.0, 5.0))).things == (Thing(at=(5.0, 5.0)),)

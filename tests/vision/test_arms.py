import numpy as np

from vision.arms import Arms
from vision.motion import ArmSeen, Shape
from vision.sightings import Reach, Span

WEST, SOUTH = (1, 0), (0, 1)
FRAME_MS = 33


def shape(x: int, zone: str | None = None, area: float = 900.0) -> Shape:
    mask = np.zeros((40, 100), np.bool_)
    mask[10:30, x : x + 10] = True
    return Shape(mask=mask, over_mm2=() if zone is None else ((zone, area),))


def arm(side: tuple[int, int], zone: str | None = None, area: float = 900.0) -> ArmSeen:
    x = 0 if side == WEST else 80
    return ArmSeen(shape=shape(x, zone, area), votes=(side[0] * 20, side[1] * 20), at_px=(float(x), 20.0))


class Film:
    """Shows arms picture by picture, thirty a second, at a scale of 0.4 pixels a millimetre."""

    def __init__(self) -> None:
        self.arms = Arms(("west", "south"))
        self.pictures = 0
        self.ended: list[Reach] = []

    def show(self, *seen: ArmSeen, loose: tuple[Shape, ...] = (), pictures: int = 1) -> None:
        for _ in range(pictures):
            self.ended += self.arms.follow(seen, loose, self.pictures * FRAME_MS * 1_000_000, 0.4)
            self.pictures += 1


def test_a_reach_lasts_from_the_first_picture_with_the_arm_to_the_first_without() -> None:
    film = Film()
    film.show(pictures=2)
    film.show(arm(WEST), pictures=10)
    film.show(pictures=12)
    assert film.ended == [Reach(number=1, side="west", during=Span(2 * FRAME_MS * 10**6, 12 * FRAME_MS * 10**6))]


def test_an_arm_that_is_not_seen_for_some_pictures_has_not_left() -> None:
    film = Film()
    film.show(arm(WEST), pictures=5)
    film.show(pictures=4)
    film.show(arm(WEST), pictures=5)
    film.show(pictures=12)
    assert [reach.number for reach in film.ended] == [1]


def test_who_comes_again_later_makes_another_reach() -> None:
    film = Film()
    for _ in range(2):
        film.show(arm(WEST), pictures=5)
        film.show(pictures=12)
    assert [reach.number for reach in film.ended] == [1, 2]


def test_a_glimpse_of_one_picture_is_no_reach() -> None:
    film = Film()
    film.show(arm(WEST))
    film.show(pictures=12)
    assert film.ended == []


def test_a_hand_whose_sleeve_looks_like_the_mat_has_not_left() -> None:
    film = Film()
    film.show(arm(WEST), pictures=5)
    for x in (4, 10, 16, 22):
        film.show(loose=(shape(x, "pile"),), pictures=5)
    film.show(arm(WEST), pictures=3)
    film.show(pictures=12)
    assert [reach.number for reach in film.ended] == [1]
    assert film.arms.who_was_over("pile") == ("west", 1)


def test_who_was_over_a_zone_is_known_after_the_arm_has_left() -> None:
    film = Film()
    film.show(arm(SOUTH, "pile"), pictures=5)
    film.show(pictures=12)
    assert film.arms.who_was_over("pile") == ("south", 1)
    assert film.arms.who_was_over("talon") == (None, None)


def test_nobody_knows_whose_card_it_is_if_two_arms_were_over_the_zone() -> None:
    film = Film()
    film.show(arm(SOUTH, "pile"), arm(WEST, "pile", area=600), pictures=5)
    assert film.arms.who_was_over("pile") == (None, None)


def test_an_arm_that_only_brushed_the_zone_has_no_part() -> None:
    film = Film()
    film.show(arm(SOUTH, "pile"), arm(WEST, "pile", area=200), pictures=5)
    assert film.arms.who_was_over("pile") == ("south", 1)


def test_a_zone_that_is_quiet_again_forgets_who_was_over_it() -> None:
    film = Film()
    film.show(arm(SOUTH, "pile"), pictures=5)
    film.arms.forget("pile")
    assert film.arms.who_was_over("pile") == (None, None)


def test_when_the_view_breaks_off_all_reaches_end() -> None:
    film = Film()
    film.show(arm(WEST), arm(SOUTH), pictures=5)
    assert {reach.side for reach in film.arms.end_all()} == {"west", "south"}

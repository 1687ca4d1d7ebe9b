from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frames import Frame
from vision.pictures import Picture
from vision.sightings import Placement, Quad, Reach, Removal, Sighting, VisionReport, Watched
from vision.stills import PictureWatch

SECOND = 1_000_000_000


def card(label: str | None, x: float = 100, whole: bool = True) -> Sighting:
    quad: Quad = ((x, 50), (x + 58, 50), (x + 58, 138), (x, 138))
    return Sighting(label=label, confidence=0.97, quad=quad, whole=whole, doubt=None if label else "blur")


@dataclass
class Album:
    """A reader that knows what is on each page, whatever the picture."""

    pages: list[tuple[Sighting, ...]]
    turned: int = field(default=0)

    def read(self, picture: Picture) -> tuple[Sighting, ...]:
        self.turned += 1
        return self.pages[self.turned - 1]


def told(*pages: tuple[Sighting, ...]) -> list[tuple[VisionReport, ...]]:
    watch = PictureWatch(Album(list(pages)))
    frames = (Frame(np.full((200, 300, 3), 90, np.uint8), number * SECOND) for number in range(len(pages)))
    return [watch.look(frame) for frame in frames]


def labels(reports: tuple[VisionReport, ...]) -> list[tuple[str | None, bool]]:
    return [(report.label, report.moved_only) for report in reports if isinstance(report, Placement)]


def test_each_picture_with_another_card_is_a_movement_of_its_own() -> None:
    first, second = told((card("7H"),), (card("9S", x=130),))
    one, reach, watched = second
    assert isinstance(one, Placement) and isinstance(reach, Reach) and isinstance(watched, Watched)
    assert (one.zone, one.label, one.reached_from) == ("pile", "9S", None)
    assert (one.during.first_ns, one.during.last_ns, watched.until_ns) == (0, SECOND, SECOND)
    assert labels(first) == [("7H", False)] and one.reach == reach.number == 2


def test_the_same_card_in_the_same_place_is_nothing_new() -> None:
    assert told((card("7H"),), (card("7H", x=102),))[1] == (Watched(SECOND),)


def test_the_same_face_elsewhere_has_moved() -> None:
    assert labels(told((card("7H"),), (card("7H", x=140),))[1]) == [("7H", True)]


def test_two_new_cards_are_one_movement_from_left_to_right() -> None:
    _, reports = told((card("7H"),), (card("7H"), card("7D", x=220), card("7C", x=170)))
    assert labels(reports) == [("7C", False), ("7D", False)]
    assert len({report.reach for report in reports if isinstance(report, Placement)}) == 1


def test_a_card_that_cannot_be_read_is_told_if_it_is_all_there_is() -> None:
    assert labels(told((card("7H"),), (card(None, x=200),))[1]) == [(None, False)]


def test_clutter_beside_a_card_that_was_read_is_not_told() -> None:
    assert labels(told((card("7H"),), (card("9S"), card(None, x=220)))[1]) == [("9S", False)]


def test_a_picture_without_cards_is_a_removal() -> None:
    assert isinstance(told((card("7H"),), ())[1][0], Removal)


def test_the_evidence_is_the_picture() -> None:
    placement = told((card("7H"),))[0][0]
    assert isinstance(placement, Placement)
    picture = cv2.imdecode(np.frombuffer(placement.evidence, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and picture.shape == (200, 300, 3)

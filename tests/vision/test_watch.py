from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.tables import (
    FRAME_NS,
    UNFOUND,
    UNREADABLE,
    Arm,
    Card,
    Disc,
    FrameReader,
    Lamp,
    Table,
    film,
    picture_of,
)
from vision.frames import Frame
from vision.mat import Zone, load_mat
from vision.pictures import Picture
from vision.sightings import Placement, Reach, Removal, Sighting, SightLost, VisionReport, Watched
from vision.watch import Watch
from vision.zonewatch import SWIFT

MAT = load_mat("table-60x42")
EMPTY = Table(MAT)
SEVEN, NINE, FOUR = Card("7H", (262, 268), turn=12), Card("9S", (278, 262), turn=-24), Card("4D", (270, 280), turn=75)
REACHES = {
    "south-west": ((150, 520), (262, 330)),
    "south-east": ((420, 520), (290, 320)),
    "north-east": ((440, -100), (290, 240)),
    "north-west": ((160, -100), (250, 230)),
    "west": ((-100, 250), (220, 265)),
    "east": ((700, 260), (320, 270)),
}


def arm(side: str, drawn_back: float = 0.0) -> Arm:
    """An arm over the pile, or drawn back along itself by so many mm."""
    (x1, y1), (x2, y2) = REACHES[side]
    length = float(np.hypot(x2 - x1, y2 - y1))
    back = ((x1 - x2) / length * drawn_back, (y1 - y2) / length * drawn_back)
    return Arm((x1 + back[0], y1 + back[1]), (x2 + back[0], y2 + back[1]))


def reaching(table: Table, side: str, after: Table) -> list[tuple[Table, float]]:
    """Someone reaches in over the first table and leaves the second one behind: about a second."""
    way_in = [(table.under(arm(side, back)), 66.0) for back in (220, 150, 80, 30)]
    over = [(after.under(arm(side)), 133.0)]
    way_out = [(after.under(arm(side, back)), 66.0) for back in (30, 80, 150, 220)]
    return way_in + over + way_out


def watched(watch: Watch, frames: Iterable[Frame]) -> list[VisionReport]:
    return [report for frame in frames for report in watch.look(frame)]


def told(reports: Iterable[VisionReport]) -> list[VisionReport]:
    return [report for report in reports if not isinstance(report, Watched)]


def placements(reports: Iterable[VisionReport]) -> list[Placement]:
    return [report for report in reports if isinstance(report, Placement)]


@pytest.fixture
def reader() -> FrameReader:
    return FrameReader()


@pytest.fixture
def watch(reader: FrameReader) -> Watch:
    return Watch(MAT, reader)


@pytest.fixture
def swift(reader: FrameReader) -> Watch:
    return Watch(MAT, reader, patience=SWIFT)


@pytest.mark.parametrize("side", REACHES)
def test_a_card_is_reported_with_the_side_from_which_it_was_laid(watch: Watch, side: str) -> None:
    after = EMPTY.laid(SEVEN)
    reports = told(watched(watch, film((EMPTY, 600), *reaching(EMPTY, side, after), (after, 700))))
    placement, reach = reports
    assert isinstance(placement, Placement) and isinstance(reach, Reach)
    assert (placement.zone, placement.label, placement.reached_from) == ("pile", "7H", side)
    assert (reach.side, reach.number) == (side, placement.reach)


def test_a_card_came_between_the_last_frame_without_it_and_the_first_with_it_at_rest(watch: Watch) -> None:
    after = EMPTY.laid(SEVEN)
    frames = list(film((EMPTY, 600), *reaching(EMPTY, "west", after), (after, 700)))
    during = placements(watched(watch, frames))[0].during
    first_over, hand_lifted = 12, 12 + 4 + 3  # frames: the table empty, the way in, over the pile
    assert frames[first_over].taken_ns <= during.first_ns < frames[first_over + 4].taken_ns
    assert frames[hand_lifted].taken_ns <= during.last_ns <= frames[hand_lifted + 3].taken_ns


def test_the_evidence_is_a_small_picture_of_the_zone(watch: Watch) -> None:
    after = EMPTY.laid(SEVEN)
    jpeg = placements(watched(watch, film((EMPTY, 600), *reaching(EMPTY, "west", after), (after, 700))))[0].evidence
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and max(picture.shape) == 480


def test_a_card_that_slides_in_has_no_identity_before_it_has_rested(watch: Watch, reader: FrameReader) -> None:
    slide = [(EMPTY.laid(replace(SEVEN, at=(262 - step * 12, 268))), 34.0) for step in range(18, 0, -1)]
    moving = list(film((EMPTY, 600), *slide))
    assert told(watched(watch, moving)) == []
    rested_ns = moving[-1].taken_ns + FRAME_NS
    rest = film((EMPTY.laid(SEVEN), 700), start_ns=rested_ns)
    told_ns, found = next((frame.taken_ns, found) for frame in rest if (found := placements(watch.look(frame))))
    assert found[0].label == "7H" and told_ns - rested_ns >= 400e6


def test_a_card_half_under_a_resting_hand_has_no_identity(watch: Watch) -> None:
    covered = EMPTY.laid(SEVEN).under(Arm((700, 260), (275, 270)))
    assert told(watched(watch, film((EMPTY, 600), (covered, 3000)))) == []


def test_a_hand_over_the_pile_that_lays_nothing_is_only_a_reach(watch: Watch) -> None:
    table = EMPTY.laid(SEVEN)
    watched(watch, film((table, 800)))
    start = 900_000_000
    reports = told(watched(watch, film(*reaching(table, "east", table), (table, 900), start_ns=start)))
    assert [type(report) for report in reports] == [Reach]


def test_two_cards_laid_in_one_reach_have_its_number(watch: Watch) -> None:
    one, two = EMPTY.laid(SEVEN), EMPTY.laid(SEVEN, NINE)
    scenes = [
        (EMPTY, 600.0),
        *reaching(EMPTY, "south-east", one)[:5],
        (one.under(arm("south-east", 95)), 500.0),
        (two.under(arm("south-east", 20)), 200.0),
        (two.under(arm("south-east", 95)), 500.0),
        (two, 600.0),
    ]
    reports = told(watched(watch, film(*scenes)))
    first, second, reach = reports
    assert isinstance(first, Placement) and isinstance(second, Placement) and isinstance(reach, Reach)
    assert (first.label, second.label) == ("7H", "9S")
    assert first.reach == second.reach == reach.number
    assert first.during.last_ns <= second.during.first_ns


def test_two_reaches_have_two_numbers(watch: Watch) -> None:
    one, two = EMPTY.laid(SEVEN), EMPTY.laid(SEVEN, NINE)
    scenes = [*reaching(EMPTY, "west", one), (one, 600.0), *reaching(one, "west", two), (two, 600.0)]
    first, second = placements(watched(watch, film((EMPTY, 600), *scenes)))
    assert first.reach != second.reach


def test_taking_the_top_card_back_shows_the_older_one_again(watch: Watch) -> None:
    one, two = EMPTY.laid(SEVEN), EMPTY.laid(SEVEN, NINE)
    scenes = [(two, 800.0), *reaching(two, "west", one), (one, 700.0)]
    watched(watch, film((one, 800)))
    reports = placements(watched(watch, film(*scenes, start_ns=900_000_000)))
    assert [(report.label, report.moved_only) for report in reports] == [("9S", False), ("7H", False)]


def test_taking_the_last_card_away_is_a_removal(watch: Watch) -> None:
    table = EMPTY.laid(SEVEN)
    scenes = [*reaching(EMPTY, "west", table), (table, 600.0), *reaching(table, "east", EMPTY), (EMPTY, 700.0)]
    reports = told(watched(watch, film((EMPTY, 600), *scenes)))
    removal = reports[2]
    assert isinstance(removal, Removal)
    assert (removal.zone, removal.reached_from) == ("pile", "east")


def test_a_card_that_was_pushed_has_only_moved(watch: Watch) -> None:
    table, pushed = EMPTY.laid(SEVEN), EMPTY.laid(replace(SEVEN, at=(275, 268)))
    watched(watch, film((table, 800)))
    reports = placements(watched(watch, film(*reaching(table, "east", pushed), (pushed, 700), start_ns=900_000_000)))
    assert [(report.label, report.moved_only) for report in reports] == [("7H", True)]


def test_a_card_pushed_by_a_hair_is_not_reported(watch: Watch) -> None:
    table, pushed = EMPTY.laid(SEVEN), EMPTY.laid(replace(SEVEN, at=(264, 267), turn=13))
    watched(watch, film((table, 800)))
    reports = watched(watch, film(*reaching(table, "east", pushed), (pushed, 700), start_ns=900_000_000))
    assert placements(reports) == []


def test_a_card_that_cannot_be_read_is_reported_without_a_label_after_patience(watch: Watch) -> None:
    after = EMPTY.laid(Card(UNREADABLE, (262, 268)))
    frames = film((EMPTY, 600), *reaching(EMPTY, "west", after), (after, 2200))
    told_ns, found = next((frame.taken_ns, found) for frame in frames if (found := placements(watch.look(frame))))
    assert [card.label for card in found] == [None]
    assert 1500e6 <= told_ns - found[0].during.last_ns <= 1700e6


@pytest.mark.parametrize("before", [EMPTY, EMPTY.laid(SEVEN)])
def test_a_card_that_the_reader_does_not_even_find_is_reported_without_a_label(watch: Watch, before: Table) -> None:
    after = before.laid(Card(UNFOUND, (275, 272), turn=40))
    watched(watch, film((EMPTY, 600), (before, 700)))
    scenes = [*reaching(before, "west", after), (after, 1800.0)]
    reports = placements(watched(watch, film(*scenes, start_ns=2_000_000_000)))
    assert [(report.label, report.reached_from) for report in reports] == [(None, "west")]


def test_a_card_that_could_not_be_read_is_told_before_the_next_one_covers_it(watch: Watch) -> None:
    dark = EMPTY.laid(Card(UNREADABLE, (262, 268)))
    after = dark.laid(NINE)
    scenes = [(EMPTY, 600.0), *reaching(EMPTY, "west", dark), (dark, 700.0), *reaching(dark, "east", after)]
    first, second = placements(watched(watch, film(*scenes, (after, 700))))
    assert (first.label, first.reached_from) == (None, "west")
    assert (second.label, second.reached_from) == ("9S", "east")
    assert first.during.last_ns < second.during.first_ns


def test_a_card_that_cannot_be_read_and_lies_exactly_on_another_is_reported_without_a_label(swift: Watch) -> None:
    before, after = EMPTY.laid(Card("4D", (262, 268))), EMPTY.laid(Card(UNREADABLE, (263, 267)))
    watched(swift, film((EMPTY, 600), (before, 600)))
    scenes = [*reaching(before, "west", after), (after, 1200.0)]
    reports = placements(watched(swift, film(*scenes, start_ns=2_000_000_000)))
    assert [(report.label, report.reached_from, report.moved_only) for report in reports] == [(None, "west", False)]


class TiredReader(FrameReader):
    """Sees every card, and when tired cannot name any."""

    is_tired = False

    def read(self, picture: Picture) -> tuple[Sighting, ...]:
        return tuple(replace(seen, label=None) if self.is_tired else seen for seen in super().read(picture))


@pytest.mark.parametrize("pushed", [(262.0, 268.0), (264.0, 266.5)])
def test_a_card_that_cannot_be_read_any_more_and_looks_as_before_is_the_one_it_was(pushed: tuple[float, float]) -> None:
    tired = TiredReader()
    watch, before, after = Watch(MAT, tired, patience=SWIFT), EMPTY.laid(SEVEN), EMPTY.laid(replace(SEVEN, at=pushed))
    assert len(placements(watched(watch, film((EMPTY, 600), (before, 1000))))) == 1
    tired.is_tired = True
    scenes = [*reaching(before, "west", after), (after, 1200.0)]
    assert placements(watched(watch, film(*scenes, start_ns=2_000_000_000))) == []


def test_a_card_that_can_be_read_at_last_has_only_moved(watch: Watch) -> None:
    dark, read = EMPTY.laid(Card(UNREADABLE, (262, 268))), EMPTY.laid(Card("7H", (262, 268)))
    scenes = [(EMPTY, 600.0), (dark, 2000.0), *reaching(dark, "west", read), (read, 700.0)]
    reports = placements(watched(watch, film(*scenes)))
    assert [(report.label, report.moved_only) for report in reports] == [(None, False), ("7H", True)]


def test_cards_laid_at_once_are_told_from_left_to_right(watch: Watch) -> None:
    row = EMPTY.laid(Card("KC", (350, 95)), Card("2C", (120, 95)), Card("JS", (230, 95)))
    reports = placements(watched(watch, film((EMPTY, 600), (row, 800))))
    assert [(report.zone, report.label) for report in reports] == [("drawn", "2C"), ("drawn", "JS"), ("drawn", "KC")]


def test_what_lies_there_at_the_start_is_told_once(watch: Watch) -> None:
    reports = told(watched(watch, film((EMPTY.laid(SEVEN), 2000))))
    assert [(type(report), getattr(report, "label", None)) for report in reports] == [(Placement, "7H")]


def test_an_older_card_of_the_stack_that_peeps_out_is_nothing_new(watch: Watch) -> None:
    one = EMPTY.laid(SEVEN)
    stack, spread = one.laid(NINE), EMPTY.laid(replace(SEVEN, at=(236, 268)), NINE)
    watched(watch, film((one, 700), (stack, 700)))
    reports = watched(watch, film(*reaching(stack, "west", spread), (spread, 700), start_ns=2_000_000_000))
    assert placements(reports) == []


def test_an_empty_table_gives_nothing_in_a_minute_and_is_not_read_again(watch: Watch, reader: FrameReader) -> None:
    watched(watch, film((EMPTY, 1000)))
    reads = reader.reads
    pictures = [picture_of(EMPTY, seed) for seed in range(3)]
    frames = (Frame(pictures[n % 3], 1_100_000_000 + n * FRAME_NS) for n in range(1200))
    reports = watched(watch, frames)
    assert told(reports) == [] and reader.reads == reads
    assert 55 <= len(reports) <= 61


LAMPS = {
    "halved": [Lamp(light=0.5)],
    "doubled": [Lamp(light=2.0)],
    "another lamp from the side": [Lamp(slope=0.8)],
    "slow drift": [Lamp(light=1 + step / 40) for step in range(20)],
    "flicker": [Lamp(bands=0.2, phase=step * 0.9) for step in range(24)],
    "flicker while dimmed": [Lamp(light=0.6, bands=0.2, phase=step * 0.9) for step in range(24)],
}


@pytest.mark.parametrize("name", LAMPS)
def test_light_that_changes_is_no_event(watch: Watch, name: str) -> None:
    table = EMPTY.laid(SEVEN, Card("KC", (450, 265)))
    watched(watch, film((table, 900)))
    scenes = [(table.lit(lamp), 2000.0 / len(LAMPS[name])) for lamp in LAMPS[name]]
    reports = watched(watch, film(*scenes, (table, 1500), start_ns=1_000_000_000))
    assert told(reports) == []


@pytest.mark.parametrize("lamp", [Lamp(light=0.5), Lamp(light=1.8), Lamp(bands=0.2)])
def test_a_card_laid_in_other_light_is_seen_all_the_same(watch: Watch, lamp: Lamp) -> None:
    dark, after = EMPTY.lit(lamp), EMPTY.laid(SEVEN).lit(lamp)
    scenes = [(EMPTY, 800.0), (dark, 500.0), *reaching(dark, "south-west", after), (after, 700.0)]
    reports = told(watched(watch, film(*scenes)))
    assert [type(report) for report in reports] == [Placement, Reach]
    assert isinstance(reports[0], Placement) and reports[0].reached_from == "south-west"


def test_a_cup_put_on_the_pile_zone_is_no_card(watch: Watch) -> None:
    cup = replace(EMPTY, discs=(Disc((270, 270), 38, (150, 120, 90)),))
    reports = told(watched(watch, film((EMPTY, 600), *reaching(EMPTY, "east", cup), (cup, 2500))))
    assert [type(report) for report in reports] == [Reach]


def test_a_card_under_a_cup_is_not_taken_away(watch: Watch) -> None:
    table = EMPTY.laid(SEVEN)
    cup = replace(table, discs=(Disc((262, 268), 60, (150, 120, 90)),))
    scenes = [*reaching(EMPTY, "west", table), (table, 600.0), *reaching(table, "east", cup), (cup, 2500.0)]
    reports = told(watched(watch, film((EMPTY, 600), *scenes)))
    assert [type(report) for report in reports] == [Placement, Reach, Reach]


@pytest.mark.parametrize("pushed", [(3.0, 2.0), (9.0, -4.0), (45.0, 20.0)])
def test_a_camera_that_is_pushed_finds_the_mat_again_and_says_nothing_wrong(
    watch: Watch, pushed: tuple[float, float]
) -> None:
    before = EMPTY.laid(SEVEN)
    table = replace(before, pushed=pushed)
    after = replace(table, cards=(SEVEN, NINE))
    scenes = [(before, 900.0), (table, 2600.0), *reaching(table, "west", after), (after, 800.0)]
    reports = told(watched(watch, film(*scenes)))
    assert [getattr(report, "label", "reach") for report in reports] == ["7H", "9S", "reach"]


def test_a_lost_camera_is_told_and_what_happened_meanwhile_is_found_out(watch: Watch) -> None:
    watched(watch, film((EMPTY, 900)))
    assert watch.lost(900_000_000, "no pictures") == (SightLost(900_000_000, "no pictures"),)
    placement = placements(watched(watch, film((EMPTY.laid(SEVEN), 900), start_ns=9_000_000_000)))[0]
    assert placement.during.first_ns < 900_000_000 and placement.during.last_ns == 9_000_000_000


def test_without_the_mat_in_sight_people_are_told_every_ten_seconds(watch: Watch) -> None:
    frames = (Frame(np.full((544, 728, 3), 90, np.uint8), n * 200_000_000) for n in range(100))
    reports = watched(watch, frames)
    assert len(reports) == 2 and isinstance(reports[0], SightLost)
    assert "none of the mat's markers (0, 1, 2, 3) is seen" in reports[0].reason


def test_an_arm_that_lay_still_for_long_leaves_nothing_behind(watch: Watch) -> None:
    """It counts as furniture after a while: once it is away, the mat under it is the mat again."""
    lying = EMPTY.under(Arm((760, 172), (556, 172)))
    after = EMPTY.laid(Card("KC", (455, 270)))
    scenes = [(EMPTY, 800.0), (lying, 14_000.0), (EMPTY, 1200.0), *reaching(EMPTY, "east", after), (after, 1500.0)]
    reports = told(watched(watch, film(*scenes)))
    assert [getattr(report, "label", "reach") for report in reports] == ["reach", "KC", "reach"]


def test_in_a_swift_game_a_card_counts_after_a_tenth_of_a_second(swift: Watch, reader: FrameReader) -> None:
    after = EMPTY.laid(SEVEN)
    watched(swift, film((EMPTY, 600)))
    reads = reader.reads
    reports = watched(swift, film(*reaching(EMPTY, "west", after), (after, 200), start_ns=700_000_000))
    assert [report.label for report in placements(reports)] == ["7H"]
    assert reader.reads <= reads + 3


def test_in_a_swift_game_every_picture_says_how_far_the_camera_has_come(swift: Watch) -> None:
    watched(swift, film((EMPTY, 600)))
    frames = list(film((EMPTY, 500), start_ns=700_000_000))
    assert watched(swift, frames) == [Watched(frame.taken_ns) for frame in frames]


def test_a_zone_that_looks_empty_again_is_told_so_in_a_swift_game_too(swift: Watch) -> None:
    table = EMPTY.laid(SEVEN)
    watched(swift, film((EMPTY, 600), *reaching(EMPTY, "west", table), (table, 600)))
    reports = watched(swift, film(*reaching(table, "east", EMPTY), (EMPTY, 600), start_ns=3_000_000_000))
    assert [type(report) for report in told(reports)] == [Removal, Reach]


def test_a_card_taken_away_beside_the_border_does_not_look_like_an_arm() -> None:
    mat = replace(MAT, zones=(Zone("row", ((200, 290), (400, 290), (400, 418), (200, 418))),))
    watch, bare = Watch(mat, FrameReader(), patience=SWIFT), Table(mat)
    table = bare.laid(Card("7H", (300, 368), turn=15))
    reports = told(watched(watch, film((table, 600), *reaching(table, "south-west", bare), (bare, 900))))
    assert [type(report) for report in reports] == [Placement, Removal, Reach]


def test_readings_are_complete_only_up_to_a_disturbance_that_lasts(watch: Watch) -> None:
    restless = [(EMPTY.under(arm("west", back)), 66.0) for back in (0, 20) * 20]
    reports = watched(watch, film((EMPTY, 1200), *restless))
    assert max(report.until_ns for report in reports if isinstance(report, Watched)) <= 1_200_000_000

"""What users of other card readers complain of, row by row: the rows are named V01, V02 and so on."""

import math

import cv2
import numpy as np
import pytest

from table.twin.faces import Deck, design
from tests.vision.printed import Laid, table
from tests.vision.sheets import NOTHING, PLAIN, in_light, is_red, of_suit, outcome, places, sheet, spot
from tests.vision.tables import Arm, Card, FrameReader, Table, film
from vision.deck import SUITS
from vision.mat import load_mat
from vision.pictures import Picture
from vision.reader import Reader
from vision.sightings import Placement
from vision.watch import Watch
from vision.zonewatch import Patience

MIXED = ("7H", "KS", "10D", "3C", "QH", "AS", "5D", "JC", "9S", "2H")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def labels_in(reader: Reader, picture: Picture) -> list[str]:
    return [sighting.label for sighting in reader.read(picture) if sighting.label is not None]


def a_zone(*cards: Laid) -> Picture:
    return table(*cards, size=(320, 320), deck=PLAIN)


def indices(card: Laid) -> tuple[tuple[float, float], tuple[float, float]]:
    top_left, top_right, bottom_right, bottom_left = card.corners
    first = top_left + 0.11 * (top_right - top_left) + 0.13 * (bottom_left - top_left)
    second = bottom_right + top_left - first
    return (float(first[0]), float(first[1])), (float(second[0]), float(second[1]))


def test_v01_all_cards_at_five_levels_of_light(reader: Reader) -> None:
    for gain, least in ((0.25, 0.0), (0.5, 0.9), (1.0, 0.98), (2.0, 0.0), (4.0, 0.0)):
        total = NOTHING
        for suit in SUITS:
            picture = in_light(sheet(of_suit(suit)), gain)
            total += outcome(reader, picture, of_suit(suit))
        assert total.wrong == (), gain
        assert total.share >= least, gain


def test_v02_a_card_that_leaves_the_picture_is_right_then_unsure_then_gone(reader: Reader) -> None:
    card = Laid(label="8D", at=(160, 160), width=120)
    whole = a_zone(card)
    said = []
    for step in range(21):
        picture = whole.copy()
        picture = picture[:, 100 + 6 * step :]
        said.append(labels_in(reader, np.ascontiguousarray(picture)))
    assert said[0] == ["8D"]
    assert all(labels in (["8D"], []) for labels in said)
    assert said[-1] == []


def test_v05_light_that_differs_from_card_to_card(reader: Reader) -> None:
    picture = sheet(MIXED)
    slope = np.geomspace(1.15, 1.15 / 4, picture.shape[1])[None, :, None]
    assert outcome(reader, in_light(picture, slope), MIXED).wrong == ()
    assert outcome(reader, in_light(picture, slope), MIXED).share >= 0.9
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    lamp = 0.5 + 0.7 * np.exp(-((rows - 80) ** 2 + (columns - 300) ** 2) / 2 / 110**2)[..., None]
    lit = outcome(reader, in_light(picture, lamp), MIXED)
    assert lit.wrong == ()
    assert lit.share >= 0.9


def test_v06_glare_on_one_index_leaves_the_other_and_on_both_is_called_glare(reader: Reader) -> None:
    card = Laid(label="JD", at=(160, 160), width=140, turn=15.0)
    first, second = indices(card)
    for place in (first, second):
        assert labels_in(reader, spot(a_zone(card), place, 26)) == ["JD"]
    doubts = [(seen.label, seen.doubt) for seen in reader.read(spot(spot(a_zone(card), first, 26), second, 26))]
    assert doubts in ([(None, "glare")], [])


def test_v08_the_frame_of_a_court_card_is_not_its_border(reader: Reader) -> None:
    courts = [rank + suit for rank in "JQK" for suit in SUITS]
    for turn in range(0, 360, 45):
        laid = places(courts, [float(turn)])
        truth = {card.label: card for card in laid}
        for seen in reader.read(sheet(courts, [float(turn)])):
            assert seen.label in truth or seen.label is None
            if seen.label is not None and seen.whole:
                area = cv2.contourArea(np.array(seen.quad, np.float32))
                assert area == pytest.approx(cv2.contourArea(truth[seen.label].corners.astype(np.float32)), rel=0.03)


def test_v10_every_suit_is_read_and_red_is_never_black(reader: Reader) -> None:
    decks = [PLAIN, *(Deck(design(name), px_per_mm=5.0) for name in ("serif", "large"))]
    for suit in SUITS:
        total = NOTHING
        for deck in decks:
            total += outcome(reader, sheet(of_suit(suit), deck=deck), of_suit(suit))
        assert total.share >= 0.97, suit
        assert total.wrong == (), suit


def test_v11_a_card_that_still_arrives_has_no_identity() -> None:
    mat = load_mat("table-60x42")
    watch = Watch(mat, FrameReader(), patience=Patience(settle_ms=400))
    empty = Table(mat)
    way = [
        (empty.laid(Card("7H", (262 + 8 * step, 268))).under(Arm((420, 520), (290 + 8 * step, 300))), 50.0)
        for step in range(12, 0, -1)
    ]
    still = empty.laid(Card("7H", (262, 268)))
    came = list(film((empty, 600), *way, (still, 1500)))
    rests_ns = came[12 + 12].taken_ns
    told = [(frame.taken_ns, report) for frame in came for report in watch.look(frame)]
    placed = [(at, report.label) for at, report in told if isinstance(report, Placement)]
    assert [label for _, label in placed] == ["7H"]
    assert placed[0][0] - rests_ns >= 350_000_000


def test_v13_hands_cups_telephones_and_patterned_cloth_are_no_cards(reader: Reader) -> None:
    chance = np.random.default_rng(8)
    for number in range(6):
        picture = table(size=(640, 480))
        if number % 2:
            picture[:] = np.where(
                (np.indices((480, 640)).sum(axis=0) // 24 % 2)[..., None], (60, 40, 170), (230, 235, 235)
            )
        for _ in range(5):
            at = tuple(int(value) for value in chance.integers(60, 420, 2))
            cv2.circle(picture, at, 44, (235, 240, 240), -1, cv2.LINE_AA)
            cv2.circle(picture, at, 36, (30, 50, 90), -1, cv2.LINE_AA)
            hand = [(int(x), int(y)) for x, y in chance.integers(0, 480, (4, 2))]
            cv2.fillConvexPoly(picture, cv2.convexHull(np.array(hand)), (132, 164, 208), cv2.LINE_AA)
        cv2.rectangle(picture, (420, 120), (520, 330), (25, 25, 25), -1)
        cv2.rectangle(picture, (428, 140), (512, 310), (240, 230, 220), -1)
        cv2.putText(picture, "10:47", (436, 180), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (40, 40, 40), 2)
        assert labels_in(reader, np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)) == [], number


def test_v18_a_lens_out_of_focus_is_called_blur(reader: Reader) -> None:
    for label in ("7S", "QD", "10C"):
        picture = cv2.GaussianBlur(a_zone(Laid(label=label, at=(160, 160), width=100)), (0, 0), 3)
        for seen in reader.read(np.asarray(picture, np.uint8)):
            assert seen.label == label or (seen.label is None and seen.doubt == "blur")


def test_v19_bands_of_a_flickering_lamp_change_nothing(reader: Reader) -> None:
    picture = sheet(MIXED)
    for phase in (0.0, 1.6, 3.1):
        bands = 1 + 0.2 * np.sin(np.linspace(0, 9, picture.shape[0]) + phase)[:, None, None]
        seen = outcome(reader, in_light(picture, 0.85 * bands), MIXED)
        assert (seen.right, seen.wrong) == (len(MIXED), ())


def test_v20_swapped_colours_never_make_a_heart_black(reader: Reader) -> None:
    for suit in "HD":
        swapped = np.ascontiguousarray(sheet(of_suit(suit))[..., ::-1])
        assert all(is_red(label) for label in labels_in(reader, swapped))


@pytest.mark.parametrize("is_grey", [False, True])
def test_v32_shapes_of_suits_are_not_mixed_up_upside_down(reader: Reader, is_grey: bool) -> None:
    for ranks in (("3", "8", "K"), ("A", "6", "J")):
        labels = [rank + suit for rank in ranks for suit in "SHD"]
        picture = sheet(labels, [0.0, 180.0])
        if is_grey:
            picture = np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
        seen = outcome(reader, picture, labels)
        assert seen.wrong == ()
        assert is_grey or seen.right == len(labels)


def test_v33_two_cards_that_overlap_never_become_a_third(reader: Reader) -> None:
    for share in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
        under, upper = (
            Laid(label="5C", at=(120, 160), width=110),
            Laid(label="QH", at=(230 - 110 * share, 166), width=110, turn=6),
        )
        said = labels_in(reader, table(under, upper, size=(340, 320), deck=PLAIN))
        assert sorted(said) in (["5C", "QH"], ["QH"]), share


def test_v35_tens_are_read_at_every_angle(reader: Reader) -> None:
    tens = [f"10{suit}" for suit in SUITS]
    total = NOTHING
    for turn in range(0, 360, 30):
        total += outcome(reader, sheet([*tens, *tens], [turn + 10.0 * n for n in range(3)]), [*tens, *tens])
    assert total.wrong == ()
    assert total.share >= 0.99


def test_v36_a_spotlight_is_said_or_read_past(reader: Reader) -> None:
    card = Laid(label="9S", at=(160, 160), width=130, turn=8)
    for place in ((110.0, 90.0), (160.0, 160.0), (210.0, 230.0)):
        for seen in reader.read(spot(a_zone(card), place, 45)):
            assert seen.label == "9S" or (seen.label is None and seen.doubt is not None)


def test_v37_clubs_and_spades_are_told_apart_in_brighter_and_darker_light(reader: Reader) -> None:
    labels = [*of_suit("C"), *of_suit("S")]
    for gain in (0.9, 1.1):
        seen = outcome(reader, in_light(sheet(labels), gain), labels)
        assert seen.wrong == (), gain
        assert seen.share >= 0.96, gain


def test_v40_colour_gains_that_change_do_not_change_red_and_black(reader: Reader) -> None:
    picture = sheet(MIXED)
    for gains in ((1.3, 1.0, 0.75), (0.75, 1.0, 1.3), (1.0, 1.0, 1.0)):
        seen = outcome(reader, in_light(picture, gains), MIXED)
        assert seen.wrong == (), gains
        assert seen.share >= 0.9, gains


def test_v42_white_cards_on_a_dark_table_may_be_overexposed(reader: Reader) -> None:
    dark = table(*places(MIXED, [10.0, 200.0]), size=(750, 300), cloth=(14, 16, 18), deck=PLAIN)
    for gain, least in ((1.0, 0.9), (1.4, 0.8), (2.2, 0.0)):
        seen = outcome(reader, in_light(dark, gain), MIXED)
        assert seen.wrong == (), gain
        assert seen.share >= least, gain


def test_v45_neighbouring_ranks_and_six_and_nine_are_not_mixed_up(reader: Reader) -> None:
    labels = [rank + suit for suit in SUITS for rank in "6789"]
    for turns in ([0.0], [180.0]):
        seen = outcome(reader, sheet(labels, turns), labels)
        assert (seen.right, seen.wrong) == (len(labels), ())


def test_v46_a_camera_tilted_by_25_degrees_reads_as_well(reader: Reader) -> None:
    picture = sheet(MIXED)
    height, width = picture.shape[:2]
    total = NOTHING
    for tilt in (12.0, 25.0):
        back = math.sin(math.radians(tilt)) * 0.35 * width * height / width
        squeezed = height * math.cos(math.radians(tilt))
        seen_at = np.array(((back, 0), (width - back, 0), (width, squeezed), (0, squeezed)), np.float32)
        flat = np.array(((0, 0), (width, 0), (width, height), (0, height)), np.float32)
        tilted = cv2.warpPerspective(
            picture, cv2.getPerspectiveTransform(flat, seen_at), (width, height), flags=cv2.INTER_AREA
        )
        total += outcome(reader, np.asarray(tilted, np.uint8), MIXED)
    assert total.wrong == ()
    assert total.share >= 0.95

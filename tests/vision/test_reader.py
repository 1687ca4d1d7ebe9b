from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.twin.faces import Deck, design
from tests.vision.printed import WOOD, Laid
from tests.vision.printed import table as laid_out
from vision.deck import LABELS
from vision.network import IndexNetwork, WeightsError
from vision.pictures import Picture
from vision.reader import Reader
from vision.sightings import Sighting

table = partial(laid_out, deck=Deck(design("plain")))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def labels(sightings: tuple[Sighting, ...]) -> list[str | None]:
    return sorted((sighting.label for sighting in sightings), key=str)


def with_glare(picture: Picture, *places: tuple[float, float], radius: float = 34) -> Picture:
    light = np.zeros(picture.shape[:2], np.float32)
    for x, y in places:
        cv2.circle(light, (round(x), round(y)), round(radius), 400.0, -1)
    return np.asarray((picture + cv2.GaussianBlur(light, (0, 0), 6)[..., None]).clip(0, 255), np.uint8)


def indices(card: Laid) -> tuple[tuple[float, float], tuple[float, float]]:
    top_left, top_right, bottom_right, bottom_left = card.corners
    first = top_left + 0.11 * (top_right - top_left) + 0.13 * (bottom_left - top_left)
    second = bottom_right + top_left - first
    return (float(first[0]), float(first[1])), (float(second[0]), float(second[1]))


@pytest.mark.parametrize("label", LABELS)
def test_every_face_is_read(reader: Reader, label: str) -> None:
    (sighting,) = reader.read(table(Laid(label=label, at=(320, 240), turn=7.0 * LABELS.index(label))))
    assert sighting.label == label
    assert sighting.whole


def test_a_card_half_as_large_as_the_one_beside_it_is_read_too(reader: Reader) -> None:
    cards = (Laid(label="7H", at=(330, 400), width=400), Laid(label="QC", at=(850, 250), width=200, turn=40))
    assert labels(reader.read(table(*cards, size=(1100, 800)))) == ["7H", "QC"]


@pytest.mark.parametrize("label", ["6C", "9C", "6D", "9D", "AS", "AH", "10C", "KD"])
def test_a_card_reads_the_same_at_every_turn(reader: Reader, label: str) -> None:
    for turn in range(0, 360, 45):
        assert labels(reader.read(table(Laid(label=label, at=(320, 240), turn=turn)))) == [label], turn


def test_many_cards_are_read_at_once(reader: Reader) -> None:
    names = ("10H", "QS", "7C", "3D", "X", "AC")
    cards = [
        Laid(label=name, at=(150 + 230 * (n % 3), 170 + 300 * (n // 3)), turn=35.0 * n, width=140)
        for n, name in enumerate(names)
    ]
    assert labels(reader.read(table(*cards, size=(800, 640), cloth=WOOD))) == sorted(names)


def test_the_uppermost_card_of_a_pile_is_read(reader: Reader) -> None:
    pile = [
        Laid(label=name, at=(160 + 3 * n, 160 - 4 * n), turn=3.0 * n, width=128)
        for n, name in enumerate(("2C", "KD", "8H", "5S"))
    ]
    read = reader.read(table(*pile, size=(320, 320)))
    assert [sighting.label for sighting in read if sighting.label] == ["5S"]


def test_the_quad_begins_at_the_cards_own_top_left(reader: Reader) -> None:
    card = Laid(label="4H", at=(300, 240), turn=20.0)
    (sighting,) = reader.read(table(card))
    assert np.hypot(*(np.array(sighting.quad) - card.corners).T).max() < 0.04 * card.width


def test_one_index_in_the_glare_is_never_another_card(reader: Reader) -> None:
    card = Laid(label="JD", at=(320, 240), turn=15.0)
    first, second = indices(card)
    for place in (first, second):
        assert set(labels(reader.read(with_glare(table(card), place)))) <= {"JD", None}


def test_both_indices_in_the_glare_are_never_guessed(reader: Reader) -> None:
    for label in ("JD", "5C", "9S"):
        card = Laid(label=label, at=(320, 240))
        assert all(sighting.label is None for sighting in reader.read(with_glare(table(card), *indices(card))))


def test_a_card_covered_more_and_more_is_never_another_card(reader: Reader) -> None:
    for share in np.linspace(0, 1, 21):
        picture = table(Laid(label="8D", at=(320, 240)))
        picture[:, : int(220 + 200 * share)] = (60, 95, 45)
        assert {sighting.label for sighting in reader.read(picture)} <= {"8D", None}


def test_red_is_never_taken_for_black_in_coloured_light(reader: Reader) -> None:
    for label in ("6H", "6D", "6S", "6C"):
        for gains in ((1.0, 0.9, 0.7), (0.7, 0.9, 1.0)):
            picture = np.asarray(table(Laid(label=label, at=(320, 240))) * np.array(gains), np.uint8)
            assert {sighting.label for sighting in reader.read(picture)} <= {label, None}


def test_a_blurred_card_is_read_or_doubted(reader: Reader) -> None:
    for sigma in (1, 2, 3, 5, 8):
        picture = cv2.GaussianBlur(table(Laid(label="7S", at=(320, 240))), (0, 0), sigma)
        assert {sighting.label for sighting in reader.read(np.asarray(picture, np.uint8))} <= {"7S", None}


def test_what_is_no_card_is_not_named(reader: Reader) -> None:
    paper = table()
    cv2.rectangle(paper, (200, 100), (420, 400), (240, 240, 240), -1)
    for line in range(8):
        cv2.putText(paper, "A 7 of K, 10 Q", (215, 140 + 32 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (30, 30, 30), 2)
    back = table(Laid(label="", at=(320, 240), turn=10.0))
    for picture in (table(), paper, back):
        assert all(sighting.label is None for sighting in reader.read(picture))


def test_an_empty_table_has_nothing_to_say(reader: Reader) -> None:
    assert reader.read(table()) == ()


def test_the_same_picture_gives_the_same_sightings(reader: Reader) -> None:
    picture = table(Laid(label="QD", at=(320, 240), turn=200.0))
    assert reader.read(picture) == reader.read(picture)


def test_missing_weights_are_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"index\.onnx: the card reader's weights are missing; install cardtable"):
        IndexNetwork.load(tmp_path / "index.onnx")


def test_broken_weights_are_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "index.onnx").write_bytes(b"no network")
    with pytest.raises(WeightsError, match=r"index\.onnx: OpenCV .* cannot load it"):
        IndexNetwork.load(tmp_path / "index.onnx")

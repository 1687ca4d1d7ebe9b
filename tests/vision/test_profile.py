import contextlib
from pathlib import Path

import numpy as np
import pytest

from table.twin.faces import Deck, design
from tests.vision.backs import BLUE, RED, Pack, rings
from tests.vision.decks import profile_of, seen
from tests.vision.printed import Laid, table
from vision.backs import find_face_down
from vision.deck import LABELS
from vision.learning import DeckLearner, Matter, Misnamed, shown_back
from vision.pictures import Picture
from vision.poses import Patches
from vision.profile import KnownDeck, Profile, ProfileError, closest, is_other_deck

PLAIN, SWEDISH = (Deck(design(name), px_per_mm=4.0) for name in ("plain", "swedish"))

SOME = ("AC", "7D", "9H", "10S", "JC", "QD", "KH", "3S")

Evidence = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


@pytest.fixture(scope="module")
def plain() -> Profile:
    return profile_of(PLAIN, SOME, np.random.default_rng(1))


@pytest.fixture(scope="module")
def swedish() -> Profile:
    return profile_of(SWEDISH, SOME, np.random.default_rng(2))


@pytest.fixture(scope="module")
def cards() -> dict[str, Patches]:
    chance = np.random.default_rng(3)
    return {label: seen(PLAIN, label, chance) for label in SOME}


def said(**shares: float) -> Evidence:
    """What a network might say of an index; the rest is "no index"."""
    evidence = np.zeros(len(LABELS) + 1)
    for label, share in shares.items():
        evidence[LABELS.index(label.removeprefix("_"))] = share
    evidence[-1] = 1 - evidence.sum()
    return evidence


def share(evidence: Evidence, label: str) -> float:
    return float(evidence[LABELS.index(label)])


def test_a_doubtful_reading_of_a_known_face_becomes_surer(plain: Profile, cards: dict[str, Patches]) -> None:
    for label in SOME:
        evidence = said(**{f"_{label}": 0.5, "_8H" if label[-1] in "CS" else "_8C": 0.3})
        assert share(plain.weighed(cards[label], evidence), label) > 0.6


def test_a_sure_but_wrong_reading_becomes_doubtful(plain: Profile, cards: dict[str, Patches]) -> None:
    assert share(plain.weighed(cards["7D"], said(_KH=0.95, _7D=0.02)), "KH") < 0.6
    assert share(plain.weighed(cards["AC"], said(_JC=0.95, _AC=0.02)), "JC") < 0.6


def test_what_looks_like_no_face_is_left_as_it_was(plain: Profile) -> None:
    noise = np.random.default_rng(4).integers(0, 256, (64, 48, 3), np.uint8)
    evidence = said(_7D=0.8, _7H=0.1)
    assert np.allclose(plain.weighed(noise, evidence), evidence, atol=1e-6)


def test_the_shares_sum_to_one(plain: Profile, cards: dict[str, Patches]) -> None:
    for patch in cards.values():
        assert plain.weighed(patch, said(_2C=0.2)).sum() == pytest.approx(1)


def test_v09_another_pack_under_this_profile_is_noticed_before_the_first_deal(
    plain: Profile, swedish: Profile, cards: dict[str, Patches]
) -> None:
    """The cards laid out for the draw for the deal are enough."""
    right, wrong = KnownDeck(plain), KnownDeck(swedish)
    for label, patch in cards.items():
        for deck in (right, wrong):
            deck.weighed(patch, said(**{f"_{label}": 0.9}))
    assert not right.is_wrong
    assert wrong.is_wrong


def test_two_or_three_odd_cards_are_no_other_pack(plain: Profile) -> None:
    assert not is_other_deck(plain, [0.1, 0.1, 0.1])
    assert is_other_deck(plain, [0.1, 0.1, 0.1, 0.1])
    assert not is_other_deck(plain, [])


def test_of_two_profiles_that_of_the_pack_on_the_table_is_closest(
    plain: Profile, swedish: Profile, cards: dict[str, Patches]
) -> None:
    chance = np.random.default_rng(5)
    assert closest((swedish, plain), list(cards.items())) is plain
    assert closest((plain, swedish), [(label, seen(SWEDISH, label, chance)) for label in SOME]) is swedish


def test_a_face_learnt_from_a_wrong_card_is_noticed() -> None:
    chance = np.random.default_rng(6)
    profile = profile_of(PLAIN, (*SOME, "7H", "KD", "KC"), chance)
    mixed = dict(profile.faces) | {"KH": profile.faces["7D"]}
    assert Profile("", mixed, 0.9).looks_like("KH") != "KH"
    assert all(profile.looks_like(label) == label for label in profile.labels)


def test_a_profile_comes_back_as_it_was_saved(plain: Profile, tmp_path: Path, cards: dict[str, Patches]) -> None:
    path = tmp_path / "packs" / "plain.npz"
    plain.save(path)
    again = Profile.load(path)
    assert (again.name, again.labels, again.usual_fit) == (plain.name, plain.labels, plain.usual_fit)
    assert np.allclose(again.fits(cards["AC"])[0], plain.fits(cards["AC"])[0])
    assert [file.name for file in path.parent.iterdir()] == ["plain.npz"]


def test_what_is_no_profile_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no profile")
    np.savez(tmp_path / "other.npz", something=np.zeros(3))
    with pytest.raises(ProfileError, match=r"none\.npz: no such deck profile; make it with: cardtable learn-deck"):
        Profile.load(tmp_path / "none.npz")
    for name in ("text.npz", "other.npz"):
        with pytest.raises(ProfileError, match=rf"{name}: no deck profile; make it anew with"):
            Profile.load(tmp_path / name)


RED_PACK, BLUE_PACK = Pack(rings(RED)), Pack(rings(BLUE))


def face_down(pack: Pack) -> Picture:
    return table(Laid(label="", at=(320, 240), turn=25.0), deck=pack)


def with_back(profile: Profile, pack: Pack) -> Profile:
    return Profile(profile.name, profile.faces, profile.usual_fit, shown_back(face_down(pack), []).look)


def test_a_profile_keeps_its_back(plain: Profile, tmp_path: Path) -> None:
    red = with_back(plain, RED_PACK)
    red.save(tmp_path / "red.npz")
    again = Profile.load(tmp_path / "red.npz")
    assert again.back is not None
    assert np.array_equal(again.back, red.back)
    plain.save(tmp_path / "plain.npz")
    assert Profile.load(tmp_path / "plain.npz").back is None


def test_a_profile_of_the_version_without_backs_is_still_read(plain: Profile, tmp_path: Path) -> None:
    plain.save(tmp_path / "new.npz")
    with np.load(tmp_path / "new.npz") as stored:
        older = {name: stored[name] for name in stored.files if name != "backs"} | {"version": np.int64(1)}
    np.savez_compressed(tmp_path / "old.npz", **older)
    again = Profile.load(tmp_path / "old.npz")
    assert (again.labels, again.back) == (plain.labels, None)
    assert KnownDeck(again).face_down(face_down(RED_PACK), [], [], []) == ()


def test_a_back_out_of_form_is_said_with_what_to_do(plain: Profile, tmp_path: Path) -> None:
    plain.save(tmp_path / "sound.npz")
    with np.load(tmp_path / "sound.npz") as stored:
        kept = {name: stored[name] for name in stored.files}
    for number, change in enumerate(
        ({"backs": np.zeros((1, 5, 5, 3), np.uint8)}, {"backs": np.zeros(3, np.uint8)}, {"version": np.int64(3)})
    ):
        np.savez_compressed(tmp_path / f"{number}.npz", **(kept | change))
        with pytest.raises(ProfileError, match="another version; make it anew with: cardtable learn-deck"):
            Profile.load(tmp_path / f"{number}.npz")
    missing = {name: kept[name] for name in kept if name != "backs"}
    np.savez_compressed(tmp_path / "missing.npz", **missing)
    with pytest.raises(ProfileError, match="no deck profile; make it anew"):
        Profile.load(tmp_path / "missing.npz")


def test_a_damaged_file_is_told_wherever_it_is_damaged(plain: Profile, tmp_path: Path) -> None:
    path, chance = tmp_path / "plain.npz", np.random.default_rng(7)
    plain.save(path)
    sound = path.read_bytes()
    for _ in range(60):
        damaged = bytearray(sound)
        damaged[int(chance.integers(len(sound)))] ^= int(chance.integers(1, 256))
        path.write_bytes(bytes(damaged))
        with contextlib.suppress(ProfileError):  # not every byte matters
            Profile.load(path)


def test_packs_with_equal_faces_are_kept_apart_by_a_card_face_down(plain: Profile, cards: dict[str, Patches]) -> None:
    red, blue = with_back(plain, RED_PACK), with_back(plain, BLUE_PACK)
    faces = list(cards.items())
    for pack, own, other in ((RED_PACK, red, blue), (BLUE_PACK, blue, red)):
        backs = find_face_down(face_down(pack), [])
        assert closest((other, own), faces, backs) is own
        assert closest((own, other), faces, backs) is own
        assert closest((other, own), [], backs) is own


def test_a_back_of_another_pack_is_noticed_and_one_of_the_own_ends_the_doubt(plain: Profile) -> None:
    deck = KnownDeck(with_back(plain, RED_PACK))
    assert not deck.is_wrong
    assert len(deck.face_down(face_down(BLUE_PACK), [], [], [])) == 1
    assert deck.is_wrong
    assert deck.has_wrong_back
    assert len(deck.face_down(face_down(RED_PACK), [], [], [])) == 1
    assert not deck.is_wrong


def test_where_an_index_was_found_no_other_pack_lies_face_down(plain: Profile) -> None:
    deck, picture = KnownDeck(with_back(plain, RED_PACK)), face_down(BLUE_PACK)
    (there,) = deck.face_down(picture, [], [], [])
    assert KnownDeck(deck.profile).face_down(picture, [], [there], []) == ()
    assert KnownDeck(deck.profile).face_down(picture, [there], [], []) == ()


def test_of_a_second_back_it_is_said_that_it_is_another_and_the_first_one_stays() -> None:
    learner = DeckLearner()
    learner.take_back(shown_back(face_down(RED_PACK), []).look)
    before = learner.back
    with pytest.raises(Misnamed) as refused:
        learner.take_back(shown_back(face_down(BLUE_PACK), []).look)
    assert refused.value.matter is Matter.ANOTHER_BACK
    assert learner.back is before


def test_what_is_no_back_is_not_learnt_as_one() -> None:
    left, right = Laid(label="", at=(170, 240)), Laid(label="", at=(470, 240))
    both = table(left, right, deck=RED_PACK)
    both[:, :320] = table(left, deck=BLUE_PACK)[:, :320]
    pictures = {
        Matter.NO_BACK: table(),
        Matter.SEVERAL_BACKS: both,
        Matter.FACE_UP: table(Laid(label="9S", at=(320, 240), turn=25.0), deck=RED_PACK),
        Matter.ON_WHITE: table(Laid(label="", at=(320, 240)), cloth=(236, 240, 242), deck=RED_PACK),
    }
    for matter, picture in pictures.items():
        with pytest.raises(Misnamed) as refused:
            shown_back(picture, [])
        assert refused.value.matter is matter

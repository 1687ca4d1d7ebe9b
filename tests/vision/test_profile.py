from pathlib import Path

import numpy as np
import pytest

from table.twin.faces import Deck, design
from tests.vision.decks import profile_of, seen
from vision.deck import LABELS
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

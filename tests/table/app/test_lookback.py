"""The last seconds before a stress, from the camera to the screens."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.app.host import Host
from table.app.lookback import MOST_CLIPS, PACKED_AT_ONCE, Lookback, Remembered
from table.game import Header, SlapStory
from table.ledger import Ledger
from table.seats import Seat
from table.witness import Seating
from vision.frames import Frame, PictureFolder
from web.desk import Footage

LISA, BO = SEATS = (Seat("Lisa"), Seat("Bo"))
STRESS = Header(game="stress", seats=SEATS)
OPENED_NS = 5_000_000_000
MS = 1_000_000
FRAME_NS = 33 * MS

STORY = SlapStory(seats={LISA: 400.0, BO: 420.0}, winner=LISA, margin_ms=20.0, error_ms=0.1, verdict="first", line=6)

DEALT = ("Lisa: open 4H 9C KD 2S", "Bo: open 6S JD 3H 10C", "[0~0.03] Lisa: flip 5H", "[0~0.03] Bo: flip 6D")
PAIR = "[10.000~10.020] Bo: lay 6S on Lisa"
SLAPS = ("[10.4102~10.4102] Lisa: slap", "[10.430~10.430] Bo: slap")


def frame(at_ns: int) -> Frame:
    """A frame whose brightness tells its time."""
    return Frame(np.full((48, 64, 3), at_ns // FRAME_NS % 256, np.uint8), at_ns)


def filmed(lookback: Lookback, from_ns: int, to_ns: int) -> None:
    for at_ns in range(from_ns, to_ns, FRAME_NS):
        lookback.see(frame(at_ns))


@pytest.fixture
def lookback() -> Lookback:
    made = Lookback()
    made.is_on = True
    return made


def times(footage: Footage | None) -> list[float]:
    assert footage is not None
    return [frame.at_ms for frame in footage.frames]


def test_the_two_seconds_before_a_slap_and_a_little_after_it_are_kept(lookback: Lookback) -> None:
    slap_ns = 10_000 * MS
    filmed(lookback, 0, slap_ns + 50 * MS)  # the slap is heard a little late
    lookback.keep("g1-6", slap_ns)
    filmed(lookback, slap_ns + 70 * MS, slap_ns + 9000 * MS)
    seen = times(lookback.footage("g1-6", STORY))
    assert seen == sorted(seen)
    assert -1800 <= seen[0] <= -1750, "2.2 s before the slap, which came 0.4 s after the pair"
    assert 950 <= seen[-1] <= 1000
    assert max(after - before for before, after in pairwise(seen)) < 90


def test_each_picture_is_the_one_of_its_time(lookback: Lookback) -> None:
    filmed(lookback, 0, 3000 * MS)
    lookback.keep("g1-6", 2500 * MS)
    footage = lookback.footage("g1-6", STORY)
    assert footage is not None
    for shown in footage.frames[::10]:
        pixels = cv2.imdecode(np.frombuffer(shown.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert pixels is not None
        taken = round((shown.at_ms + 2100) * MS / FRAME_NS)
        assert abs(int(pixels.mean()) - taken % 256) <= 3


def test_both_slaps_of_a_stress_have_the_same_pictures(lookback: Lookback) -> None:
    filmed(lookback, 0, 3000 * MS)
    lookback.keep("g1-7", 2520 * MS)
    lookback.keep("g1-6", 2500 * MS)
    filmed(lookback, 3000 * MS, 4000 * MS)
    assert times(lookback.footage("g1-6", STORY)) == [
        pytest.approx(at_ms + 20, abs=0.2) for at_ms in times(lookback.footage("g1-7", STORY))
    ]


def test_a_slow_second_hand_makes_the_clip_longer(lookback: Lookback) -> None:
    filmed(lookback, 0, 3000 * MS)
    lookback.keep("g1-6", 3000 * MS)
    filmed(lookback, 3000 * MS, 4500 * MS)
    lookback.keep("g1-7", 4500 * MS)
    filmed(lookback, 4500 * MS, 9000 * MS)
    assert 2400 <= times(lookback.footage("g1-6", STORY))[-1] <= 2500


def test_pictures_are_packed_a_few_at_a_time_and_all_the_same_to_be_had_at_once(lookback: Lookback) -> None:
    filmed(lookback, 0, 3000 * MS)
    lookback.keep("g1-6", 3000 * MS)
    before = lookback.nbytes
    whole = times(lookback.footage("g1-6", STORY))
    lookback.see(frame(3000 * MS))
    filmed(lookback, 3033 * MS, 3033 * MS + FRAME_NS * len(whole) // PACKED_AT_ONCE)
    assert times(lookback.footage("g1-6", STORY))[: len(whole)] == whole
    assert lookback.nbytes < 2 * before


def test_the_memory_is_bounded_however_long_and_hard_is_slapped(lookback: Lookback) -> None:
    sizes = []
    for number in range(20):
        began = 3000 * MS * number
        filmed(lookback, began, began + 3000 * MS)
        lookback.keep(f"g1-{number}", began + 2000 * MS)
        lookback.keep(f"g1-{number}b", began + 2050 * MS)
        sizes.append(lookback.nbytes)
    assert max(sizes[10:]) <= 1.02 * max(sizes[:10])
    kept = [number for number in range(20) if lookback.has(f"g1-{number}")]
    assert kept == list(range(20 - MOST_CLIPS, 20))
    assert not lookback.has("g1-0b")


def test_a_game_without_slaps_keeps_no_pictures() -> None:
    lookback = Lookback()
    filmed(lookback, 0, 3000 * MS)
    assert lookback.nbytes == 0


def test_a_camera_is_remembered_as_its_frames_go_by(lookback: Lookback, tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), frame(0).pixels)
    camera = Remembered(PictureFolder(tmp_path), lookback)
    assert (camera.name, camera.ended) == (str(tmp_path), False)
    while camera.next_frame(1.0) is not None:
        pass
    assert camera.ended
    lookback.keep("g1-6", 2_000_000_000)
    assert len(times(lookback.footage("g1-6", STORY))) == 3
    camera.close()


# On the table


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A table half a minute after its game of Stress was opened."""
    now_ns = iter([OPENED_NS])
    with Ledger(tmp_path / "log.sqlite") as ledger:
        yield Host(ledger, STRESS, Seating(seats=SEATS), lambda: next(now_ns, OPENED_NS + 30_000 * MS))


def asked(host: Host, name: str) -> Footage | None:
    """What a screen gets, asking from its own thread."""
    found: list[Footage | None] = []
    screen = threading.Thread(target=lambda: found.append(host.board.footage(name)))
    screen.start()
    while screen.is_alive():
        host.work(0.02)
    screen.join()
    return found[0]


def tell_all(host: Host, *lines: str) -> None:
    for line in lines:
        answer = host.tell(line)
        assert answer.accepted, f"{line}: {answer.text.en}"


def test_a_verdict_brings_its_pictures_to_the_screens(host: Host) -> None:
    tell_all(host, *DEALT)
    filmed(host.lookback, OPENED_NS + 6000 * MS, OPENED_NS + 10_420 * MS)
    tell_all(host, *SLAPS)
    filmed(host.lookback, OPENED_NS + 10_440 * MS, OPENED_NS + 14_000 * MS)
    tell_all(host, PAIR, "[13] table: watched")
    (shown,) = host.board.latest().view.slaps
    assert (shown.verdict, shown.no_footage) == ("first", None)
    footage = asked(host, shown.footage or "")
    assert footage is not None
    assert [(mark.kind, mark.at_ms) for mark in footage.marks] == [("pair", 0.0), ("slap", 400.2), ("slap", 420.0)]
    seen = times(footage)
    assert -1800 <= seen[0] <= -1760
    assert 980 <= seen[-1] <= 1030
    assert asked(host, "g1-99") is None


def test_d19_a_stress_that_no_camera_saw_says_so(host: Host) -> None:
    """D19: a replay silently never appeared."""
    tell_all(host, *DEALT, PAIR, *SLAPS, "[13] table: watched")
    (shown,) = host.board.latest().view.slaps
    assert shown.footage is None
    assert shown.no_footage is not None and shown.no_footage.en.startswith("No slow motion")


def test_no_picture_of_a_game_is_kept_that_hides_cards(tmp_path: Path) -> None:
    with Ledger(tmp_path / "log.sqlite") as ledger:
        other = Host(ledger, Header(game="vvvand8", seats=SEATS, dealer=LISA), Seating(seats=SEATS), lambda: OPENED_NS)
        filmed(other.lookback, OPENED_NS, OPENED_NS + 3000 * MS)
        assert other.lookback.nbytes == 0

"""What the camera saw of the last stresses, for the screens to look at again. In memory alone, and never much."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field

from table.desk import Change, Desk
from table.events import Slap
from table.game import SlapStory
from table.stories import first_ms, marks
from vision.frames import Camera, Frame
from vision.recent import Glimpse, Recent
from web.desk import Footage, FootageFrame

BEFORE_NS = 2_200_000_000
"""So much before a slap is kept: the ring holds a little more, for slaps are heard late."""

AFTER_NS = 600_000_000
"""So much after it: where the hand went, and what lay there."""

LONGEST_NS = 2_000_000_000
"""Slaps so long after the first belong to the same stress (S3.7), and to the same clip."""

MOST_CLIPS = 8
"""Clips that are kept, about 2.5 MB each."""

PACKED_AT_ONCE = 4
"""Pictures made JPEG with each frame that comes while some wait: spread out, it is never felt."""


@dataclass(slots=True)
class Clip:
    """The seconds round one stress."""

    at_ns: int
    """Its first slap that was heard."""
    until_ns: int
    waiting: deque[Glimpse]
    frames: list[tuple[int, bytes]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


class Lookback:
    """Safe to use from any thread: frames come from the camera's, slaps from the table's, questions from the web's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._recent = Recent()
        self._clips: deque[Clip] = deque()
        self._slaps: dict[str, tuple[Clip, int]] = {}
        self.is_on = False
        """Off, nothing is kept: most games have no slaps."""

    def see(self, frame: Frame) -> None:
        """Remembers a frame. For the camera's thread; the lock is never held while pictures are worked on."""
        if not self.is_on or not self._recent.wants(frame.taken_ns):
            return
        glimpse = Glimpse.of(frame)
        with self._lock:
            self._recent.add(glimpse)
            for clip in self._clips:
                if clip.at_ns < glimpse.taken_ns <= clip.until_ns:
                    clip.waiting.append(glimpse)
            unpacked = [clip for clip in self._clips if clip.waiting]
        for clip in unpacked:
            self._pack(clip)

    def _pack(self, clip: Clip) -> None:
        for _ in range(min(PACKED_AT_ONCE, len(clip.waiting))):
            glimpse = clip.waiting[0]
            frame = glimpse.taken_ns, glimpse.jpeg()
            with self._lock:
                clip.waiting.popleft()
                clip.frames.append(frame)

    def follow(self, desk: Desk, change: Change) -> None:
        """Keeps what was seen round a slap, as soon as it is heard: its verdict comes when much has been forgotten."""
        event = next(iter(desk.referee.latest_events(1)), None)
        if isinstance(event, Slap) and event.when is not None and event.line == change.line:
            self.keep(name_of(desk.number, event.line), desk.ns_of(event.when.earliest))

    def keep(self, name: str, at_ns: int) -> None:
        """Keeps the seconds round *at_ns* under this name; with those of a slap shortly before, if there was one."""
        with self._lock:
            clip = next((clip for clip in self._clips if abs(at_ns - clip.at_ns) <= LONGEST_NS), None)
            if clip is None:
                seen = (one for one in self._recent.since(at_ns - BEFORE_NS) if one.taken_ns <= at_ns + AFTER_NS)
                clip = Clip(at_ns, at_ns + AFTER_NS, deque(seen))
                self._add(clip)
            clip.until_ns = max(clip.until_ns, at_ns + AFTER_NS)
            clip.names.append(name)
            self._slaps[name] = clip, at_ns

    def _add(self, clip: Clip) -> None:
        self._clips.append(clip)
        while len(self._clips) > MOST_CLIPS:
            for name in self._clips.popleft().names:
                self._slaps.pop(name, None)

    def has(self, name: str) -> bool:
        """Whether there are pictures under this name."""
        with self._lock:
            found = self._slaps.get(name)
            return found is not None and bool(found[0].frames or found[0].waiting)

    def footage(self, name: str, story: SlapStory) -> Footage | None:
        """The pictures kept under this name, on the clock of the story that its slap belongs to."""
        with self._lock:
            found = self._slaps.get(name)
            if found is None:
                return None
            clip, at_ns = found
            packed, waiting = tuple(clip.frames), tuple(clip.waiting)
        pictures = (*packed, *((one.taken_ns, one.jpeg()) for one in waiting))
        zero_ns = at_ns - 1_000_000 * first_ms(story)
        return Footage(tuple(FootageFrame(round((ns - zero_ns) / 1e6, 1), jpeg) for ns, jpeg in pictures), marks(story))

    @property
    def nbytes(self) -> int:
        """Memory that all pictures take, in bytes."""
        with self._lock:
            waiting = sum(one.planes.nbytes for clip in self._clips for one in clip.waiting)
            return self._recent.nbytes + waiting + sum(len(jpeg) for clip in self._clips for _, jpeg in clip.frames)


def name_of(game: int, line: int) -> str:
    """Under what a slap's pictures are kept: its game and its line."""
    return f"g{game}-{line}"


class Remembered:
    """A camera whose frames are remembered as they go by."""

    def __init__(self, camera: Camera, lookback: Lookback) -> None:
        self._camera, self._lookback = camera, lookback

    @property
    def name(self) -> str:
        return self._camera.name

    @property
    def ended(self) -> bool:
        return self._camera.ended

    def next_frame(self, timeout_s: float) -> Frame | None:
        """See `vision.frames.Camera`."""
        frame = self._camera.next_frame(timeout_s)
        if frame is not None:
            self._lookback.see(frame)
        return frame

    def close(self) -> None:
        """Lets go of the camera."""
        self._camera.close()

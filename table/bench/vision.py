"""How fast pictures are read, how much memory that takes, and what a Raspberry Pi may be expected to do."""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

from table.bench import Figure
from table.bench.packs import lay
from table.twin.camera import FRAME_NS
from table.twin.faces import Deck, design
from table.twin.picture import Studio
from table.twin.scene import Scene
from vision import aligner, finder, network
from vision.frames import Frame
from vision.mat import load_mat
from vision.operations import operations
from vision.pictures import Picture
from vision.reader import Reader
from vision.recent import Glimpse
from vision.watch import Watch

SIZE, ZONE = (1456, 1088), (320, 320)
"""Width and height, px, of a camera's picture and of one zone cut out of it."""

TEN = ("7H", "KS", "10D", "3C", "QH", "AS", "5D", "JC", "9S", "2H")
ZONES = 6

SETTLED = 40
"""Frames after which the watch has read the empty zones and nothing is left to do."""

READ_AND_TELL = (
    "import pathlib, sys; from vision.pictures import load_picture; from vision.reader import Reader\n"
    "Reader.load().read(load_picture(pathlib.Path(sys.argv[1])))\n"
    "status = pathlib.Path('/proc/self/status').read_text().split()\n"
    "print(status[status.index('VmHWM:') + 1])"
)
"""A program that prints the most memory it had, in kB (Linux). Not getrusage: that counts what its parent had."""

PICTURE_MS, ZONE_MS, FRAME_MS, MEMORY_MB, WEIGHTS_MB = 120.0, 12.0, 3.0, 250.0, 4.0

SLOWEST_FPS = 5.0
"""Fewer pictures a second are too few for cards laid one after the other."""

PIS = {"Raspberry Pi 4": 6.0, "Raspberry Pi 5": 18.0}
"""Assumed: billions of multiplications a second, all four cores at convolutions in 32-bit floats with OpenCV. A third
of what the cores' vector units could do at most; not measured."""

NETWORKS = {"finder": finder.WEIGHTS, "aligner": aligner.WEIGHTS, "index": network.WEIGHTS}


def figures(quick: bool) -> Iterator[Figure]:
    """Milliseconds are the middle of several; *quick* takes fewer."""
    cv2.setNumThreads(2)
    times = 2 if quick else 15
    reader = Reader.load()
    picture = table_with(TEN, SIZE, width=150.0)
    taken_ms = middle_ms(times, lambda: reader.read(picture))
    yield Figure(name="a picture of 1456 x 1088 with ten cards", value=taken_ms[0], unit="ms", at_most=PICTURE_MS)
    yield Figure(name="the same, 19 of 20 at most", value=taken_ms[1], unit="ms")
    yield Figure(name="the same, a second", value=1000 / taken_ms[0], unit="pictures", at_least=SLOWEST_FPS)
    zone = table_with(TEN[:1], ZONE, width=150.0)
    yield Figure(
        name="a zone of 320 x 320", value=middle_ms(times, lambda: reader.read(zone))[0], unit="ms", at_most=ZONE_MS
    )
    side_by_side = np.concatenate([table_with(TEN[n : n + 1], ZONE, width=150.0) for n in range(ZONES)], axis=1)
    together = middle_ms(times, lambda: reader.read(side_by_side))[0]
    yield Figure(name=f"{ZONES} zones in one pass, each", value=together / ZONES, unit="ms", at_most=ZONE_MS)
    quiet_ms = quiet_frame_ms(reader, times)
    yield Figure(name="a frame of an undisturbed table", value=quiet_ms, unit="ms", at_most=FRAME_MS)
    kept_ms = middle_ms(3 * times, lambda: Glimpse.of(Frame(picture, FRAME_NS)))[0]
    yield Figure(name="the same, remembered for slow motion", value=quiet_ms + kept_ms, unit="ms", at_most=FRAME_MS)
    yield Figure(name="memory", value=memory_mb(picture), unit="MB", at_most=MEMORY_MB)
    size_mb = sum(path.stat().st_size for path in NETWORKS.values()) / 1e6
    yield Figure(name="weights", value=size_mb, unit="MB", at_most=WEIGHTS_MB)
    yield from on_a_pi(picture)


def table_with(labels: tuple[str, ...], size: tuple[int, int], width: float) -> Picture:
    """Cards of a drawn pack on a green cloth, in rows, each turned otherwise."""
    deck = Deck(design("plain"), px_per_mm=4.0)
    picture = np.full((size[1], size[0], 3), (60, 95, 45), np.uint8)
    columns = min(len(labels), 5)
    rows = math.ceil(len(labels) / columns)
    for place, label in enumerate(labels):
        middle = (
            (place % columns + 0.5) * size[0] / columns,
            (place // columns + 0.5) * size[1] / rows,
        )
        lay(picture, deck.face(label), middle, width, turn=37.0 * place)
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.asarray((cv2.GaussianBlur(picture, (3, 3), 0) + noise).clip(0, 255), np.uint8)


def middle_ms(times: int, deed: Callable[[], object]) -> tuple[float, float]:
    """The median of so many times, after one that does not count, and what 19 of 20 stay below."""
    deed()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        deed()
        taken.append(1000 * (time.perf_counter() - began))
    return statistics.median(taken), float(np.percentile(taken, 95))


def quiet_frame_ms(reader: Reader, times: int) -> float:
    """A frame in which nothing has changed, as the watch over a mat looks at it."""
    mat = load_mat("table-60x42")
    studio, watch = Studio(mat, Deck(design("plain"), px_per_mm=4.0)), Watch(mat, reader)
    empty = [studio.picture(Scene(), number) for number in range(3)]
    taken = []
    for number in range(SETTLED + 3 * times):
        began = time.perf_counter()
        watch.look(Frame(empty[number % len(empty)], (number + 1) * FRAME_NS))
        taken.append(1000 * (time.perf_counter() - began))
    return statistics.median(taken[SETTLED:])


def memory_mb(picture: Picture) -> float:
    """The most that a process has which reads this picture."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.png"
        cv2.imwrite(str(path), picture)
        read = [sys.executable, "-c", READ_AND_TELL, str(path)]
        return int(subprocess.run(read, check=True, capture_output=True, text=True).stdout) / 1e3


class _Counted:
    """A network that counts the multiplications it is asked for."""

    def __init__(self, weights: Path) -> None:
        self._weights, self._net = weights, network.loaded(weights)
        self.done = 0

    def setInput(self, blob: npt.NDArray[np.float32]) -> None:  # noqa: N802  OpenCV's name
        self.done += len(blob) * operations(self._weights, (blob.shape[2], blob.shape[3]))
        self._net.setInput(blob)

    def forward(self) -> npt.NDArray[np.float32]:
        return np.asarray(self._net.forward(), np.float32)


def on_a_pi(picture: Picture) -> Iterator[Figure]:
    """Operations for a picture, and how many such pictures a second a Pi can be expected to read with them alone."""
    nets = [_Counted(weights) for weights in NETWORKS.values()]
    of_finder, of_aligner, of_index = (cast(cv2.dnn.Net, net) for net in nets)
    counting = Reader(finder.IndexFinder(of_finder), aligner.Aligner(of_aligner), network.IndexNetwork(of_index))
    counting.read(picture)
    done = sum(net.done for net in nets) / 1e9
    yield Figure(name="multiplications for that picture", value=done, unit="billions")
    for name, speed in PIS.items():
        said = f"estimate for a {name} at {speed:g} billion a second (assumed)"
        yield Figure(name=said, value=speed / done, unit="pictures/s", at_least=SLOWEST_FPS)

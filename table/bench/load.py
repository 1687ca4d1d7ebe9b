"""Work for every core, of the kind that the table's own vision does."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import cv2

from table.bench.vision import TEN, table_with
from vision.reader import Reader

SMALL = (728, 544)
"""Width and height, px, of the pictures read."""


@contextmanager
def vision_on_every_core() -> Iterator[None]:
    """While it is open, a thread of this process for each core reads pictures, one after the other."""
    cores = os.cpu_count() or 1
    cv2.setNumThreads(cores)
    picture, stopping = table_with(TEN, SMALL, width=75.0), threading.Event()

    def read() -> None:
        reader = Reader.load()
        while not stopping.is_set():
            reader.read(picture)

    threads = [threading.Thread(target=read, name="load", daemon=True) for _ in range(cores)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join()

"""Which computer this is, and what its kernel is known to do to edges."""

from __future__ import annotations

import re
from pathlib import Path

OLDER_PI = re.compile(r"Raspberry Pi (?:Zero|Compute Module [134]|[1-4]|Model)")
"""Models whose header hangs on the processor's own GPIO; on a Pi 5 it is another chip."""

MENDED = (6, 1, 30)
"""The first kernel of Raspberry Pi OS that works around lost edges (raspberrypi/linux#5457, merged in May 2023)."""


def model(root: Path = Path("/")) -> str:
    """The computer's name, such as `Raspberry Pi 4 Model B Rev 1.4`; empty where the firmware tells none."""
    try:
        told = (root / "proc/device-tree/model").read_bytes()
    except OSError:
        return ""
    return told.decode("utf-8", "replace").strip("\0 \n")


def is_pi(model: str) -> bool:
    """Whether that is a Raspberry Pi."""
    return model.startswith("Raspberry Pi")


def edge_loss_of(model: str, release: str) -> str:
    """Whether this kernel (*release* as `uname -r` says it) may lose an edge on that model; empty if not known to.

    On a Pi 1 to 4, of edges on two inputs close together one may get lost (raspberrypi/linux#760).
    """
    version = tuple(int(part) for part in re.findall(r"\d+", release)[:3])
    is_theirs = re.search(r"rpi|rpt|-v[678]", release) is not None
    if not OLDER_PI.match(model) or (version >= MENDED and is_theirs):
        return ""
    wanted = ".".join(map(str, MENDED))
    return (
        f"kernel {release} on a {model} may lose one of two edges that come close together, and then a slap has no "
        f"verdict. Take Raspberry Pi OS's kernel {wanted} or newer: sudo apt full-upgrade"
    )

"""The first process of the kernel that `boot.py` starts: puts up a machine like the one outside, runs the job, ends it.

The files are those of the machine outside. What is written goes to memory, but for the folder of the job.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import termios
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
POWER_OFF = 0x4321FEDC

PI_5 = "c04170"
"""The revision by which gpiozero knows a Raspberry Pi 5, and so which pins its header has."""


def mount(kind: str, target: str, source: str = "none", options: str = "", flags: int = 0) -> None:
    """mount(2)."""
    arguments = (source.encode(), target.encode(), kind.encode(), flags, options.encode())
    if LIBC.mount(*arguments) != 0:
        raise OSError(ctypes.get_errno(), f"cannot mount {kind} on {target}")


def put_up(root: str, job: str) -> None:
    """Makes *root* this process's root: the outer machine's files under a layer that takes what is written."""
    mount("tmpfs", "/mnt")
    for folder in ("upper", "work", "root"):
        Path("/mnt", folder).mkdir()
    mount("overlay", root, options="lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work")
    mount("proc", f"{root}/proc")
    mount("sysfs", f"{root}/sys")
    mount("devtmpfs", f"{root}/dev")
    Path(f"{root}/dev/shm").mkdir()
    mount("configfs", f"{root}/sys/kernel/config")
    Path(root + job).mkdir(parents=True, exist_ok=True)
    mount("hostfs", root + job, options=job)
    os.chroot(root)
    os.chdir("/")


def look_like_a_pi() -> None:
    """gpiozero asks the processor which board this is."""
    processor = Path("/proc/cpuinfo").read_text()
    Path("/cpuinfo").write_text(f"{processor}\nRevision\t: {PI_5}\n")
    bind = 4096
    mount("none", "/proc/cpuinfo", source="/cpuinfo", flags=bind)


def open_console() -> None:
    """Output as it is written: a terminal would put a carriage return before each line feed."""
    console = os.open("/dev/console", os.O_RDWR)
    settings = termios.tcgetattr(console)
    settings[1] &= ~termios.OPOST
    termios.tcsetattr(console, termios.TCSANOW, settings)
    for stream in range(3):
        os.dup2(console, stream)


def run(job: Path) -> int:
    """Runs the command of *job* and gives its exit status."""
    told = json.loads((job / "job.json").read_text())
    return subprocess.call(told["command"], cwd=told["at"], env=told["environment"])


def main() -> None:
    job = sys.argv[1]
    put_up("/mnt/root", job)
    (Path(job) / "begun").touch()
    open_console()
    look_like_a_pi()
    (Path(job) / "status").write_text(str(run(Path(job))))


if __name__ == "__main__":
    try:
        main()
    finally:
        os.sync()
        LIBC.reboot(POWER_OFF)

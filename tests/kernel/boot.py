"""Runs a command on a kernel of its own, with this machine's files and environment and 28 simulated GPIO lines.

    python boot.py KERNEL [--virtual-time] COMMAND...

What the command writes is gone when it ends. With --virtual-time waiting takes no time and computing neither: what is
to happen at a microsecond happens at that microsecond. The exit status is the command's.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

MEMORY_MB = 1500
IN_MEMORY = "/dev/shm"
LONGEST_S = 900
CANNOT = 77


def boot(kernel: Path, command: list[str], *, virtual_time: bool) -> int:
    """Boots, runs *command* in this folder, and gives its exit status. Raises TimeoutExpired after 15 minutes."""
    with tempfile.TemporaryDirectory(prefix="cardtable-kernel-") as folder:
        job = Path(folder)
        environment = {key: value for key, value in os.environ.items() if key.isidentifier()}
        told = {"command": command, "at": str(Path.cwd()), "environment": environment}
        (job / "job.json").write_text(json.dumps(told))
        arguments = [
            f"mem={MEMORY_MB}M", "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro", "quiet", f"uml_dir={job}/",
            "con=null", "con0=fd:0,fd:1", "ssl=null", *(["time-travel=inf-cpu"] if virtual_time else []),
            f"init={sys.executable}", "--", str(Path(__file__).with_name("guest.py")), folder,
        ]  # fmt: skip
        _run([str(kernel), *arguments])
        if not (job / "begun").exists():
            print("kernel: this machine does not let a kernel run as a program; it said why above", file=sys.stderr)
            return CANNOT
        status = job / "status"
        return int(status.read_text()) if status.exists() else 1


def _run(arguments: list[str]) -> None:
    environment = os.environ | {"TMPDIR": IN_MEMORY if _has_room(IN_MEMORY) else tempfile.gettempdir()}
    with subprocess.Popen(arguments, stdin=subprocess.DEVNULL, env=environment, start_new_session=True) as kernel:
        try:
            kernel.wait(LONGEST_S)
        except BaseException:
            os.killpg(kernel.pid, signal.SIGKILL)  # it is many processes
            raise


def _has_room(folder: str) -> bool:
    """Whether the kernel's memory, which is a file that it runs, may lie there: containers have a small one."""
    try:
        room = os.statvfs(folder)
    except OSError:
        return False
    return room.f_bavail * room.f_frsize > MEMORY_MB << 20 and not room.f_flag & os.ST_NOEXEC


def main() -> int:
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # the kernel must not outlive this
    kernel, *command = sys.argv[1:]
    virtual_time = command[0] == "--virtual-time"
    return boot(Path(kernel), command[virtual_time:], virtual_time=virtual_time)


if __name__ == "__main__":
    sys.exit(main())

"""Tells systemd that the table is up and alive (the protocol of sd_notify(3): a datagram on a socket it names)."""

from __future__ import annotations

import contextlib
import os
import socket


def tell_systemd(said: str) -> None:
    """Sends `READY=1`, `WATCHDOG=1`, `STOPPING=1` or `STATUS=...`; nothing where systemd did not start us."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.sendto(said.encode(), "\0" + address[1:] if address.startswith("@") else address)


def watchdog_s() -> float | None:
    """How often systemd wants to hear from us, in seconds: half its limit. None if it does not watch."""
    limit_us = os.environ.get("WATCHDOG_USEC", "")
    return int(limit_us) / 2_000_000 if limit_us.isdecimal() else None

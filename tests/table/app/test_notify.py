"""What systemd is told."""

import socket
from pathlib import Path

import pytest

from table.app.notify import tell_systemd, watchdog_s


def test_systemd_hears_on_the_socket_that_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(address)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        tell_systemd("READY=1")
        assert ear.recv(100) == b"READY=1"


def test_an_abstract_socket_is_understood(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    name = f"cardtable-test-{tmp_path.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind("\0" + name)
        monkeypatch.setenv("NOTIFY_SOCKET", "@" + name)
        tell_systemd("WATCHDOG=1")
        assert ear.recv(100) == b"WATCHDOG=1"


def test_without_systemd_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    tell_systemd("READY=1")


def test_a_socket_that_is_gone_does_no_harm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    tell_systemd("READY=1")


@pytest.mark.parametrize(("limit", "every"), [("30000000", 15.0), ("", None), ("soon", None)])
def test_the_watchdog_is_fed_twice_as_often_as_it_asks(
    monkeypatch: pytest.MonkeyPatch, limit: str, every: float | None
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", limit)
    assert watchdog_s() == every

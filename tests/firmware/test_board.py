from pathlib import Path

import pytest

from firmware.board import edge_loss_of, is_pi, model

PI_4, PI_5 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0"


def test_the_model_is_what_the_firmware_says(tmp_path: Path) -> None:
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_bytes(PI_4.encode() + b"\0")
    assert model(tmp_path) == PI_4
    assert is_pi(model(tmp_path))


def test_a_computer_that_tells_no_model_is_no_pi(tmp_path: Path) -> None:
    assert model(tmp_path) == ""
    assert not is_pi("")


@pytest.mark.parametrize("release", ["6.1.21-v8+", "5.10.103-v7l+", "6.1.0-57-arm64", "6.12.0-rc1"])
def test_g16_a_kernel_that_may_lose_edges_is_warned_of_on_a_pi_4(release: str) -> None:
    warning = edge_loss_of(PI_4, release)
    assert release in warning
    assert "6.1.30 or newer" in warning


@pytest.mark.parametrize(
    ("name", "release"),
    [(PI_4, "6.6.31+rpt-rpi-v8"), (PI_4, "6.1.54-v8+"), (PI_5, "6.1.0-57-arm64"), ("", "6.1.0-57-amd64")],
)
def test_others_are_not_warned_of(name: str, release: str) -> None:
    assert edge_loss_of(name, release) == ""

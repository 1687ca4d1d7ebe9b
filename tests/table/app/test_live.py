"""With what a game at the real table opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.app.live import header_of
from table.config import Config, ConfigError, default_config, load_config
from table.game import Option
from table.games import UnknownGameError
from table.presets import PresetError


def settings(folder: Path, text: str) -> Config:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return load_config(path)


def test_a_preset_in_the_settings_is_in_force(tmp_path: Path) -> None:
    config = settings(tmp_path, '[games.vvvand8]\npreset = "arbetstid"\nviggo = true\n')
    assert header_of(config).options == (Option("coffee_break", "true"), Option("viggo", "true"))


def test_a_preset_of_the_command_line_goes_before_that_of_the_settings(tmp_path: Path) -> None:
    config = settings(tmp_path, '[games.vvvand8]\npreset = "arbetstid"\nviggo = true\n').with_preset("fritid")
    assert header_of(config).options == (Option("viggo", "true"),)


def test_a_preset_that_there_is_not_is_refused() -> None:
    with pytest.raises(PresetError, match="did you mean 'arbetstid'"):
        header_of(default_config().with_preset("arbetstd"))


def test_seats_that_are_too_few_for_the_game_are_refused(tmp_path: Path) -> None:
    config = settings(tmp_path, '[table]\ngame = "stress"\nseats = ["A", "B", "C", "D", "E"]\n')
    with pytest.raises((ConfigError, UnknownGameError)):
        header_of(config)


def test_a_game_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownGameError, match="no game 'whist'; games are"):
        header_of(settings(tmp_path, '[table]\ngame = "whist"\n'))

"""With what a game at the real table opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.app.live import header_of, seating_of
from table.app.seating import mat_of
from table.config import Config, ConfigError, default_config, load_config
from table.game import Option
from table.presets import PresetError
from vision.mat import MatError


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
    with pytest.raises(ConfigError, match=r"table.toml: \[table\] seats lists 2 to 4 names for stress; got \['A', 'B'"):
        header_of(config)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[games.stress]\ntie_us = 3", r"\[games.stress\]: no option 'tie_us'; did you mean 'tie_ms'\?"),
        ("[games.stress]\ntie_ms = true", r"\[games.stress\]: .*tie_ms.*'true'"),
        (
            '[table]\ngame = "schtefan"\nseats = ["A", "B", "C"]\n[games.schtefan]\nroles = "king,king,king"',
            r"\[games.schtefan\]: .*roles.*'king,king,king'",
        ),
    ],
)
def test_a_house_rule_that_there_is_not_is_refused_by_file_and_key_whatever_is_played_now(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(ConfigError, match=rf"^.*table.toml: {said}"):
        header_of(settings(tmp_path, text))


def test_a_mat_that_there_is_not_is_refused_by_file_and_key(tmp_path: Path) -> None:
    config = settings(tmp_path, '[table]\nmat = "table-60x24"')
    with pytest.raises(ConfigError, match=r"table.toml: \[table\] mat is one of .*table-60x42.*; got 'table-60x24'"):
        mat_of(config)
    assert mat_of(settings(tmp_path, '[table]\nmat = "table-60x42"')).name == "table-60x42"


def test_a_mat_of_ones_own_is_a_file(tmp_path: Path) -> None:
    with pytest.raises(MatError, match=r"mine\.toml"):
        mat_of(settings(tmp_path, '[table]\nmat = "mine.toml"'))


def test_a_side_that_the_mat_has_not_is_refused_by_file_and_key(tmp_path: Path) -> None:
    config = settings(tmp_path, '[table]\nseats = ["Anna", "Bo"]\nsides = { Anna = "nroth" }')
    with pytest.raises(ConfigError, match=r"\[table\] sides is one of the sides of mat table-60x42: .*; got 'nroth'"):
        seating_of(config, mat_of(config))

import re
from pathlib import Path

import pytest

from firmware.wiring import FOUR_SEATS
from table.config import Config, ConfigError, default_config, language_of, load_config

EXAMPLE = Path(__file__).parents[2] / "systemd" / "table.example.toml"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def loaded(file: Path, text: str) -> Config:
    file.write_text(text, encoding="utf-8")
    return load_config(file)


def test_a_game_may_be_named_in_full(file: Path) -> None:
    assert loaded(file, '[table]\ngame = "Vem blir Schtefan"').table.game == "schtefan"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('[table]\nlanguage = "sv"\nsaets = 3', "sv"),
        ('[table]\nlanguage = "de"', "en"),
        ("[table", "en"),
        ("table = 3", "en"),
        ("", "en"),
    ],
)
def test_of_a_file_that_is_wrong_is_spoken_in_its_own_language_if_that_can_be_read(
    file: Path, text: str, language: str
) -> None:
    file.write_text(text, encoding="utf-8")
    assert language_of(file) == language
    assert language_of(file.with_name("none.toml")) == language_of(None) == "en"


def test_an_empty_file_is_the_default_table(file: Path) -> None:
    assert loaded(file, "") == default_config()


def test_what_is_written_is_in_force(file: Path) -> None:
    config = loaded(
        file,
        """
        [table]
        seats = ["Anna", "Bo", "Åsa"]
        sides = { Anna = "south-west", Bo = "west" }
        language = "sv"
        game = "stress"
        dealer = "Bo"
        [camera]
        source = "device:2"
        settle_ms = 450
        [web]
        host = "127.0.0.1"
        port = 8000
        """,
    )
    assert config.table.seats == ("Anna", "Bo", "Åsa")
    assert config.table.sides == {"Anna": "south-west", "Bo": "west"}
    assert (config.table.language, config.table.game, config.table.dealer) == ("sv", "stress", "Bo")
    assert (config.camera.source, config.camera.settle_ms) == ("device:2", 450)
    assert (config.web.host, config.web.port) == ("127.0.0.1", 8000)


def test_relative_paths_start_at_the_files_own_folder(file: Path) -> None:
    config = loaded(file, '[table]\nledger = "log.sqlite"\nmat = "mine.toml"\n[camera]\nsource = "films/one.mp4"')
    assert config.table.ledger == file.parent / "log.sqlite"
    assert config.table.mat == str(file.parent / "mine.toml")
    assert config.camera.source == str(file.parent / "films" / "one.mp4")


def test_absolute_paths_and_the_home_folder_stay_what_they_are(file: Path) -> None:
    config = loaded(file, '[table]\nledger = "/srv/log.sqlite"\n[camera]\nsource = "~/pictures"')
    assert config.table.ledger == Path("/srv/log.sqlite")
    assert config.camera.source == str(Path.home() / "pictures")


@pytest.mark.parametrize("text", ["[buttons]\nslap.1 = 17", '[buttons]\n"slap.1" = 17', "[buttons.slap]\n1 = 17"])
def test_a_buttons_name_may_be_written_with_and_without_quotes(file: Path, text: str) -> None:
    assert loaded(file, text).buttons == {"slap.1": 17}


@pytest.mark.parametrize("source", ["picamera2", "device:0", "device:/dev/v4l/by-id/usb-eye-index0"])
def test_a_camera_that_is_no_file_keeps_its_name(file: Path, source: str) -> None:
    assert loaded(file, f'[camera]\nsource = "{source}"').camera.source == source


def test_house_rules_are_kept_in_the_words_of_table_notation(file: Path) -> None:
    config = loaded(file, '[games.stress]\nace = "low"\ntie_ms = 5\nauto_stop = false')
    assert config.house_rules("stress") == {"ace": "low", "tie_ms": "5", "auto_stop": "false"}
    assert config.house_rules("president") == {}


def test_a_config_cannot_be_changed(file: Path) -> None:
    config = loaded(file, "[buttons]\nslap.1 = 17")
    with pytest.raises(TypeError):
        config.buttons["slap.2"] = 18  # type: ignore[index]  # the point of the test


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[web]\nprot = 80", "table.toml: [web] has no key 'prot'; did you mean 'port'?"),
        ("[web]\nx = 80", "table.toml: [web] has no key 'x'; keys are host, port"),
        ("[wbe]\nport = 80", "table.toml: there is no section [wbe]; did you mean [web]?"),
        ("[screens]", "there is no section [screens]; there are [table] [camera] [buttons] [lamps] [web] [games]"),
        ("port = 80", "'port' stands before the first section; move it under one of [table]"),
        ("web = 80", "[web] is a section and no value; got web = 80"),
        ("[games]\nstress = 3", "[games.stress] is a section and no value; got games.stress = 3"),
        ('[web]\nport = "80"', "[web] port is a whole number from 0 to 65535; got '80'"),
        ("[web]\nport = true", "[web] port is a whole number from 0 to 65535; got true"),
        ("[web]\nport = 65536", "[web] port is a whole number from 0 to 65535; got 65536"),
        ("[web]\nhost = 1", "[web] host is text in quotes; got 1"),
        ('[web]\nhost = ""', "[web] host is text in quotes; got ''"),
        ('[table]\nlanguage = "de"', "[table] language is one of en, sv; got 'de'"),
        (
            '[table]\nseats = "Anna"',
            "[table] seats lists two names or more, clockwise, as in ['Anna', 'Bo']; got 'Anna'",
        ),
        ('[table]\nseats = ["Anna"]', "[table] seats lists two names or more"),
        ('[table]\nseats = ["Anna", 2]', "[table] seats lists two names or more"),
        (
            '[table]\nseats = ["Anna", "Bo", "anna"]',
            "[table] seats has a name twice, so nobody could tell who is meant",
        ),
        ('[table]\nseats = ["Anna", "table"]', "names of one word without : # [ ] ?, and none is 'table'; got 'table'"),
        (
            '[table]\nseats = ["Anna B", "Cia"]',
            "names of one word without : # [ ] ?, and none is 'table'; got 'Anna B'",
        ),
        ('[table]\nseats = ["Anna", "Bo"]\ndealer = "Cia"', "[table] dealer is one of Anna, Bo; got 'Cia'"),
        (
            '[table]\nseats = ["Anna", "Bo"]\nsides = { Cia = "east" }',
            "[table] sides is for the seats Anna, Bo; got 'Cia'",
        ),
        (
            '[table]\nseats = ["Anna", "Bo"]\nsides = { Anna = "east", Bo = "east" }',
            "[table] sides gives a side to two seats, whose arms nobody could tell apart; got 'east'",
        ),
        ('[table]\nsides = ["east"]', "[table] sides gives each seat a side"),
        (
            '[camera]\nsource = "device:a"',
            "source names a device by its number or path, as in 'device:0'; got 'device:a'",
        ),
        ("[camera]\nsettle_ms = 5", "[camera] settle_ms is a whole number from 50 to 5000; got 5"),
        ("[camera]\nwidth = 2028.5", "[camera] width is a whole number from 320 to 8000; got 2028.5"),
        ("[buttons]\nslpa.1 = 17", "[buttons] has no name 'slpa.1'; did you mean 'slap.1'?"),
        ("[lamps]\ngong = 17", "[lamps] has no name 'gong'; names are seat.1"),
        ("[buttons]\nslap.1 = 28", "[buttons] slap.1 is a pin's BCM number, 2 to 27; got 28"),
        ("[buttons]\nslap.1 = false", "[buttons] slap.1 is a pin's BCM number, 2 to 27; got false"),
        ('[table]\ngame = "whist"', "[table] game is one of vvvand8, stress, schtefan, president; got 'whist'"),
        ("[games.strees]\ntie_ms = 3", "table.toml: [games.strees] is for no game; did you mean [games.stress]?"),
        ("[games.x]\ny = 3", "table.toml: [games.x] is for no game; games are vvvand8, stress, schtefan, president"),
        ('[games.stress]\nace = "both ends"', "[games.stress] ace is true, false, a number, or one word in quotes"),
        ("[games.stress]\nace = [1]", "[games.stress] ace is true, false, a number, or one word in quotes; got [1]"),
        ("[web]\nport 80", "table.toml:2:6: not TOML: Expected '=' after a key in a key/value pair"),
        ("[web]\nport = 80\nport = 81\n", "table.toml:3:10: not TOML: Cannot overwrite a value"),
    ],
)
def test_what_cannot_be_used_is_refused_by_its_place(file: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(message)) as refusal:
        loaded(file, text)
    assert str(refusal.value).startswith(str(file))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[buttons]\nslap.2 = 17\n[lamps]\nseat.4 = 17", "button 'slap.2' and lamp 'seat.4' both ask for GPIO 17"),
        ("[buttons]\nslap.2 = 17\ncall.1 = 17", "button 'slap.2' and button 'call.1' both ask for GPIO 17"),
    ],
)
def test_two_names_on_one_pin_are_refused_by_both_names(file: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(f"{message}; see [buttons] and [lamps] in {file}")):
        loaded(file, text)


def test_a_file_that_is_not_there_is_named(file: Path) -> None:
    with pytest.raises(ConfigError, match=r"table.toml: cannot be read \(No such file or directory\)"):
        load_config(file)


def test_a_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read \(Is a directory\)"):
        load_config(tmp_path)


def test_a_file_in_another_encoding_is_named(file: Path) -> None:
    file.write_bytes('[table]\nseats = ["Åsa", "Bo"]'.encode("latin-1"))
    with pytest.raises(ConfigError, match=r"table.toml: is not UTF-8 text"):
        load_config(file)


def test_the_example_is_the_default_table_with_the_wiring_of_the_readme() -> None:
    example = load_config(EXAMPLE)
    assert (example.buttons, example.lamps) == (FOUR_SEATS.buttons, FOUR_SEATS.lamps)
    assert (example.table, example.camera, example.web) == (
        default_config().table,
        default_config().camera,
        default_config().web,
    )


def test_every_line_of_the_example_that_is_commented_out_would_be_taken(file: Path) -> None:
    text = re.sub(r"^# (?=\w+ = )", "", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    config = loaded(file, text)
    assert config.table.dealer == "North"
    assert config.table.ledger == Path("/srv/cards/evenings.sqlite")
    assert config.house_rules("vvvand8") == {"preset": "arbetstid", "coffee_break": "true"}


def test_the_pack_is_a_name_or_a_file_beside_the_settings(file: Path) -> None:
    assert default_config().camera.profile is None
    assert loaded(file, '[camera]\nprofile = "red"').camera.profile == "red"
    assert loaded(file, '[camera]\nprofile = "red.npz"').camera.profile == str(file.parent / "red.npz")
    assert loaded(file, '[camera]\nprofile = "red"').with_profile("blue").camera.profile == "blue"

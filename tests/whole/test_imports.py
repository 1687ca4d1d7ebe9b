"""Who may import whom. Three packages touch the world and know no games; one knows games and touches nothing."""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OURS = ("table", "vision", "firmware", "web")

LEAVES = {
    "vision": {"numpy", "cv2"},
    "firmware": {"gpiozero", "gpiod"},
    "web": {"flask", "werkzeug", "waitress"},
}
"""The leaf packages, and what of others' they may use: nothing of ours but themselves."""

FOR_TRAINING = {"torch", "onnx", "PIL"}
"""Only to make the weights anew; nothing that runs at a table needs them."""

CORE = [
    "changes", "cards", "seats", "moments", "rulings", "events", "reports", "rulebook", "game",
    "texts", "faults", "refusals", "forms", "verbs", "headers", "houses", "notation", "presets", "referee", "scores",
]  # fmt: skip
"""The pure modules of `table`. Each may import those before it."""

PURE = {"__future__", "collections", "dataclasses", "enum", "typing"}
"""All of the standard library that a game may use."""

PURE_WITH_TEXT = PURE | {"datetime", "decimal", "difflib", "functools", "itertools", "re"}
"""What the core may use besides; only `texts` reads files, and those lie in the package."""

OUTWARDS = {
    "table.ledger": {"table.refusals"},
    "table.config": {"core", "table.games"},
    "table.witness": {"core", "vision.sightings", "firmware.edges"},
    "table.desk": {"core", "table.games", "table.ledger", "table.witness", "vision.sightings", "firmware.edges"},
    "table.said": {"core", "web.desk"},
    "table.offers": {"core", "table.said", "web.desk"},
    "table.scorebook": {"core", "table.games", "table.ledger", "table.said", "web.desk"},
    "table.stories": {"core", "table.said", "web.desk"},
    "table.slapbook": {"core", "table.said", "table.stories", "web.desk"},
    "table.screens": {"core", "table.desk", "table.said", "table.offers", "table.stories", "web.desk"},
    "table.bench": {
        "core",
        "table.games",
        "table.desk",
        "table.ledger",
        "table.witness",
        "table.twin",
        "table.app",
        "vision",
        "firmware",
    },
    "table.twin": {"core", "table.games", "table.desk", "table.witness", "table.ledger", "vision", "firmware"},
    "table.app": {"table", "vision", "firmware", "web"},
    "table.cli": {"table", "vision", "firmware", "web"},
}
"""What of ours each of the other parts of `table` may use; `core` stands for the modules above."""

RARE = {
    "threading": {"firmware", "table.app", "table.bench", "web.server", "web.stream"},
    "concurrent": {"table.app"},
    "queue": {"table.app", "table.bench"},
    "signal": {"table.app"},
    "socket": {"table.app", "web.server"},
    "sqlite3": {"table.ledger"},
    "subprocess": {"vision.training", "table.bench"},
    "asyncio": set[str](),
    "multiprocessing": set[str](),
}
"""Who alone may use them. The table's threads are the app's; the web's two wait for a browser, and know no game."""


def modules() -> dict[str, Path]:
    found = {}
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


@functools.cache
def imports(name: str) -> frozenset[str]:
    """Every module that this one imports, wherever in it that stands."""
    return frozenset(named_in(name))


def named_in(name: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{name} imports by its full name"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES or inner == "importlib.resources" else node.module


def is_in(module: str, part: str) -> bool:
    return module == part or module.startswith(f"{part}.")


def is_ours(module: str) -> bool:
    return module.partition(".")[0] in OURS


def strangers(name: str) -> set[str]:
    """What it imports that is neither ours nor the standard library's."""
    tops = {module.partition(".")[0] for module in imports(name) if not is_ours(module)}
    return tops - set(sys.stdlib_module_names)


def inside(part: str) -> list[str]:
    found = [name for name in MODULES if is_in(name, part)]
    assert found, f"there is no {part} any more: strike it from this test"
    return found


@pytest.mark.parametrize("leaf", LEAVES)
def test_a_leaf_imports_nothing_of_ours_but_itself(leaf: str) -> None:
    for name in inside(leaf):
        assert [module for module in imports(name) if is_ours(module) and not is_in(module, leaf)] == [], name


@pytest.mark.parametrize("leaf", LEAVES)
def test_a_leaf_uses_only_its_own_libraries(leaf: str) -> None:
    for name in inside(leaf):
        more = FOR_TRAINING if is_in(name, "vision.training") else set()
        assert strangers(name) <= LEAVES[leaf] | more, name


def test_nothing_that_runs_at_a_table_needs_what_makes_the_weights() -> None:
    users = [name for name in MODULES if any(is_in(module, "vision.training") for module in imports(name))]
    assert all(is_in(name, "vision.training") for name in users)


def test_one_module_alone_names_the_raspberry_pi_camera() -> None:
    quoted = [name for name, path in MODULES.items() if '"picamera2"' in code_of(path)]
    assert [name for name in MODULES if "picamera2" in strangers(name)] == []  # it is imported when it is opened
    assert "vision.picam" in quoted
    assert {name for name in quoted if "import_module" in code_of(MODULES[name])} == {"vision.picam"}


def test_what_needs_libgpiod_is_imported_only_when_pins_are_opened() -> None:
    users = {name for name in MODULES if "gpiod" in strangers(name)}
    assert users == {"firmware.gpiodfactory", "firmware.chips", "firmware.watch"}
    for name in set(MODULES) - users:
        at_once = {node.module for node in ast.parse(code_of(MODULES[name])).body if isinstance(node, ast.ImportFrom)}
        assert not at_once & users, name


@functools.cache
def code_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("place", range(len(CORE)), ids=CORE)
def test_a_module_of_the_core_imports_only_those_before_it(place: int) -> None:
    before = {f"table.{name}" for name in CORE[:place]} | {"table"}
    assert {module for module in imports(f"table.{CORE[place]}") if is_ours(module)} <= before


@pytest.mark.parametrize("module", CORE)
def test_the_core_does_nothing_to_the_world(module: str) -> None:
    used = {name for name in imports(f"table.{module}") if not is_ours(name)}
    files = {"tomllib", "pathlib"} if module == "texts" else set()
    assert {name.partition(".")[0] for name in used - files} <= PURE_WITH_TEXT


def test_a_game_knows_the_core_and_itself_and_nothing_else() -> None:
    core = {f"table.{name}" for name in CORE}
    for name in inside("table.games"):
        folder = ".".join(name.split(".")[:3])
        for module in imports(name):
            may = module in core or is_in(module, folder) or module in ("table", "table.games.climbing")
            may = may or (name, module) == ("table.games", "importlib")  # it loads each game when it is asked for
            assert may or (not is_ours(module) and module.partition(".")[0] in PURE), f"{name} imports {module}"


@pytest.mark.parametrize("part", OUTWARDS)
def test_only_some_parts_look_outwards_and_each_no_further_than_it_must(part: str) -> None:
    core = {f"table.{name}" for name in CORE} | {"table"}
    allowed = OUTWARDS[part]
    for name in inside(part):
        for module in filter(is_ours, imports(name)):
            may = is_in(module, part) or any(is_in(module, other) for other in allowed)
            assert may or ("core" in allowed and module in core), f"{name} imports {module}"


def test_every_module_of_the_table_has_its_row_here() -> None:
    known = {f"table.{name}" for name in CORE} | {"table"}
    parts = (*OUTWARDS, "table.games")
    assert [
        name for name in inside("table") if name not in known and not any(is_in(name, part) for part in parts)
    ] == []


def test_the_commands_are_the_outermost_part() -> None:
    users = {name for name in MODULES if any(is_in(module, "table.cli") for module in imports(name))}
    assert all(is_in(name, "table.cli") for name in users)


@pytest.mark.parametrize("rare", RARE)
def test_threads_sockets_and_the_like_belong_to_few(rare: str) -> None:
    users = {name for name in MODULES if any(is_in(module, rare) for module in imports(name))}
    assert [name for name in users if not any(is_in(name, part) for part in RARE[rare])] == []


def test_no_folder_of_tests_is_a_package() -> None:
    """An `__init__.py` in tests/table would stand in the way of `table` itself."""
    assert list((ROOT / "tests").rglob("__init__.py")) == []
    assert not (ROOT / "systemd" / "__init__.py").exists()

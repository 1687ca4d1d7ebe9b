"""Every record under tests/cases says in its comments what the referee must make of it, and must be right.

    #! foul 7 V3.2 Bo cards=3      a ruling of that kind on that line, with clause, seat and any further field
    #! win 12 V2.1 -               '-' for a field that is left open
    #! state turn=Cia hands.Bo=6   fields of the state at the end, values in JSON where they are not plain words
    #! none due V2.9               no ruling of that kind with that clause
    #! error 9                     the record is refused at that line

Of fouls, results and hindsight there must be exactly those stated; the rest is checked only where it is stated.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from table.cli import main

CASES = Path(__file__).parents[2] / "cases"
PATHS = sorted(CASES.rglob("*.ctn"))
EXACT = {"foul", "win", "lose", "place", "draw_game", "hindsight"}


@dataclass(frozen=True)
class Stated:
    """One ruling that must come; None for what is left open."""

    kind: str
    line: int | None
    clause: str | None
    seat: str | None
    fields: dict[str, Any]

    def fits(self, ruling: dict[str, Any]) -> bool:
        said = {**ruling, **(ruling["penalty"] or {})}
        fixed = {"line": self.line, "clause": self.clause, "seat": self.seat}
        wanted = {
            "kind": self.kind,
            **{name: value for name, value in fixed.items() if value is not None},
            **self.fields,
        }
        return all(said.get(name) == value for name, value in wanted.items())


@dataclass
class Case:
    """What a record's comments state."""

    rulings: list[Stated] = field(default_factory=list)
    never: list[tuple[str, str]] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    refused_at: int | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.rulings or self.never or self.state or self.refused_at)


def read_case(text: str) -> Case:
    case = Case()
    for line in text.splitlines():
        match line.lstrip().split():
            case ["#!", "state", *pairs]:
                case.state |= read_fields(pairs)
            case ["#!", "error", at]:
                case.refused_at = int(at)
            case ["#!", "none", kind, clause]:
                case.never.append((kind, clause))
            case ["#!", kind, at, clause, seat, *pairs]:
                open_or = [None if word == "-" else word for word in (at, clause, seat)]
                at_line = None if open_or[0] is None else int(open_or[0])
                case.rulings.append(Stated(kind, at_line, open_or[1], open_or[2], read_fields(pairs)))
    return case


def read_fields(pairs: list[str]) -> dict[str, Any]:
    found = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def faults(case: Case, rulings: list[dict[str, Any]], state: dict[str, Any]) -> Iterator[str]:
    """In what the judgement differs from what the case states."""
    left = list(rulings)
    for stated in case.rulings:
        found = next((ruling for ruling in left if stated.fits(ruling)), None)
        if found is None:
            yield f"missing: {stated}"
        else:
            left.remove(found)
    for ruling in left:
        if ruling["kind"] in EXACT:
            yield f"not stated: {ruling}"
    for ruling in rulings:
        if (ruling["kind"], ruling["clause"]) in case.never:
            yield f"stated never to come: {ruling}"
    for path, value in case.state.items():
        if (found := looked_up(state, path)) != value:
            yield f"state {path}: stated {value!r}, found {found!r}"


def looked_up(state: Any, path: str) -> Any:
    for name in path.split("."):
        if isinstance(state, list):
            state = state[int(name)] if name.isdecimal() and int(name) < len(state) else None
        else:
            state = state.get(name) if isinstance(state, dict) else None
    return state


def number_of(path: Path) -> int:
    return int(path.name.partition("-")[0])


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", PATHS, ids=named)
def test_the_referee_says_what_the_record_states(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = read_case(path.read_text(encoding="utf-8"))
    assert not case.is_empty, "a case states something"
    status = main(["judge", str(path), "--json"])
    printed = capsys.readouterr()
    if case.refused_at is not None:
        assert status == 2
        assert printed.err.startswith(f"{path}:{case.refused_at}:")
        assert printed.out == ""
        return
    assert status == 0, printed.err
    *rulings, last = [json.loads(line) for line in printed.out.splitlines()]
    assert list(faults(case, rulings, last["state"])) == []


def test_every_case_tells_a_player_why_it_is_there() -> None:
    own = [path for path in PATHS if number_of(path) >= 20]
    assert own
    for path in own:
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith("# "), f"{path.name} begins with a sentence for players"
        assert len(first) < 120


def test_no_two_cases_have_the_same_number() -> None:
    for folder in {path.parent for path in PATHS}:
        numbers = [number_of(path) for path in folder.glob("*.ctn")]
        assert len(numbers) == len(set(numbers))

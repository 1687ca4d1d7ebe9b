"""What the packages that know English only say to people is said in Swedish where that is wanted."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from table.app.host import Host, SenseLost
from table.cli.problems import problem_text
from table.faults import fault_text
from table.game import Header
from table.ledger import Ledger
from table.seats import Seat
from table.texts import fault_forms
from table.witness import Seating
from vision.frames import CameraMissing
from vision.sightings import SightLost

SPEAKERS = {
    "SourceError", "CameraMissing", "CameraLost", "SightLost", "CalibrationError", "MarkersUnavailable", "WeightsError",
    "PinsMissing", "PinsUnfit", "PortInUse", "ListenError", "MatError",
}  # fmt: skip
"""What is made with a sentence for people."""

MODULES = [
    "vision.capture", "vision.frames", "vision.picam", "vision.watch", "vision.calibration", "vision.markers",
    "vision.network", "firmware.pins", "firmware.lgpiopins", "firmware.chips", "web.server",
    "table.app.pictures", "table.app.eyes", "table.app.seating",
]  # fmt: skip

SAID_ELSEWHERE = [
    ("firmware.clock", "TickClock.complaint"),
    ("firmware.board", "edge_loss_of"),
    ("vision.calibration", "SightCheck.faults"),
]
"""Functions that give such sentences back."""


def text_of(node: ast.expr, module: str) -> str:
    """The sentence as it might be said: what differs from time to time has a value."""
    match node:
        case ast.Constant(value=str(said)):
            return said
        case ast.JoinedStr(values=values):
            return "".join(text_of(value, module) for value in values)
        case ast.FormattedValue(value=ast.Name(id="owner")):
            return "button 'slap.2'"
        case ast.FormattedValue(value=ast.Name(id=name)):
            constant = getattr(importlib.import_module(module), name, None)
            return constant if isinstance(constant, str) else "17"
    return "17"


def source(module: str) -> ast.Module:
    path = resources.files(module.partition(".")[0]).joinpath(*module.split(".")[1:-1], f"{module.split('.')[-1]}.py")
    return ast.parse(path.read_text(encoding="utf-8"))


def said_in(module: str) -> Iterator[str]:
    for call in (node for node in ast.walk(source(module)) if isinstance(node, ast.Call)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in SPEAKERS:
            texts = [text_of(one, module) for one in call.args if isinstance(one, ast.JoinedStr | ast.Constant)]
            yield from (text for text in texts if " " in text)


def returned_by(module: str, function: str) -> Iterator[str]:
    """Whatever it holds that is longer than three words, but for its first words, which say what it does."""
    name = function.split(".")[-1]
    (found,) = (node for node in ast.walk(source(module)) if isinstance(node, ast.FunctionDef) and node.name == name)
    nodes = [node for part in found.body[1:] for node in ast.walk(part)]
    pieces = {id(piece) for node in nodes if isinstance(node, ast.JoinedStr) for piece in node.values}
    for node in nodes:
        if isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in pieces:
            text = text_of(node, module)
            if len(text.split()) > 3:
                yield text


SAID = sorted(
    {text for module in MODULES for text in said_in(module)}
    | {text for module, function in SAID_ELSEWHERE for text in returned_by(module, function)}
)


def test_there_is_much_to_say() -> None:
    assert len(SAID) > 35


@pytest.mark.parametrize("said", SAID)
def test_every_sentence_for_people_has_swedish_words(said: str) -> None:
    swedish = fault_text(said.rstrip("."), "sv")
    assert swedish != said.rstrip(".")
    assert fault_text(said, "en") == said


def test_what_fills_a_place_is_said_in_swedish_as_well() -> None:
    said = "the pins cannot be opened (Permission denied). On a Raspberry Pi, let the user who runs the table into "
    said += "the group gpio (sudo usermod -aG gpio USER) and log in again, then: cardtable doctor"
    assert fault_text(said, "sv").startswith("stiften går inte att öppna (rättigheterna räcker inte). På en")


def test_a_sentence_that_nobody_knows_stays_as_it_is() -> None:
    assert fault_text("the lens fell off", "sv") == "the lens fell off"


def test_swedish_words_have_no_places_but_those_of_the_sentence() -> None:
    for form, words in fault_forms("sv").items():
        assert set(_places(words)) <= set(_places(form)), form


def _places(form: str) -> list[str]:
    return [part.partition("}")[0] for part in form.split("{")[1:]]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    header = Header(game="vvvand8", seats=(Seat("Anna"), Seat("Bo")))
    with Ledger(tmp_path / "log.sqlite") as ledger:
        yield Host(ledger, header, Seating(seats=header.seats), lambda: 0)


def test_why_the_camera_is_lost_is_told_in_both_languages(host: Host) -> None:
    host.put(SightLost(1, "none of the mat's markers (0, 1) is seen; let the camera see all of it, lit and in focus"))
    host.work(0)
    lamp = next(lamp for lamp in host.board.latest().view.senses if not lamp.well)
    assert lamp.message.sv == (
        "Kameran ser inget: inget av mattans märken (0, 1) syns; låt kameran se hela mattan, belyst och skarp. "
        "Tryck in vad som händer tills den gör det."
    )
    assert lamp.message.en.endswith("lit and in focus. Tap what happens until it does.")


def test_why_the_buttons_are_lost_is_told_in_both_languages(host: Host) -> None:
    host.put(SenseLost("buttons", "there is no /dev/gpiochip*: buttons and lamps need a Raspberry Pi"))
    host.work(0)
    lamp = next(lamp for lamp in host.board.latest().view.senses if not lamp.well)
    assert lamp.message.sv.startswith(
        "Knapparna svarar inte: det finns inget /dev/gpiochip*: knappar och lampor kräver"
    )


def test_a_command_says_in_swedish_that_no_camera_answers() -> None:
    problem = CameraMissing(
        "no camera answers at /dev/video7. Check the cable, and with `ls /dev/video*` its number; "
        "another program may be using it"
    )
    assert problem_text(problem, "sv").startswith("ingen kamera svarar på /dev/video7. Kontrollera kabeln")

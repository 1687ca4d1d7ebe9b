"""A table that does what a test says, and the house it is served in."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from web.app import create_app
from web.desk import (
    Answer,
    ClauseText,
    Decided,
    Fact,
    Footage,
    FootageFrame,
    FootageMark,
    HandPanel,
    HeardLine,
    QuestionPanel,
    RulingPanel,
    ScoreTable,
    SeatPanel,
    SenseLamp,
    SlapBoard,
    SlapPanel,
    TableView,
    Tap,
    Text,
    Update,
)
from web.server import Server, open_server
from web.stream import Pace

SMALL_JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300030202020202030202020303030304060404040404080606050609080a0a09"
    "0809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc9000b080001000101011100ffcc000600101005ff"
    "da0008010100003f00d2cf20ffd9"
)


def same(words: str) -> Text:
    return Text(words, words)


def tap(line: str, en: str, sv: str, *, icon: str = "", weight: str = "plain") -> Tap:
    return Tap(label=Text(en, sv), line=line, icon=icon, weight=weight)


def seat(name: str, cards: int | None = 7, *, in_turn: bool = False, taps: tuple[Tap, ...] = ()) -> SeatPanel:
    return SeatPanel(name=name, cards=cards, in_turn=in_turn, marks=(), taps=taps)


def foul(line: int, who: str, *, clause: str = "V3.2", evidence: str | None = None) -> RulingPanel:
    return RulingPanel(
        line=line,
        clause=clause,
        kind="foul",
        seat=who,
        text=Text(f"{who} laid a card that does not fit.", f"{who} lade ett kort som inte passar."),
        evidence=evidence,
        withdrawn=False,
        overrule=tap(f"table: overrule {line}", "Set aside", "Upphäv"),
    )


BO_DRAWS = tap("Bo: draw 1", "Draw a card", "Ta ett kort", weight="main")

A_GAME = TableView(
    game="VVVänd8",
    top="7H",
    suit="H",
    status=Text("Bo's turn", "Bo är i tur"),
    over=False,
    facts=(Fact(label=Text("Draws this turn", "Tagna kort"), value=Text("0 of 3", "0 av 3")),),
    seats=(seat("Anna"), seat("Bo", in_turn=True, taps=(BO_DRAWS,)), seat("Cia", 1)),
    table_taps=(tap("table: turned", "Talon turned", "Talongen vänd"),),
    questions=(),
    rulings=(),
    correctable=(HeardLine(line=14, text=Text("Anna laid 7H", "Anna lade 7H"), cards=("7H", "7S")),),
    accusable=(tap("{accuser}: accuse {accused} V3.8", "A telling remark", "Avslöjande kommentar"),),
    senses=(SenseLamp(name=Text("Camera", "Kamera"), well=True, message=same("")),),
)


def hand(name: str, ms: float, outcome: str) -> HandPanel:
    value, error = same(f"{ms:.0f} ms"), same("± 17 ms")
    return HandPanel(name=name, value=value, error=error, outcome=outcome, at_ms=ms, spread_ms=16.5)


def stress(line: int, en: str, sv: str, *hands: HandPanel, verdict: str = "first", **more: Any) -> SlapPanel:
    margin, error = (Text("18.7 ms", "18,7 ms"), Text("± 0.2 ms", "± 0,2 ms")) if len(hands) > 1 else (same(""),) * 2
    return SlapPanel(
        line=line,
        verdict=verdict,
        headline=Text(en, sv),
        margin=margin,
        error=error,
        reason=same(""),
        hands=hands,
        **more,
    )


LISA_WAS_FIRST = stress(
    17,
    "Lisa was first",
    "Lisa var först",
    hand("Lisa", 396, "first"),
    hand("Bo", 414, "slower"),
    footage="g1-17",
)


def jpeg_of(blue: int, green: int, red: int) -> bytes:
    """A small picture of one colour."""
    _, packed = cv2.imencode(".jpg", np.full((48, 64, 3), (blue, green, red), np.uint8))
    return packed.tobytes()


GREY, RED = jpeg_of(90, 90, 90), jpeg_of(0, 0, 230)

FOOTAGE = Footage(
    frames=tuple(
        FootageFrame(at_ms, jpeg)
        for at_ms, jpeg in zip((-60_000.0, -59_800.0, 0.0, 500.0), (GREY, GREY, GREY, RED), strict=True)
    ),
    marks=(
        FootageMark(at_ms=0.0, spread_ms=16.5, kind="pair", label=Text("The pair lies open", "Paret ligger öppet")),
        FootageMark(at_ms=396.0, spread_ms=0.0, kind="slap", label=same("Lisa 396 ms")),
    ),
)
"""A minute of it: however busy the machine is, it plays on until the test stops it."""

ASKED = QuestionPanel(
    text=Text("Which card did Bo lay?", "Vilket kort lade Bo?"),
    evidence=None,
    answers=(),
    card_line="Bo: play {card}",
)


@dataclass
class ScriptedDesk:
    """A table that shows what the test says and remembers what it was told."""

    update: Update = field(default_factory=lambda: Update(1, A_GAME))
    told: list[tuple[str, str]] = field(default_factory=list)
    answer: Answer = field(default_factory=lambda: Answer(True, same("")))
    after_tap: TableView | None = None
    """What is shown when a line has been accepted; None changes nothing."""
    tables: tuple[ScoreTable, ...] = ()
    boards: tuple[SlapBoard, ...] = ()
    changed: threading.Condition = field(default_factory=threading.Condition)
    flowing: threading.Event = field(default_factory=threading.Event)
    """Cleared, the table answers nobody, as if its machine hung."""

    def __post_init__(self) -> None:
        self.flowing.set()

    def show(self, view: TableView) -> None:
        with self.changed:
            self.update = Update(self.update.number + 1, view)
            self.changed.notify_all()

    def latest(self) -> Update:
        self.flowing.wait()
        with self.changed:
            return self.update

    def wait(self, after: int, timeout_s: float) -> Update | None:
        self.flowing.wait()
        with self.changed:
            self.changed.wait_for(lambda: self.update.number > after, timeout_s)
            return self.update if self.update.number > after else None

    def tell(self, line: str, language: str) -> Answer:
        self.told.append((line, language))
        if self.answer.accepted and self.after_tap is not None:
            self.show(self.after_tap)
        return self.answer

    def picture(self, name: str) -> bytes | None:
        return SMALL_JPEG if name == "line/3" else None

    def footage(self, name: str) -> Footage | None:
        return FOOTAGE if name == "g1-17" else None

    def clause(self, number: str) -> ClauseText | None:
        if number != "V3.2":
            return None
        return ClauseText("V3.2", Text("Card does not fit", "Kortet passar inte"), Text("It must fit.", "Passa."))

    def record(self) -> str:
        return "game vvvand8\nseats Anna Bo Cia\n"

    def decided(self) -> tuple[Decided, ...]:
        viggo = Decided(("V1.10",), Text("Viggo plays.", "Viggo är med."), setting="viggo = false", is_usual=True)
        return (Decided(("V2.13",), Text("No win without a call.", "Ingen vinst utan utgång.")), viggo)

    def scores(self) -> tuple[ScoreTable, ...]:
        return self.tables

    def slaps(self) -> tuple[SlapBoard, ...]:
        return self.boards


@dataclass
class House:
    """Serves screens as the table does, and stops with the test."""

    desk: ScriptedDesk
    server: Server | None = None
    thread: threading.Thread | None = None
    port: int = 0

    def open(self, pace: Pace | None = None) -> None:
        """Opens at any free port the first time, and there again each time after."""
        self.server = open_server(create_app(self.desk, pace), "127.0.0.1", self.port)
        self.port = self.server.port
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()

    def close(self) -> None:
        if self.server is not None and self.thread is not None:
            self.desk.flowing.set()
            self.server.close()
            self.thread.join()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

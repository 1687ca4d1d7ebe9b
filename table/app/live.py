"""The whole system on a real table: `cardtable run`."""

from __future__ import annotations

import datetime
import logging
import os
import platform
import signal
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from firmware.board import edge_loss_of, model
from firmware.pins import PinsMissing, open_pins
from firmware.wiring import Wiring
from table.app.contacts import Contacts
from table.app.decks import DeckGuard, load_profile
from table.app.eyes import Eyes, Looker
from table.app.host import Host, SenseLost
from table.app.lookback import Remembered
from table.app.notify import tell_systemd, watchdog_s
from table.app.seating import mat_of, patience_for, seating_round
from table.config import Config, ConfigError
from table.desk import Change
from table.faults import fault_text
from table.game import Header, Option
from table.games import find_game
from table.headers import PLAYERS
from table.houses import OptionError, settle
from table.ledger import Ledger
from table.presets import options_of
from table.refusals import refusal
from table.seats import Seat
from table.texts import word
from table.witness import Seating
from vision.capture import CaptureDevice, VideoFile
from vision.frames import Camera, PictureFolder
from vision.mat import Mat
from vision.picam import PicameraCamera, PicamSettings
from vision.profile import Profile
from vision.reader import Reader
from vision.watch import Watch
from web.app import create_app
from web.server import Server, open_server, require_free

logger = logging.getLogger(__name__)

TICK_S = 0.2
"""How often systemd is told that we live, at least."""


def header_of(config: Config) -> Header:
    """With what the first game at this table opens. Raises PresetError and ConfigError."""
    game, allowed = config.table.game, PLAYERS[config.table.game]
    seats = tuple(Seat(name) for name in config.table.seats)
    if len(seats) not in allowed:
        must = refusal("must_count", least=allowed[0], most=allowed[-1], game=game)
        raise config.wrong("table", "seats", must, list(seats))
    for name in config.games:
        _check_options(config, name)
    header = Header(
        game=game,
        seats=seats,
        options=options_of(game, config.house_rules(game).get("preset"), _options(config, game)),
        dealer=Seat(config.table.dealer) if config.table.dealer else seats[0],
    )
    try:
        find_game(game).open(header)  # some house rules depend on who plays
    except OptionError as problem:
        raise _wrong_option(config, game, problem) from None
    return header


def _options(config: Config, game: str) -> tuple[Option, ...]:
    return tuple(Option(name, value) for name, value in config.house_rules(game).items() if name != "preset")


def _check_options(config: Config, game: str) -> None:
    """Those of games that are not played now as well: a mistake is easier to mend before that evening."""
    try:
        settle(find_game(game).house, _options(config, game))
    except OptionError as problem:
        raise _wrong_option(config, game, problem) from None


def _wrong_option(config: Config, game: str, problem: OptionError) -> ConfigError:
    return ConfigError(refusal("config_option", path=str(config.path), game=game, problem=problem.refusal))


def seating_of(config: Config, mat: Mat) -> Seating:
    """Who sits at which side: as the settings say, or the seats are spread evenly round the mat. Raises ConfigError."""
    seats = tuple(Seat(name) for name in config.table.seats)
    known = [side.name for side in mat.sides]
    for side in config.table.sides.values():
        if side not in known:
            raise config.wrong("table", "sides", refusal("must_side", mat=mat.name, values=", ".join(known)), side)
    named = {side: Seat(seat) for seat, side in config.table.sides.items()}
    return Seating(seats=seats, sides=named) if named else seating_round(seats, mat)


def ledger_path(config: Config) -> Path:
    """Where the log is: as the settings say, in systemd's place for us, or under the user's own state."""
    if config.table.ledger is not None:
        return config.table.ledger
    own = os.environ.get("STATE_DIRECTORY")
    return (Path(own) if own else state_folder()) / "table.sqlite"


def state_folder() -> Path:
    """Where programs keep what they must remember for this user (XDG base directories)."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "cardtable"


def open_source(config: Config) -> Camera:
    """Opens the camera that the settings name. Raises SourceError."""
    source, size = config.camera.source, (config.camera.width, config.camera.height)
    if source == "picamera2":
        return PicameraCamera(PicamSettings(size=size))
    if source.startswith("device:"):
        return CaptureDevice(_device(source.removeprefix("device:")), size=size)
    path = Path(source)
    return PictureFolder(path) if path.is_dir() else VideoFile(path)


def _device(name: str) -> int | str:
    return int(name) if name.isdecimal() else name


class Table:
    """A real table: opened, run until it is told to stop, and closed again."""

    def __init__(self, config: Config) -> None:
        """Opens the log, the port and the pins. Raises ConfigError's kin: LedgerError, PortInUse, MatError..."""
        self._stopping = threading.Event()
        self._told_lost: str | None = None
        self.config = config
        header, mat = header_of(config), mat_of(config)
        seating = seating_of(config, mat)
        profile = load_profile(config.camera.profile) if config.camera.profile else None
        require_free(config.web.host, config.web.port)
        with ExitStack() as opened:
            path = ledger_path(config)
            ledger = opened.enter_context(Ledger(path, makes_folder=config.table.ledger is None))
            self.host = Host(ledger, header, seating, time.monotonic_ns, today=_today)
            self.server: Server = open_server(create_app(self.host.board), config.web.host, config.web.port)
            opened.callback(self.server.close)
            self._contacts = self._open_contacts(opened)
            put = self.host.put
            lookback = self.host.lookback
            self._eyes = Eyes(
                lambda: Remembered(open_source(config), lookback), lambda: _watch(mat, config, profile, put), put
            )
            self._opened = opened.pop_all()
        self.host.listen(self._follow)

    def _open_contacts(self, opened: ExitStack) -> Contacts | None:
        """Buttons and lamps; a table without them goes on by touch and says so."""
        wiring = Wiring(self.config.buttons, self.config.lamps)
        if not wiring.buttons and not wiring.lamps:
            return None
        try:
            pins = open_pins()
            opened.callback(pins.close)
            contacts = Contacts(wiring, self.host.put, pins)
        except PinsMissing as problem:
            logger.warning("%s", fault_text(str(problem), self.config.table.language))
            self.host.put(SenseLost("buttons", str(problem)))
            return None
        opened.callback(contacts.close)
        contacts.open(self.host.desk)
        if warning := edge_loss_of(model(), platform.release()):
            logger.warning("%s", fault_text(warning, self.config.table.language))
        return contacts

    def _follow(self, change: Change) -> None:
        if self._contacts is not None:
            self._contacts.follow(self.host.desk, change)
        lost = self.host.desk.sight_lost
        if lost is not None and lost != self._told_lost:
            language = self.config.table.language
            problem = fault_text(lost.rstrip("."), language)
            logger.warning("%s", word("terminal", "no_camera", language, problem=problem))
        self._told_lost = lost

    def run(self) -> None:
        """Serves until `stop`, a SIGTERM or a SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._signalled)
        serving = threading.Thread(target=self.server.run, name="web", daemon=True)
        serving.start()
        self._eyes.start()
        if self._contacts is not None:
            self._contacts.start()
        tell_systemd("READY=1")
        self._work_until_stopped()
        tell_systemd("STOPPING=1")
        self._eyes.stop()
        self._opened.close()
        serving.join(timeout=3.0)

    def _work_until_stopped(self) -> None:
        every, told = watchdog_s(), 0.0
        while not self._stopping.is_set():
            self.host.work(TICK_S)
            if every is not None and time.monotonic() - told >= min(every, 1.0) and not self._eyes.are_hung:
                tell_systemd("WATCHDOG=1")
                told = time.monotonic()

    def stop(self) -> None:
        """Ends `run` soon; from any thread."""
        self._stopping.set()

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        self.stop()


def _today() -> str:
    return datetime.date.today().isoformat()


def _watch(mat: Mat, config: Config, profile: Profile | None, tell: Callable[[SenseLost], None]) -> Looker:
    reader = Reader.load(profile)
    watch = Watch(mat, reader, patience=patience_for(config.table.game, config.camera.settle_ms))
    return watch if reader.deck is None else DeckGuard(watch, reader.deck, tell)

"""A record of a game as text: reading and writing the table notation.

    game vvvand8
    seats Anna Bo Cia
    dealer Anna
    table: start 7H
    [12.300~12.333] Bo: play 9H      # comment

Whatever is out of form is refused with its place; a record is read whole or not at all.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from table import events
from table.cards import SUIT_SIGNS, Card, Suit
from table.events import Event
from table.forms import FormError, RecordError, Word, known_seat, read_card, words_of
from table.game import Header
from table.headers import HeaderError, HeaderReader
from table.moments import Micros, Moment
from table.rulings import ClauseId
from table.seats import Nobody, Seat, Who


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was written down."""

    header: Header
    events: tuple[Event, ...]


class _Arguments:
    """The words after a verb, taken one by one."""

    def __init__(self, words: Sequence[Word], end: int, seats: Sequence[Seat]) -> None:
        self._words, self._end, self._seats = list(words), end, seats

    def take(self, expected: str) -> Word:
        if not self._words:
            raise FormError(self._end, f"expected {expected}")
        return self._words.pop(0)

    def count(self, expected: str = "how many, 1 or more") -> int:
        word = self.take(expected)
        if not re.fullmatch(r"[0-9]{1,6}", word.text) or int(word.text) < 1:
            raise FormError(word.column, f"expected {expected}, got '{word.text}'")
        return int(word.text)

    def card(self) -> Card:
        return read_card(self.take("a card"))

    def cards(self) -> tuple[Card, ...]:
        found = [self.card()]
        while self._words:
            found.append(self.card())
        return tuple(found)

    def suit(self) -> Suit:
        word = self.take("a suit: C D H S")
        plain = SUIT_SIGNS.get(word.text)
        if plain is not None:
            return plain
        try:
            return Suit(word.text.upper())
        except ValueError:
            raise FormError(word.column, f"no suit '{word.text}'; suits are C D H S") from None

    def seat(self) -> Seat:
        return known_seat(self.take("a seat"), self._seats)

    def clause(self) -> ClauseId:
        word = self.take("a clause such as V3.8")
        if not re.fullmatch(r"[A-Z][0-9]+\.[0-9]+", word.text):
            raise FormError(word.column, f"expected a clause such as V3.8, got '{word.text}'")
        return ClauseId(word.text)

    def one_of(self, *choices: str) -> str:
        word = self.take(" or ".join(choices))
        if word.text not in choices:
            raise FormError(word.column, f"expected {' or '.join(choices)}, got '{word.text}'")
        return word.text

    def end(self) -> None:
        if self._words:
            raise FormError(self._words[0].column, f"expected nothing more, got '{self._words[0].text}'")


_VVVAND8 = frozenset({"vvvand8"})


@dataclass(frozen=True, slots=True)
class _Verb:
    """How one verb is read and written."""

    kind: type[Event]
    games: frozenset[str]
    read: Callable[[_Arguments], dict[str, Any]]
    for_table: bool = False
    """Whether it is said of the table and not of a seat."""


def _verb(kind: type[Event], read: Callable[[_Arguments], dict[str, Any]], *, for_table: bool = False) -> _Verb:
    return _Verb(kind, _VVVAND8, read, for_table)


VERBS: dict[str, _Verb] = {
    "start": _verb(events.Start, lambda a: {"card": a.card()}, for_table=True),
    "drawn": _verb(events.Drawn, lambda a: {"card": a.card()}),
    "dealt": _verb(events.Dealt, lambda a: {"count": a.count()}),
    "viggo": _verb(events.Viggo, lambda a: {}),
    "guest": _verb(events.Guest, lambda a: {}),
    "away": _verb(events.Away, lambda a: {}),
    "back": _verb(events.Back, lambda a: {}),
    "join": _verb(events.Join, lambda a: {}),
    "play": _verb(events.Play, lambda a: {"cards": a.cards()}),
    "draw": _verb(events.Draw, lambda a: {"count": a.count()}),
    "suit": _verb(events.NameSuit, lambda a: {"suit": a.suit()}),
    "pass": _verb(events.Pass, lambda a: {}),
    "call": _verb(events.Call, lambda a: {}),
    "uncall": _verb(events.Uncall, lambda a: {}),
    "takeback": _verb(events.TakeBack, lambda a: {"cards": a.cards()}),
    "show": _verb(events.Show, lambda a: {"cards": a.cards()}),
    "veto": _verb(events.Veto, lambda a: {"forbids": a.one_of("yes", "no") == "yes"}),
    "accuse": _verb(events.Accuse, lambda a: {"accused": a.seat(), "clause": a.clause()}),
    "dismiss": _verb(events.Dismiss, lambda a: {"clause": a.clause(), "accused": a.seat()}, for_table=True),
    "turned": _verb(events.Turned, lambda a: {}, for_table=True),
    "correct": _verb(events.Correct, lambda a: {"misread": a.count("a line"), "cards": a.cards()}, for_table=True),
    "overrule": _verb(events.Overrule, lambda a: {"ruled": a.count("a line")}, for_table=True),
}
_VERB_OF = {verb.kind: name for name, verb in VERBS.items()}

GAMES = frozenset(game for verb in VERBS.values() for game in verb.games)
"""The games whose records can be read."""


def read_event(text: str, line: int, header: Header) -> Event | None:
    """One line of a record as an event; None for a blank line or a comment alone.

    Raises RecordError (its source is then empty) if the line is out of form.
    """
    try:
        return _event(text, line, header)
    except FormError as problem:
        raise RecordError("", line, problem.column, problem.expected) from None


def _event(text: str, line: int, header: Header) -> Event | None:
    words = words_of(text)
    if not words:
        return None
    end = words[-1].end
    when = _when(words.pop(0)) if words[0].text.startswith("[") else None
    if not words or not words[0].text.endswith(":"):
        column = words[0].column if words else end
        raise FormError(column, f"expected who did it and a colon ({' '.join(header.seats)} table ?), then a verb")
    name = words.pop(0)
    who = _who(Word(name.text[:-1], name.column), header.seats)
    if not words:
        raise FormError(end, f"expected a verb of {header.game} ({_verbs_said(header.game)})")
    verb, known = VERBS.get(words[0].text), words[0]
    if verb is None or header.game not in verb.games:
        raise FormError(
            known.column, f"expected a verb of {header.game} ({_verbs_said(header.game)}), got '{known.text}'"
        )
    if verb.for_table and who is not Nobody.TABLE:
        raise FormError(name.column, f"expected 'table: {known.text}', got '{name.text}'")
    if not verb.for_table and who is Nobody.TABLE:
        raise FormError(name.column, f"expected a seat before '{known.text}', got 'table'")
    arguments = _Arguments(words[1:], end, header.seats)
    values = verb.read(arguments)
    arguments.end()
    return verb.kind(line=line, who=who, when=when, **values)


def _verbs_said(game: str) -> str:
    return ", ".join(name for name, verb in VERBS.items() if game in verb.games)


def _who(word: Word, seats: Sequence[Seat]) -> Who:
    if word.text in ("table", "?"):
        return Nobody(word.text)
    return known_seat(word, seats)


_TIME = re.compile(r"\[([0-9]{1,9}(?:\.[0-9]{1,6})?)(?:~([0-9]{1,9}(?:\.[0-9]{1,6})?))?\]")


def _when(word: Word) -> Moment:
    found = _TIME.fullmatch(word.text)
    if found is None:
        raise FormError(word.column, f"expected a time such as [12.345] or [12.300~12.333], got '{word.text}'")
    first, last = (_micros(part) for part in (found.group(1), found.group(2) or found.group(1)))
    if first > last:
        raise FormError(word.column, f"a moment cannot end before it begins: '{word.text}'")
    return Moment(first, last)


def _micros(seconds: str) -> Micros:
    return Micros(int(Decimal(seconds) * 1_000_000))


def read_record(text: str, source: str) -> Record:
    """A whole record. *source* names it in messages.

    Raises RecordError at the first line that is out of form; nothing of the record is then of use.
    """
    gathered, header, found, line = HeaderReader(GAMES), None, [], 0
    try:
        for written in text.splitlines():
            line += 1
            words = words_of(written)
            if header is None and words and not _is_event(words):
                gathered.take(words, line)
            elif words:
                header = header or gathered.header(line)
                event = _event(written, line, header)
                if event is not None:
                    found.append(event)
        header = header or gathered.header(max(1, line))
    except HeaderError as problem:
        raise RecordError(source, problem.line, problem.fault.column, problem.fault.expected) from None
    except FormError as problem:
        raise RecordError(source, line, problem.column, problem.expected) from None
    return Record(header, tuple(found))


def _is_event(words: list[Word]) -> bool:
    return words[0].text.startswith("[") or any(word.text.endswith(":") for word in words[:2])


def read_bytes(data: bytes, source: str) -> Record:
    """A whole record as it lies in a file. Raises RecordError, also for what is no UTF-8 text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        column = problem.start - (data.rfind(b"\n", 0, problem.start) + 1) + 1
        raise RecordError(source, line, column, "expected UTF-8 text") from None
    return read_record(text, source)


def write_event(event: Event) -> str:
    """One event as a line that `read_event` reads back, without its line number."""
    who = event.who.value if isinstance(event.who, Nobody) else event.who
    own = {field.name for field in dataclasses.fields(Event)}
    values = [getattr(event, field.name) for field in dataclasses.fields(event) if field.name not in own]
    said = [word for value in values for word in _write_value(value)]
    time = [] if event.when is None else [_write_moment(event.when)]
    return " ".join([*time, f"{who}:", _VERB_OF[type(event)], *said])


def _write_value(value: object) -> list[str]:
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, tuple):
        return [str(item) for item in value]
    return [value.value] if isinstance(value, Suit) else [str(value)]


def _write_moment(when: Moment) -> str:
    first, last = _write_micros(when.earliest), _write_micros(when.latest)
    return f"[{first}]" if first == last else f"[{first}~{last}]"


def _write_micros(micros: Micros) -> str:
    whole, part = divmod(micros, 1_000_000)
    return f"{whole}.{part:06d}".rstrip("0").rstrip(".")

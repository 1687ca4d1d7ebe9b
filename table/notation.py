"""A record of a game as text: reading and writing the table notation.

    game vvvand8
    seats Anna Bo Cia
    dealer Anna
    table: start 7H
    [12.300~12.333] Bo: play 9H      # comment

Whatever is out of form is refused with its place; a record is read whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from table.events import Event
from table.forms import FormError, RecordError, Word, known_seat, words_of
from table.game import Header
from table.headers import HeaderError, HeaderReader
from table.moments import Micros, Moment
from table.refusals import expected, refusal
from table.seats import Nobody, Seat, Who
from table.verbs import VERBS, Arguments, written


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was written down."""

    header: Header
    events: tuple[Event, ...]


def read_event(text: str, line: int, header: Header) -> Event | None:
    """One line of a record as an event; None for a blank line or a comment alone.

    Raises RecordError (its source is then empty) if the line is out of form.
    """
    try:
        return _event(words_of(text), line, header)
    except FormError as problem:
        raise RecordError("", line, problem.column, problem.refusal) from None


def _event(words: list[Word], line: int, header: Header) -> Event | None:
    if not words:
        return None
    end = words[-1].end
    when = _when(words.pop(0)) if words[0].text.startswith("[") else None
    if not words or not words[0].text.endswith(":"):
        column = words[0].column if words else end
        raise FormError(column, expected("who", seats=" ".join(header.seats)))
    name = words.pop(0)
    who = _who(Word(name.text[:-1], name.column), header.seats)
    if not words:
        raise FormError(end, expected("verb", game=header.game, verbs=_verbs_said(header.game)))
    verb, known = VERBS.get(words[0].text), words[0]
    if verb is None or header.game not in verb.games:
        why = expected("verb", known.text, game=header.game, verbs=_verbs_said(header.game))
        raise FormError(known.column, why)
    if verb.for_table and who is not Nobody.TABLE:
        raise FormError(name.column, expected("quoted", name.text, word=f"table: {known.text}"))
    if not verb.for_table and who is Nobody.TABLE:
        raise FormError(name.column, expected("seat_before", "table", verb=known.text))
    arguments = Arguments(words[1:], end, header.seats)
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
        raise FormError(word.column, expected("time", word.text))
    first, last = (_micros(part) for part in (found.group(1), found.group(2) or found.group(1)))
    if first > last:
        raise FormError(word.column, refusal("moment", got=word.text))
    return Moment(first, last)


def _micros(seconds: str) -> Micros:
    whole, _, part = seconds.partition(".")
    return Micros(int(whole + part.ljust(6, "0")))


def read_record(text: str, source: str) -> Record:
    """A whole record. *source* names it in messages.

    Raises RecordError at the first line that is out of form; nothing of the record is then of use.
    """
    gathered, header, found, line = HeaderReader(), None, [], 0
    try:
        for written in text.splitlines():
            line += 1
            words = words_of(written)
            if header is None and words and not _is_event(words):
                gathered.take(words, line)
            elif words:
                header = header or gathered.header(line)
                event = _event(words, line, header)
                if event is not None:
                    found.append(event)
        header = header or gathered.header(max(1, line))
    except HeaderError as problem:
        raise RecordError(source, problem.line, problem.fault.column, problem.refusal) from None
    except FormError as problem:
        raise RecordError(source, line, problem.column, problem.refusal) from None
    return Record(header, tuple(found))


def read_header(lines: Iterable[str], source: str) -> Header:
    """The header of a record, whatever follows it. Raises RecordError as `read_record` does."""
    return read_record("\n".join(takewhile(lambda line: not _is_event(words_of(line)), lines)), source).header


def _is_event(words: list[Word]) -> bool:
    return bool(words) and (words[0].text.startswith("[") or any(word.text.endswith(":") for word in words[:2]))


def read_bytes(data: bytes, source: str) -> Record:
    """A whole record as it lies in a file. Raises RecordError, also for what is no UTF-8 text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        column = problem.start - (data.rfind(b"\n", 0, problem.start) + 1) + 1
        raise RecordError(source, line, column, expected("utf8")) from None
    return read_record(text, source)


def write_event(event: Event) -> str:
    """One event as a line that `read_event` reads back, without its line number."""
    who = event.who.value if isinstance(event.who, Nobody) else event.who
    time = [] if event.when is None else [_write_moment(event.when)]
    return " ".join([*time, f"{who}:", *written(event)])


def _write_moment(when: Moment) -> str:
    first, last = _write_micros(when.earliest), _write_micros(when.latest)
    return f"[{first}]" if first == last else f"[{first}~{last}]"


def _write_micros(micros: Micros) -> str:
    whole, part = divmod(micros, 1_000_000)
    return f"{whole}.{part:06d}".rstrip("0").rstrip(".")

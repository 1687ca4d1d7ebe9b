"""The header of a record: what is settled before the first event."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping

from table.forms import FormError, Word, known_seat
from table.game import Header, Option
from table.refusals import Refusal, RefusedError, expected, refusal
from table.seats import Seat

PLAYERS: Mapping[str, range] = {
    "vvvand8": range(2, 53),
    "stress": range(2, 5),
    "schtefan": range(3, 10),
    "president": range(3, 9),
}
"""How many seats each game has: as its rule text says, and in VVVänd8 one for every card of a deck at most."""


class HeaderReader:
    """Gathers the header's lines."""

    def __init__(self) -> None:
        self.found: dict[str, list[Word]] = {}
        self.options: list[Option] = []
        self.lines: dict[str, int] = {}

    KEYS = ("game", "option", "seats", "free", "decks", "placed", "dealer", "date")

    def take(self, words: list[Word], line: int) -> None:
        key, values = words[0], words[1:]
        if key.text not in self.KEYS:
            raise FormError(key.column, expected("header_word", key.text, words=", ".join(self.KEYS)))
        if not values:
            raise FormError(key.end, expected("value", name=key.text))
        if key.text == "option":
            self.options.append(self._option(values, line))
        elif key.text in self.found:
            raise FormError(key.column, refusal("twice", name=key.text, first=self.lines[key.text]))
        else:
            self._check(key.text, values)
            self.found[key.text], self.lines[key.text] = values, line

    def _option(self, values: list[Word], line: int) -> Option:
        name, equals, value = values[0].text.partition("=")
        if len(values) != 1 or not name or not equals or not value:
            raise FormError(values[0].column, expected("option"))
        first = next((option for option in self.options if option.name == name), None)
        if first is not None:
            raise FormError(values[0].column, refusal("option_twice", name=name, first=first.line))
        return Option(name, value, line, values[0].column)

    def _check(self, key: str, values: list[Word]) -> None:
        if key in ("game", "dealer", "decks", "date") and len(values) > 1:
            raise FormError(values[1].column, expected("one_value", values[1].text, name=key))
        if key == "game" and values[0].text not in PLAYERS:
            games = ", ".join(sorted(PLAYERS))
            raise FormError(values[0].column, refusal("no_game", got=values[0].text, games=games))
        if key == "decks" and values[0].text not in ("1", "2", "3", "4"):
            raise FormError(values[0].column, expected("decks", values[0].text))
        if key == "date":
            _check_date(values[0])
        if key in ("seats", "free", "placed"):
            _check_names(values)

    def header(self, at_line: int) -> Header:
        for key in ("game", "seats"):
            if key not in self.found:
                raise HeaderError(at_line, FormError(1, expected("before_events", name=key)))
        seats = tuple(Seat(word.text) for word in self.found["seats"])
        self._check_seats(self.found["game"][0].text)
        decks = self.found.get("decks")
        date = self.found.get("date")
        dealer = self._seats("dealer", seats)
        free = self._seats("free", seats)
        self._check_free(seats, free, dealer)
        self._check_placed(seats, free)
        return Header(
            game=self.found["game"][0].text,
            seats=seats,
            options=tuple(self.options),
            free=free,
            decks=int(decks[0].text) if decks else None,
            placed=self._seats("placed", seats),
            dealer=dealer[0] if dealer else None,
            date=date[0].text if date else None,
        )

    def _check_seats(self, game: str) -> None:
        words, allowed = self.found["seats"], PLAYERS[game]
        why = seats_problem(game, len(words))
        if why is not None:
            column = words[allowed[-1]].column if len(words) > allowed[-1] else words[-1].end
            raise HeaderError(self.lines["seats"], FormError(column, why))

    def _check_placed(self, seats: tuple[Seat, ...], free: tuple[Seat, ...]) -> None:
        words = self.found.get("placed", [])
        named = {word.text for word in words}
        missing = [seat for seat in seats if seat not in free and seat not in named]
        if words and missing:
            why = expected("placed", missing=" ".join(missing))
            raise HeaderError(self.lines["placed"], FormError(words[-1].end, why))

    def _check_free(self, seats: tuple[Seat, ...], free: tuple[Seat, ...], dealer: tuple[Seat, ...]) -> None:
        if set(seats) <= set(free):
            raise HeaderError(self.lines["free"], FormError(1, expected("player")))
        if dealer and dealer[0] in free:
            word = self.found["dealer"][0]
            raise HeaderError(self.lines["dealer"], FormError(word.column, expected("dealer", name=word.text)))

    def _seats(self, key: str, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        try:
            return tuple(known_seat(word, seats) for word in self.found.get(key, ()))
        except FormError as problem:
            raise HeaderError(self.lines[key], problem) from None


class HeaderError(RefusedError):
    """Something out of form on an earlier line of the header."""

    def __init__(self, line: int, fault: FormError) -> None:
        super().__init__(fault.refusal)
        self.line, self.fault = line, fault


def seats_problem(game: str, seats: int) -> Refusal | None:
    """What is wrong with so many seats in *game*, for people; None if nothing is."""
    allowed = PLAYERS[game]
    if seats in allowed:
        return None
    return refusal("seats", least=allowed[0], most=allowed[-1], game=game, seats=seats)


def _check_date(word: Word) -> None:
    try:
        datetime.date.fromisoformat(word.text)
    except ValueError:
        raise FormError(word.column, expected("date", word.text)) from None


def _check_names(words: Iterable[Word]) -> None:
    seen: set[str] = set()
    for word in words:
        if word.text in seen:
            raise FormError(word.column, refusal("same_name", name=word.text))
        if word.text in ("table", "?") or word.text[0] == "[" or ":" in word.text:
            raise FormError(word.column, refusal("bad_name", name=word.text))
        seen.add(word.text)


def write_header(header: Header) -> list[str]:
    """The header's lines, in the notation's order."""
    lines = [f"game {header.game}"]
    lines += [f"option {option.name}={option.value}" for option in header.options]
    lines.append(f"seats {' '.join(header.seats)}")
    lists = (("free", header.free), ("placed", header.placed))
    lines += [f"{key} {' '.join(seats)}" for key, seats in lists if seats]
    single = (("decks", header.decks), ("dealer", header.dealer), ("date", header.date))
    return lines + [f"{key} {value}" for key, value in single if value is not None]

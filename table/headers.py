"""The header of a record: what is settled before the first event."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping

from table.forms import FormError, Word, known_seat
from table.game import Header, Option
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
            raise FormError(key.column, f"expected a header word ({', '.join(self.KEYS)}), got '{key.text}'")
        if not values:
            raise FormError(key.end, f"expected a value after '{key.text}'")
        if key.text == "option":
            self.options.append(self._option(values, line))
        elif key.text in self.found:
            raise FormError(key.column, f"'{key.text}' stands here a second time; first on line {self.lines[key.text]}")
        else:
            self._check(key.text, values)
            self.found[key.text], self.lines[key.text] = values, line

    def _option(self, values: list[Word], line: int) -> Option:
        name, equals, value = values[0].text.partition("=")
        if len(values) != 1 or not name or not equals or not value:
            raise FormError(values[0].column, "expected an option such as name=value, without blanks")
        first = next((option for option in self.options if option.name == name), None)
        if first is not None:
            said = f"option '{name}' stands here a second time; first on line {first.line}"
            raise FormError(values[0].column, said)
        return Option(name, value, line, values[0].column)

    def _check(self, key: str, values: list[Word]) -> None:
        if key in ("game", "dealer", "decks", "date") and len(values) > 1:
            raise FormError(values[1].column, f"expected one value after '{key}', got '{values[1].text}'")
        if key == "game" and values[0].text not in PLAYERS:
            raise FormError(values[0].column, f"no game '{values[0].text}'; games are {', '.join(sorted(PLAYERS))}")
        if key == "decks" and values[0].text not in ("1", "2", "3", "4"):
            raise FormError(values[0].column, f"expected how many decks, 1 to 4, got '{values[0].text}'")
        if key == "date":
            _check_date(values[0])
        if key in ("seats", "free", "placed"):
            _check_names(values)

    def header(self, at_line: int) -> Header:
        for key in ("game", "seats"):
            if key not in self.found:
                raise HeaderError(at_line, FormError(1, f"expected '{key} ...' before the first event"))
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
        said = seats_problem(game, len(words))
        if said is not None:
            column = words[allowed[-1]].column if len(words) > allowed[-1] else words[-1].end
            raise HeaderError(self.lines["seats"], FormError(column, said))

    def _check_placed(self, seats: tuple[Seat, ...], free: tuple[Seat, ...]) -> None:
        words = self.found.get("placed", [])
        named = {word.text for word in words}
        missing = [seat for seat in seats if seat not in free and seat not in named]
        if words and missing:
            said = f"expected everybody who played the round before, also {' '.join(missing)}"
            raise HeaderError(self.lines["placed"], FormError(words[-1].end, said))

    def _check_free(self, seats: tuple[Seat, ...], free: tuple[Seat, ...], dealer: tuple[Seat, ...]) -> None:
        if set(seats) <= set(free):
            raise HeaderError(self.lines["free"], FormError(1, "expected somebody who plays; every seat is free"))
        if dealer and dealer[0] in free:
            word = self.found["dealer"][0]
            said = f"expected a dealer who plays; the seat of '{word.text}' is free"
            raise HeaderError(self.lines["dealer"], FormError(word.column, said))

    def _seats(self, key: str, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        try:
            return tuple(known_seat(word, seats) for word in self.found.get(key, ()))
        except FormError as problem:
            raise HeaderError(self.lines[key], problem) from None


class HeaderError(ValueError):
    """Something out of form on an earlier line of the header."""

    def __init__(self, line: int, fault: FormError) -> None:
        super().__init__(fault.expected)
        self.line, self.fault = line, fault


def seats_problem(game: str, seats: int) -> str | None:
    """What is wrong with so many seats in *game*, for people; None if nothing is."""
    allowed = PLAYERS[game]
    if seats in allowed:
        return None
    return f"expected {allowed[0]} to {allowed[-1]} seats in {game}, got {seats}"


def _check_date(word: Word) -> None:
    try:
        datetime.date.fromisoformat(word.text)
    except ValueError:
        raise FormError(word.column, f"expected a date such as 2028-02-29, got '{word.text}'") from None


def _check_names(words: Iterable[Word]) -> None:
    seen: set[str] = set()
    for word in words:
        if word.text in seen:
            raise FormError(word.column, f"two seats are named '{word.text}'")
        if word.text in ("table", "?") or word.text[0] == "[" or ":" in word.text:
            raise FormError(word.column, f"a seat cannot be named '{word.text}'")
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

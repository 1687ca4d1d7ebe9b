"""The verbs of the table notation: how each is read and written, and in which games it is said."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from table import events
from table.cards import SUIT_SIGNS, Card, Rank, Suit
from table.events import Event
from table.forms import FormError, Word, known_seat, read_card
from table.refusals import Part, expected, refusal
from table.rulings import ClauseId, Taken
from table.seats import Seat

Fields = dict[str, Any]
"""An event's fields by name, as read."""


class Arguments:
    """The words after a verb, taken one by one."""

    def __init__(self, words: Sequence[Word], end: int, seats: Sequence[Seat]) -> None:
        self._words, self._end, self._seats = list(words), end, seats

    def take(self, what: str, **parts: Part) -> Word:
        """The next word; *what* it should be, for `table.refusals.expected`, in case that there is none."""
        if not self._words:
            raise FormError(self._end, expected(what, **parts))
        return self._words.pop(0)

    def count(self, what: str = "count", least: int = 1) -> int:
        word = self.take(what, least=least)
        if not re.fullmatch(r"[0-9]{1,6}", word.text) or int(word.text) < least:
            raise FormError(word.column, expected(what, word.text, least=least))
        return int(word.text)

    def card(self) -> Card:
        return read_card(self.take("card"))

    def cards(self, until: str = "") -> tuple[Card, ...]:
        """All that follow, or those before the word *until*."""
        found = [self.card()]
        while self._words and self._words[0].text != until:
            found.append(self.card())
        return tuple(found)

    def rank(self) -> Rank:
        word = self.take("rank")
        plain = "10" if word.text.upper() == "T" else word.text.upper()
        found = next((rank for rank in Rank if rank.value == plain and rank is not Rank.JOKER), None)
        if found is None:
            raise FormError(word.column, refusal("no_rank", got=word.text))
        return found

    def play(self) -> Fields:
        """Cards, and what they stand for where somebody said so."""
        laid = self.cards(until="as")
        if not self._words:
            return {"cards": laid}
        at = self.take("words", words=("as",)).end
        stands_for = self.cards() if self._words else ()
        if len(stands_for) != len(laid):
            raise FormError(at, expected("as_many", count=len(laid)))
        return {"cards": laid, "stands_for": stands_for}

    def asks(self) -> Fields:
        rank = self.rank()
        self.one_of("of")
        seat = self.seat()
        self.one_of("gets")
        return {"rank": rank, "of": seat, "count": self.count(least=0)}

    def gives(self) -> Fields:
        count = self.count()
        self.one_of("to")
        return {"count": count, "to": self.seat()}

    def say(self) -> Fields:
        self.one_of("stress")
        return {}

    def lay(self) -> Fields:
        card = self.card()
        self.one_of("on")
        return {"card": card, "on": self.seat()}

    def suit(self) -> Suit:
        word = self.take("suit")
        plain = SUIT_SIGNS.get(word.text)
        if plain is not None:
            return plain
        try:
            return Suit(word.text.upper())
        except ValueError:
            raise FormError(word.column, refusal("no_suit", got=word.text)) from None

    def seat(self) -> Seat:
        return known_seat(self.take("seat"), self._seats)

    def clause(self) -> ClauseId:
        word = self.take("clause")
        if not re.fullmatch(r"[A-Z][0-9]+\.[0-9]+", word.text):
            raise FormError(word.column, expected("clause", word.text))
        return ClauseId(word.text)

    def one_of(self, *choices: str) -> str:
        word = self.take("words", words=choices)
        if word.text not in choices:
            raise FormError(word.column, expected("words", word.text, words=choices))
        return word.text

    def end(self) -> None:
        if self._words:
            raise FormError(self._words[0].column, expected("end", self._words[0].text))


_VVVAND8, _STRESS = frozenset({"vvvand8"}), frozenset({"stress"})
_CLIMBING = frozenset({"schtefan", "president"})
_TURNS = _VVVAND8 | _CLIMBING

GAMES = _TURNS | _STRESS
"""The games whose records can be read."""


@dataclass(frozen=True, slots=True)
class Verb:
    """How one verb is read and written."""

    kind: type[Event]
    games: frozenset[str]
    read: Callable[[Arguments], Fields]
    for_table: bool = False
    """Whether it is said of the table and not of a seat."""
    form: str = ""
    """How the fields stand after the verb; empty: one after another."""


VERBS: dict[str, Verb] = {
    "start": Verb(events.Start, _VVVAND8, lambda a: {"card": a.card()}, for_table=True),
    "drawn": Verb(events.Drawn, _VVVAND8, lambda a: {"card": a.card()}),
    "dealt": Verb(events.Dealt, GAMES, lambda a: {"count": a.count(least=0)}),
    "viggo": Verb(events.Viggo, _VVVAND8, lambda a: {}),
    "guest": Verb(events.Guest, _VVVAND8, lambda a: {}),
    "away": Verb(events.Away, _VVVAND8, lambda a: {}),
    "back": Verb(events.Back, _VVVAND8, lambda a: {}),
    "join": Verb(events.Join, _VVVAND8, lambda a: {}),
    "play": Verb(events.Play, _TURNS, Arguments.play),
    "draw": Verb(events.Draw, _VVVAND8, lambda a: {"count": a.count()}),
    "suit": Verb(events.NameSuit, _VVVAND8, lambda a: {"suit": a.suit()}),
    "pass": Verb(events.Pass, _TURNS, lambda a: {}),
    "call": Verb(events.Call, _VVVAND8, lambda a: {}),
    "uncall": Verb(events.Uncall, _VVVAND8, lambda a: {}),
    "takeback": Verb(events.TakeBack, GAMES, lambda a: {"cards": a.cards()}),
    "show": Verb(events.Show, GAMES, lambda a: {"cards": a.cards()}),
    "veto": Verb(events.Veto, _VVVAND8, lambda a: {"forbids": a.one_of("yes", "no") == "yes"}),
    "accuse": Verb(events.Accuse, GAMES, lambda a: {"accused": a.seat(), "clause": a.clause()}),
    "dismiss": Verb(events.Dismiss, GAMES, lambda a: {"clause": a.clause(), "accused": a.seat()}, for_table=True),
    "turned": Verb(events.Turned, _VVVAND8, lambda a: {}, for_table=True),
    "singles": Verb(events.Singles, frozenset({"schtefan"}), lambda a: {"count": a.count()}),
    "asks": Verb(events.Asks, _CLIMBING, Arguments.asks, form="{rank} of {of} gets {count}"),
    "gives": Verb(events.Gives, _CLIMBING, Arguments.gives, form="{count} to {to}"),
    "open": Verb(events.Open, _STRESS, lambda a: {"cards": a.cards()}),
    "flip": Verb(events.Flip, _STRESS, lambda a: {"card": a.card()}),
    "lay": Verb(events.Lay, _STRESS, Arguments.lay, form="{card} on {on}"),
    "fill": Verb(events.Fill, _STRESS, lambda a: {"card": a.card()}),
    "merge": Verb(events.Merge, _STRESS, lambda a: {"rank": a.rank()}),
    "slap": Verb(events.Slap, _STRESS, lambda a: {}),
    "say": Verb(events.Say, _STRESS, Arguments.say, form="stress"),
    "stop": Verb(events.Stop, _STRESS, lambda a: {}),
    "takes": Verb(events.Takes, _STRESS, lambda a: {"what": Taken(a.one_of(*Taken))}),
    "watched": Verb(events.Watched, _STRESS, lambda a: {}, for_table=True),
    "correct": Verb(events.Correct, GAMES, lambda a: {"misread": a.count("line"), "cards": a.cards()}, for_table=True),
    "overrule": Verb(events.Overrule, GAMES, lambda a: {"ruled": a.count("line")}, for_table=True),
}
_VERB_OF = {verb.kind: name for name, verb in VERBS.items()}
_OF_EVERY_EVENT = frozenset(field.name for field in dataclasses.fields(Event))


def written(event: Event) -> list[str]:
    """The words of an event after who did it: its verb and what follows."""
    name = _VERB_OF[type(event)]
    fields = {
        field.name: _value(getattr(event, field.name))
        for field in dataclasses.fields(event)
        if field.name not in _OF_EVERY_EVENT
    }
    if isinstance(event, events.Play):
        said = [fields["cards"], *(["as", fields["stands_for"]] if event.stands_for else [])]
    else:
        said = [VERBS[name].form.format(**fields)] if VERBS[name].form else list(fields.values())
    return [name, *said]


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return value.value if isinstance(value, (Suit, Rank)) else str(value)

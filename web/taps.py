"""A touch becomes one notation line, handed to the desk."""

from __future__ import annotations

import json
import re
import unicodedata

from flask import Blueprint, Response, request

from web.desk import Desk, TableView
from web.safety import LARGEST_BODY, is_same_origin
from web.wire import answer
from web.words import language_of, text

LONGEST_LINE = 200
"""Characters. The longest a table has any use for is a hand of some thirty cards."""

CARD = re.compile(r"(?:10|[2-9JQKA])[CDHS]|X")
NOT_ON_A_LINE = {"Cc", "Cs", "Zl", "Zp"}
"""Unicode categories: control characters, halves of a character, breaks of a line or paragraph."""


class TapError(ValueError):
    """A touch that makes no line; says why, in both languages."""

    def __init__(self, key: str, **places: object) -> None:
        self.text = text(key, **places)
        super().__init__(self.text.en)


def parse(body: bytes) -> object:
    """The JSON of a touch; TapError where it is none."""
    try:
        touch: object = json.loads(body)
    except (ValueError, RecursionError) as fault:
        raise TapError("tap.not_json") from fault
    return touch


def compose(touch: object, view: TableView) -> str:
    """The notation line that a touch stands for; TapError where it stands for none.

    Forms: `{"line"}`, `{"correct": LINE, "cards": [...]}`, `{"overrule": LINE}`,
    `{"accuse": FORM, "accuser", "accused"}`, `{"answer": FORM, "card"}`, where FORM is
    a line with places that *view* offers.
    """
    match touch:
        case {"line": str(line), **more} if not more:
            return _on_one_line(line)
        case {"correct": int(number), "cards": [_, *_] as cards, **more} if not more:
            return _on_one_line(f"table: correct {_line_number(number)} {' '.join(_card(card) for card in cards)}")
        case {"overrule": int(number), **more} if not more:
            return _on_one_line(f"table: overrule {_line_number(number)}")
        case {"accuse": str(form), "accuser": str(accuser), "accused": str(accused), **more} if not more:
            return _accusation(form, accuser, accused, view)
        case {"answer": str(form), "card": card, **more} if not more:
            if form not in {question.card_line for question in view.questions}:
                raise TapError("tap.question_gone")
            return _on_one_line(form.replace("{card}", _card(card)))
        case _:
            raise TapError("tap.form")


def _accusation(form: str, accuser: str, accused: str, view: TableView) -> str:
    if form not in {tap.line for tap in view.accusable}:
        raise TapError("tap.accusation_gone")
    names = {"accuser": accuser, "accused": accused}
    seats = {seat.name for seat in view.seats}
    for name in names.values():
        if name not in seats:
            raise TapError("tap.no_seat", name=name)
    # In one pass: a player may be called "{accused}".
    return _on_one_line(re.sub(r"\{(accuser|accused)\}", lambda place: names[place[1]], form))


def _card(card: object) -> str:
    if not (isinstance(card, str) and CARD.fullmatch(card)):
        raise TapError("tap.no_card", card=str(card)[:20])
    return card


def _line_number(number: int) -> int:
    if isinstance(number, bool) or number < 1:
        raise TapError("tap.no_line")
    return number


def _on_one_line(line: str) -> str:
    if not line.strip():
        raise TapError("tap.empty")
    if len(line) > LONGEST_LINE:
        raise TapError("tap.too_long", most=LONGEST_LINE)
    if any(unicodedata.category(character) in NOT_ON_A_LINE for character in line):
        raise TapError("tap.control")
    return line


def tap_routes(desk: Desk) -> Blueprint:
    """`POST /tap`."""
    routes = Blueprint("taps", __name__)

    @routes.post("/tap")
    def tap() -> Response:
        if not is_same_origin(request):
            return answer(False, text("tap.origin"), 403)
        if (request.content_length or 0) > LARGEST_BODY:
            return answer(False, text("tap.too_large", most=LARGEST_BODY), 413)
        if request.mimetype != "application/json":
            return answer(False, text("tap.not_json"), 415)
        try:
            line = compose(parse(request.get_data()), desk.latest().view)
        except TapError as bad:
            return answer(False, bad.text, 400)
        heard = desk.tell(line, language_of(request))
        return answer(heard.accepted, heard.text, 200 if heard.accepted else 422)

    return routes

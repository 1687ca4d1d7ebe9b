"""What the table screen shows: a game's view, the desk's questions and the rulings, as finished texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Protocol

from table.cards import Card
from table.desk import Question
from table.events import Event, Fill, Flip, Lay, Open, Play, Start, TakeBack
from table.game import Game, SeatView, SlapStory, View, Wonder
from table.offers import taps
from table.presets import HouseRule, as_usual, decisions, house_rule_text
from table.referee import Referee
from table.rulings import ClauseId, Kind, Ruling
from table.rulings import Fact as RulingFact
from table.said import in_both, words
from table.stories import slap_panels
from table.texts import LANGUAGES, card_name, clause_rule, clause_title, has_clause, has_word, sentence, word
from web.desk import (
    ClauseText,
    Decided,
    Fact,
    HeardLine,
    QuestionPanel,
    RulingPanel,
    SeatPanel,
    SenseLamp,
    TableView,
    Tap,
    Text,
)

LATEST = 12
"""Rulings that a screen shows."""

CORRECTABLE = 2
"""Plays that a screen offers to correct: players may look down to the previous player's top card (V3.5)."""

CARD_LINES = {Wonder.WHICH_CARD: "{seat}: play {{card}}", Wonder.WHICH_START: "table: start {{card}}"}
"""The line to hand in where the answer to a question is a card."""

NEW_GAME = "game"
"""The notation's word that opens a record: a touch that hands it in asks for the next game."""


class Shows(Protocol):
    """What a screen is made from: a table's desk, or a record that is played again."""

    @property
    def game(self) -> Game[Any]: ...

    @property
    def referee(self) -> Referee[Any]: ...

    @property
    def questions(self) -> tuple[Question, ...]: ...

    def picture_for(self, ruling: Ruling) -> str | None:
        """The name of the picture of the act ruled on, while it is kept."""
        ...


def table_view(
    desk: Shows, senses: tuple[SenseLamp, ...], footage: Callable[[SlapStory], str | None] | None = None
) -> TableView:
    """The whole table screen, as it is now.

    *footage* gives the name of the pictures kept of a stress; None where none are ever kept.
    """
    view = desk.game.view(desk.referee.state)
    game = desk.game.name
    return TableView(
        game=word("games", game, "en"),
        top=None if view.top is None else str(view.top),
        suit=None if view.suit is None else view.suit.value,
        trick=tuple(map(str, view.trick)),
        slaps=slap_panels(view, footage),
        status=_status(view, game),
        over=view.is_over,
        facts=tuple(_fact(name, value) for name, value in view.facts),
        seats=tuple(_seat(view, seat) for seat in view.seats),
        table_taps=tuple(_table_taps(view, game)),
        questions=tuple(_question(question) for question in desk.questions),
        rulings=tuple(_rulings(desk, is_over=view.is_over)),
        correctable=tuple(_correctable(desk)),
        accusable=tuple(_accusation(game, clause) for clause in view.may_be_accused_of),
        senses=senses,
    )


def clause_text(game: str, number: str) -> ClauseText | None:
    """A clause for people; None if the game has none of that number."""
    if not has_clause(game, number):
        return None
    clause = ClauseId(number)
    title = in_both(lambda language: clause_title(game, clause, language))
    return ClauseText(number, title, in_both(lambda language: clause_rule(game, clause, language)))


def decided(desk: Shows) -> tuple[Decided, ...]:
    """What the table has decided where the rule text leaves it open, and then the house rules that are as usual."""
    options = desk.referee.header.options
    english, swedish = (decisions(desk.game, options, language) for language in LANGUAGES)
    made = [Decided(en.bends, Text(en.text, sv.text)) for en, sv in zip(english, swedish, strict=True)]
    return (*made, *(_usual(desk.game.name, rule) for rule in as_usual(desk.game, options)))


def _usual(game: str, rule: HouseRule) -> Decided:
    about = in_both(lambda language: house_rule_text(game, rule.name, language))
    return Decided(rule.bends, about, setting=f"{rule.name} = {rule.value}", is_usual=True)


def ruling_text(game: str, ruling: Ruling, *, names_cards: bool) -> Text:
    """A ruling as it is read out; of `a card` where its cards may not be named any more."""
    return in_both(lambda language: sentence(game, ruling, language, names_cards=names_cards))


def _status(view: View, game: str) -> Text:
    if view.winner:
        return words("status", "won", seat=view.winner)
    if view.is_over:
        return words("status", "drawn")
    if view.turn:
        return words("status", "turn", seat=view.turn)
    if any(seat.pile is not None for seat in view.seats):
        return words("status", "all_at_once")
    return words("status", f"before_{game}" if view.top is None else "nobody")


def _fact(name: str, value: int | str) -> Fact:
    return Fact(label=words("facts", name), value=Text(str(value), str(value)))


def _mark(name: str) -> Text:
    """A short text by its name; a role that the table has named itself is said as it is."""
    return words("marks", name) if has_word("marks", name) else Text(name, name)


def _seat(view: View, seat: SeatView) -> SeatPanel:
    marks = [_mark(mark) for mark in seat.marks]
    if seat.owes:
        marks.append(words("marks", "owes", count=seat.owes))
    counts = {"place": seat.place, "score": seat.score, "stock": seat.stock}
    marks += [words("marks", name, count=count) for name, count in counts.items() if count is not None]
    offers = [offer for offer in view.offers if offer.seat == seat.seat]
    return SeatPanel(
        name=seat.seat,
        cards=seat.cards,
        in_turn=seat.seat == view.turn,
        marks=tuple(marks),
        row=tuple(tuple(map(str, place)) for place in seat.row),
        pile=None if seat.pile is None else str(seat.pile),
        taps=tuple(tap for offer in offers for tap in taps(offer)),
    )


def _table_taps(view: View, game: str) -> Iterable[Tap]:
    for offer in view.offers:
        if offer.seat is None:
            yield from taps(offer)
    if view.is_over:
        yield Tap(label=words("choices", "new_game"), line=f"{NEW_GAME} {game}", weight="main")


def _question(question: Question) -> QuestionPanel:
    doubt, about = question.doubt, question.doubt.about.value
    facts: dict[str, RulingFact] = (
        {"seat": doubt.seat} if doubt.card is None else {"seat": doubt.seat, "card": doubt.card}
    )
    answers = [Tap(label=words("questions", f"{about}_no"), line=f"# question {question.number}: no")]
    if doubt.about is Wonder.SAME_AGAIN:
        yes = Tap(label=words("questions", f"{about}_yes"), line=f"{doubt.seat}: play {doubt.card}", weight="main")
        answers.insert(0, yes)
    return QuestionPanel(
        text=words("questions", about, **facts),
        evidence=question.picture,
        answers=tuple(answers),
        card_line=doubt.answer or CARD_LINES.get(doubt.about, "").format(seat=doubt.seat) or None,
    )


def _rulings(desk: Shows, *, is_over: bool) -> Iterable[RulingPanel]:
    """Newest first; what was withdrawn stays to be seen, struck out.

    What somebody had to do before the last plays is left out, and of older fouls no card is named: it would tell what
    has gone (V3.5, V3.8). When the game is over nothing is hidden any more.
    """
    standing = [(ruling, False) for ruling in desk.referee.latest_rulings(LATEST)]
    gone = [(withdrawn.ruling, True) for withdrawn in desk.referee.withdrawn[-LATEST:]]
    oldest = min((line.line for line in _correctable(desk)), default=0)
    shown = [pair for pair in (*standing, *gone) if pair[0].kind is not Kind.DUE or pair[0].line >= oldest]
    latest = sorted(shown, key=lambda pair: pair[0].line)[-LATEST:]
    for ruling, is_withdrawn in reversed(latest):
        yield RulingPanel(
            line=ruling.line,
            clause=ruling.clause,
            kind=ruling.kind.value,
            seat=ruling.seat,
            text=ruling_text(desk.game.name, ruling, names_cards=is_over or ruling.line >= oldest),
            evidence=desk.picture_for(ruling),
            withdrawn=is_withdrawn,
            overrule=None if is_withdrawn else _overrule(ruling),
        )


def _overrule(ruling: Ruling) -> Tap | None:
    if ruling.kind in (Kind.INFO, Kind.QUESTION):
        return None
    return Tap(label=words("desk", "overrule"), line=f"table: overrule {ruling.line}", weight="quiet")


def _correctable(desk: Shows) -> Iterable[HeardLine]:
    with_cards = ((event, _cards_of(event)) for event in desk.referee.latest_events(LATEST))
    for event, cards in islice((pair for pair in with_cards if pair[1]), CORRECTABLE):
        yield HeardLine(line=event.line, text=_heard(event, cards), cards=tuple(map(str, cards)))


def _heard(event: Event, cards: tuple[Card, ...]) -> Text:
    who = event.who if isinstance(event.who, str) else ""
    names = in_both(lambda language: ", ".join(card_name(card, language) for card in cards))
    return Text(*(": ".join(filter(None, (who, said))) for said in (names.en, names.sv)))


def _cards_of(event: Event) -> tuple[Card, ...]:
    match event:
        case Play(cards=cards) | TakeBack(cards=cards) | Open(cards=cards):
            return cards
        case Start(card=card) | Flip(card=card) | Lay(card=card) | Fill(card=card):
            return (card,)
    return ()


def _accusation(game: str, clause: ClauseId) -> Tap:
    said = in_both(lambda language: clause_title(game, clause, language))
    return Tap(label=said, line=f"{{accuser}}: accuse {{accused}} {clause}")

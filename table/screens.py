"""What the table screen shows: a game's view, the desk's questions and the rulings, as finished texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from table.cards import Card, Suit
from table.desk import Desk, Question
from table.events import Event, Play, Start, TakeBack
from table.game import Choice, Offer, SeatView, View, Wonder
from table.rulings import ClauseId, Kind, Ruling
from table.rulings import Fact as RulingFact
from table.texts import card_name, clause_rule, clause_title, has_clause, sentence, suit_name, word
from web.desk import (
    ClauseText,
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

NOTHING = Text("", "")

CARD_LINES = {Wonder.WHICH_CARD: "{seat}: play {{card}}", Wonder.WHICH_START: "table: start {{card}}"}
"""The line to hand in where the answer to a question is a card."""

SUIT_SIGN = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}

NEW_GAME = "game"
"""The notation's word that opens a record: a touch that hands it in asks for the next game."""


def in_both(said: Callable[[str], str]) -> Text:
    """The same thing said in English and in Swedish."""
    return Text(said("en"), said("sv"))


def words(group: str, key: str, **facts: RulingFact) -> Text:
    """A short text in both languages; see `table.texts.word`."""
    return in_both(lambda language: word(group, key, language, **facts))


def table_view(desk: Desk, senses: tuple[SenseLamp, ...]) -> TableView:
    """The whole table screen, as it is now."""
    view = desk.game.view(desk.referee.state)
    game = desk.game.name
    return TableView(
        game=word("games", game, "en"),
        top=None if view.top is None else str(view.top),
        suit=None if view.suit is None else view.suit.value,
        status=_status(view),
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


def ruling_text(game: str, ruling: Ruling) -> Text:
    """A ruling as it is read out."""
    return in_both(lambda language: sentence(game, ruling, language))


def _status(view: View) -> Text:
    seats = {"turn": view.turn, "won": view.winner}
    key = "won" if view.winner else "drawn" if view.is_over else "turn" if view.turn else "before"
    if key == "before" and view.top is not None:
        key = "nobody"
    seat = seats.get(key) or ""
    return words("status", key, seat=seat)


def _fact(name: str, value: int | str) -> Fact:
    return Fact(label=words("facts", name), value=Text(str(value), str(value)))


def _seat(view: View, seat: SeatView) -> SeatPanel:
    marks = [words("marks", mark) for mark in seat.marks]
    if seat.owes:
        marks.append(words("marks", "owes", count=seat.owes))
    offers = [offer for offer in view.offers if offer.seat == seat.seat]
    return SeatPanel(
        name=seat.seat,
        cards=seat.cards,
        in_turn=seat.seat == view.turn,
        marks=tuple(marks),
        taps=tuple(tap for offer in offers for tap in _taps(offer)),
    )


def _taps(offer: Offer) -> list[Tap]:
    """The touches for what a person may tell: a suit has four."""
    weight = "main" if offer.is_likely else "quiet" if offer.choice in (Choice.AWAY, Choice.JOIN) else "plain"
    if offer.choice is Choice.SUIT:
        return [_suit_tap(offer, suit, weight) for suit in Suit]
    if offer.choice is Choice.VETO:
        return [_veto_tap(offer, answer, weight) for answer in ("yes", "no")]
    verb = {
        Choice.DRAW: "draw 1",
        Choice.TAKE_BACK: " ".join(["takeback", *map(str, offer.cards)]),
        Choice.SAY: "say stress",
        Choice.TAKES: f"takes {offer.taken}",
    }
    label = offer.choice.value if offer.taken is None else f"{offer.choice.value}_{offer.taken}"
    line = f"{offer.seat or 'table'}: {verb.get(offer.choice, offer.choice.value)}"
    return [Tap(label=words("choices", label), line=line, weight=weight)]


def _suit_tap(offer: Offer, suit: Suit, weight: str) -> Tap:
    said = in_both(lambda language: suit_name(suit, language).capitalize())
    return Tap(label=said, line=f"{offer.seat}: suit {suit.value}", icon=SUIT_SIGN[suit], weight=weight)


def _veto_tap(offer: Offer, answer: str, weight: str) -> Tap:
    label = words("choices", f"veto_{answer}", offender=offer.other or "", count=offer.count or 0)
    return Tap(label=label, line=f"{offer.seat}: veto {answer}", weight=weight)


def _table_taps(view: View, game: str) -> Iterable[Tap]:
    for offer in view.offers:
        if offer.seat is None:
            yield from _taps(offer)
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
        card_line=CARD_LINES.get(doubt.about, "").format(seat=doubt.seat) or None,
    )


def _rulings(desk: Desk, *, is_over: bool) -> Iterable[RulingPanel]:
    """Newest first; what was withdrawn stays to be seen, struck out.

    What somebody had to do before the last plays is left out, and of older fouls no card is named: it would tell what
    has gone (V3.5, V3.8). When the game is over nothing is hidden any more.
    """
    standing = [(ruling, False) for ruling in desk.referee.rulings[-LATEST:]]
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
            text=_told(desk.game.name, ruling, names_cards=is_over or ruling.line >= oldest),
            evidence=desk.picture_for(ruling),
            withdrawn=is_withdrawn,
            overrule=None if is_withdrawn else _overrule(ruling),
        )


def _told(game: str, ruling: Ruling, *, names_cards: bool) -> Text:
    """A ruling as it is read out; only whose it is and of which clause, where its cards may not be named any more."""
    if names_cards or not any(isinstance(fact, Card | Suit | tuple) for _, fact in ruling.facts):
        return ruling_text(game, ruling)
    title = in_both(lambda language: clause_title(game, ruling.clause, language))
    whose = f"{ruling.seat}: " if ruling.seat else ""
    return Text(*(f"{whose}{said} ({ruling.clause})." for said in (title.en, title.sv)))


def _overrule(ruling: Ruling) -> Tap | None:
    if ruling.kind in (Kind.INFO, Kind.QUESTION):
        return None
    return Tap(label=words("desk", "overrule"), line=f"table: overrule {ruling.line}", weight="quiet")


def _correctable(desk: Desk) -> Iterable[HeardLine]:
    with_cards = ((event, _cards_of(event)) for event in desk.referee.latest_events(LATEST))
    for event, cards in islice((pair for pair in with_cards if pair[1]), CORRECTABLE):
        yield HeardLine(line=event.line, text=_heard(event, cards), cards=tuple(map(str, cards)))


def _heard(event: Event, cards: tuple[Card, ...]) -> Text:
    who = event.who if isinstance(event.who, str) else ""
    names = in_both(lambda language: ", ".join(card_name(card, language) for card in cards))
    return Text(*(": ".join(filter(None, (who, said))) for said in (names.en, names.sv)))


def _cards_of(event: Event) -> tuple[Card, ...]:
    match event:
        case Play(cards=cards) | TakeBack(cards=cards):
            return cards
        case Start(card=card):
            return (card,)
    return ()


def _accusation(game: str, clause: ClauseId) -> Tap:
    said = in_both(lambda language: clause_title(game, clause, language))
    return Tap(label=said, line=f"{{accuser}}: accuse {{accused}} {clause}")

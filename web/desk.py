"""What the screens ask of the table, and the values in which they are answered.

Everything a player reads arrives here as finished text in both languages: the
web composes no sentence about a game and knows no rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Text:
    """The same words in English and Swedish."""

    en: str
    sv: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """Something a person may tell the table by a touch."""

    label: Text
    line: str
    """The notation line that the touch stands for (`Bo: draw 1`)."""
    icon: str = ""
    """A suit sign or other short sign to draw large beside the label; may be empty."""
    weight: str = "plain"
    """`main` for what is most likely wanted now, `plain`, or `quiet` for what is rarely wanted."""
    ranks: tuple[str, ...] = ()
    """If any, one of them is to be chosen for `{rank}` in the line."""
    counts: tuple[int, ...] = ()
    """If any, one of them is to be chosen for `{count}` in the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPanel:
    """One seat as everybody may see it."""

    name: str
    cards: int | None
    """How many cards the player holds; None if nobody can know."""
    in_turn: bool
    marks: tuple[Text, ...]
    """Short words to show at the seat: called, away, dealer, owes 3."""
    taps: tuple[Tap, ...]
    """What this player can tell now."""
    row: tuple[tuple[str, ...], ...] = ()
    """Cards that lie open before the player, place by place."""
    pile: str | None = None
    """The top of the player's own pile in the middle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPanel:
    """One ruling, as shown and as spoken."""

    line: int
    """The line of the record that it rules on."""
    clause: str
    kind: str
    """foul, win, lose, place, draw_game, due, question, hindsight or info."""
    seat: str | None
    text: Text
    evidence: str | None
    """Name under which `Desk.picture` has the camera's picture of it; None where no camera saw it."""
    withdrawn: bool
    overrule: Tap | None
    """The touch that sets it aside; None where nothing can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPanel:
    """Something the referee cannot know and a person must tell."""

    text: Text
    evidence: str | None
    answers: tuple[Tap, ...]
    card_line: str | None = None
    """If set, the answer is a card: the line to hand in, with `{card}` where its name goes (`Bo: play {card}`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A short fact of the game: `Draws this turn: 2 of 3`."""

    label: Text
    value: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class SenseLamp:
    """How one of the table's senses is doing."""

    name: Text
    well: bool
    message: Text
    """Empty when well; otherwise what happened and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardLine:
    """One of the last lines of the record whose cards may be corrected."""

    line: int
    text: Text
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPanel:
    """One hand at a stress."""

    name: str
    value: Text
    """How fast it was (`396 ms`), or that it was not there, or has no time."""
    error: Text
    """`± 17 ms`; empty where there is none."""
    outcome: str
    """`first`, `slower`, `tie`, `missing`, `untimed`, or `open` where there is no verdict."""
    at_ms: float | None = None
    """Where to draw it, in ms from the moment in which the pair lay open; None: nowhere."""
    spread_ms: float = 0.0
    """So much to either side of that, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlapPanel:
    """One stress, from the pair to the verdict."""

    line: int
    """The line of the record in which it began to be told: names it."""
    verdict: str
    """`first`, `tie`, `false`, `none`; `open` while there is no verdict, `calm` before the first stress."""
    headline: Text
    """Who was first, or what is waited for: three or four words, to be read from across the table."""
    margin: Text
    """By how much (`18.7 ms`); empty where there is no such thing."""
    error: Text
    """The plus or minus of the margin, `± 0.2 ms`; empty as well."""
    reason: Text
    """Why there is no verdict, or what it waits for; may be empty."""
    hands: tuple[HandPanel, ...]
    """The fastest first."""
    footage: str | None = None
    """Name under which `Desk.footage` has its last seconds."""
    no_footage: Text | None = None
    """Why there are none; None where that needs no word."""


@dataclass(frozen=True, slots=True)
class FootageFrame:
    """One small picture of what the camera saw."""

    at_ms: float
    """From the moment in which the pair lay open; before it below nothing."""
    jpeg: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class FootageMark:
    """Something that happened meanwhile."""

    at_ms: float
    """On the frames' clock."""
    spread_ms: float
    """By how much that may be wrong, either way."""
    kind: str
    """`pair` or `slap`."""
    label: Text


@dataclass(frozen=True, slots=True)
class Footage:
    """The last seconds before a stress was slapped at, as the camera saw them."""

    frames: tuple[FootageFrame, ...]
    marks: tuple[FootageMark, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Everything the table screen shows."""

    game: str
    """The game's name as people say it, the same in both languages (`VVVänd8`)."""
    top: str | None
    """The card on top, `7H`; None before the first."""
    suit: str | None
    """The suit in force, C D H or S."""
    trick: tuple[str, ...] = ()
    """The cards of the play that is to be beaten, where a game has such."""
    slaps: tuple[SlapPanel, ...] = ()
    """The last stresses, newest first, where a game has slaps; the one that waits for its verdict before them."""
    status: Text
    """One sentence: whose turn, or who won."""
    over: bool
    facts: tuple[Fact, ...]
    seats: tuple[SeatPanel, ...]
    """Clockwise."""
    table_taps: tuple[Tap, ...]
    """What belongs to nobody: talon turned, new deal."""
    questions: tuple[QuestionPanel, ...]
    rulings: tuple[RulingPanel, ...]
    """The last ones, newest first."""
    correctable: tuple[HeardLine, ...]
    """Newest first."""
    accusable: tuple[Tap, ...]
    """One a clause that only a person can report; line has `{accuser}` and `{accused}` where seats go."""
    senses: tuple[SenseLamp, ...]


@dataclass(frozen=True, slots=True)
class Update:
    """A view and its number. Numbers only grow, also over a restart; equal numbers mean equal views."""

    number: int
    view: TableView


@dataclass(frozen=True, slots=True)
class Answer:
    """What the table says to a line handed in."""

    accepted: bool
    text: Text
    """Empty when accepted; otherwise what was wrong and what to do."""


@dataclass(frozen=True, slots=True)
class ClauseText:
    """One clause of the rulebook."""

    number: str
    title: Text
    rule: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """One player's line of a score table."""

    name: str
    cells: tuple[Text, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTable:
    """What some games have brought to each player, the best first."""

    game: str
    """As people say it, the same in both languages."""
    heading: Text
    """Which games they are: this sitting, this season, all."""
    columns: tuple[Text, ...]
    rows: tuple[ScoreRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTimes:
    """How fast one player's hand was."""

    name: str
    times: tuple[tuple[int, float], ...]
    """At which stress, counted from 1, and the reaction time in ms; in order."""
    usual_ms: float | None
    """Half of them were quicker."""
    facts: tuple[Fact, ...]
    """Best, usual, how far the middle half spreads, false slaps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlapBoard:
    """How fast hands were in some games, to be drawn."""

    game: str
    heading: Text
    """Which games they are."""
    players: tuple[PlayerTimes, ...]
    closest: tuple[Fact, ...]
    """The smallest margins with their plus or minus, and between whom."""


@dataclass(frozen=True, slots=True)
class Decided:
    """Something that the rule text leaves to the table, and what this table has decided."""

    clauses: tuple[str, ...]
    text: Text
    setting: str = ""
    """The house rule and its value now, as the settings have it; empty where the text says it."""
    is_usual: bool = False
    """It is as in most places: told after all that is not."""


class Desk(Protocol):
    """The table, as the screens know it. Every method may be called from any thread."""

    def latest(self) -> Update:
        """The view now."""
        ...

    def wait(self, after: int, timeout_s: float) -> Update | None:
        """The newest view numbered above *after*, as soon as there is one; None if none came in time."""
        ...

    def tell(self, line: str, language: str) -> Answer:
        """Hands in one notation line tapped by a person; *language* is theirs, `en` or `sv`."""
        ...

    def picture(self, name: str) -> bytes | None:
        """A picture as JPEG, by the name a panel gave; None if it is gone or never was."""
        ...

    def footage(self, name: str) -> Footage | None:
        """The last seconds before a stress, by the name its panel gave; None if they are gone or never were."""
        ...

    def clause(self, number: str) -> ClauseText | None:
        """A clause by its id; None if the game has no such clause."""
        ...

    def decided(self) -> tuple[Decided, ...]:
        """What this table has decided, and then the house rules that are as usual."""
        ...

    def record(self) -> str:
        """The game so far in table notation."""
        ...

    def scores(self) -> tuple[ScoreTable, ...]:
        """The tables of scores, those of the game at hand first; none before a game has ended."""
        ...

    def slaps(self) -> tuple[SlapBoard, ...]:
        """How fast hands were in this sitting and in all; none where nobody has slapped yet."""
        ...

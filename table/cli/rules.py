"""`cardtable rules`: a game's rulebook, with the house rules as they are now."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from table.game import Game, Option
from table.games import find_game, game_called
from table.presets import (
    HouseRule,
    decisions,
    house_rule_text,
    house_rules,
    options_of,
    preset_names,
    preset_text,
    read_option,
)
from table.refusals import Refused
from table.rulebook import Clause, Evidence
from table.texts import LANGUAGES, can_be_asked, clause_rule, clause_title, why_not_judged, word

MISUSED = 2

ROOT = Path(__file__).resolve().parents[2]

WIDTH = 100
"""Columns of a printed line."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("rules", help="print a game's rulebook with its house rules")
    parser.add_argument("game", metavar="GAME", help="vvvand8, stress, schtefan or president")
    parser.add_argument("--preset", metavar="NAME", help="house rules that go together; they are listed at the end")
    parser.add_argument("--option", metavar="K=V", action="append", default=[], help="a house rule; may be repeated")
    parser.add_argument("--decided", action="store_true", help="only what is decided at this table, on one screen")
    parser.add_argument("--where", action="store_true", help="also the file and line where each clause is judged")
    parser.add_argument("--json", action="store_true", help="one JSON object a clause")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the sentences")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Prints the rulebook. Status 2 for a game, a preset or a house rule that there is not."""
    try:
        game = find_game(game_called(chosen.game))
        options = options_of(game.name, chosen.preset, map(read_option, chosen.option))
        rules = house_rules(game, options)
    except Refused as problem:
        print(f"cardtable rules: {problem.said(chosen.lang)}", file=sys.stderr)
        return MISUSED
    if chosen.json:
        for clause in game.rulebook:
            print(json.dumps(as_json(Entry(game, clause, rules), chosen.lang), ensure_ascii=False))
        return 0
    lines = one_screen(game, chosen.preset, options, chosen.lang)
    if not chosen.decided:
        lines = [
            *lines,
            *for_people(game, rules, chosen.lang, with_place=chosen.where),
            "",
            *presets_there_are(game.name, chosen.lang),
        ]
    print("\n".join(lines))
    return 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A clause as it stands in the printed rulebook."""

    game: Game[Any]
    clause: Clause
    rules: tuple[HouseRule, ...]

    @property
    def bent_by(self) -> tuple[HouseRule, ...]:
        return tuple(rule for rule in self.rules if self.clause.number in rule.bends)

    @property
    def evidence(self) -> tuple[str, ...]:
        return tuple(str(kind.name).lower() for kind in Evidence if kind in self.clause.evidence)

    @property
    def judged(self) -> str:
        """`alone`, `asks`, `accusation` or `not`."""
        if self.clause.judge is None:
            return "not"
        if self.clause.evidence is Evidence.ACCUSATION:
            return "accusation"
        return "asks" if can_be_asked(self.game.name, self.clause.number) else "alone"

    @property
    def where(self) -> str | None:
        """File and line of the function that judges it; None where nobody does."""
        code = getattr(self.clause.judge, "__code__", None)
        if code is None:
            return None
        return f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_firstlineno}"

    def why_not(self, language: str) -> str:
        return why_not_judged(self.game.name, self.clause.number, language) or self.clause.why_not


def one_screen(game: Game[Any], preset: str | None, options: tuple[Option, ...], language: str) -> list[str]:
    """The game's name and what is decided for it, in few lines."""
    lines = [word("games", game.name, language)]
    if preset:
        own = preset.removeprefix(f"{game.name}.")
        lines.append(word("rules", "preset", language, name=own, about=preset_text(game.name, own, language)))
    lines.append(f"{word('rules', 'decided', language)}:")
    for decision in decisions(game, options, language):
        lines += _hanging(f"  {', '.join(decision.bends):<6} ", decision.text)
    return lines


def for_people(
    game: Game[Any], rules: tuple[HouseRule, ...], language: str, *, with_place: bool = False
) -> Iterator[str]:
    """Every clause in the order of the rule text."""
    for clause in game.rulebook:
        entry = Entry(game, clause, rules)
        yield ""
        yield f"{clause.number:<6} {clause_title(game.name, clause.number, language)}"
        yield from _hanging(" " * 7, clause_rule(game.name, clause.number, language))
        yield from _hanging(" " * 7, _how_it_is_known(entry, language))
        if with_place and entry.where:
            yield " " * 7 + entry.where
        for rule in entry.bent_by:
            yield from _hanging("       * ", _house_rule(game.name, rule, language))
    for rule in rules:
        if not rule.bends:
            yield ""
            yield from _hanging("* ", _house_rule(game.name, rule, language))


def _how_it_is_known(entry: Entry, language: str) -> str:
    if entry.judged == "not":
        return word("rules", "not", language, why=entry.why_not(language))
    known = [word("evidence", kind, language) for kind in entry.evidence] or [word("rules", "nothing", language)]
    said = word("rules", "known_by", language, evidence=", ".join(known))
    return f"{said} {word('rules', entry.judged, language)}"


def _house_rule(game: str, rule: HouseRule, language: str) -> str:
    key = "usual" if rule.is_usual else "now"
    now = word("rules", key, language, value=rule.value, usual=rule.usual)
    form = f"{rule.name} = {' | '.join(rule.choices)}" if rule.choices else rule.name
    return f"{form} ({now}). {house_rule_text(game, rule.name, language)}"


def presets_there_are(game: str, language: str) -> list[str]:
    """Every preset with what it is for."""
    return [f"{game}.{name}: {preset_text(game, name, language)}" for name in preset_names(game)]


def _hanging(first: str, text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False)


def as_json(entry: Entry, language: str) -> dict[str, object]:
    """A clause for other programs."""
    game, clause = entry.game.name, entry.clause
    return {
        "clause": clause.number,
        "title": clause_title(game, clause.number, language),
        "rule": clause_rule(game, clause.number, language),
        "evidence": entry.evidence,
        "judged": entry.judged,
        "why_not": entry.why_not(language) or None,
        "where": entry.where,
        "house_rules": [_rule_as_json(game, rule, language) for rule in entry.bent_by],
    }


def _rule_as_json(game: str, rule: HouseRule, language: str) -> dict[str, object]:
    return {
        "option": rule.name,
        "value": rule.value,
        "usual": rule.usual,
        "choices": rule.choices,
        "text": house_rule_text(game, rule.name, language),
    }

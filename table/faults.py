"""What the packages that know no languages say to people, in the reader's language.

They say in English what is wrong, as plain text. Each of their sentences stands in `faults.sv.toml`.
"""

from __future__ import annotations

import functools
import re

from table.texts import fault_forms


@functools.lru_cache(maxsize=256)
def fault_text(said: str, language: str) -> str:
    """The sentence in *language*, with what fills its places looked up in turn; itself where there are no words."""
    for form, words in _patterns(language):
        found = form.fullmatch(said)
        if found is not None:
            return words.format(**{name: fault_text(part, language) for name, part in found.groupdict().items()})
    return said


@functools.cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((_pattern(form), words) for form, words in fault_forms(language).items())


def _pattern(form: str) -> re.Pattern[str]:
    """Takes what stands in the form's places apart; a place that comes again holds the same again."""
    named: set[str] = set()

    def place(found: re.Match[str]) -> str:
        name = found[1]
        if name in named:
            return f"(?P={name})"
        named.add(name)
        return f"(?P<{name}>.+?)"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", place, re.escape(form)), re.DOTALL)

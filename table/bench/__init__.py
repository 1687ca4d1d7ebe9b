"""What `cardtable bench` measures: one module a part, each with a function `figures`.

A part is any module of this package; its name is the part's name. `figures(quick)` gives its figures one by one, and
does less of the same if *quick*.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One thing measured."""

    name: str
    """`vvvand8, 1000 events`."""
    value: float
    unit: str
    at_least: float | None = None
    """The aim, where more is better."""
    at_most: float | None = None
    """The aim, where less is better."""

    @property
    def is_met(self) -> bool | None:
        """Whether the aim is reached; None where there is none."""
        if self.at_least is not None:
            return self.value >= self.at_least
        return None if self.at_most is None else self.value <= self.at_most


def part_names() -> tuple[str, ...]:
    """The parts that can be measured, in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name not in _HELPERS))


_HELPERS = ("hands", "load", "loops", "races")
"""Modules of this package that measure nothing."""


def measure(part: str, quick: bool) -> Iterator[Figure]:
    """The figures of one part, as they come; what it needs is imported only now."""
    figures: Iterator[Figure] = importlib.import_module(f"{__name__}.{part}").figures(quick)
    return figures

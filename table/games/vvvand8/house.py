"""What the rules of VVVänd8 leave to the table."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class AceDraw(enum.StrEnum):
    PER_ACE = "per_ace"
    PER_PLAY = "per_play"


class DrawsAfterAce(enum.StrEnum):
    RENEWED = "renewed"
    SHARED = "shared"


class UncalledOut(enum.StrEnum):
    P3 = "p3"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Field names and values are the option names and values of the table notation."""

    coffee_break: bool = False
    """V1.2, V2.19: an ordinary coffee break has room for five players and for so many laps through the talon."""

    viggo: bool = False
    """V1.10: Viggo plays, so a start ace gives everybody a card. A seat with that role switches it on as well."""

    ace_draw: AceDraw = AceDraw.PER_ACE
    """V2.8: several aces laid at once cost the others one card each, or one in all."""

    draws_after_ace: DrawsAfterAce = DrawsAfterAce.RENEWED
    """V2.10: who has laid an ace may draw three cards anew, or what is left of three."""

    uncalled_out: UncalledOut = UncalledOut.P3
    """V2.13: the last card laid without a valid call lies, or is taken back; three cards either way."""

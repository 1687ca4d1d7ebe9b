"""What the rules of Stress leave to the table."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Ace(enum.StrEnum):
    BOTH = "both"
    LOW = "low"


class SlowerTakes(enum.StrEnum):
    BOTH = "both"
    OWN_RIGHT = "own_right"


class FalseSlap(enum.StrEnum):
    TAKES_BOTH = "takes_both"
    TAKES_RIGHT = "takes_right"
    NOTHING = "nothing"


class Stuck(enum.StrEnum):
    TAKE_RIGHT = "take_right"
    DRAW_GAME = "draw_game"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Field names and values are the option names and values of the table notation."""

    ace: Ace = Ace.BOTH
    """S2.2: the ace lies next to king and two; if low, next to the two only."""

    auto_stop: bool = True
    """S2.8: the referee calls a wrong card by itself; if not, somebody has to say stop."""

    slower_takes: SlowerTakes = SlowerTakes.BOTH
    """S3.2: what the slower of two takes up."""

    tie_ms: int = 1
    """S3.3: slaps within this of each other are equally fast. One millisecond is what the buttons resolve."""

    false_slap: FalseSlap = FalseSlap.TAKES_BOTH
    """S3.4: what it costs to slap, or to call stress, with no equal tops."""

    slap_window_ms: int = 2_000
    """S3.7: who has not slapped so long after the first slap is the slower."""

    cover_grace_ms: int = 300
    """S3.8: a slap counts so long after a new card has come to lie on the pair."""

    stuck: Stuck = Stuck.TAKE_RIGHT
    """S4.3: what happens when nobody can lay and the draw piles cannot give everybody a card."""

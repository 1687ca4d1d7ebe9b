"""What the rules of Vem blir Schtefan leave to the table."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Jokers(enum.StrEnum):
    NONE = "0"
    TWO = "2"
    THREE = "3"


class Wild(enum.StrEnum):
    LOW_AND_JOKERS = "2,3,4,joker"
    JOKERS = "joker"


class Singles(enum.StrEnum):
    EVERY = "every"
    FIRST_ONLY = "first_only"
    OFF = "off"


class Side(enum.StrEnum):
    LEFT = "left"
    RIGHT = "right"


class FirstLead(enum.StrEnum):
    FIVE_OF_HEARTS = "five_of_hearts"
    RANDOM = "random"


class Count(enum.StrEnum):
    AT_LEAST = "at_least"
    EXACT = "exact"


class Answer(enum.StrEnum):
    NO = "no"
    YES = "yes"


class Binding(enum.StrEnum):
    UNTIL_TRICK_ENDS = "until_trick_ends"
    ONE_LAP = "one_lap"


class WrongPlay(enum.StrEnum):
    TAKE_BACK = "take_back"
    BURN = "burn"


class WildAlone(enum.StrEnum):
    NEVER = "never"
    LEAD_LOWEST = "lead_lowest"
    ANY = "any"


class Five(enum.StrEnum):
    TWO_AND_ONE = "2-1"
    THREE_AND_TWO = "3-2"
    OFF = "off"


STANDARD_ROLES = "standard"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Field names and values are the option names and values of the table notation."""

    jokers: Jokers = Jokers.TWO
    """H1.1: how many jokers each deck has."""

    wild: Wild = Wild.LOW_AND_JOKERS
    """H1.3: which cards are free. With jokers alone, 2 3 4 are the lowest natural ranks."""

    singles: Singles = Singles.EVERY
    """H1.4: before which rounds singles are sent."""

    singles_to: Side = Side.LEFT
    """H1.4: to which neighbour."""

    first_lead: FirstLead = FirstLead.FIVE_OF_HEARTS
    """H2.1, H2.2: round one is led by the fives, or by whoever is drawn by lot."""

    count: Count = Count.AT_LEAST
    """H3.2: how many cards must follow."""

    equal: Answer = Answer.NO
    """H3.2: whether the same rank may follow."""

    pass_: Binding = Binding.UNTIL_TRICK_ENDS
    """H3.3: how long a pass binds."""

    single_ace_cuts: Answer = Answer.NO
    """H3.5: whether aces end a trick even when they are fewer than the count."""

    going_out_ends_trick: Answer = Answer.YES
    """H3.6: whether the trick is over when a player lays the last card."""

    wrong_play: WrongPlay = WrongPlay.TAKE_BACK
    """H3.8: what happens to wrongly laid cards."""

    wild_alone: WildAlone = WildAlone.NEVER
    """H3.12: whether free cards may be laid alone: as the lowest lead, or at any time at the rank that is named."""

    five: Five = Five.TWO_AND_ONE
    """H5.4: how many cards five players exchange."""

    roles: str = STANDARD_ROLES
    """H4.2: the table's own roles from the first place to the last, with commas between and `_` for a blank."""

    @property
    def passes_bind(self) -> bool:
        return self.pass_ is Binding.UNTIL_TRICK_ENDS

    @property
    def has_stuck(self) -> bool:
        """Whether somebody with free cards alone can lay nothing."""
        return self.wild_alone is WildAlone.NEVER

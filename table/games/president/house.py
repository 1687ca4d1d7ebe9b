"""What the rules of President leave to the table."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Passing(enum.StrEnum):
    OUT_OF_TRICK = "out_of_trick"
    THIS_TURN_ONLY = "this_turn_only"


class FirstLead(enum.StrEnum):
    LOWEST_CARD = "lowest_card"
    RANDOM = "random"
    SEAT = "seat"


class FoulCosts(enum.StrEnum):
    NONE = "none"
    LOSE_TURN = "lose_turn"


class Jokers(enum.StrEnum):
    """In each deck: as yes or no, or as their number."""

    OUT = "false"
    IN = "true"
    NONE = "0"
    TWO = "2"


class LoneJoker(enum.StrEnum):
    SINGLE = "single"
    ANY_GROUP = "any_group"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Field names and values are the option names and values of the table notation (`pass_` is `pass` there)."""

    equal_beats: bool = True
    """P1.3: a group of the same rank beats, or only a higher one does."""

    pass_: Passing = Passing.OUT_OF_TRICK
    """P1.4: who has passed is out of the trick, or may lay again once somebody else has laid."""

    first_lead: FirstLead = FirstLead.LOWEST_CARD
    """P1.9: the first round is led with the three of clubs by its holder, by a seat drawn by lot (whoever lays
    first is taken to be it), or by the seat at the dealer's left."""

    penalty: FoulCosts = FoulCosts.NONE
    """P1.8: wrong cards are only taken back, or whoever laid them counts as having passed too."""

    jokers: Jokers = Jokers.OUT
    """P2.1: two jokers play in each deck."""

    lone_joker: LoneJoker = LoneJoker.SINGLE
    """P2.1: a joker laid alone beats singles, or a group of any size."""

    spade_three: bool = False
    """P2.1: the three of spades, laid alone, beats a joker laid alone."""

    revolution: bool = False
    """P2.2: four of a rank turn the order of ranks round."""

    eight_clears: bool = False
    """P2.3, P3.9: eights clear the pile."""

    exchange: bool = True
    """P2.4: before every round but the first the last placed give their best cards to the first."""

    three: int = 1
    """P2.4: how many cards first and last of three players exchange; two are usual among more."""

    rounds: int = 5
    """P2.5: so many rounds are played."""

    round: int = 1
    """P2.5: which of them this one is; the table counts on by itself."""

    runs: bool = False
    """P3.1: a play may be a run."""

    run_equal_beats: bool = True
    """P3.10: a run that is as high beats a run, or only a higher one does."""

    show_played: bool = False
    """The screens show the cards of older tricks too."""

    @property
    def jokers_in_a_deck(self) -> int:
        return 2 if self.jokers in (Jokers.IN, Jokers.TWO) else 0

    @property
    def passes_bind(self) -> bool:
        return self.pass_ is Passing.OUT_OF_TRICK

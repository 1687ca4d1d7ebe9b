"""The printed faces of a pack, in the words of the table notation."""

from __future__ import annotations

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
RED_SUITS = frozenset("DH")
JOKER = "X"

LABELS = (*(rank + suit for suit in SUITS for rank in RANKS), JOKER)
"""The 52 faces suit by suit, ace first, then the joker. The order never changes."""

"""The packs of cards that may lie in the pictures a command reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from table.app.decks import load_profile, wrong_deck
from vision.learning import shown_in
from vision.pictures import Picture
from vision.profile import closest
from vision.reader import Reader


class Packs:
    """A reader for each profile; one without, if none is named."""

    def __init__(self, readers: Sequence[Reader]) -> None:
        self._readers = tuple(readers)

    @classmethod
    def load(cls, profiles: Sequence[str]) -> Packs:
        """Raises ProfileError and WeightsError."""
        known = [load_profile(name) for name in profiles]
        return cls([Reader.load(profile) for profile in known] or [Reader.load()])

    def reader_for(self, picture: Picture) -> Reader:
        """The reader whose profile fits the cards in this picture best; the first, if nothing tells."""
        if len(self._readers) == 1:
            return self._readers[0]
        cards = [(card.label, patch) for card in shown_in(Reader.load(), picture) for patch in card.patches]
        decks = [reader.deck.profile for reader in self._readers if reader.deck is not None]
        return self._readers[decks.index(closest(decks, cards))]

    def complaints(self) -> Iterator[str]:
        """What is to be said at the end: cards of another pack than the profile's."""
        for reader in self._readers:
            if reader.deck is not None and reader.deck.is_wrong:
                yield str(wrong_deck(reader.deck))

"""The packs of cards that may lie in the pictures a command reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from table.app.decks import load_profile, wrong_deck
from vision.learning import beside, shown_in
from vision.looks import fit, look_at
from vision.pictures import Picture
from vision.profile import closest
from vision.reader import Reader
from vision.sightings import Sighting


class Packs:
    """A reader for each profile; one without, if none is named."""

    def __init__(self, readers: Sequence[Reader]) -> None:
        self._readers = tuple(readers)
        self._decks = [reader.deck.profile for reader in self._readers if reader.deck is not None]

    @classmethod
    def load(cls, profiles: Sequence[str]) -> Packs:
        """Raises ProfileError and WeightsError."""
        known = [load_profile(name) for name in profiles]
        return cls([Reader.load(profile) for profile in known] or [Reader.load()])

    def reader_for(self, picture: Picture) -> Reader:
        """The reader whose profile fits the cards in this picture best; the first, if nothing tells."""
        if len(self._readers) == 1:
            return self._readers[0]
        shown = shown_in(Reader.load(), picture)
        cards = [(card.label, patch) for card in shown for patch in card.patches]
        backs = beside(picture, shown) if any(deck.back is not None for deck in self._decks) else []
        return self._readers[self._decks.index(closest(self._decks, cards, backs))]

    def pack_of(self, picture: Picture, card: Sighting) -> str:
        """The profile of the pack that a card lying face down is of; empty if it is another one's."""
        look = look_at(picture, card.quad)
        fits = [(fit(deck.back, look), deck.name) for deck in self._decks if deck.back is not None]
        return next((name for fits_so, name in fits if fits_so >= 1), "")

    def complaints(self) -> Iterator[str]:
        """What is to be said at the end: cards of another pack than the profile's."""
        for reader in self._readers:
            if reader.deck is not None and reader.deck.is_wrong:
                yield str(wrong_deck(reader.deck))

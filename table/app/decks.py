"""Where the profiles of learnt decks are kept, and the watch over whether the right deck is on the table."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from table.app.eyes import Looker
from table.app.host import SenseLost
from table.refusals import Refusal, refusal
from vision.frames import Frame
from vision.profile import KnownDeck, Profile, ProfileError
from vision.sightings import VisionReport

SUFFIX = ".npz"


def data_folder() -> Path:
    """Where programs keep what this user made with them (XDG base directories)."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "cardtable"


def profile_path(name: str) -> Path:
    """The file of a profile given by its name, or by a path that ends with .npz."""
    path = Path(name).expanduser()
    is_path = path.suffix == SUFFIX or path.name != name
    return path if is_path else data_folder() / "decks" / f"{name}{SUFFIX}"


def profile_names() -> tuple[str, ...]:
    """The profiles in the user's own folder, in alphabetical order."""
    return tuple(sorted(path.stem for path in (data_folder() / "decks").glob(f"*{SUFFIX}")))


def load_profile(name: str) -> Profile:
    """The profile of that name or in that file. Raises ProfileError."""
    path = profile_path(name)
    if not path.exists() and path.parent == data_folder() / "decks":
        known = ", ".join(profile_names()) or "none yet"
        raise ProfileError(
            f"there is no deck profile '{name}' (there are: {known}); make it with: cardtable learn-deck {name}"
        )
    return Profile.load(path)


def wrong_deck(deck: KnownDeck) -> Refusal:
    """That another pack lies on the table than the one expected."""
    return refusal("wrong_back" if deck.has_wrong_back else "wrong_deck", name=deck.profile.name)


class DeckGuard:
    """Looks with a watch, and tells when another pack than the expected one lies on the table, and when no more."""

    def __init__(self, looker: Looker, deck: KnownDeck, tell: Callable[[SenseLost], None]) -> None:
        self._looker, self._deck, self._tell = looker, deck, tell
        self._was_wrong = False

    def look(self, frame: Frame) -> tuple[VisionReport, ...]:
        """As the watch."""
        reports = self._looker.look(frame)
        if self._deck.is_wrong != self._was_wrong:
            self._was_wrong = not self._was_wrong
            self._tell(SenseLost("deck", wrong_deck(self._deck) if self._was_wrong else ""))
        return reports

    def lost(self, since_ns: int, reason: str) -> tuple[VisionReport, ...]:
        """As the watch."""
        return self._looker.lost(since_ns, reason)

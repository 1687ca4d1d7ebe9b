"""Records of Vem blir Schtefan as the tests write them."""

from __future__ import annotations

from tests.records import Told

NAMES = ("Anna", "Bo", "Cia", "Dag", "Eva", "Finn", "Gun", "Hal", "Ida")


def schtefan(
    *lines: str, players: int = 3, options: str = "", placed: str = "", dealer: str = "Anna", header: str = ""
) -> Told:
    """A round that Anna has dealt to Bo and Cia; the first line is line 1."""
    head = ["game schtefan", *(f"option {option}" for option in options.split()), f"seats {' '.join(NAMES[:players])}"]
    head += [f"placed {placed}"] if placed else []
    head += [f"dealer {dealer}"] if dealer else []
    return Told("\n".join([*head, header]) + "\n", lines)

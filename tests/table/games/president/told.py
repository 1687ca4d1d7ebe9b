"""Records of President as the tests write them."""

from __future__ import annotations

from tests.records import Told


def president(
    *lines: str,
    seats: str = "Anna Bo Cia",
    dealer: str | None = "Anna",
    options: str = "",
    placed: str = "",
    header: str = "",
) -> Told:
    """A round that Anna has dealt to Bo and Cia, and that Bo leads to unless it is told otherwise."""
    lead = "" if "first_lead" in options or placed else "first_lead=seat"
    head = ["game president", *(f"option {option}" for option in f"{options} {lead}".split()), f"seats {seats}", header]
    head += [f"placed {placed}"] if placed else []
    head += [f"dealer {dealer}"] if dealer else []
    return Told("\n".join(head) + "\n", lines)

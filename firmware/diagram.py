"""Draws a wiring: the Pi's header, every button and lamp on its pin, and where ground is. `python -m firmware.diagram`
prints the drawing of README.md."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from xml.sax.saxutils import escape

from firmware.wiring import FOUR_SEATS, Wiring

PLACES = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""From a BCM number to its place on the 40-pin header, counted from the corner where the card is."""

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
POWERS = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"}

WIDTH, TOP, STEP = 960, 70, 34
MIDDLE, PAIR, RADIUS = WIDTH // 2, 24, 9
"""px: the header's middle, half the distance of its two rows, and a pin's radius."""

RAIL = 400
"""px from the middle to the ground rail of each side."""

PART = 215
"""px from the middle to a button or a lamp."""

SEATS = ("#1f5f99", "#a0461c", "#2e7031", "#7a2f7d")
OTHER = "#555555"

STYLE = (
    "text{font-family:sans-serif;font-size:13px;fill:#222} .pin{font-size:10px;text-anchor:middle} "
    ".small{font-size:11px;fill:#555} .head{font-size:16px;font-weight:bold} "
    "line,path,polyline{fill:none;stroke-width:2} .rail{stroke:#222;stroke-width:4}"
)


def draw(wiring: Wiring) -> str:
    """An SVG picture of the wiring, as text."""
    height = TOP + 20 * STEP + 70
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-label="Which button and which lamp hangs on which pin of the header">',
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        *_header(),
        *_rails(),
        *(line for name, pin in {**wiring.buttons, **wiring.lamps}.items() for line in _part(name, PLACES[pin], pin)),
        *_legend(height),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _header() -> Iterator[str]:
    left, top = MIDDLE - PAIR - 18, TOP - 22
    yield f'<rect x="{left}" y="{top}" width="{2 * (PAIR + 18)}" height="{20 * STEP + 10}" rx="8" fill="#e9e9e4"/>'
    yield _text(MIDDLE, TOP - 34, "The Pi's header", "head", anchor="middle")
    for place in range(1, 41):
        x, y = _at(place)
        fill = "#222" if place in GROUNDS else "#c9a227"
        yield f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{fill}"/>'
        colour = "#fff" if place in GROUNDS else "#222"
        yield f'<text class="pin" x="{x}" y="{y + 3.5}" style="fill:{colour}">{place}</text>'
        if place in POWERS:
            yield _text(x + _outwards(place) * 16, y + 4, POWERS[place], "small", anchor=_anchor(place))


def _rails() -> Iterator[str]:
    """A ground rail down each side, and the ground pins on it."""
    for side in (-1, 1):
        x = MIDDLE + side * RAIL
        yield f'<line class="rail" x1="{x}" y1="{TOP - 10}" x2="{x}" y2="{TOP + 20 * STEP - 20}"/>'
        yield _text(x, TOP - 20, "GND", "head", anchor="middle")
    for place in GROUNDS:
        x, y = _at(place)
        start, end = x + _outwards(place) * RADIUS, MIDDLE + _outwards(place) * RAIL
        yield f'<line x1="{start}" y1="{y}" x2="{end}" y2="{y}" stroke="#222" stroke-dasharray="2 5"/>'


def _part(name: str, place: int, pin: int) -> Iterator[str]:
    """A button or a lamp between its pin and the ground rail."""
    x, y = _at(place)
    out, colour = _outwards(place), _colour(name)
    part, rail = MIDDLE + out * PART, MIDDLE + out * RAIL
    yield f'<g stroke="{colour}"><line x1="{x + out * RADIUS}" y1="{y}" x2="{part - out * 14}" y2="{y}"/>'
    is_lamp = name.startswith("seat.")
    yield from _lamp(part, y, out) if is_lamp else _buzzer(part, y) if name == "buzzer" else _button(part, y)
    far = part + out * (44 if is_lamp else 14)
    yield f'<line x1="{far}" y1="{y}" x2="{rail}" y2="{y}"/></g>'
    yield f'<circle cx="{rail}" cy="{y}" r="4" fill="#222"/>'
    yield _text(x + out * 16, y - 4, f"GPIO {pin}", "small", anchor=_anchor(place))
    yield _text(rail - out * 10, y - 6, escape(name), "", anchor="start" if out < 0 else "end", colour=colour)


def _button(x: int, y: int) -> Iterator[str]:
    yield f'<circle cx="{x - 12}" cy="{y}" r="3" fill="#fff"/><circle cx="{x + 12}" cy="{y}" r="3" fill="#fff"/>'
    yield f'<line x1="{x - 13}" y1="{y - 8}" x2="{x + 13}" y2="{y - 8}"/>'
    yield f'<line x1="{x}" y1="{y - 8}" x2="{x}" y2="{y - 14}"/>'


def _buzzer(x: int, y: int) -> Iterator[str]:
    yield f'<circle cx="{x}" cy="{y}" r="13" fill="#fff" stroke-width="2"/>'
    yield f'<path d="M{x - 5} {y - 4}V{y + 4}H{x}L{x + 5} {y + 8}V{y - 8}L{x} {y - 4}Z"/>'


def _lamp(x: int, y: int, out: int) -> Iterator[str]:
    """A resistor, then a light that points to ground."""
    yield f'<rect x="{x - 14}" y="{y - 5}" width="28" height="10" fill="#fff" stroke-width="2"/>'
    tip, back = x + out * 36, x + out * 22
    yield f'<line x1="{x + out * 14}" y1="{y}" x2="{back}" y2="{y}"/>'
    yield f'<path d="M{back} {y - 7}V{y + 7}L{tip} {y}Z"/><line x1="{tip}" y1="{y - 7}" x2="{tip}" y2="{y + 7}"/>'
    yield f'<line x1="{tip}" y1="{y}" x2="{x + out * 44}" y2="{y}"/>'


def _legend(height: int) -> Iterator[str]:
    y = height - 34
    yield _text(80, y, "Button: from its pin to ground. The Pi's own pull-up holds the pin high; no other part.", "")
    yield _text(
        80,
        y + 20,
        "Lamp: 330 ohm in series, long leg towards the pin. Buzzer: an active one for 3.3 V, of 10 mA at most.",
        "",
    )


def _at(place: int) -> tuple[int, int]:
    return MIDDLE + _outwards(place) * PAIR, TOP + (place - 1) // 2 * STEP


def _outwards(place: int) -> int:
    """-1 for the left row, which has the odd places, 1 for the right one."""
    return -1 if place % 2 else 1


def _anchor(place: int) -> str:
    return "end" if place % 2 else "start"


def _colour(name: str) -> str:
    number = name.partition(".")[2]
    return SEATS[int(number) - 1] if number and int(number) <= len(SEATS) else OTHER


def _text(x: int, y: int, said: str, kind: str, *, anchor: str = "start", colour: str = "") -> str:
    style = f' style="fill:{colour}"' if colour else ""
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}"{style}>{said}</text>'


if __name__ == "__main__":
    sys.stdout.write(draw(FOUR_SEATS))

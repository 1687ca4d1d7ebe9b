// Draws playing cards, suits and signs, from the table's own names for them (`7H`, `X`, `S`).

import { svg } from "./dom.js";
import { rankLetters } from "./words.js";

// Outlines in a square of 100.
const SUITS = {
  H: "M50 93C21 68 6 51 6 32 6 17 17 8 29 8c9 0 17 5 21 14C54 13 62 8 71 8c12 0 23 9 23 24 0 19-15 36-44 61Z",
  D: "M50 3Q65 29 87 50 65 71 50 97 35 71 13 50 35 29 50 3Z",
  S: "M50 5C55 20 94 41 94 63c0 13-9 20-20 20-9 0-16-4-20-12 1 10 5 18 12 24H34c7-6 11-14 12-24-4 8-11 12-20 12C15 83 6 76 6 63 6 41 45 20 50 5Z",
  C: "M71 26a21 21 0 1 0-42 0a21 21 0 1 0 42 0ZM48 59a21 21 0 1 0-42 0a21 21 0 1 0 42 0ZM94 59a21 21 0 1 0-42 0a21 21 0 1 0 42 0ZM43 36 46 62C45 79 41 89 34 95H66C59 89 55 79 54 62L57 36Z",
};

// Strokes in a field of 100 by 140: fonts differ from tablet to tablet, and a J that hangs down would lie on the suit.
const RANKS = {
  2: "M14 44C14 20 30 8 50 8c22 0 36 13 36 34 0 24-20 42-73 91H88",
  3: "M16 24C24 13 35 8 50 8c20 0 33 11 33 29 0 18-14 29-39 29 28 0 44 12 44 33 0 21-16 34-40 34-16 0-29-6-37-18",
  4: "M68 134V8L10 98H92",
  5: "M82 8H28l-6 57c9-8 19-11 30-11 23 0 36 15 36 38 0 25-16 41-40 41-15 0-28-5-36-16",
  6: "M80 21C74 12 65 8 54 8 28 8 12 34 12 78c0 35 14 55 38 55 23 0 38-16 38-40 0-23-14-38-35-38-21 0-37 13-41 33",
  7: "M12 8H88C61 47 45 90 41 134",
  8: "M50 8c-20 0-32 11-32 29s13 29 32 29 32-11 32-29S70 8 50 8Zm0 58c-23 0-38 13-38 33s15 34 38 34 38-14 38-34-15-33-38-33Z",
  9: "M20 120c6 9 15 13 26 13 26 0 42-26 42-70 0-35-14-55-38-55-23 0-38 16-38 40 0 23 14 38 35 38 21 0 37-13 41-33",
  10: "M-6 30 16 10V134M78 8c18 0 26 26 26 63s-8 62-26 62-26-25-26-62S60 8 78 8Z",
  J: "M74 8V98c0 23-11 35-30 35-18 0-29-11-30-31",
  Q: "M50 8c28 0 38 26 38 62s-10 63-38 63-38-27-38-63S22 8 50 8Zm8 90 32 38",
  K: "M17 8V134M86 8 18 84M44 56l44 78",
  A: "M8 134 50 8l42 126M24 92H76",
  X: "M16 8 84 134M84 8 16 134",
  Kn: "M-4 8V134M46 8-4 84M14 58 48 134M64 134V62M64 84c5-14 12-20 20-20 12 0 18 9 18 26v44",
  D: "M14 8V134H36c32 0 50-23 50-63S68 8 36 8Z",
  E: "M84 8H18V134H84M18 70H72",
};

const STAR = "M50 4 62 37 97 38 69 59 79 93 50 73 21 93 31 59 3 38 38 37Z";

const SIGNS = {
  foul: "M12 3 22 20H2ZM12 9v5M12 17v.2",
  due: "M12 3a9 9 0 1 0 .01 0M12 7v5l4 2",
  question: "M8 9a4 4 0 1 1 6 3.5c-1.500 .9-2 1.600-2 3M12 19v.2",
  win: "M4 18 3 7l5 4 4-7 4 7 5-4-1 11Z",
  lose: "M12 4v15M5 12l7 7 7-7",
  place: "M7 20V10H2v10Zm5 0V4M9.500 20V4h5v16m0 0h5v-7h-5",
  draw_game: "M5 9h14M5 15h14",
  hindsight: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12Zm10-2.500a2.500 2.500 0 1 0 .01 0",
  info: "M12 3a9 9 0 1 0 .01 0M12 11v5M12 7.500v.2",
};

const SUIT_OF_SIGN = { "♣": "C", "♦": "D", "♥": "H", "♠": "S", C: "C", D: "D", H: "H", S: "S" };

export const SUIT_ORDER = ["C", "D", "H", "S"];
export const RANK_ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/** `["10", "S"]` of `10S`; a joker is `["X", null]`. */
export function rankAndSuit(card) {
  return card === "X" ? ["X", null] : [card.slice(0, -1), card.slice(-1)];
}

export function colourOf(suit) {
  return suit === "H" || suit === "D" ? "red" : "black";
}

/** The suit that a short sign stands for; null for any other sign. */
export function suitOfSign(sign) {
  return SUIT_OF_SIGN[sign.replace("\uFE0F", "")] ?? null;
}

/** A suit as a drawing of its own, as large as its class makes it. */
export function suitSign(suit, name = "suit-sign") {
  const shape = svg("path", { d: SUITS[suit] });
  return svg("svg", { class: `${name} ${colourOf(suit)}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, shape);
}

/** The sign of a kind of ruling. */
export function kindSign(kind) {
  const shape = svg("path", { d: SIGNS[kind] ?? SIGNS.info });
  return svg("svg", { class: "kind-sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, shape);
}

/** A whole card; `name` is what a screen reader says. */
export function drawCard(card, name) {
  const [rank, suit] = rankAndSuit(card);
  const face = suit === null ? jokerFace() : suitFace(rank, suit);
  const paper = svg("rect", { class: "paper", x: 1, y: 1, width: 248, height: 348, rx: 18 });
  return svg("svg", { class: "card", viewBox: "0 0 250 350", role: "img", "aria-label": name }, paper, face);
}

function suitFace(rank, suit) {
  const corners = [index(rank, suit), svg("g", { transform: "rotate(180 125 175)" }, index(rank, suit))];
  return svg("g", { class: colourOf(suit) }, ...corners, numeral(rank, 72, 58, 106), pip(suit, 72, 226, 106));
}

function jokerFace() {
  const corner = () => numeral("X", 18, 20, 40);
  const star = svg("path", { d: STAR, transform: "translate(45 95) scale(1.6)" });
  return svg("g", { class: "joker" }, corner(), svg("g", { transform: "rotate(180 125 175)" }, corner()), star);
}

function index(rank, suit) {
  return svg("g", {}, numeral(rank, 16, 16, 36), pip(suit, 14, 76, 40));
}

function numeral(rank, x, y, width) {
  return svg("path", { class: "rank", d: RANKS[rankLetters(rank)], transform: `translate(${x} ${y}) scale(${width / 100})` });
}

function pip(suit, x, y, size) {
  return svg("path", { d: SUITS[suit], transform: `translate(${x} ${y}) scale(${size / 100})` });
}

// What lies in the middle of the table: one card, the play that is to be beaten, or everybody's pile.

import { colourOf, drawCard, rankAndSuit, suitSign } from "./cards.js";
import { el } from "./dom.js";
import { cardName, rankLetters, word } from "./words.js";

/** Draws it into `place`, and only when it has changed. */
export function showMiddle(place, { top, trick, seats }) {
  const piles = seats.filter(({ row, pile }) => row.length > 0 || pile !== null);
  const what = JSON.stringify([top, trick, piles.map(({ name, pile }) => [name, pile])]);
  if (place.dataset.what === what) return;
  place.dataset.what = what;
  place.dataset.card = top ?? "";
  place.className = piles.length > 0 ? "top piles" : trick.length > 1 ? "top trick" : "top";
  place.style.setProperty("--cards", piles.length || trick.length || 1);
  if (piles.length > 0) place.replaceChildren(...piles.map(pileOf));
  else if (trick.length > 1) place.replaceChildren(...trick.map((card) => drawCard(card, cardName(card))));
  else place.replaceChildren(top ? drawCard(top, cardName(top)) : noCard());
}

function noCard() {
  return el("div", { class: "no-card", text: word("top.none") });
}

function pileOf({ name, pile }) {
  const caption = el("figcaption", { text: name });
  return el("figure", { class: "pile" }, pile === null ? el("div", { class: "no-card" }) : drawCard(pile, cardName(pile)), caption);
}

/** The open cards of a seat, place by place, as small signs. */
export function rowOf(row) {
  return row.map((place) => el("span", { class: "place" }, ...place.map(smallCard)));
}

function smallCard(card) {
  const [rank, suit] = rankAndSuit(card);
  const face = suit === null ? [el("span", { text: "★" })] : [el("span", { text: rankLetters(rank) }), suitSign(suit)];
  return el("span", { class: `small-card ${suit === null ? "joker" : colourOf(suit)}`, role: "img", "aria-label": cardName(card) }, ...face);
}

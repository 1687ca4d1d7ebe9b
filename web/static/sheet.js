// The one sheet that opens over the table, and the picker of a card.

import { RANK_ORDER, SUIT_ORDER, colourOf, drawCard, rankAndSuit, suitSign } from "./cards.js";
import { el, setText } from "./dom.js";
import { onTouch, tell } from "./taps.js";
import { cardName, rankLetters, word } from "./words.js";

const dialog = document.getElementById("sheet");
const title = document.getElementById("sheet-title");
const body = document.getElementById("sheet-body");
let refresh = () => {};

document.getElementById("sheet-close").addEventListener("click", closeSheet);
dialog.addEventListener("click", (event) => event.target === dialog && closeSheet());
dialog.addEventListener("close", () => (refresh = () => {}));

/** Opens the sheet; `onView(view)` keeps it true while it is open. */
export function openSheet(heading, content, onView = () => {}) {
  setText(title, heading);
  body.replaceChildren(...content);
  refresh = onView;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

export function closeSheet() {
  if (dialog.open) dialog.close();
}

export function refreshSheet(view) {
  if (dialog.open) refresh(view);
}

/** Tells the table, and closes the sheet if that was taken. */
export async function tellAndClose(touch) {
  if (await tell(touch)) closeSheet();
}

/** Chooses one of all cards, then sends what `touchFor(card)` makes of it. */
export function cardPicker(touchFor, chosenFirst = null) {
  let chosen = chosenFirst;
  const send = el("button", { class: "tap main", type: "button" });
  const shown = el("div", { class: "picked" });
  const cards = [];
  const show = () => {
    shown.replaceChildren(...(chosen === null ? [] : [drawCard(chosen, cardName(chosen))]));
    setText(send, chosen === null ? word("picker.choose") : word("picker.send", { card: cardName(chosen) }));
    send.disabled = chosen === null || chosen === chosenFirst;
    for (const button of cards) button.setAttribute("aria-pressed", String(button.dataset.card === chosen));
  };
  for (const suit of SUIT_ORDER) for (const rank of RANK_ORDER) cards.push(pickable(rank + suit));
  cards.push(pickable("X"));
  for (const button of cards) {
    button.addEventListener("click", () => {
      chosen = button.dataset.card;
      show();
    });
  }
  onTouch(send, () => tellAndClose(touchFor(chosen)));
  show();
  const grid = el("div", { class: "picker", role: "group", "aria-label": word("picker.choose") }, ...cards);
  return [grid, el("div", { class: "picker-foot" }, shown, send)];
}

function pickable(card) {
  const [rank, suit] = rankAndSuit(card);
  const label = suit === null ? word("card.joker") : rankLetters(rank);
  const sign = suit === null ? null : suitSign(suit);
  const colour = suit === null ? "joker" : colourOf(suit);
  const attributes = { class: `pick ${colour}`, type: "button", "data-card": card, "aria-label": cardName(card) };
  return el("button", attributes, el("span", { text: label }), sign);
}

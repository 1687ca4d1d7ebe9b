// A touch that the table offers, as a button.

import { suitOfSign, suitSign } from "./cards.js";
import { isOpen, openChoice } from "./choose.js";
import { el } from "./dom.js";
import { onTouch, tell } from "./taps.js";
import { said } from "./words.js";

export function tapKey(tap) {
  return `${tap.weight} ${tap.line} ${said(tap.label)}`;
}

/** The button of `tap`, with the `name` of whose it is where that is not said beside it; `after` runs when the table has taken it. */
export function tapButton(tap, { name = null, after = () => {} } = {}) {
  const label = el("span", { class: "label" }, name && el("span", { class: "whose", text: name }), el("span", { text: said(tap.label) }));
  const button = el("button", { class: `tap ${tap.weight}`, type: "button", "data-line": tap.line }, icon(tap), label);
  if (isOpen(tap)) button.addEventListener("click", () => openChoice(tap, name ?? tap.line.split(":")[0]));
  else onTouch(button, async () => (await tell({ line: tap.line })) && after());
  return button;
}

function icon(tap) {
  if (!tap.icon) return null;
  const suit = suitOfSign(tap.icon);
  return suit ? suitSign(suit) : el("span", { class: "icon", "aria-hidden": "true", text: tap.icon });
}

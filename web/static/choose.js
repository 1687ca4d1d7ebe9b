// What is still to be chosen for a touch: a rank, a number, or both.

import { el } from "./dom.js";
import { openSheet, tellAndClose } from "./sheet.js";
import { onTouch } from "./taps.js";
import { rankLetters, said, word } from "./words.js";

/** Whether a touch is not yet all that is to be told. */
export function isOpen({ ranks, counts }) {
  return ranks.length > 0 || counts.length > 0;
}

/** Asks for it, and tells the table when all is chosen. */
export function openChoice(tap, name) {
  const chosen = { rank: null, count: null };
  const send = el("button", { class: "tap main", type: "button", text: word("choose.send"), disabled: "" });
  const isDone = () => (tap.ranks.length === 0 || chosen.rank !== null) && (tap.counts.length === 0 || chosen.count !== null);
  const row = (key, caption, values) => {
    if (values.length === 0) return null;
    const buttons = values.map((value) => el("button", { class: "tap", type: "button", "aria-pressed": "false", "data-value": value, text: rankLetters(value) }));
    for (const button of buttons) {
      button.addEventListener("click", () => {
        chosen[key] = button.dataset.value;
        for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
        send.disabled = !isDone();
      });
    }
    return el("section", { class: "choose" }, el("h3", { text: caption }), el("div", { class: "taps" }, ...buttons));
  };
  onTouch(send, () => tellAndClose({ line: tap.line.replace("{rank}", chosen.rank).replace("{count}", chosen.count) }));
  const rows = [row("rank", word("choose.rank"), tap.ranks), row("count", word("choose.count"), tap.counts), send];
  openSheet(name ? `${name}: ${said(tap.label)}` : said(tap.label), rows.filter((part) => part !== null));
}

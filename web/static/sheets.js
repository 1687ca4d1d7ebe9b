// What can be opened over the table: a seat, a rule, a picture, a correction, an accusation.

import { el, keyed, setText } from "./dom.js";
import { cardPicker, closeSheet, openSheet, tellAndClose } from "./sheet.js";
import { tapButton, tapKey } from "./buttons.js";
import { onTouch } from "./taps.js";
import { cardName, said, word } from "./words.js";

/** All that one player can tell. */
export function openSeat(seat) {
  const list = el("div", { class: "tap-list" });
  const none = el("p", { text: word("seat.nothing") });
  const fill = ({ seats }) => {
    const now = seats.find(({ name }) => name === seat.name);
    if (!now) return closeSheet();
    none.hidden = now.taps.length > 0;
    keyed(list, now.taps, tapKey, (tap) => tapButton(tap, { after: closeSheet }));
  };
  fill({ seats: [seat] });
  openSheet(seat.name, [list, none], fill);
}

/** The text of one clause. */
export async function openClause(number) {
  const rule = el("p", { class: "rule", text: "…" });
  openSheet(number, [rule]);
  try {
    const response = await fetch(`/clause/${encodeURIComponent(number)}/text`);
    const clause = await response.json();
    if (response.ok) {
      setText(document.getElementById("sheet-title"), `${clause.number} · ${said(clause.title)}`);
      setText(rule, said(clause.rule));
    } else setText(rule, said(clause.text));
  } catch {
    setText(rule, word("notice.no_contact"));
  }
}

/** The camera's picture, large. */
export function openPicture(name, caption) {
  openSheet(word("picture.heading"), [pictureOf(name, caption), el("p", { text: caption })]);
}

/** The camera's picture; words in its place if it is gone. */
function pictureOf(name, caption) {
  const path = name.split("/").map(encodeURIComponent).join("/");
  const image = el("img", { class: "evidence", src: `/picture/${path}`, alt: caption });
  image.addEventListener("error", () => image.replaceWith(el("span", { class: "gone", text: word("picture.gone") })));
  return image;
}

/** A picture that opens large when touched. */
export function thumbnail(name, caption) {
  const button = el("button", { class: "thumbnail", type: "button", "aria-label": word("picture.open") }, pictureOf(name, ""));
  button.addEventListener("click", () => openPicture(name, caption));
  return button;
}

/** Asks once more before a ruling is set aside. */
export function openOverrule(ruling) {
  const yes = el("button", { class: "tap main", type: "button", text: said(ruling.overrule.label) });
  const no = el("button", { class: "tap", type: "button", text: word("overrule.keep") });
  onTouch(yes, () => tellAndClose({ overrule: ruling.line }));
  no.addEventListener("click", closeSheet);
  openSheet(word("overrule.heading"), [
    el("p", { class: "rule", text: said(ruling.text) }),
    el("p", { class: "hint", text: word("overrule.hint", { line: ruling.line }) }),
    el("div", { class: "choice" }, yes, no),
  ]);
}

/** The card that answers a question. */
export function openAnswer(question) {
  const isSame = (other) => other.card_line === question.card_line && other.text.en === question.text.en;
  const content = cardPicker((card) => ({ answer: question.card_line, card }));
  openSheet(said(question.text), content, (view) => view.questions.some(isSame) || closeSheet());
}

/** First which line was misread, then which of its cards, then what lies there. */
export function openCorrections({ correctable }) {
  const lines = correctable.flatMap((heard) =>
    heard.cards.map((card, place) => {
      const label = heard.cards.length > 1 ? `${said(heard.text)} · ${cardName(card)}` : said(heard.text);
      const button = el("button", { class: "tap", type: "button" }, el("b", { text: heard.line }), label);
      button.addEventListener("click", () => openCorrection(heard, place));
      return button;
    }),
  );
  const list = lines.length ? el("div", { class: "tap-list" }, ...lines) : el("p", { text: word("correct.nothing") });
  openSheet(word("correct.which"), [list]);
}

function openCorrection(heard, place) {
  const touchFor = (card) => ({ correct: heard.line, cards: heard.cards.map((old, index) => (index === place ? card : old)) });
  const isSame = ({ line, cards }) => line === heard.line && cards.join() === heard.cards.join();
  const content = [el("p", { class: "hint", text: said(heard.text) }), ...cardPicker(touchFor, heard.cards[place])];
  openSheet(word("correct.what"), content, (view) => view.correctable.some(isSame) || closeSheet());
}

/** Who reports whom of what. */
export function openAccusation({ accusable, seats }) {
  const names = seats.map(({ name }) => ({ value: name, label: name }));
  const clauses = accusable.map(({ line, label }) => ({ value: line, label: said(label) }));
  const send = el("button", { class: "tap main", type: "submit", text: word("accuse.send"), disabled: "" });
  const form = el(
    "form",
    { class: "accusation" },
    choices("accuse", word("accuse.what"), clauses),
    choices("accused", word("accuse.whom"), names),
    choices("accuser", word("accuse.who"), names),
    send,
  );
  const chosen = () => Object.fromEntries(new FormData(form));
  form.addEventListener("change", () => (send.disabled = Object.keys(chosen()).length < 3));
  form.addEventListener("submit", (event) => event.preventDefault());
  onTouch(send, () => tellAndClose(chosen()));
  openSheet(word("accuse.heading"), [form]);
}

function choices(name, legend, options) {
  const labels = options.map(({ value, label }) =>
    el("label", { class: "option" }, el("input", { type: "radio", name, value }), el("span", { text: label })),
  );
  return el("fieldset", {}, el("legend", { text: legend }), el("div", { class: "options" }, ...labels));
}

/** How to keep a tablet from going dark: a page cannot promise to do it. */
export function openSleepHelp() {
  openSheet(word("sleep.heading"), [
    el("p", { text: word("sleep.why") }),
    el("p", { text: word("sleep.android") }),
    el("p", { text: word("sleep.ipad") }),
  ]);
}

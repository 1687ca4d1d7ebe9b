// Draws a view of the table. Each function keeps one part of the page true.

import { tapButton, tapKey } from "./buttons.js";
import { suitOfSign, suitSign } from "./cards.js";
import { el, keyed, setText } from "./dom.js";
import { rowOf, showMiddle } from "./felt.js";
import { showRulings } from "./rulings.js";
import { openAnswer, openSeat, thumbnail } from "./sheets.js";
import { showSlaps } from "./slaps.js";
import { said, suitName, word } from "./words.js";

const at = (id) => document.getElementById(id);
const listed = (node) => el("li", {}, node);

export function showView(view) {
  document.title = `${said(view.status)} · ${view.game}`;
  document.body.dataset.over = String(view.over);
  setText(at("game"), view.game);
  setText(at("status"), said(view.status));
  showMiddle(at("top"), view);
  showSuit(view.suit);
  showFacts(view.facts);
  showSlaps(view.slaps);
  showSeats(view.seats);
  showActions(view.seats);
  keyed(at("table-taps"), view.table_taps, tapKey, (tap) => tapButton(tap));
  showQuestions(view.questions);
  showRulings(view.rulings);
  showSenses(view.senses);
  at("record").hidden = !view.over;
  at("correct").disabled = view.correctable.length === 0;
  at("accuse").disabled = view.accusable.length === 0;
}

function showSuit(suit) {
  const sign = at("suit");
  sign.parentElement.hidden = suit === null;
  if (suit === null || sign.dataset.suit === suit) return;
  sign.dataset.suit = suit;
  sign.replaceChildren(suitSign(suit));
  setText(at("suit-name"), suitName(suit));
}

function showFacts(facts) {
  keyed(
    at("facts"),
    facts,
    ({ label }) => label.en,
    ({ label }) => el("div", {}, el("dt", { text: said(label) }), el("dd")),
    (node, { value }) => setText(node.lastElementChild, said(value)),
  );
}

function showSeats(seats) {
  at("seats").classList.toggle("many", seats.length > 6);
  keyed(at("seats"), seats, ({ name }) => name, newSeat, fillSeat);
  seats.forEach(({ name }, place) => {
    // Clockwise as the players sit, up the left side and down the right: the middle is left to the card.
    const left = Math.ceil(seats.length / 2);
    const isLeft = place < left;
    const down = isLeft ? (left - place - 0.5) / left : (place - left + 0.5) / (seats.length - left);
    const style = at("seats").keyedChildren.get(name).style;
    style.setProperty("--x", isLeft ? 0 : 1);
    style.setProperty("--y", down.toFixed(4));
  });
}

function newSeat(seat) {
  const chip = el(
    "button",
    { class: "seat", type: "button" },
    el("span", { class: "head" }, el("span", { class: "name", text: seat.name }), el("span", { class: "mark turn", text: word("seat.turn") })),
    el(
      "span",
      { class: "holds" },
      el("span", { class: "count" }, el("span", { class: "fan", "aria-hidden": "true" }), el("b"), el("span", { class: "unit" })),
      el("span", { class: "marks" }),
    ),
    el("span", { class: "row" }),
  );
  chip.addEventListener("click", () => openSeat(chip.seat));
  return listed(chip);
}

function fillSeat(item, seat) {
  const chip = item.firstElementChild;
  const count = chip.querySelector(".count");
  chip.seat = seat;
  chip.toggleAttribute("data-turn", seat.in_turn);
  if (seat.in_turn) chip.setAttribute("aria-current", "true");
  else chip.removeAttribute("aria-current");
  setText(count.querySelector("b"), seat.cards === null ? "?" : String(seat.cards));
  setText(count.querySelector(".unit"), seat.cards === 1 ? word("seat.card") : word("seat.cards"));
  const row = chip.querySelector(".row");
  const lying = JSON.stringify(seat.row);
  if (row.dataset.lying !== lying) row.replaceChildren(...rowOf(seat.row));
  row.dataset.lying = lying;
  keyed(chip.querySelector(".marks"), seat.marks.map(said), String, (text) => el("span", { class: "mark", text, title: text }));
}

// In sight is what the player in turn can tell, and what is most wanted of the others; the rest is behind each seat.
function showActions(seats) {
  const inTurn = seats.filter((seat) => seat.in_turn).map((seat) => ({ ...seat, taps: seat.taps.filter(isNotQuiet) }));
  const others = seats.filter((seat) => !seat.in_turn).flatMap(({ name, taps }) => taps.filter(isMain).map((tap) => ({ name, tap })));
  keyed(
    at("turn-actions"),
    inTurn.filter(({ taps }) => taps.length > 0),
    ({ name }) => name,
    newGroup,
    ({ children: [, words, suits] }, { taps }) => {
      keyed(words, taps.filter((tap) => !isSuit(tap)), tapKey, (tap) => tapButton(tap));
      keyed(suits, taps.filter(isSuit), tapKey, (tap) => tapButton(tap));
    },
  );
  keyed(at("other-actions"), others, ({ name, tap }) => `${name} ${tapKey(tap)}`, ({ name, tap }) => tapButton(tap, { name }));
}

function newGroup({ name }) {
  const rows = [el("div", { class: "taps" }), el("div", { class: "taps suits" })];
  return el("div", { class: "group", role: "group", "aria-label": name }, el("h2", { text: name }), ...rows);
}

const isSuit = ({ icon }) => suitOfSign(icon) !== null;
const isMain = ({ weight }) => weight === "main";
const isNotQuiet = ({ weight }) => weight !== "quiet";

function showQuestions(questions) {
  keyed(at("questions"), questions, questionKey, newQuestion);
}

function questionKey({ text, evidence, answers, card_line: cardLine }) {
  return JSON.stringify([text.en, evidence, cardLine, answers.map(tapKey)]);
}

function newQuestion(question) {
  const text = said(question.text);
  const answers = question.answers.map((answer) => tapButton(answer));
  if (question.card_line !== null) {
    const pick = el("button", { class: "tap main", type: "button", text: word("question.card") });
    pick.addEventListener("click", () => openAnswer(question));
    answers.unshift(pick);
  }
  return el(
    "article",
    { class: "question" },
    el("div", {}, el("h3", { text: word("question.heading") }), el("p", { class: "text", text })),
    question.evidence && thumbnail(question.evidence, text),
    el("div", { class: "taps" }, ...answers),
  );
}

function showSenses(senses) {
  keyed(
    at("senses"),
    senses,
    ({ name }) => name.en,
    ({ name }) => listed(el("span", { text: said(name) })),
    (lamp, { well }) => {
      lamp.className = well ? "well" : "ill";
      lamp.title = well ? word("sense.well") : word("sense.ill");
    },
  );
  keyed(
    at("ills"),
    senses.filter(({ well }) => !well),
    ({ name, message }) => name.en + message.en,
    ({ name, message }) => el("p", {}, el("b", { text: said(name) }), el("span", { text: said(message) })),
  );
}

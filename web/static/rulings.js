// The last rulings: those of the newest line large, the others below it.

import { kindSign } from "./cards.js";
import { el, keyed, setText } from "./dom.js";
import { openClause, openOverrule, thumbnail } from "./sheets.js";
import { said, word } from "./words.js";

const KINDS = {
  foul: word("kind.foul"),
  due: word("kind.due"),
  question: word("kind.question"),
  win: word("kind.win"),
  lose: word("kind.lose"),
  place: word("kind.place"),
  draw_game: word("kind.draw_game"),
  hindsight: word("kind.hindsight"),
  info: word("kind.info"),
};

let spoken = null;

export function showRulings(rulings) {
  const standing = rulings.find(({ withdrawn }) => !withdrawn);
  const isNewest = (ruling) => standing !== undefined && !ruling.withdrawn && ruling.line === standing.line;
  document.getElementById("no-rulings").hidden = rulings.length > 0;
  keyed(document.getElementById("rulings"), rulings, rulingKey, newRuling, (node, ruling) => {
    node.classList.toggle("newest", isNewest(ruling));
    node.classList.toggle("withdrawn", ruling.withdrawn);
  });
  speak(rulings.filter(isNewest));
}

function rulingKey({ line, clause, kind, seat, text, evidence, withdrawn, overrule }) {
  return JSON.stringify([line, clause, kind, seat, text.en, evidence, withdrawn, overrule !== null]);
}

function newRuling(ruling) {
  const text = said(ruling.text);
  return el(
    "li",
    { class: `ruling ${ruling.kind}` },
    el("div", { class: "head" }, kindSign(ruling.kind), el("b", { text: KINDS[ruling.kind] ?? ruling.kind }), seatOf(ruling), withdrawnMark(ruling)),
    el("p", { class: "text", text }),
    ruling.evidence && thumbnail(ruling.evidence, text),
    el("div", { class: "deeds" }, clauseButton(ruling.clause), overruleButton(ruling)),
  );
}

function seatOf({ seat }) {
  return seat === null ? null : el("span", { class: "who", text: seat });
}

function withdrawnMark({ withdrawn }) {
  return withdrawn ? el("span", { class: "mark", text: word("ruling.withdrawn") }) : null;
}

function clauseButton(number) {
  const button = el("button", { class: "small", type: "button" }, el("b", { text: number }), word("ruling.which"));
  button.addEventListener("click", () => openClause(number));
  return button;
}

function overruleButton(ruling) {
  if (ruling.overrule === null || ruling.withdrawn) return null;
  const button = el("button", { class: "small quiet", type: "button", text: said(ruling.overrule.label) });
  button.addEventListener("click", () => openOverrule(ruling));
  return button;
}

// Said aloud once, and not the rulings that stood there when the page was opened.
function speak(newest) {
  const words = newest.map(({ kind, seat, text }) => [KINDS[kind] ?? kind, seat, said(text)].filter(Boolean).join(": ")).join(" ");
  if (spoken !== null && words !== spoken) {
    const isFoul = newest.some(({ kind }) => kind === "foul");
    setText(document.getElementById(isFoul ? "alarm" : "aloud"), words);
  }
  spoken = words;
}

// The story of each stress: the last one large, those before it in a line.

import { el, keyed } from "./dom.js";
import { openFootage } from "./footage.js";
import { openSheet } from "./sheet.js";
import { said, word } from "./words.js";

const BEFORE = 4;

export function showSlaps(slaps) {
  document.getElementById("stress").hidden = slaps.length === 0;
  keyed(document.getElementById("stress-now"), slaps.slice(0, 1), keyOf, storyOf);
  keyed(document.getElementById("stress-before"), slaps.slice(1, 1 + BEFORE), keyOf, earlier);
}

const keyOf = (slap) => JSON.stringify(slap);

function storyOf(slap) {
  return el(
    "article",
    { class: "story", "data-verdict": slap.verdict, "data-line": slap.line },
    el("div", { class: "what" }, el("h2", { text: said(slap.headline) }), marginOf(slap), reasonOf(slap)),
    el("ol", { class: "hands" }, ...slap.hands.map((hand) => handOf(hand, longest(slap.hands)))),
    againButton(slap),
  );
}

function marginOf({ margin, error }) {
  if (!said(margin)) return null;
  return el("p", { class: "margin" }, el("b", { text: said(margin) }), el("span", { class: "error", text: said(error) }));
}

function reasonOf({ reason }) {
  return said(reason) ? el("p", { class: "reason", text: said(reason) }) : null;
}

const longest = (hands) => Math.max(1, ...hands.map(({ at_ms: at, spread_ms: spread }) => (at ?? 0) + spread));

function handOf(hand, most) {
  return el(
    "li",
    { class: "hand", "data-outcome": hand.outcome },
    el("span", { class: "name", text: hand.name }),
    el("span", { class: "value", text: said(hand.value) }),
    el("span", { class: "error", text: said(hand.error) }),
    hand.at_ms === null ? null : timeBar(hand, most),
  );
}

// As long as the hand took, its end as blurred as the time is.
function timeBar({ at_ms: at, spread_ms: spread }, most) {
  const bar = el("span", { class: "time-bar", "aria-hidden": "true" }, el("i"), el("i", { class: "spread" }));
  bar.style.setProperty("--at", at / most);
  bar.style.setProperty("--from", Math.max(0, at - spread) / most);
  bar.style.setProperty("--to", (at + spread) / most);
  return bar;
}

function againButton(slap) {
  if (slap.footage === null) return slap.no_footage && el("p", { class: "no-footage", text: said(slap.no_footage) });
  const button = el("button", { class: "tap again", type: "button", text: word("stress.again") });
  button.addEventListener("click", () => openFootage(slap));
  return button;
}

function earlier(slap) {
  const margin = said(slap.margin) && el("span", { class: "error", text: `${said(slap.margin)} ${said(slap.error)}` });
  const button = el("button", { class: "earlier", "data-verdict": slap.verdict, type: "button" }, el("b", { text: said(slap.headline) }), margin || null);
  button.addEventListener("click", () => openSheet(word("stress.heading"), [storyOf(slap)]));
  return el("li", {}, button);
}

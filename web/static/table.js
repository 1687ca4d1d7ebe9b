// The table screen.

import { Contact } from "./contact.js";
import { setText } from "./dom.js";
import { showView } from "./screen.js";
import { refreshSheet } from "./sheet.js";
import { openAccusation, openCorrections, openSleepHelp } from "./sheets.js";
import { build, clockTime, word } from "./words.js";

const at = (id) => document.getElementById(id);
const STATES = {
  live: word("contact.live"),
  asking: word("contact.asking"),
  opening: word("contact.opening"),
  lost: word("contact.lost"),
};

let shown = null;

function onView(view) {
  shown = view;
  document.body.dataset.ready = "true";
  showView(view);
  refreshSheet(view);
}

function onState(state, since) {
  document.body.dataset.contact = state;
  setText(at("contact-text"), STATES[state]);
  at("lost").hidden = state !== "lost";
  if (state !== "lost") return;
  const seconds = Math.round((Date.now() - since) / 1000);
  setText(at("lost-since"), word("lost.since", { time: clockTime(since) }));
  setText(at("lost-age"), seconds < 120 ? word("lost.seconds", { seconds }) : word("lost.minutes", { minutes: Math.floor(seconds / 60) }));
}

const contact = new Contact({ build, onView, onState });
at("retry").addEventListener("click", () => contact.hurry());
at("correct").addEventListener("click", () => openCorrections(shown));
at("accuse").addEventListener("click", () => openAccusation(shown));
at("sleep").addEventListener("click", openSleepHelp);
contact.start();

// Sends what a touch tells the table, and says when it was not taken.

import { said, word } from "./words.js";

const ANSWERS_WITHIN_MS = 6000;
const NOTICE_MS = 8000;

/** A finger that touches twice means the first button, not the one that came to lie under it in between. */
const TWICE_MS = 600;

let noticeTimer = 0;
let touchedAt = -Infinity;

export function notice(text) {
  const bar = document.getElementById("notice");
  bar.textContent = text;
  bar.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (bar.hidden = true), NOTICE_MS);
}

/** Tells the table; whether it accepted. Anything else is shown to the person. */
export async function tell(touch) {
  const ender = new AbortController();
  const timer = setTimeout(() => ender.abort(), ANSWERS_WITHIN_MS);
  try {
    const response = await fetch("/tap", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(touch),
      signal: ender.signal,
    });
    const answer = await response.json();
    if (!answer.accepted) notice(said(answer.text));
    return answer.accepted;
  } catch {
    notice(word("notice.unsure"));
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Makes `button` run `act` when touched: not again while it acts, and not by the second half of a double touch. */
export function onTouch(button, act) {
  const born = performance.now();
  button.addEventListener("click", async () => {
    const now = performance.now();
    const isSecondHalf = born > touchedAt && now - touchedAt < TWICE_MS;
    if (isSecondHalf || button.getAttribute("aria-busy") === "true") return;
    touchedAt = now;
    button.setAttribute("aria-busy", "true");
    try {
      await act();
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
}

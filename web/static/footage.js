// The last seconds before a slap, at a quarter of the speed.

import { el, setText } from "./dom.js";
import { openSheet } from "./sheet.js";
import { language, said, word } from "./words.js";

const SPEED = 0.25;

/** Opens the pictures of a stress over the table, and plays them. */
export async function openFootage(slap) {
  const waiting = el("p", { class: "hint", text: word("footage.loading") });
  openSheet(said(slap.headline), [waiting]);
  const body = waiting.parentElement;
  try {
    const response = await fetch(`/footage/${encodeURIComponent(slap.footage)}`);
    if (!response.ok) setText(waiting, said((await response.json()).text));
    else if (waiting.isConnected) body.replaceChildren(...new Player(unpacked(await response.arrayBuffer())).nodes);
  } catch {
    setText(waiting, word("notice.no_contact"));
  }
}

// One line of JSON, then the JPEGs one after the other.
function unpacked(buffer) {
  const bytes = new Uint8Array(buffer);
  const line = bytes.indexOf(10);
  const { frames, marks } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, line)));
  let at = line + 1;
  for (const frame of frames) {
    frame.blob = new Blob([bytes.subarray(at, at + frame.bytes)], { type: "image/jpeg" });
    at += frame.bytes;
  }
  return { frames, marks };
}

class Player {
  constructor({ frames, marks }) {
    this.frames = frames;
    this.first = frames[0].at_ms;
    this.last = frames.at(-1).at_ms;
    this.now = this.first;
    this.shown = -1;
    this.screen = el("canvas", { class: "footage", role: "img", "aria-label": word("footage.heading") });
    this.clock = el("output", { class: "clock" });
    this.scrub = el("input", { type: "range", class: "scrub", min: this.first, max: this.last, step: "any", "aria-label": word("footage.scrub") });
    this.scrub.addEventListener("input", () => this.goTo(Number(this.scrub.value)));
    this.button = el("button", { class: "tap main play", type: "button", onclick: () => (this.isPlaying ? this.pause() : this.play()) });
    this.ticks = marks.map((mark) => this.tickOf(mark));
    this.marks = marks.map((mark) => this.markOf(mark));
    this.nodes = [
      this.screen,
      el("div", { class: "time-line" }, el("div", { class: "ticks", "aria-hidden": "true" }, ...this.ticks), this.scrub),
      el("div", { class: "controls" }, this.button, this.clock, ...this.marks),
      el("p", { class: "hint", text: word("footage.speed") }),
    ];
    this.play();
  }

  tickOf({ at_ms: at, kind }) {
    const tick = el("i", { class: kind });
    tick.style.setProperty("--at", (at - this.first) / (this.last - this.first || 1));
    return tick;
  }

  markOf({ at_ms: at, kind, label }) {
    const button = el("button", { class: `tap mark-at ${kind}`, type: "button", text: said(label) });
    button.at = at;
    button.addEventListener("click", () => this.goTo(at));
    return button;
  }

  play() {
    if (this.now >= this.last) this.now = this.first;
    this.isPlaying = true;
    this.before = null;
    this.say();
    requestAnimationFrame((time) => this.step(time));
  }

  pause() {
    this.isPlaying = false;
    this.say();
  }

  goTo(ms) {
    this.now = Math.min(Math.max(ms, this.first), this.last);
    this.pause();
    this.draw();
  }

  step(time) {
    if (!this.isPlaying || !this.screen.closest("dialog")?.open) return;
    this.now = Math.min(this.last, this.now + (this.before === null ? 0 : (time - this.before) * SPEED));
    this.before = time;
    if (this.now >= this.last) this.pause();
    this.draw();
    requestAnimationFrame((next) => this.step(next));
  }

  say() {
    setText(this.button, this.isPlaying ? word("footage.pause") : this.now >= this.last ? word("footage.again") : word("footage.play"));
    this.button.dataset.playing = String(this.isPlaying);
  }

  draw() {
    this.scrub.value = this.now;
    const seconds = (this.now / 1000).toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "always" });
    setText(this.clock, word("footage.clock", { seconds }));
    for (const mark of this.marks) mark.toggleAttribute("data-passed", this.now >= mark.at);
    this.show(this.frames.findLastIndex(({ at_ms: at }) => at <= this.now));
  }

  // Unpacks one picture at a time: whatever is wanted when that is done comes next.
  async show(place) {
    this.wanted = place;
    if (this.isUnpacking || place === this.shown) return;
    this.isUnpacking = true;
    while (this.shown !== this.wanted) {
      const next = this.wanted;
      const picture = await createImageBitmap(this.frames[next].blob).catch(() => null);
      if (picture !== null) {
        if (this.screen.width !== picture.width) Object.assign(this.screen, { width: picture.width, height: picture.height });
        this.screen.getContext("2d").drawImage(picture, 0, 0);
        picture.close();
      }
      this.shown = next;
      this.screen.dataset.frame = next;
    }
    this.isUnpacking = false;
  }
}

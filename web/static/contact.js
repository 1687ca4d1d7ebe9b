// Whether what the page shows is true now, and since when it may not be.

import { Listener } from "./listener.js";
import { Sharing } from "./sharing.js";

// Beats come every two seconds: after one that is missing, and half of the next. Sooner if the table does not answer either.
const STALE_MS = 4400;
const GONE_MS = 2500;
const LOOK_MS = 500;
const SLEPT_MS = 4000;

/**
 * `onView(view)` for each new view, `onState(state, since)` every half second and at every change. States:
 * "live" (the stream is open and fresh), "asking" (no stream, but fresh), "opening" (not yet known),
 * "lost" (what is shown may be old; `since` is the time of the last word, or of the start).
 */
export class Contact {
  constructor({ build, onView, onState }) {
    this.build = build;
    this.onView = onView;
    this.onState = onState;
    this.since = Date.now();
    this.hasWord = false;
    this.shown = { number: -1, run: null };
    this.last = null;
    this.via = null;
    this.lookedAt = Date.now();
    this.listener = new Listener({
      onMessage: (message, via, at) => this.hear(message, via, at),
      onChange: () => this.changed(),
      shownNumber: () => this.shown.number,
    });
    this.sharing = new Sharing({
      onLead: (leads) => (leads ? this.listener.start() : this.listener.stop()),
      onRelay: (relay) => this.hearRelay(relay),
      lastRelay: () => ({ message: this.last, via: this.via, at: null }),
    });
  }

  start() {
    this.sharing.start();
    setInterval(() => this.look(), LOOK_MS);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
    window.addEventListener("online", () => this.wake());
    window.addEventListener("focus", () => this.wake());
    window.addEventListener("pageshow", (event) => event.persisted && this.sharing.start());
    window.addEventListener("pagehide", () => this.sharing.leave());
  }

  /** After sleep nothing that was open can be relied on. */
  wake() {
    this.look();
    if (this.state() !== "live") this.hurry();
  }

  hurry() {
    if (this.sharing.leads) this.listener.hurry();
    else this.sharing.start();
  }

  look() {
    const now = Date.now();
    const slept = now - this.lookedAt > SLEPT_MS;
    this.lookedAt = now;
    // The tablet's clock may have been put back.
    this.since = Math.min(this.since, now);
    this.sharing.look();
    this.listener.look();
    if (this.sharing.leads && this.state() !== "live") this.sharing.relay({ message: null, via: this.via, at: null });
    this.tell();
    if (slept) this.wake();
  }

  changed() {
    this.via = null;
    this.sharing.relay({ message: null, via: null, at: null });
    this.tell();
  }

  hear(message, via, at) {
    this.sharing.relay({ message, via, at });
    this.take(message, via, at);
  }

  hearRelay({ message, via, at }) {
    if (message && at !== null) this.take(message, via, at);
    else {
      this.via = via;
      if (message) this.show(message);
      this.tell();
    }
  }

  take(message, via, at) {
    this.since = Math.max(at, this.hasWord ? this.since : 0);
    this.hasWord = true;
    this.via = via;
    this.show(message);
    this.tell();
  }

  show(message) {
    if (message.build !== this.build) return this.renewPage(message.build);
    // A tab that came while another one listened may have missed a view.
    if (message.view === null && message.number !== this.shown.number) this.sharing.catchUp();
    const isOld = message.run === this.shown.run && message.number < this.shown.number;
    if (message.view === null || isOld) return;
    this.last = message;
    if (message.number === this.shown.number && message.run === this.shown.run) return;
    this.shown = { number: message.number, run: message.run };
    this.onView(message.view);
  }

  /** The table's program is another one now, and so is its page. Once only: a proxy may keep the old one. */
  renewPage(build) {
    if (sessionStorage.getItem("renewed-for") === build) return;
    sessionStorage.setItem("renewed-for", build);
    location.reload();
  }

  state() {
    if (Date.now() - this.since > (this.listener.askFailed ? GONE_MS : STALE_MS)) return "lost";
    if (!this.hasWord || this.via === null) return "opening";
    return this.via === "stream" ? "live" : "asking";
  }

  tell() {
    this.onState(this.state(), this.since);
  }
}

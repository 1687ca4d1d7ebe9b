// Of all tabs of one browser a single one listens to the table and passes on what it hears: a browser
// opens only six connections to one address, and a seventh tab would wait for ever.

const SILENCE_MS = 3500;
const FIRST_WORD_MS = 250;

/**
 * `onLead(true)` when this tab is to listen itself, `onLead(false)` when another one does;
 * `onRelay(message)` for what that one heard. A tab that can be seen goes before a hidden one, then
 * the lower name: two that lead at once soon agree.
 */
export class Sharing {
  constructor({ onLead, onRelay, lastRelay }) {
    this.name = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("-");
    this.onLead = onLead;
    this.onRelay = onRelay;
    this.lastRelay = lastRelay;
    this.leads = null;
    this.heardAt = 0;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel("cardtable") : null;
    if (this.channel) this.channel.onmessage = (event) => this.hear(event.data);
  }

  start() {
    this.heardAt = Date.now() - SILENCE_MS + FIRST_WORD_MS + Math.random() * 150;
    if (this.channel === null) this.decide(true);
    else this.say({ kind: "who" });
    setTimeout(() => this.look(), FIRST_WORD_MS + 200);
  }

  /** Passes on what this tab heard, if it leads. Also says that it still leads. */
  relay(message) {
    if (this.leads) this.say({ kind: "relay", rank: this.rank(), message });
  }

  /** To be called often. */
  look() {
    // The tablet's clock may have been put back.
    this.heardAt = Math.min(this.heardAt, Date.now());
    if (!this.leads && Date.now() - this.heardAt > SILENCE_MS) {
      this.decide(true);
      this.relay(this.lastRelay());
    }
  }

  /** Asks the tab that leads for the last view. */
  catchUp() {
    if (!this.leads) this.say({ kind: "who" });
  }

  leave() {
    if (this.leads) this.say({ kind: "bye" });
    this.decide(false);
  }

  hear({ kind, rank, message }) {
    if (kind === "who") this.relay(this.lastRelay());
    else if (kind === "bye") this.heardAt = Date.now() - SILENCE_MS + Math.random() * 200;
    else if (this.leads && this.rank() < rank) this.relay(this.lastRelay());
    else {
      this.heardAt = Date.now();
      this.decide(false);
      this.onRelay(message);
    }
  }

  rank() {
    return (document.visibilityState === "visible" ? "0" : "1") + this.name;
  }

  say(words) {
    this.channel?.postMessage(words);
  }

  decide(leads) {
    if (this.leads === leads) return;
    this.leads = leads;
    this.onLead(leads);
  }
}

// Listens to the table: by a stream as long as there is one, by asking every two seconds while there is none.

const OPENS_WITHIN_MS = 3000;
const SILENCE_MS = 4500;
const ASK_EVERY_MS = 2000;
const ASK_ENDS_MS = 3000;
const LONGEST_WAIT_MS = 15000;

/**
 * `onMessage(message, via, at)` for each message, `via` being "stream" or "asking" and `at` the time
 * since when it surely holds; `onChange()` when the stream opens or closes.
 */
export class Listener {
  constructor({ onMessage, onChange, shownNumber }) {
    this.onMessage = onMessage;
    this.onChange = onChange;
    this.shownNumber = shownNumber;
    this.isOn = false;
    this.reset();
  }

  reset() {
    this.stream = null;
    this.heir = null;
    this.isStreaming = false;
    this.streamSince = 0;
    this.heardAt = 0;
    this.nextStreamAt = 0;
    this.wait = 500;
    this.nextAskAt = 0;
    this.isAsking = false;
    this.askFailed = false;
  }

  start() {
    if (this.isOn) return;
    this.isOn = true;
    this.reset();
    this.look();
  }

  stop() {
    this.isOn = false;
    this.close();
    this.closeHeir();
  }

  /** Tries at once whatever is not in order: after sleep, when the network is back, at a touch. */
  hurry() {
    this.wait = 500;
    this.nextStreamAt = 0;
    this.nextAskAt = 0;
    this.look();
  }

  /** To be called often. */
  look() {
    if (!this.isOn) return;
    const now = Date.now();
    // The tablet's clock may have been put back.
    this.heardAt = Math.min(this.heardAt, now);
    this.nextStreamAt = Math.min(this.nextStreamAt, now + 2 * LONGEST_WAIT_MS);
    this.nextAskAt = Math.min(this.nextAskAt, now + ASK_EVERY_MS);
    const patience = this.isStreaming ? SILENCE_MS : OPENS_WITHIN_MS;
    if (this.stream && now - Math.max(this.heardAt, this.streamSince) > patience) this.fail();
    if (!this.stream && now >= this.nextStreamAt) this.open();
    if (!this.isStreaming && !this.isAsking && now >= this.nextAskAt) this.ask();
  }

  open() {
    this.streamSince = Date.now();
    this.stream = this.connect((stream) => stream === this.stream && this.fail());
  }

  connect(onError) {
    const stream = new EventSource(`/stream?after=${this.shownNumber()}`);
    stream.addEventListener("view", (event) => this.hear(stream, event));
    stream.addEventListener("beat", (event) => this.hear(stream, event));
    stream.addEventListener("renew", (event) => {
      this.hear(stream, event);
      this.closeHeir();
      this.heir = this.connect((heir) => heir === this.heir && this.closeHeir());
    });
    // The browser's own retries give up after some answers and not after others: ours do neither.
    stream.onerror = () => onError(stream);
    return stream;
  }

  hear(stream, event) {
    if (stream === this.heir) {
      this.close();
      this.stream = stream;
      this.heir = null;
    }
    if (stream !== this.stream) return;
    const message = JSON.parse(event.data);
    this.heardAt = Date.now();
    this.isStreaming = true;
    this.askFailed = false;
    this.wait = 500;
    const late = this.lateness(stream, message);
    this.onMessage(message, "stream", this.heardAt - late);
    if (late > SILENCE_MS) this.fail();
  }

  /** How much longer than the quickest on this stream a message was on its way: after sleep old ones come in a heap. */
  lateness(stream, { clock_ms: sentAt }) {
    const onItsWay = this.heardAt - sentAt;
    stream.quickest = Math.min(stream.quickest ?? onItsWay, onItsWay);
    return onItsWay - stream.quickest;
  }

  fail() {
    this.close();
    this.nextStreamAt = Date.now() + this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
    this.nextAskAt = 0;
    this.onChange();
    this.look();
  }

  close() {
    this.stream?.close();
    this.stream = null;
    this.isStreaming = false;
  }

  closeHeir() {
    this.heir?.close();
    this.heir = null;
  }

  async ask() {
    const at = Date.now();
    const ender = new AbortController();
    const timer = setTimeout(() => ender.abort(), ASK_ENDS_MS);
    this.isAsking = true;
    this.nextAskAt = at + ASK_EVERY_MS;
    try {
      const response = await fetch(`/state?after=${this.shownNumber()}`, { signal: ender.signal, cache: "no-store" });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const message = await response.json();
      // The table is back: no reason to wait out what was meant for a table that is gone.
      if (this.askFailed) this.nextStreamAt = 0;
      this.askFailed = false;
      if (this.isOn) this.onMessage(message, this.isStreaming ? "stream" : "asking", at);
    } catch {
      this.askFailed = true;
    } finally {
      clearTimeout(timer);
      this.isAsking = false;
    }
  }
}

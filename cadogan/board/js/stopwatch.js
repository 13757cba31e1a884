// The time that a person has spent on a deal: it runs while the page is in sight, and `told` hears of each second.

export class Stopwatch {
  /** @param {() => void} told @param {() => number} now milliseconds */
  constructor(told, now = () => performance.now()) {
    this.told = told;
    this.now = now;
    this.before = 0;
    this.since = null;
    this.wanted = false;
    this.seen = () => this.turn();
    globalThis.document?.addEventListener("visibilitychange", this.seen);
  }

  /** Milliseconds so far. */
  get spent() { return Math.round(this.before + (this.since === null ? 0 : this.now() - this.since)); }

  /** Begin anew, with what was spent before.
   *  @param {number} spent */
  reset(spent = 0) {
    this.before = spent;
    if (this.since !== null) this.since = this.now();
    this.told();
  }

  /** Let it run, or not.
   *  @param {boolean} on */
  run(on) {
    this.wanted = on;
    this.turn();
  }

  turn() {
    const on = this.wanted && !globalThis.document?.hidden;
    if (on === (this.since !== null)) return;
    if (on) {
      this.since = this.now();
      this.ticking = setInterval(() => this.told(), 1000);
    } else {
      this.before = this.spent;
      this.since = null;
      clearInterval(this.ticking);
    }
  }

  close() {
    this.run(false);
    globalThis.document?.removeEventListener("visibilitychange", this.seen);
  }
}

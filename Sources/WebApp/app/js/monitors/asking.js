// Asks for what is seen, a few at a time, and keeps the answers for a while.

/// So many questions are on their way at once.
const MOST_AT_ONCE = 4;
// So long an answer is as good as a new one.
const FRESH_MS = 300_000;

/// A queue of questions: `ask(key)` gives a promise of an answer, `clock()` the time in milliseconds.
export class Asking {
  #ask;
  #clock;
  #most;
  #answers = new Map();
  #waiting = [];
  #running = 0;

  constructor(ask, { clock = Date.now, most = MOST_AT_ONCE } = {}) {
    this.#ask = ask;
    this.#clock = clock;
    this.#most = most;
  }

  /// The answer that is kept for a key, of the same `version`; null where there is none.
  kept(key, version) {
    const found = this.#answers.get(key);
    return found && found.version === version && this.#clock() - found.time < FRESH_MS ? found.answer : null;
  }

  /// Asks in its turn, unless a fresh answer is kept; `react(answer)` gets it, null where it failed.
  want(key, version, react) {
    const kept = this.kept(key, version);
    if (kept !== null) return react(kept);
    const waits = this.#waiting.find((one) => one.key === key);
    if (waits) Object.assign(waits, { version, react });
    else this.#waiting.push({ key, version, react });
    return this.#next();
  }

  #next() {
    while (this.#running < this.#most && this.#waiting.length > 0) this.#run(this.#waiting.shift());
  }

  async #run({ key, version, react }) {
    this.#running += 1;
    let answer = null;
    try {
      answer = await this.#ask(key);
      this.#answers.set(key, { version, answer, time: this.#clock() });
    } catch {
      // The line stands without its bars; its words say the state.
    }
    this.#running -= 1;
    react(answer);
    this.#next();
  }
}

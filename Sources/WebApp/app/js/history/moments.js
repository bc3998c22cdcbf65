// Loads the home at moments: one request at a time, the last wish wins, answers are kept. Pure but for
// what `ask` and `later` do.

// Moments that are passed in a drag are not asked for.
const SETTLING_MS = 90;
const MOST_KEPT = 80;

/// What is shown of a past home: of its devices only what was true then.
///
/// One that is as it was in the answer before stays the same object, so that nothing is drawn in vain.
export function pastDevices(list, before = new Map()) {
  const devices = new Map();
  for (const one of list ?? []) {
    if (typeof one?.id !== 'string') continue;
    const device = { ...one, new: false, probing: false, last_seen: null, latency_ms: null };
    const known = before.get(one.id);
    devices.set(one.id, known && JSON.stringify(known) === JSON.stringify(device) ? known : device);
  }
  return devices;
}

/// Loads moments; `onDevices(at, devices)` gets the last one that was wanted, `onFailure(at, error)` why
/// it isn't there. `ask(at)` gives `{devices}`; `later(act, ms)` does something later and gives a function
/// that takes it back.
export class Moments {
  #ask;
  #later;
  #onDevices;
  #onFailure;
  #kept = new Map();
  #shown;
  #wanted = null;
  #isAsking = false;
  #takeBack = null;

  constructor({ ask, onDevices, onFailure, later = (act, ms) => { const timer = setTimeout(act, ms); return () => clearTimeout(timer); } }) {
    this.#ask = ask;
    this.#later = later;
    this.#onDevices = onDevices;
    this.#onFailure = onFailure;
  }

  /// Wants a moment; `isSoon` without waiting whether another one is wanted.
  want(at, isSoon = false) {
    this.#takeBack?.();
    this.#takeBack = null;
    this.#wanted = at;
    if (this.#kept.has(at)) this.#show(at);
    else if (isSoon) this.#go();
    else this.#takeBack = this.#later(() => this.#go(), SETTLING_MS);
  }

  /// Wants none any more, and forgets what was loaded: the next time it may be another past.
  clear() {
    this.#takeBack?.();
    this.#takeBack = null;
    this.#wanted = null;
    this.#shown = undefined;
    this.#kept.clear();
  }

  #show(at) {
    const devices = this.#kept.get(at);
    // The last used is the last to be dropped.
    this.#kept.delete(at);
    this.#kept.set(at, devices);
    if (this.#wanted === at) this.#wanted = null;
    this.#shown = devices;
    this.#onDevices(at, devices);
  }

  async #go() {
    if (this.#isAsking || this.#wanted === null) return;
    const at = this.#wanted;
    this.#isAsking = true;
    let failure = null;
    try {
      const { devices } = await this.#ask(at);
      // Nobody wants any: the slider was closed.
      if (this.#wanted === null) return;
      this.#kept.set(at, pastDevices(devices, this.#shown));
      if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value);
    } catch (error) {
      failure = error;
    } finally {
      this.#isAsking = false;
    }
    const wanted = this.#wanted;
    if (wanted === null) return;
    // Answers come in the order of the questions: on the way to the last one they are shown too.
    if (!failure) this.#show(at);
    if (wanted === at) {
      this.#wanted = null;
      if (failure) this.#onFailure(at, failure);
    } else if (this.#kept.has(wanted)) {
      this.#show(wanted);
    } else {
      this.#go();
    }
  }
}

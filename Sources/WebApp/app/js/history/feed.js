// Changes as they are loaded: the newest first, older ones on demand, new ones as they come. Pure but
// for what `ask` does.

import { merged } from './changes.js';

/// The most that are kept: more would be slow to draw, and nobody reads them.
export const MOST_CHANGES = 3000;

// As many as the server gives at once.
const MOST_ASKED = 1000;

// After such a change what can be undone is another, or changes of a device are gone.
const ofIdentity = ({ kind }) => ['merged', 'split', 'new_mac', 'forgotten'].includes(kind);

/// Without those that the last `limit` ones should have and don't: of a forgotten device. What is older of it goes, too.
function kept(changes, last, limit) {
  const listed = new Set(last.map(({ seq }) => seq));
  const oldest = last.length < limit ? 0 : Math.min(...listed);
  const isGone = ({ seq }) => seq >= oldest && !listed.has(seq);
  const forgotten = new Set(changes.filter(isGone).map(({ device }) => device ?? null));
  forgotten.delete(null);
  return changes.filter((one) => !isGone(one) && !(one.seq < oldest && forgotten.has(one.device)));
}

/// The changes of a home, or of one of its devices, or of some kinds.
export class Feed {
  /// Newest first.
  changes = [];
  /// Whether the first ones were loaded, and whether the oldest one was.
  isLoaded = false;
  isEnd = false;
  /// Whether those that are there have to be loaded again, which stays so until that succeeds.
  isOutdated = false;
  /// Why the last request failed; null where it didn't.
  failure = null;
  #ask;
  #page;
  #which;
  #next = null;
  #last = Promise.resolve();

  /// `ask({after, before, limit, device, kind})` gives `{changes, next}`.
  constructor(ask, { device = null, kinds = null, page = 100 } = {}) {
    this.#ask = ask;
    this.#which = { limit: page, device, kind: kinds && kinds.join() };
    this.#page = page;
  }

  /// Loads the newest ones, or those before the oldest.
  older() {
    return this.#inTurn(async () => {
      if (this.isEnd) return [];
      const before = this.changes.at(-1)?.seq ?? null;
      const answer = await this.#ask({ before, ...this.#which });
      const fresh = this.#take(answer);
      if (!this.isLoaded) this.#next = answer.next ?? this.changes[0]?.seq ?? 0;
      this.isLoaded = true;
      // An answer of known ones only leads nowhere.
      this.isEnd = (answer.changes ?? []).length < this.#page || fresh.length === 0 || this.changes.length >= MOST_CHANGES;
      return fresh;
    });
  }

  /// Loads those that came since; gives them newest first.
  newer() {
    return this.#inTurn(() => (this.isLoaded ? this.#askNewer() : []));
  }

  /// Loads those again that are there: what can be undone of them changes, and those of a forgotten device are gone. Gives
  /// new ones, newest first.
  again() {
    return this.#inTurn(() => (this.isLoaded ? this.#askAgain() : []));
  }

  async #askNewer() {
    const all = [];
    let isMore = true;
    while (isMore) {
      const after = Math.max(this.#next, this.changes[0]?.seq ?? 0);
      const answer = await this.#ask({ after, ...this.#which });
      const fresh = this.#take(answer);
      this.#next = Math.max(after, answer.next ?? 0);
      all.unshift(...fresh);
      // A full page is not the last one.
      isMore = fresh.length > 0 && (answer.changes ?? []).length >= this.#page && all.length < MOST_CHANGES;
    }
    this.isOutdated ||= all.some(ofIdentity);
    if (this.isOutdated) await this.#askAgain();
    if (this.changes.length > MOST_CHANGES) {
      this.changes.length = MOST_CHANGES;
      this.isEnd = true;
    }
    return all;
  }

  async #askAgain() {
    const limit = Math.min(MOST_ASKED, this.changes.length + this.#page);
    const answer = await this.#ask({ ...this.#which, limit });
    const [newest] = this.changes;
    const oldest = Math.min(...(answer.changes ?? []).map(({ seq }) => seq));
    // So many came since that these do not reach back to those that are there.
    if (newest && Number.isFinite(oldest) && oldest > newest.seq) return this.#askNewer();
    const fresh = this.#take(answer);
    this.changes = kept(this.changes, answer.changes ?? [], limit);
    this.isOutdated = false;
    return fresh;
  }

  #take(answer) {
    const known = new Set(this.changes.map(({ seq }) => seq));
    this.changes = merged(this.changes, answer.changes);
    return this.changes.filter(({ seq }) => !known.has(seq));
  }

  /// One request at a time; one that fails is told by `failure`.
  #inTurn(act) {
    const turn = this.#last.then(async () => {
      try {
        const fresh = await act();
        this.failure = null;
        return fresh;
      } catch (error) {
        this.failure = error;
        return [];
      }
    });
    this.#last = turn;
    return turn;
  }
}

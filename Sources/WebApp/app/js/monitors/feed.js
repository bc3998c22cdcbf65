// The monitors as the server tells them: all at once when they are asked for, then each as it changes.

import { withNews } from './states.js';

/// Without an event for so long, they are asked for again; no oftener.
export const POLL_MS = 30_000;

/// The monitors of a home; `list(first)` gives all that the server has, and calls `first(some)` where there are more
/// than it says at once; `clock()` is the time in milliseconds.
export class MonitorFeed {
  /// By id, and whether they were ever loaded.
  monitors = new Map();
  isLoaded = false;
  /// Why the last request failed; null where it didn't.
  failure = null;
  #list;
  #clock;
  #watchers = new Set();
  #heard = -Infinity;
  #loading = null;
  // Whether something was missed, or the last request failed, whatever was heard since.
  #isOutdated = false;
  // What came while they were asked for: the answer may be older.
  #meanwhile = [];

  constructor({ list, clock = Date.now }) {
    this.#list = list;
    this.#clock = clock;
  }

  /// Calls `react()` after each change; returns a function that ends that.
  watch(react) {
    this.#watchers.add(react);
    return () => this.#watchers.delete(react);
  }

  /// Whether they have to be asked for: something was missed, or nothing was heard for long.
  isDue() {
    return this.#loading === null && (this.#isOutdated || this.#clock() - this.#heard >= POLL_MS);
  }

  /// Says that something was missed; an answer that is on its way may be older, so they are asked for again after it.
  outdate() {
    this.#isOutdated = true;
  }

  /// Asks for all of them; whoever asks meanwhile waits for the same answer.
  load() {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
      if (this.#isOutdated && this.failure === null) this.load();
    });
    return this.#loading;
  }

  async #load() {
    this.#isOutdated = false;
    this.#heard = this.#clock();
    this.#meanwhile = [];
    try {
      const monitors = await this.#list((some) => this.#show(some));
      this.monitors = this.#changed(monitors);
      this.isLoaded = true;
      this.failure = null;
    } catch (error) {
      this.failure = error;
      this.#isOutdated = true;
    }
    this.#tell();
  }

  #changed(monitors) {
    return this.#meanwhile.reduce(withNews, new Map(monitors.map((one) => [one.id, one])));
  }

  /// Shows the worst of many, unless all were known before.
  #show(some) {
    if (this.isLoaded) return;
    this.monitors = this.#changed(some);
    this.#tell();
  }

  /// Takes what a live event, or the answer to a change, says.
  take(news) {
    this.#heard = this.#clock();
    if (this.#loading) this.#meanwhile.push(news);
    this.monitors = withNews(this.monitors, news);
    this.#tell();
  }

  #tell() {
    for (const react of this.#watchers) react();
  }
}

// What the views of alerts share: channels, rules, monitors' names, mutes, and how many alerts wait where.

import { alerting } from './requests.js';

// As many as are counted.
const MOST_COUNTED = 200;

const QUESTIONS = {
  channels: alerting.channels, services: alerting.services, rules: alerting.rules, monitors: alerting.monitors, mutes: alerting.mutes,
  async waiting() {
    const { alerts = [] } = await alerting.alerts({ state: 'waiting', limit: MOST_COUNTED });
    return alerts;
  },
};

/// The shared state; `ask` has a function for each part of it, each gives a list.
export class Book {
  /// Lists by their names; null until they are there.
  channels = null;
  services = null;
  rules = null;
  monitors = null;
  mutes = null;
  waiting = null;
  /// Why a part could not be loaded, by its name.
  failures = {};
  #ask;
  #watchers = [];
  #turns = {};

  constructor(ask = QUESTIONS) {
    this.#ask = ask;
  }

  /// Calls `react()` whenever something was loaded.
  watch(react) {
    this.#watchers.push(react);
  }

  /// Loads parts anew. An answer that a later one has overtaken is dropped.
  async load(...parts) {
    await Promise.all(parts.map(async (part) => {
      const turn = (this.#turns[part] ?? 0) + 1;
      this.#turns[part] = turn;
      try {
        const list = await this.#ask[part]();
        if (this.#turns[part] !== turn) return;
        this[part] = list;
        delete this.failures[part];
      } catch (error) {
        if (this.#turns[part] === turn) this.failures[part] = error;
      }
    }));
    this.tell();
  }

  /// Takes a list that came as an answer to something else.
  take(part, list) {
    this.#turns[part] = (this.#turns[part] ?? 0) + 1;
    this[part] = list;
    this.tell();
  }

  /// Says that something changed.
  tell() {
    for (const react of this.#watchers) react();
  }

  /// Why one of these could not be loaded; null where all are there or on their way.
  failureOf(...parts) {
    return parts.filter((part) => this[part] === null).map((part) => this.failures[part]).find(Boolean) ?? null;
  }

  /// One of a list by its id.
  find(part, id) {
    return (this[part] ?? []).find((one) => one.id === id) ?? null;
  }
}

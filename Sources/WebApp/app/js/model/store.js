// The state of the app, and how events from the server change it.

/// A state in which nothing is known yet.
export function emptyState() {
  return {
    devices: new Map(),
    status: null,
    // connecting, live, or lost with the time of the next try
    connection: { state: 'connecting', retryAt: null },
    // base: what lies below a sheet (map, devices, monitors, alerts, timeline or tools); panel: null, device or settings
    route: { base: 'map', panel: null, id: null },
    filter: { text: '', presence: 'all', kind: '', vendor: '', sort: 'name' },
    hovered: null,
    // How many monitors are in each state, as the last event had it; null where none has
    monitorStates: null,
    // Alerts above the page: {key, make()}
    news: [],
    // The home as it was, while the time slider shows it: {at, devices}
    past: null,
    // Those that the server offers, null until that is known; and the one that is to be started
    tools: null,
    toolStart: null,
    // Typed names and notes that are not saved, by device and field: see unsaved.js
    unsaved: {},
    loaded: false,
  };
}

/// The devices that map and list show: those of now, or of a moment that was chosen.
export const shownDevices = ({ devices, past }) => past?.devices ?? devices;

/// The state after a snapshot: everything of before is replaced.
export function applySnapshot(state, { devices, status }) {
  return {
    ...state,
    loaded: true,
    devices: new Map(devices.map((device) => [device.id, device])),
    status,
  };
}

/// The state after a change: keys replace keys, an unknown device comes whole.
export function applyChange(state, { devices = [], removed = [], status = null }) {
  const next = { ...state };
  if (devices.length > 0 || removed.length > 0) {
    next.devices = new Map(state.devices);
    for (const device of devices) {
      const before = next.devices.get(device.id);
      next.devices.set(device.id, before ? { ...before, ...device } : device);
    }
    for (const id of removed) next.devices.delete(id);
  }
  if (status && state.status) next.status = { ...state.status, ...status };
  return next;
}

// What a mark changes of a device; the rest of an answer may be older than events that came since.
const MARKED = { user_name: ['user_name', 'name'], user_category: ['user_category', 'category'], note: ['note'], hidden: ['hidden'] };

/// The state after the server's answer to marks: what they changed, of a device that is still there.
///
/// A value that is not what it was before the request has come by an event, which is the newer one.
export function applyMarks(state, before, after, marks) {
  const now = state.devices.get(before.id);
  const keys = Object.keys(marks).flatMap((mark) => MARKED[mark] ?? []).filter((key) => now && now[key] === before[key] && key in after);
  if (keys.length === 0) return state;
  return applyChange(state, { devices: [{ id: before.id, ...Object.fromEntries(keys.map((key) => [key, after[key]])) }] });
}

/// Holds the state and notifies its watchers of changes, once a frame.
export class Store {
  #watchers = [];
  #changed = new Set();
  #schedule;
  #isScheduled = false;

  /// `schedule` runs a function soon: the next frame in a browser.
  constructor(state = emptyState(), schedule = queueMicrotask) {
    this.state = state;
    this.#schedule = schedule;
  }

  /// Takes a new state; watchers are notified of top-level keys that differ.
  replace(next) {
    for (const key of Object.keys(next)) {
      if (next[key] !== this.state[key]) this.#changed.add(key);
    }
    this.state = next;
    if (this.#changed.size === 0 || this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(() => this.flush());
  }

  /// Changes some of the state.
  update(partial) {
    this.replace({ ...this.state, ...partial });
  }

  /// Calls `react(state, changedKeys)` once now, then whenever one of the keys changes.
  watch(keys, react) {
    this.#watchers.push({ keys, react });
    react(this.state, new Set(keys));
  }

  /// Has every watcher draw again: words or colours changed.
  redraw() {
    for (const { keys, react } of this.#watchers) react(this.state, new Set(keys));
  }

  /// Tells the watchers now.
  flush() {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#isScheduled = false;
    for (const { keys, react } of this.#watchers) {
      if (keys.some((key) => changed.has(key))) react(this.state, changed);
    }
  }
}

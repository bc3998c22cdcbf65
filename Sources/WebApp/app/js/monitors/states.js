// The states of monitors: their order, their signs, and the list as news change it. Pure.

import { plain } from '../model/device.js';

/// The states, the worst first.
export const STATES = ['down', 'degraded', 'unknown', 'up', 'paused'];

/// The sign of each: no state is told by its colour alone.
export const SIGNS = { down: 'close', degraded: 'warning', unknown: 'clock', up: 'check', paused: 'pause' };

/// A state of the API; whatever else is said is unknown.
export const stateOf = (state) => (STATES.includes(state) ? state : 'unknown');

/// What a monitor is called.
export const nameOf = (monitor) => plain(monitor.name) || plain(monitor.target) || monitor.id;

const order = (text, other) => text.localeCompare(other, undefined, { numeric: true, sensitivity: 'base' });

/// The monitors, the worst state first, then by name.
export function sorted(monitors) {
  return [...monitors].sort((one, other) => STATES.indexOf(stateOf(one.state)) - STATES.indexOf(stateOf(other.state))
    || order(nameOf(one), nameOf(other)) || (one.id < other.id ? -1 : 1));
}

/// The monitors by state: `[{state, monitors}]`, the worst first; states of none are left out.
export function grouped(monitors) {
  const all = sorted(monitors);
  return STATES.map((state) => ({ state, monitors: all.filter((one) => stateOf(one.state) === state) }))
    .filter((group) => group.monitors.length > 0);
}

const isEmpty = (object) => Object.keys(object ?? {}).length === 0;

/// The monitors by id, after a live event: keys replace keys, an unknown monitor comes whole, removed ones go.
///
/// Events don't tell the uptime, which then is as it was.
export function withNews(monitors, { monitors: changed = [], removed = [] }) {
  const next = new Map(monitors);
  for (const one of changed) {
    const before = next.get(one.id);
    // Keys of one that nobody has told of yet are no monitor.
    if (!before && one.kind === undefined) continue;
    const uptime = isEmpty(one.uptime) ? before?.uptime ?? {} : one.uptime;
    next.set(one.id, { ...before, ...one, uptime });
  }
  for (const id of removed) next.delete(id);
  return next;
}

/// Whether the configuration file declares it: the page can't change it.
export const isLocked = ({ source }) => source === 'file';

// Times beyond that are the end of time: for ever.
const EVER = 8e15;

/// Until when a monitor is muted: a time in milliseconds, Infinity for ever, null where it isn't.
export function mutedUntil({ muted_until: until }, now) {
  if (until === null || until === undefined) return null;
  const time = Date.parse(until);
  if (!(time < EVER) || new Date(time).getUTCFullYear() > 9000) return Infinity;
  return time > now ? time : null;
}

// Bars of a span of time: what a monitor was in each of its equal parts. Pure.

import { stateOf } from './states.js';

/// How many bars each span has: parts of 15 minutes, 2 hours, 8 hours and 5 days.
export const COUNTS = { day: 96, week: 84, month: 90, year: 73 };

/// How many a line of the list has.
export const SHORT_COUNT = 24;

/// The key of a span's uptime in a monitor.
export const UPTIMES = { day: '24h', week: '7d', month: '30d', year: '365d' };

const share = (value) => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : null);

/// The bars of an answer from `from` to `to`, in order: `{from, to, state, share, coverage}`, times in milliseconds.
export function barsOf(bars, from, to) {
  const found = (bars ?? []).map((one) => ({
    from: Math.max(from, Date.parse(one?.from)), to: Math.min(to, Date.parse(one?.to)),
    state: one?.state === null ? 'maintenance' : stateOf(one?.state), share: share(one?.share), coverage: share(one?.coverage) ?? 0,
  }));
  return found.filter((one) => one.to > one.from).sort((one, other) => one.from - other.from);
}

/// What a bar can be, in the order of legends: all of it in maintenance counts as no state.
export const BAR_STATES = ['up', 'degraded', 'down', 'unknown', 'paused', 'maintenance'];

/// The state of a bar: of one of which nothing is known, unknown, but that it was paused or in maintenance.
export const shownState = ({ state, coverage }) => (coverage === 0 && state !== 'paused' && state !== 'maintenance' ? 'unknown' : state);

/// All bars in short: `{share, coverage, down, counts}`: the share of the known time in which it was up, how much is
/// known, and how many bars were of each state.
export function inShort(bars) {
  const counts = Object.fromEntries(BAR_STATES.map((state) => [state, 0]));
  let [total, known, up] = [0, 0, 0];
  for (const bar of bars) {
    const length = bar.to - bar.from;
    counts[shownState(bar)] += 1;
    total += length;
    known += length * bar.coverage;
    up += length * bar.coverage * (bar.share ?? 0);
  }
  return { share: known > 0 ? up / known : null, coverage: total > 0 ? known / total : 0, counts };
}

/// A share as it may be said: rounded down to `places` of per cent, so that all is only said of all.
export function roundedDown(value, places = 2) {
  const scale = 10 ** (places + 2);
  // 0.9995 times ten thousand is a little less than it should be.
  return Math.floor(value * scale + 1e-6) / scale;
}

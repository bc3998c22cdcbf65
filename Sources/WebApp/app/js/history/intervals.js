// Presence over a span of time: intervals without gaps, segments to draw, sums, marks on the axis. Pure.

/// What a device can be; whatever else is said is unknown.
export const PRESENCES = ['present', 'asleep', 'away', 'unknown'];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/// The spans that can be chosen: how long each is, and how long a step of its samples.
export const SPANS = {
  day: { length: DAY, step: '10m', stepLength: 600_000 },
  week: { length: 7 * DAY, step: '1h', stepLength: HOUR },
  month: { length: 30 * DAY, step: '4h', stepLength: 4 * HOUR },
  year: { length: 365 * DAY, step: '1d', stepLength: DAY },
};

const stateOf = (state) => (PRESENCES.includes(state) ? state : 'unknown');

/// The intervals of an answer from `from` to `to`, in milliseconds: in order, without gaps (what is not
/// told is unknown), neighbours of one state as one.
export function clipped(intervals, from, to) {
  const found = [];
  const add = (state, start, end) => {
    if (end <= start) return;
    if (found.at(-1)?.state === state) found.at(-1).to = end;
    else found.push({ state, from: start, to: end });
  };
  const known = (intervals ?? []).map((one) => ({
    state: stateOf(one.state), from: Date.parse(one.from), to: one.to == null ? to : Date.parse(one.to),
  })).filter((one) => one.to > one.from).sort((a, b) => a.from - b.from);
  let at = from;
  for (const one of known) {
    add('unknown', at, Math.min(to, one.from));
    const start = Math.max(at, one.from);
    add(one.state, start, Math.min(to, one.to));
    at = Math.max(at, Math.min(to, one.to));
  }
  add('unknown', at, to);
  return found;
}

/// How long it was what, in milliseconds.
export function sums(segments) {
  const total = { present: 0, asleep: 0, away: 0, unknown: 0 };
  for (const { state, from, to } of segments) total[state] += to - from;
  return total;
}

/// The share of the time that is known in which it was here; null where nothing is known.
export function shareHere({ present, asleep, away }) {
  const known = present + asleep + away;
  return known > 0 ? (present + asleep) / known : null;
}

/// What is drawn of so many segments: where there are more than `most`, each of `most` equal parts is
/// what it was for the longest.
export function drawable(segments, most = 240) {
  if (segments.length <= most) return segments;
  const from = segments[0].from;
  const length = (segments.at(-1).to - from) / most;
  const parts = [];
  let index = 0;
  for (let part = 0; part < most; part += 1) {
    const [start, end] = [from + part * length, from + (part + 1) * length];
    const total = { present: 0, asleep: 0, away: 0, unknown: 0 };
    while (index < segments.length && segments[index].to <= start) index += 1;
    for (let one = index; one < segments.length && segments[one].from < end; one += 1) {
      const { state } = segments[one];
      total[state] += Math.min(end, segments[one].to) - Math.max(start, segments[one].from);
    }
    const state = PRESENCES.reduce((best, name) => (total[name] > total[best] ? name : best));
    if (parts.at(-1)?.state === state) parts.at(-1).to = end;
    else parts.push({ state, from: start, to: end });
  }
  return parts;
}

/// The index of what holds a moment; the first or last one where none does. In order of `from`.
export function indexAt(items, time) {
  const after = items.findIndex(({ from }) => from > time);
  return Math.max(0, (after < 0 ? items.length : after) - 1);
}

/// The moments that are marked on the axis of a span, at whole hours, days or months of this browser's.
export function marks(span, from, to) {
  const at = new Date(from);
  const next = {
    day: () => { at.setHours(Math.floor(at.getHours() / 6) * 6 + 6, 0, 0, 0); },
    week: () => { at.setHours(24, 0, 0, 0); },
    month: () => { at.setHours(7 * 24, 0, 0, 0); },
    year: () => { at.setMonth(at.getMonth() + 3, 1); at.setHours(0, 0, 0, 0); },
  }[span];
  const found = [];
  for (next(); at.getTime() < to && found.length < 16; next()) found.push(at.getTime());
  return found;
}

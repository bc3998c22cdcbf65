// Who is in at what hour: devices × hours of the day. Pure.

import { plain } from '../model/device.js';

/// The most devices that are shown: more would be slow to draw.
export const MOST_ROWS = 300;

const HOUR = 3_600_000;

// What the letters of an answer stand for; all others are unknown.
const LETTERS = { p: 'present', s: 'asleep', a: 'away' };

/// The rows of an answer: `[{id, name, states}]`, a state for each step.
export function rowsOf(answer) {
  return (answer?.devices ?? []).flatMap((one) => (typeof one?.device === 'string' && typeof one.states === 'string'
    ? [{ id: one.device, name: one.name ?? null, states: [...one.states].map((letter) => LETTERS[letter] ?? 'unknown') }] : []));
}

/// A cell for each hour of the day: `{here, known, share}`: in how many of the steps that are known it
/// was here. The share is null where nothing is known.
export function hoursOf(states, { from, step = HOUR, hourOf = (time) => new Date(time).getHours() }) {
  const cells = Array.from({ length: 24 }, () => ({ here: 0, known: 0, share: null }));
  states.forEach((state, index) => {
    const cell = cells[hourOf(from + index * step)];
    const isHere = state === 'present' || state === 'asleep';
    if (isHere) cell.here += 1;
    if (isHere || state === 'away') cell.known += 1;
  });
  for (const cell of cells) if (cell.known > 0) cell.share = cell.here / cell.known;
  return cells;
}

/// The heat map's rows, in order of names: `[{id, name, cells}]`; `devices` are those of today, whose
/// names come first, and whose hidden ones are left out.
export function heatRows(answer, { devices, nameOf, language, ...when }) {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  return rowsOf(answer).filter(({ id }) => !devices.get(id)?.hidden)
    .map(({ id, name, states }) => ({ id, name: devices.has(id) ? nameOf(devices.get(id)) : plain(name) || id, cells: hoursOf(states, when) }))
    .filter(({ cells }) => cells.some(({ known }) => known > 0))
    .sort((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_ROWS);
}

/// How dark a share is drawn, in five steps: a glance tells steps apart, not shades.
export const shadeOf = (share) => (share === null ? null : Math.round(share * 4));

/// Where a key leads in a table of so many rows: `{row, hour}`, or null.
export function cellForKey(key, { row, hour }, rows) {
  const to = {
    ArrowRight: [row, hour + 1], ArrowLeft: [row, hour - 1], ArrowDown: [row + 1, hour], ArrowUp: [row - 1, hour],
    Home: [row, 0], End: [row, 23], PageDown: [row + 10, hour], PageUp: [row - 10, hour],
  }[key];
  if (!to) return null;
  const within = (value, most) => Math.min(Math.max(0, value), most);
  return { row: within(to[0], rows - 1), hour: within(to[1], 23) };
}

// Times of maintenance: what a small form says, and what a window is in words. Pure but for the words.

import { isolate, moment, number, period, t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';

/// The days, as the server names them, Monday first.
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

// A Monday.
const MONDAY = Date.UTC(2024, 0, 1, 12);

/// A day's name in the page's language.
export const dayName = (day, form = 'short') => moment(MONDAY + DAYS.indexOf(day) * 86_400_000, { weekday: form, timeZone: 'UTC' });

/// The kind of a window: once, weekly or cron.
export const kindOf = (window) => ('cron' in window ? 'cron' : 'from' in window || 'to' in window ? 'once' : 'weekly');

/// The fields of each kind.
export const FIELDS = { once: ['from', 'to', 'note'], weekly: ['days', 'start', 'minutes', 'note'], cron: ['cron', 'minutes', 'note'] };

/// Whether something else is typed in the fields of a kind than they began with.
export const isTyped = (kind, typed, start) => FIELDS[kind].some((key) => (key === 'days'
  ? DAYS.some((day) => typed.days.includes(day) !== start.days.includes(day)) : typed[key] !== start[key]));

/// The window that a form says, or the key of what is wrong and its field: `{window}` or `{mistake, part}`.
///
/// `from` and `to` are of a field for local date and time; `days` are names, `start` is a time of day. Times of `before`, the window that is
/// changed, stay unless others are typed: they have seconds, and may be in the hour that a clock shows twice.
export function windowOf({ kind, from, to, days = [], start, minutes, cron, note }, before = {}) {
  const noted = (window) => ({ window: plain(note) === '' ? window : { ...window, note: plain(note) } });
  if (kind === 'once') {
    const time = (typed, kept) => new Date(typed !== '' && typed === localTime(kept) ? kept : typed);
    const [begin, end] = [time(from, before.from).getTime(), time(to, before.to).getTime()];
    if (Number.isNaN(begin) || Number.isNaN(end)) return { mistake: 'monitors.window.noTimes', part: Number.isNaN(begin) ? 'from' : 'to' };
    if (end <= begin) return { mistake: 'monitors.window.backwards', part: 'to' };
    return noted({ from: new Date(begin).toISOString(), to: new Date(end).toISOString() });
  }
  const length = Number(minutes);
  const fields = String(cron ?? '').split(/[ \t]+/).filter(Boolean);
  if (kind === 'cron') {
    // What stands in the fields the server knows better.
    if (fields.length !== 5) return { mistake: 'monitors.window.noCron', part: 'cron' };
  } else {
    if (days.length === 0) return { mistake: 'monitors.window.noDays', part: 'days' };
    if (!/^\d\d:\d\d$/.test(start ?? '')) return { mistake: 'monitors.window.noStart', part: 'start' };
  }
  if (!Number.isInteger(length) || length < 1) return { mistake: 'monitors.window.noMinutes', part: 'minutes' };
  return noted(kind === 'cron' ? { cron: fields.join(' '), minutes: length } : { days: DAYS.filter((day) => days.includes(day)), start, minutes: length });
}

/// A time as a field for local date and time has it; '' where it is none.
function localTime(text) {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '';
  const two = (value) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/// The fields of a window, as `windowOf` reads them back.
export const windowFields = (window) => ({
  kind: kindOf(window), from: localTime(window.from), to: localTime(window.to), days: [...(window.days ?? [])], start: window.start ?? '',
  minutes: window.minutes === undefined ? '' : String(window.minutes), cron: window.cron ?? '', note: plain(window.note),
});

/// A window in words.
export function windowWords(window) {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' };
  switch (kindOf(window)) {
    case 'once': return period(Date.parse(window.from), Date.parse(window.to), parts);
    case 'cron': return t('monitors.window.cron', { cron: isolate(plain(window.cron)), minutes: number(window.minutes) });
    default: {
      const days = window.days?.length === 7 ? t('monitors.window.daily') : (window.days ?? []).map((day) => dayName(day, 'long'));
      return t('monitors.window.weekly', { days, start: plain(window.start), minutes: number(window.minutes) });
    }
  }
}

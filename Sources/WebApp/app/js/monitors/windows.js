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

/// The window that a form says, or the key of what is wrong: `{window}` or `{mistake}`.
///
/// `from` and `to` are of a field for local date and time; `days` are names, `start` is a time of day.
export function windowOf({ kind, from, to, days = [], start, minutes }) {
  if (kind === 'once') {
    const [begin, end] = [new Date(from).getTime(), new Date(to).getTime()];
    if (Number.isNaN(begin) || Number.isNaN(end)) return { mistake: 'monitors.window.noTimes' };
    if (end <= begin) return { mistake: 'monitors.window.backwards' };
    return { window: { from: new Date(begin).toISOString(), to: new Date(end).toISOString() } };
  }
  const length = Number(minutes);
  if (days.length === 0) return { mistake: 'monitors.window.noDays' };
  if (!/^\d\d:\d\d$/.test(start ?? '')) return { mistake: 'monitors.window.noStart' };
  if (!Number.isInteger(length) || length < 1) return { mistake: 'monitors.window.noMinutes' };
  return { window: { days: DAYS.filter((day) => days.includes(day)), start, minutes: length } };
}

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

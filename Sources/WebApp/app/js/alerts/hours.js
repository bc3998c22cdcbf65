// Hours of the week in words and as a form's fields. Pure but for the words.

import { listing, moment, t } from '../i18n/i18n.js';

/// The days as the API names them; the week begins on Monday.
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

// The first of January 2024 was a Monday.
const dayTime = (index) => new Date(2024, 0, 1 + index, 12);

/// A day's name, in full or short.
export const dayName = (day, length = 'short') => moment(dayTime(DAYS.indexOf(day)), { weekday: length });

/// A time of the day, "22:00", as the page's language writes it.
export function timeWords(text) {
  const parts = /^(\d\d):(\d\d)$/.exec(text ?? '');
  if (!parts) return text ?? '';
  // The end of the day is written 24:00, or 00:00 of the next one.
  return parts[1] === '24' ? text : moment(new Date(2024, 0, 1, Number(parts[1]), Number(parts[2])), { hour: '2-digit', minute: '2-digit' });
}

/// Days as people say them: runs of three and more by their ends, all of them as every day.
export function daysWords(days) {
  const chosen = DAYS.filter((day) => days.includes(day));
  if (chosen.length === DAYS.length) return t('alerts.hours.daily');
  const runs = [];
  for (const day of chosen) {
    const last = runs.at(-1);
    if (last && DAYS.indexOf(last.at(-1)) === DAYS.indexOf(day) - 1) last.push(day);
    else runs.push([day]);
  }
  return listing(runs.flatMap((run) => (run.length > 2 ? [`${dayName(run[0])}–${dayName(run.at(-1))}`] : run.map((day) => dayName(day)))));
}

/// Whether hours end on the day after the one on which they begin.
export const endsNextDay = ({ from, to }) => to <= from;

/// Hours in words: "Mon–Fri, 08:00–18:00".
export function hoursWords(hours) {
  const values = { days: daysWords(hours.days ?? DAYS), from: timeWords(hours.from), to: timeWords(hours.to) };
  return t(endsNextDay(hours) ? 'alerts.hours.over' : 'alerts.hours.within', values);
}

/// Hours as fields hold them; where there are none, those that a form begins with.
export function hoursDraft(hours, usual) {
  return { isOn: Boolean(hours), days: [...(hours?.days ?? DAYS)], from: hours?.from ?? usual.from, to: hours?.to ?? usual.to };
}

/// Hours of a form: null where they are switched off; the key of what is wrong where they can't be.
export function hoursOf({ isOn, days, from, to }) {
  if (!isOn) return { value: null };
  if (days.length === 0) return { mistake: 'alerts.hours.noDays' };
  if (!/^\d\d:\d\d$/.test(from) || !/^\d\d:\d\d$/.test(to)) return { mistake: 'alerts.hours.noTimes' };
  return { value: { days: DAYS.filter((day) => days.includes(day)), from, to } };
}

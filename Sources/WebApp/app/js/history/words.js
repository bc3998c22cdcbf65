// Days, moments and changes in words. Pure but for the words.

import { isolate, moment, period, t } from '../i18n/i18n.js';
import { messageWords, sentence } from '../i18n/phrases.js';
import { displayName, plain } from '../model/device.js';
import { failureWords } from '../model/failures.js';
import { daysAgo } from './changes.js';

const CLOCK = { hour: '2-digit', minute: '2-digit' };
const DATE = { weekday: 'short', day: 'numeric', month: 'short' };

/// The time of day.
export const clock = (time) => moment(time, CLOCK);

/// A day above its changes: "Today", "Yesterday", "Tuesday 24 November".
export function dayWords(day, now) {
  const ago = daysAgo(day, now);
  if (ago === 0) return t('timeline.today');
  if (ago === 1) return t('timeline.yesterday');
  const isThisYear = new Date(day).getFullYear() === new Date(now).getFullYear();
  return moment(day, { weekday: 'long', day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) });
}

/// A moment of the past home: the day and the time.
export function momentWords(time, now) {
  return t('past.moment', { day: dayWords(time, now), time: clock(time) });
}

const MARKS = { day: CLOCK, week: { weekday: 'short' }, month: { day: 'numeric', month: 'short' }, year: { month: 'short' } };

/// A mark on the axis of a span.
export const markWords = (span, time) => moment(time, MARKS[span]);

/// From one moment to another, as exact as the span needs.
export function periodWords(span, from, to) {
  return period(from, to, span === 'day' ? CLOCK : span === 'year' ? { day: 'numeric', month: 'short', year: 'numeric' } : { ...DATE, ...CLOCK });
}

/// What a device of a change is called: as today, or as then; '' where it was of the home as a whole.
export const changeName = (change, device) => (device ? displayName(device) : plain(change.name));

/// A change in one sentence.
export function changeWords(change, device) {
  const { message, kind } = change;
  const said = message ? messageWords(message) : '';
  if (said) return sentence(said);
  const name = changeName(change, device);
  const words = t(`change.${kind}`);
  return sentence(name ? t('timeline.of', { name: isolate(name), words }) : words);
}

/// Why something of the history could not be loaded; `key` says what.
export const lossWords = (key, error) => (error.status === 404 ? t('timeline.notKept') : `${t(key)} ${failureWords(error)}`);

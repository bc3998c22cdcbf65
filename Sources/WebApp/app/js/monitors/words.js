// Monitors, their bars and incidents in words. Pure but for the words.

import { calendarDay, exactTime, duration, isolate, milliseconds, moment, number, percent, relativeTime, sinceWhen, t } from '../i18n/i18n.js';
import { messageWords, sentence } from '../i18n/phrases.js';
import { displayName, plain } from '../model/device.js';
import { periodWords } from '../history/words.js';
import { inShort, roundedDown, shownState } from './bars.js';
import { mutedUntil, stateOf } from './states.js';

/// A state in a word.
export const stateWord = (state) => t(`monitors.state.${stateOf(state)}`);

/// A bar's state in a word.
export const barWord = (state) => (state === 'maintenance' ? t('monitors.tag.maintenance') : stateWord(state));

/// What a monitor asks, in words: its device's name, the Internet, or its target as it is.
export function targetWords(monitor, devices) {
  if (monitor.kind === 'presence') {
    const device = devices?.get(monitor.target);
    return device ? displayName(device) : t('monitors.noDevice');
  }
  return plain(monitor.target) || t('monitors.kind.internet');
}

/// Its kind and its target: "Ping · nas.lan".
export function whatWords(monitor, devices) {
  const target = targetWords(monitor, devices);
  const kind = t(`monitors.kind.${monitor.kind}`);
  return target === kind ? kind : `${kind} · ${isolate(target)}`;
}

/// The state and since when: "Down since 14:05".
export function stateWords(monitor) {
  const state = stateWord(monitor.state);
  return monitor.since ? t('monitors.since', { state, when: sinceWhen(monitor.since) }) : state;
}

/// A message as a sentence; '' where there is none.
export const messageSentence = (message) => (message ? sentence(messageWords(message)) : '');

/// A share of time, rounded down: "99.95%"; all is only said of all.
export const shareWords = (share) => number(roundedDown(share), { style: 'percent', maximumFractionDigits: 2 });

/// An uptime with how much of the time is known: "99.95% of the 82% that is known".
export function uptimeWords({ share, coverage } = {}) {
  if (share === null || share === undefined || !(coverage > 0)) return t('monitors.uptime.nothing');
  const words = { share: shareWords(share), coverage: number(Math.max(0.01, roundedDown(coverage, 0)), { style: 'percent', maximumFractionDigits: 0 }) };
  return coverage >= 0.9995 ? t('monitors.uptime.all', words) : t('monitors.uptime.some', words);
}

/// A bar in words.
export function barWords(bar, span) {
  const when = periodWords(span, bar.from, bar.to);
  const state = shownState(bar);
  const what = barWord(state);
  if (state === 'unknown' || state === 'paused' || state === 'maintenance' || bar.share === null) return t('monitors.bar.plain', { when, what });
  return t('monitors.bar.share', { when, what, share: uptimeWords(bar) });
}

/// All bars in a sentence.
export function barsWords(bars) {
  const { share, coverage, counts } = inShort(bars);
  if (share === null) return t('monitors.uptime.nothing');
  const trouble = counts.down > 0 ? t('monitors.bar.down', { count: counts.down }) : t('monitors.bar.noDown');
  return t('monitors.bar.summary', { uptime: uptimeWords({ share, coverage }), trouble });
}

const DAY = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };

/// When an incident began and how long it was, or that it goes on.
export function incidentWhen({ from, to }, now) {
  const begin = moment(Date.parse(from), DAY);
  const length = duration(Math.max(1, ((to ? Date.parse(to) : now) - Date.parse(from)) / 1000));
  return t(to ? 'monitors.incident.was' : 'monitors.incident.is', { when: begin, time: length });
}

/// That a monitor is muted, and until when; '' where it isn't.
export function mutedWords(monitor, now) {
  const until = mutedUntil(monitor, now);
  if (until === null) return '';
  return until === Infinity ? t('monitors.mute.ever') : t('monitors.mute.until', { when: moment(until, DAY) });
}

/// The last check in words: "Checked 2 min. ago: 3.1 ms · Status 200".
export function checkedWords(monitor) {
  const { http_status: status, certificate_end: end } = monitor;
  return [timeWords(monitor), status ? t('monitors.status', { status: String(status) }) : null, end ? t('monitors.certificateEnd', { day: calendarDay(end) }) : null]
    .filter(Boolean).join(' · ');
}

function timeWords({ checked, rtt_ms: rtt }) {
  if (!checked) return t('monitors.notChecked');
  const when = relativeTime(checked);
  return Number.isFinite(rtt) ? t('monitors.checkedIn', { when, time: milliseconds(rtt) }) : t('monitors.checked', { when });
}

/// The exact time of something, for where the pointer is over it.
export const exact = (text) => (text ? exactTime(text) : '');

const OUTCOMES = { passed: 'good', degraded: 'warn', failed: 'bad', unknown: 'busy' };

/// The outcome of a check in words, with the state of its sign: `{state, words, reason}`.
export function resultWords({ outcome, reason, rtt_ms: rtt }) {
  const state = OUTCOMES[outcome] ?? 'busy';
  const word = t(`monitors.outcome.${outcome in OUTCOMES ? outcome : 'unknown'}`);
  return { state, words: Number.isFinite(rtt) ? t('monitors.outcome.in', { word, time: milliseconds(rtt) }) : word, reason: messageSentence(reason) };
}

/// M of N checks, in words.
export const quorumWords = ({ m, n }) => (m === n ? t('monitors.quorum.row', { count: m }) : t('monitors.quorum.of', { m, n }));

/// The limits above which it counts as degraded, in words; null where there are none.
export function limitWords({ rtt_ms: rtt, loss, times_usual: times } = {}) {
  const parts = [
    Number.isFinite(rtt) ? t('monitors.limit.rtt', { time: milliseconds(rtt) }) : null,
    Number.isFinite(loss) ? t('monitors.limit.loss', { loss: percent(loss) }) : null,
    Number.isFinite(times) ? t('monitors.limit.usual', { times }) : null,
  ].filter(Boolean);
  return parts.length > 0 ? parts : null;
}

/// So many seconds in words: "1 minute", "30 seconds".
export const secondsWords = (seconds) => duration(seconds);

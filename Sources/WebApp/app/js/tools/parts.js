// Pieces that the tools' results are made of.

import { bdi, h } from '../dom.js';
import { calendarDay, exactTime, milliseconds, number, t } from '../i18n/i18n.js';
import { localised, sentence, serverSentence } from '../i18n/phrases.js';
import { plain } from '../model/device.js';
import { symbol } from '../shell/symbols.js';

const SIGNS = { good: 'check', warn: 'warning', bad: 'close', busy: 'clock' };

/// The finding in words, with its sign: `state` is good, warn, bad or busy.
export function verdict(state, words, aside = null) {
  return h('div', { class: 'verdict', data: { state } }, h('span', { class: 'verdict-sign' }, symbol(SIGNS[state])),
    h('div', {}, h('p', { class: 'verdict-words' }, words), aside && h('p', { class: 'muted' }, aside)));
}

/// Figures in a row: `[label, value]`; those without a value show a dash.
export function figures(list) {
  return h('dl', { class: 'figures' }, list.map(([label, value, state]) =>
    h('div', { class: 'figure', data: state ? { state } : {} }, h('dt', {}, label), h('dd', {}, value ?? '–'))));
}

/// Milliseconds; null where they are not known.
export const shortTime = (value) => (value === null || value === undefined ? null : milliseconds(value));

/// A day; null where it is not known.
export const day = (text) => (text ? h('time', { datetime: text, title: exactTime(text) }, calendarDay(text)) : null);

/// A share as per cent, with places where it is small.
export const share = (rate) => (rate === null || rate === undefined ? null
  : number(rate, { style: 'percent', maximumFractionDigits: rate > 0 && rate < 0.1 ? 1 : 0 }));

/// Text of others in the system's monospace.
export const code = (text) => (text === null || text === undefined || text === '' ? null : bdi(plain(String(text)), { class: 'mono' }));

/// What the server says, as a sentence: by its message where the page's language has words for that.
/// Null where it says nothing.
export function said(text, message = null) {
  if (plain(text) === '') return null;
  const words = localised(message);
  return h('span', { lang: words === null ? 'en' : null }, bdi(words === null ? serverSentence(text) : sentence(words)));
}

/// Folded details that are opened by a click.
export function folded(words, ...children) {
  return h('details', { class: 'item' }, h('summary', {}, h('span', {}, words), symbol('chevron')), ...children);
}

/// "yes", "no" or a dash.
export const yesNo = (flag) => (flag === null || flag === undefined ? null : t(flag ? 'tools.yes' : 'tools.no'));

/// The host in a heading: as it was asked for, and its address where that is another.
export function hostWords(host, address) {
  const name = plain(host);
  return [bdi(name), address && address !== host ? h('span', { class: 'aside mono' }, address) : null];
}

// What the server says in sentences, in the language of the page.
//
// It says them in English, and beside them as messages: `{code, text, values}`. A code is a key of the
// texts; a sentence without a message, or of which nothing is known here, is shown as it is.

import { english } from './en.js';
import { calendarDay, days, duration, foreign, isolate, millisecondRange, milliseconds, t } from './i18n.js';
import { plain } from '../model/device.js';

const GROUPS = /^(evidence|piece|missing|link|problem|fix|failure|skipped|storage)\.[a-z_]+$/;
// What an own property of the texts is, not of every object.
const isKnown = (code) => GROUPS.test(code) && Object.hasOwn(english, code);

function valuesOf(phrase, phrases) {
  const values = { value: '' };
  for (const [name, value] of Object.entries(phrase.values ?? {})) {
    if (typeof value === 'number') values[name] = value;
    // A reason inside a sentence is a phrase of its own.
    else values[name] = name === 'failure' ? say(value, phrases.filter((one) => one !== phrase)) : isolate(plain(value));
  }
  if (phrase.code.startsWith('link.') && values.count !== undefined) {
    values.times = t('link.times', { count: values.count, range: millisecondRange(values.low, values.high) });
  }
  return values;
}

/// A sentence of the server's.
export function say(text, phrases) {
  const phrase = (phrases ?? []).find((one) => one.text === text);
  if (!phrase || !isKnown(phrase.code)) return plain(text);
  return t(phrase.code, valuesOf(phrase, phrases)).trim();
}

/// What stands in a place; its name's end says what a number or a text there is. Null where that is not known.
function placed(name, value) {
  if (Array.isArray(value)) {
    const all = value.map((one) => placed(name, one));
    return all.includes(null) ? null : all;
  }
  // Words without a code stay the server's, inside a sentence of the page's.
  if (value?.code === 'text') return isolate(plain(value.values?.text));
  if (typeof value === 'object' && value !== null) return localised(value);
  if (typeof value === 'string') return name.endsWith('_time') ? calendarDay(value) : isolate(plain(value));
  if (typeof value !== 'number') return null;
  if (name.endsWith('_ms')) return milliseconds(value).replaceAll(' ', '\u00a0');
  if (name.endsWith('_days')) return days(value);
  return name.endsWith('_s') ? duration(value) : value;
}

/// A message in the page's language; null where the server's English must do, as in English itself.
export function localised(message) {
  if (typeof message?.code !== 'string') return null;
  const values = Object.fromEntries(Object.entries(message.values ?? {}).map(([name, value]) => [name, placed(name, value)]));
  return foreign(`said.${message.code}`, values) ?? (GROUPS.test(message.code) ? foreign(message.code, values) : null);
}

/// Words as a sentence: a capital first, unless they begin with a host's name, and a full stop last.
export function sentence(words) {
  const isWord = /^\p{Ll}[\p{L}’']*(?=[ ,]|$)/u.test(words);
  return words === '' ? '' : (isWord ? words.charAt(0).toUpperCase() : words.charAt(0)) + words.slice(1) + (/[.!?…:]\u2069?$/.test(words) ? '' : '.');
}

/// Words as they come from the server, as a sentence.
export const serverSentence = (text) => sentence(plain(text));

/// A message, in the page's language where that has words for it.
export const messageWords = (message) => localised(message) ?? plain(message.text);

// What round trips alone suggest.
const GUESSES = new Set(['link.far', 'link.jittery', 'link.slow', 'link.steady']);

/// How a device is connected, in words: a guess is said as one. Pure.
export function linkWords(device, phrases) {
  if (!device.link) return null;
  const link = t(`link.${device.link}`);
  const phrase = (phrases ?? []).find((one) => one.text === device.link_reason);
  return phrase && GUESSES.has(phrase.code) ? t('link.probably', { link }) : link;
}

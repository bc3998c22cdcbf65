// Every word of the app goes through here. Plurals, numbers and times are the language's own.

import { serverNow } from './clock.js';
import { english } from './en.js';

/// The languages, by their own names; each but English is loaded when it is chosen.
export const LANGUAGES = {
  en: { name: 'English', load: async () => english },
  de: { name: 'Deutsch', load: async () => (await import('./de.js')).german },
};

let language = 'en';
// The language with its region, which dates and numbers hang on: en-GB.
let locale = 'en';
let texts = english;
let plurals = new Intl.PluralRules('en');
const formats = new Map();

/// Adds English texts that come later than the page.
export const addEnglish = (more) => { Object.assign(english, more); };

/// The language in use.
export const currentLanguage = () => language;

/// The best of our languages for what the browser asks for.
export function bestLanguage(wanted) {
  const codes = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return codes.find((code) => code in LANGUAGES) ?? 'en';
}

/// The first of the wanted tags that is of a language, else the language itself.
function regional(code, wanted) {
  const tag = wanted.find((one) => one.toLowerCase().split('-')[0] === code);
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? code;
  } catch {
    return code;
  }
}

/// Takes a language into use, with the region of one of the tags that the browser wants.
export async function setLanguage(code, wanted = []) {
  const chosen = code in LANGUAGES ? code : 'en';
  texts = await LANGUAGES[chosen].load();
  language = chosen;
  locale = regional(chosen, wanted);
  plurals = new Intl.PluralRules(chosen);
  formats.clear();
}

/// The text of a key; `{name}` stands for a parameter, `count` chooses between plurals.
///
/// A key that a language lacks is said in English. One that nobody knows ends in a code of a newer
/// server's, which is shown as words: `source.ssh_agent` is "Ssh agent".
export function t(key, parameters = {}) {
  const text = Object.hasOwn(texts, key) ? texts[key] : Object.hasOwn(english, key) ? english[key] : undefined;
  return text === undefined ? codeWords(key.slice(key.lastIndexOf('.') + 1)) : filled(text, parameters);
}

/// A code as words.
export function codeWords(code) {
  const words = code.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/// What a language has for what the server says in English; null where it has nothing, as English
/// has, and where a parameter isn't known.
export function foreign(key, parameters = {}) {
  if (language === 'en' || !Object.hasOwn(texts, key)) return null;
  const isKnown = (name) => parameters[name] !== undefined && parameters[name] !== null;
  const names = [...formOf(texts[key], parameters).matchAll(PLACE)].map(([, name]) => name);
  return names.every(isKnown) ? filled(texts[key], parameters) : null;
}

// A place of a text; what may stand behind the name stands between the items of a list.
const PLACE = /\{(\w+)(?:\|([^}]*))?\}/g;

const formOf = (text, { count }) => (typeof text === 'object' ? text[plurals.select(count)] ?? text.other : text);

function filled(text, parameters) {
  return formOf(text, parameters).replace(PLACE, (whole, name, separator) => {
    const value = parameters[name];
    if (value === undefined) return whole;
    if (Array.isArray(value)) return separator === undefined ? listing(value) : value.join(separator);
    return typeof value === 'number' ? number(value) : value;
  });
}

/// Text of a device inside a sentence: isolated, so that its direction stays its own.
export const isolate = (text) => `\u2068${text}\u2069`;

function cached(kind, options, make) {
  const key = kind + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, make());
  return formats.get(key);
}

/// A number.
export function number(value, options = {}) {
  return cached('number', options, () => new Intl.NumberFormat(locale, options)).format(value);
}

/// A rate of 0–1 as per cent.
export const percent = (rate) => number(rate, { style: 'percent', maximumFractionDigits: 0 });

// Below that a clock's own grain is more than the figure.
const LEAST_MS = 0.01;
const placesOf = (value) => (value < 1 ? 2 : value < 100 ? 1 : 0);
const inMilliseconds = (places) => ({ style: 'unit', unit: 'millisecond', unitDisplay: 'short', maximumFractionDigits: places });

/// A duration in milliseconds, with as many places as say something: the same wherever it stands.
export function milliseconds(value) {
  const words = number(Math.max(value, LEAST_MS), inMilliseconds(placesOf(value)));
  // "0 ms" would be no time at all.
  return value < LEAST_MS ? `<${words}` : words;
}

/// From one to another duration in milliseconds, each as it reads alone: "0.42–12.3 ms".
export function millisecondRange(low, high) {
  const [least, most] = [milliseconds(low), milliseconds(high)];
  if (least === most) return least;
  const places = placesOf(low);
  const round = (value) => Number(Math.max(value, LEAST_MS).toFixed(placesOf(value)));
  const words = new Intl.NumberFormat(locale, inMilliseconds(places)).formatRange(round(low), round(high));
  return low < LEAST_MS ? `<${words}` : words;
}

const inUnits = (value, unit) => number(value, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: value < 10 ? 1 : 0 });

const inTenths = (count, unit) => inUnits(count < 10 ? count : Math.floor(count), unit);

/// A time in days: "60 days", "0.4 days".
export const days = (count) => inTenths(count, 'day');

/// A time in the unit that says it best, rounded down: "6 minutes", "9.8 hours", "1.5 days".
export function duration(seconds) {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
  return size < 3600 ? inUnits(Math.floor(seconds / size), unit) : inTenths(Math.floor((10 * seconds) / size) / 10, unit);
}

/// Items joined as a sentence joins them.
export function listing(items) {
  return cached('list', {}, () => new Intl.ListFormat(locale, { type: 'conjunction' })).format(items);
}

function dateFormat(options) {
  return cached('date', options, () => new Intl.DateTimeFormat(locale, options));
}

/// A moment by parts of its date and time.
export const moment = (time, parts) => dateFormat(parts).format(time);

/// A time by parts of its dates and times, said once what both ends have in common.
export const period = (from, to, parts) => dateFormat(parts).formatRange(from, to);

/// Date and time in full, for where the relative one is hovered over.
export function exactTime(text) {
  return dateFormat({ dateStyle: 'full', timeStyle: 'medium' }).format(new Date(text));
}

const UNITS = [['day', 86_400], ['hour', 3_600], ['minute', 60]];

/// How long ago, or how soon: "2 min. ago", "just now".
export function relativeTime(text, now = serverNow()) {
  const seconds = (Date.parse(text) - now) / 1000;
  if (Math.abs(seconds) < 45) return t(seconds > 5 ? 'time.soon' : 'time.now');
  const format = cached('relative', {}, () =>
    new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  if (unit === 'day' && Math.abs(seconds) > 30 * 86_400) return calendarDay(text);
  return format.format(Math.round(seconds / size), unit);
}

/// When a wait of so many seconds ends: "in 5 seconds", "in 2 hours".
export function afterWait(seconds) {
  const format = cached('wait', {}, () => new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'long' }));
  const [unit, size] = UNITS.find(([, length]) => seconds >= 1.5 * length) ?? ['second', 1];
  return format.format(Math.ceil(seconds / size), unit);
}

/// The day alone.
export function calendarDay(text) {
  return dateFormat({ dateStyle: 'medium' }).format(new Date(text));
}

/// The moment since when: the time today, "Tuesday 21:40" this week, then the date.
export function sinceWhen(text, now = serverNow()) {
  const moment = new Date(text);
  const days = (now - moment.getTime()) / 86_400_000;
  const clock = { hour: '2-digit', minute: '2-digit' };
  if (days < 1 && new Date(now).getDate() === moment.getDate()) return dateFormat(clock).format(moment);
  if (days < 6) return dateFormat({ weekday: 'long', ...clock }).format(moment);
  return calendarDay(text);
}

/// Fills in the texts of a page: `data-t` its content, `data-t-label` its accessible name and title.
export function translatePage(root) {
  document.documentElement.lang = language;
  for (const element of root.querySelectorAll('[data-t]')) {
    element.textContent = t(element.dataset.t);
  }
  for (const element of root.querySelectorAll('[data-t-label]')) {
    element.setAttribute('aria-label', t(element.dataset.tLabel));
  }
  for (const element of root.querySelectorAll('[data-t-title]')) {
    element.title = t(element.dataset.tTitle);
  }
}

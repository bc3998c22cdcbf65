// What a check found that was asked for just now.

import { bdi, h } from '../dom.js';
import { days, duration, milliseconds, number, percent, t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { symbol } from '../shell/symbols.js';
import { verdict } from '../tools/parts.js';
import { resultWords } from './words.js';

const text = (value) => bdi(plain(String(value)), { class: 'mono' });
const left = (seconds) => (seconds >= 86_400 ? days(Math.floor(seconds / 86_400)) : duration(Math.max(0, seconds)));

// How each fact is said; what isn't known here is left out.
const FACTS = {
  address: text, status: (value) => String(value), response_time_ms: milliseconds, body_bytes: (value) => number(value), certificate_expiration_s: left,
  certificate_name: text, response_code: text, answers: (value) => text(value.join(', ')), loss: percent, presence: text,
};

const isEmpty = (value) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/// The facts of a check that are known, in order: `[key, value]`. Pure.
export const knownFacts = (facts) => Object.keys(FACTS).filter((key) => !isEmpty(facts?.[key])).map((key) => [key, facts[key]]);

/// A check's result: `{element, words}`.
export function resultPart(result) {
  const { state, words, reason } = resultWords(result);
  const facts = knownFacts(result.facts);
  const { headers, body } = result.facts ?? {};
  const raw = [...Object.entries(headers ?? {}).map(([name, value]) => `${plain(name)}: ${plain(value)}`), ...(body ? ['', String(body)] : [])].join('\n').trim();
  const element = h('section', { class: 'card' }, h('h3', {}, t('monitors.justNow')), h('div', { class: 'card-body monitor-result' }, verdict(state, words, reason ? bdi(reason) : null),
    facts.length === 0 ? null : h('dl', {}, facts.map(([key, value]) => h('div', { class: 'fact' }, h('dt', {}, t(`monitors.fact.${key}`)), h('dd', {}, FACTS[key](value))))),
    raw === '' ? null : h('details', { class: 'item' }, h('summary', {}, h('span', {}, t('monitors.fact.answer')), symbol('chevron')), h('pre', { class: 'raw mono', dir: 'auto', tabindex: '0' }, raw))));
  return { element, words: [words, reason].filter(Boolean).join('. ') };
}

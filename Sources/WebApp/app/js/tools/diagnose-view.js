// What is wrong with the network: one sentence, then each step that was looked at.

import { bdi, h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { serverSentence } from '../i18n/phrases.js';
import { symbol } from '../shell/symbols.js';
import { asideWords, stepWords, verdictWords } from './diagnose-words.js';
import { shortTime, verdict } from './parts.js';

const STEPS = ['link', 'address', 'duplicate', 'routes', 'gateway', 'resolver', 'name', 'route', 'mtu', 'tcp', 'tls', 'content'];
const SIGNS = { ok: 'check', bad: 'close', unknown: 'warning', skipped: 'clock' };
const STATES = { ok: 'good', bad: 'bad', unknown: 'warn', skipped: 'busy' };

const place = (step) => (STEPS.includes(step.step) ? STEPS.indexOf(step.step) : STEPS.length);

function stepRow(step) {
  const words = stepWords(step);
  return h('li', { class: 'step', data: { state: STATES[step.state] ?? 'busy' } }, h('span', { class: 'verdict-sign' }, symbol(SIGNS[step.state] ?? 'clock')),
    h('div', {}, h('p', { class: 'step-name' }, t(`diagnose.step.${step.step}`)),
      h('p', { class: 'muted', lang: words === null ? 'en' : null }, bdi(words ?? serverSentence(step.text)))),
    h('span', { class: 'muted step-time' }, shortTime(step.duration_ms)));
}

/// The view of a diagnosis: `take`, `finish`, `draw`, `words`.
export function diagnoseView() {
  const element = h('div', { class: 'result' });
  const steps = new Map();
  let report = null;
  let isOver = false;
  const words = () => (report ? verdictWords(report) ?? serverSentence(report.verdict.text) : t('diagnose.running'));

  function head() {
    if (!report) return isOver ? null : verdict('busy', words());
    const { code, notes } = report.verdict;
    const isForeign = verdictWords(report) === null;
    const state = code === 'well' ? (notes.length > 0 ? 'warn' : 'good') : code === 'unknown' ? 'warn' : 'bad';
    // A step's words may be the verdict's: once is enough.
    const aside = asideWords(report).filter(([one]) => !one.startsWith(words())).flatMap(([one, isServers], index) => [
      index === 0 ? null : ' · ', h('span', { lang: isServers ? 'en' : null }, bdi(one))]);
    return h('div', { class: 'lead' }, verdict(state, h('span', { lang: isForeign ? 'en' : null }, bdi(words())), aside.length > 0 ? aside : null));
  }

  return {
    element,
    take(step) { steps.set(step.step, step); },
    finish(answer) {
      isOver = true;
      report = answer;
      for (const step of report.steps) steps.set(step.step, step);
    },
    stop() { isOver = true; },
    draw() {
      const rows = [...steps.values()].sort((one, other) => place(one) - place(other));
      element.replaceChildren(h('section', { class: 'card result-card' }, h('div', { class: 'card-body' },
        head(), rows.length === 0 ? null : h('ul', { class: 'steps' }, rows.map(stepRow)))));
    },
    words,
  };
}

// What is wrong with the network: one sentence, then each step that was looked at.

import { bdi, h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { symbol } from '../shell/symbols.js';
import { shortTime, verdict } from './parts.js';

const STEPS = ['link', 'address', 'gateway', 'resolver', 'name', 'route', 'tcp', 'tls'];
const SIGNS = { ok: 'check', bad: 'close', unknown: 'warning', skipped: 'clock' };
const STATES = { ok: 'good', bad: 'bad', unknown: 'warn', skipped: 'busy' };

const place = (step) => (STEPS.includes(step.step) ? STEPS.indexOf(step.step) : STEPS.length);

function stepRow(step) {
  return h('li', { class: 'step', data: { state: STATES[step.state] ?? 'busy' } }, h('span', { class: 'verdict-sign' }, symbol(SIGNS[step.state] ?? 'clock')),
    h('div', {}, h('p', { class: 'step-name' }, STEPS.includes(step.step) ? t(`diagnose.step.${step.step}`) : step.step),
      h('p', { class: 'muted', lang: 'en' }, bdi(plain(step.text)))),
    h('span', { class: 'muted step-time' }, shortTime(step.duration_ms)));
}

/// The view of a diagnosis: `take`, `finish`, `draw`, `words`.
export function diagnoseView() {
  const element = h('div', { class: 'result' });
  const steps = new Map();
  let report = null;
  let isOver = false;
  const words = () => (report ? report.verdict.text : t('diagnose.running'));

  function head() {
    if (!report) return isOver ? null : verdict('busy', words());
    const { code, text, because, notes } = report.verdict;
    const state = code === 'well' ? (notes.length > 0 ? 'warn' : 'good') : code === 'unknown' ? 'warn' : 'bad';
    const aside = [...because, ...notes].map((one) => plain(one)).join(' · ');
    return h('div', { class: 'lead', lang: 'en' }, verdict(state, bdi(plain(text)), aside ? bdi(aside) : null));
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

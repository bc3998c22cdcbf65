// A report of any shape, of a tool that the page doesn't know.

import { bdi, h } from '../dom.js';
import { isolate, t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { rowsOf } from './generic-rows.js';
import { folded, verdict } from './parts.js';

function valuePart(row) {
  if (row.kind === 'flag') return t(row.value ? 'tools.yes' : 'tools.no');
  return bdi(plain(row.value), { class: row.isCode ? 'mono' : '' });
}

function rowsPart(rows) {
  return h('dl', { class: 'rows-plain' }, rows.map((row) => (row.rows
    ? h('div', { class: 'group' }, h('dt', {}, row.label), h('dd', {}, rowsPart(row.rows)))
    : h('div', { class: 'fact' }, h('dt', {}, row.label), h('dd', {}, valuePart(row))))));
}

/// The view of any tool: `take`, `finish`, `draw`, `words`.
export function genericView({ target }) {
  const element = h('div', { class: 'result' });
  let report = null;
  let steps = 0;
  let isOver = false;
  const words = () => (report ? t('tools.done') : t('tools.asking', { target: isolate(target), count: steps }));
  return {
    element,
    take() { steps += 1; },
    finish(answer) { isOver = true; report = answer; },
    stop() { isOver = true; },
    draw() {
      const parts = [];
      if (!report && !isOver) parts.push(h('section', { class: 'card' }, h('div', { class: 'card-body' }, verdict('busy', words()))));
      if (report) {
        const { rows, texts } = rowsOf(report);
        parts.push(h('section', { class: 'card result-card' }, h('div', { class: 'card-body' }, rowsPart(rows),
          texts.map(({ label, value }) => folded(label, h('pre', { class: 'raw mono' }, value))))));
      }
      element.replaceChildren(...parts);
    },
    words,
  };
}

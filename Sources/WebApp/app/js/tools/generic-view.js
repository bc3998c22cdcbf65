// A report of any shape, of a tool that the page doesn't know.

import { bdi, h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { rowsOf } from './generic-rows.js';
import { folded } from './parts.js';
import { reportView } from './report-view.js';

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
export function genericView(question) {
  return reportView(question, (report) => {
    const { rows, texts } = rowsOf(report);
    return [h('section', { class: 'card result-card' }, h('div', { class: 'card-body' }, rowsPart(rows),
      texts.map(({ label, value }) => folded(label, h('pre', { class: 'raw mono' }, value)))))];
  }, () => t('tools.done'));
}

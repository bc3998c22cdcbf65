// Headers of a request in the form: a row of a name and a value each, and what is wrong with one at its field.

import { button, h, setAttribute, setText } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { symbol } from '../shell/symbols.js';
import { headersOf, staysKept } from './headers.js';

/// Makes the part from rows; `value()` gives them as they are typed.
export function createHeaders(start) {
  const list = h('ul', { class: 'header-rows', role: 'list' });
  const more = button('button', () => { add({ name: '', value: '', isKept: false }); rows.at(-1).name.focus(); }, t('monitors.header.add'));
  const element = h('div', { class: 'windows-part' }, h('p', { class: 'field-hint' }, t('monitors.header.hint')), list, h('div', { class: 'monitor-actions' }, more));
  let rows = [];
  let made = 0;

  function add({ name, value, isKept }) {
    made += 1;
    const id = `monitor-header-${made}`;
    const box = (part, text, attributes) => {
      const input = h('input', { type: 'text', id: `${id}-${part}`, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', 'aria-describedby': `${id}-hint`, ...attributes });
      input.value = text;
      return input;
    };
    const row = {
      isKept, name: box('name', name, { maxlength: '100', dir: 'ltr', placeholder: 'Accept' }),
      value: box('value', value, { maxlength: '4096', dir: 'auto', placeholder: isKept ? t('monitors.header.kept') : null }),
      hint: h('small', { id: `${id}-hint`, class: 'field-wrong', role: 'alert' }),
    };
    const labelled = (part, key) => h('div', { class: 'field' }, h('label', { for: `${id}-${part}` }, t(key)), row[part]);
    const remove = button('icon-button', () => {
      const index = rows.indexOf(row);
      rows = rows.filter((one) => one !== row);
      row.element.remove();
      draw();
      (rows[Math.min(index, rows.length - 1)]?.name ?? more).focus();
    }, symbol('close'));
    row.remove = remove;
    row.element = h('li', {}, h('div', { class: 'header-row' }, labelled('name', 'monitors.header.name'), labelled('value', 'monitors.header.value'), remove), row.hint);
    for (const input of [row.name, row.value]) input.addEventListener('input', () => { say(row, null, ''); label(row); });
    if (isKept) row.name.addEventListener('input', () => setAttribute(row.value, 'placeholder', staysKept(name, row.name.value) ? t('monitors.header.kept') : null));
    rows.push(row);
    list.append(row.element);
    label(row);
    draw();
  }

  const label = (row) => row.remove.setAttribute('aria-label', t('monitors.header.remove', { name: row.name.value.trim() || String(rows.indexOf(row) + 1) }));

  function draw() { list.hidden = rows.length === 0; }

  function say(row, part, words) {
    setText(row.hint, words);
    for (const key of ['name', 'value']) setAttribute(row[key], 'aria-invalid', words !== '' && (part === key || part === null) ? 'true' : null);
  }

  const value = () => rows.map((row) => ({ name: row.name.value, value: row.value.value, isKept: row.isKept }));

  for (const one of start) add(one);
  draw();
  return {
    element, value,
    clear() { for (const row of rows) say(row, null, ''); },
    /// Says what is wrong with one that was sent, `{index, part}`, at its field; false where there is no such one.
    refuse(words, entry) {
      const row = rows[headersOf(value()).rows[entry?.index]];
      if (!row) return false;
      say(row, entry.part, words);
      (entry.part === 'value' ? row.value : row.name).focus();
      return true;
    },
    focus: () => (rows[0]?.name ?? more).focus(),
  };
}

// What the user says of a device: its kind, a note, hidden, forgotten.

import { confirmation, redraw } from '../confirm.js';
import { button, emit, h } from '../dom.js';
import { isolate, t } from '../i18n/i18n.js';
import { displayName, KINDS } from '../model/device.js';
import { symbol } from '../shell/symbols.js';
import { createDraftField } from './draft-field.js';

/// The choice of the kind.
export function createKindChoice() {
  let device = null;
  const label = h('label', { for: 'detail-kind' });
  const aside = h('span', { class: 'aside' });
  const select = h('select', {
    id: 'detail-kind',
    on: { change: () => emit(select, 'mark', { id: device.id, marks: { user_category: select.value || null } }) },
  });
  const element = h('div', { class: 'fact choice' }, h('div', {}, label, aside), select);
  let shown = '';
  return {
    element,
    update(next, full) {
      device = next;
      label.textContent = t('detail.kind');
      aside.textContent = device.user_category ? t('detail.kindOwn') : '';
      const found = full?.identified?.category ?? (device.user_category ? 'unknown' : device.category);
      const options = [['', t('detail.kindAuto', { kind: t(`kind.${found}`) })],
        ...KINDS.map((kind) => [kind, t(`kind.${kind}`)])];
      const signature = JSON.stringify(options);
      if (signature !== shown) {
        shown = signature;
        select.replaceChildren(...options.map(([value, text]) => h('option', { value }, text)));
      }
      select.value = device.user_category ?? '';
    },
  };
}

/// The note, saved when it is left.
export function createNote() {
  let device = null;
  const title = h('h3', {}, h('label', { for: 'detail-note' }));
  const area = h('textarea', { id: 'detail-note', rows: '3', dir: 'auto', 'aria-describedby': 'note-problem' });
  const field = createDraftField('note', area, 'note-problem');
  const again = button('button primary', tryAgain);
  const undo = button('button', giveUp);
  const buttons = h('div', { class: 'unsaved-actions' }, again, undo);
  const element = h('section', { class: 'card note' }, title, area, field.problem, buttons);

  // The buttons hide once they are pressed: the keyboard goes on where the text is.

  function tryAgain() {
    area.focus();
    field.send();
  }

  function giveUp() {
    field.discard();
    field.fill(device.note ?? '');
    area.focus();
  }

  function showField() {
    again.textContent = field.show();
    const error = field.draft()?.error;
    buttons.hidden = !error;
    again.hidden = error?.status === 'long';
  }

  area.addEventListener('change', () => { if (field.isTyped() || field.draft()?.error) field.send(); });
  area.addEventListener('input', showField);
  return {
    element,
    keep: field.keep,
    /// Saves what is being typed: the sheet closes, or shows another device.
    leave() { if (field.isTyped()) field.send(); },
    update(next, typed) {
      const isOther = device?.id !== next.id;
      device = next;
      field.take(next, typed);
      title.firstChild.textContent = t('detail.note');
      area.placeholder = t('detail.noteHint');
      undo.textContent = t('detail.discard');
      if (isOther || (document.activeElement !== area && !field.isTyped())) field.fill(typed?.text ?? device.note ?? '');
      showField();
    },
  };
}

/// Hide and forget; forgetting asks first.
export function createRemoval() {
  let device = null;
  let isAsking = false;
  const element = h('div', { class: 'removal' });

  function ask(next) {
    isAsking = next;
    draw();
    element.querySelector(next ? '.danger' : '.forget')?.focus();
  }

  function draw() {
    const name = isolate(displayName(device));
    redraw(element, isAsking
      ? h('div', { class: 'confirm', role: 'group', 'aria-label': t('detail.forget') },
        ...confirmation(t('detail.forgetAsk', { name }), () => emit(element, 'forget', { id: device.id }), () => ask(false)))
      : h('div', { class: 'detail-more' },
        button('button', () => emit(element, 'mark', { id: device.id, marks: { hidden: !device.hidden } }),
          symbol(device.hidden ? 'show' : 'hide'), t(device.hidden ? 'detail.unhide' : 'detail.hide')),
        button('button forget', () => ask(true), symbol('forget'), t('detail.forget'))));
  }

  let shown = '';
  return {
    element,
    update(next) {
      if (device?.id !== next.id) isAsking = false;
      device = next;
      const signature = JSON.stringify([device.id, device.hidden, displayName(device), t('detail.hide')]);
      if (signature === shown) return;
      shown = signature;
      draw();
    },
  };
}

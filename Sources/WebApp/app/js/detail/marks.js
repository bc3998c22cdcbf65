// What the user says of a device: its kind, a note, hidden, forgotten.

import { h } from '../dom.js';
import { isolate, t } from '../i18n/i18n.js';
import { displayName, KINDS } from '../model/device.js';
import { failureWords } from '../model/failures.js';
import { problemOf, tidy } from '../model/unsaved.js';
import { symbol } from '../shell/symbols.js';

const send = (element, name, detail) =>
  element.dispatchEvent(new CustomEvent(`homenet:${name}`, { bubbles: true, detail }));

/// The choice of the kind.
export function createKindChoice() {
  let device = null;
  const label = h('label', { for: 'detail-kind' });
  const aside = h('span', { class: 'aside' });
  const select = h('select', {
    id: 'detail-kind',
    on: { change: () => send(select, 'mark', { id: device.id, marks: { user_category: select.value || null } }) },
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
  // The typed note that is being saved, or could not be: `{text, error}`
  let draft = null;
  let isTyped = false;
  const title = h('h3', {}, h('label', { for: 'detail-note' }));
  const area = h('textarea', { id: 'detail-note', rows: '3', dir: 'auto', 'aria-describedby': 'note-problem' });
  const problem = h('p', { class: 'unsaved', id: 'note-problem', role: 'alert' });
  const again = h('button', { class: 'button primary', type: 'button', on: { click: save } });
  const undo = h('button', { class: 'button', type: 'button', on: { click: giveUp } });
  const buttons = h('div', { class: 'unsaved-actions' }, again, undo);
  const element = h('section', { class: 'card note' }, title, area, problem, buttons);

  function save() {
    if (!device || !(isTyped || draft?.error)) return;
    isTyped = false;
    const text = tidy('note', area.value);
    if (text !== (device.note ?? null)) send(area, 'mark', { id: device.id, marks: { note: text } });
    else if (draft) giveUp();
  }

  function giveUp() {
    isTyped = false;
    area.value = device.note ?? '';
    area.focus();
    send(area, 'discard', { id: device.id, field: 'note' });
  }

  function showProblem() {
    const error = problemOf('note', area.value, draft);
    const words = error ? t('detail.notSaved', { reason: failureWords(error) }) : '';
    if (problem.textContent !== words) problem.textContent = words;
    problem.hidden = !error;
    buttons.hidden = !draft?.error;
    again.hidden = error?.status === 'long';
    if (error) area.setAttribute('aria-invalid', 'true');
    else area.removeAttribute('aria-invalid');
  }

  area.addEventListener('change', save);
  area.addEventListener('input', () => { isTyped = true; showProblem(); });
  return {
    element,
    /// Saves what is being typed: the sheet closes.
    leave() { if (isTyped) save(); },
    update(next, typed) {
      const isOther = device?.id !== next.id;
      if (isOther && document.activeElement === area) save();
      device = next;
      draft = typed;
      title.firstChild.textContent = t('detail.note');
      area.placeholder = t('detail.noteHint');
      again.textContent = t('detail.tryAgain');
      undo.textContent = t('detail.discard');
      if (isOther || document.activeElement !== area) {
        area.value = draft?.text ?? device.note ?? '';
        isTyped = false;
      }
      showProblem();
    },
  };
}

/// Hide and forget; forgetting asks first.
export function createFarewell() {
  let device = null;
  let isAsking = false;
  const element = h('div', { class: 'farewell' });

  function ask(next) {
    isAsking = next;
    draw();
    element.querySelector(next ? '.danger' : '.forget')?.focus();
  }

  function draw() {
    const name = isolate(displayName(device));
    element.replaceChildren(isAsking
      ? h('div', { class: 'confirm', role: 'group', 'aria-label': t('detail.forget') },
        h('p', {}, t('detail.forgetAsk', { name })),
        h('div', {},
          h('button', { class: 'button danger', type: 'button', on: { click: () => send(element, 'forget', { id: device.id }) } }, t('detail.forget')),
          h('button', { class: 'button', type: 'button', on: { click: () => ask(false) } }, t('detail.cancel'))))
      : h('div', { class: 'detail-more' },
        h('button', {
          class: 'button', type: 'button',
          on: { click: () => send(element, 'mark', { id: device.id, marks: { hidden: !device.hidden } }) },
        }, symbol(device.hidden ? 'show' : 'hide'), t(device.hidden ? 'detail.unhide' : 'detail.hide')),
        h('button', { class: 'button forget', type: 'button', on: { click: () => ask(true) } }, symbol('forget'), t('detail.forget'))));
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

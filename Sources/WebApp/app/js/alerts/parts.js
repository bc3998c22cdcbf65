// Pieces that the views of alerts are made of.

import { bdi, button, h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { symbol } from '../shell/symbols.js';

let made = 0;

/// An id that nothing else has, for labels and hints.
export const newId = () => `alerts-${made += 1}`;

/// Has an element have these children, in this order: none is moved that stands in its place, for what is moved loses the
/// keyboard, and what is being typed with it.
export function arrange(element, wanted) {
  const held = element.contains(document.activeElement) ? document.activeElement : null;
  const kept = new Set(wanted);
  for (const child of [...element.children]) if (!kept.has(child)) child.remove();
  // What has the keyboard stays: the others are put before and behind it.
  const middle = wanted.findIndex((one) => held !== null && one.contains(held));
  if (middle >= 0) {
    for (const one of wanted.slice(0, middle)) element.insertBefore(one, wanted[middle]);
    for (const one of wanted.slice(middle + 1)) element.append(one);
    return;
  }
  wanted.forEach((one, index) => { if (element.children[index] !== one) element.insertBefore(one, element.children[index] ?? null); });
}

/// Fills a list from entries `{id, signature, build}`: only those are built anew whose signature changed, and the keyboard
/// stays on the control that it was on, which is known again by its `data-act`.
export function createKeyed(element) {
  let shown = new Map();
  return (entries) => {
    const held = document.activeElement?.closest?.('[data-act]');
    const holder = held && element.contains(held) ? held.closest('[data-entry]') : null;
    const place = holder && { entry: holder.dataset.entry, act: held.dataset.act };
    const before = [...shown.values()].map((one) => one.element);
    const next = new Map(entries.map(({ id, signature, build }) => {
      const old = shown.get(id);
      if (old?.signature === signature) return [id, old];
      const fresh = build();
      fresh.dataset.entry = id;
      return [id, { signature, element: fresh }];
    }));
    shown = next;
    const elements = [...next.values()].map((one) => one.element);
    if (elements.length === before.length && elements.every((one, index) => one === before[index])) return;
    arrange(element, elements);
    if (!place || holder.isConnected) return;
    const entry = next.get(place.entry)?.element;
    (entry?.querySelector(`[data-act="${CSS.escape(place.act)}"]`) ?? entry?.querySelector('[data-act]'))?.focus({ preventScroll: true });
  };
}

/// A switch with its words; `onChange(isOn)`.
export function toggle(words, isOn, onChange, { isLocked = false, label = null, hint = null } = {}) {
  const box = h('input', {
    type: 'checkbox', role: 'switch', checked: isOn, disabled: isLocked, 'aria-label': label, data: { act: 'toggle' }, on: { change: () => onChange(box.checked) },
  });
  return h('label', { class: 'switch alerts-switch' }, h('span', {}, words, hint && h('small', { class: 'aside' }, hint)), box);
}

/// Says that the configuration file declares something, and that it is changed there.
export const lockedNote = () => h('p', { class: 'alerts-locked muted' }, symbol('certificate'), h('span', {}, t('alerts.locked')));

export const isLocked = ({ source }) => source === 'file';

/// A question with its two answers, in the place of what it is about.
export function question(words, yes, onYes, onNo) {
  return h('div', { class: 'confirm', role: 'group', 'aria-label': words }, h('p', {}, bdi(words)), h('div', {},
    act(button('button danger', onYes, yes), 'yes'), act(button('button', onNo, t('detail.cancel')), 'no')));
}

/// An element that the keyboard finds again.
export function act(element, name) {
  element.dataset.act = name;
  return element;
}

/// A field of a form: its label with a mark where it must be given, the control, help, and what is wrong with it.
export function field(label, control, { help = '', isRequired = false, beside = null } = {}) {
  const id = control.id || newId();
  control.id = id;
  const hint = h('small', { id: `${id}-hint`, class: 'field-hint' }, help && bdi(help));
  control.setAttribute('aria-describedby', hint.id);
  if (isRequired) control.setAttribute('aria-required', 'true');
  const element = h('div', { class: 'field' },
    h('label', { for: id }, bdi(label), isRequired ? h('span', { class: 'field-mark' }, ' ', t('alerts.required')) : null), control, beside, hint);
  return { element, control, wrong: (words) => mark({ element, control, hint }, words, help) };
}

function mark({ element, control, hint }, words, help) {
  element.toggleAttribute('data-wrong', Boolean(words));
  if (words) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
  hint.replaceChildren(bdi(words || help));
}

/// A group of fields under one name, and what is wrong with it.
export function group(label, ...children) {
  const hint = h('p', { id: newId(), class: 'group-wrong', hidden: true });
  const element = h('fieldset', { class: 'alerts-group', 'aria-describedby': hint.id }, h('legend', {}, label), ...children, hint);
  return {
    element,
    control: element,
    wrong(words) {
      hint.hidden = !words;
      hint.textContent = words ?? '';
    },
  };
}

/// A box to tick.
export function tick(words, isOn, onChange, { isDisabled = false } = {}) {
  const box = h('input', { type: 'checkbox', checked: isOn, disabled: isDisabled, on: { change: () => onChange(box.checked) } });
  return h('label', { class: 'tick' }, box, h('span', {}, words));
}

/// One of several as radio buttons, `[[key, words]…]`.
export function choices(entries, chosen, onChoose) {
  const name = newId();
  return h('div', { class: 'tick-row' }, entries.map(([key, words]) => h('label', { class: 'tick' },
    h('input', { type: 'radio', name, value: key, checked: key === chosen, on: { change: () => onChoose(key) } }), h('span', {}, words))));
}

/// The buttons under a form, and why it was not saved.
export function formFoot(onCancel) {
  const words = h('p', { class: 'form-failure', role: 'alert' });
  const save = h('button', { class: 'button primary', type: 'submit' }, t('detail.save'));
  const element = h('div', { class: 'form-foot' }, words, h('div', { class: 'alerts-actions' }, save, button('button', onCancel, t('detail.cancel'))));
  return {
    element,
    say: (text) => { words.textContent = text; },
    /// Whether something is on its way: it is not sent twice.
    get isBusy() { return save.getAttribute('aria-disabled') === 'true'; },
    busy(isBusy) {
      // A button that is disabled loses the keyboard.
      if (isBusy) save.setAttribute('aria-disabled', 'true');
      else save.removeAttribute('aria-disabled');
      save.textContent = t(isBusy ? 'detail.saving' : 'detail.save');
    },
  };
}

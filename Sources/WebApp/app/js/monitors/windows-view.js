// Times of maintenance in the form: those that there are, and one more, once or weekly.

import { bdi, button, h, setText } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { symbol } from '../shell/symbols.js';
import { DAYS, dayName, windowOf, windowWords } from './windows.js';

/// Makes the part; `value()` gives the windows, `problem()` whether one is begun and not whole.
export function createWindows(windows) {
  let all = [...windows];
  const list = h('ul', { class: 'windows', role: 'list' });
  const input = (type, key) => h('label', { class: 'field' }, h('span', { class: 'field-label' }, t(key)), h('input', { type, class: 'window-input' }));
  const [from, to] = [input('datetime-local', 'monitors.window.from'), input('datetime-local', 'monitors.window.to')];
  const [start, minutes] = [input('time', 'monitors.window.start'), input('number', 'monitors.window.minutes')];
  minutes.lastChild.min = '1';
  const days = DAYS.map((day) => {
    const box = h('input', { type: 'checkbox', value: day });
    return { box, element: h('label', { class: 'check' }, box, dayName(day)) };
  });
  const parts = { once: h('div', { class: 'fields' }, from, to), weekly: h('div', {}, h('div', { class: 'checks' }, days.map((one) => one.element)), h('div', { class: 'fields' }, start, minutes)) };
  const wrong = h('p', { class: 'field-wrong', role: 'alert' });
  const keep = button('button', add, t('monitors.window.add'));
  const place = h('div', { class: 'window-new', hidden: true });
  const open = { once: button('button', () => begin('once'), t('monitors.window.once')), weekly: button('button', () => begin('weekly'), t('monitors.window.repeated')) };
  const element = h('div', { class: 'windows-part' }, list, h('div', { class: 'monitor-actions' }, open.once, open.weekly), place);
  let kind = null;

  function begin(next) {
    kind = kind === next ? null : next;
    for (const [key, one] of Object.entries(open)) one.setAttribute('aria-expanded', String(key === kind));
    place.hidden = kind === null;
    setText(wrong, '');
    if (kind === null) return;
    place.replaceChildren(parts[kind], wrong, keep);
    place.querySelector('input').focus();
  }

  function add() {
    const { window, mistake } = windowOf({
      kind, from: from.lastChild.value, to: to.lastChild.value, start: start.lastChild.value, minutes: minutes.lastChild.value,
      days: days.filter(({ box }) => box.checked).map(({ box }) => box.value),
    });
    setText(wrong, mistake ? t(mistake) : '');
    if (mistake) return false;
    all.push(window);
    draw();
    const done = kind;
    begin(done);
    open[done].focus();
    return true;
  }

  function draw() {
    list.hidden = all.length === 0;
    list.replaceChildren(...all.map((one) => {
      const words = windowWords(one);
      return h('li', {}, h('span', {}, words, plain(one.note) ? h('span', { class: 'aside' }, bdi(plain(one.note))) : null),
        h('button', { class: 'icon-button', type: 'button', 'aria-label': t('monitors.window.remove', { window: words }), on: { click() {
          all = all.filter((other) => other !== one);
          draw();
          open.once.focus();
        } } }, symbol('close')));
    }));
  }

  draw();
  begin(null);
  return {
    element,
    value: () => all,
    /// Whether one is begun that can't be taken; one that is whole is taken.
    problem: () => kind !== null && !add(),
    focus: () => place.querySelector('input')?.focus(),
  };
}

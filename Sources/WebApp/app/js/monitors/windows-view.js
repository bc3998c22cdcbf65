// Times of maintenance in the form: those that there are, and one that is added or changed, once, weekly or by a cron line.

import { bdi, button, h, setAttribute, setText } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { symbol } from '../shell/symbols.js';
import { DAYS, dayName, FIELDS, isTyped, windowFields, windowOf, windowWords } from './windows.js';

const KINDS = { once: 'monitors.window.once', weekly: 'monitors.window.repeated', cron: 'monitors.window.byCron' };
const EMPTY = { from: '', to: '', days: [], start: '', minutes: '', cron: '', note: '' };

/// Makes the part; `value()` gives the windows, `problem()` whether one is begun and not whole.
export function createWindows(windows) {
  let all = [...windows];
  // The kind of the one that is typed, null for none; and which one it replaces, null for a new one.
  let kind = null;
  let changed = null;
  // What the fields began with.
  let start = null;
  const list = h('ul', { class: 'windows', role: 'list' });
  const wrong = h('p', { class: 'field-wrong', id: 'monitor-window-wrong', role: 'alert' });
  const input = (type, key, attributes = {}) => h('label', { class: 'field' }, h('span', { class: 'field-label' }, t(key)), h('input', { type, class: 'window-input', ...attributes }));
  const lines = {
    from: input('datetime-local', 'monitors.window.from'), to: input('datetime-local', 'monitors.window.to'), start: input('time', 'monitors.window.start'),
    minutes: input('number', 'monitors.window.minutes', { min: '1', max: '10080' }),
    cron: input('text', 'monitors.window.cronLine', { maxlength: '200', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', dir: 'ltr', placeholder: '0 3 * * sun' }),
    note: input('text', 'monitors.window.note', { maxlength: '500', autocomplete: 'off', dir: 'auto' }),
  };
  const controls = Object.fromEntries(Object.entries(lines).map(([key, line]) => [key, line.lastChild]));
  const days = DAYS.map((day) => {
    const box = h('input', { type: 'checkbox', value: day });
    return { box, element: h('label', { class: 'check' }, box, dayName(day)) };
  });
  const dayBoxes = h('div', { class: 'checks', role: 'group', 'aria-label': t('monitors.window.days') }, days.map((one) => one.element));
  const fields = h('div', { class: 'fields' });
  const zone = h('p', { class: 'field-hint' });
  const keep = button('button', add, h('span'));
  const place = h('div', { class: 'window-new', hidden: true }, dayBoxes, fields, zone, wrong, h('div', { class: 'monitor-actions' }, keep, button('button', () => leave(), t('detail.cancel'))));
  const open = Object.fromEntries(Object.entries(KINDS).map(([key, words]) => [key, button('button', () => (kind === key && changed === null ? leave() : begin(key)), t(words))]));
  const element = h('div', { class: 'windows-part' }, list, h('div', { class: 'monitor-actions' }, Object.values(open)), place);
  for (const one of [...Object.values(controls), ...days.map(({ box }) => box)]) one.addEventListener('input', () => say('', null));

  const controlOf = (part) => (part === 'days' ? days[0].box : controls[part]) ?? place.querySelector('input:not([hidden])');

  function say(words, part) {
    setText(wrong, words);
    for (const [key, one] of Object.entries(controls)) {
      setAttribute(one, 'aria-invalid', words !== '' && key === part ? 'true' : null);
      setAttribute(one, 'aria-describedby', words !== '' && key === part ? wrong.id : null);
    }
  }

  const typed = () => ({ ...Object.fromEntries(Object.entries(controls).map(([key, one]) => [key, one.value])),
    days: days.filter(({ box }) => box.checked).map(({ box }) => box.value) });

  /// Opens the fields for a new one of a kind, or for one that there is; false where another is typed and not whole.
  function begin(next, index = null) {
    // What is typed of a new one stays for another kind.
    const isNewStill = kind !== null && changed === null && index === null;
    if (!isNewStill) {
      if (kind !== null && isTyped(kind, typed(), start) && !add()) return false;
      const values = index === null ? EMPTY : windowFields(all[index]);
      for (const [key, one] of Object.entries(controls)) one.value = values[key];
      for (const { box } of days) box.checked = values.days.includes(box.value);
      start = typed();
    }
    kind = next;
    changed = index;
    draw();
    controlOf(FIELDS[kind][0]).focus();
    return true;
  }

  function leave() {
    const from = changed === null ? open[kind] : list.querySelectorAll('.window-edit')[changed];
    [kind, changed] = [null, null];
    draw();
    (from ?? open.once).focus();
  }

  function add() {
    const { window, mistake, part } = windowOf({ kind, ...typed() }, changed === null ? undefined : all[changed]);
    if (mistake) {
      say(t(mistake), part);
      controlOf(part).focus();
      return false;
    }
    all = changed === null ? [...all, window] : all.map((one, index) => (index === changed ? window : one));
    leave();
    return true;
  }

  function remove(index) {
    all = all.filter((_, other) => other !== index);
    if (changed === index) [kind, changed] = [null, null];
    else if (changed !== null && changed > index) changed -= 1;
    draw();
    (list.querySelectorAll('.window-remove')[Math.min(index, all.length - 1)] ?? open.once).focus();
  }

  function draw() {
    say('', null);
    for (const [key, one] of Object.entries(open)) one.setAttribute('aria-expanded', String(key === kind && changed === null));
    place.hidden = kind === null;
    if (kind !== null) {
      dayBoxes.hidden = kind !== 'weekly';
      fields.replaceChildren(...FIELDS[kind].filter((key) => key in lines).map((key) => lines[key]));
      setText(zone, t({ once: 'monitors.window.ownZone', weekly: 'monitors.window.zone', cron: 'monitors.window.cronZone' }[kind]));
      setText(keep.firstChild, t(changed === null ? 'monitors.window.add' : 'monitors.window.change'));
    }
    list.hidden = all.length === 0;
    list.replaceChildren(...all.map((one, index) => {
      const words = windowWords(one);
      const act = (name, key, sign, press) => h('button', { class: `icon-button ${name}`, type: 'button', 'aria-label': t(key, { window: words }), on: { click: press } }, symbol(sign));
      return h('li', {}, h('span', {}, words, plain(one.note) ? h('span', { class: 'aside' }, bdi(plain(one.note))) : null),
        h('span', { class: 'window-acts' }, act('window-edit', 'monitors.window.edit', 'edit', () => begin(windowFields(one).kind, index)),
          act('window-remove', 'monitors.window.remove', 'close', () => remove(index))));
    }));
  }

  draw();
  return {
    element,
    value: () => all,
    /// Whether one is begun that can't be taken; one that is whole is taken.
    problem: () => kind !== null && !add(),
    /// Says what is wrong with one that was sent, `{index, part}`, at its field; false where there is no such one.
    refuse(words, entry) {
      if (!all[entry?.index] || !begin(windowFields(all[entry.index]).kind, entry.index)) return false;
      say(words, entry.part);
      controlOf(entry.part).focus();
      return true;
    },
    isOpen: () => kind !== null,
  };
}

// Changes as rows: glyph, sentence, time; made once, and used again when the list is drawn anew.

import { paintDisc } from '../disc.js';
import { bdi, h, setAttribute } from '../dom.js';
import { currentLanguage, exactTime, t } from '../i18n/i18n.js';
import { deviceHash } from '../model/router.js';
import { symbol } from '../shell/symbols.js';
import { groupOf } from './changes.js';
import { changeWords, clock } from './words.js';

function sign(change, device) {
  const isProblem = groupOf(change) === 'problems';
  // One that was forgotten is known by its name alone.
  const drawn = device ?? (change.name ? { category: 'unknown', state: 'away' } : null);
  if (drawn) return h('span', { class: 'change-sign' }, paintDisc(drawn), isProblem ? h('span', { class: 'change-mark' }, symbol('warning')) : null);
  return h('span', { class: 'change-sign' }, h('span', { class: 'change-home', 'aria-hidden': 'true', data: { group: isProblem ? 'problems' : '' } },
    symbol(isProblem ? 'warning' : 'home')));
}

function makeRow(change, device, isLink) {
  const words = bdi(changeWords(change, device), { class: 'change-words' });
  const problem = groupOf(change) === 'problems' ? h('span', { class: 'visually-hidden' }, `${t('timeline.problem')}: `) : null;
  const time = h('time', { class: 'change-time', datetime: change.time, title: exactTime(change.time) }, clock(Date.parse(change.time)));
  const parts = [sign(change, device), h('span', { class: 'change-body' }, problem, words), time];
  // A device that was forgotten has no page.
  const inner = isLink && device ? h('a', { class: 'change', href: deviceHash(device.id) }, parts) : h('div', { class: 'change' }, parts);
  return h('li', { data: { seq: String(change.seq) } }, inner);
}

/// Makes rows and keeps them. `row(change, device)`; `isLink`: whether they lead to their devices.
export function createRows({ isLink }) {
  let rows = new Map();
  let fresh = new Map();
  return {
    /// Begins a new list: what is not asked for again is dropped with `end`.
    begin() { fresh = new Map(); },
    row(change, device) {
      // Of a device only what is drawn counts.
      const shown = [currentLanguage(), change.message?.text, device?.id, device?.category, device?.vendor, device?.name, device?.state, device?.user_category].join('\n');
      const known = rows.get(change.seq);
      const one = known?.shown === shown ? known : { shown, element: makeRow(change, device, isLink) };
      fresh.set(change.seq, one);
      return one.element;
    },
    end() { rows = fresh; },
    /// Marks the row of the open device.
    mark(id) {
      for (const { element } of rows.values()) {
        const link = element.querySelector('a');
        if (link) setAttribute(link, 'aria-current', id !== null && link.getAttribute('href') === deviceHash(id) ? 'true' : null);
      }
    },
  };
}

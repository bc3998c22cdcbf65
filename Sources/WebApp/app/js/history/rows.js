// Changes as rows: glyph, sentence, time; made once, and used again when the list is drawn anew.

import { paintDisc } from '../disc.js';
import { bdi, button, h, setAttribute } from '../dom.js';
import { currentLanguage, exactTime, t } from '../i18n/i18n.js';
import { deviceHash } from '../model/router.js';
import { symbol } from '../shell/symbols.js';
import { groupOf } from './changes.js';
import { undo } from './undoing.js';
import { changeWords, clock } from './words.js';

function sign(change, device) {
  const isProblem = groupOf(change) === 'problems';
  // One that was forgotten is known by its name alone.
  const drawn = device ?? (change.name ? { category: 'unknown', state: 'away' } : null);
  if (drawn) return h('span', { class: 'change-sign' }, paintDisc(drawn), isProblem ? h('span', { class: 'change-mark' }, symbol('warning')) : null);
  return h('span', { class: 'change-sign' }, h('span', { class: 'change-home', 'aria-hidden': 'true', data: { group: isProblem ? 'problems' : '' } },
    symbol(isProblem ? 'warning' : 'home')));
}

function makeRow(change, device, isLink, { refusal, onUndo }) {
  const words = bdi(changeWords(change, device), { class: 'change-words' });
  const problem = groupOf(change) === 'problems' ? h('span', { class: 'visually-hidden' }, `${t('timeline.problem')}: `) : null;
  const time = h('time', { class: 'change-time', datetime: change.time, title: exactTime(change.time) }, clock(Date.parse(change.time)));
  // Why it could not be undone stays with it.
  const why = refusal ? h('span', { class: 'change-why' }, bdi(`${t('identity.notUndone')} ${refusal}`)) : null;
  const parts = [sign(change, device), h('span', { class: 'change-body' }, problem, words, why), time];
  // A device that was forgotten has no page.
  const inner = isLink && device ? h('a', { class: 'change', href: deviceHash(device.id) }, parts) : h('div', { class: 'change' }, parts);
  const back = onUndo ? button('button change-undo', onUndo, t('identity.undo')) : null;
  back?.setAttribute('aria-label', t('identity.undoOf', { change: words.textContent }));
  return h('li', { class: back && 'has-undo', data: { seq: String(change.seq) } }, inner, back);
}

/// Makes rows and keeps them. `row(change, device)`; `isLink`: whether they lead to their devices. `onUndone()` is
/// called when a change was undone, or can't be: what can be undone of the others may be another now.
export function createRows({ isLink, onUndone }) {
  let rows = new Map();
  let fresh = new Map();
  // Why changes could not be undone, by their numbers; '' for those that were: `{reason, isAgreed}`.
  const settled = new Map();

  /// Why it could not be undone. Once the server has agreed that it can't be, it may say that it can be again.
  function reasonOf({ seq, undoable }) {
    const one = settled.get(seq);
    if (!one) return undefined;
    if (undoable !== true) one.isAgreed = true;
    else if (one.isAgreed) settled.delete(seq);
    return settled.get(seq)?.reason;
  }

  async function takeBack({ seq }) {
    const answer = await undo(seq, (reason, status) => {
      if (status !== 404 && status !== 409) return;
      settled.set(seq, { reason });
      onUndone();
    });
    if (!answer) return;
    settled.set(seq, { reason: '' });
    onUndone();
  }

  return {
    /// Begins a new list: what is not asked for again is dropped with `end`.
    begin() { fresh = new Map(); },
    row(change, device) {
      const reason = reasonOf(change);
      // Of a device only what is drawn counts.
      const shown = [currentLanguage(), change.message?.text, device?.id, device?.category, device?.vendor, device?.name, device?.state, device?.user_category,
        change.undoable, reason].join('\n');
      const known = rows.get(change.seq);
      const onUndo = change.undoable === true && reason === undefined ? () => takeBack(change) : null;
      const one = known?.shown === shown ? known
        : { shown, element: makeRow(change, device, isLink, { refusal: reason, onUndo }) };
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

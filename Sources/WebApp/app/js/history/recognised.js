// What homenet took for one device by itself: why, and that it is wrong.

import { bdi, button, h } from '../dom.js';
import { currentLanguage, relativeTime, t } from '../i18n/i18n.js';
import { history } from './requests.js';
import { returnKeyboard, undo } from './undoing.js';
import { changeWords } from './words.js';

// As many merges as can be undone at all.
const MOST = 50;

/// The changes that tell of a merge that nobody asked for and that can be undone, newest first. Pure.
export const recognisedOf = (changes) => (changes ?? []).filter((one) => one.kind === 'new_mac' && one.undoable === true).sort((a, b) => b.seq - a.seq);

/// Makes the card; `load(device)` asks for what there is of a device. `onUndone()` is called when one was denied.
export function createRecognised({ onUndone }) {
  const element = h('section', { class: 'card recognised', hidden: true });
  let device = null;
  let found = [];
  let shown = '';
  // Which answer is waited for: an older one is dropped.
  let turn = 0;

  async function deny(change) {
    const { id } = device;
    const answer = await undo(change.seq, (reason, status) => {
      // What is gone or was overtaken can't be undone later either, as far as this page knows.
      if (status === 404 || status === 409) load(device);
    });
    if (!answer) return;
    if (device.id === id) {
      // What was asked for before may still have it.
      turn += 1;
      found = found.filter(({ seq }) => seq !== change.seq);
      draw();
    }
    onUndone();
  }

  function draw() {
    const signature = JSON.stringify([currentLanguage(), device.id, found.map(({ seq }) => seq)]);
    if (signature === shown) return;
    shown = signature;
    const held = element.contains(document.activeElement) ? document.activeElement.dataset.seq : null;
    element.hidden = found.length === 0;
    element.replaceChildren(...(found.length === 0 ? [] : [h('h3', {}, t('identity.recognised')),
      h('div', { class: 'card-body identity-body' }, found.map((one) => h('div', { class: 'recognised-one' },
        h('p', { id: `recognised-${one.seq}` }, bdi(changeWords(one, device))),
        h('p', { class: 'muted' }, t('identity.recognisedWhen', { when: relativeTime(one.time) })),
        h('div', { class: 'detail-more' }, denial(one)))))]));
    if (held === null) return;
    element.querySelector(`[data-seq="${held}"]`)?.focus({ preventScroll: true });
    returnKeyboard();
  }

  /// Several have the same words: each is described by what it is about.
  function denial(change) {
    const one = button('button', () => deny(change), t('identity.notSame'));
    one.dataset.seq = change.seq;
    one.setAttribute('aria-describedby', `recognised-${change.seq}`);
    return one;
  }

  async function load(next) {
    if (device?.id !== next.id) found = [];
    device = next;
    turn += 1;
    const mine = turn;
    draw();
    try {
      const { changes } = await history.changes({ device: next.id, kind: 'new_mac', limit: MOST });
      if (mine !== turn) return;
      found = recognisedOf(changes);
      draw();
    } catch {
      // A server that keeps no history, or that can't be reached: the history's own card says so.
    }
  }

  return { element, load };
}

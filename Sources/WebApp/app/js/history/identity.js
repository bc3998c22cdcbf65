// Whether two devices are one, or one is two: the proposal that the server makes, merging and splitting by hand,
// and what undoes it.

import { redraw } from '../confirm.js';
import { bdi, button, h } from '../dom.js';
import { currentLanguage, isolate, t } from '../i18n/i18n.js';
import { messageWords, sentence } from '../i18n/phrases.js';
import { displayName, secondLine } from '../model/device.js';
import { deviceHash } from '../model/router.js';
import { toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { createRecognised } from './recognised.js';
import { createSplitting } from './splitting.js';
import { attempt, returnKeyboard, undoAction } from './undoing.js';

const path = (id) => `devices/${encodeURIComponent(id)}`;

/// The devices that one can be merged into, in the order of their names. Pure.
export const mergeable = (devices, device) => [...devices.values()]
  .filter((one) => one.id !== device.id && !one.self)
  .sort((one, other) => displayName(one).localeCompare(displayName(other)) || one.slot - other.slot);

/// Makes the question and the actions; `update(device, full)` shows them for a device, `full` as the server
/// explains it. `onChange()` is called when a device was merged, split or neither any more.
export function createIdentity({ store, onChange }) {
  const proposal = h('section', { class: 'card identity', hidden: true });
  const actions = h('div');
  const recognised = createRecognised({ onUndone: changed });
  const splitting = createSplitting({ onDone: changed, onClose: (isHeld) => { drawActions(); if (isHeld) focusAction('.split-open'); } });
  const merging = h('div', { class: 'identity' }, recognised.element, actions, splitting.element);
  let device = null;
  let macs = [];
  let isChoosing = false;
  let shown = '';

  /// What can be done of the device is another now.
  function changed() {
    recognised.load(device);
    onChange();
  }

  /// The button that opened what was closed, or the first one there is, has the keyboard.
  function focusAction(one, options) {
    (actions.querySelector(one) ?? actions.querySelector('button') ?? document.getElementById('detail-name'))?.focus(options);
  }

  const nameOf = (id) => isolate(displayName(store.state.devices.get(id) ?? { id }));

  async function merge(into) {
    const { id } = device;
    const names = { name: nameOf(id), other: nameOf(into) };
    const answer = await attempt('identity.notMerged', 'POST', `${path(id)}/merge`, { body: { into } });
    if (!answer) return;
    // Another device may be open by now.
    if (device.id === id) {
      isChoosing = false;
      drawActions();
    }
    if (store.state.route.id === id) location.replace(deviceHash(answer.devices[0]?.id ?? into));
    toast(t('identity.merged', names), undoAction(answer.change, changed));
  }

  async function deny() {
    const { id } = device;
    const answer = await attempt('identity.notDenied', 'DELETE', `${path(id)}/proposal`);
    if (!answer || device.id !== id) return;
    // The event may come later.
    hideProposal();
    returnKeyboard();
  }

  function hideProposal() {
    if (proposal.contains(document.activeElement)) returnKeyboard(proposal);
    proposal.hidden = true;
  }

  function drawProposal() {
    const known = device.proposal && store.state.devices.get(device.proposal.device);
    if (!known) {
      hideProposal();
      return;
    }
    proposal.hidden = false;
    const into = device.proposal.device;
    redraw(proposal,
      h('h3', {}, t('identity.ask', { name: nameOf(into) })),
      h('div', { class: 'card-body identity-body' },
        h('p', {}, bdi(sentence(messageWords(device.proposal.message)))),
        h('div', { class: 'detail-more' },
          button('button primary', () => merge(into), t('identity.yes')),
          button('button', deny, t('identity.no')))));
  }

  function choose(next) {
    isChoosing = next;
    drawActions();
    if (next) actions.querySelector('select')?.focus();
    else focusAction('.merge-open');
  }

  function openSplit() {
    splitting.open(device, macs);
    drawActions();
  }

  function drawActions() {
    const others = mergeable(store.state.devices, device);
    actions.hidden = device.self || splitting.isOpen() || (others.length === 0 && macs.length < 2);
    if (!isChoosing) {
      const merge = others.length === 0 ? null : button('button merge-open', () => choose(true), symbol('devices'), t('identity.merge'));
      const split = macs.length < 2 ? null : button('button split-open', openSplit, symbol('devices'), t('identity.split'));
      actions.replaceChildren(h('div', { class: 'detail-more' }, merge, split));
      return;
    }
    const select = h('select', { id: 'merge-into' }, others.map((one) =>
      h('option', { value: one.id }, [displayName(one), secondLine(one)].filter(Boolean).join(' · '))));
    actions.replaceChildren(h('div', { class: 'card card-body identity-body', role: 'group', 'aria-label': t('identity.merge') },
      h('label', { for: 'merge-into' }, t('identity.into', { name: nameOf(device.id) })),
      h('div', { class: 'choice' }, select),
      h('div', { class: 'detail-more' },
        button('button primary', () => merge(select.value), t('identity.do')),
        button('button', () => choose(false), t('detail.cancel')))));
  }

  return {
    proposal,
    merging,
    /// Asks what was recognised of the device.
    load() { recognised.load(device); },
    update(next, full) {
      if (device?.id !== next.id) {
        isChoosing = false;
        splitting.drop();
        macs = [];
      }
      device = next;
      if (full) {
        macs = full.macs ?? [];
        splitting.check(macs);
      }
      const signature = JSON.stringify([next.id, currentLanguage(), next.proposal, displayName(next), next.self, store.state.devices.size > 1,
        displayName(store.state.devices.get(next.proposal?.device) ?? { id: '' }), macs.length > 1]);
      if (signature === shown) return;
      shown = signature;
      drawProposal();
      // While one is chosen, the list stays as it is.
      if (isChoosing || splitting.isOpen()) return;
      const held = actions.contains(document.activeElement) ? `.${document.activeElement.classList[1]}` : null;
      drawActions();
      if (held) focusAction(held, { preventScroll: true });
    },
  };
}

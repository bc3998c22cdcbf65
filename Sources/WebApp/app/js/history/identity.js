// Whether two devices are one: the proposal that the server makes, merging by hand, and its undoing.

import { bdi, button, h } from '../dom.js';
import { currentLanguage, isolate, t } from '../i18n/i18n.js';
import { messageWords, sentence } from '../i18n/phrases.js';
import { ask } from '../model/api.js';
import { displayName, secondLine } from '../model/device.js';
import { failureWords } from '../model/failures.js';
import { deviceHash } from '../model/router.js';
import { toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';

const path = (id) => `devices/${encodeURIComponent(id)}`;

/// The devices that one can be merged into, in the order of their names. Pure.
export const mergeable = (devices, device) => [...devices.values()]
  .filter((one) => one.id !== device.id && !one.self)
  .sort((one, other) => displayName(one).localeCompare(displayName(other)) || one.slot - other.slot);

/// Makes the question and the action; `update(device)` shows them for a device.
export function createIdentity({ store }) {
  const proposal = h('section', { class: 'card identity', hidden: true });
  const merging = h('div', { class: 'identity' });
  let device = null;
  let isChoosing = false;
  let isBusy = false;
  let shown = '';

  const nameOf = (id) => isolate(displayName(store.state.devices.get(id) ?? { id }));

  /// Asks the server, once at a time; a refusal is said. Null where it failed.
  async function attempt(words, method, where, body) {
    if (isBusy) return null;
    isBusy = true;
    try {
      return (await ask(method, where, body)) ?? {};
    } catch (error) {
      toast(`${t(words)} ${failureWords(error)}`);
      return null;
    } finally {
      isBusy = false;
    }
  }

  async function merge(into) {
    const { id } = device;
    const names = { name: nameOf(id), other: nameOf(into) };
    const answer = await attempt('identity.notMerged', 'POST', `${path(id)}/merge`, { into });
    if (!answer) return;
    // Another device may be open by now.
    if (device.id === id) {
      isChoosing = false;
      drawMerging();
    }
    if (store.state.route.id === id) location.replace(deviceHash(answer.devices[0]?.id ?? into));
    const undo = async () => {
      const undone = await attempt('identity.notUndone', 'POST', `changes/${answer.change}/undo`);
      if (undone) toast(t('identity.undone', names));
    };
    toast(t('identity.merged', names), answer.change === null ? null : { label: t('identity.undo'), act: undo });
  }

  async function deny() {
    const { id } = device;
    const answer = await attempt('identity.notDenied', 'DELETE', `${path(id)}/proposal`);
    // The event may come later.
    if (answer && device.id === id) proposal.hidden = true;
  }

  function drawProposal() {
    const known = device.proposal && store.state.devices.get(device.proposal.device);
    proposal.hidden = !known;
    if (!known) return;
    const into = device.proposal.device;
    proposal.replaceChildren(
      h('h3', {}, t('identity.ask', { name: nameOf(into) })),
      h('div', { class: 'card-body identity-body' },
        h('p', {}, bdi(sentence(messageWords(device.proposal.message)))),
        h('div', { class: 'detail-more' },
          button('button primary', () => merge(into), t('identity.yes')),
          button('button', deny, t('identity.no')))));
  }

  function choose(next) {
    isChoosing = next;
    drawMerging();
    merging.querySelector(next ? 'select' : 'button')?.focus();
  }

  function drawMerging() {
    const others = mergeable(store.state.devices, device);
    merging.hidden = device.self || others.length === 0;
    if (!isChoosing) {
      merging.replaceChildren(h('div', { class: 'detail-more' },
        button('button', () => choose(true), symbol('devices'), t('identity.merge'))));
      return;
    }
    const select = h('select', { id: 'merge-into' }, others.map((one) =>
      h('option', { value: one.id }, [displayName(one), secondLine(one)].filter(Boolean).join(' · '))));
    merging.replaceChildren(h('div', { class: 'card card-body identity-body', role: 'group', 'aria-label': t('identity.merge') },
      h('label', { for: 'merge-into' }, t('identity.into', { name: nameOf(device.id) })),
      h('div', { class: 'choice' }, select),
      h('div', { class: 'detail-more' },
        button('button primary', () => merge(select.value), t('identity.do')),
        button('button', () => choose(false), t('detail.cancel')))));
  }

  return {
    proposal,
    merging,
    update(next) {
      if (device?.id !== next.id) isChoosing = false;
      device = next;
      const signature = JSON.stringify([next.id, currentLanguage(), next.proposal, displayName(next), next.self, store.state.devices.size > 1,
        displayName(store.state.devices.get(next.proposal?.device) ?? { id: '' })]);
      if (signature === shown) return;
      shown = signature;
      drawProposal();
      // While one is chosen, the list stays as it is.
      if (!isChoosing) drawMerging();
    },
  };
}

// Splitting a device by hand: which of its MAC addresses become a device of their own.

import { bdi, button, h, setText } from '../dom.js';
import { isolate, t } from '../i18n/i18n.js';
import { displayName } from '../model/device.js';
import { toast } from '../shell/announce.js';
import { attempt, undoAction } from './undoing.js';

/// The MAC addresses that are proposed to be split off: of two, the one that it does not show now. Pure.
export const proposedMacs = (macs) => (macs.length === 2 ? macs.filter(({ shown }) => !shown).slice(-1).map(({ mac }) => mac) : []);

/// Whether a device can be split so: some are chosen, and some stay. Pure.
export const isSplit = (macs, chosen) => chosen.length > 0 && chosen.length < macs.length;

const listed = (macs) => macs.map(({ mac }) => mac).sort().join();

let made = 0;

/// Makes the choice; `element` stands where the button was while it is open. `onClose(isHeld)` is called when it is
/// closed, with whether it had the keyboard, `onDone()` when the device was split, or is whole again.
export function createSplitting({ onClose, onDone }) {
  const element = h('div', { hidden: true });
  // The device whose choice is open
  let current = null;
  // The MAC addresses that it shows
  let offered = '';
  made += 1;
  const problemId = `split-problem-${made}`;

  function boxOf({ mac, addresses, shown }, isChosen) {
    const box = h('input', { type: 'checkbox', value: mac, 'aria-describedby': problemId });
    box.checked = isChosen;
    const beside = [...addresses, shown ? t('identity.shown') : null].filter(Boolean).join(' · ');
    return h('label', { class: 'split-mac' }, box, h('span', {}, h('span', { class: 'mono' }, mac),
      beside ? h('span', { class: 'aside' }, bdi(beside)) : null));
  }

  async function split(device, chosen) {
    const name = isolate(displayName(device));
    const answer = await attempt('identity.notSplit', 'POST', `devices/${encodeURIComponent(device.id)}/split`, { body: { macs: chosen } });
    if (!answer) return;
    const [, part] = answer.devices;
    toast(t('identity.splitDone', { name, other: isolate(displayName(part ?? device)) }), undoAction(answer.change, onDone));
    // Another device may be open by now.
    if (current === device) close();
    onDone();
  }

  function drop() {
    current = null;
    element.hidden = true;
    element.replaceChildren();
  }

  function close() {
    const isHeld = element.contains(document.activeElement);
    drop();
    onClose(isHeld);
  }

  return {
    element,
    isOpen: () => !element.hidden,
    /// Lets go of a choice that was of another device.
    drop,
    /// Closes a choice that is of other MAC addresses than the device has by now: it was split elsewhere.
    check(macs) { if (!element.hidden && listed(macs) !== offered) close(); },
    open(device, macs) {
      const proposed = proposedMacs(macs);
      const boxes = macs.map((one) => boxOf(one, proposed.includes(one.mac)));
      const problem = h('p', { class: 'unsaved', id: problemId, role: 'alert' });
      const chosen = () => boxes.map((one) => one.querySelector('input')).filter((box) => box.checked).map((box) => box.value);
      const go = () => {
        const isRight = isSplit(macs, chosen());
        setText(problem, isRight ? '' : t('identity.chooseSome'));
        if (isRight) split(device, chosen());
        else boxes[0].querySelector('input').focus();
      };
      current = device;
      offered = listed(macs);
      element.hidden = false;
      element.replaceChildren(h('fieldset', { class: 'card card-body identity-body split' },
        h('legend', {}, t('identity.which', { name: isolate(displayName(device)) })), boxes, problem,
        h('div', { class: 'detail-more' }, button('button primary', go, t('identity.splitDo')), button('button', close, t('detail.cancel')))));
      boxes[0].querySelector('input').focus();
    },
  };
}

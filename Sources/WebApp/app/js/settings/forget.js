// Forgetting at once all devices that are away and of which the user has said nothing; it asks first.

import { confirmation, redraw } from '../confirm.js';
import { button, emit, h } from '../dom.js';
import { currentLanguage, t } from '../i18n/i18n.js';
import { symbol } from '../shell/symbols.js';

const isUnnamed = (device) => !device.user_name && !device.user_category && !device.note && !device.hidden;

/// How many the server would forget. Pure.
export const forgettable = (devices) =>
  [...devices.values()].filter((one) => one.state === 'away' && !one.self && isUnnamed(one)).length;

/// The card; a yes leaves as `homenet:forget-away`. `onDone()` takes the keyboard from it.
export function createForgetCard({ onDone }) {
  const title = h('h3');
  const body = h('div');
  const element = h('section', { class: 'card settings-part' }, title, body);
  let isAsking = false;
  // How many there are, and how many are shown: the question stays as it was asked.
  let present = 0;
  let count = 0;
  let shown = '';

  function ask(next) {
    isAsking = next;
    draw();
    const to = body.querySelector(next ? '.danger' : '.forget');
    if (to) to.focus();
    else onDone();
  }

  function forget() {
    emit(element, 'forget-away');
    isAsking = false;
    draw();
    onDone();
  }

  const offer = () => h('div', { class: 'setting' }, h('span', {}, t('settings.awayCount', { count })),
    button('button forget', () => ask(true), symbol('forget'), t('settings.forgetAway')));

  function draw() {
    if (!isAsking) count = present;
    const signature = JSON.stringify([currentLanguage(), count, isAsking]);
    if (signature === shown) return;
    shown = signature;
    element.hidden = count === 0;
    title.textContent = t('settings.away');
    body.className = isAsking ? 'confirm' : 'card-body';
    redraw(body, ...(isAsking ? confirmation(t('settings.forgetAsk', { count }), forget, () => ask(false)) : count > 0 ? [offer()] : []));
  }

  return {
    element,
    update(devices) {
      present = forgettable(devices);
      draw();
    },
  };
}

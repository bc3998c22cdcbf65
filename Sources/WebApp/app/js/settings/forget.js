// Forgetting at once all devices that are away and of which the user has said nothing; it asks first.

import { h } from '../dom.js';
import { currentLanguage, t } from '../i18n/i18n.js';
import { symbol } from '../shell/symbols.js';

const isUnnamed = (device) => !device.user_name && !device.user_category && !device.note && !device.hidden;

/// How many the server would forget. Pure.
export const forgettable = (devices) =>
  [...devices.values()].filter((one) => one.state === 'away' && !one.self && isUnnamed(one)).length;

/// The card; a yes leaves as `homenet:forget-away`.
export function createForgetCard() {
  const title = h('h3');
  const body = h('div');
  const element = h('section', { class: 'card settings-part' }, title, body);
  let isAsking = false;
  let count = 0;
  let shown = '';

  function ask(next) {
    isAsking = next;
    draw();
    body.querySelector(next ? '.danger' : '.forget')?.focus();
  }

  function forget() {
    isAsking = false;
    element.dispatchEvent(new CustomEvent('homenet:forget-away', { bubbles: true }));
    draw();
  }

  function draw() {
    const signature = JSON.stringify([currentLanguage(), count, isAsking]);
    if (signature === shown) return;
    shown = signature;
    element.hidden = count === 0;
    title.textContent = t('settings.away');
    body.className = isAsking ? 'confirm' : 'card-body';
    const button = (kind, words, act) => h('button', { class: `button ${kind}`, type: 'button', on: { click: act } }, ...words);
    body.replaceChildren(...(count === 0 ? [] : isAsking
      ? [h('p', {}, t('settings.forgetAsk', { count })), h('div', {},
        button('danger', [t('detail.forget')], forget), button('', [t('detail.cancel')], () => ask(false)))]
      : [h('div', { class: 'setting' }, h('span', {}, t('settings.awayCount', { count })),
        button('forget', [symbol('forget'), t('settings.forgetAway')], () => ask(true)))]));
  }

  return {
    element,
    update(devices) {
      count = forgettable(devices);
      if (count === 0) isAsking = false;
      draw();
    },
  };
}

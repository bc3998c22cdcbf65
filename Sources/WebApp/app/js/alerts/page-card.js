// This page as a channel: a switch for notifications of the browser, or why there can't be any.

import { h } from '../dom.js';
import { currentLanguage, t } from '../i18n/i18n.js';
import { announce } from '../shell/announce.js';
import { newId } from './parts.js';
import { canNotify, notifyState, setNotifications, wantsNotifications } from './notifying.js';

/// Makes the card; permission is asked for when the switch is tapped, and never before.
export function createPageCard() {
  const ids = { title: newId(), words: newId(), hint: newId() };
  const title = h('h3', { id: ids.title });
  const words = h('span', { id: ids.words });
  const hint = h('small', { id: ids.hint, class: 'aside' });
  const box = h('input', { type: 'checkbox', role: 'switch', 'aria-labelledby': ids.words, 'aria-describedby': ids.hint, on: { change } });
  const row = h('label', { class: 'switch alerts-switch' }, words, box);
  const element = h('section', { class: 'alerts-item', 'aria-labelledby': ids.title }, title, row, hint);
  // Some browsers have notifications, and no way to show one from a page.
  let isUnable = false;

  const state = () => notifyState({ can: canNotify() && !isUnable, permission: globalThis.Notification?.permission, wanted: wantsNotifications() });

  async function change() {
    if (!box.checked) {
      setNotifications(false);
      draw();
      return;
    }
    const permission = await Notification.requestPermission().catch(() => 'denied');
    if (permission === 'granted') {
      try {
        // It also shows what one looks like.
        new Notification(t('alerts.page.first'), { tag: 'homenet', lang: currentLanguage(), icon: 'icons/icon-192.png' });
        setNotifications(true);
      } catch {
        isUnable = true;
      }
    }
    draw();
    announce(hint.textContent);
  }

  function draw() {
    const now = state();
    title.textContent = t('alerts.page.title');
    words.textContent = t('alerts.page.notify');
    hint.textContent = t(`alerts.page.${now}`);
    box.checked = now === 'on';
    box.disabled = now === 'insecure' || now === 'denied';
  }

  return { element, update: draw };
}

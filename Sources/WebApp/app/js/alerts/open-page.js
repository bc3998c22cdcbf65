// The open page as a channel: alerts as they come, as notifications of the browser or above the page, once over all tabs.

import { bdi, h } from '../dom.js';
import { currentLanguage, t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { remember, remembered } from '../model/preferences.js';
import { announce } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { claimed, keyOf, placeOf } from './history.js';
import { canNotify, wantsNotifications } from './notifying.js';
import { noticeWords } from './words.js';

const SHOWN = 'alerts.shown';
// As many as stand above the page.
const MOST_NOTICES = 3;
// The tab that is looked at comes first, then one that is seen.
const WAITS_MS = { focused: 0, visible: 150, hidden: 400 };

/// Whether this tab shows an alert: the first one to ask does.
async function claim(key) {
  const take = () => {
    let keys = [];
    try {
      keys = JSON.parse(remembered(SHOWN, '[]'));
    } catch {
      // What stands there is not ours.
    }
    const next = claimed(keys, key);
    if (next) remember(SHOWN, JSON.stringify(next));
    return next !== null;
  };
  // Plain HTTP has no locks: there the tabs' different waits have to do.
  return navigator.locks ? navigator.locks.request('homenet.alerts', take) : take();
}

/// Shows a notification; false where the browser can't.
function notify(words, notice, key, place) {
  try {
    const one = new Notification(words, { body: plain(notice.items[0]?.reason), tag: key, lang: currentLanguage(), icon: 'icons/icon-192.png' });
    one.addEventListener('click', () => {
      globalThis.focus();
      location.hash = place;
      one.close();
    });
    return true;
  } catch {
    return false;
  }
}

/// Shows alerts that come from now on. `onKeep()` has this tab stay connected, also while nobody looks at it.
export function createOpenPage({ store, onKeep }) {
  let isKeeping = false;

  /// One tab stays connected for notifications; the others hang up when they are hidden, as ever.
  function keep() {
    if (isKeeping || !wantsNotifications() || !navigator.locks) return;
    isKeeping = true;
    navigator.locks.request('homenet.keeper', () => new Promise((end) => {
      store.update({ isKeeper: true });
      onKeep();
      addEventListener('homenet:notify', function look() {
        if (wantsNotifications()) return;
        removeEventListener('homenet:notify', look);
        isKeeping = false;
        store.update({ isKeeper: false });
        end();
      });
    }));
  }

  function dismiss(key) {
    store.update({ news: store.state.news.filter((one) => one.key !== key) });
  }

  function showHere(words, notice, key, place) {
    const isGood = notice.severity === 'resolved';
    const make = () => h('div', { class: 'notice', data: { key, alert: notice.severity } }, symbol(isGood ? 'check' : 'warning'),
      h('a', { class: 'notice-words', href: place }, bdi(words)),
      h('button', { class: 'icon-button', type: 'button', 'aria-label': t('problem.dismiss'), on: { click: () => dismiss(key) } }, symbol('close')));
    // What is over is told in the place of what began.
    const others = store.state.news.filter((one) => !notice.thread || one.thread !== notice.thread);
    store.update({ news: [{ key, thread: notice.thread, make }, ...others].slice(0, MOST_NOTICES) });
    announce(words);
  }

  async function take({ notice }) {
    if (!notice?.items) return;
    const isVisible = document.visibilityState === 'visible';
    const isFocused = isVisible && document.hasFocus();
    const isNotifying = wantsNotifications() && canNotify() && Notification.permission === 'granted';
    if (!isVisible && !isNotifying) return;
    const wait = WAITS_MS[isFocused ? 'focused' : isVisible ? 'visible' : 'hidden'];
    if (wait > 0) await new Promise((resolve) => { setTimeout(resolve, wait * (1 + Math.random())); });
    const key = keyOf(notice);
    if (!(await claim(key))) return;
    const words = noticeWords(notice);
    const place = placeOf(notice) ?? '#/alerts';
    if (!isNotifying || isFocused || !notify(words, notice, key, place)) showHere(words, notice, key, place);
  }

  addEventListener('homenet:alert', ({ detail }) => take(detail));
  addEventListener('homenet:notify', keep);
  // Another tab has switched it on.
  addEventListener('storage', () => dispatchEvent(new Event('homenet:notify')));
  keep();
}

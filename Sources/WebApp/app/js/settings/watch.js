// The watch: whether the network is scanned at its times, and when that was and will be.

import { fact, part } from '../card.js';
import { emit, h } from '../dom.js';
import { currentLanguage, exactTime, relativeTime, t } from '../i18n/i18n.js';

const time = (text) => (text ? h('time', { datetime: text, title: exactTime(text) }, relativeTime(text)) : null);

/// The card of the watch; what is chosen leaves as `homenet:pause-watch`.
export function createWatchCard() {
  const title = h('h3');
  const words = h('span', { id: 'watch-words' });
  const hint = h('small', { id: 'watch-hint', class: 'aside' });
  const box = h('input', {
    type: 'checkbox', role: 'switch', id: 'watch', 'aria-labelledby': 'watch-words', 'aria-describedby': 'watch-hint',
    on: { change: () => emit(box, 'pause-watch', { paused: !box.checked }) },
  });
  const times = part((scan) => h('dl', {}, ...[
    fact(t('settings.scanLast'), time(scan.finished)), fact(t('settings.scanNext'), time(scan.next)),
  ].filter(Boolean)));
  const element = h('section', { class: 'card settings-part' }, title, h('div', { class: 'card-body' },
    h('label', { class: 'setting switch', for: 'watch' }, h('span', {}, words, hint), box), times.element));
  return {
    element,
    update(scan, minute) {
      title.textContent = t('settings.scan');
      words.textContent = t('settings.watch');
      hint.textContent = t(scan.paused ? 'settings.watchPaused' : 'settings.watchHint');
      box.checked = !scan.paused;
      times.update([currentLanguage(), minute, scan.finished, scan.next], scan);
    },
  };
}

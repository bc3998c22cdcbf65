// How many monitors are down, at the links that lead to them.

import { h, setAttribute, setText } from '../dom.js';
import { number, t } from '../i18n/i18n.js';
import { loadStyle } from '../shell/load-later.js';

// More than that has no room, and is no other news.
const MOST = 99;

/// How many are down, by an event's numbers of states; 0 where they are not known. Pure.
export const downIn = (states) => (Number.isInteger(states?.down) && states.down > 0 ? states.down : 0);

/// What stands in the badge; '' where it has nothing to say. Pure but for the words.
export const badgeWords = (count) => (count === 0 ? '' : count > MOST ? `${number(MOST)}+` : number(count));

/// Puts badges at the links, each with words for screen readers.
export async function createBadge({ store }) {
  await loadStyle('css/badge.css');
  const open = document.getElementById('open-monitors');
  const tab = document.getElementById('tab-monitors');
  const marks = [open, tab].map((link) => {
    const mark = h('span', { class: 'nav-badge', 'aria-hidden': 'true', hidden: true });
    link.append(mark);
    return mark;
  });
  // The tab has words already; those of a link without any are its label.
  const said = h('span', { class: 'visually-hidden' });
  tab.append(said);

  store.watch(['monitorStates', 'preferences'], ({ monitorStates }) => {
    const count = downIn(monitorStates);
    const words = count === 0 ? t('nav.monitors') : t('nav.monitorsDown', { count });
    for (const mark of marks) {
      setText(mark, badgeWords(count));
      mark.hidden = count === 0;
    }
    setText(said, count === 0 ? '' : `, ${t('nav.down', { count })}`);
    setAttribute(open, 'aria-label', words);
    open.title = words;
  });
}

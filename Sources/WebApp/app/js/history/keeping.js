// Says in the views of the history that it is not being saved, why, and what helps.

import { bdi, h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { say, sentence } from '../i18n/phrases.js';
import { plain } from '../model/device.js';
import { symbol } from '../shell/symbols.js';

/// Why nothing is saved, and what to do, in the page's language; '' where all is well. Pure but for the words.
export function keepingWords(status) {
  const problem = plain(status?.storage?.problem);
  return problem ? sentence(say(problem, status.phrases)) : '';
}

/// Makes the banner; a short one does not say what becomes of what is kept in memory.
export function createKeeping({ store, isShort = false }) {
  const element = h('div', { class: 'keeping', role: 'note', hidden: true });
  let shown = '';

  store.watch(['status', 'preferences'], ({ status }) => {
    const why = keepingWords(status);
    const key = [t('keeping.title'), why].join('\n');
    if (key === shown) return;
    shown = key;
    element.hidden = why === '';
    element.replaceChildren(...(why === '' ? [] : [symbol('warning'), h('div', {}, h('strong', {}, t('keeping.title')),
      h('p', {}, bdi(why)), isShort ? null : h('p', { class: 'muted' }, t('keeping.then')))]));
  });
  return element;
}

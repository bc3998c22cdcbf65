// Loads a part of the page when it is first wanted, and says so while it is not there.

import { button, h } from '../dom.js';
import { t } from '../i18n/i18n.js';

const styles = new Map();

/// Loads a style sheet once; the one for paper stays the last, whose rules come before others.
export function loadStyle(href) {
  if (!styles.has(href)) {
    styles.set(href, new Promise((loaded, failed) => {
      const link = h('link', { rel: 'stylesheet', href, on: { load: loaded, error: () => { link.remove(); styles.delete(href); failed(); } } });
      document.head.insertBefore(link, document.head.querySelector('link[media="print"]'));
    }));
  }
  return styles.get(href);
}

/// Has `load()` fill an element once `isWanted(route)`. `words` are the keys of what is said while it
/// is loaded and when that failed: `{opening, failed}`. Returns a function that loads it earlier.
export function loadLater(element, { store, isWanted, load, words }) {
  const text = h('p', { class: 'empty-words' });
  const retry = button('button primary', () => begin(true));
  const waiting = h('div', { class: 'empty waiting' }, text, retry);
  element.append(waiting);
  let stage = 'unloaded';

  async function begin(isAsked = false) {
    if (stage === 'loading' || stage === 'loaded') return;
    stage = 'loading';
    draw();
    try {
      await load();
      waiting.remove();
      stage = 'loaded';
    } catch {
      stage = 'failed';
      // Some browsers remember a module that failed until the page is loaded anew.
      if (isAsked && store.state.connection.state === 'live') location.reload();
      draw();
    }
  }

  function draw() {
    element.hidden = !isWanted(store.state.route);
    text.textContent = t(stage === 'failed' ? words.failed : words.opening);
    retry.textContent = t('connection.retry');
    retry.hidden = stage !== 'failed';
  }

  store.watch(['route', 'connection'], ({ route, connection }, changed) => {
    if (stage === 'loaded') return;
    const isChance = stage === 'unloaded' || changed.has('route') || connection.state === 'live';
    if (isWanted(route) && stage !== 'loading' && isChance) begin();
    else draw();
  });
  return () => begin();
}

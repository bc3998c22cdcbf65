// Loads the tools' modules when the tools are first opened, and says so while they are not there.

import { h } from '../dom.js';
import { t } from '../i18n/i18n.js';

/// Puts the tools into an element once they are wanted; `onClose()` leads back to the map.
export function loadTools(element, { store, onClose }) {
  const words = h('p', { class: 'empty-words' });
  const retry = h('button', { class: 'button primary', type: 'button', on: { click: () => load(true) } });
  const waiting = h('div', { class: 'empty tools-waiting' }, words, retry);
  element.append(waiting);
  let stage = 'unloaded';

  async function load(isAsked = false) {
    stage = 'loading';
    draw();
    try {
      const { createTools } = await import('./view.js');
      createTools(element, { store, onClose });
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
    element.hidden = store.state.route.base !== 'tools';
    words.textContent = t(stage === 'failed' ? 'tools.notLoaded' : 'tools.opening');
    retry.textContent = t('connection.retry');
    retry.hidden = stage !== 'failed';
  }

  store.watch(['route', 'connection'], ({ route, connection }, changed) => {
    if (stage === 'loaded') return;
    const isBack = stage === 'failed' && changed?.has('connection') && connection.state === 'live';
    if (route.base === 'tools' && (stage === 'unloaded' || isBack)) load();
    else draw();
  });
}

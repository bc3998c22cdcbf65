// The timeline: what changed in the home, day by day, and who is in at what hour.

import { button, h } from '../dom.js';
import { englishHistory } from '../i18n/en/history.js';
import { addEnglish, currentLanguage, t } from '../i18n/i18n.js';
import { symbol } from '../shell/symbols.js';
import { createChangesView } from './changes-view.js';
import { createHoursView } from './hours-view.js';
import { createKeeping } from './keeping.js';
import { createSegments } from './segments.js';

addEnglish(englishHistory);

const PARTS = ['changes', 'hours'];

/// Puts the timeline into an element; `onClose()` leads back to the map.
export function createTimeline(element, { store, onClose }) {
  const close = button('icon-button wide-only', onClose, symbol('close'));
  const heading = h('h2', { tabindex: '-1' });
  const choice = createSegments(PARTS, (key) => { part = key; draw(); });
  const views = { changes: createChangesView({ store, scroller: element }), hours: createHoursView({ store }) };
  const inner = h('div', { class: 'tools-inner timeline-inner' },
    h('div', { class: 'tools-head' }, h('div', {}, heading), close),
    createKeeping({ store }), choice.element, views.changes.element, views.hours.element);
  element.append(inner);
  let part = 'changes';
  let isOpen = false;

  function draw() {
    heading.textContent = t('timeline.title');
    close.setAttribute('aria-label', t('detail.close'));
    choice.update(t('timeline.title'), (key) => t(`timeline.part.${key}`), part);
    for (const key of PARTS) views[key].show(isOpen && part === key);
  }

  let language = currentLanguage();
  store.watch(['route', 'preferences'], ({ route }) => {
    const wasOpen = isOpen;
    isOpen = route.base === 'timeline';
    element.hidden = !isOpen;
    const isOther = language !== currentLanguage();
    language = currentLanguage();
    if (isOpen !== wasOpen || isOther) draw();
    views.changes.mark(route.panel === 'device' ? route.id : null);
    if (isOpen && !wasOpen) {
      element.scrollTop = 0;
      if (route.panel === null) heading.focus({ preventScroll: true });
    }
  });
  draw();
}

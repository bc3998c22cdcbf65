// The alerts: what was told, to whom, and what is told in future.

import { button, h } from '../dom.js';
import { createSegments } from '../history/segments.js';
import { englishAlerts } from '../i18n/en/alerts.js';
import { englishMonitors } from '../i18n/en/monitors.js';
import { addEnglish, currentLanguage, t } from '../i18n/i18n.js';
import { createPlaces } from '../monitors/places.js';
import { symbol } from '../shell/symbols.js';
import { Book } from './book.js';
import { createChannelsView } from './channels-view.js';
import { createHistoryView } from './history-view.js';
import { createMutesView } from './mutes-view.js';
import { createPageCard } from './page-card.js';
import { createRulesView } from './rules-view.js';

addEnglish(englishMonitors);
addEnglish(englishAlerts);

// Events that come together are one question.
const SETTLE_MS = 800;

const PARTS = ['history', 'channels', 'rules', 'mutes'];

/// Puts the alerts into an element; `onClose()` leads back to the map.
export function createAlerts(element, { store, onClose }) {
  const heading = h('h2', { tabindex: '-1' });
  const close = button('icon-button wide-only', onClose, symbol('close'));
  const places = createPlaces();
  const book = new Book();
  const choice = createSegments(PARTS, (key) => { part = key; draw(); });
  const pageCard = createPageCard();
  const views = {
    history: createHistoryView({ book }), channels: createChannelsView({ book, beside: pageCard.element, onEdit: drawFirst }),
    rules: createRulesView({ book, store }), mutes: createMutesView({ book, store }),
  };
  const first = firstChannel(() => {
    part = 'channels';
    draw();
    views.channels.add('ntfy');
  });
  element.append(h('div', { class: 'tools-inner alerts-inner' }, h('div', { class: 'tools-head' }, h('div', {}, heading), close), places.element,
    choice.element, first.element, ...PARTS.map((key) => views[key].element)));
  let part = 'history';
  let isOpen = false;
  let language = null;
  let timer = null;
  // How many alerts wait and were given up, as the last event had it.
  let counts = null;

  function drawFirst() {
    first.element.hidden = !(book.channels?.length === 0 && !views.channels.isAdding);
  }

  function draw() {
    heading.textContent = t('monitors.alerts');
    close.setAttribute('aria-label', t('detail.close'));
    places.update('alerts');
    choice.update(t('monitors.alerts'), (key) => t(`alerts.part.${key}`), part);
    first.update();
    pageCard.update();
    drawFirst();
    for (const key of PARTS) views[key].show(isOpen && part === key);
  }

  /// Alerts came, or how many wait changed.
  function look() {
    if (!isOpen || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      if (!isOpen) return;
      views.history.look();
      book.load('waiting');
    }, SETTLE_MS);
  }

  addEventListener('homenet:alert', look);
  addEventListener('homenet:monitors', ({ detail }) => {
    const now = JSON.stringify(detail.alerts ?? null);
    if (now === counts && !detail.anew) return;
    counts = now;
    look();
  });
  book.watch(drawFirst);
  store.watch(['route', 'preferences'], ({ route }) => {
    const wasOpen = isOpen;
    isOpen = route.base === 'alerts';
    element.hidden = !isOpen;
    const isOther = language !== currentLanguage();
    language = currentLanguage();
    if (isOpen !== wasOpen || isOther) draw();
    if (isOpen && !wasOpen) {
      element.scrollTop = 0;
      if (route.panel === null) heading.focus({ preventScroll: true });
    }
  });
}

/// What is said before there is a channel: how alerts reach a phone, and the way to it.
function firstChannel(onAdd) {
  const title = h('h3');
  const words = h('p');
  const add = button('button primary', onAdd);
  return {
    element: h('section', { class: 'alerts-item alerts-first', hidden: true }, title, words, h('div', { class: 'alerts-actions' }, add)),
    update() {
      title.textContent = t('alerts.first.title');
      words.textContent = t('alerts.first.words');
      add.textContent = t('alerts.first.add');
    },
  };
}

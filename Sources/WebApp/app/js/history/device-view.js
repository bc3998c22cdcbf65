// A device's history in its sheet: when it was here, how it answered, what changed.

import { button, h, setText } from '../dom.js';
import { englishHistory } from '../i18n/en/history.js';
import { serverNow } from '../i18n/clock.js';
import { addEnglish, currentLanguage, t } from '../i18n/i18n.js';
import { byDay } from './changes.js';
import { createChart } from './chart.js';
import { Feed } from './feed.js';
import { createIdentity } from './identity.js';
import { SPANS } from './intervals.js';
import { createKeeping } from './keeping.js';
import { createPresenceBar } from './presence-bar.js';
import { history } from './requests.js';
import { createRows } from './rows.js';
import { createSegments } from './segments.js';
import { dayWords } from './words.js';

export { keepInView } from './in-view.js';

addEnglish(englishHistory);

const KEYS = Object.keys(SPANS);
// So many changes are shown at first, and more on demand.
const PAGE = 20;
// So long an answer is as good as a new one.
const FRESH_MS = 300_000;

/// Makes the part; `update(device, full)` shows a device's history, `full` is the device as the server explains it.
/// `proposal` and `merging` have places of their own. `onIdentity()` is called when a device was merged, split, or
/// neither any more.
export function createDeviceHistory({ store, onIdentity }) {
  const identity = createIdentity({
    store,
    onChange() {
      renewChanges();
      onIdentity();
    },
  });
  const title = h('h3');
  const choice = createSegments(KEYS, (key) => { span = key; load(); });
  const bar = createPresenceBar();
  const chart = createChart();
  const words = h('p', { class: 'muted history-words' });
  const retry = button('button', () => {
    load();
    if (feed.failure) renewChanges();
  });
  const body = h('div', { class: 'card-body history-body' }, choice.element, bar.element, chart.element, words, retry);
  const card = h('section', { class: 'card history-card' }, title, body);
  const changesTitle = h('h3', { tabindex: '-1' });
  const list = h('div', { class: 'card-body history-changes' });
  const more = button('button', () => loadChanges());
  const changes = h('section', { class: 'card', hidden: true }, changesTitle, list, more);
  const rows = createRows({ isLink: false, onUndone: renewUndoable });
  const element = h('div', { class: 'part' }, createKeeping({ store }), card, changes);
  let device = null;
  let span = 'day';
  let shown = '';
  let feed = null;
  // Which answer is waited for: an older one is dropped.
  let turn = 0;

  async function load() {
    turn += 1;
    const mine = turn;
    const { id } = device;
    const { length, step, stepLength } = SPANS[span];
    const to = serverNow();
    const from = to - length;
    label();
    retry.hidden = true;
    setText(words, bar.isEmpty() ? t('history.loading') : '');
    const [presence, samples] = await Promise.allSettled([history.presence(id, from, to), history.samples(id, from, to, step)]);
    if (mine !== turn) return;
    // A server that keeps no history says that there is no such place.
    const isMissing = presence.status === 'rejected' && presence.reason.status === 404;
    card.hidden = isMissing;
    showAll();
    const failed = presence.status === 'rejected' && !isMissing;
    setText(words, failed ? t('history.failed') : '');
    retry.hidden = !failed;
    bar.show(presence.status === 'fulfilled' ? presence.value.intervals : null, { span, from, to });
    chart.show(samples.status === 'fulfilled' ? samples.value.points : null, { span, from, to, step: stepLength });
  }

  async function loadChanges() {
    const mine = feed;
    const held = document.activeElement === more;
    await mine.older();
    if (mine !== feed) return;
    drawChanges();
    if (held && more.hidden) list.querySelector('li:last-child')?.scrollIntoView({ block: 'nearest' });
  }

  /// Loads those that came since, or again what failed; the first ones may still be on their way.
  async function renewChanges() {
    const mine = feed;
    if (mine.isLoaded) await mine.newer();
    else if (mine.failure) await mine.older();
    else return;
    if (mine === feed) drawChanges();
  }

  /// Loads anew what can be undone, after something was.
  async function renewUndoable() {
    const mine = feed;
    identity.load();
    onIdentity();
    await mine.again();
    if (mine === feed) drawChanges();
  }

  /// Nothing at all takes no room.
  function showAll() {
    element.hidden = card.hidden && changes.hidden;
  }

  function drawChanges() {
    changes.hidden = feed.changes.length === 0;
    showAll();
    const now = serverNow();
    const held = list.contains(document.activeElement) ? document.activeElement : null;
    rows.begin();
    list.replaceChildren(...byDay(feed.changes).map(({ day, changes: some }) => h('section', { class: 'timeline-day' },
      h('h4', {}, dayWords(day, now)), h('ul', { role: 'list' }, some.map((one) => rows.row(one, device))))));
    rows.end();
    // What is drawn anew loses it, even where it is the same.
    if (held && document.activeElement !== held) (held.isConnected ? held : changesTitle).focus({ preventScroll: true });
    // What failed can be asked for again.
    more.hidden = feed.isEnd;
  }

  function label() {
    title.textContent = t('history.title');
    changesTitle.textContent = t('history.changes');
    more.textContent = t('timeline.older');
    retry.textContent = t('connection.retry');
    choice.update(t('history.spanLabel'), (key) => t(`history.span.${key}`), span);
  }

  return {
    element,
    proposal: identity.proposal,
    merging: identity.merging,
    /// Shows a device; asked for again when it is another, or came or went.
    update(next, full) {
      identity.update(next, full);
      const isOther = device?.id !== next.id;
      const signature = JSON.stringify([next.id, next.state, currentLanguage(), Math.floor(Date.now() / FRESH_MS)]);
      device = next;
      if (signature === shown) return;
      shown = signature;
      label();
      if (isOther) {
        bar.clear();
        chart.clear();
        feed = new Feed(history.changes, { device: next.id, page: PAGE });
        changes.hidden = true;
        loadChanges();
      } else {
        renewChanges();
      }
      identity.load();
      load();
    },
  };
}

// The changes by day, newest first: filters, what is new since the last visit, older ones on demand.

import { bdi, button, h, setText } from '../dom.js';
import { serverNow } from '../i18n/clock.js';
import { currentLanguage, isolate, t } from '../i18n/i18n.js';
import { displayName } from '../model/device.js';
import { remember, remembered } from '../model/preferences.js';
import { announce } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { byDay, dayOf, GROUPS, kindsOfGroup, lastSeen, ofGroup, unreadCount, waitToAsk } from './changes.js';
import { Feed } from './feed.js';
import { history } from './requests.js';
import { createRows } from './rows.js';
import { changeWords, dayWords, lossWords } from './words.js';

const SEEN = 'timeline.seen';
// Several that come together are told as a number.
const MOST_TOLD = 2;

/// Makes the view; `scroller` is what it is scrolled in.
export function createChangesView({ store, scroller }) {
  const group = choice();
  const device = choice();
  const filters = h('div', { class: 'timeline-filters' }, group.element, device.element);
  const days = h('div', { class: 'timeline-days' });
  const words = h('p', { class: 'muted timeline-words' });
  const more = button('button', load, h('span', {}));
  const retry = button('button primary', () => (feed.isLoaded ? look() : load()));
  const element = h('div', { class: 'timeline-changes' }, filters, days, words, h('div', { class: 'timeline-more' }, more, retry));
  const rows = createRows({ isLink: true, onUndone: renew });
  let feed = new Feed(history.changes);
  let isShown = false;
  let isLoading = false;
  // What was seen at the last visit; undefined until the newest change is known.
  let seen;
  let asked = 0;
  let timer = null;
  let isEventual = false;
  // What stands in the list: the rows, and what else it depends on.
  let drawn = { elements: [], key: '' };

  function choice() {
    const face = bdi('');
    const select = h('select', { on: { change: () => restart() } });
    let shown = '';
    return {
      select,
      element: h('span', { class: 'chip' }, select, h('span', { class: 'chip-face', 'aria-hidden': 'true' }, face, symbol('chevron'))),
      set(label, entries) {
        select.setAttribute('aria-label', label);
        const { value } = select;
        const signature = JSON.stringify(entries);
        if (signature !== shown && document.activeElement !== select) {
          shown = signature;
          select.replaceChildren(...entries.map(([id, text]) => h('option', { value: id }, text)));
          select.value = entries.some(([id]) => id === value) ? value : '';
          // The device that was chosen is gone.
          if (value !== '' && select.value === '') queueMicrotask(restart);
        }
        face.textContent = entries.find(([id]) => id === select.value)?.[1] ?? label;
        select.parentElement?.toggleAttribute('data-chosen', select.value !== '');
      },
    };
  }

  const isFiltered = () => group.select.value !== '' || device.select.value !== '';
  const chosen = () => ofGroup(feed.changes, group.select.value);

  function restart() {
    isLoading = false;
    feed = new Feed(history.changes, { device: device.select.value || null, kinds: kindsOfGroup(group.select.value) });
    load();
  }

  /// Loads the newest ones, or more of them.
  async function load() {
    const mine = feed;
    if (isLoading || mine.isEnd) return;
    isLoading = true;
    draw();
    await mine.older();
    if (mine !== feed) return;
    isLoading = false;
    asked = Date.now();
    remind();
    // Of a whole page none may be of the group.
    if (chosen().length === 0 && !mine.isEnd && !mine.failure) {
      load();
      return;
    }
    draw();
    askAgain();
  }

  /// Takes note of what is seen at this visit, and of where the last one ended.
  function remind() {
    if (!isShown || !feed.isLoaded || feed.failure || isFiltered()) return;
    const newest = feed.changes[0]?.seq ?? 0;
    if (seen === undefined) seen = lastSeen(remembered(SEEN), newest);
    if (newest > 0) remember(SEEN, String(newest));
  }

  async function look() {
    clearTimeout(timer);
    timer = null;
    if (!isShown || document.hidden || isLoading) return;
    isEventual = false;
    asked = Date.now();
    const mine = feed;
    const fresh = ofGroup(await mine.newer(), group.select.value);
    if (mine !== feed) return;
    // Left meanwhile, nobody saw them: the next visit tells.
    if (!isShown) return;
    remind();
    draw();
    if (fresh.length > 0) {
      const { devices } = store.state;
      announce(fresh.length > MOST_TOLD ? t('timeline.fresh', { count: fresh.length })
        : fresh.map((one) => changeWords(one, devices.get(one.device))).join(' '));
    }
    askAgain();
  }

  /// Loads anew what can be undone.
  async function renew() {
    const mine = feed;
    await mine.again();
    if (mine !== feed || !isShown) return;
    remind();
    draw();
  }

  function askAgain() {
    clearTimeout(timer);
    timer = isShown && !document.hidden && feed.isLoaded ? setTimeout(look, waitToAsk(Date.now(), asked, isEventual)) : null;
  }

  function line(count) {
    return h('li', { class: 'timeline-line' }, symbol('chevron'), h('span', {}, t('timeline.unread', { count })));
  }

  function draw() {
    const { devices } = store.state;
    const name = (one) => isolate(displayName(one));
    group.set(t('timeline.which'), [['', t('timeline.all')], ...GROUPS.map((key) => [key, t(`timeline.group.${key}`)])]);
    const { compare } = new Intl.Collator(currentLanguage(), { numeric: true, sensitivity: 'base' });
    device.set(t('detail.label'), [['', t('timeline.allDevices')],
      ...[...devices.values()].map((one) => [one.id, name(one)]).sort((a, b) => compare(a[1], b[1]))]);
    const shown = chosen();
    const unread = unreadCount(shown, seen ?? null);
    const now = serverNow();
    rows.begin();
    const elements = shown.map((one) => rows.row(one, devices.get(one.device)));
    rows.end();
    const key = [unread, currentLanguage(), dayOf(now)].join();
    if (key !== drawn.key || elements.length !== drawn.elements.length || elements.some((one, index) => one !== drawn.elements[index])) {
      drawn = { elements, key };
      fill(shown, elements, unread, now);
    }
    mark();
    drawFoot();
  }

  function fill(shown, elements, unread, now) {
    const held = document.activeElement?.closest?.('[data-seq]')?.dataset.seq;
    const hadFocus = held !== undefined && days.contains(document.activeElement);
    let place = 0;
    days.replaceChildren(...byDay(shown).map(({ day, changes }) => h('section', { class: 'timeline-day' }, h('h3', {}, dayWords(day, now)),
      h('ul', { role: 'list' }, changes.flatMap(() => {
        const row = elements[place];
        place += 1;
        return place === unread && unread < shown.length ? [row, line(unread)] : row;
      })))));
    if (hadFocus) days.querySelector(`[data-seq="${CSS.escape(held)}"] :is(a, button)`)?.focus({ preventScroll: true });
  }

  let openId = null;
  function mark() { rows.mark(openId); }

  function drawFoot() {
    const count = chosen().length;
    const isWaiting = isLoading && count === 0;
    setText(words, feed.failure && !isLoading ? lossWords('timeline.failed', feed.failure) : isWaiting ? t('timeline.loading')
      : count === 0 && feed.isEnd ? t(isFiltered() ? 'timeline.noneOfThese' : 'timeline.none') : count > 0 && feed.isEnd ? t('timeline.end') : '');
    more.firstChild.textContent = t('timeline.older');
    retry.textContent = t('connection.retry');
    more.hidden = !feed.isLoaded || feed.isEnd || feed.failure !== null;
    more.disabled = isLoading;
    retry.hidden = feed.failure === null || isLoading;
  }

  new IntersectionObserver(([entry]) => { if (entry.isIntersecting && isShown && feed.isLoaded && !feed.failure) load(); },
    { root: scroller, rootMargin: '0px 0px 400px' }).observe(more);
  document.addEventListener('visibilitychange', () => {
    if (isShown && !document.hidden) draw();
    askAgain();
  });
  let known = new Set();
  store.watch(['devices', 'status'], (state, changed) => {
    if (changed.has('devices')) {
      // That a device was forgotten is no change of each group.
      feed.isOutdated ||= [...known].some((id) => !state.devices.has(id));
      known = new Set(state.devices.keys());
    }
    if (!isShown || !feed.isLoaded) return;
    isEventual = true;
    askAgain();
    // Names, kinds and glyphs are today's.
    if (changed.has('devices')) drawSoon();
  });

  let later = null;
  function drawSoon() {
    later ??= setTimeout(() => { later = null; if (isShown && !document.hidden) draw(); }, 1000);
  }

  return {
    element,
    /// Marks the rows of the open device.
    mark(id) { openId = id; mark(); },
    show(next) {
      const isNew = next && !isShown;
      isShown = next;
      element.hidden = !next;
      if (!next) {
        clearTimeout(timer);
        return;
      }
      draw();
      if (!isNew) return;
      if (feed.isLoaded) {
        // Another visit: what came since the last one is unread.
        seen = undefined;
        look();
      } else {
        load();
      }
    },
  };
}

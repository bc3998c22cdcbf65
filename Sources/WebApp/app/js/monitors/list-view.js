// The list of monitors: by state, the worst first; what is suggested where there are few.

import { bdi, button, h, setText } from '../dom.js';
import { serverNow } from '../i18n/clock.js';
import { milliseconds, t } from '../i18n/i18n.js';
import { SPANS } from '../history/intervals.js';
import { failureWords } from '../model/failures.js';
import { symbol } from '../shell/symbols.js';
import { Asking } from './asking.js';
import { barsOf, inShort, SHORT_COUNT, UPTIMES } from './bars.js';
import { paintBars } from './bars-view.js';
import { monitorHash } from './hash.js';
import { feed } from './live.js';
import { requests } from './requests.js';
import { grouped, isLocked, mutedUntil, nameOf, SIGNS, stateOf } from './states.js';
import { createSuggestions } from './suggestions.js';
import { barsWords, messageSentence, shareWords, stateWord, stateWords, whatWords } from './words.js';

// So many lines are drawn at first, and so many more on demand.
const PAGE = 200;

/// Makes the list; `onNew()` opens the form, `onMade(monitor)` is called with a suggestion that was taken.
export function createListView({ store, onNew, onMade }) {
  const counts = h('p', { class: 'muted monitors-count' });
  const add = button('button primary', onNew, h('span'));
  const failure = h('p', {});
  const retry = button('button', () => feed.load());
  const failed = h('div', { class: 'failure', role: 'alert', hidden: true }, symbol('warning'), h('div', {}, failure, retry));
  const suggestions = createSuggestions({ store, onMade, next: add });
  const place = h('div', { class: 'monitors-groups' });
  const more = button('button', () => { most += PAGE; draw(); });
  const element = h('div', { class: 'monitors-list' }, h('div', { class: 'monitors-tools' }, counts, add), failed, place, more, suggestions.element);
  const rows = new Map();
  const asking = new Asking((id) => {
    const to = serverNow();
    return requests.bars(id, to - SPANS.day.length, to, SHORT_COUNT).then(({ bars }) => barsOf(bars, to - SPANS.day.length, to));
  });
  // Bars are asked for where they are seen.
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) rows.get(target.dataset.id)?.ask();
  }, { rootMargin: '200px', scrollMargin: '200px' });
  let most = PAGE;
  let isShown = false;
  // Which lines stand in which order: while they do, none is moved, so that what is selected or read aloud stays.
  let order = '';

  function makeRow(id) {
    const sign = h('span', { class: 'monitor-sign', 'aria-hidden': 'true' });
    const name = bdi('');
    const tags = h('span', { class: 'monitor-tags' });
    const state = h('span', { class: 'monitor-state' });
    const what = h('span', { class: 'muted monitor-what', dir: 'auto' });
    const why = h('span', { class: 'monitor-why', dir: 'auto' });
    const strip = h('span', { class: 'monitor-bars', 'aria-hidden': 'true' });
    const said = h('span', { class: 'visually-hidden' });
    const round = h('span', { class: 'monitor-round' });
    const share = h('span', { class: 'muted' });
    const link = h('a', { class: 'monitor', href: monitorHash(id) }, sign,
      h('span', { class: 'monitor-body' }, h('span', { class: 'monitor-name' }, name, tags), h('span', { class: 'monitor-second' }, state, what), why),
      h('span', { class: 'monitor-past' }, strip, said), h('span', { class: 'monitor-figures' }, round, share));
    const row = h('li', { data: { id } }, link);
    let monitor = null;
    let signature = '';
    return {
      element: row, link,
      ask() {
        const version = `${monitor.state} ${monitor.since}`;
        asking.want(id, version, (bars) => {
          if (bars === null) return;
          paintBars(strip, bars);
          setText(said, inShort(bars).share === null ? '' : t('monitors.lastDay', { words: barsWords(bars) }));
        });
      },
      update(next, devices) {
        const isOther = monitor?.state !== next.state || monitor?.since !== next.since;
        monitor = next;
        const muted = mutedUntil(monitor, serverNow()) !== null;
        const texts = [nameOf(monitor), stateWords(monitor), whatWords(monitor, devices), monitor.state === 'up' ? '' : messageSentence(monitor.reason),
          Number.isFinite(monitor.rtt_ms) ? milliseconds(monitor.rtt_ms) : '', monitor.uptime?.[UPTIMES.day]?.share ?? null,
          muted, monitor.flapping, monitor.in_maintenance, isLocked(monitor)];
        if (JSON.stringify(texts) === signature) return;
        signature = JSON.stringify(texts);
        const known = stateOf(monitor.state);
        link.dataset.state = known;
        sign.replaceChildren(symbol(SIGNS[known]));
        setText(name, texts[0]);
        setText(state, texts[1]);
        setText(what, texts[2]);
        setText(why, texts[3]);
        why.hidden = texts[3] === '';
        setText(round, texts[4]);
        setText(share, texts[5] === null ? '' : shareWords(texts[5]));
        share.title = t('monitors.uptime.day');
        const tag = (key, sign = null) => h('span', { class: 'tag' }, sign && symbol(sign), t(key));
        tags.replaceChildren(...[monitor.flapping ? tag('monitors.tag.flapping') : null, monitor.in_maintenance ? tag('monitors.tag.maintenance') : null,
          muted ? tag('monitors.tag.muted', 'hide') : null, isLocked(monitor) ? tag('monitors.tag.locked', 'certificate') : null].filter(Boolean));
        // A line in sight is not told of again.
        if (isOther && isShown && row.isConnected) this.ask();
      },
    };
  }

  function draw() {
    add.lastChild.textContent = t('monitors.add');
    setText(more, t('monitors.more'));
    setText(retry, t('connection.retry'));
    const { failure: error, isLoaded, monitors } = feed;
    // A server that doesn't monitor says that there is no such place.
    const isMissing = error?.status === 404;
    failed.hidden = !error;
    retry.hidden = isMissing;
    if (error) setText(failure, isMissing ? t('monitors.none') : `${t('monitors.failed')} ${failureWords(error)}`);
    add.hidden = isMissing;
    const all = [...monitors.values()];
    setText(counts, !isLoaded ? (error ? '' : t('app.loading')) : t('monitors.count', { count: all.length }));
    const held = place.contains(document.activeElement) ? document.activeElement : null;
    const { devices } = store.state;
    let left = most;
    const groups = grouped(all).map(({ state, monitors: some }) => {
      const shown = some.slice(0, left);
      left -= shown.length;
      for (const monitor of shown) {
        if (!rows.has(monitor.id)) {
          const row = makeRow(monitor.id);
          rows.set(monitor.id, row);
          seen.observe(row.element);
        }
        rows.get(monitor.id).update(monitor, devices);
      }
      return { state, count: some.length, ids: shown.map(({ id }) => id) };
    }).filter(({ ids }) => ids.length > 0);
    for (const [id, row] of rows) {
      if (monitors.has(id)) continue;
      seen.unobserve(row.element);
      rows.delete(id);
    }
    const next = JSON.stringify(groups);
    if (next !== order) {
      order = next;
      place.replaceChildren(...groups.map(({ state, count, ids }) => h('section', { class: 'monitors-group', data: { state } },
        h('h3', {}, h('span', {}, stateWord(state)), h('span', { class: 'muted' }, ` ${count}`)), h('ul', { role: 'list' }, ids.map((id) => rows.get(id).element)))));
    }
    more.hidden = all.length <= most;
    // What moves in the document loses the keyboard.
    if (held?.isConnected && document.activeElement !== held) held.focus({ preventScroll: true });
    suggestions.show(isShown && isLoaded && !isMissing, all);
  }

  return {
    element,
    /// Shows the list, or stops drawing it.
    show(next) {
      isShown = next;
      if (isShown) draw();
    },
    draw() { if (isShown) draw(); },
    focus: (id) => rows.get(id)?.link.focus({ preventScroll: true }),
  };
}

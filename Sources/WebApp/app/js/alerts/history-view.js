// What was told: sent, waiting and why, held by quiet hours, given up.

import { bdi, button, h, setText } from '../dom.js';
import { serverNow } from '../i18n/clock.js';
import { currentLanguage, exactTime, relativeTime, t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { symbol } from '../shell/symbols.js';
import { MOST_ASKED, PAGE, placeOf, STATES, withNewest, withOlder } from './history.js';
import { act, createKeyed, newId } from './parts.js';
import { alerting } from './requests.js';
import { errorWords, itemWords, lossWords, nameOf, noticeWords, stateWords } from './words.js';

const SIGNS = { waiting: 'clock', held: 'pause', sent: 'check', given_up: 'warning' };
const REDRAW_MS = 30_000;

/// Makes the view over the shared book.
export function createHistoryView({ book }) {
  const label = h('label', { for: newId() });
  const select = h('select', { id: label.getAttribute('for'), on: { change: () => restart() } });
  const summary = h('p', { class: 'alerts-summary' });
  const list = h('ul', { class: 'alerts-list', role: 'list' });
  const words = h('p', { class: 'muted alerts-words' });
  const older = button('button', () => load(), h('span', {}));
  const retry = button('button primary', () => (isLoaded ? renew() : load()));
  const element = h('div', { class: 'alerts-part' },
    h('div', { class: 'choice alerts-filter' }, label, select), summary, list, words, h('div', { class: 'alerts-actions' }, older, retry));
  const fill = createKeyed(list);
  let alerts = [];
  let next = null;
  let isLoaded = false;
  let isLoading = false;
  let failure = null;
  let isShown = false;
  // The newest question; answers to older ones are dropped.
  let turn = 0;
  let clock = null;
  let language = null;
  // The numbers of those whose details are open.
  const opened = new Set();

  /// Asks, unless something else is asked meanwhile; `take(answer)` puts it in its place.
  async function question(which, take) {
    turn += 1;
    const mine = turn;
    isLoading = true;
    draw();
    try {
      const answer = await alerting.alerts({ state: select.value, ...which });
      if (mine !== turn) return;
      take(answer.alerts ?? [], answer.next ?? null);
      isLoaded = true;
      failure = null;
    } catch (error) {
      if (mine === turn) failure = error;
    } finally {
      if (mine === turn) isLoading = false;
      draw();
    }
  }

  const load = () => question({ before: next, limit: PAGE }, (page, after) => {
    alerts = withOlder(alerts, page);
    next = after;
  });

  /// Asks again for those that are shown: what waited is sent, what is new comes first.
  function renew() {
    const limit = Math.min(MOST_ASKED, Math.max(PAGE, alerts.length));
    return question({ limit }, (page, after) => {
      const isAll = page.length < limit;
      alerts = withNewest(alerts, page, limit);
      next = isAll ? null : alerts.length > page.length ? next : after;
    });
  }

  function restart() {
    alerts = [];
    next = null;
    isLoaded = false;
    load();
  }

  function details(alert) {
    const items = alert.notice?.items ?? [];
    const more = alert.notice?.more ?? 0;
    if (items.length <= 1 && more === 0 && !plain(items[0]?.reason)) return null;
    const fold = h('details', { class: 'alerts-details', open: opened.has(alert.id), on: { toggle: () => { if (fold.open) opened.add(alert.id); else opened.delete(alert.id); } } },
      act(h('summary', {}, h('span', {}, t('alerts.details')), symbol('chevron')), 'details'),
      h('ul', { role: 'list' }, items.map((item) => h('li', {}, items.length > 1 ? h('p', {}, bdi(itemWords(item))) : null,
        plain(item.reason) ? h('p', { class: 'muted', lang: 'en' }, bdi(plain(item.reason))) : null)),
      more > 0 ? h('li', { class: 'muted' }, t('alerts.more', { count: more })) : null));
    return fold;
  }

  function row(alert, channel, rule, fare) {
    const said = bdi(noticeWords(alert.notice) || plain(alert.message));
    const place = placeOf(alert.notice);
    const error = errorWords(alert);
    const way = t('alerts.way', { channel: nameOf(channel, alert.channel), rule: nameOf(rule, alert.rule) });
    return h('li', { class: 'alerts-row', data: { state: alert.state, severity: alert.notice?.severity ?? 'info' } },
      h('span', { class: 'alerts-sign' }, symbol(SIGNS[alert.state] ?? 'clock')),
      h('div', { class: 'alerts-body' },
        h('div', { class: 'alerts-top' }, h('p', { class: 'alerts-said' }, place ? act(h('a', { href: place }, said), 'place') : said),
          h('time', { class: 'alerts-time', datetime: alert.time, title: exactTime(alert.time) }, relativeTime(alert.time))),
        h('p', { class: 'alerts-fare' }, h('strong', {}, fare), ' ', h('span', { class: 'muted' }, way)),
        error ? h('p', { class: 'alerts-error' }, bdi(error)) : null, details(alert)));
  }

  function draw() {
    if (!isShown) return;
    const now = serverNow();
    if (language !== currentLanguage()) {
      language = currentLanguage();
      label.textContent = t('alerts.which');
      const { value } = select;
      select.replaceChildren(...STATES.map((state) => h('option', { value: state }, t(`alerts.state.${state || 'all'}`))));
      select.value = value;
      older.firstChild.textContent = t('alerts.older');
      retry.textContent = t('connection.retry');
    }
    fill(alerts.map((alert, index) => {
      const channel = book.find('channels', alert.channel);
      const rule = book.find('rules', alert.rule);
      const fare = stateWords(alert, { channel, rule }, now);
      // Those that quiet hours hold may have no number yet.
      return { id: alert.id ? `${alert.id}` : `held ${index}`, signature: JSON.stringify([language, alert, channel?.name, rule?.name, fare, relativeTime(alert.time)]),
        build: () => row(alert, channel, rule, fare) };
    }));
    const waiting = book.waiting?.length ?? 0;
    setText(summary, waiting > 0 && select.value !== 'waiting' ? waitingSummary(waiting) : '');
    summary.hidden = summary.textContent === '';
    setText(words, failure && !isLoading ? lossWords('alerts.notLoaded', failure) : !isLoaded ? t('alerts.loading')
      : alerts.length === 0 ? t(select.value ? 'alerts.noneOfThese' : 'alerts.none') : next === null ? t('alerts.end') : '');
    words.hidden = words.textContent === '';
    older.hidden = !isLoaded || next === null || failure !== null;
    older.disabled = isLoading;
    retry.hidden = failure === null || isLoading;
  }

  function waitingSummary(count) {
    const names = [...new Set(book.waiting.map((one) => one.channel))].map((id) => nameOf(book.find('channels', id), id));
    return t(count >= MOST_ASKED ? 'alerts.waitingMany' : 'alerts.waitingFor', { count, names });
  }

  book.watch(draw);
  return {
    element,
    /// Something happened to alerts.
    look: () => { if (isShown && isLoaded) renew(); },
    show(nowShown) {
      const isNew = nowShown && !isShown;
      isShown = nowShown;
      element.hidden = !nowShown;
      clearInterval(clock);
      if (nowShown) clock = setInterval(draw, REDRAW_MS);
      if (isNew) {
        draw();
        if (isLoaded) renew();
        else load();
        book.load('channels', 'rules', 'waiting');
      } else {
        draw();
      }
    },
  };
}

// Who is in at what hour: a table of devices × hours, the darker the more often.

import { bdi, button, h } from '../dom.js';
import { serverNow } from '../i18n/clock.js';
import { currentLanguage, isolate, moment, percent, t } from '../i18n/i18n.js';
import { displayName, kindOf } from '../model/device.js';
import { deviceHash } from '../model/router.js';
import { cellForKey, heatRows, shadeOf } from './hours.js';
import { SPANS } from './intervals.js';
import { history } from './requests.js';
import { createSegments } from './segments.js';
import { lossWords } from './words.js';

const HOUR = 3_600_000;
const KEYS = ['day', 'week', 'month'];
// So long an answer is as good as a new one.
const FRESH_MS = 120_000;

/// An hour of the day, as "18:00".
const hourWords = (hour) => moment(new Date(2026, 0, 1, hour % 24), { hour: '2-digit', minute: '2-digit' });

/// Makes the view.
export function createHoursView({ store }) {
  const choice = createSegments(KEYS, (key) => { span = key; load(); });
  const intro = h('p', { class: 'muted' });
  const place = h('div', { class: 'hours-place' });
  const readout = h('p', { class: 'hours-readout', 'aria-hidden': 'true' });
  const legend = h('p', { class: 'hours-legend' });
  const retry = button('button primary', () => load(true));
  const element = h('div', { class: 'timeline-hours' }, choice.element, intro, place, readout, legend, retry);
  let span = 'week';
  const answers = {};
  let failure = null;
  let isLoading = false;
  let rows = [];
  let current = { row: 0, hour: 18 };

  async function load(isAgain = false) {
    const key = span;
    // Full hours of the clock here, which may stand half an hour beside the world's.
    const to = new Date(serverNow()).setMinutes(60, 0, 0);
    const from = to - SPANS[key].length;
    if (!isAgain && answers[key] && Date.now() - answers[key].at < FRESH_MS) {
      // The answer that is still awaited is another one's.
      isLoading = false;
      failure = null;
      draw();
      return;
    }
    isLoading = true;
    failure = null;
    draw();
    try {
      const answer = await history.home(from, Math.min(to, serverNow()), '1h');
      // Steps are counted from the answer's own beginning.
      const begin = Date.parse(answer.from);
      answers[key] = { at: Date.now(), answer, from: Number.isNaN(begin) ? from : begin };
    } catch (error) {
      if (key === span) failure = error;
    }
    if (key !== span) return;
    isLoading = false;
    draw();
  }

  function cellWords({ name, cells }, hour) {
    const { here, known, share } = cells[hour];
    const when = t('hours.between', { from: hourWords(hour), to: hourWords(hour + 1) });
    const values = { name: isolate(name), when };
    if (share === null) return t('hours.unknown', values);
    if (span === 'day') return t(share >= 0.5 ? 'hours.here' : 'hours.away', values);
    return t('hours.share', { ...values, here, known, percent: percent(share) });
  }

  const cellAt = ({ row, hour }) => place.querySelectorAll('tbody tr')[row]?.querySelectorAll('td')[hour];

  function say(at) {
    readout.textContent = at && rows[at.row] ? cellWords(rows[at.row], at.hour) : '';
  }

  function placeOf(event) {
    const cell = event.target.closest?.('td');
    return cell ? { row: Number(cell.parentElement.dataset.row), hour: Number(cell.dataset.hour) } : null;
  }

  function go(next) {
    cellAt(current)?.setAttribute('tabindex', '-1');
    current = next;
    const cell = cellAt(current);
    cell?.setAttribute('tabindex', '0');
    cell?.focus();
    cell?.scrollIntoView({ block: 'nearest' });
  }

  function bodyRow({ id, name, cells }, row) {
    const device = store.state.devices.get(id);
    const head = h('th', { scope: 'row', role: 'rowheader' }, device ? h('a', { href: deviceHash(id), tabindex: '-1' }, bdi(name)) : bdi(name));
    return h('tr', { role: 'row', data: { row: String(row), kind: device ? kindOf(device) : 'unknown' } }, head,
      cells.map((cell, hour) => {
        const shade = shadeOf(cell.share);
        return h('td', {
          role: 'gridcell', tabindex: row === current.row && hour === current.hour ? '0' : '-1', 'aria-label': cellWords({ name, cells }, hour),
          data: { hour: String(hour), shade: shade === null ? 'unknown' : String(shade) },
        });
      }));
  }

  function table() {
    const head = h('tr', { role: 'row' }, h('th', { scope: 'col', role: 'columnheader' }, h('span', { class: 'visually-hidden' }, t('detail.label'))),
      Array.from({ length: 24 }, (_, hour) => h('th', { scope: 'col', role: 'columnheader' },
        h('span', { class: hour % 6 === 0 ? '' : 'visually-hidden' }, moment(new Date(2026, 0, 1, hour), { hour: '2-digit' })))));
    return h('table', { class: 'hours', role: 'grid', 'aria-label': t('timeline.part.hours') },
      h('thead', { role: 'rowgroup' }, head), h('tbody', { role: 'rowgroup' }, rows.map(bodyRow)));
  }

  function draw() {
    choice.update(t('hours.span'), (key) => t(`history.span.${key}`), span);
    intro.textContent = t(span === 'day' ? 'hours.introDay' : 'hours.intro');
    retry.textContent = t('connection.retry');
    retry.hidden = failure === null || isLoading;
    const known = answers[span];
    const { devices } = store.state;
    rows = known && !failure ? heatRows(known.answer, { devices, nameOf: displayName, language: currentLanguage(), from: known.from, step: HOUR }) : [];
    current = { row: Math.min(current.row, Math.max(0, rows.length - 1)), hour: current.hour };
    legend.hidden = rows.length === 0;
    legend.replaceChildren(h('span', {}, t('hours.never')),
      ...[0, 1, 2, 3, 4].map((shade) => h('span', { class: 'hours-key', 'aria-hidden': 'true', data: { shade: String(shade) } })), h('span', {}, t('hours.always')),
      h('span', { class: 'hours-key', 'aria-hidden': 'true', data: { shade: 'unknown' } }), h('span', {}, t('state.unknown')));
    say(null);
    if (rows.length > 0) {
      const hadFocus = place.contains(document.activeElement) && document.activeElement.matches('td');
      place.replaceChildren(table());
      if (hadFocus) cellAt(current)?.focus({ preventScroll: true });
      return;
    }
    place.replaceChildren(h('p', { class: 'muted' }, failure ? lossWords('hours.failed', failure) : t(isLoading || !known ? 'hours.loading' : 'hours.none')));
  }

  place.addEventListener('pointerover', (event) => say(placeOf(event)));
  place.addEventListener('pointerdown', (event) => {
    const at = placeOf(event);
    if (at) go(at);
    say(at);
  });
  place.addEventListener('pointerleave', () => say(null));
  place.addEventListener('focusin', (event) => { if (event.target.matches('td')) say(placeOf(event)); });
  place.addEventListener('keydown', (event) => {
    const at = placeOf(event);
    if (!at || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' && store.state.devices.has(rows[at.row].id)) {
      location.hash = deviceHash(rows[at.row].id);
      return;
    }
    const next = cellForKey(event.key, at, rows.length);
    if (!next) return;
    event.preventDefault();
    go(next);
  });

  return {
    element,
    show(next) {
      element.hidden = !next;
      if (next) load();
    },
  };
}

// A monitor's past: its bars and uptime over a span, how it answered, and its incidents.

import { button, h, setText } from '../dom.js';
import { serverNow } from '../i18n/clock.js';
import { t } from '../i18n/i18n.js';
import { createChart } from '../history/chart.js';
import { SPANS } from '../history/intervals.js';
import { createSegments } from '../history/segments.js';
import { barsOf, COUNTS, UPTIMES } from './bars.js';
import { createBars } from './bars-view.js';
import { createIncidents } from './incidents.js';
import { refusalWords } from './refusal.js';
import { requests } from './requests.js';
import { paintSmoke, smokeKeys } from './smoke-view.js';
import { uptimeWords } from './words.js';

const KEYS = Object.keys(SPANS);
const MOST_INCIDENTS = 100;

/// Makes the cards; `onChange()` is called when an incident was acknowledged.
export function createPast({ onChange }) {
  const title = h('h3');
  const choice = createSegments(KEYS, (key) => { span = key; load(); });
  const uptime = h('p', { class: 'monitor-uptime' });
  const bars = createBars();
  const chart = createChart({ paint: paintSmoke, keys: smokeKeys });
  const words = h('p', { class: 'muted history-words' });
  const retry = button('button', () => load());
  const card = h('section', { class: 'card' }, title,
    h('div', { class: 'card-body history-body' }, choice.element, uptime, bars.element, chart.element, words, retry));
  const incidents = createIncidents({ onChange });
  const element = h('div', { class: 'part' }, card, incidents.element);
  let monitor = null;
  let span = 'day';
  // Which answer is waited for: an older one is dropped.
  let turn = 0;

  function label() {
    title.textContent = t('monitors.past');
    retry.textContent = t('connection.retry');
    choice.update(t('monitors.spanLabel'), (key) => t(`monitors.span.${key}`), span);
    setText(uptime, t('monitors.uptime.of', { words: uptimeWords(monitor.uptime?.[UPTIMES[span]]) }));
  }

  async function load() {
    turn += 1;
    const mine = turn;
    const { length, step, stepLength } = SPANS[span];
    const to = serverNow();
    const from = to - length;
    label();
    retry.hidden = true;
    setText(words, bars.element.hidden ? t('app.loading') : '');
    const { id } = monitor;
    const [barred, sampled, broken] = await Promise.allSettled([requests.bars(id, from, to, COUNTS[span]),
      requests.samples(id, from, to, step), requests.incidents(id, from, to, MOST_INCIDENTS)]);
    if (mine !== turn) return;
    const isFailed = barred.status === 'rejected';
    setText(words, isFailed ? `${t('monitors.noPast')} ${refusalWords(barred.reason)}` : '');
    retry.hidden = !isFailed;
    bars.show(isFailed ? null : barsOf(barred.value.bars, from, to), { span, from, to });
    chart.show(sampled.status === 'fulfilled' ? sampled.value.points : null, { span, from, to, step: stepLength });
    incidents.show(broken.status === 'fulfilled' ? broken.value.incidents : null);
  }

  return {
    element, load,
    /// Shows a monitor; asked for again when it is another, or in another state.
    update(next) {
      const isOther = monitor?.id !== next.id;
      const isChanged = isOther || monitor.state !== next.state || monitor.since !== next.since || monitor.incident?.id !== next.incident?.id;
      monitor = next;
      if (isOther) {
        bars.show(null, {});
        chart.clear();
        incidents.show(null);
      }
      if (isChanged) load();
      else label();
    },
  };
}

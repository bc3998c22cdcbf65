// The bars of a monitor: as a strip, with a cursor that says what was when, and as a table.

import { h, setText } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { axis } from '../history/presence-bar.js';
import { createScrub } from '../history/scrub.js';
import { periodWords } from '../history/words.js';
import { symbol } from '../shell/symbols.js';
import { BAR_STATES, shownState } from './bars.js';
import { barsWords, barWord, barWords, shareWords } from './words.js';

/// Draws bars into a strip: their height says the state too.
export function paintBars(strip, bars) {
  strip.replaceChildren(...bars.map((bar) => h('span', { class: 'bar-piece', data: { state: shownState(bar) } })));
}

/// Makes the bars with their axis, words and table.
export function createBars() {
  const strip = h('div', { class: 'bar-strip' });
  const readout = h('p', { class: 'history-readout' });
  const scrub = createScrub(strip, { onSay: (words) => setText(readout, words || summary) });
  const place = h('div');
  const legend = h('p', { class: 'bar-legend', 'aria-hidden': 'true' });
  const unfold = h('span');
  const content = h('div', { class: 'chart-table', role: 'region', tabindex: '0' });
  const table = h('details', { class: 'chart-details', on: { toggle: fill } }, h('summary', {}, unfold, symbol('chevron')), content);
  const element = h('div', { class: 'presence', hidden: true }, scrub.element, place, readout, legend, table);
  let summary = '';
  let bars = [];
  let span = 'day';

  function fill() {
    if (!table.open) {
      content.replaceChildren();
      return;
    }
    const row = (bar) => h('tr', {}, h('th', { scope: 'row' }, periodWords(span, bar.from, bar.to)),
      h('td', {}, barWord(shownState(bar))), h('td', {}, bar.share === null || bar.coverage === 0 ? '–' : shareWords(bar.share)),
      h('td', {}, shareWords(bar.coverage)));
    content.replaceChildren(h('table', {}, h('caption', { class: 'visually-hidden' }, t('monitors.bar.title')),
      h('thead', {}, h('tr', {}, ['when', 'state', 'share', 'known'].map((key) => h('th', { scope: 'col' }, t(`monitors.bar.${key}Head`))))),
      h('tbody', {}, bars.toReversed().map(row))));
  }

  return {
    element,
    /// Shows bars from `from` to `to`; null where they could not be had.
    show(next, { span: nextSpan, from, to }) {
      element.hidden = next === null || next.length === 0;
      if (element.hidden) return;
      [bars, span] = [next, nextSpan];
      paintBars(strip, bars);
      place.replaceChildren(axis(span, from, to));
      const used = BAR_STATES.filter((state) => bars.some((bar) => shownState(bar) === state));
      legend.replaceChildren(...used.map((state) => h('span', {}, h('span', { class: 'bar-key', data: { state } }), barWord(state))));
      setText(unfold, t('monitors.bar.table'));
      content.setAttribute('aria-label', t('monitors.bar.title'));
      summary = barsWords(bars);
      scrub.update(t('monitors.bar.title'), bars, from, to, (bar) => barWords(bar, span));
      setText(readout, summary);
      fill();
    },
  };
}

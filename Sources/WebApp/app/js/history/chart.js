// How a device answered: middle round trip with its spread, losses below; the same as a table.

import { h, setText } from '../dom.js';
import { milliseconds, millisecondRange, number, percent, t } from '../i18n/i18n.js';
import { symbol } from '../shell/symbols.js';
import { chartOf, inShort, lossOf, pointsOf } from './points.js';
import { axis } from './presence-bar.js';
import { createScrub } from './scrub.js';
import { periodWords } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
/// The drawing's own units, which are stretched to its box; losses have a strip below.
export const WIDTH = 1000;
export const HEIGHT = 120;
export const LOSS_HEIGHT = 24;
export const GAP = 6;

/// A shape of a drawing.
export function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/// A rate of loss: "0.4 %" where it is less than one in a hundred.
const rateWords = (rate) => (rate > 0 && rate < 0.01 ? number(rate, { style: 'percent', maximumFractionDigits: 1 }) : percent(rate));

const rangeOf = ({ low, high, middle }) => (low === null || high === null ? milliseconds(middle) : millisecondRange(Math.min(low, high), high));

/// A point in words. Pure but for the words.
export function pointWords(point, span) {
  const when = periodWords(span, point.from, point.to);
  const loss = lossOf(point);
  if (loss === null) return t('history.at', { when, what: t('history.notAsked') });
  if (point.middle === null) return t('history.at', { when, what: t('history.allLost') });
  const values = { middle: milliseconds(point.middle), range: rangeOf(point), loss: rateWords(loss) };
  return t('history.at', { when, what: t(loss > 0 ? 'history.answersLost' : 'history.answers', values) });
}

/// The chart in a sentence. Pure but for the words.
export function chartWords(points) {
  const { n, lost, least, middle, most } = inShort(points);
  if (n === 0) return t('history.noSamples');
  if (middle === null) return t('history.allLost');
  return t('history.chartSummary', { middle: milliseconds(middle), range: millisecondRange(Math.min(least, most), most), loss: rateWords(lost / n) });
}

/// The middle round trip as a line with its spread, losses as bars below: `{top, shapes}`.
function paintLine(points, { from, to }) {
  const { top, line, band, losses } = chartOf(points, { from, to, width: WIDTH, height: HEIGHT });
  const bars = losses.map(({ x, width, share }) => {
    const height = Math.max(3, share * LOSS_HEIGHT);
    return shape('rect', { class: 'chart-loss', x, width, y: HEIGHT + GAP + LOSS_HEIGHT - height, height });
  });
  return { top, shapes: [shape('path', { class: 'chart-band', d: band }), shape('path', { class: 'chart-line', d: line }), ...bars] };
}

const lineKeys = () => ['line', 'band', 'loss'].map((key) => ({ key, words: t(`history.key.${key}`) }));

/// Makes the chart. `paint(points, {from, to})` draws it, `keys(points)` are its legend's: `{key, words}`.
export function createChart({ paint = paintLine, keys = lineKeys } = {}) {
  const drawing = shape('svg', {
    class: 'chart-drawing', viewBox: `0 0 ${WIDTH} ${HEIGHT + GAP + LOSS_HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false',
  });
  const scale = h('div', { class: 'chart-scale', 'aria-hidden': 'true' }, h('span'), h('span'));
  const title = h('h4');
  const scrub = createScrub(drawing, { onSay: (words) => setText(readout, words || summary) });
  const place = h('div');
  const readout = h('p', { class: 'history-readout' });
  const legend = h('p', { class: 'chart-legend', 'aria-hidden': 'true' });
  const unfold = h('span');
  const content = h('div', { class: 'chart-table', role: 'region', tabindex: '0' });
  const table = h('details', { class: 'chart-details', on: { toggle: fillTable } }, h('summary', {}, unfold, symbol('chevron')), content);
  const element = h('div', { class: 'chart', hidden: true }, title,
    h('div', { class: 'chart-box' }, scrub.element, scale), place, readout, legend, table);
  let summary = '';
  let points = [];
  let span = 'day';

  /// Hundreds of rows are only made where they are looked at.
  function fillTable() {
    if (!table.open) {
      content.replaceChildren();
      return;
    }
    const cell = (text) => h('td', {}, text);
    const row = (one) => h('tr', {}, h('th', { scope: 'row' }, periodWords(span, one.from, one.to)),
      cell(one.middle === null ? '–' : milliseconds(one.middle)), cell(one.middle === null ? '–' : rangeOf(one)),
      cell(lossOf(one) === null ? '–' : rateWords(lossOf(one))));
    const heads = ['history.time', 'history.middle', 'history.range', 'history.loss'].map((key) => h('th', { scope: 'col' }, t(key)));
    content.replaceChildren(h('table', {}, h('caption', { class: 'visually-hidden' }, t('history.chart')),
      h('thead', {}, h('tr', {}, heads)), h('tbody', {}, points.toReversed().map(row))));
  }

  function draw(from, to) {
    const { top, shapes } = paint(points, { from, to });
    drawing.replaceChildren(
      ...[0, HEIGHT / 2, HEIGHT].map((y) => shape('path', { class: 'chart-grid', d: `M0 ${y}H${WIDTH}` })),
      ...shapes);
    setText(scale.firstChild, milliseconds(top));
    setText(scale.lastChild, milliseconds(top / 2));
  }

  return {
    element,
    clear() { element.hidden = true; },
    /// Shows the points of an answer; null where there is none.
    show(answer, { span: next, from, to, step }) {
      span = next;
      points = answer === null ? [] : pointsOf(answer, { from, to, step });
      // A device that is not measured has no empty chart.
      element.hidden = points.length === 0;
      if (element.hidden) return;
      setText(title, t('history.chart'));
      draw(from, to);
      place.replaceChildren(axis(span, from, to));
      legend.replaceChildren(...keys(points).map(({ key, words }) => h('span', {}, h('span', { class: `chart-key is-${key}` }), words)));
      setText(unfold, t('history.table'));
      content.setAttribute('aria-label', t('history.chart'));
      summary = chartWords(points);
      scrub.update(t('history.chart'), points, from, to, (one) => pointWords(one, span));
      setText(readout, summary);
      fillTable();
    },
  };
}

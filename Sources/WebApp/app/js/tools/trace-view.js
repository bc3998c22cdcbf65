// A trace live: the table of hops as it fills, and above it what it means.

import { bdi, h } from '../dom.js';
import { isolate, listing, number, t } from '../i18n/i18n.js';
import { messageWords } from '../i18n/phrases.js';
import { plain } from '../model/device.js';
import { share, shortTime, verdict } from './parts.js';
import { mtuFinding, traceFold, traceRows, traceScale, traceWays } from './trace-fold.js';

const SIGN = { reached: 'good', loss: 'warn', path_changed: 'warn', loop: 'bad', unreachable: 'bad', no_answer: 'bad', too_far: 'warn', undecided: 'warn' };

/// What the report means: a sentence, and those about what looks like a fault and is none.
export function traceWords({ verdict: { message } }) {
  const sentences = message.code === 'sentences' ? message.values.sentences : [message];
  const [finding, ...asides] = sentences.map(messageWords);
  return { finding, aside: asides.join(' ') };
}

/// A bar from the least to the greatest round trip, with a mark at the mean.
function timeBar(rtt, scale) {
  if (!rtt) return null;
  const at = (value) => `${Math.min(100, (100 * value) / scale)}%`;
  const bar = h('span', { class: 'span-bar' });
  const mark = h('span', { class: 'span-mark' });
  bar.style.setProperty('left', at(rtt.min));
  bar.style.setProperty('right', `calc(100% - ${at(rtt.max)})`);
  mark.style.setProperty('left', at(rtt.avg));
  return h('span', { class: 'span', 'aria-hidden': 'true' }, bar, mark);
}

function nodeWords(row) {
  if (row.nodes.length === 0) return [h('span', { class: 'muted' }, t(row.state === 'waiting' ? 'trace.waiting' : row.state === 'unknown' ? 'trace.unknown' : 'trace.silent'))];
  return row.nodes.slice(0, 4).map((node) => h('span', { class: 'node' },
    node.name ? bdi(plain(node.name)) : null,
    h('span', { class: node.name ? 'aside mono' : 'mono' }, node.address, node.asn ? ` · AS${node.asn}` : null)));
}

/// The path MTU and the ways of streams, as far as they were asked for.
function notesPart(report) {
  const notes = [];
  const mtu = mtuFinding(report.mtu);
  if (mtu) notes.push(t(mtu[0], { ...mtu[1], at: isolate(mtu[1].at ?? ''), target: isolate(report.target) }));
  const { ways, differing } = traceWays(report.flows);
  if (ways.length === 1) notes.push(t('trace.oneWay', { count: ways[0].streams.length }));
  if (ways.length > 1) {
    notes.push(t('trace.ways', { count: ways.length }));
    for (const { streams, path } of ways) {
      const hops = differing.map((hop) => t('trace.wayHop', { hop: number(hop + 1), at: isolate(path[hop] ?? '*') }));
      notes.push(t('trace.way', { count: streams.length, streams: listing(streams.map((one) => number(one))), hops: hops.join(', ') }));
    }
  }
  return notes.length === 0 ? null : h('ul', { class: 'notes' }, notes.map((one) => h('li', {}, bdi(one))));
}

function rowPart(row, scale) {
  const rtt = row.nodes[0]?.rtt_ms ?? null;
  const isLoss = row.state === 'lossy';
  return h('tr', { data: { state: row.state }, class: row.isEnd ? 'is-end' : null },
    h('th', { scope: 'row' }, number(row.ttl)),
    h('td', { class: 'hop-who' }, ...nodeWords(row)),
    h('td', { class: 'hop-loss', data: isLoss ? { state: 'bad' } : {} }, row.sent === 0 || row.silent ? '–' : share(row.loss)),
    h('td', { class: 'hop-time' }, shortTime(rtt?.avg) ?? '–'),
    h('td', { class: 'hop-bar' }, timeBar(rtt, scale)));
}

/// The view of a trace: `take`, `finish`, `draw`, `words`.
export function traceView({ target }) {
  const fold = traceFold();
  const element = h('div', { class: 'result' });
  let isOver = false;

  const words = () => {
    const { report } = fold.state;
    if (report) return Object.values(traceWords(report)).filter(Boolean).join(' ');
    const count = fold.state.hops.size;
    return t('trace.running', { target: isolate(target), count });
  };

  function head(report) {
    if (!report) return isOver ? null : verdict('busy', words());
    const { finding, aside } = traceWords(report);
    return verdict(SIGN[report.verdict.code] ?? 'warn', finding, aside);
  }

  return {
    element,
    take: fold.take,
    finish(report) { isOver = true; fold.finish(report); },
    stop() { isOver = true; },
    draw() {
      const rows = traceRows(fold.state, isOver);
      const scale = traceScale(rows);
      const { report } = fold.state;
      const heads = ['trace.hop', 'trace.who', 'trace.lost', 'trace.time'];
      element.replaceChildren(h('section', { class: 'card result-card' }, h('div', { class: 'card-body' },
        head(report),
        rows.length === 0 ? null : h('table', { class: 'hops' },
          h('thead', {}, h('tr', {}, heads.map((key, index) => h('th', { scope: 'col', colspan: index === 3 ? '2' : null }, t(key))))),
          h('tbody', {}, rows.map((row) => rowPart(row, scale)))),
        report && notesPart(report))));
    },
    words,
  };
}

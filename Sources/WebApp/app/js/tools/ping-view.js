// A ping live: bars as the answers come, figures, and in words how it goes.

import { h } from '../dom.js';
import { currentLanguage, isolate, t } from '../i18n/i18n.js';
import { svg } from '../map/elements.js';
import { figures, hostWords, share, shortTime, verdict } from './parts.js';
import { pingBars, pingFigures, pingFold, pingState } from './ping-fold.js';

const SIGN = { waiting: 'busy', good: 'good', lossy: 'warn', silent: 'bad', unknown: 'bad' };

/// How a host does, as a sentence.
///
/// `isOver`: no more is to come; without a final report the run was ended early.
export function pingWords(one, isOver) {
  const state = pingState(one, isOver);
  const { avg, loss, sent, received } = pingFigures(one);
  const host = isolate(one.host);
  if (isOver && !one.final) return t('ping.partly', { host, sent, received });
  if (state === 'waiting') return t('ping.waiting', { host });
  if (state === 'unknown') return t('ping.unknown', { host });
  if (state === 'silent') return t(isOver ? 'ping.silent' : 'ping.silentSoFar', { host });
  const time = shortTime(avg);
  return state === 'good' ? t('ping.good', { host, time }) : t('ping.lossy', { host, time, loss: share(loss) });
}

// The codes that carry figures: an ICMP message's type and code, a system error's number.
const NUMBERED = [/^(icmp)_(\d+)_(\d+)$/, /^(local_error)_(\d+)$/];

/// What was in the way of packets, and who said so, as a sentence.
export function errorWords({ type, from, count }) {
  const [, code = type, number, detail] = NUMBERED.map((pattern) => pattern.exec(type)).find(Boolean) ?? [];
  const what = t(`ping.error.${code}`, { number, detail });
  return from ? t('ping.errorFrom', { what, from: isolate(from), count }) : t('ping.errorHere', { what, count });
}

/// What was in the way, and how big packets may be where a router said so: sentences.
export function noteWords(one) {
  const mtu = one.final?.mtu ?? null;
  return [...one.errors.map(errorWords), ...(mtu === null ? [] : [t('ping.mtu', { mtu })])];
}

/// The bars, with the scale beside them; what they show is said in the figures too.
function chart(one, expected) {
  const { bars, top } = pingBars(one.packets, expected);
  const picture = svg('svg', { class: 'bars', viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  for (const bar of bars) {
    picture.append(svg('rect', {
      class: `bar is-${bar.state}`, x: bar.x, y: 100 - bar.height, width: bar.width, height: bar.height,
    }));
    // A loss has a head, so that it is told from a long answer without its colour.
    if (bar.state === 'lost') picture.append(svg('rect', { class: 'bar-head', x: bar.x, y: -6, width: bar.width, height: 8 }));
  }
  return h('div', { class: 'chart' }, picture,
    h('span', { class: 'chart-top', 'aria-hidden': 'true' }, shortTime(top)), h('span', { class: 'chart-bottom', 'aria-hidden': 'true' }, '0'));
}

function hostPart(one, { expected, isOver, isAlone }) {
  const { sent, received, loss, min, avg, max, jitter } = pingFigures(one);
  const state = pingState(one, isOver);
  const method = one.method ?? null;
  const notes = noteWords(one);
  return h('section', { class: 'card result-card' },
    isAlone ? null : h('h3', {}, ...hostWords(one.host, one.address)),
    h('div', { class: 'card-body' },
      verdict(isOver && !one.final ? 'warn' : SIGN[state], pingWords(one, isOver), method === 'tcp' ? t('ping.byTCP') : method === 'udp' ? t('ping.byUDP') : null),
      one.packets.length > 0 ? chart(one, expected) : null,
      figures([
        [t('ping.answered'), sent === 0 ? null : t('ping.of', { received, sent })],
        [t('ping.loss'), share(loss), loss > 0 ? 'bad' : null],
        [t('ping.least'), shortTime(min)], [t('ping.mean'), shortTime(avg)],
        [t('ping.greatest'), shortTime(max)], [t('ping.jitter'), shortTime(jitter)],
      ]),
      notes.length > 0 ? h('ul', { class: 'notes' }, notes.map((words) => h('li', {}, words))) : null));
}

/// The view of a ping: `take`, `finish`, `draw`, `words`.
export function pingView({ body }) {
  const fold = pingFold();
  const element = h('div', { class: 'result' });
  let isOver = false;
  return {
    element,
    take: fold.take,
    finish(report) { isOver = true; fold.finish(report); },
    stop() { isOver = true; },
    draw() {
      const hosts = [...fold.state.hosts.values()];
      element.lang = currentLanguage();
      element.replaceChildren(...hosts.map((one) => hostPart(one, {
        expected: one.final ? null : body.count, isOver, isAlone: hosts.length === 1,
      })));
    },
    words() {
      const hosts = [...fold.state.hosts.values()];
      return hosts.slice(0, 3).map((one) => pingWords(one, isOver)).join(' ');
    },
  };
}

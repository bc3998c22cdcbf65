// A port scan live: how far it is, and the open ports as they are found.

import { bdi, h } from '../dom.js';
import { isolate, number, percent, t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { hostWords, said, share, verdict } from './parts.js';
import { portsFold, portsShown } from './ports-fold.js';

/// What was found at a host, as a sentence.
export function portsWords(one, isOver = false) {
  const host = isolate(one.host);
  const final = one.final;
  if (isOver && !final) return t('ports.partly', { host, count: one.ports.length });
  if (final?.failure) return t('ports.failed', { host });
  if (final?.state === 'down') return t('ports.down', { host });
  if (final && final.state === null && final.counts.open === 0) return t('ports.nothing', { host });
  return t('ports.open', { host, count: final ? final.counts.open : one.ports.length });
}

function signOf(one, isOver) {
  if (!one.final) return isOver ? 'warn' : 'busy';
  return one.final.failure || one.final.state === 'down' ? 'bad' : one.final.state === null ? 'warn' : 'good';
}

/// As in 443, and 53/udp.
const portName = ({ port, protocol }) => (protocol === 'udp' ? `${port}/udp` : `${port}`);

function portRow(port) {
  const isSilent = port.state === 'open|filtered';
  return h('li', { class: 'port-row' },
    h('span', { class: 'mono port-number' }, portName(port)),
    h('span', { class: 'port-service' }, port.service ? serviceName(port) : h('span', { class: 'muted' }, t('ports.unknown'))),
    port.version ? h('span', { class: 'port-version muted' }, bdi(plain(port.version)))
      : isSilent ? h('span', { class: 'port-version muted' }, t('ports.silent')) : null);
}

/// A question mark where the service is guessed by the port's number.
function serviceName({ service, service_method: method }) {
  const name = bdi(plain(service));
  return method === 'table' ? h('span', { title: t('ports.guessed') }, name, '?') : name;
}

const MOST_RANGES = 40;

/// Ports as ranges: 515, 9100–9107; the first of them only where there are many.
export function ranges(ports) {
  const parts = [];
  for (const port of ports) {
    const last = parts.at(-1);
    if (last && last[1] === port - 1) last[1] = port;
    else parts.push([port, port]);
  }
  const words = parts.slice(0, MOST_RANGES).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return (parts.length > MOST_RANGES ? [...words, '…'] : words).join(', ');
}

/// What is to be known beside the rows: how long it waited, and the ports that have none.
function notes({ waited_ms: waited, spared }, rest) {
  return [
    // Less than a second is no wait.
    waited >= 1000 ? h('li', {}, t('ports.waited', { count: Math.round(waited / 1000) })) : null,
    rest.length > 0 ? h('li', {}, t('ports.silentToo', { ports: ranges(rest) })) : null,
    ...spared.map((one) =>
      h('li', {}, t('ports.spared', { ports: ranges(one.ports) }), h('span', { class: 'aside' }, said(one.because, one.message)))),
  ].filter(Boolean);
}

function hostPart(one, { isAlone, isOver }) {
  const { final } = one;
  const { rows, rest } = portsShown(one.ports);
  const beside = final ? notes(final, rest) : [];
  const counts = final && [
    t('ports.closed', { count: final.counts.closed }), t('ports.filtered', { count: final.counts.filtered }),
    final.counts.open_filtered > 0 ? t('ports.openFiltered', { count: final.counts.open_filtered }) : null,
    final.counts.unknown > 0 ? t('ports.unknownCount', { count: final.counts.unknown }) : null,
    final.counts.unasked > 0 ? t('ports.unasked', { count: final.counts.unasked }) : null,
    !(final.expected_miss_rate >= 0.0001) ? null : t('ports.missed', { rate: share(final.expected_miss_rate) }),
  ].filter(Boolean).join(' · ');
  return h('section', { class: 'card result-card' },
    isAlone ? null : h('h3', {}, ...hostWords(one.host, one.address)),
    h('div', { class: 'card-body' },
      verdict(signOf(one, isOver), portsWords(one, isOver), final?.failure ? said(final.failure) : counts),
      rows.length > 0 ? h('ul', { class: 'port-rows' }, rows.map(portRow)) : null,
      beside.length > 0 ? h('ul', { class: 'notes' }, beside) : null));
}

/// A host of which no address was learnt, as a sentence.
const unknownWords = (one) => t('ping.unknown', { host: isolate(one.host) });

/// The view of a port scan: `take`, `finish`, `draw`, `words`.
export function portsView({ target }) {
  const fold = portsFold();
  const element = h('div', { class: 'result' });
  const bar = h('div', { class: 'gauge-bar' });
  const gauge = h('div', { class: 'gauge', role: 'progressbar', 'aria-valuemin': '0', 'aria-valuemax': '100' }, bar);
  const running = h('div', { class: 'running' }, h('p', { class: 'muted' }), gauge);
  const hosts = h('div', { class: 'result' });
  element.append(running, hosts);
  let isOver = false;

  const isEnded = () => isOver && fold.state.report === null;
  const runningWords = () => (isEnded() ? t('ports.ended', { progress: percent(fold.state.progress) }) : fold.state.progress >= 1 ? t('ports.reading')
    : t('ports.running', { target: isolate(target), progress: percent(fold.state.progress) }));

  return {
    element,
    take: fold.take,
    finish(report) { isOver = true; fold.finish(report); },
    stop() { isOver = true; },
    draw() {
      const all = [...fold.state.hosts.values()];
      // What was refused outright did not end at 0 %.
      const isShown = !isOver || (isEnded() && (fold.state.progress > 0 || all.length > 0));
      running.hidden = !isShown;
      running.firstChild.textContent = isShown ? runningWords() : '';
      gauge.setAttribute('aria-valuenow', String(Math.round(100 * fold.state.progress)));
      gauge.setAttribute('aria-label', t('tools.progress'));
      bar.style.setProperty('width', `${100 * fold.state.progress}%`);
      const { unknown } = fold.state;
      hosts.replaceChildren(
        ...all.map((one) => hostPart(one, { isOver, isAlone: all.length + unknown.length === 1 })),
        ...unknown.map((one) => h('section', { class: 'card result-card' },
          h('div', { class: 'card-body' }, verdict('bad', unknownWords(one))))));
    },
    words() {
      if (!isOver) return runningWords();
      const words = [...[...fold.state.hosts.values()].map((one) => portsWords(one, isOver)), ...fold.state.unknown.map(unknownWords)];
      return words.slice(0, 3).join(' ') || number(0);
    },
  };
}

// The top bar: where we are, how many are here, and the scan.

import { emit, h, setAttribute, setText } from '../dom.js';
import { percent, relativeTime, t } from '../i18n/i18n.js';
import { singles } from '../model/device.js';
import { PATIENCE_MS } from './notices.js';

/// "31 devices · 28 identified · 2 min ago". Pure but for the words.
export function summaryWords(devices, status, isLost = false) {
  if (!status) return t('app.loading');
  const shown = [...singles(devices).values()].filter((device) => !device.hidden);
  const identified = shown.filter((device) => device.category !== 'unknown').length;
  const isAnyHere = shown.some((device) => device.state !== 'away');
  const scan = status.scan ?? {};
  return [
    t('status.devices', { count: shown.length }),
    shown.length === 0 ? null
      : isAnyHere ? t('status.identified', { count: identified }) : t('status.noneOnline'),
    scan.state === 'running' && !isLost ? t('status.scanning') : scan.paused ? t('status.paused')
      : scan.finished ? relativeTime(scan.finished) : null,
  ].filter(Boolean).join(' · ');
}

/// The network's range, and how many there are beside it.
export function whereWords(status) {
  const networks = (status?.networks ?? []).filter((network) => !network.skipped);
  if (networks.length === 0) return '';
  const [{ cidr }] = networks;
  return networks.length === 1 ? cidr : t('status.moreNetworks', { cidr, count: networks.length - 1 });
}

/// How far a scan is to be shown, of 0–1: within a scan it never goes back. Pure.
export function shownProgress(before, scan) {
  const now = Math.min(1, Math.max(0, scan.progress ?? 0));
  return before !== null && before.started === scan.started ? Math.max(before.done, now) : now;
}

/// Keeps the top bar true.
export function createSummary({ store }) {
  const title = document.getElementById('title');
  const summary = document.getElementById('summary');
  const button = document.getElementById('scan');
  const words = document.getElementById('scan-words');
  const progress = document.getElementById('scan-progress');
  const name = h('span');
  const where = h('span', { class: 'where' });
  title.replaceChildren(name, ' ', where);

  button.addEventListener('click', () => {
    const isRunning = store.state.status?.scan?.state === 'running';
    emit(button, isRunning ? 'stop-scan' : 'start-scan');
  });

  // The progress is unknown without a connection; short interruptions don't count.
  let lostAt = null;
  let timer = null;
  let shown = null;
  function isLost({ connection }) {
    clearTimeout(timer);
    if (connection.state === 'live') lostAt = null;
    else if (connection.state === 'lost') lostAt ??= Date.now();
    const wait = lostAt === null ? Infinity : lostAt + PATIENCE_MS - Date.now();
    if (wait > 0 && wait < Infinity) timer = setTimeout(() => draw(store.state), wait);
    return wait <= 0;
  }

  function draw(state) {
    const { devices, status } = state;
    const lost = isLost(state);
    setText(name, t(status?.demo ? 'status.demo' : 'status.home'));
    setText(where, whereWords(status));
    setText(summary, summaryWords(devices, status, lost));
    const scan = status?.scan ?? {};
    const isRunning = scan.state === 'running' && !lost;
    const done = isRunning ? shownProgress(shown, scan) : 0;
    // A new scan's ring begins empty: it isn't wound back.
    button.toggleAttribute('data-begun', isRunning && shown?.started === scan.started);
    shown = isRunning ? { started: scan.started, done } : null;
    button.toggleAttribute('data-running', isRunning);
    button.disabled = !status || lost;
    progress.style.setProperty('stroke-dashoffset', String(100 - 100 * done));
    setText(words, isRunning ? percent(done) : t('scan.start'));
    const label = isRunning ? t('scan.stopLabel', { progress: percent(done) }) : t('scan.startLabel');
    setAttribute(button, 'aria-label', `${words.textContent}: ${label}`);
    button.title = label;
  }

  store.watch(['devices', 'status', 'connection'], draw);
  setInterval(() => { if (!document.hidden) draw(store.state); }, 20_000);
}

// What is wrong, above the map: a lost connection, problems with what helps.

import { bdi, button, emit, h } from '../dom.js';
import { afterWait, t } from '../i18n/i18n.js';
import { problemsOf } from '../model/problems.js';
import { announce } from './announce.js';
import { symbol } from './symbols.js';

// Short interruptions of the connection are not reported.
export const PATIENCE_MS = 1200;

/// Keeps the notices true; `onRetry()` is asked to connect at once.
export function createNotices(element, { store, onRetry }) {
  const dismissed = new Set();
  const opened = new Set();
  let lostAt = null;
  let toldLost = false;
  let timer = null;

  function connectionNotice({ connection, loaded }) {
    if (connection.state === 'live') {
      if (toldLost) announce(t('connection.back'));
      lostAt = null;
      toldLost = false;
      return null;
    }
    if (connection.state === 'lost') lostAt ??= Date.now();
    if (lostAt === null || (loaded && Date.now() - lostAt < PATIENCE_MS)) return null;
    const wait = connection.retryAt ? Math.ceil((connection.retryAt - Date.now()) / 1000) : 0;
    const words = wait > 0 ? t('connection.lostIn', { when: afterWait(wait) }) : t('connection.lost');
    if (!toldLost) announce(t('connection.lost'));
    toldLost = true;
    return h('div', { class: 'notice', data: { key: 'connection' } }, symbol('offline'),
      h('p', { class: 'notice-words' }, words),
      button('button', onRetry, t('connection.retry')));
  }

  function pausedNotice({ connection, status }) {
    if (!status?.scan?.paused || connection.state === 'lost') return null;
    const resume = button('button', () => emit(resume, 'pause-watch', { paused: false }), t('watch.resume'));
    return h('div', { class: 'notice', data: { key: 'paused' } }, symbol('clock'), h('p', { class: 'notice-words' }, t('watch.paused')), resume);
  }

  function problemNotice({ code, text, fix }) {
    const toggle = () => {
      if (!opened.delete(code)) opened.add(code);
      draw();
    };
    return h('div', { class: 'notice', data: { key: code } }, symbol('warning'),
      h('div', { class: 'notice-words' }, bdi(text), ' ', fix && h('button', {
        class: 'notice-more', type: 'button', 'aria-expanded': String(opened.has(code)), on: { click: toggle },
      }, t('problem.fix'))),
      h('button', {
        class: 'icon-button', type: 'button', 'aria-label': t('problem.dismiss'),
        on: { click: () => { dismissed.add(code); draw(); } },
      }, symbol('close')),
      fix && opened.has(code) ? h('p', { class: 'notice-fix' }, bdi(fix)) : null);
  }

  let shown = '';
  function draw() {
    const { state } = store;
    const connection = connectionNotice(state);
    // Offline has the middle of the map to itself.
    const isOffline = state.loaded && (state.status?.networks ?? []).length === 0;
    const problems = problemsOf(state.status)
      .filter(({ code }) => !dismissed.has(code) && !(isOffline && state.devices.size === 0))
      .slice(0, 2);
    const notices = [connection, ...state.news.map(({ make }) => make()), pausedNotice(state), ...problems.map(problemNotice)].filter(Boolean);
    const signature = notices.map((one) => one.textContent).join('\n') + [...opened].join();
    if (signature !== shown) {
      shown = signature;
      const key = document.activeElement?.closest?.('.notice')?.dataset.key;
      const place = document.activeElement?.closest?.('.notice button')
        ? [...document.activeElement.closest('.notice').querySelectorAll('button')].indexOf(document.activeElement) : 0;
      element.replaceChildren(...notices);
      if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.querySelectorAll('button')[place]?.focus();
    }
    clearTimeout(timer);
    if (state.connection.state !== 'live') timer = setTimeout(draw, 500);
  }

  // The map makes room: a notice over it would hide devices.
  const makeRoom = () => element.parentElement.style.setProperty(
    '--notices', element.childElementCount > 0 ? `${element.offsetHeight}px` : '0px');
  new ResizeObserver(makeRoom).observe(element);
  store.watch(['connection', 'status', 'loaded', 'news'], draw);
}

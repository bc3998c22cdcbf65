// The text of an empty map: one sentence, one action.

import { bdi, button, emit, h } from '../dom.js';
import { currentLanguage, isolate, t } from '../i18n/i18n.js';
import { problemsOf } from '../model/problems.js';
import { symbol } from './symbols.js';
import { whereWords } from './summary.js';

/// Which empty state it is: `loading`, `first`, `stopped`, `nobody`, `offline`, or null if there are devices.
/// Pure.
export function emptyKind({ loaded, devices, status }) {
  if (!loaded) return 'loading';
  if (devices.size > 0) return null;
  if ((status?.networks ?? []).length === 0) {
    // Before the first look for a network.
    const isBefore = status?.scan?.state === 'idle' && !status.scan.started && !status.problems?.length;
    return isBefore ? 'first' : 'offline';
  }
  const { state, started, finished } = status.scan ?? {};
  if (state === 'running' || !started) return status.scan?.paused && state !== 'running' ? 'stopped' : 'first';
  // A scan that was stopped is not finished; one before it may be.
  return finished ? 'nobody' : 'stopped';
}

/// Keeps the empty state true.
export function createEmpty(element, { store }) {
  const action = (words, name) => button(name === 'stop-scan' ? 'button' : 'button primary', () => emit(element, name), words);

  function build(kind, state) {
    if (kind === 'loading') return [h('p', { class: 'empty-words muted' }, t('app.loading'))];
    if (kind === 'first') {
      return [
        h('p', { class: 'empty-words' }, t('empty.first'), h('span', { class: 'muted' }, t('empty.firstHint'))),
        action(t('empty.stop'), 'stop-scan'),
      ];
    }
    if (kind === 'offline') {
      const [problem] = problemsOf(state.status);
      return [
        symbol('offline'),
        h('p', { class: 'empty-words' }, problem ? bdi(problem.text) : t('empty.offline'),
          problem?.fix && h('span', { class: 'muted' }, bdi(problem.fix))),
        action(t('empty.again'), 'start-scan'),
      ];
    }
    if (kind === 'stopped') {
      return [symbol('home'), h('p', { class: 'empty-words' }, t('empty.stopped')), action(t('empty.again'), 'start-scan')];
    }
    return [
      symbol('home'),
      h('p', { class: 'empty-words' }, t('empty.nobody', { network: isolate(whereWords(state.status)) })),
      action(t('empty.again'), 'start-scan'),
    ];
  }

  let shown = '';
  function draw(state) {
    const kind = emptyKind(state);
    const signature = JSON.stringify([kind, currentLanguage(), kind === 'offline' && problemsOf(state.status), whereWords(state.status)]);
    if (signature === shown) return;
    shown = signature;
    element.hidden = kind === null;
    element.classList.toggle('below', kind === 'first' || kind === 'loading');
    element.replaceChildren(...(kind ? build(kind, state) : []));
    element.querySelector('.symbol')?.classList.add('large');
  }
  store.watch(['devices', 'status', 'loaded'], draw);
}

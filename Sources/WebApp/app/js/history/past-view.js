// The home as it was: a slider over map and list, a day played in ten seconds, back to now.

import { button, h, setAttribute, setText } from '../dom.js';
import { englishHistory } from '../i18n/en/history.js';
import { serverNow } from '../i18n/clock.js';
import { addEnglish, t } from '../i18n/i18n.js';
import { isOnline } from '../model/device.js';
import { announce } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { isNow, moved, opened, paused, played, REACHES, reached, stepped, ticked } from './moment.js';
import { createKeeping } from './keeping.js';
import { Moments } from './moments.js';
import { history } from './requests.js';
import { createSegments } from './segments.js';
import { lossWords, momentWords } from './words.js';

addEnglish(englishHistory);

// So often a played day moves on; with less motion in larger steps.
const FRAME_MS = 200;
const CALM_FRAME = 2 * 3_600_000;
// A moment is said when the slider rests.
const SAY_MS = 700;
const KEYS = {
  ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -12, PageUp: 12,
};

/// Puts the slider's bar into an element; it is shown by `open()`.
export function createPast(element, { store }) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const app = document.getElementById('app');
  const words = h('p', { class: 'past-words' });
  const back = button('button', () => close());
  const play = button('icon-button past-play', togglePlay);
  const slider = h('input', { type: 'range', class: 'past-slider' });
  const choice = createSegments(Object.keys(REACHES), (reach) => change(reached(state, reach)));
  element.classList.add('past');
  element.setAttribute('role', 'group');
  element.append(createKeeping({ store, isShort: true }), h('div', { class: 'past-head' }, words, h('div', { class: 'past-choice' }, choice.element, back)), h('div', { class: 'past-controls' }, play, slider));
  const moments = new Moments({
    ask: (at) => history.devicesAt(at),
    onDevices(at, devices) {
      failure = null;
      if (isOpen && !isNow(state)) store.update({ past: { at, devices } });
      draw();
    },
    onFailure(at, error) {
      failure = error;
      change(paused(state), false);
    },
  });
  let state = opened(0);
  let isOpen = false;
  let failure = null;
  let opener = null;
  let timer = null;
  let speech = null;

  function change(next, isWanted = true) {
    const isMove = next.at !== state.at || next.reach !== state.reach;
    state = next;
    clearTimeout(timer);
    if (state.playing) timer = setTimeout(tick, FRAME_MS);
    if (isNow(state)) {
      moments.clear();
      failure = null;
      store.update({ past: null });
    } else if (isMove && isWanted) {
      moments.want(state.at, Boolean(state.playing));
    }
    draw();
    if (isMove && !state.playing) saySoon();
  }

  function tick() {
    change(ticked(state, performance.now(), calm.matches ? CALM_FRAME : undefined));
  }

  function togglePlay() {
    if (state.playing) {
      change(paused(state));
    } else {
      // The slider's end may be long ago by now.
      const { reach } = state;
      const fresh = isNow(state) ? reached(opened(serverNow()), reach) : state;
      change(played(fresh, performance.now()));
      announce(t('past.playing'));
    }
  }

  function here() {
    const shown = [...store.state.past.devices.values()].filter((device) => !device.hidden);
    if (shown.length === 0) return t('past.nobody');
    // When HomeNet didn't run, nobody was away.
    const known = shown.filter((device) => device.state !== 'unknown');
    if (known.length === 0) return t('history.nothing');
    return t('past.here', { here: known.filter(isOnline).length, total: known.length });
  }

  function sentence() {
    if (isNow(state)) return t('past.now');
    const { past } = store.state;
    // A day is played as it comes; by hand, what is shown may be of the moment before.
    const time = state.playing && past ? past.at : state.at;
    const when = t('past.as', { moment: momentWords(time, serverNow()) });
    if (failure) return `${when} · ${lossWords('past.failed', failure)}`;
    return past?.at === time ? `${when} · ${here()}` : when;
  }

  function saySoon() {
    clearTimeout(speech);
    speech = setTimeout(() => { if (isOpen && !state.playing) announce(sentence()); }, SAY_MS);
  }

  function draw() {
    if (!isOpen) return;
    setText(words, sentence());
    words.toggleAttribute('data-failed', failure !== null);
    // At now there is nothing to go back to.
    setText(back, t(isNow(state) ? 'detail.close' : 'past.back'));
    back.classList.toggle('primary', !isNow(state));
    const label = t(state.playing ? 'past.pause' : 'past.play');
    play.setAttribute('aria-label', label);
    play.title = label;
    if (play.dataset.sign !== label) {
      play.dataset.sign = label;
      play.replaceChildren(symbol(state.playing ? 'pause' : 'play'));
    }
    slider.min = state.from;
    slider.max = state.to;
    slider.step = 'any';
    slider.value = state.at;
    slider.setAttribute('aria-label', t('past.slider'));
    setAttribute(slider, 'aria-valuetext', isNow(state) ? t('past.now') : momentWords(state.at, serverNow()));
    choice.update(t('history.spanLabel'), (key) => t(`history.span.${key}`), state.reach);
    element.setAttribute('aria-label', t('past.label'));
    app.toggleAttribute('data-past', !isNow(state));
  }

  /// The slider is of map and list: elsewhere it is now.
  const isOfPlace = () => ['map', 'devices'].includes(store.state.route.base);

  /// Map and list make room.
  function makeRoom() {
    element.parentElement.style.setProperty('--past', isOpen ? `${element.offsetHeight}px` : '0px');
  }

  function open() {
    // It was left while the slider was loaded.
    if (!isOfPlace()) return;
    if (isOpen) {
      slider.focus();
      return;
    }
    opener = document.activeElement;
    isOpen = true;
    failure = null;
    element.hidden = false;
    change(opened(serverNow()));
    makeRoom();
    slider.focus({ preventScroll: true });
  }

  function close() {
    if (!isOpen) return;
    const hadFocus = element.contains(document.activeElement);
    isOpen = false;
    clearTimeout(timer);
    clearTimeout(speech);
    moments.clear();
    element.hidden = true;
    app.removeAttribute('data-past');
    makeRoom();
    if (store.state.past) {
      store.update({ past: null });
      announce(t('past.now'));
    }
    if (hadFocus && opener?.isConnected) opener.focus({ preventScroll: true });
  }

  slider.addEventListener('input', () => change(moved(state, Number(slider.value))));
  slider.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const grains = KEYS[event.key];
    if (grains === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    change(grains === undefined ? moved(state, event.key === 'Home' ? state.from : state.to) : stepped(state, grains));
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });
  new ResizeObserver(makeRoom).observe(element);
  store.watch(['route'], () => { if (isOpen && !isOfPlace()) close(); });
  store.watch(['preferences'], draw);

  return { open, close };
}

// When a device was here: a bar of a span of time, with its times under the finger, and in words.

import { h, setText } from '../dom.js';
import { duration, percent, t } from '../i18n/i18n.js';
import { clipped, drawable, marks, PRESENCES, shareHere, sums } from './intervals.js';
import { createScrub } from './scrub.js';
import { markWords, periodWords } from './words.js';

/// The bar in a sentence: how long it was what. Pure but for the words.
export function presenceWords(segments) {
  const total = sums(segments);
  const share = shareHere(total);
  if (share === null) return t('history.nothing');
  const parts = PRESENCES.filter((state) => total[state] >= 1000).map((state) => t(`history.sum.${state}`, { time: duration(total[state] / 1000) }));
  return t('history.summary', { percent: percent(share), parts: parts.join(' · ') });
}

/// The axis below a bar or a chart. `marksOf` are its moments.
export function axis(span, from, to) {
  return h('div', { class: 'axis', 'aria-hidden': 'true' }, marks(span, from, to).map((time) => {
    const mark = h('span', { class: 'axis-mark' }, h('span', {}, markWords(span, time)));
    const share = (time - from) / (to - from);
    mark.style.setProperty('left', `${100 * share}%`);
    // A word at the edge would stand outside.
    mark.toggleAttribute('data-edge', share < 0.06 || share > 0.94);
    return mark;
  }));
}

/// Makes the bar.
export function createPresenceBar() {
  const strip = h('div', { class: 'presence-strip' });
  const scrub = createScrub(strip, { onSay: (words) => setText(readout, words || summary) });
  const readout = h('p', { class: 'history-readout' });
  const place = h('div', { class: 'presence-axis' });
  const element = h('div', { class: 'presence', hidden: true }, scrub.element, place, readout);
  let summary = '';

  function piece({ state, from, to }, start, length) {
    const one = h('span', { class: 'presence-piece', data: { state } });
    one.style.setProperty('left', `${100 * (from - start) / length}%`);
    one.style.setProperty('width', `${100 * (to - from) / length}%`);
    return one;
  }

  return {
    element,
    isEmpty: () => element.hidden,
    clear() { element.hidden = true; },
    /// Shows the intervals of an answer; null where there is none.
    show(intervals, { span, from, to }) {
      element.hidden = intervals === null;
      if (intervals === null) return;
      const segments = clipped(intervals, from, to);
      strip.replaceChildren(...drawable(segments).map((one) => piece(one, from, to - from)));
      place.replaceChildren(axis(span, from, to));
      summary = presenceWords(segments);
      scrub.update(t('history.presence'), segments, from, to,
        (one) => t('history.at', { when: periodWords(span, one.from, one.to), what: t(`history.was.${one.state}`) }));
      setText(readout, summary);
    },
  };
}

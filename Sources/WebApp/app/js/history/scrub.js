// A cursor over what happened: by pointer, finger or keys it goes from one item to the next, and says
// what was then.

import { h, setAttribute } from '../dom.js';
import { indexAt } from './intervals.js';

const KEYS = {
  ArrowLeft: (index) => index - 1, ArrowRight: (index) => index + 1, ArrowDown: (index) => index - 1, ArrowUp: (index) => index + 1,
  PageDown: (index) => index - 10, PageUp: (index) => index + 10, Home: () => 0, End: () => Infinity,
};

/// The item that a key leads to, or null. Pure.
export function itemForKey(key, index, count) {
  if (!Object.hasOwn(KEYS, key) || count === 0) return null;
  return Math.min(count - 1, Math.max(0, KEYS[key](index)));
}

/// Makes the cursor of a picture, which lies below it. `onSay(words)` gets what is said of an item, ''
/// where the cursor has left.
export function createScrub(picture, { onSay }) {
  const line = h('span', { class: 'scrub-line', hidden: true });
  const element = h('div', { class: 'scrub', tabindex: '0', role: 'slider', 'aria-valuemin': '0' }, picture, line);
  let items = [];
  let span = { from: 0, to: 1 };
  let words = () => '';
  let current = -1;

  function say(index) {
    current = index;
    const item = items[index];
    line.hidden = !item;
    if (!item) return onSay('');
    const middle = (Math.max(item.from, span.from) + Math.min(item.to, span.to)) / 2;
    line.style.setProperty('left', `${100 * (middle - span.from) / (span.to - span.from)}%`);
    const text = words(item);
    setAttribute(element, 'aria-valuenow', index);
    setAttribute(element, 'aria-valuetext', text);
    return onSay(text);
  }

  function follow(event) {
    if (items.length === 0) return;
    const { left, width } = element.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    say(indexAt(items, span.from + share * (span.to - span.from)));
  }

  element.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse') element.setPointerCapture(event.pointerId);
    follow(event);
  });
  element.addEventListener('pointermove', follow);
  // What a finger was on stays when it is lifted: until then it was covered.
  element.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse' && document.activeElement !== element) say(-1);
  });
  element.addEventListener('focus', () => { if (current < 0) say(items.length - 1); });
  element.addEventListener('blur', () => say(-1));
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = itemForKey(event.key, current, items.length);
    if (next === null) return;
    event.preventDefault();
    say(next);
  });

  return {
    element,
    /// What there is from `from` to `to`, in order: `{from, to, …}`; `say(item)` gives its words.
    update(label, list, from, to, wordsOf) {
      items = list;
      span = { from, to };
      words = wordsOf;
      element.setAttribute('aria-label', label);
      setAttribute(element, 'aria-valuemax', Math.max(0, list.length - 1));
      setAttribute(element, 'aria-valuenow', Math.max(0, list.length - 1));
      setAttribute(element, 'aria-valuetext', list.length > 0 ? wordsOf(list.at(-1)) : '–');
      if (document.activeElement === element) say(Math.min(current < 0 ? Infinity : current, list.length - 1));
      else say(-1);
    },
  };
}

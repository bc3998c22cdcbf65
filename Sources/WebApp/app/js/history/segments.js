// A choice of a few: radio buttons that look like one control.

import { h } from '../dom.js';

let made = 0;

/// A choice between keys. `onChoose(key)`; `update(label, words(key), chosen)` writes its words.
export function createSegments(keys, onChoose) {
  made += 1;
  const name = `segments-${made}`;
  const parts = keys.map((key) => {
    const box = h('input', { type: 'radio', name, value: key, on: { change: () => onChoose(key) } });
    const words = h('span');
    return { key, box, words, element: h('label', { class: 'segment' }, box, words) };
  });
  const element = h('div', { class: 'segments', role: 'radiogroup' }, parts.map((part) => part.element));
  return {
    element,
    update(label, words, chosen) {
      element.setAttribute('aria-label', label);
      for (const part of parts) {
        part.words.textContent = words(part.key);
        part.box.checked = part.key === chosen;
      }
    },
  };
}

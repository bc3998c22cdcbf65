// Cards of facts, as the detail and the settings show them.

import { h } from './dom.js';

/// A titled card.
export function card(title, ...children) {
  return h('section', { class: 'card' }, h('h3', {}, title), h('div', { class: 'card-body' }, ...children));
}

/// A titled card of facts; null where there are none.
export function factCard(title, facts) {
  const known = facts.filter(Boolean);
  return known.length === 0 ? null
    : h('section', { class: 'card' }, h('h3', {}, title), h('dl', { class: 'card-body' }, ...known));
}

/// A fact: what, then its value and what is beside it; null where the value is not known.
export function fact(label, value, aside = null) {
  if (value === null || value === undefined || value === '') return null;
  return h('div', { class: 'fact' }, h('dt', {}, label),
    h('dd', {}, value, aside && h('span', { class: 'aside' }, aside)));
}

/// Redraws a part only when its contents have changed and it has no text input in progress.
export function part(build) {
  const element = h('div', { class: 'part' });
  let shown = null;
  return {
    element,
    update(signature, ...values) {
      const key = JSON.stringify(signature);
      if (key === shown) return;
      shown = key;
      const open = [...element.querySelectorAll('details[open]')].map((one) => one.dataset.key);
      const content = [build(...values)].flat().filter(Boolean);
      element.replaceChildren(...content);
      element.hidden = content.length === 0;
      for (const one of element.querySelectorAll('details')) one.open = open.includes(one.dataset.key);
    },
  };
}

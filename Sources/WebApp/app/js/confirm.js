// What is asked before something is forgotten.

import { button, h } from './dom.js';
import { t } from './i18n/i18n.js';

/// The question and its two answers.
export const confirmation = (words, onYes, onNo) => [h('p', {}, words), h('div', {},
  button('button danger', onYes, t('detail.forget')), button('button', onNo, t('detail.cancel')))];

/// Shows other children; the keyboard stays on the button that it was on.
export function redraw(element, ...children) {
  const buttons = () => [...element.querySelectorAll('button')];
  const held = buttons().indexOf(document.activeElement);
  element.replaceChildren(...children);
  buttons()[held]?.focus({ preventScroll: true });
}

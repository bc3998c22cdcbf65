// Says things: to screen readers, and for a moment at the bottom of the screen.

import { button, h } from '../dom.js';

const TOAST_MS = 5000;

/// Says something to screen readers, once.
export function announce(words) {
  const live = document.getElementById('live');
  live.textContent = '';
  setTimeout(() => { live.textContent = words; }, 50);
}

/// Shows a sentence for a moment, and says it; `action` is a button beside it: `{label, act}`.
/// Returns a function that removes it.
export function toast(words, action = null) {
  const toasts = document.getElementById('toasts');
  const one = h('div', { class: 'toast', dir: 'auto' }, words,
    action && button('toast-action', () => { one.remove(); action.act(); }, action.label));
  toasts.replaceChildren(one);
  announce(words);
  // It stays while its button has the keyboard, which would be lost.
  const end = () => { if (one.contains(document.activeElement)) setTimeout(end, TOAST_MS); else one.remove(); };
  setTimeout(end, action ? TOAST_MS * 3 : TOAST_MS);
  return () => one.remove();
}

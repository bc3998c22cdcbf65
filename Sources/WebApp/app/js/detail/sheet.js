// The sheet's grip: drag it, tap it, or use it by keyboard.

import { h, setAttribute } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { restOf, sheetHeights } from './snap.js';

/// Makes a sheet of an element; `onCover({right, bottom})` is told how many pixels it covers, `onClose()` that it
/// was drawn down.
export function createSheet(element, { onCover, onClose }) {
  const narrow = matchMedia('(max-width: 719px)');
  const grip = h('button', { class: 'sheet-grip', type: 'button' });
  let rest = 'half';
  let drag = null;

  function stand(height) {
    element.style.setProperty('--sheet-height', `${Math.round(height)}px`);
  }

  function settle(next) {
    if (next === 'closed') return onClose();
    rest = next;
    const height = sheetHeights(innerHeight)[rest];
    stand(height);
    setAttribute(grip, 'aria-expanded', String(rest === 'full'));
    grip.setAttribute('aria-label', t('detail.handle'));
    return onCover({ right: 0, bottom: narrow.matches && !element.hidden ? sheetHeights(innerHeight).half : 0 });
  }

  function start(event) {
    const isControl = event.target.closest('button, a, input, select, textarea');
    if (!narrow.matches || (isControl && isControl !== grip) || event.button !== 0) return;
    drag = { from: event.clientY, height: element.offsetHeight, y: event.clientY, at: event.timeStamp, speed: 0, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function move(event) {
    if (!drag) return;
    const past = Math.max(1, event.timeStamp - drag.at);
    drag.speed = 0.6 * ((drag.y - event.clientY) / past) + 0.4 * drag.speed;
    drag.y = event.clientY;
    drag.at = event.timeStamp;
    if (Math.abs(drag.from - event.clientY) > 4) drag.moved = true;
    if (!drag.moved) return;
    element.toggleAttribute('data-dragging', true);
    stand(Math.min(sheetHeights(innerHeight).full + 12, drag.height + drag.from - event.clientY));
  }

  function end(event) {
    if (!drag) return;
    const { moved, speed } = drag;
    drag = null;
    element.removeAttribute('data-dragging');
    if (event.type === 'pointercancel') settle(rest);
    else if (moved) settle(restOf(element.offsetHeight, speed, sheetHeights(innerHeight)));
  }

  let wasDragged = false;
  grip.addEventListener('click', () => {
    if (!wasDragged) settle(rest === 'full' ? 'half' : 'full');
    wasDragged = false;
  });
  grip.addEventListener('pointerup', () => { wasDragged = Boolean(drag?.moved); }, { capture: true });
  grip.addEventListener('pointerdown', () => { wasDragged = false; });
  addEventListener('resize', () => { if (!element.hidden) settle(rest); });

  return {
    grip,
    /// Has an element drag the sheet.
    dragBy(handle) {
      handle.addEventListener('pointerdown', start);
      handle.addEventListener('pointermove', move);
      handle.addEventListener('pointerup', end);
      handle.addEventListener('pointercancel', end);
    },
    open() { element.removeAttribute('data-leaving'); settle('half'); },
    close() { onCover({ right: 0, bottom: 0 }); },
    relabel() { grip.setAttribute('aria-label', t('detail.handle')); },
  };
}

// The sheet: drag its grip or its title, swipe its content, tap the grip, or use it by keyboard.

import { h, setAttribute } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { SHEET_BELOW } from '../shell/screens.js';
import { movesSheet, restOf, sheetHeights } from './snap.js';

/// Makes a sheet of an element; `onCover({right, bottom})` is called with how many pixels of the window it
/// covers at the side or from below, `onClose()` that it was drawn down.
export function createSheet(element, { onCover, onClose }) {
  const below = matchMedia(SHEET_BELOW);
  const grip = h('button', { class: 'sheet-grip', type: 'button' });
  let rest = 'half';
  let drag = null;

  function stand(height) {
    element.style.setProperty('--sheet-height', `${Math.round(height)}px`);
  }

  function settle(next) {
    if (next === 'closed') return onClose();
    rest = next;
    const heights = sheetHeights(innerHeight);
    stand(heights[rest]);
    setAttribute(grip, 'aria-expanded', String(rest === 'full'));
    grip.setAttribute('aria-label', t('detail.handle'));
    return onCover({
      right: below.matches ? 0 : element.offsetWidth,
      bottom: below.matches && !element.hidden ? heights.half : 0,
    });
  }

  // A finger or the mouse: from where to where, and how fast. `scroller` takes what the sheet can't.

  function begin({ clientY }, timeStamp, scroller = null) {
    drag = {
      from: clientY, height: element.offsetHeight, y: clientY, at: timeStamp, speed: 0, moved: false,
      scroller, scrollTop: scroller?.scrollTop ?? 0,
    };
  }

  function draw({ clientY }, timeStamp) {
    const past = Math.max(1, timeStamp - drag.at);
    drag.speed = 0.6 * ((drag.y - clientY) / past) + 0.4 * drag.speed;
    drag.y = clientY;
    drag.at = timeStamp;
    if (Math.abs(drag.from - clientY) > 4) drag.moved = true;
    if (!drag.moved) return;
    element.toggleAttribute('data-dragging', true);
    const { full } = sheetHeights(innerHeight);
    const wanted = drag.height + drag.from - clientY;
    stand(Math.min(drag.scroller ? full : full + 12, wanted));
    if (drag.scroller) drag.scroller.scrollTop = drag.scrollTop + Math.max(0, wanted - full);
  }

  function letGo(isCancelled) {
    if (!drag) return;
    const { moved, speed } = drag;
    drag = null;
    element.removeAttribute('data-dragging');
    if (isCancelled) settle(rest);
    else if (moved) settle(restOf(element.offsetHeight, speed, sheetHeights(innerHeight)));
  }

  function start(event) {
    const isControl = event.target.closest('button, a, input, select, textarea');
    if (!below.matches || (isControl && isControl !== grip) || event.button !== 0) return;
    begin(event, event.timeStamp);
    event.currentTarget.setPointerCapture(event.pointerId);
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
      handle.addEventListener('pointermove', (event) => { if (drag) draw(event, event.timeStamp); });
      handle.addEventListener('pointerup', () => letGo(false));
      handle.addEventListener('pointercancel', () => letGo(true));
    },
    /// Has a swipe over the scroller, but for its `handle`, move the sheet where the sheet comes
    /// first. By touch events: once the browser scrolls there are no pointer events.
    swipeBy(scroller, handle) {
      let touched = null;
      scroller.addEventListener('touchstart', ({ target, touches }) => {
        const isOwn = handle.contains(target) || target.closest('input, textarea');
        touched = below.matches && !isOwn && touches.length === 1 ? touches[0] : null;
        if (touches.length > 1 && drag?.scroller) letGo(true);
      }, { passive: true });
      scroller.addEventListener('touchmove', (event) => {
        const [touch] = event.touches;
        if (touched) {
          // The first movement decides: later ones can't be taken from the browser any more.
          const up = touched.clientY - touch.clientY;
          const isAlong = Math.abs(touch.clientX - touched.clientX) > Math.abs(up);
          const isTaken = event.cancelable && up !== 0 && !isAlong
            && movesSheet(up, { rest, scrollTop: scroller.scrollTop });
          if (isTaken) begin(touched, event.timeStamp - 16, scroller);
          touched = null;
        }
        if (!drag?.scroller) return;
        event.preventDefault();
        draw(touch, event.timeStamp);
      }, { passive: false });
      scroller.addEventListener('touchend', () => { if (drag?.scroller) letGo(false); });
      scroller.addEventListener('touchcancel', () => { if (drag?.scroller) letGo(true); });
    },
    open() { element.removeAttribute('data-leaving'); settle('half'); },
    close() { onCover({ right: 0, bottom: 0 }); },
    relabel() { grip.setAttribute('aria-label', t('detail.handle')); },
  };
}

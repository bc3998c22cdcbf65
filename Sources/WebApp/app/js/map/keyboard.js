// The map by keyboard: arrows lead from device to device, plus and minus zoom, 0 shows the whole.

import { isArrow, neighbourOf } from './neighbours.js';

const PAN_PIXELS = 80;

/// Listens on the map's element.
///
/// `places()` gives the items' `{key, x, y}`, `focus(key)` moves the focus; `zoomBy(factor)`,
/// `panBy(x, y)`, `reset()` move the view; `close()` closes an open sector and says whether one was.
export function listenToKeys(element, { places, focus, zoomBy, panBy, reset, close }) {
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });

  const act = ({ key, shiftKey, target }) => {
    if (key === '+' || key === '=') return zoomBy(1.35);
    if (key === '-') return zoomBy(1 / 1.35);
    if (key === '0') return reset();
    if (key === 'Escape') return close();
    const own = target.closest('.map-node')?.dataset.key;
    if (own === undefined) return false;
    if (shiftKey && isArrow(key)) {
      const sign = key === 'ArrowLeft' || key === 'ArrowUp' ? 1 : -1;
      const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
      return panBy(isSideways ? sign * PAN_PIXELS : 0, isSideways ? 0 : sign * PAN_PIXELS);
    }
    const all = places();
    if (key === 'Home') return focus(all[0]?.key);
    if (key === 'End') return focus(all.at(-1)?.key);
    if (!isArrow(key)) return false;
    const from = all.find((item) => item.key === own);
    const next = from && neighbourOf(from, all, key);
    if (next) focus(next);
    return true;
  };
}

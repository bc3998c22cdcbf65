// The list's line of devices that were here for a day, and are gone.

import { t } from '../i18n/i18n.js';

// No device's id has a blank.
const ID = 'gathered devices';

/// The line among `rows`; `onToggle()` is called when it was opened or closed.
export function createLine(rows, onToggle) {
  let isOpen = false;
  let line;
  rows.addEventListener('click', (event) => {
    if (event.target.closest('.row-item')?.dataset.id !== ID) return;
    event.preventDefault();
    isOpen = !isOpen;
    onToggle();
  });
  return {
    /// The ids of the rows: those `shown` anyway, the line's, and of `all` the others while it is open.
    order(shown, all, devices) {
      const single = new Set(shown);
      const others = all.filter((id) => !single.has(id));
      const count = others.length;
      if (count === 0) return shown;
      line = {
        id: ID, name: t('list.gathered', { count }), model: t('list.gatheredHint'), category: 'unknown', state: 'away',
        last_seen: others.map((id) => devices.get(id).last_seen ?? '').sort().at(-1), expanded: String(isOpen),
      };
      return [...shown, ID, ...(isOpen ? others : [])];
    },
    of: (id) => (id === ID ? line : null),
  };
}

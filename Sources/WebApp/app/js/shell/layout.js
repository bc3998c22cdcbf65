// Which parts can be used: what lies below another is out of reach for keyboard and screen reader.

import { setAttribute } from '../dom.js';
import { NARROW } from './screens.js';

/// Which parts are covered. Pure.
export function coveredParts({ base, panel }, isNarrow) {
  if (isNarrow) {
    const isUnder = panel === 'settings';
    return { map: base !== 'map' || isUnder, list: base !== 'devices' || isUnder, tools: isUnder };
  }
  return { map: base !== 'map' && base !== 'devices', list: panel !== null, tools: false };
}

/// Keeps the page's parts as the route says.
export function createLayout({ store }) {
  const narrow = matchMedia(NARROW);
  const app = document.getElementById('app');
  const map = document.getElementById('map-pane');
  const list = document.getElementById('list-pane');
  const rest = ['tools', 'timeline', 'monitors', 'alerts', 'past'].map((id) => document.getElementById(id));
  const tabs = ['map', 'devices', 'monitors', 'timeline', 'tools', 'settings'];

  function draw({ route }) {
    app.dataset.base = route.base;
    app.dataset.panel = route.panel ?? 'none';
    const covered = coveredParts(route, narrow.matches);
    map.inert = covered.map;
    list.inert = covered.list;
    for (const part of rest) part.inert = covered.tools;
    // The same button leads there and back.
    const place = route.base === 'alerts' ? 'monitors' : route.base;
    for (const base of ['monitors', 'timeline', 'tools']) {
      const open = document.getElementById(`open-${base}`);
      open.setAttribute('href', place === base ? '#/' : `#/${base}`);
      setAttribute(open, 'aria-current', place === base ? 'page' : null);
    }
    const current = route.panel === 'settings' ? 'settings' : place;
    for (const name of tabs) {
      setAttribute(document.getElementById(`tab-${name}`), 'aria-current', name === current ? 'page' : null);
    }
  }
  narrow.addEventListener('change', () => draw(store.state));
  store.watch(['route'], draw);
}

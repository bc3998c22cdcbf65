// The two places of monitoring, as links above each: monitors and alerts.

import { h, setAttribute } from '../dom.js';
import { t } from '../i18n/i18n.js';

/// Makes the links; `update(current)` writes their words, `current` is `monitors` or `alerts`.
export function createPlaces() {
  const links = { monitors: h('a', { class: 'place', href: '#/monitors' }), alerts: h('a', { class: 'place', href: '#/alerts' }) };
  const element = h('nav', { class: 'segments places' }, links.monitors, links.alerts);
  return {
    element,
    update(current) {
      element.setAttribute('aria-label', t('monitors.places'));
      links.monitors.textContent = t('monitors.title');
      links.alerts.textContent = t('monitors.alerts');
      for (const [name, link] of Object.entries(links)) setAttribute(link, 'aria-current', name === current ? 'page' : null);
    },
  };
}

// What a device offers: services with their TXT records, open ports.

import { card, part } from '../card.js';
import { bdi, h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { symbol } from '../shell/symbols.js';

/// A TXT value in words: a string, `true` for a key alone, `{hex}` for bytes.
export function txtWords(value) {
  if (value === true) return t('detail.yes');
  if (typeof value === 'object' && value !== null) return t('detail.bytes', { hex: plain(value.hex) });
  return plain(String(value));
}

function head(service) {
  const name = plain(service.name);
  return h('span', {},
    h('span', { class: 'mono' }, bdi(plain(service.type))),
    name && h('span', { class: 'aside' }, bdi(name)));
}

function row(service, index) {
  const entries = Object.entries(service.txt ?? {});
  const port = service.port == null ? null : h('span', { class: 'muted' }, t('detail.port', { port: String(service.port) }));
  if (entries.length === 0) return h('div', { class: 'item item-line' }, head(service), port);
  return h('details', { class: 'item', data: { key: `${service.type}/${index}` } },
    h('summary', {}, head(service),
      h('span', { class: 'muted' }, port ?? t('detail.txt', { count: entries.length })), symbol('chevron')),
    h('dl', { class: 'txt mono' }, entries.flatMap(([key, value]) => [
      h('dt', {}, bdi(plain(key))), h('dd', {}, bdi(txtWords(value)))])));
}

/// The card of services.
export function servicesPart() {
  return part((services) => (services.length > 0 ? card(t('detail.services'), ...services.map(row)) : null));
}

/// The card of ports.
export function portsPart() {
  return part((ports) => (ports.length === 0 ? null
    : card(t('detail.ports'), h('ul', { class: 'ports' }, ports.map((port) => h('li', { class: 'port' },
      h('span', { class: 'mono' }, `${port.port}/${port.protocol}`),
      port.service ? h('span', { class: 'muted' }, ' ', bdi(plain(port.service))) : null))))));
}

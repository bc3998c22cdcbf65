// What is known of a device: maker, model, addresses, link, times.

import { fact, factCard, part } from '../card.js';
import { bdi, h } from '../dom.js';
import { calendarDay, exactTime, listing, milliseconds, relativeTime, t } from '../i18n/i18n.js';
import { linkWords, say } from '../i18n/phrases.js';
import { plain } from '../model/device.js';

const text = (value) => (plain(value) ? bdi(plain(value)) : null);
const code = (value) => h('span', { class: 'mono' }, value);

function moment(value, words) {
  return value ? h('time', { datetime: value, title: exactTime(value) }, words(value)) : null;
}

/// The facts of what it is, for the card that begins with the choice of the kind.
export function aboutPart() {
  return part((device) => h('dl', {}, ...[
    fact(t('detail.vendor'), text(device.vendor)),
    fact(t('detail.model'), text(device.model)),
    fact(t('detail.os'), text(device.os)),
    fact(t('detail.firstSeen'), moment(device.first_seen, calendarDay)),
    fact(t('detail.lastSeen'), moment(device.last_seen, relativeTime)),
  ].filter(Boolean)));
}

function macWords(device, full) {
  if (device.mac_private) return t('detail.macPrivate');
  const vendor = plain(full?.explanation?.mac_vendor);
  return vendor ? t('detail.macVendor', { vendor }) : t('detail.macPublic');
}

/// The card of how it is reached.
export function networkPart() {
  return part((device, full) => factCard(t('detail.network'), [
    fact(t(device.addresses?.length > 1 ? 'detail.addresses' : 'detail.address'),
      device.addresses?.length ? device.addresses.map((one) => h('div', { class: 'mono' }, one)) : null),
    fact(t('detail.mac'), device.mac && code(device.mac), macWords(device, full)),
    fact(t('detail.latency'), device.latency_ms == null ? null : milliseconds(device.latency_ms)),
    fact(t('detail.link'), linkWords(device, full?.phrases), device.link_reason && bdi(say(device.link_reason, full?.phrases))),
  ]));
}

// What of a TXT record a person can read.
const READABLE = /^[\p{L}\p{N}][\p{L}\p{N} ._,:;/+()'’&°-]{1,60}$/u;
const MOST_TXT = 12;

/// What its services say of it in words: key and value, each once. Pure.
export function readableTxt(services) {
  const found = new Map();
  for (const service of services ?? []) {
    for (const [key, value] of Object.entries(service.txt ?? {})) {
      const isWord = typeof value === 'string' && READABLE.test(value) && /\p{L}{2}/u.test(value) && !/^0x/i.test(value);
      const name = plain(key);
      const isFresh = name.length <= 24 && !found.has(name) && found.size < MOST_TXT;
      if (isWord && isFresh) found.set(name, value);
    }
  }
  return [...found];
}

/// The card of what else it said.
export function infoPart() {
  return part((device) => factCard(t('detail.info'), [
    fact(t('detail.hostname'), text(device.hostname)),
    fact(t('detail.discoveredBy'), device.discovered_by?.length
      ? listing(device.discovered_by.map((source) => t(`source.${source}`))) : null),
    ...readableTxt(device.services).map(([key, value]) => fact(bdi(key), bdi(plain(value)))),
  ]));
}

// Which devices the list shows, and in which order. Pure.

import { addressKey, displayName, isOnline, kindOf, plain } from './device.js';

/// Text reduced to what a search compares: no case, no accents.
export function fold(text) {
  return plain(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

// Folding 10,000 devices takes 50 ms; a device object never changes, so each is folded once.
const folded = new WeakMap();

function haystack(device, kindName) {
  let known = folded.get(device);
  if (known === undefined) {
    known = fold([
      device.name, device.hostname, device.vendor, device.model, device.os, device.mac, device.note,
      ...(device.addresses ?? []), ...(device.services ?? []).map((service) => service.type),
    ].filter((part) => typeof part === 'string').join('\n'));
    folded.set(device, known);
  }
  return `${known}\n${fold(kindName)}`;
}

const PRESENCE = {
  all: (device) => !device.hidden,
  online: (device) => !device.hidden && isOnline(device),
  // What nobody could tell is neither here nor away.
  away: (device) => !device.hidden && !isOnline(device) && device.state !== 'unknown',
  new: (device) => !device.hidden && device.new,
  hidden: (device) => device.hidden,
};

/// Whether anything but the order is chosen.
export function isFiltering({ text, presence, kind, vendor }) {
  return text.trim() !== '' || presence !== 'all' || kind !== '' || vendor !== '';
}

/// The devices that pass; every word of the text must be found somewhere.
export function filterDevices(devices, filter, kindName) {
  const words = fold(filter.text).split(/\s+/).filter(Boolean);
  const passes = PRESENCE[filter.presence] ?? PRESENCE.all;
  const found = [];
  for (const device of devices) {
    if (!passes(device)) continue;
    if (filter.kind && kindOf(device) !== filter.kind) continue;
    if (filter.vendor && plain(device.vendor) !== filter.vendor) continue;
    if (words.length > 0) {
      const text = haystack(device, kindName(kindOf(device)));
      if (!words.every((word) => text.includes(word))) continue;
    }
    found.push(device);
  }
  return found;
}

/// What each order sorts by: smaller keys first, strings by the language's own order.
const SORT_KEYS = {
  // Who has no name but an address comes last.
  name: (device) => (displayName(device) === device.ip ? 1 : 0),
  address: (device) => addressKey(device.ip),
  kind: (device, kindName) => kindName(kindOf(device)),
  vendor: (device) => plain(device.vendor) || '\uffff',
  seen: (device) => -Date.parse(device.last_seen ?? 0),
  first: (device) => -Date.parse(device.first_seen ?? 0),
  latency: (device) => device.latency_ms ?? Infinity,
};

/// The orders that can be chosen.
export const SORTS = Object.keys(SORT_KEYS);

// Past that many devices a language's own order takes longer than a frame.
const MANY = 2000;
const paddedNames = new WeakMap();

/// A name as one that sorts by its characters alone: folded, numbers of equal length.
function paddedName(device) {
  let name = paddedNames.get(device);
  if (name === undefined) {
    name = fold(displayName(device)).replace(/\d+/g, (digits) => digits.padStart(8, '0'));
    paddedNames.set(device, name);
  }
  return name;
}

/// Sorted; equal ones by name, then by id, so that the order never jumps.
export function sortDevices(devices, sort, kindName, language) {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const isLong = devices.length > MANY;
  const plainOrder = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const wordOrder = isLong ? plainOrder : collator.compare;
  const nameOf = isLong ? paddedName : displayName;
  const keyOf = SORT_KEYS[sort] ?? SORT_KEYS.name;
  const order = (a, b) => (typeof a === 'string' ? wordOrder(a, b) : plainOrder(a, b));
  return devices
    .map((device) => ({ device, key: keyOf(device, kindName), name: nameOf(device) }))
    .sort((a, b) => order(a.key, b.key) || wordOrder(a.name, b.name)
      || plainOrder(a.device.id, b.device.id))
    .map((entry) => entry.device);
}

/// The makers there are, in alphabetic order.
export function vendorsOf(devices, language) {
  const vendors = new Set();
  for (const device of devices) if (plain(device.vendor)) vendors.add(plain(device.vendor));
  return [...vendors].sort(new Intl.Collator(language).compare);
}

/// The kinds that are drawn, most frequent first.
export function kindsOf(devices) {
  const counts = new Map();
  for (const device of devices) counts.set(kindOf(device), (counts.get(kindOf(device)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([kind]) => kind);
}

// What a monitor may depend on: which monitors are suggested as its parents, and which of many are shown. Pure.

import { plain } from '../model/device.js';
import { hostOf } from './choices.js';
import { nameOf, sorted } from './states.js';

/// As many as are shown at a time: the search finds the others.
export const MOST_SHOWN = 50;

// Names that end so are of a home, as are those without a dot.
const HOME_NAMES = /^[^.]*$|(^|\.)(lan|local|localdomain|home|internal|intranet|fritz\.box|speedport\.ip|home\.arpa)$/;
const PRIVATE = /^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;

/// Whether a host lies behind the router, as far as its address or name says it.
export function isBeyond(host) {
  if (/^[\d.]+$/.test(host)) return /^\d+\.\d+\.\d+\.\d+$/.test(host) && !PRIVATE.test(host);
  // Global addresses (RFC 4291) may be the home's own: nothing is said of them.
  return !host.includes(':') && !HOME_NAMES.test(host.replace(/\.$/, '').toLowerCase());
}

const lower = (text) => plain(text).toLowerCase();

/// The devices by id, and by address and name: to search them for each of thousands of monitors is too slow for a key press.
function placesOf(devices) {
  const [ids, hosts] = [new Map(), new Map()];
  for (const one of devices) {
    ids.set(one.id, one);
    for (const host of [one.ip, ...(one.addresses ?? []), lower(one.hostname)]) if (host && !hosts.has(host)) hosts.set(host, one);
  }
  return { ids, hosts };
}

/// The device at which a monitor looks; null where none of them is.
const deviceOf = ({ kind, target }, { ids, hosts }) => (kind === 'presence' ? ids.get(target) : hosts.get(lower(hostOf({ kind, target })))) ?? null;

/// The ids of the monitors that are suggested as parents of a monitor, by where its target is: the ping of its own host,
/// and for what lies behind the router the Internet, or else the router.
export function suggestedParents(monitor, monitors, devices) {
  const others = [...monitors].filter(({ id }) => id !== monitor.id);
  const places = placesOf(devices);
  const host = lower(hostOf(monitor));
  const device = deviceOf(monitor, places);
  const hosts = others.filter(({ kind }) => kind === 'icmp');
  const gateway = () => [...hosts, ...others.filter(({ kind }) => kind === 'presence')].find((one) => deviceOf(one, places)?.gateway);
  const ids = (list) => list.filter(Boolean).map(({ id }) => id);
  if (monitor.kind === 'internet') return ids([gateway()]);
  if (host === '' || !['http', 'tcp', 'tls', 'icmp'].includes(monitor.kind)) return [];
  if (monitor.kind !== 'icmp') {
    const own = hosts.find((one) => lower(hostOf(one)) === host || (device !== null && deviceOf(one, places) === device));
    if (own) return ids([own]);
    if (device?.gateway) return ids([gateway()]);
  }
  if (device !== null || !isBeyond(host)) return [];
  return ids([others.find(({ kind }) => kind === 'internet') ?? gateway()]);
}

/// The monitors that the form shows, how many more there are, and how many have the text in their name: `{shown, more, found}`.
///
/// First those that are chosen, then the suggested ones, then the others whose name has the text in it.
export function shownParents(monitors, { chosen, suggested, text = '' }) {
  const wanted = text.trim().toLowerCase();
  const isFound = (one) => wanted === '' || nameOf(one).toLowerCase().includes(wanted);
  const rank = (one) => (chosen.has(one.id) ? 0 : suggested.has(one.id) ? 1 : 2);
  const all = sorted(monitors).filter((one) => rank(one) === 0 || isFound(one)).sort((one, other) => rank(one) - rank(other));
  const most = Math.max(MOST_SHOWN, chosen.size);
  return { shown: all.slice(0, most), more: Math.max(0, all.length - most), found: all.filter(isFound).length };
}

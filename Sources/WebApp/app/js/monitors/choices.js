// What can be watched of a device. Pure.

import { displayName, plain } from '../model/device.js';
import { webAddress } from '../model/web.js';
import { securePort } from '../tools/catalogue.js';

/// So many of its ports are offered; the form takes any other.
const MOST_PORTS = 6;

const host = (address) => (address.includes(':') ? `[${address}]` : address);

/// The choices for a device: `{kind, target, options, what, port, service}`; `what` is the key of its words.
export function choicesFor(device) {
  const choices = [{ kind: 'presence', target: device.id, what: 'presence' }];
  const address = device.ip;
  if (!address) return choices;
  choices.push({ kind: 'icmp', target: address, what: 'icmp' });
  const web = webAddress(device);
  // No certificate is of an address in the home, so that it can't be trusted.
  const options = { verify_certificate: false };
  if (web) choices.push({ kind: 'http', target: web, what: 'http', ...(web.startsWith('https') ? { options } : {}) });
  const secure = securePort(device);
  if (secure !== null) choices.push({ kind: 'tls', target: `${host(address)}:${secure}`, what: 'tls', options });
  const open = (device.ports ?? []).filter((one) => one.protocol === 'tcp' && one.state === 'open');
  for (const { port, service } of open.slice(0, MOST_PORTS)) {
    choices.push({ kind: 'tcp', target: `${host(address)}:${port}`, what: 'tcp', port, service: plain(service) });
  }
  return choices;
}

/// The host that a monitor asks; null where it asks none.
export const hostOf = (monitor) => {
  if (monitor.kind === 'http') {
    try {
      return new URL(monitor.target).hostname.replace(/^\[|\]$/g, '');
    } catch {
      return null;
    }
  }
  if (monitor.kind === 'icmp') return monitor.target;
  if (monitor.kind === 'tcp' || monitor.kind === 'tls') return /^\[?([^\]]*?)\]?(?::\d+)?$/.exec(monitor.target)?.[1] ?? null;
  return null;
};

/// The monitors that watch a device: its presence, or something at one of its addresses.
export function monitorsOf(device, monitors) {
  const own = new Set([device.ip, ...(device.addresses ?? []), plain(device.hostname)].filter(Boolean));
  return [...monitors].filter((one) => (one.kind === 'presence' ? one.target === device.id : own.has(hostOf(one))));
}

/// Whether a monitor is the one that a choice would make.
export const isMade = (choice, monitors) => [...monitors].some((one) => one.kind === choice.kind && one.target === choice.target);

// As long as a monitor's name may be.
const LONGEST_NAME = 80;

/// The name that a choice's monitor gets: the device's, as much of it as there is room for, and the choice's words.
export function nameFor(device, words) {
  const room = LONGEST_NAME - [...words].length - 2;
  return `${[...displayName(device)].slice(0, Math.max(0, room)).join('').trim()}: ${words}`;
}

/// The body of the request that makes a choice's monitor.
export const bodyOf = ({ kind, target, options }, name) => ({ kind, target, name, source: 'suggested', ...(options ? { options } : {}) });

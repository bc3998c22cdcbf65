// The tools that the page knows how to show, and which fit a device. Pure.

import { kindOf } from '../model/device.js';

/// Each tool's sign, in the page's order.
export const TOOLS = {
  ping: { symbol: 'pulse' },
  trace: { symbol: 'route' },
  ports: { symbol: 'ports' },
  cert: { symbol: 'certificate' },
  dns: { symbol: 'names' },
  diagnose: { symbol: 'stethoscope' },
  whois: { symbol: 'owner' },
  asn: { symbol: 'globe' },
};

/// The tools that are offered, in our order, those that the page doesn't know last.
export function inOrder(offered) {
  const names = Object.keys(TOOLS);
  const place = ({ name }) => (names.includes(name) ? names.indexOf(name) : names.length);
  return [...offered].sort((one, other) => place(one) - place(other));
}

/// The option that is the target; a tool may have none.
export const targetOf = (tool) => tool.options.find((option) => option.required)
  ?? tool.options.find((option) => option.kind === 'host' || option.kind === 'hosts') ?? null;

const SECURE = new Set(['https', 'ipps']);
const SECURE_PORTS = [443, 8443, 8006, 5001];

/// The port at which a device speaks TLS; null where it isn't known to.
export function securePort(device) {
  const open = (device.ports ?? []).filter((port) => port.protocol === 'tcp' && port.state === 'open');
  const known = SECURE_PORTS.find((number) => open.some((port) => port.port === number));
  return known ?? open.find((port) => SECURE.has(port.service))?.port ?? null;
}

/// What can be asked of a device: tools with the values of their options.
export function toolsFor(device, offered) {
  const address = device.ip;
  if (!address) return [];
  const secure = securePort(device);
  const all = [
    { name: 'ping', values: { hosts: address } },
    { name: 'trace', values: { host: address } },
    { name: 'ports', values: { hosts: address } },
    secure === null ? null
      : { name: 'cert', values: secure === 443 ? { host: address } : { host: address, port: String(secure) } },
  ];
  const names = new Set((offered ?? []).map(({ name }) => name));
  return all.filter((one) => one && names.has(one.name));
}

/// What can be offered for a target's field: devices that are there first, by name.
export function suggestions(devices) {
  return [...devices]
    .filter((device) => device.ip && !device.hidden)
    .sort((one, other) => (one.state === 'away') - (other.state === 'away'))
    .slice(0, 200)
    .map((device) => ({ value: device.ip, name: device.name ?? '', kind: kindOf(device) }));
}

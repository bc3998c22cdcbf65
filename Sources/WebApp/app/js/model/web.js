// The page that a device serves itself. Pure.

const PLAIN = new Set([80, 8080, 8000, 8081, 5000, 8123]);
const SECURE = new Set([443, 8443, 8006, 5001]);

/// The address of its page, or null where it has none that a browser can open.
export function webAddress(device) {
  const ip = device.ip ?? '';
  const host = /^\d+\.\d+\.\d+\.\d+$/.test(ip) ? ip : /^[0-9a-f:]+$/i.test(ip) ? `[${ip}]` : null;
  if (!host) return null;
  const open = (device.ports ?? []).filter((port) => port.protocol === 'tcp' && port.state === 'open');
  const find = (ports, service) => open.find((one) => ports.has(one.port) && (!one.service || one.service === service));
  const secure = find(SECURE, 'https');
  const simple = find(PLAIN, 'http');
  if (simple && (simple.port === 80 || !secure)) return simple.port === 80 ? `http://${host}/` : `http://${host}:${simple.port}/`;
  if (secure) return secure.port === 443 ? `https://${host}/` : `https://${host}:${secure.port}/`;
  return null;
}

// Places in the app as hashes, so that back closes what was opened. Pure but for `go`.

/// The route of a hash; what a phone shows below a sheet stays where the hash does not say.
export function routeOf(hash, base = 'map') {
  const parts = hash.replace(/^#?\/?/, '').split('/').filter(Boolean);
  if (parts[0] === 'settings') return { base, panel: 'settings', id: null };
  if (parts[0] !== 'devices') return { base: 'map', panel: null, id: null };
  if (parts.length === 1) return { base: 'devices', panel: null, id: null };
  return { base, panel: 'device', id: decode(parts[1]) };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/// The hash of a device.
export const deviceHash = (id) => `#/devices/${encodeURIComponent(id)}`;

/// The hash of what lies below a panel.
export const baseHash = (base) => (base === 'devices' ? '#/devices' : '#/');

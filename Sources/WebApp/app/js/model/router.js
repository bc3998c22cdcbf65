// Places in the app as hashes, so that back closes what was opened. Pure but for `go`.

/// The route of a hash; what lies below a sheet stays where the hash does not say: `tool` and `monitor` of a base.
export function routeOf(hash, base = 'map', tool = null, monitor = null) {
  const [path, query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const parts = path.split('/').filter(Boolean);
  if (parts[0] === 'tools') {
    const { host = '' } = Object.fromEntries(new URLSearchParams(query));
    return { base: 'tools', panel: null, id: null, tool: { name: parts[1] ? decode(parts[1]) : null, query: { host } } };
  }
  if (parts[0] === 'monitors') return { base: 'monitors', panel: null, id: null, monitor: parts[1] ? decode(parts[1]) : null };
  if (parts[0] === 'timeline' || parts[0] === 'alerts') return { base: parts[0], panel: null, id: null };
  const below = base === 'tools' ? { base, tool } : base === 'monitors' ? { base, monitor } : { base };
  if (parts[0] === 'settings') return { ...below, panel: 'settings', id: null };
  if (parts[0] !== 'devices') return { base: 'map', panel: null, id: null };
  if (parts.length === 1) return { base: 'devices', panel: null, id: null };
  return { ...below, panel: 'device', id: decode(parts[1]) };
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

/// The hash of a tool and its target.
export function toolHash(name, host = '') {
  return `#/tools/${encodeURIComponent(name)}${host ? `?${new URLSearchParams({ host })}` : ''}`;
}

/// The hash of what lies below a panel.
export function baseHash({ base, tool = null, monitor = null }) {
  if (monitor) return `#/monitors/${encodeURIComponent(monitor)}`;
  if (base === 'tools') return tool?.name ? toolHash(tool.name, tool.query.host) : '#/tools';
  return base === 'map' ? '#/' : `#/${base}`;
}

// What a device is called and how it is sorted: pure functions of the API's object.

/// The kinds, in the order in which they are offered.
export const KINDS = [
  'router', 'network', 'phone', 'tablet', 'computer', 'server', 'tv_media', 'speaker', 'gaming',
  'storage', 'printer', 'smart_home', 'camera', 'voip', 'wearable', 'appliance', 'unknown',
];

// Control characters, and those that turn the direction of the text around them.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g;

/// Text from a device, without what could disturb the text around it; '' where there is none.
export function plain(text) {
  return typeof text === 'string' ? text.replace(CONTROLS, ' ').trim() : '';
}

/// What to call it.
export function displayName(device) {
  return plain(device.name) || plain(device.hostname) || device.ip || device.mac || device.id;
}

/// The kind that is drawn: the category, or `apple` for what is Apple's and not known further.
export function kindOf(device) {
  const isApple = device.category === 'unknown' && device.vendor === 'Apple';
  return isApple ? 'apple' : device.category;
}

/// Maker and model, without saying the maker twice; '' where neither is known.
export function makerAndModel(device) {
  const vendor = plain(device.vendor);
  const model = plain(device.model);
  if (!vendor || !model) return model || vendor;
  return model.toLowerCase().startsWith(vendor.toLowerCase()) ? model : `${vendor} ${model}`;
}

/// The line below the name: what it is, or else its address.
export function secondLine(device) {
  const what = makerAndModel(device);
  const name = displayName(device);
  return [what, device.ip, device.mac].find((words) => words && words !== name) ?? '';
}

/// Whether it is here: it answers, or is silent as it usually is at this hour.
export const isOnline = ({ state }) => state === 'present' || state === 'asleep';

/// The devices but several that are shown as one line: transient ones that are away, or, where that isn't
/// known, were last seen a day before others.
export function singles(devices) {
  const all = [...devices.values()];
  const last = Date.parse(all.reduce((time, { last_seen: seen }) => (seen > time ? seen : time), ''));
  const gone = new Set(all.filter(({ transient, state, last_seen: seen }) => transient
    && (state === 'away' || (state === 'unconfirmed' && last - Date.parse(seen) >= 864e5))));
  return gone.size < 2 ? devices : new Map([...devices].filter(([, one]) => !gone.has(one)));
}

/// An address as a number for sorting: IPv4 before IPv6, before none.
export function addressKey(ip) {
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(ip ?? '');
  if (!parts) return ip ? 2 ** 33 : 2 ** 34;
  return parts.slice(1).reduce((sum, part) => sum * 256 + Number(part), 0);
}

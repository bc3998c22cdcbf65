// What the page asks of alerts: what was told, and by which rules and channels.

import { ask } from '../model/api.js';
import { listAll } from '../monitors/listing.js';

const query = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '')).toString();
const one = (kind, id) => `${kind}/${encodeURIComponent(id)}`;

/// One function for each request.
export const alerting = {
  alerts: (which) => ask('GET', `alerts?${query(which)}`),
  channels: async () => (await ask('GET', 'channels')).channels ?? [],
  services: async () => (await ask('GET', 'channels/services')).services ?? [],
  rules: async () => (await ask('GET', 'rules')).rules ?? [],
  monitors: () => listAll(ask),
  mutes: async () => (await ask('GET', 'alerts/mutes')).mutes ?? [],
  add: (kind, body) => ask('POST', kind, body),
  change: (kind, id, body) => ask('PATCH', one(kind, id), body),
  remove: (kind, id) => ask('DELETE', one(kind, id)),
  test: async (id) => (await ask('POST', `${one('channels', id)}/test`)).delivery,
  mute: async (subject, length) => (await ask('POST', 'alerts/mute', { ...subject, for: length })).mutes ?? [],
};

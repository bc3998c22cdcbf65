// What the page asks of monitors and alerts.

import { ask } from '../model/api.js';
import { listAll } from './listing.js';

const query = (values) => new URLSearchParams(
  Object.entries(values).filter(([, value]) => value !== null && value !== undefined)).toString();
const when = (time) => new Date(time).toISOString();
const monitor = (id) => `monitors/${encodeURIComponent(id)}`;

/// One function for each question; times are milliseconds since 1970.
export const requests = {
  list: (first) => listAll(ask, first),
  suggestions: () => ask('GET', 'monitors/suggestions'),
  make: (body) => ask('POST', 'monitors', body),
  change: (id, body) => ask('PATCH', monitor(id), body),
  remove: (id) => ask('DELETE', monitor(id)),
  check: (id) => ask('POST', `${monitor(id)}/check`),
  pause: (id) => ask('POST', `${monitor(id)}/pause`),
  resume: (id) => ask('POST', `${monitor(id)}/resume`),
  samples: (id, from, to, step) => ask('GET', `${monitor(id)}/samples?${query({ from: when(from), to: when(to), step })}`),
  bars: (id, from, to, n) => ask('GET', `${monitor(id)}/bars?${query({ from: when(from), to: when(to), n })}`),
  incidents: (id, from, to, limit) => ask('GET', `${monitor(id)}/incidents?${query({ from: when(from), to: when(to), limit })}`),
  acknowledge: (id) => ask('POST', `incidents/${encodeURIComponent(id)}/acknowledge`),
  mute: (id, length) => ask('POST', 'alerts/mute', { monitor: id, for: length }),
};

// What the page asks of the home's history.

import { ask } from '../model/api.js';

const query = (values) => new URLSearchParams(
  Object.entries(values).filter(([, value]) => value !== null && value !== undefined)).toString();
const when = (time) => new Date(time).toISOString();
const device = (id) => `devices/${encodeURIComponent(id)}`;

/// One function for each question; times are milliseconds since 1970.
export const history = {
  changes: (which) => ask('GET', `changes?${query(which)}`),
  devicesAt: (time) => ask('GET', `devices?${query({ at: when(time) })}`),
  presence: (id, from, to) => ask('GET', `${device(id)}/presence?${query({ from: when(from), to: when(to) })}`),
  samples: (id, from, to, step) => ask('GET', `${device(id)}/samples?${query({ from: when(from), to: when(to), step })}`),
  home: (from, to, step) => ask('GET', `presence?${query({ from: when(from), to: when(to), step })}`),
};

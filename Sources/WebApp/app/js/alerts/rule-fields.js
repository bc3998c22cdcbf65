// A rule's form as values: the events by what they concern, what was chosen, and what of it is sent. Pure.

import { changedKeys } from '../model/changes.js';
import { hoursDraft, hoursOf } from './hours.js';

/// The events, by what they concern.
export const EVENTS = {
  devices: ['new_device', 'returned', 'left', 'port_appeared', 'key_changed'],
  network: ['gateway_changed', 'address_conflict', 'dhcp_server'],
  monitors: ['monitor_down', 'monitor_degraded', 'monitor_up', 'monitor_flapping', 'certificate_expiring'],
  homenet: ['storage_trouble', 'channel_trouble'],
};

const ORDER = Object.values(EVENTS).flat();

/// What a rule tells that nobody has changed: as the server's own.
export const USUAL_EVENTS = ['new_device', 'gateway_changed', 'monitor_down', 'monitor_degraded', 'monitor_up', 'monitor_flapping', 'certificate_expiring', 'storage_trouble', 'channel_trouble'];

/// The rule that is made with the first channel.
export const USUAL_ID = 'usual';

/// How long news are gathered, and how often what lasts is told again, in seconds; null is never.
export const WAITS = [0, 10, 30, 60, 300, 900];
export const REPEATS = [null, 900, 3600, 14_400, 43_200, 86_400];

/// The choices with the one that a rule has and that isn't among them.
export const withOwn = (choices, own) => (choices.includes(own) ? choices : [...choices, own].sort((a, b) => (a ?? -1) - (b ?? -1)));

const NIGHT = { from: '22:00', to: '07:00' };
const DAY = { from: '08:00', to: '20:00' };

/// What a form holds: of a rule, or of a new one over these channels.
export function ruleDraft(rule, channels = []) {
  return {
    name: rule?.name ?? '', events: [...(rule?.events ?? USUAL_EVENTS)], channels: [...(rule?.channels ?? channels)],
    devices: rule?.devices ? [...rule.devices] : null, monitors: rule?.monitors ? [...rule.monitors] : null,
    hours: hoursDraft(rule?.hours ?? null, DAY), quiet: hoursDraft(rule?.quiet_hours ?? null, NIGHT),
    wait: rule?.group_wait_s ?? 30, repeat: rule?.repeat_s ?? null,
  };
}

// Sets have no order: what the server sorts otherwise has not changed.
const sorted = (ids) => (ids === null ? null : [...ids].sort());

/// What is sent for a form: `{body, mistakes}`; of a rule that is there only what was changed.
export function ruleBody(rule, draft) {
  const mistakes = {};
  const name = draft.name.trim();
  if (name === '') mistakes.name = 'alerts.missing';
  if (draft.events.length === 0) mistakes.events = 'alerts.rule.noEvents';
  if (draft.channels.length === 0) mistakes.channels = 'alerts.rule.noChannels';
  for (const key of ['devices', 'monitors']) if (draft[key]?.length === 0) mistakes[key] = 'alerts.rule.noneChosen';
  const hours = hoursOf(draft.hours);
  const quiet = hoursOf(draft.quiet);
  if (hours.mistake) mistakes.hours = hours.mistake;
  if (quiet.mistake) mistakes.quiet = quiet.mistake;
  const whole = {
    name, events: byOrder(draft.events), channels: draft.channels, devices: sorted(draft.devices), monitors: sorted(draft.monitors),
    hours: hours.value ?? null, quiet_hours: quiet.value ?? null, group_wait_s: draft.wait, repeat_s: draft.repeat,
  };
  if (!rule) return { body: Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null)), mistakes };
  const before = { ...rule, events: byOrder(rule.events ?? []), devices: sorted(rule.devices ?? null), monitors: sorted(rule.monitors ?? null) };
  return { body: changedKeys(before, whole), mistakes };
}

/// Events in the order in which they are shown; those that this page doesn't know come last.
export const byOrder = (events) => [...ORDER.filter((event) => events.includes(event)), ...events.filter((event) => !ORDER.includes(event)).sort()];

const FIELDS = { quiet_hours: 'quiet', group_wait_s: 'wait', repeat_s: 'repeat' };

/// The field that a refusal is about, by its key in JSON; null where there is none.
export function fieldOfRule(key) {
  const [first] = String(key ?? '').split(/[.[]/);
  const field = FIELDS[first] ?? first;
  return ['name', 'events', 'channels', 'devices', 'monitors', 'hours', 'quiet', 'wait', 'repeat'].includes(field) ? field : null;
}

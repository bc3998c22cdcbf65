// Changes of the home: which group a change is of, on which day it was, which are unread. Pure.

/// The kinds of change by the groups that can be chosen.
export const KINDS = {
  arrivals: ['new_station', 'returned', 'left'],
  changes: [
    'moved_address', 'new_mac', 'renamed', 'identified_anew', 'service_appeared', 'service_gone', 'port_appeared', 'port_gone',
    'resolver_changed', 'route_changed', 'watch_paused', 'watch_resumed', 'merged', 'split', 'edited', 'forgotten',
  ],
  problems: [
    'flip_flop', 'key_changed', 'gateway_mac_changed', 'address_conflict', 'dhcp_server_appeared', 'own_network_lost', 'own_network_back',
  ],
};

/// The groups, in the order in which they are offered.
export const GROUPS = Object.keys(KINDS);

// No problem where the machine is the same: it has another card, or a new certificate.
const EXCUSED = ['key_changed', 'gateway_mac_changed'];
const ARRIVALS = new Set(KINDS.arrivals);
const PROBLEMS = new Set(KINDS.problems);

/// The group of a change; a kind that is not known is a change.
export function groupOf({ kind, reason }) {
  if (ARRIVALS.has(kind)) return 'arrivals';
  return PROBLEMS.has(kind) && !(reason === 'same_keys' && EXCUSED.includes(kind)) ? 'problems' : 'changes';
}

/// The kinds to ask the server for; null for all. What is no problem by its reason is a change.
export function kindsOfGroup(group) {
  if (group === '') return null;
  return group === 'changes' ? [...KINDS.changes, ...EXCUSED] : KINDS[group];
}

/// The changes of a group; '' for all.
export const ofGroup = (changes, group) => (group === '' ? changes : changes.filter((one) => groupOf(one) === group));

const isChange = (one) => Number.isFinite(one?.seq) && Number.isFinite(Date.parse(one.time)) && typeof one.kind === 'string';

/// Both lists as one, newest first, each change once; what is no change is left out.
export function merged(changes, more) {
  const known = new Map(changes.map((one) => [one.seq, one]));
  for (const one of more ?? []) if (isChange(one)) known.set(one.seq, one);
  return [...known.values()].sort((a, b) => b.seq - a.seq);
}

/// Midnight before a moment, where this browser is.
export function dayOf(time) {
  const day = new Date(time);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}

/// How many days the day of a moment lies before the present one, by the calendar: a day of 23 hours is one too.
export const daysAgo = (time, now) => Math.round((dayOf(now) - dayOf(time)) / 86_400_000);

/// The changes by day: `[{day, changes}]`, in the order of the changes.
export function byDay(changes) {
  const days = [];
  for (const change of changes) {
    const day = dayOf(change.time);
    if (days.at(-1)?.day === day) days.at(-1).changes.push(change);
    // A clock that was set back makes a day come twice.
    else days.push({ day, changes: [change] });
  }
  return days;
}

/// The last change that was seen at an earlier visit, from what was remembered; null where nothing was.
///
/// A number beyond the newest is of another home, or of one that was begun anew.
export function lastSeen(remembered, newest) {
  const seq = Number(remembered);
  return remembered === null || remembered === '' || !Number.isSafeInteger(seq) || seq > newest ? null : seq;
}

/// How many of these, newest first, come after the one that was seen; 0 where that is not known.
export function unreadCount(changes, seen) {
  if (seen === null) return 0;
  const first = changes.findIndex(({ seq }) => seq <= seen);
  return first < 0 ? changes.length : first;
}

// So often it is asked for new ones at most, and at least while somebody looks.
const LEAST_MS = 2000;
const MOST_MS = 30_000;

/// How long to wait until new ones are asked for, after they were at `asked`.
export const waitToAsk = (now, asked, isEvent) => Math.max(0, asked + (isEvent ? LEAST_MS : MOST_MS) - now);

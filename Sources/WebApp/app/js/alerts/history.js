// Alerts as they are listed: pages put together, and what each one is about. Pure.

/// As many as are asked for at once.
export const PAGE = 50;

/// As many as one answer has at most.
export const MOST_ASKED = 200;

/// The states that can be chosen; '' is all of them.
export const STATES = ['', 'waiting', 'held', 'sent', 'given_up'];

/// Those that are shown with the next page of older ones.
export function withOlder(shown, page) {
  const known = new Set(shown.map(({ id }) => id));
  return [...shown, ...page.filter(({ id }) => !known.has(id))];
}

/// Those that are shown after the newest `limit` ones were asked for again: what is older stays.
export function withNewest(shown, page, limit) {
  const oldest = page.at(-1)?.id ?? 0;
  return page.length < limit ? page : [...page, ...shown.filter(({ id }) => id < oldest)];
}

/// What leads to what an alert is about; null where that is several things, or none.
export function placeOf(notice) {
  const places = new Set((notice?.items ?? []).map(({ monitor, device }) =>
    (monitor ? `#/monitors/${encodeURIComponent(monitor)}` : device ? `#/devices/${encodeURIComponent(device)}` : '')));
  const [place] = places;
  return places.size === 1 && !(notice.more > 0) && place ? place : null;
}

/// By what the same news are known again, over whichever rule or channel they come.
export function keyOf(notice) {
  const [first] = notice?.items ?? [];
  return first ? [first.kind, first.monitor ?? first.device ?? first.subject ?? '', first.severity, first.time].join(' ') : `${notice?.id ?? ''}`;
}

/// As many keys as are remembered.
const MOST_KEYS = 50;

/// The keys with one more; null where it is among them, because another tab has shown it.
export function claimed(keys, key) {
  const list = Array.isArray(keys) ? keys : [];
  return list.includes(key) ? null : [...list, key].slice(-MOST_KEYS);
}

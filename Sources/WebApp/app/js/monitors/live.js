// The feed of this page: fed by its live connection, and asked for again where that says nothing.

import { MonitorFeed, POLL_MS } from './feed.js';
import { requests } from './requests.js';

/// The monitors of this page.
export const feed = new MonitorFeed({ list: requests.list });

// So many are looking at the monitors.
let looking = 0;
let timer = null;

addEventListener('homenet:monitors', ({ detail }) => {
  feed.take(detail);
  // A connection is new, or was too slow: what happened before was not told.
  if (!detail.anew) return;
  feed.outdate();
  if (looking > 0) feed.load();
});

/// Follows the monitors while somebody looks at them; the first look loads them. Returns a function that ends it.
export function follow() {
  looking += 1;
  if (!feed.isLoaded || feed.failure || feed.isDue()) feed.load();
  timer ??= setInterval(() => { if (!document.hidden && feed.isDue()) feed.load(); }, POLL_MS);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    looking -= 1;
    if (looking > 0) return;
    clearInterval(timer);
    timer = null;
  };
}

// Which device an arrow key leads to.

const DIRECTIONS = {
  ArrowRight: { x: 1, y: 0 }, ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 }, ArrowUp: { x: 0, y: -1 },
};

/// Whether this key moves the focus.
export function isArrow(key) {
  return Object.hasOwn(DIRECTIONS, key);
}

/// The key of the item that lies nearest in an arrow's direction, or `null`.
///
/// `items` are `{key, x, y}`. What lies sideways counts double, and beyond 60° not at all.
export function neighbourOf(from, items, arrow) {
  const way = DIRECTIONS[arrow];
  let best = null;
  for (const item of items) {
    if (item.key === from.key) continue;
    const dx = item.x - from.x;
    const dy = item.y - from.y;
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (ahead <= 0.5 || aside > 1.732 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (best === null || cost < best.cost) best = { key: item.key, cost };
  }
  return best?.key ?? null;
}

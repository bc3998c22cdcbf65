// How large things are drawn, by how much room there is.

/// The hub's disc is this many pixels wide.
export const HUB_DISC = 56;

/// The width in pixels of a device's disc on the unzoomed map, and of a sector's.
export function discSize(item, { width }, count) {
  if (item.isHub) return HUB_DISC;
  const isNarrow = width < 700;
  if (item.members) {
    const [least, most] = isNarrow ? [32, 44] : [42, 64];
    return Math.round(Math.min(most, least + 2.2 * Math.sqrt(item.members.length)));
  }
  if (count > 30) return isNarrow ? 34 : 40;
  return isNarrow ? 40 : 44;
}

/// The width in pixels of all that is drawn of an item: a sector has a ring around its disc.
export function reachOf(item, disc) {
  return item.members ? disc * 1.2 : disc;
}

/// The share of its size at which a disc is drawn at a zoom: smaller where it is crowded, a little
/// larger close by. In steps, so that not every frame of a zoom writes it.
export function discScale(zoom, spacing, disc) {
  const crowd = Math.min(1, (spacing * zoom) / (disc + 4));
  const close = zoom < 1 ? Math.sqrt(zoom) : 1 + (zoom - 1) * 0.1;
  return Math.round(Math.max(0.3, Math.min(crowd, close)) * 20) / 20;
}

/// The usual distance between `count` devices that share an ellipse.
export function spacingOf(count, { a, b }) {
  return Math.sqrt((Math.PI * a * b) / Math.max(1, count)) * 0.95;
}

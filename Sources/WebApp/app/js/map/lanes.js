// Room along a device's own ray. Angles never change, so where two discs would collide the later
// slot steps inwards on its ray to the first lane with room; earlier slots never give way.

import { placeAt } from './layout.js';

/// Shares of the kind's own radius, in the order in which they are tried.
const LANES = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.44, 0.36, 1.06];

/// Beyond this share of the edge a disc would leave the map.
const OUTERMOST = 1.04;

/// The radius of every item, by key.
///
/// `items` are `{key, slot, angle, radius}`; `clearance` is the wanted distance in pixels between
/// two centres, `hub` that from the centre, `previous` the radii of last time (a lane that still has
/// room is kept, so that no device moves when others leave).
export function radiiOf(items, { ellipse, clearance, hub, previous = new Map() }) {
  const cells = new Map();
  const radii = new Map();
  for (const item of items.toSorted(bySlot)) {
    const kept = previous.get(item.key);
    let best = null;
    for (const lane of candidates(item.radius, kept)) {
      const place = placeAt(item.angle, lane, ellipse);
      const room = Math.min(Math.hypot(place.x, place.y) - hub + clearance,
        nearest(cells, place, clearance));
      if (best === null || room > best.room) best = { lane, place, room };
      if (room >= clearance) break;
    }
    radii.set(item.key, best.lane);
    remember(cells, best.place, clearance);
  }
  return radii;
}

/// The lanes of a radius, and first the one that was kept where it belongs to this radius.
function candidates(radius, kept) {
  const lanes = LANES.map((lane) => Math.min(OUTERMOST, radius * lane));
  return lanes.includes(kept) ? [kept, ...lanes] : lanes;
}

function bySlot(one, other) {
  return one.slot - other.slot || (one.key < other.key ? -1 : 1);
}

function cellOf(value, size) {
  return Math.floor(value / size);
}

function remember(cells, place, size) {
  const key = `${cellOf(place.x, size)}:${cellOf(place.y, size)}`;
  const cell = cells.get(key);
  if (cell) cell.push(place);
  else cells.set(key, [place]);
}

/// The distance to the nearest place, as far as it is below `size`, else `size`.
function nearest(cells, place, size) {
  let least = size;
  const column = cellOf(place.x, size);
  const row = cellOf(place.y, size);
  for (let x = column - 1; x <= column + 1; x += 1) {
    for (let y = row - 1; y <= row + 1; y += 1) {
      for (const other of cells.get(`${x}:${y}`) ?? []) {
        least = Math.min(least, Math.hypot(other.x - place.x, other.y - place.y));
      }
    }
  }
  return least;
}

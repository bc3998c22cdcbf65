// Which labels are shown, and on which side of their discs, so that nothing overlaps.

/// The side of a square of the grid that finds what is near, in pixels.
const CELL = 64;

/// Between a disc and its own label, and around a disc for the labels of others, in pixels.
const GAP = 3;
const AROUND = 2;

/// The places of the labels that fit, by key: `{side, form, x, y}`, where `x` and `y` are the
/// label's top left corner relative to its disc's centre. A label that is not there does not fit.
///
/// `items` are `{key, x, y, disc, forms, priority, previous}`: the disc's centre and radius, the
/// sizes `{width, height}` of the label's forms, best first, its rank (a higher one is placed
/// first; `Infinity` always is, over others if need be), and the place of last time, which is kept
/// while it fits. `bounds` is where labels may be (an item may have its own), `obstacles` are boxes where they may not.
export function placeLabels(items, bounds, obstacles = []) {
  const taken = new Grid();
  for (const box of obstacles) taken.add('obstacle', box);
  for (const item of items) {
    const reach = item.disc + AROUND;
    taken.add(item.key, {
      left: item.x - reach, right: item.x + reach, top: item.y - reach, bottom: item.y + reach,
      round: { x: item.x, y: item.y, reach },
    });
  }
  const places = new Map();
  const order = items.toSorted((one, other) =>
    rank(other) - rank(one) || (one.key < other.key ? -1 : 1));
  for (const item of order) {
    if (!item.forms.length) continue;
    const room = item.bounds ?? bounds;
    const choices = choicesFor(item, room);
    const found = choices.find(({ box }) => inside(box, room) && taken.isFree(box, item.key))
      ?? (item.priority === Infinity ? choices[0] : undefined);
    if (!found) continue;
    taken.add(`label ${item.key}`, found.box);
    places.set(item.key, {
      side: found.side, form: found.form,
      x: found.box.left - item.x, y: found.box.top - item.y,
    });
  }
  return places;
}

function rank(item) {
  return item.priority === Infinity ? Number.MAX_VALUE : item.priority;
}

/// The boxes that a label may take, best first: last time's, then each form around the disc.
function choicesFor(item, bounds) {
  const all = item.forms.flatMap((size, form) =>
    sides(item, size, bounds).map((choice) => ({ ...choice, form })));
  const { previous } = item;
  const kept = previous && all.find((one) =>
    one.side === previous.side && one.form === previous.form);
  return kept ? [kept, ...all.filter((one) => one !== kept)] : all;
}

/// Away from the line to the centre first, straight or slipped aside, then beside the disc.
function sides({ x, y, disc }, { width, height }, bounds) {
  const middle = Math.min(Math.max(x - width / 2, bounds.left), bounds.right - width);
  const slid = Math.abs(middle - (x - width / 2)) < width / 2 - 4 ? middle : x - width / 2;
  const box = (side, left, top) => ({
    side, box: { left, top, right: left + width, bottom: top + height },
  });
  const low = y + disc + GAP;
  const high = y - disc - GAP - height;
  const below = box('below', slid, low);
  const above = box('above', slid, high);
  // Beside the disc, or a little higher or lower, where a neighbour is in the way.
  const shifts = [0, -0.7, 0.7].map((share) => share * disc);
  const names = ['', 'high ', 'low '];
  const right = shifts.map((dy, index) => box(`${names[index]}right`, x + disc + GAP + 2, y + dy - height / 2));
  const left = shifts.map((dy, index) => box(`${names[index]}left`, x - disc - GAP - 2 - width, y + dy - height / 2));
  const slip = (name, top) => {
    if (width <= 2 * disc) return [];
    const aside = width / 2 - disc;
    const steps = [
      box(`${name} west`, x - width / 2 - aside / 2, top),
      box(`${name} east`, x - width / 2 + aside / 2, top),
      box(`${name}-end`, x - width / 2 - aside, top),
      box(`${name}-start`, x - width / 2 + aside, top),
    ];
    return x < 0 ? steps : [steps[1], steps[0], steps[3], steps[2]];
  };
  const lower = [below, ...slip('below', low)];
  const upper = [above, ...slip('above', high)];
  const [near, far] = x < 0 ? [left, right] : [right, left];
  const beside = [near[0], far[0], ...near.slice(1), ...far.slice(1)];
  const isUpper = y < 0 && -y > Math.abs(x) * 0.7;
  return isUpper ? [...upper, ...beside, ...lower] : [...lower, ...beside, ...upper];
}

function inside(box, bounds) {
  return box.left >= bounds.left - 0.5 && box.right <= bounds.right + 0.5
    && box.top >= bounds.top - 0.5 && box.bottom <= bounds.bottom + 0.5;
}

/// Whether a box comes into a round: a label may stand in the corner that a disc leaves.
function isNear(box, { x, y, reach }) {
  const dx = Math.max(box.left - x, 0, x - box.right);
  const dy = Math.max(box.top - y, 0, y - box.bottom);
  return dx * dx + dy * dy < reach * reach;
}

/// Boxes by the squares they touch, so that each is compared with its neighbours alone.
class Grid {
  #cells = new Map();

  add(key, box) {
    for (const cell of this.#touched(box)) {
      const entry = { key, box };
      if (this.#cells.has(cell)) this.#cells.get(cell).push(entry);
      else this.#cells.set(cell, [entry]);
    }
  }

  isFree(box, own) {
    for (const cell of this.#touched(box)) {
      for (const { key, box: other } of this.#cells.get(cell) ?? []) {
        if (key !== own && box.left < other.right && box.right > other.left
          && box.top < other.bottom && box.bottom > other.top
          && (!other.round || isNear(box, other.round))) return false;
      }
    }
    return true;
  }

  * #touched(box) {
    for (let x = Math.floor(box.left / CELL); x <= Math.floor(box.right / CELL); x += 1) {
      for (let y = Math.floor(box.top / CELL); y <= Math.floor(box.bottom / CELL); y += 1) {
        yield `${x}:${y}`;
      }
    }
  }
}

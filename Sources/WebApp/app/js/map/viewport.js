// What of the map is seen: a zoom, and where its centre lies relative to the middle of the element.

export const MIN_ZOOM = 0.5;
export const MAX_ZOOM = 4;

/// The view of the whole.
export const HOME_VIEW = Object.freeze({ zoom: 1, x: 0, y: 0 });

/// Inertia's half-life is about 0.14 s.
const FRICTION = 5;

/// Slower than this, in pixels a second, a throw has ended.
const REST_SPEED = 12;

export function clampZoom(zoom) {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}

/// The view zoomed by a factor about a point (relative to the element's middle) that stays put.
export function zoomedAbout(view, factor, { x, y }) {
  const zoom = clampZoom(view.zoom * factor);
  const real = zoom / view.zoom;
  return { zoom, x: x - (x - view.x) * real, y: y - (y - view.y) * real };
}

/// The view after two fingers moved from one pair of points to another.
export function pinched(view, before, after) {
  const middle = ([p, q]) => ({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });
  const spread = ([p, q]) => Math.max(1, Math.hypot(p.x - q.x, p.y - q.y));
  const from = middle(before);
  const to = middle(after);
  const zoomed = zoomedAbout(view, spread(after) / spread(before), from);
  return { ...zoomed, x: zoomed.x + to.x - from.x, y: zoomed.y + to.y - from.y };
}

/// The zoom factor of a wheel event: a notch is about 1.15, a pinch on a trackpad is finer.
export function wheelFactor({ deltaY, deltaMode, ctrlKey }) {
  const pixels = deltaY * (deltaMode === 1 ? 18 : deltaMode === 2 ? 400 : 1);
  const bounded = Math.min(120, Math.max(-120, pixels));
  return Math.exp(-bounded * (ctrlKey ? 0.01 : 0.0015));
}

export const NO_INSETS = Object.freeze({ top: 0, right: 0, bottom: 0, left: 0 });

/// Something of the home always stays so many pixels inside what is seen of the map, or a quarter
/// of that where there is less room.
const KEPT = 96;

const CENTRE = Object.freeze({ x: 0, y: 0 });

/// The view moved as little as needed for some of the home to be seen: the centre, one of `places`
/// (on the unzoomed map) or the line between them.
///
/// It goes by the lines and not by a box around all places, whose corners are empty; and since the
/// lines meet in the centre, one can pan along them from any place to any other.
export function bounded(view, { width, height }, insets = NO_INSETS, places = []) {
  const roomAcross = Math.max(0, width - insets.left - insets.right);
  const roomDown = Math.max(0, height - insets.top - insets.bottom);
  const box = {
    x: (insets.left - insets.right) / 2 - view.x,
    y: (insets.top - insets.bottom) / 2 - view.y,
    across: roomAcross / 2 - Math.min(KEPT, roomAcross / 4),
    down: roomDown / 2 - Math.min(KEPT, roomDown / 4),
  };
  let least = wayFrom(CENTRE, box);
  for (const place of places) {
    if (least.length === 0) break;
    const way = wayFromLine({ x: place.x * view.zoom, y: place.y * view.zoom }, box);
    if (way.length < least.length) least = way;
  }
  return { zoom: view.zoom, x: view.x - least.x, y: view.y - least.y };
}

/// How far a point lies outside a box, given by its middle and half its sides.
function wayFrom(point, { x, y, across, down }) {
  const past = (distance, half) => Math.sign(distance) * Math.max(0, Math.abs(distance) - half);
  const way = { x: past(point.x - x, across), y: past(point.y - y, down) };
  return { ...way, length: Math.hypot(way.x, way.y) };
}

/// The same of the line between the centre and a point: the least of a convex function.
function wayFromLine(end, box) {
  const at = (share) => wayFrom({ x: end.x * share, y: end.y * share }, box);
  let [low, high] = [0, 1];
  for (let step = 0; step < 30; step += 1) {
    const third = (high - low) / 3;
    if (at(low + third).length <= at(high - third).length) high -= third;
    else low += third;
  }
  return at((low + high) / 2);
}

/// The view moved as little as needed for a point of the map to be `margin` inside what insets
/// leave free.
export function keptInView(view, point, { width, height }, insets = NO_INSETS, margin = 56) {
  const shift = (at, low, high) => {
    if (high - low < 2 * margin) return (low + high) / 2 - at;
    return Math.max(0, low + margin - at) + Math.min(0, high - margin - at);
  };
  const x = view.x + point.x * view.zoom;
  const y = view.y + point.y * view.zoom;
  return {
    zoom: view.zoom,
    x: view.x + shift(x, insets.left - width / 2, width / 2 - insets.right),
    y: view.y + shift(y, insets.top - height / 2, height / 2 - insets.bottom),
  };
}

/// What insets leave free of the map, as edges relative to the zoomed map's centre.
export function seenRoom({ x, y }, { width, height }, insets = NO_INSETS) {
  return {
    left: insets.left - width / 2 - x, right: width / 2 - insets.right - x,
    top: insets.top - height / 2 - y, bottom: height / 2 - insets.bottom - y,
  };
}

/// The speed in pixels a second at which a finger let go, from its last `{x, y, time}` (in ms).
export function throwSpeed(trail, now) {
  const recent = trail.filter(({ time }) => now - time <= 100);
  if (recent.length < 2) return { x: 0, y: 0 };
  const first = recent[0];
  const last = recent.at(-1);
  const seconds = Math.max(0.008, (last.time - first.time) / 1000);
  return { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds };
}

/// The view and speed after some seconds of coasting; speed is `null` once it has come to rest.
export function coasted(view, speed, seconds) {
  const left = Math.exp(-FRICTION * seconds);
  const way = (1 - left) / FRICTION;
  const next = { x: speed.x * left, y: speed.y * left };
  return {
    view: { zoom: view.zoom, x: view.x + speed.x * way, y: view.y + speed.y * way },
    speed: Math.hypot(next.x, next.y) < REST_SPEED ? null : next,
  };
}

/// A view between two: the zoom changes evenly to the eye.
export function between(from, to, share) {
  const mix = (a, b) => a + (b - a) * share;
  return {
    zoom: Math.exp(mix(Math.log(from.zoom), Math.log(to.zoom))),
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
  };
}

/// Whether this is the view of the whole, to the eye.
export function isHome(view) {
  return Math.abs(view.zoom - 1) < 0.01 && Math.hypot(view.x, view.y) < 2;
}

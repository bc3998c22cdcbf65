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

/// The view with its map still on the screen: at least a part of the ellipse is always seen.
export function bounded(view, { width, height }, insets = NO_INSETS) {
  const reach = (size) => size * Math.max(0.42, 0.5 * view.zoom);
  const within = (value, low, high) => Math.min(high, Math.max(low, value));
  return {
    zoom: view.zoom,
    x: within(view.x, -reach(width) - insets.right, reach(width) + insets.left),
    y: within(view.y, -reach(height) - insets.bottom, reach(height) + insets.top),
  };
}

export const NO_INSETS = Object.freeze({ top: 0, right: 0, bottom: 0, left: 0 });

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

// Where a device stands: its angle is its slot's alone, its radius its kind's.

/// The golden angle in radians: any number of slots spreads evenly, and none ever moves.
export const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/// How far out each kind stands; 1 is the ellipse's edge.
export const KIND_RADIUS = {
  router: 0.6, network: 0.64, phone: 0.7, wearable: 0.72, tablet: 0.73, apple: 0.75, voip: 0.78,
  computer: 0.8, server: 0.82, speaker: 0.85, gaming: 0.88, tv_media: 0.9, storage: 0.92,
  printer: 0.95, camera: 0.96, smart_home: 0.98, appliance: 0.99, unknown: 1,
};

/// The half axes of the map's ellipse, as shares of the width and height.
export const ELLIPSE = 0.42;

/// The angle of a slot in radians.
export function angleOf(slot) {
  return (slot * GOLDEN_ANGLE) % (2 * Math.PI);
}

/// The radius at which a kind stands.
export function radiusOf(kind) {
  return Object.hasOwn(KIND_RADIUS, kind) ? KIND_RADIUS[kind] : KIND_RADIUS.unknown;
}

/// The half axes in pixels of the ellipse in a map of this size.
export function ellipseIn({ width, height }) {
  return { a: ELLIPSE * width, b: ELLIPSE * height };
}

/// The place, relative to the centre, at an angle and a radius.
export function placeAt(angle, radius, { a, b }) {
  return { x: a * radius * Math.cos(angle), y: b * radius * Math.sin(angle) };
}

/// The device that stands in the centre: the gateway, or else a router; the first placed.
export function hubOf(devices) {
  let hub = null;
  let rank = 0;
  for (const device of devices) {
    const own = device.gateway ? 2 : device.category === 'router' ? 1 : 0;
    if (own > rank || (own > 0 && own === rank && device.slot < hub.slot)) {
      hub = device;
      rank = own;
    }
  }
  return hub;
}

// Places on the map: angles that never change, radii that give way, sectors, seats.

import assert from 'node:assert/strict';
import test from 'node:test';

import { radiiOf } from '../../../Sources/WebApp/app/js/map/lanes.js';
import {
  GOLDEN_ANGLE, KIND_RADIUS, angleOf, ellipseIn, hubOf, placeAt, radiusOf,
} from '../../../Sources/WebApp/app/js/map/layout.js';
import { EMPTY_SCENE, keyOf, sceneOf } from '../../../Sources/WebApp/app/js/map/scene.js';
import {
  GATHER_ABOVE, SECTOR_LIMIT, SPREAD_AT, gathers, seatRadius, seatsOf, sectorKey, sectorsOf,
} from '../../../Sources/WebApp/app/js/map/sectors.js';

const KINDS = Object.keys(KIND_RADIUS).filter((kind) => kind !== 'router' && kind !== 'apple');
const device = (slot, more = {}) => ({
  id: `d${slot}`, slot, category: KINDS[(slot * 7) % KINDS.length], gateway: false, hidden: false,
  name: `Device ${slot}`, state: 'present', ...more,
});
const home = (count) => [
  device(0, { gateway: true, category: 'router' }),
  ...Array.from({ length: count }, (_, index) => device(index + 1)),
];

test('a slot has the golden angle times itself, whatever else there is', () => {
  assert.equal(angleOf(0), 0);
  assert.ok(Math.abs(angleOf(1) - GOLDEN_ANGLE) < 1e-12);
  assert.ok(Math.abs(angleOf(5) - ((5 * GOLDEN_ANGLE) % (2 * Math.PI))) < 1e-12);
});

test('the ellipse fills a portrait phone', () => {
  const { a, b } = ellipseIn({ width: 390, height: 700 });
  assert.ok(Math.abs(a - 163.8) < 1e-9);
  assert.ok(Math.abs(b - 294) < 1e-9);
  assert.deepEqual(placeAt(0, 0.5, { a, b }), { x: a / 2, y: 0 });
});

test('kinds stand at the radii of the design, and a kind nobody knows at the edge', () => {
  const wanted = {
    phone: 0.7, apple: 0.75, computer: 0.8, speaker: 0.85, gaming: 0.88, tv_media: 0.9,
    storage: 0.92, printer: 0.95, smart_home: 0.98, unknown: 1,
  };
  for (const [kind, radius] of Object.entries(wanted)) assert.equal(radiusOf(kind), radius, kind);
  assert.equal(radiusOf('toaster'), 1);
  assert.equal(radiusOf('constructor'), 1);
});

test('the gateway is the hub, else the first router, else nobody', () => {
  const router = device(3, { category: 'router' });
  const other = device(2, { category: 'router' });
  const gateway = device(9, { gateway: true, category: 'computer' });
  assert.equal(hubOf([router, gateway, other]), gateway);
  assert.equal(hubOf([router, other]), other);
  assert.equal(hubOf([device(1, { category: 'phone' })]), null);
});

test('nobody moves when others arrive, and no angle ever changes', () => {
  const ellipse = ellipseIn({ width: 390, height: 700 });
  const options = { ellipse, clearance: 39, hub: 54 };
  let scene = EMPTY_SCENE;
  let before = new Map();
  let radii = new Map();
  for (let count = 1; count <= GATHER_ABOVE; count += 1) {
    scene = sceneOf(home(count), scene, null);
    radii = radiiOf(scene.items, { ...options, previous: radii });
    for (const item of scene.items) {
      const place = before.get(item.key);
      if (place) assert.deepEqual([item.angle, radii.get(item.key)], place, item.key);
    }
    before = new Map(scene.items.map(({ key, angle }) => [key, [angle, radii.get(key)]]));
  }
});

test('discs of thirty devices do not collide on a phone', () => {
  const ellipse = ellipseIn({ width: 390, height: 700 });
  const scene = sceneOf(home(30), EMPTY_SCENE, null);
  const radii = radiiOf(scene.items, { ellipse, clearance: 39, hub: 54 });
  const places = scene.items.map(({ key, angle }) => placeAt(angle, radii.get(key), ellipse));
  places.forEach((one, index) => {
    assert.ok(Math.hypot(one.x, one.y) >= 54);
    for (const other of places.slice(0, index)) {
      assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 39);
    }
  });
});

test('a device with room stands exactly where its kind does', () => {
  const items = [1, 2, 3].map((slot) => ({ key: `d${slot}`, slot, angle: angleOf(slot), radius: 0.88 }));
  const radii = radiiOf(items, { ellipse: { a: 400, b: 400 }, clearance: 44, hub: 60 });
  assert.deepEqual([...radii.values()], [0.88, 0.88, 0.88]);
});

test('what is learnt moves a device along its ray', () => {
  const scene = sceneOf(home(5), EMPTY_SCENE, null);
  const devices = home(5);
  devices[3] = { ...devices[3], category: 'unknown' };
  const later = sceneOf(devices, scene, null);
  assert.equal(later.items[2].angle, scene.items[2].angle);
  assert.notEqual(later.items[2].radius, scene.items[2].radius);
});

test('hidden devices are not on the map', () => {
  const devices = [...home(3), device(9, { hidden: true })];
  const scene = sceneOf(devices, EMPTY_SCENE, null);
  assert.equal(scene.items.length, 3);
  assert.equal(keyOf(devices[4], scene), null);
  assert.equal(keyOf(devices[0], scene), 'd0');
});

test('kinds gather past sixty devices, and spread again only well below', () => {
  assert.ok(!gathers(GATHER_ABOVE, false));
  assert.ok(gathers(GATHER_ABOVE + 1, false));
  assert.ok(gathers(SPREAD_AT + 1, true));
  assert.ok(!gathers(SPREAD_AT, true));
});

test('a sector keeps its place whoever else is there, and sectors stand apart', () => {
  const all = sectorsOf(home(300).slice(1));
  const few = sectorsOf(home(300).slice(1).filter(({ category }) => category === 'printer'));
  assert.equal(few[0].angle, all.find(({ kind }) => kind === 'printer').angle);
  const angles = all.map(({ angle }) => angle).toSorted((one, other) => one - other);
  angles.slice(1).forEach((angle, index) => assert.ok(angle - angles[index] > 0.34));
  assert.equal(all.reduce((sum, { members }) => sum + members.length, 0), 300);
});

test('an open sector shows its devices around it, and closes when its kind is gone', () => {
  const gathered = sceneOf(home(300), EMPTY_SCENE, null);
  const open = sceneOf(home(300), gathered, 'phone');
  assert.equal(open.opened, 'phone');
  assert.equal(open.hub.key, sectorKey('phone'));
  assert.ok(open.items.every(({ device: one }) => one.category === 'phone'));
  assert.equal(keyOf(open.items[0].device, open), open.items[0].key);
  const phoneless = home(300).map((one) => (one.category === 'phone' ? { ...one, category: 'tablet' } : one));
  assert.equal(sceneOf(phoneless, open, 'phone').opened, null);
});

test('seats are kept while a sector is open, and bounded', () => {
  const first = seatsOf([device(5), device(2)]);
  assert.deepEqual([...first].toSorted(), [['d2', 0], ['d5', 1]]);
  const later = seatsOf([device(5), device(1), device(7)], first);
  assert.equal(later.get('d5'), 1);
  assert.equal(later.get('d1'), 0);
  assert.equal(later.get('d7'), 2);
  const many = sceneOf(home(1).concat(Array.from({ length: 500 },
    (_, index) => device(index + 9, { category: 'phone' }))), { ...EMPTY_SCENE, gathered: true }, 'phone');
  assert.equal(many.items.length, SECTOR_LIMIT);
  assert.ok(many.missing >= 500 - SECTOR_LIMIT);
});

test('seats lie within the ellipse, further out one after another', () => {
  for (const count of [1, 8, 40, 240]) {
    let last = 0;
    for (let seat = 0; seat < count; seat += 1) {
      const radius = seatRadius(seat, count);
      assert.ok(radius > last && radius <= 1.0001, `${seat} of ${count}`);
      last = radius;
    }
  }
});

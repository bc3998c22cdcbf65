// However the map is panned, some of the home stays in view.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Camera } from '../../../Sources/WebApp/app/js/map/camera.js';
import {
  HOME_VIEW, NO_INSETS, bounded, keptInView, zoomedAbout,
} from '../../../Sources/WebApp/app/js/map/viewport.js';

const ROOMS = [[390, 700], [667, 300], [1000, 836], [240, 120]].map(([width, height]) => ({ width, height }));
const SHEETS = [NO_INSETS, { ...NO_INSETS, bottom: 60 }, { ...NO_INSETS, right: 100 }];

/// Places around the centre, as devices stand.
const ring = (count, { width, height }) => Array.from({ length: count }, (_, slot) => ({
  x: 0.42 * width * Math.cos(slot * 2.4), y: 0.42 * height * Math.sin(slot * 2.4),
}));

/// How many pixels inside the free room the best point of the home lies; negative: none is seen.
function deepest(view, { width, height }, insets, places) {
  let best = -Infinity;
  for (const place of [{ x: 0, y: 0 }, ...places]) {
    for (let share = 0; share <= 1; share += 1 / 512) {
      const x = view.x + place.x * view.zoom * share;
      const y = view.y + place.y * view.zoom * share;
      best = Math.max(best, Math.min(x + width / 2 - insets.left, width / 2 - insets.right - x,
        y + height / 2 - insets.top, height / 2 - insets.bottom - y));
    }
  }
  return best;
}

test('some of the home is in view wherever the map is panned to, at every zoom', () => {
  for (const size of ROOMS) {
    for (const insets of SHEETS) {
      const least = Math.min(96, (size.width - insets.right) / 4, (size.height - insets.bottom) / 4) - 2;
      for (const count of [0, 1, 2, 31]) {
        const places = ring(count, size);
        for (const zoom of [0.5, 1, 2, 4]) {
          for (let turn = 0; turn < 8; turn += 1) {
            for (const far of [300, 1500, 1e5]) {
              const view = { zoom, x: far * Math.cos(turn * 0.8), y: far * Math.sin(turn * 0.8) };
              const kept = bounded(view, size, insets, places);
              assert.equal(kept.zoom, zoom);
              const depth = deepest(kept, size, insets, places);
              assert.ok(depth >= least, JSON.stringify({ size, insets, count, view, kept, depth }));
            }
          }
        }
      }
    }
  }
});

test('what is in bounds stays as it is', () => {
  const [size] = ROOMS;
  const places = ring(12, size);
  assert.deepEqual(bounded(HOME_VIEW, size, NO_INSETS, places), HOME_VIEW);
  const close = { zoom: 4, x: -4 * places[3].x, y: -4 * places[3].y };
  assert.deepEqual(bounded(close, size, NO_INSETS, places), close, 'a device in the middle');
});

test('one can pan along a line from the centre to any device', () => {
  for (const size of ROOMS) {
    const places = ring(3, size);
    for (const { x, y } of places) {
      for (let share = 0; share <= 1; share += 0.05) {
        const view = { zoom: 4, x: -4 * x * share, y: -4 * y * share };
        const kept = bounded(view, size, NO_INSETS, places);
        assert.ok(Math.hypot(kept.x - view.x, kept.y - view.y) < 0.5);
      }
    }
  }
});

test('a device that was brought into view above a sheet stays in view', () => {
  for (const size of ROOMS.slice(0, 3)) {
    for (const insets of [{ ...NO_INSETS, bottom: size.height / 2 }, { ...NO_INSETS, right: size.width / 2 }]) {
      const places = ring(5, size);
      for (const place of places) {
        for (const zoom of [0.5, 1, 2.5, 4]) {
          const far = zoomedAbout({ zoom: 1, x: 900, y: -700 }, zoom, { x: 0, y: 0 });
          const view = bounded(keptInView(far, place, size, insets, 64), size, insets, places);
          const at = { x: view.x + place.x * view.zoom, y: view.y + place.y * view.zoom };
          assert.ok(at.x >= -size.width / 2 + 24 && at.x <= size.width / 2 - insets.right - 24
            && at.y >= -size.height / 2 + 24 && at.y <= size.height / 2 - insets.bottom - 24,
          JSON.stringify({ size, insets, place, view, at }));
        }
      }
    }
  }
});

test('a throw ends where the map does, and a home that shrinks brings the view back', () => {
  const [size] = ROOMS;
  const room = { size, insets: NO_INSETS, places: ring(6, size) };
  const camera = new Camera(() => room);
  camera.throw({ x: 9000, y: 0 }, false);
  for (let frame = 0; frame < 40; frame += 1) camera.advance(1 / 60);
  assert.ok(!camera.isMoving);
  assert.ok(deepest(camera.view, size, NO_INSETS, room.places) >= 95);
  room.places = [];
  camera.keepInBounds(false);
  for (let frame = 0; frame < 120; frame += 1) camera.advance(1 / 60);
  assert.ok(!camera.isMoving);
  assert.ok(deepest(camera.view, size, NO_INSETS, []) >= 95);
  const { view } = camera;
  camera.keepInBounds(false);
  assert.ok(!camera.isMoving);
  assert.equal(camera.view, view);
});

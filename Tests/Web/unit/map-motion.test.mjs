// The view, motion and the keys' neighbours.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Actors } from '../../../Sources/WebApp/app/js/map/actors.js';
import { Camera } from '../../../Sources/WebApp/app/js/map/camera.js';
import { GROW_MS, easeOut, spring } from '../../../Sources/WebApp/app/js/map/motion.js';
import { neighbourOf } from '../../../Sources/WebApp/app/js/map/neighbours.js';
import {
  HOME_VIEW, bounded, coasted, isHome, keptInView, pinched, throwSpeed, wheelFactor, zoomedAbout,
} from '../../../Sources/WebApp/app/js/map/viewport.js';

const SIZE = { width: 390, height: 700 };
const near = (one, other, within = 1e-6) => assert.ok(Math.abs(one - other) < within, `${one} ${other}`);

test('zoom stays within a half and four', () => {
  assert.equal(zoomedAbout(HOME_VIEW, 100, { x: 0, y: 0 }).zoom, 4);
  assert.equal(zoomedAbout(HOME_VIEW, 0.001, { x: 0, y: 0 }).zoom, 0.5);
});

test('the point under the pointer stays there', () => {
  const view = { zoom: 1.3, x: 20, y: -40 };
  const at = { x: 77, y: 123 };
  const after = zoomedAbout(view, 1.7, at);
  near((at.x - view.x) / view.zoom, (at.x - after.x) / after.zoom);
  near((at.y - view.y) / view.zoom, (at.y - after.y) / after.zoom);
});

test('a pinch zooms by how far the fingers part, and moves with them', () => {
  const before = [{ x: -50, y: 0 }, { x: 50, y: 0 }];
  const apart = pinched(HOME_VIEW, before, [{ x: -100, y: 0 }, { x: 100, y: 0 }]);
  assert.deepEqual(apart, { zoom: 2, x: 0, y: 0 });
  const moved = pinched(HOME_VIEW, before, [{ x: -40, y: 30 }, { x: 60, y: 30 }]);
  assert.deepEqual(moved, { zoom: 1, x: 10, y: 30 });
  const same = pinched(HOME_VIEW, [{ x: 0, y: 0 }, { x: 0, y: 0 }], [{ x: 0, y: 0 }, { x: 0, y: 0 }]);
  assert.equal(same.zoom, 1);
});

test('a wheel notch zooms a little, and no event zooms wildly', () => {
  const notch = wheelFactor({ deltaY: -100, deltaMode: 0, ctrlKey: false });
  assert.ok(notch > 1.1 && notch < 1.25);
  assert.ok(wheelFactor({ deltaY: -1e9, deltaMode: 2, ctrlKey: false }) < 1.3);
  near(wheelFactor({ deltaY: 5, deltaMode: 0, ctrlKey: true })
    * wheelFactor({ deltaY: -5, deltaMode: 0, ctrlKey: true }), 1);
});

test('the map cannot be thrown off the screen', () => {
  const view = bounded({ zoom: 1, x: 1e6, y: -1e6 }, SIZE);
  assert.ok(Math.abs(view.x) <= SIZE.width / 2 && Math.abs(view.y) <= SIZE.height / 2);
});

test('the chosen device comes to lie above the sheet, and nothing moves without need', () => {
  const insets = { top: 0, right: 0, bottom: 350, left: 0 };
  const view = keptInView(HOME_VIEW, { x: 0, y: 250 }, SIZE, insets, 60);
  assert.equal(view.y + 250, 350 - 350 - 60);
  assert.deepEqual(keptInView(HOME_VIEW, { x: 10, y: -100 }, SIZE, insets, 60), HOME_VIEW);
  const tiny = keptInView(HOME_VIEW, { x: 0, y: 0 }, { width: 390, height: 100 }, { ...insets, bottom: 60 });
  near(tiny.y, -30);
});

test('a throw coasts to rest', () => {
  const trail = [0, 10, 20, 30].map((time) => ({ x: time * 2, y: 0, time }));
  const speed = throwSpeed(trail, 35);
  near(speed.x, 2000, 1);
  let state = { view: HOME_VIEW, speed };
  let steps = 0;
  while (state.speed && steps < 1000) {
    state = coasted(state.view, state.speed, 1 / 60);
    steps += 1;
  }
  assert.ok(steps > 20 && steps < 200, `${steps}`);
  assert.ok(state.view.x > 300 && state.view.x < 420);
  assert.deepEqual(throwSpeed(trail, 400), { x: 0, y: 0 });
});

test('the camera glides home, and a finger stops it', () => {
  const camera = new Camera(() => ({ size: SIZE, insets: { top: 0, right: 0, bottom: 0, left: 0 } }));
  camera.hold({ zoom: 3, x: 100, y: 50 });
  camera.glide(HOME_VIEW, false);
  for (let frame = 0; frame < 120; frame += 1) camera.advance(1 / 60);
  assert.ok(isHome(camera.view) && !camera.isMoving);
  camera.throw({ x: 900, y: 0 }, false);
  assert.ok(camera.isMoving);
  camera.hold(camera.view);
  assert.ok(!camera.isMoving);
  camera.glide({ zoom: 2, x: 0, y: 0 }, true);
  assert.equal(camera.view.zoom, 2);
});

test('growing is quick at first and ends where it should', () => {
  assert.equal(easeOut(0), 0);
  assert.equal(easeOut(1), 1);
  assert.equal(easeOut(7), 1);
  assert.ok(easeOut(0.5) > 0.8);
});

test('the spring settles, whatever the frames', () => {
  for (const seconds of [1 / 120, 1 / 60, 0.1, 5]) {
    let state = { value: 0.7, speed: 0 };
    for (let step = 0; step < 400; step += 1) state = spring(state, 1, seconds);
    assert.deepEqual(state, { value: 1, speed: 0 });
  }
});

test('a found device grows out of the centre, and only its radius moves after', () => {
  const actors = new Actors();
  const ellipse = { a: 100, b: 100 };
  const item = { key: 'd1', angle: 0.5 };
  actors.cast([item], new Map([['d1', 0.7]]), 1000, false);
  assert.ok(Math.abs(actors.at('d1', ellipse, 1000).x) < 1e-9);
  for (let now = 1000; now <= 1100 + GROW_MS; now += 16) actors.advance(now, 0.016);
  assert.ok(!actors.isMoving);
  const grown = actors.at('d1', ellipse, 2000);
  near(Math.hypot(grown.x, grown.y), 70);
  actors.cast([item], new Map([['d1', 0.9]]), 3000, false);
  let now = 3000;
  while (actors.isMoving) {
    now += 16;
    actors.advance(now, 0.016);
    const { x, y } = actors.at('d1', ellipse, now);
    near(Math.atan2(y, x), 0.5);
    assert.ok(now < 6000);
  }
  near(Math.hypot(actors.at('d1', ellipse, now).x, actors.at('d1', ellipse, now).y), 90);
});

test('who wants no motion has none', () => {
  const actors = new Actors();
  actors.cast([{ key: 'd1', angle: 0 }], new Map([['d1', 0.7]]), 1000, true);
  near(actors.at('d1', { a: 100, b: 100 }, 1000).x, 70);
});

test('an arrow leads to the nearest in its direction, or nowhere', () => {
  const items = [
    { key: 'hub', x: 0, y: 0 }, { key: 'right', x: 100, y: 10 }, { key: 'far', x: 200, y: 0 },
    { key: 'up', x: 5, y: -80 },
  ];
  assert.equal(neighbourOf(items[0], items, 'ArrowRight'), 'right');
  assert.equal(neighbourOf(items[0], items, 'ArrowUp'), 'up');
  assert.equal(neighbourOf(items[0], items, 'ArrowLeft'), null);
  assert.equal(neighbourOf(items[1], items, 'ArrowLeft'), 'hub');
});

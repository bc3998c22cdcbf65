// How events change the state, and who is told.

import assert from 'node:assert/strict';
import test from 'node:test';
import { applyChange, applySnapshot, emptyState, Store } from '../../../Sources/WebApp/app/js/model/store.js';

const status = { scan: { state: 'idle' }, devices: { total: 2 } };
const filled = () => applySnapshot(emptyState(), { devices: [{ id: 'a', name: 'A', ip: '10.0.0.1' }, { id: 'b', name: 'B' }], status });

test('a snapshot replaces everything of before', () => {
  const state = applySnapshot(filled(), { devices: [{ id: 'c' }], status: { scan: null } });
  assert.deepEqual([...state.devices.keys()], ['c']);
  assert.deepEqual(state.status, { scan: null });
  assert.equal(state.loaded, true);
});

test('keys of a change replace keys, the others stay', () => {
  const before = filled();
  const state = applyChange(before, { devices: [{ id: 'a', name: 'Z', state: null }] });
  assert.deepEqual(state.devices.get('a'), { id: 'a', name: 'Z', ip: '10.0.0.1', state: null });
  assert.equal(before.devices.get('a').name, 'A', 'what was handed out does not change');
  assert.equal(state.devices.get('b'), before.devices.get('b'), 'an unchanged device is the same object');
});

test('an unknown device comes whole, a removed one goes', () => {
  const state = applyChange(filled(), { devices: [{ id: 'n', name: 'New' }], removed: ['b', 'never'] });
  assert.deepEqual([...state.devices.keys()], ['a', 'n']);
});

test('top-level keys of the status replace keys', () => {
  const state = applyChange(filled(), { status: { scan: { state: 'running' } } });
  assert.deepEqual(state.status, { scan: { state: 'running' }, devices: { total: 2 } });
});

test('a change without devices leaves the very same map', () => {
  const before = filled();
  assert.equal(applyChange(before, { status: { scan: null } }).devices, before.devices);
});

test('watchers are told once a frame, of what changed, and only those concerned', () => {
  const frames = [];
  const store = new Store(emptyState(), (run) => frames.push(run));
  const told = [];
  store.watch(['status'], (_, changed) => told.push(['status', ...changed]));
  store.watch(['route'], (_, changed) => told.push(['route', ...changed]));
  told.length = 0;
  store.update({ status: { a: 1 } });
  store.update({ status: { a: 2 }, loaded: true });
  assert.deepEqual(told, []);
  assert.equal(frames.length, 1);
  frames[0]();
  assert.deepEqual(told, [['status', 'status', 'loaded']]);
  store.update({ loaded: true });
  assert.equal(frames.length, 1, 'nothing changed, nothing is drawn');
});

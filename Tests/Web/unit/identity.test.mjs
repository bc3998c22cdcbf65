// Which devices one can be merged into, how one is split, what was recognised by itself.

import assert from 'node:assert/strict';
import test from 'node:test';
import { mergeable } from '../../../Sources/WebApp/app/js/history/identity.js';
import { recognisedOf } from '../../../Sources/WebApp/app/js/history/recognised.js';
import { isSplit, proposedMacs } from '../../../Sources/WebApp/app/js/history/splitting.js';

const home = (...devices) => new Map(devices.map((device, slot) => [device.id, { slot, ...device }]));

test('a device can be merged into every other but this machine, in order of their names', () => {
  const phone = { id: 'c', name: 'Phone' };
  const devices = home({ id: 'a', name: 'TV' }, { id: 'b', name: 'This machine', self: true }, phone, { id: 'd', name: 'Lamp' }, { id: 'e', ip: '192.168.1.9' });
  assert.deepEqual(mergeable(devices, phone).map(({ id }) => id), ['e', 'd', 'a']);
});

test('namesakes keep the order in which they came, and one that is alone has nobody', () => {
  const phone = { id: 'x', name: 'iPhone' };
  assert.deepEqual(mergeable(home({ id: 'b', name: 'iPhone' }, { id: 'a', name: 'iPhone' }, phone), phone).map(({ id }) => id), ['b', 'a']);
  assert.deepEqual(mergeable(home(phone), phone), []);
});

test('of two MAC addresses the one that is not in use is proposed, of several none', () => {
  const [cable, wifi, old] = [{ mac: 'a', shown: true }, { mac: 'b', shown: false }, { mac: 'c', shown: false }];
  assert.deepEqual(proposedMacs([cable, wifi]), ['b']);
  assert.deepEqual(proposedMacs([wifi, old]), ['c'], 'where none is in use, the last one');
  assert.deepEqual(proposedMacs([cable, wifi, old]), []);
  assert.deepEqual(proposedMacs([]), []);
});

test('some are split off, and some stay', () => {
  const macs = [{ mac: 'a' }, { mac: 'b' }, { mac: 'c' }];
  assert.ok(isSplit(macs, ['a']) && isSplit(macs, ['a', 'b']));
  assert.ok(!isSplit(macs, []) && !isSplit(macs, ['a', 'b', 'c']));
});

test('recognised by itself is what nobody asked for and what can be undone, newest first', () => {
  const change = (seq, kind, undoable) => ({ seq, kind, undoable });
  const changes = [change(1, 'new_mac', true), change(2, 'new_mac', false), change(3, 'merged', true), change(4, 'new_mac', true), change(5, 'new_mac')];
  assert.deepEqual(recognisedOf(changes).map(({ seq }) => seq), [4, 1]);
  assert.deepEqual(recognisedOf(undefined), []);
});

// Which devices one can be merged into.

import assert from 'node:assert/strict';
import test from 'node:test';
import { mergeable } from '../../../Sources/WebApp/app/js/history/identity.js';

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

// What is said of a device that was imported and never seen.

import assert from 'node:assert/strict';
import test from 'node:test';
import { stateWords } from '../../../Sources/WebApp/app/js/detail/head.js';
import { displayName, secondLine } from '../../../Sources/WebApp/app/js/model/device.js';
import { sortDevices } from '../../../Sources/WebApp/app/js/model/search.js';
import { toolsFor } from '../../../Sources/WebApp/app/js/tools/catalogue.js';

const radio = {
  id: 'mac-020000000001', slot: 1, name: null, ip: null, addresses: [], mac: '02:00:00:00:00:01', state: 'away',
  first_seen: null, last_seen: null,
};

test('a device that was never seen is called so', () => {
  assert.equal(stateWords(radio), 'Never seen');
  assert.match(stateWords({ ...radio, last_seen: '2026-03-01T12:00:00Z' }), /^Not seen since /);
});

test('a device without an address goes by its MAC, comes last, and has no tools', () => {
  assert.equal(displayName(radio), radio.mac);
  assert.equal(secondLine(radio), '');
  assert.deepEqual(toolsFor(radio, [{ name: 'ping' }]), []);
  const seen = { ...radio, id: 'b', ip: '10.0.0.1', last_seen: '2026-03-01T12:00:00Z' };
  for (const order of ['address', 'seen']) {
    assert.deepEqual(sortDevices([radio, seen], order, (kind) => kind, 'en').map(({ id }) => id), ['b', radio.id]);
  }
});

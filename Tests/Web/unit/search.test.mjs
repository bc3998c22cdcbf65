// What the list shows, and in which order.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  filterDevices, fold, isFiltering, kindsOf, sortDevices, SORTS, vendorsOf,
} from '../../../Sources/WebApp/app/js/model/search.js';

const device = (id, values) => ({
  id, state: 'present', category: 'unknown', name: id, hidden: false, new: false, addresses: [], services: [], ...values,
});
const home = [
  device('nas', { name: 'Café NAS', category: 'storage', vendor: 'Synology', ip: '10.0.0.20', addresses: ['10.0.0.20'] }),
  device('tv', { name: 'TV 10', category: 'tv_media', vendor: 'LG', ip: '10.0.0.3', addresses: ['10.0.0.3', 'fe80::3'], services: [{ type: '_airplay._tcp' }] }),
  device('tv2', { name: 'TV 9', category: 'tv_media', vendor: 'LG', state: 'away', ip: '10.0.0.100' }),
  device('ap', { name: 'Apple', vendor: 'Apple', ip: null, mac: 'aa:bb:cc:dd:ee:ff', new: true }),
  device('gone', { name: 'Hidden one', hidden: true, ip: '10.0.0.4', note: 'behind the Sofa' }),
  device('none', { name: null, ip: '10.0.0.5' }),
];
const all = { text: '', presence: 'all', kind: '', vendor: '', sort: 'name' };
const kindName = (kind) => ({ tv_media: 'Fernseher', storage: 'Speicher' })[kind] ?? kind;
const found = (partial) => filterDevices(home, { ...all, ...partial }, kindName).map(({ id }) => id);

test('hidden devices are only where they are asked for', () => {
  assert.deepEqual(found({}), ['nas', 'tv', 'tv2', 'ap', 'none']);
  assert.deepEqual(found({ presence: 'hidden' }), ['gone']);
});

test('text is found in names, addresses, MACs, services, notes and the kind’s own word', () => {
  assert.deepEqual(found({ text: 'cafe' }), ['nas'], 'without its accent');
  assert.deepEqual(found({ text: '10.0.0.3' }), ['tv']);
  assert.deepEqual(found({ text: 'CC:DD' }), ['ap']);
  assert.deepEqual(found({ text: 'airplay' }), ['tv']);
  assert.deepEqual(found({ text: 'sofa', presence: 'hidden' }), ['gone']);
  assert.deepEqual(found({ text: 'fernseh lg' }), ['tv', 'tv2'], 'every word somewhere');
  assert.deepEqual(found({ text: 'nothing such' }), []);
});

test('presence, kind and vendor narrow', () => {
  assert.deepEqual(found({ presence: 'away' }), ['tv2']);
  assert.deepEqual(found({ presence: 'online', kind: 'tv_media' }), ['tv']);
  assert.deepEqual(found({ presence: 'new' }), ['ap']);
  assert.deepEqual(found({ kind: 'apple' }), ['ap'], 'what is Apple’s and not known further');
  assert.deepEqual(found({ vendor: 'LG' }), ['tv', 'tv2']);
  assert.equal(isFiltering(all), false);
  assert.equal(isFiltering({ ...all, text: '  ' }), false);
  assert.equal(isFiltering({ ...all, sort: 'seen', vendor: 'LG' }), true);
});

test('orders: numbers by value, the nameless last, unknown addresses last', () => {
  const sorted = (sort, devices = home) => sortDevices(devices, sort, kindName, 'en').map(({ id }) => id);
  assert.deepEqual(sorted('name'), ['ap', 'nas', 'gone', 'tv2', 'tv', 'none']);
  assert.deepEqual(sorted('address'), ['tv', 'gone', 'none', 'nas', 'tv2', 'ap']);
  for (const sort of SORTS) {
    assert.deepEqual(sorted(sort), sorted(sort, [...home].reverse()), `${sort} does not hang on the order before`);
  }
});

test('ten thousand are read once for a search, and once for each order', () => {
  const reads = { os: 0, name: 0 };
  const many = Array.from({ length: 10_000 }, (_, index) => Object.defineProperties(
    device(`d${index}`, { ip: `10.0.${index >> 8}.${index & 255}` }), {
      os: { get() { reads.os += 1; return null; } },
      name: { get() { reads.name += 1; return `Lamp ${index}`; } },
    }));
  filterDevices(many, { ...all, text: 'lamp' }, kindName);
  const result = sortDevices(filterDevices(many, { ...all, text: 'lamp 99' }, kindName), 'name', kindName, 'en');
  assert.equal(reads.os, 10_000, 'the second search folds nothing anew');
  assert.equal(result[0].name, 'Lamp 99');
  reads.name = 0;
  sortDevices(many, 'name', kindName, 'en');
  assert.ok(reads.name <= 40_000, `${reads.name}: comparisons read no names`);
  assert.deepEqual(sortDevices(many, 'name', kindName, 'en').slice(8, 12).map(({ name }) => name), ['Lamp 8', 'Lamp 9', 'Lamp 10', 'Lamp 11']);
});

test('makers and kinds are those that there are', () => {
  assert.deepEqual(vendorsOf(home, 'en'), ['Apple', 'LG', 'Synology']);
  assert.deepEqual(kindsOf(home), ['tv_media', 'unknown', 'apple', 'storage']);
});

test('folding drops what turns text around', () => assert.equal(fold('\u202eÄB\u202c'), 'ab'));

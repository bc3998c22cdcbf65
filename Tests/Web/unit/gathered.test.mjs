// Private addresses that were here for a day each: one line of the list, nothing on the map.

import assert from 'node:assert/strict';
import test from 'node:test';
import { createLine } from '../../../Sources/WebApp/app/js/list/gathered.js';
import { singles } from '../../../Sources/WebApp/app/js/model/device.js';
import { summaryWords } from '../../../Sources/WebApp/app/js/shell/summary.js';

const guest = (id, values = {}) => ({
  id, ip: `10.0.0.${id.length}`, state: 'away', transient: true, hidden: false, category: 'unknown', last_seen: '2026-03-01T18:00:00Z', ...values,
});
const homeOf = (...devices) => new Map(devices.map((device) => [device.id, device]));
const tv = guest('tv', { transient: false, state: 'present', category: 'tv_media' });
const gone = guest('gone', { transient: false });

test('only who is away and told from nobody is gathered', () => {
  const shown = (values) => [...singles(homeOf(tv, guest('a', values), guest('b'), guest('c'))).keys()];
  assert.deepEqual(shown({}), ['tv']);
  for (const state of ['present', 'asleep', 'unconfirmed', 'unknown']) assert.deepEqual(shown({ state }), ['tv', 'a'], state);
  assert.deepEqual(shown({ transient: false }), ['tv', 'a']);
  // A device of the past has no such key.
  assert.deepEqual(shown({ transient: undefined }), ['tv', 'a']);
});

test('after a start, who was last seen a day before the others is gathered, too', () => {
  const at = (id, time, values) => guest(id, { state: 'unconfirmed', last_seen: time, ...values });
  const home = homeOf(
    at('tv', '2026-03-03T18:00:00Z', { transient: false }), at('a', '2026-03-02T18:00:00Z'), at('b', '2026-03-02T18:00:01Z'),
    at('c', '2026-02-01T00:00:00Z'), at('d', '2026-02-01T00:00:00Z', { transient: false }), at('e', '2026-02-01T00:00:00Z', { state: 'present' }));
  assert.deepEqual([...singles(home).keys()], ['tv', 'b', 'd', 'e']);
});

test('one alone is a device like any other', () => {
  const one = homeOf(tv, guest('a'), gone);
  assert.equal(singles(one), one);
  const two = homeOf(tv, guest('a'), gone, guest('b'));
  assert.deepEqual([...singles(two).keys()], ['tv', 'gone']);
  assert.equal(two.size, 4);
});

test('the summary counts the others', () => {
  const status = { scan: {} };
  assert.match(summaryWords(homeOf(tv, guest('a'), gone, guest('b')), status), /^2 devices · 1 identified/);
  assert.match(summaryWords(homeOf(tv, guest('a'), gone), status), /^3 devices/);
});

test('the line says how many there are, and when the last was seen', () => {
  const home = homeOf(tv, guest('a'), guest('b', { last_seen: '2026-03-03T18:00:00Z' }), guest('c'));
  const maker = createLine(new EventTarget(), () => {});
  const line = maker.of(maker.order(['tv'], ['a', 'b', 'c', 'tv'], home)[1]);
  assert.equal(line.name, '3 private addresses');
  assert.equal(line.last_seen, '2026-03-03T18:00:00Z');
  assert.equal(line.expanded, 'false');
  assert.match(line.model, /a phone that changes its address, or guests/);
});

test('the line stands last, and opens to its devices in the list’s order', () => {
  const rows = new EventTarget();
  let toggled = 0;
  const line = createLine(rows, () => { toggled += 1; });
  const home = homeOf(tv, guest('a'), gone, guest('b'));
  const order = () => line.order(['gone', 'tv'], ['b', 'gone', 'a', 'tv'], home);
  const [, , id, ...none] = order();
  assert.deepEqual(none, []);
  assert.equal(line.of(id).name, '2 private addresses');
  assert.equal(line.of('tv'), null);

  const click = (dataset) => {
    const event = new Event('click', { cancelable: true });
    Object.defineProperty(event, 'target', { value: { closest: () => ({ dataset }) } });
    rows.dispatchEvent(event);
    return event.defaultPrevented;
  };
  assert.equal(click({ id: 'tv' }), false);
  assert.equal(toggled, 0);
  assert.equal(click({ id }), true);
  assert.deepEqual(order(), ['gone', 'tv', id, 'b', 'a']);
  assert.equal(line.of(id).expanded, 'true');
  click({ id });
  assert.deepEqual(order(), ['gone', 'tv', id]);
  assert.equal(toggled, 2);
});

test('where none of them passes the filter there is no line', () => {
  const line = createLine(new EventTarget(), () => {});
  assert.deepEqual(line.order(['tv'], ['tv'], homeOf(tv, guest('a'), guest('b'))), ['tv']);
});

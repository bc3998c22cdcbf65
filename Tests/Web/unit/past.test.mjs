// The time slider: which moment is shown, how a day is played, what is loaded; devices asleep.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isNow, moved, opened, paused, played, reached, stepped, ticked } from '../../../Sources/WebApp/app/js/history/moment.js';
import { Moments, pastDevices } from '../../../Sources/WebApp/app/js/history/moments.js';
import { applyChange, emptyState, shownDevices } from '../../../Sources/WebApp/app/js/model/store.js';
import { filterDevices } from '../../../Sources/WebApp/app/js/model/search.js';
import { baseHash, routeOf } from '../../../Sources/WebApp/app/js/model/router.js';
import { coveredParts } from '../../../Sources/WebApp/app/js/shell/layout.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const NOW = 1_770_000_000_000 + 123_456;

test('the slider opens at now, and is now again at its end', () => {
  const state = opened(NOW);
  assert.ok(isNow(state));
  const before = moved(state, NOW - 60 * MINUTE);
  assert.equal(moved(state, state.from).at, state.from, 'its other end is where it begins');
  assert.ok(!isNow(before));
  assert.equal(before.at % (5 * MINUTE), 0);
  assert.ok(isNow(moved(before, NOW - MINUTE)), 'close to now is now');
  assert.equal(moved(before, 0).at, NOW - DAY, 'no further than its beginning');
});

test('keys move by the grain of the span', () => {
  const state = moved(opened(NOW), NOW - 60 * MINUTE);
  assert.equal(stepped(state, -1).at, state.at - 5 * MINUTE);
  assert.ok(!isNow(stepped(opened(NOW), -1)));
  assert.ok(isNow(stepped(state, 99)));
});

test('another span keeps the moment where it can', () => {
  const state = moved(opened(NOW), NOW - 20 * 60 * MINUTE);
  const week = reached(state, 'week');
  assert.ok(Math.abs(week.at - state.at) <= 15 * MINUTE);
  assert.equal(week.from, NOW - 7 * DAY);
  const far = moved(week, NOW - 6 * DAY);
  assert.equal(reached(far, 'day').at, NOW - DAY);
  assert.ok(isNow(reached(opened(NOW), 'month')));
  const year = moved(reached(state, 'year'), NOW - 200 * DAY - 120 * MINUTE);
  assert.ok(Math.abs(year.at - (NOW - 200 * DAY - 120 * MINUTE)) <= 180 * MINUTE);
  assert.equal(stepped(year, 4).at, year.at + DAY);
  assert.equal(reached(state, 'constructor'), state);
});

test('a day is played in ten seconds, in frames, and ends', () => {
  const state = played(moved(reached(opened(NOW), 'week'), NOW - 3 * DAY), 1000);
  const from = state.at;
  assert.equal(ticked(state, 1000).at, from);
  assert.equal(ticked(state, 1100), state, 'within a frame nothing changes');
  assert.equal(ticked(state, 6000).at, from + DAY / 2);
  const end = ticked(state, 11_000);
  assert.deepEqual([end.at, end.playing], [from + DAY, null]);
  assert.equal(ticked(paused(state), 9000).at, from);
  assert.equal(moved(state, NOW - DAY).playing, null, 'by hand it stops');
  assert.ok(ticked(state, 0).at === from, 'a clock that goes back plays nothing');
});

test('from now the last day is played, up to now', () => {
  const state = played(opened(NOW), 0);
  assert.equal(state.at, NOW - DAY);
  assert.ok(isNow(ticked(state, 10_000)));
  const late = played(moved(opened(NOW), NOW - 120 * MINUTE), 0);
  assert.ok(isNow(ticked(late, 1000)), 'no further than now');
});

// Loading

/// A server whose answers are given by hand, and a clock whose later is now when it is told.
function bench() {
  const asked = [];
  const log = [];
  let later = [];
  const moments = new Moments({
    ask: (at) => new Promise((answer, fail) => asked.push({ at, answer: () => answer({ devices: [{ id: 'tv', at }] }), fail })),
    later: (act) => { later.push(act); return () => { later = later.filter((one) => one !== act); }; },
    onDevices: (at) => log.push(at), onFailure: (at, error) => log.push(`${at} ${error.message}`),
  });
  const settle = () => { const due = later; later = []; for (const act of due) act(); };
  const turn = () => new Promise((done) => { setImmediate(done); });
  return { moments, asked, log, settle, turn };
}

test('in a drag only where it rests is asked for', async () => {
  const { moments, asked, log, settle, turn } = bench();
  for (const at of [1, 2, 3]) moments.want(at);
  assert.equal(asked.length, 0);
  settle();
  assert.deepEqual(asked.map(({ at }) => at), [3]);
  asked[0].answer();
  await turn();
  assert.deepEqual(log, [3]);
  moments.want(3);
  assert.deepEqual(log, [3, 3], 'what is known is shown at once');
  assert.equal(asked.length, 1);
});

test('one request at a time, and the last wish is the last shown', async () => {
  const { moments, asked, log, turn } = bench();
  for (const at of [1, 2, 3]) moments.want(at, true);
  assert.equal(asked.length, 1);
  asked[0].answer();
  await turn();
  assert.deepEqual(asked.map(({ at }) => at), [1, 3]);
  asked[1].answer();
  await turn();
  assert.deepEqual(log, [1, 3]);
});

test('a failure is told of the moment that is wanted, and nothing after the end', async () => {
  const { moments, asked, log, turn } = bench();
  moments.want(1, true);
  asked[0].fail(new Error('lost'));
  await turn();
  assert.deepEqual(log, ['1 lost']);
  moments.want(2, true);
  moments.clear();
  asked[1].answer();
  await turn();
  assert.deepEqual(log, ['1 lost']);
  moments.want(2, true);
  assert.equal(asked.length, 3, 'nothing is kept');
});

test('a past device has nothing of now, and stays the same object while it is the same', () => {
  const tv = (name) => ({ id: 'tv', name, new: true, last_seen: 'now', latency_ms: 3 });
  const first = pastDevices([tv('TV'), { id: 7 }, null]);
  assert.deepEqual([...first.values()], [{ id: 'tv', name: 'TV', new: false, probing: false, last_seen: null, latency_ms: null }]);
  const second = pastDevices([tv('TV'), { id: 'pc' }], first);
  assert.equal(second.get('tv'), first.get('tv'));
  assert.notEqual(pastDevices([tv('Cinema')], first).get('tv'), first.get('tv'));
});

test('while the past is shown, events go on beneath', () => {
  const past = { at: 1, devices: new Map([['old', { id: 'old' }]]) };
  const state = applyChange({ ...emptyState(), past }, { devices: [{ id: 'tv' }] });
  assert.deepEqual([...shownDevices(state).keys()], ['old']);
  assert.deepEqual([...shownDevices({ ...state, past: null }).keys()], ['tv']);
});

// Places and presence

test('the timeline is a place of its own, and stays below a device', () => {
  assert.deepEqual(routeOf('#/timeline', 'map'), { base: 'timeline', panel: null, id: null });
  assert.deepEqual(routeOf('#/devices/a', 'timeline'), { base: 'timeline', panel: 'device', id: 'a' });
  assert.equal(baseHash({ base: 'timeline' }), '#/timeline');
  assert.equal(baseHash({ base: 'map' }), '#/');
  assert.deepEqual(coveredParts({ base: 'timeline', panel: null }, false), { map: true, list: false, tools: false });
  assert.deepEqual(coveredParts({ base: 'timeline', panel: null }, true), { map: true, list: true, tools: false });
});

test('who is asleep is here, and what nobody could tell is neither', () => {
  const home = ['present', 'asleep', 'unconfirmed', 'away', 'unknown'].map((state) => ({ id: state, name: state, state, category: 'phone' }));
  const found = (presence) => filterDevices(home, { text: '', presence, kind: '', vendor: '' }, (kind) => kind).map(({ id }) => id);
  assert.deepEqual(found('online'), ['present', 'asleep']);
  assert.deepEqual(found('away'), ['unconfirmed', 'away']);
  assert.equal(found('all').length, 5);
});

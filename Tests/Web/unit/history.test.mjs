// The home's history: changes by day, filters, what is unread, presence, reply times, hours.

import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import {
  byDay, dayOf, daysAgo, groupOf, GROUPS, KINDS, kindsOfGroup, lastSeen, merged, ofGroup, unreadCount, waitToAsk,
} from '../../../Sources/WebApp/app/js/history/changes.js';
import { Feed } from '../../../Sources/WebApp/app/js/history/feed.js';
import { cellForKey, heatRows, hoursOf, rowsOf, shadeOf } from '../../../Sources/WebApp/app/js/history/hours.js';
import { clipped, drawable, indexAt, marks, shareHere, SPANS, sums } from '../../../Sources/WebApp/app/js/history/intervals.js';
import { chartOf, inShort, lossOf, pointsOf, roundUp, scaleOf } from '../../../Sources/WebApp/app/js/history/points.js';
import { itemForKey } from '../../../Sources/WebApp/app/js/history/scrub.js';
import { changeWords, dayWords, lossWords, momentWords } from '../../../Sources/WebApp/app/js/history/words.js';
import { pointWords, chartWords } from '../../../Sources/WebApp/app/js/history/chart.js';
import { presenceWords } from '../../../Sources/WebApp/app/js/history/presence-bar.js';
import { englishHistory } from '../../../Sources/WebApp/app/js/i18n/en/history.js';
import { swiftIn } from '../support/swift.mjs';
import { addEnglish, setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';

addEnglish(englishHistory);
afterEach(() => setLanguage('en'));

const HOUR = 3_600_000;
const at = (...parts) => new Date(...parts).getTime();
const change = (seq, time, values = {}) => ({ seq, time: new Date(time).toISOString(), kind: 'left', device: 'tv', name: 'TV', ...values });
const bare = (text) => text.replace(/[\u2068\u2069]/g, '').replace(/[\u00a0\u202f\u2009]/g, ' ');

// Changes

test('changes are grouped by day, newest first, each once', () => {
  const now = at(2026, 2, 4, 12);
  const changes = merged([change(1, at(2026, 2, 2, 23, 59)), change(3, at(2026, 2, 4, 8))],
    [change(2, at(2026, 2, 3, 0, 0)), change(3, at(2026, 2, 4, 8)), { seq: 'x' }, null, change(9, now, { time: 'never' })]);
  assert.deepEqual(changes.map(({ seq }) => seq), [3, 2, 1]);
  const days = byDay(changes);
  assert.deepEqual(days.map(({ changes: some }) => some.length), [1, 1, 1]);
  assert.deepEqual(days.map(({ day }) => daysAgo(day, now)), [0, 1, 2]);
  assert.deepEqual(days.slice(0, 2).map(({ day }) => dayWords(day, now)), ['Today', 'Yesterday']);
  assert.match(dayWords(days[2].day, now), /Monday/);
  assert.match(dayWords(dayOf(at(2025, 2, 2)), now), /2025/);
});

test('a moment is of its own day, at whatever hour', () => {
  const now = at(2026, 2, 4, 20);
  assert.match(momentWords(at(2026, 2, 3, 13), now), /^Yesterday, /);
  assert.match(momentWords(at(2026, 2, 4, 14), now), /^Today, /);
  assert.match(momentWords(at(2026, 2, 4), now), /^Today, /);
  assert.match(momentWords(at(2026, 2, 2, 23, 59), now), /^Monday, /);
});

test('a kind has its group; the same machine with another card is no problem', () => {
  assert.equal(groupOf({ kind: 'new_station' }), 'arrivals');
  assert.equal(groupOf({ kind: 'port_appeared' }), 'changes');
  assert.equal(groupOf({ kind: 'of_tomorrow' }), 'changes');
  assert.equal(groupOf({ kind: 'address_conflict' }), 'problems');
  assert.equal(groupOf({ kind: 'gateway_mac_changed', reason: 'other_keys' }), 'problems');
  assert.equal(groupOf({ kind: 'gateway_mac_changed', reason: 'same_keys' }), 'changes');
  const all = [change(2, 0), change(1, 0, { kind: 'key_changed' })];
  assert.equal(ofGroup(all, ''), all);
  assert.deepEqual(ofGroup(all, 'problems').map(({ seq }) => seq), [1]);
});

test('each kind of the program is of one group, and is asked for with it', () => {
  const [, body] = swiftIn('Model').match(/struct HomeChange[\s\S]*?enum Kind: String[^{]*\{([^}]*)\}/);
  const kinds = [...body.matchAll(/^\s*case (\w+)(?: = "(\w+)")?$/gm)].map(([, word, raw]) => raw ?? word);
  assert.deepEqual(Object.values(KINDS).flat().sort(), kinds.sort());
  assert.equal(kindsOfGroup(''), null);
  for (const group of GROUPS) {
    for (const kind of KINDS[group]) {
      for (const reason of [null, 'same_keys']) assert.ok(kindsOfGroup(groupOf({ kind, reason })).includes(kind), `${kind} ${reason}`);
    }
  }
});

test('unread is what came since the last visit, where that is known', () => {
  const changes = [change(9, 0), change(7, 0), change(4, 0)];
  assert.equal(unreadCount(changes, lastSeen('7', 9)), 1);
  assert.equal(unreadCount(changes, lastSeen('5', 9)), 2);
  assert.equal(unreadCount(changes, lastSeen('0', 9)), 3);
  for (const nothing of [null, '', 'x', '1e99', '10']) assert.equal(lastSeen(nothing, 9), null, nothing);
  assert.equal(unreadCount(changes, null), 0, 'the first visit has no line');
});

test('new ones are asked for at once, but never twice in two seconds', () => {
  assert.equal(waitToAsk(10_000, 9_500, true), 1500);
  assert.equal(waitToAsk(10_000, 1_000, true), 0);
  assert.equal(waitToAsk(10_000, 9_000, false), 29_000);
});

test('a feed loads pages backwards until the first change, and forwards from the last', async () => {
  const log = Array.from({ length: 25 }, (_, index) => change(index + 1, index * HOUR));
  const asked = [];
  const ask = async ({ after, before, limit, device, kind }) => {
    asked.push({ after, before, device, kind });
    const fit = log.filter(({ seq }) => seq > (after ?? -1) && seq < (before ?? Infinity));
    const changes = after === undefined ? fit.slice(-limit) : fit.slice(0, limit);
    return { changes, next: changes.at(-1)?.seq ?? after ?? 0 };
  };
  const feed = new Feed(ask, { page: 10, device: 'tv', kinds: ['left', 'returned'] });
  assert.deepEqual((await feed.older()).map(({ seq }) => seq).slice(0, 2), [25, 24]);
  assert.equal(feed.isEnd, false);
  log.push(change(26, 25 * HOUR));
  const [fresh] = await Promise.all([feed.newer(), feed.older(), feed.older()]);
  assert.deepEqual(fresh.map(({ seq }) => seq), [26]);
  assert.deepEqual([feed.changes.length, feed.isEnd], [26, true]);
  assert.deepEqual(await feed.older(), []);
  assert.deepEqual(asked.map(({ after, before }) => after ?? before), [null, 25, 16, 6]);
  for (let seq = 27; seq <= 51; seq += 1) log.push(change(seq, seq * HOUR));
  assert.deepEqual((await feed.newer()).map(({ seq }) => seq), Array.from({ length: 25 }, (_, index) => 51 - index), 'all that came, not a page of it');
  assert.deepEqual(asked.slice(4).map(({ after }) => after), [26, 36, 46]);
  assert.ok(asked.every(({ device, kind }) => device === 'tv' && kind === 'left,returned'));
});

test('a feed learns what can be undone again, by itself after a merge', async () => {
  const log = [change(1, 0, { kind: 'merged', undoable: true }), change(2, HOUR)];
  const limits = [];
  const ask = async ({ after, limit }) => {
    limits.push(limit);
    const changes = log.filter(({ seq }) => seq > (after ?? -1)).map((one) => ({ ...one }));
    return { changes, next: changes.at(-1)?.seq ?? after ?? 0 };
  };
  const feed = new Feed(ask, { page: 10 });
  const undoable = () => feed.changes.map((one) => [one.seq, one.undoable === true]);
  assert.deepEqual(await feed.again(), [], 'before the first ones are there, nothing is asked');
  await feed.older();
  assert.deepEqual(undoable(), [[2, false], [1, true]]);
  log[0].undoable = false;
  assert.deepEqual(await feed.again(), []);
  assert.deepEqual(undoable(), [[2, false], [1, false]]);
  log[0].undoable = true;
  log.push(change(3, 2 * HOUR, { kind: 'returned' }));
  assert.deepEqual((await feed.newer()).map(({ seq }) => seq), [3]);
  assert.deepEqual(undoable().at(-1), [1, false], 'a return changes nothing of that');
  log.push(change(4, 3 * HOUR, { kind: 'split', undoable: true }));
  assert.deepEqual((await feed.newer()).map(({ seq }) => seq), [4]);
  assert.deepEqual(undoable(), [[4, true], [3, false], [2, false], [1, true]]);
  assert.deepEqual(limits, [10, 12, 10, 10, 14]);
});

test('a feed that learns again what can be undone leaves no gap, however many came meanwhile', async () => {
  const log = [change(1, 0)];
  const ask = async ({ after, limit }) => {
    const fit = log.filter(({ seq }) => seq > (after ?? -1));
    const changes = after === undefined ? fit.slice(-limit) : fit.slice(0, limit);
    return { changes, next: changes.at(-1)?.seq ?? after ?? 0 };
  };
  const feed = new Feed(ask, { page: 2 });
  await feed.older();
  for (let seq = 2; seq <= 9; seq += 1) log.push(change(seq, seq * HOUR));
  assert.deepEqual((await feed.again()).map(({ seq }) => seq), [9, 8, 7, 6, 5, 4, 3, 2]);
  assert.deepEqual(feed.changes.map(({ seq }) => seq), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('a feed drops what is loaded of a device that was forgotten, however old', async () => {
  let log = Array.from({ length: 2400 }, (_, index) => change(index + 1, index * HOUR, { device: index % 2 ? 'tv' : 'nas' }));
  const ask = async ({ after, before, limit }) => {
    const fit = log.filter(({ seq }) => seq > (after ?? -1) && seq < (before ?? Infinity));
    const changes = after === undefined ? fit.slice(-limit) : fit.slice(0, limit);
    return { changes, next: changes.at(-1)?.seq ?? after ?? 0 };
  };
  const feed = new Feed(ask, { page: 800 });
  for (let page = 0; page < 3; page += 1) await feed.older();
  assert.equal(feed.changes.length, 2400);
  log = log.filter(({ device }) => device !== 'tv');
  log.push(change(2401, 2401 * HOUR, { kind: 'forgotten', device: null }), change(2402, 2402 * HOUR, { kind: 'new_station', device: 'tv' }));
  assert.deepEqual((await feed.newer()).map(({ seq }) => seq), [2402, 2401]);
  assert.deepEqual(feed.changes.map(({ seq }) => seq), log.map(({ seq }) => seq).reverse(), 'the new one stays');
  // Where others are asked for, whoever sees that it is gone says so.
  log = [];
  feed.isOutdated = true;
  assert.deepEqual(await feed.newer(), []);
  assert.deepEqual([feed.changes, feed.isOutdated], [[], false]);
});

test('a feed that could not load again what is outdated does so with the next new ones', async () => {
  let log = [change(1, 0, { device: 'tv' }), change(2, HOUR, { device: 'nas' })];
  let isBroken = false;
  const ask = async ({ after }) => {
    if (after === undefined && isBroken) throw new Error('offline');
    return { changes: log.filter(({ seq }) => seq > (after ?? -1)), next: log.at(-1).seq };
  };
  const feed = new Feed(ask, { page: 10 });
  await feed.older();
  log = [log[1], change(3, 2 * HOUR, { kind: 'forgotten', device: null })];
  isBroken = true;
  await feed.newer();
  assert.deepEqual([feed.failure?.message, feed.isOutdated], ['offline', true]);
  isBroken = false;
  await feed.newer();
  assert.deepEqual(feed.changes.map(({ seq }) => seq), [3, 2]);
});

test('a feed that fails says so, and goes on', async () => {
  let isBroken = true;
  const feed = new Feed(async () => {
    if (isBroken) throw new Error('lost');
    return { changes: [change(1, 0)], next: 1 };
  });
  assert.deepEqual(await feed.older(), []);
  assert.deepEqual([feed.failure.message, feed.isLoaded, feed.isEnd], ['lost', false, false]);
  isBroken = false;
  await feed.older();
  assert.deepEqual([feed.failure, feed.isLoaded, feed.isEnd], [null, true, true]);
});

test('a feed whose server repeats itself comes to an end', async () => {
  const feed = new Feed(async () => ({ changes: [change(1, 0), change(2, 0)], next: 2 }), { page: 2 });
  await feed.older();
  await feed.older();
  assert.equal(feed.isEnd, true);
});

test('a change is said by its message, or else by its kind', async () => {
  assert.equal(changeWords(change(1, 0, { message: { code: 'x', text: 'TV left', values: {} } })), 'TV left.');
  assert.equal(bare(changeWords(change(1, 0))), 'TV: away.');
  assert.equal(bare(changeWords(change(1, 0), { id: 'tv', name: '<b>Cinema' })), '<b>Cinema: away.');
  assert.equal(changeWords(change(1, 0, { kind: 'own_network_lost', device: null, name: null })), 'This computer lost its network.');
  assert.equal(bare(changeWords(change(1, 0, { kind: 'of_tomorrow' }))), 'TV: Of tomorrow.');
  await setLanguage('de');
  assert.equal(bare(changeWords(change(1, 0))), 'TV: weg.');
});

test('a server without a history is no failure of its own', () => {
  assert.equal(lossWords('timeline.failed', { status: 404, detail: 'x' }), 'No history of the home is kept here.');
  assert.equal(lossWords('timeline.failed', { status: 0 }), 'The changes could not be loaded. HomeNet can’t be reached.');
});

// Presence

const iso = (time) => new Date(time).toISOString();
const interval = (state, from, to) => ({ state, from: iso(from), to: to === null ? null : iso(to) });

test('intervals are without gaps and overlaps; what is not told is unknown', () => {
  const list = [interval('away', 40, 60), interval('present', -50, 20), interval('present', 20, 30), interval('asleep', 55, 70), interval('odd', 90, 95)];
  assert.deepEqual(clipped(list, 0, 100), [
    { state: 'present', from: 0, to: 30 }, { state: 'unknown', from: 30, to: 40 }, { state: 'away', from: 40, to: 60 },
    { state: 'asleep', from: 60, to: 70 }, { state: 'unknown', from: 70, to: 100 }]);
  assert.deepEqual(clipped([interval('present', 50, null)], 0, 100).at(-1), { state: 'present', from: 50, to: 100 }, 'an open one reaches to now');
  assert.deepEqual(clipped([], 0, 100), [{ state: 'unknown', from: 0, to: 100 }]);
  assert.deepEqual(clipped(undefined, 0, 100), [{ state: 'unknown', from: 0, to: 100 }]);
  assert.deepEqual(clipped([interval('away', 200, 300)], 0, 100), [{ state: 'unknown', from: 0, to: 100 }]);
});

test('sums and shares leave out what is unknown', () => {
  const segments = clipped([interval('present', 0, 50), interval('asleep', 50, 60), interval('away', 60, 80)], 0, 100);
  assert.deepEqual(sums(segments), { present: 50, asleep: 10, away: 20, unknown: 20 });
  assert.equal(shareHere(sums(segments)), 0.75);
  assert.equal(shareHere({ present: 0, asleep: 0, away: 0, unknown: 9 }), null);
});

test('thousands of intervals are drawn as some hundred', () => {
  const list = Array.from({ length: 2000 }, (_, index) => interval(index % 2 ? 'present' : 'away', index * 10, index * 10 + (index % 2 ? 10 : 10)));
  const segments = clipped(list, 0, 20_000);
  assert.equal(segments.length, 2000);
  const drawn = drawable(segments, 100);
  assert.ok(drawn.length <= 100);
  assert.deepEqual([drawn[0].from, drawn.at(-1).to], [0, 20_000]);
  assert.ok(drawn.every((one, index) => index === 0 || one.from === drawn[index - 1].to));
  assert.equal(drawable(segments.slice(0, 5)).length, 5);
});

test('a cursor finds what holds a moment, and keys go from one to the next', () => {
  const items = [{ from: 0, to: 10 }, { from: 10, to: 30 }, { from: 30, to: 40 }];
  assert.deepEqual([-5, 0, 9, 10, 35, 99].map((time) => indexAt(items, time)), [0, 0, 0, 1, 2, 2]);
  assert.equal(itemForKey('ArrowLeft', 0, 3), 0);
  assert.equal(itemForKey('ArrowRight', 1, 3), 2);
  assert.equal(itemForKey('End', 0, 3), 2);
  assert.equal(itemForKey('PageUp', 0, 3), 2);
  assert.equal(itemForKey('x', 0, 3), null);
  assert.equal(itemForKey('constructor', 0, 3), null);
  assert.equal(itemForKey('Home', -1, 0), null);
});

test('the axis is marked at whole hours, days and months', () => {
  const to = at(2026, 2, 4, 13, 20);
  const day = marks('day', to - SPANS.day.length, to);
  assert.deepEqual(day.map((time) => new Date(time).getHours()), [18, 0, 6, 12]);
  assert.equal(marks('week', to - SPANS.week.length, to).length, 7);
  for (const span of ['week', 'month', 'year']) {
    const found = marks(span, to - SPANS[span].length, to);
    assert.ok(found.length >= 3 && found.length <= 8, span);
    assert.ok(found.every((time) => new Date(time).getHours() === 0), span);
  }
});

test('presence is said in a sentence', () => {
  const segments = clipped([interval('present', 0, 18 * HOUR), interval('away', 18 * HOUR, 24 * HOUR)], 0, 24 * HOUR);
  assert.equal(bare(presenceWords(segments)), 'Here 75% of the time that is known: online 18 hours · away 6 hours');
  assert.equal(presenceWords(clipped([], 0, HOUR)), 'Nothing is known of this time.');
});

// Reply times

const point = (time, values) => ({ time: iso(time), n: 10, lost: 0, unknown: 0, min: 1, p50: 2, p95: 4, max: 9, ...values });

test('a scale ends at a round number, and one outlier does not press the rest down', () => {
  assert.deepEqual([0.013, 0.2, 3, 5, 51, 1000, 1001, 0, NaN].map(roundUp), [0.02, 0.2, 5, 5, 100, 1000, 2000, 1, 1]);
  const points = pointsOf(Array.from({ length: 100 }, (_, index) => point(index, { p95: index === 50 ? 900 : 4 })), { from: 0, to: 100, step: 1 });
  assert.equal(scaleOf(points), 5);
  assert.equal(scaleOf([]), 1);
});

test('points are those of the span, in order; what is no number is none', () => {
  const options = { from: 100, to: 200, step: 10 };
  const points = pointsOf([point(190), point(95, { n: 3, lost: 9 }), point(80), point(200), { time: 'x' }, null,
    point(150, { p50: null, min: null, p95: null, max: null, n: 4, lost: 4 })], options);
  assert.deepEqual(points.map(({ from }) => from), [95, 150, 190]);
  assert.equal(points[0].lost, 3, 'no more are lost than were asked');
  assert.deepEqual(points.map(lossOf), [1, 1, 0]);
  assert.equal(lossOf({ n: 0, lost: 0 }), null);
});

test('a line breaks where nothing was measured, and a point alone is a dot', () => {
  const points = pointsOf([point(0), point(10, { p50: 4 }), point(40, { lost: 5 }), point(60, { p50: null, min: null, p95: null, n: 10, lost: 10 })],
    { from: 0, to: 100, step: 10 });
  const chart = chartOf(points, { from: 0, to: 100, width: 100, height: 50 });
  assert.equal(chart.top, 5);
  assert.equal(chart.line, 'M5 30L15 10M45 30h0.1');
  assert.equal(chart.band.match(/Z/g).length, 2);
  assert.deepEqual(chart.losses, [{ x: 40, width: 10, share: 0.5 }, { x: 60, width: 10, share: 1 }]);
  assert.deepEqual(chartOf([], { from: 0, to: 1, width: 1, height: 1 }), { top: 1, line: '', band: '', losses: [] });
});

test('the chart is said in words', () => {
  const points = pointsOf([point(at(2026, 2, 4, 12), { lost: 1 }), point(at(2026, 2, 4, 12, 10))], { from: at(2026, 2, 4), to: at(2026, 2, 5), step: 600_000 });
  assert.deepEqual(inShort(points), { n: 20, lost: 1, least: 1, middle: 2, most: 9 });
  assert.equal(bare(chartWords(points)), 'Typically 2 ms, 1–9 ms; 5% lost');
  assert.match(bare(pointWords(points[0], 'day')), /^12:00.*12:10.*: 2 ms \(1–4 ms\), 10% lost$/);
  assert.match(bare(pointWords({ ...points[0], middle: null }, 'day')), /no reply$/);
  assert.match(bare(pointWords({ ...points[0], n: 0, lost: 0 }, 'week')), /Wed.*not measured$/);
  assert.equal(chartWords([]), 'No reply times were measured.');
});

// Who is in at what hour

test('hours count the steps that are known', () => {
  const states = [...Array(24).fill('away'), ...Array(24).fill('present')];
  states[7] = 'unknown';
  states[30] = 'asleep';
  states[31] = null;
  const cells = hoursOf(states, { from: 0, hourOf: (time) => (time / HOUR) % 24 });
  assert.deepEqual(cells[6], { here: 1, known: 2, share: 0.5 });
  assert.deepEqual(cells[7], { here: 0, known: 0, share: null });
  assert.deepEqual([0, 0.1, 0.5, 0.99, 1, null].map(shadeOf), [0, 0, 2, 4, 4, null]);
});

test('the heat map has a row for each device that is known and not hidden, by name', () => {
  const answer = { devices: [
    { device: 'b', name: 'then', states: 'ps' }, { device: 'a', name: 'TV 9', states: 'a' }, { device: 'h', states: 'a' },
    { device: 'u', states: 'ux' }, { device: 7, states: '' }, { device: 'x' }, null,
  ] };
  assert.deepEqual(rowsOf(answer).map(({ id }) => id), ['b', 'a', 'h', 'u']);
  assert.deepEqual([rowsOf(answer)[0].states, rowsOf(answer)[3].states], [['present', 'asleep'], ['unknown', 'unknown']]);
  assert.deepEqual(rowsOf(null), []);
  const devices = new Map([['b', { id: 'b', name: 'TV 10' }], ['h', { id: 'h', name: 'H', hidden: true }]]);
  const rows = heatRows(answer, { devices, nameOf: ({ name }) => name, language: 'en', from: 0 });
  assert.deepEqual(rows.map(({ name }) => name), ['TV 9', 'TV 10']);
  assert.equal(rows[0].cells.length, 24);
});

test('keys walk the heat map and stop at its ends', () => {
  assert.deepEqual(cellForKey('ArrowRight', { row: 0, hour: 23 }, 5), { row: 0, hour: 23 });
  assert.deepEqual(cellForKey('ArrowDown', { row: 4, hour: 3 }, 5), { row: 4, hour: 3 });
  assert.deepEqual(cellForKey('PageUp', { row: 4, hour: 3 }, 5), { row: 0, hour: 3 });
  assert.deepEqual(cellForKey('Home', { row: 4, hour: 3 }, 5), { row: 4, hour: 0 });
  assert.equal(cellForKey('x', { row: 0, hour: 0 }, 5), null);
});

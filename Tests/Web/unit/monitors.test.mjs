// Monitors: their order, their news, their bars and smoke, what can be watched of a device.

import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { englishHistory } from '../../../Sources/WebApp/app/js/i18n/en/history.js';
import { englishMonitors } from '../../../Sources/WebApp/app/js/i18n/en/monitors.js';
import { addEnglish, setLanguage, t } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { Asking } from '../../../Sources/WebApp/app/js/monitors/asking.js';
import { badgeWords, downIn } from '../../../Sources/WebApp/app/js/monitors/badge.js';
import { barsOf, COUNTS, inShort, roundedDown, shownState, UPTIMES } from '../../../Sources/WebApp/app/js/monitors/bars.js';
import { bodyOf, choicesFor, isMade, monitorsOf, nameFor } from '../../../Sources/WebApp/app/js/monitors/choices.js';
import { MonitorFeed, POLL_MS } from '../../../Sources/WebApp/app/js/monitors/feed.js';
import { listAll } from '../../../Sources/WebApp/app/js/monitors/listing.js';
import { knownFacts } from '../../../Sources/WebApp/app/js/monitors/result.js';
import { classOf, CLASSES, smokeOf, usedClasses } from '../../../Sources/WebApp/app/js/monitors/smoke.js';
import { grouped, mutedUntil, nameOf, SIGNS, sorted, STATES, stateOf, withNews } from '../../../Sources/WebApp/app/js/monitors/states.js';
import { parentNames, takenBody } from '../../../Sources/WebApp/app/js/monitors/suggestions.js';
import {
  barsWords, barWords, checkedWords, incidentWhen, limitWords, mutedWords, quorumWords, resultWords, shareWords, stateWords, targetWords, uptimeWords, whatWords,
} from '../../../Sources/WebApp/app/js/monitors/words.js';

addEnglish(englishHistory);
addEnglish(englishMonitors);
afterEach(() => setLanguage('en'));

const bare = (words) => words.replace(/[\u2066-\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ');
const monitor = (id, state, name = id) => ({ id, state, name, kind: 'icmp', uptime: {} });

test('the worst state comes first, then the name; a state of tomorrow is unknown', () => {
  const all = [monitor('a', 'up'), monitor('b', 'paused'), monitor('c', 'down', 'Zeta'), monitor('d', 'down', 'alpha'), monitor('e', 'degraded'), monitor('f', 'on fire'),
    monitor('g', 'up', 'nas 10'), monitor('h', 'up', 'nas 9')];
  assert.deepEqual(sorted(all).map(({ id }) => id), ['d', 'c', 'e', 'f', 'a', 'h', 'g', 'b']);
  assert.deepEqual(grouped(all).map(({ state, monitors }) => [state, monitors.length]), [['down', 2], ['degraded', 1], ['unknown', 1], ['up', 3], ['paused', 1]]);
  assert.deepEqual(grouped([monitor('a', 'up')]).map(({ state }) => state), ['up']);
  assert.equal(stateOf('constructor'), 'unknown');
});

test('each state has a sign of its own', () => {
  assert.deepEqual(Object.keys(SIGNS).sort(), [...STATES].sort());
  assert.equal(new Set(Object.values(SIGNS)).size, STATES.length);
});

test('a name is text without marks of direction; without one its target stands for it', () => {
  assert.equal(nameOf({ id: 'a', name: '\u202e<b>x</b>', target: 't' }), '<b>x</b>');
  assert.equal(nameOf({ id: 'a', name: ' ', target: 't' }), 't');
  assert.equal(nameOf({ id: 'a', name: null, target: '' }), 'a');
});

test('an event brings the keys that changed, and no uptime', () => {
  const before = new Map([['a', { ...monitor('a', 'up'), uptime: { '24h': { share: 1, coverage: 1 } }, rtt_ms: 3 }]]);
  const { rtt_ms: rtt, state, uptime, name } = withNews(before, { monitors: [{ id: 'a', state: 'down', rtt_ms: null }] }).get('a');
  assert.deepEqual([rtt, state, uptime['24h'].share, name], [null, 'down', 1, 'a']);
  assert.equal(withNews(before, { monitors: [{ ...monitor('a', 'up'), uptime: {} }] }).get('a').uptime['24h'].share, 1);
  assert.equal(withNews(before, { monitors: [{ ...monitor('a', 'up'), uptime: { '24h': { share: 0.5, coverage: 1 } } }] }).get('a').uptime['24h'].share, 0.5);
  assert.equal(withNews(before, { monitors: [{ id: 'z', rtt_ms: 1 }] }).size, 1, 'keys of an unknown one are no monitor');
});

test('an event brings whole monitors and takes removed ones', () => {
  const before = new Map([['a', monitor('a', 'up')], ['b', monitor('b', 'up')]]);
  const after = withNews(before, { monitors: [monitor('a', 'down'), monitor('c', 'up')], removed: ['b', 'z'], alerts: { waiting: 1 } });
  assert.deepEqual([...after.keys()], ['a', 'c']);
  assert.equal(after.get('a').state, 'down');
  assert.equal(before.get('a').state, 'up', 'the old list stays as it was');
  assert.deepEqual(withNews(before, {}), before);
  const acknowledged = withNews(before, { monitors: [{ id: 'b', incident: { id: 7 } }, { id: 'z', incident: { id: 8 } }] });
  assert.deepEqual([...acknowledged.values()].map(({ id, state, incident }) => [id, state, incident?.id]), [['a', 'up', undefined], ['b', 'up', 7]]);
});

test('muted: until a time, for ever, or no longer', () => {
  const now = Date.parse('2026-03-04T12:00:00Z');
  assert.equal(mutedUntil({ muted_until: null }, now), null);
  assert.equal(mutedUntil({}, now), null);
  assert.equal(mutedUntil({ muted_until: '2026-03-04T11:00:00Z' }, now), null);
  assert.equal(mutedUntil({ muted_until: '2026-03-04T13:00:00Z' }, now), now + 3_600_000);
  for (const end of ['9999-12-31T23:59:59Z', '+292278994-08-17T07:12:55.807Z', '292278994-08-17T07:12:55.807Z']) assert.equal(mutedUntil({ muted_until: end }, now), Infinity, end);
  assert.equal(mutedWords({ muted_until: '9999-12-31T00:00:00Z' }, now), 'Muted for ever');
  assert.equal(mutedWords({}, now), '');
});

test('the feed keeps what came while it asked, and asks again only after silence', async () => {
  let [time, answer, asked] = [0, null, 0];
  const feed = new MonitorFeed({ clock: () => time, list: () => { asked += 1; return new Promise((resolve) => { answer = resolve; }); } });
  assert.ok(feed.isDue());
  let told = 0;
  const end = feed.watch(() => { told += 1; });
  const first = feed.load();
  assert.equal(feed.load(), first, 'one question at a time');
  feed.take({ monitors: [monitor('a', 'down')], removed: ['b'] });
  answer([monitor('a', 'up'), monitor('b', 'up')]);
  await first;
  assert.deepEqual([...feed.monitors.values()], [monitor('a', 'down')]);
  assert.deepEqual([asked, told, feed.isLoaded, feed.failure], [1, 2, true, null]);
  time = POLL_MS - 1;
  assert.ok(!feed.isDue());
  feed.take({ monitors: [] });
  time = 2 * POLL_MS - 2;
  assert.ok(!feed.isDue(), 'an event is as good as an answer');
  time = 2 * POLL_MS;
  assert.ok(feed.isDue());
  feed.take({});
  assert.ok(!feed.isDue());
  feed.outdate();
  assert.ok(feed.isDue(), 'a new connection was told nothing of before');
  end();
  feed.take({ removed: ['a'] });
  assert.equal(told, 4);
});

test('what was missed is asked for, whatever is heard since', async () => {
  const [answers, time] = [[], 0];
  const feed = new MonitorFeed({ clock: () => time, list: () => new Promise((resolve, reject) => { answers.push({ resolve, reject }); }) });
  const first = feed.load();
  answers[0].resolve([monitor('a', 'up')]);
  await first;
  feed.outdate();
  feed.take({ monitors: [{ id: 'a', rtt_ms: 3 }] });
  assert.ok(feed.isDue(), 'an event says nothing of those before');
  const second = feed.load();
  assert.ok(!feed.isDue());
  // Its first pages may be older than what was missed.
  feed.outdate();
  answers[1].resolve([monitor('a', 'up')]);
  await second;
  assert.equal(answers.length, 3, 'asked for again by itself');
  answers[2].resolve([monitor('a', 'down')]);
  await feed.load();
  assert.equal(feed.monitors.get('a').state, 'down');
  assert.ok(!feed.isDue());
  assert.equal(answers.length, 3);
});

test('a feed that failed stays due, and asks no sooner by itself', async () => {
  const answers = [];
  const feed = new MonitorFeed({ clock: () => 0, list: () => new Promise((resolve, reject) => { answers.push({ resolve, reject }); }) });
  const first = feed.load();
  feed.outdate();
  answers[0].reject(new Error('x'));
  await first;
  feed.take({ monitors: [monitor('a', 'up')] });
  assert.ok(feed.isDue(), 'events don’t put it off');
  assert.equal(answers.length, 1);
  const second = feed.load();
  answers[1].resolve([monitor('a', 'up')]);
  await second;
  assert.ok(!feed.isDue());
});

test('a feed that failed keeps what it had', async () => {
  let isBroken = false;
  const feed = new MonitorFeed({ list: async () => { if (isBroken) throw new Error('x'); return [monitor('a', 'up')]; } });
  await feed.load();
  isBroken = true;
  await feed.load();
  assert.equal(feed.failure.message, 'x');
  assert.equal(feed.monitors.size, 1);
  isBroken = false;
  await feed.load();
  assert.equal(feed.failure, null);
});

test('of many monitors the worst are shown before all are there', async () => {
  let [first, answer] = [null, null];
  const feed = new MonitorFeed({ list: (show) => { first = show; return new Promise((resolve) => { answer = resolve; }); } });
  const loading = feed.load();
  first([monitor('a', 'down')]);
  assert.deepEqual([...feed.monitors.keys()], ['a']);
  assert.ok(!feed.isLoaded, 'there are more');
  // Of one that is not there yet.
  feed.take({ monitors: [{ id: 'b', state: 'down' }] });
  answer([monitor('a', 'down'), monitor('b', 'up')]);
  await loading;
  assert.deepEqual([...feed.monitors.values()].map(({ id, state }) => [id, state]), [['a', 'down'], ['b', 'down']]);
  const again = feed.load();
  first([monitor('a', 'up')]);
  assert.equal(feed.monitors.size, 2, 'those that are known stay');
  answer([monitor('a', 'up')]);
  await again;
  assert.deepEqual([...feed.monitors.keys()], ['a']);
});

/// A server with so many monitors; `change(paths)` may change them before an answer.
function served(count, change = () => {}) {
  const all = Array.from({ length: count }, (_, number) => monitor(String(number).padStart(5, '0'), 'up'));
  const paths = [];
  const ask = async (method, path) => {
    paths.push(path);
    change(all, paths);
    const query = new URLSearchParams(path.split('?')[1] ?? '');
    const limit = Number(query.get('limit') ?? 500);
    const ranked = query.get('order') === 'id' ? all : [...all].sort((one, other) => (one.state === 'down' ? 0 : 1) - (other.state === 'down' ? 0 : 1));
    const from = query.has('after') ? ranked.findIndex(({ id }) => id > query.get('after')) : 0;
    const page = from < 0 ? [] : ranked.slice(from, from + limit);
    return { monitors: page, next: from >= 0 && from + limit < all.length ? page.at(-1).id : null, count: all.length };
  };
  return { ask, paths };
}

test('few monitors take one question', async () => {
  const { ask, paths } = served(500);
  let firsts = 0;
  assert.equal((await listAll(ask, () => { firsts += 1; })).length, 500);
  assert.deepEqual([paths, firsts], [['monitors'], 0]);
});

test('of many none is lost, whatever changes while they are asked for', async () => {
  const { ask, paths } = served(2500, (all, { length }) => {
    // One behind the page that is read comes to the front, one before it goes to the end.
    all[2499 - length].state = 'down';
    all[length].state = 'up';
  });
  let worst = null;
  const all = await listAll(ask, (some) => { worst = some; });
  assert.equal(worst.length, 500);
  assert.equal(new Set(all.map(({ id }) => id)).size, 2500);
  assert.deepEqual(paths, ['monitors', 'monitors?order=id&limit=1000', 'monitors?order=id&limit=1000&after=00999', 'monitors?order=id&limit=1000&after=01999']);
});

test('an answer that leads to itself ends the list', async () => {
  let asked = 0;
  const all = await listAll(async () => { asked += 1; return { monitors: [monitor('a', 'up')], next: 'a' }; });
  assert.deepEqual([all.length, asked], [1, 3]);
  asked = 0;
  const endless = await listAll(async () => { asked += 1; return { monitors: [], next: String(asked) }; });
  assert.deepEqual([endless, asked], [[], 51]);
});

test('bars are asked for a few at a time, and kept while nothing changes', async () => {
  const waiting = [];
  let time = 0;
  const asking = new Asking((key) => new Promise((resolve, reject) => { waiting.push({ key, resolve, reject }); }), { clock: () => time, most: 2 });
  const got = [];
  for (const key of ['a', 'b', 'c']) asking.want(key, 'up', (answer) => got.push([key, answer]));
  assert.deepEqual(waiting.map(({ key }) => key), ['a', 'b']);
  waiting[0].resolve('bars of a');
  await new Promise(setImmediate);
  assert.deepEqual(waiting.map(({ key }) => key), ['a', 'b', 'c']);
  waiting[1].reject(new Error('x'));
  await new Promise(setImmediate);
  assert.deepEqual(got, [['a', 'bars of a'], ['b', null]]);
  asking.want('a', 'up', (answer) => got.push(['again', answer]));
  assert.deepEqual(got.at(-1), ['again', 'bars of a']);
  assert.equal(asking.kept('a', 'down'), null, 'another state');
  time = 400_000;
  assert.equal(asking.kept('a', 'up'), null, 'too old');
});

const at = (hour) => new Date(Date.UTC(2026, 2, 4, hour)).toISOString();
const [from, to] = [Date.parse(at(0)), Date.parse(at(4))];
const bar = (hour, state, share, coverage) => ({ from: at(hour), to: at(hour + 1), state, share, coverage });

test('bars are taken as they are, within the span; what makes no sense is nothing', () => {
  const bars = barsOf([bar(1, 'up', 1, 1), bar(0, 'down', 1.5, -1), bar(9, 'up', 1, 1), null, { from: 'x' }, bar(2, 'of tomorrow', null, 0)], from, to);
  assert.deepEqual(bars.map(({ state, share, coverage }) => [state, share, coverage]), [['down', 1, 0], ['up', 1, 1], ['unknown', null, 0]]);
  assert.deepEqual(barsOf(undefined, from, to), []);
  assert.ok(Object.values(COUNTS).every((count) => count <= 120), 'the server gives no more');
  assert.deepEqual(Object.keys(COUNTS), Object.keys(UPTIMES));
});

test('a bar of which nothing is known is unknown, unless it was paused or in maintenance', () => {
  assert.equal(shownState({ state: 'up', coverage: 0 }), 'unknown');
  assert.equal(shownState({ state: 'paused', coverage: 0 }), 'paused');
  const [maintained] = barsOf([bar(1, null, null, 0)], from, to);
  assert.equal(shownState(maintained), 'maintenance');
  assert.match(barWords(maintained, 'day'), /: Maintenance$/);
  assert.equal(shownState({ state: 'down', coverage: 0.1 }), 'down');
});

test('uptime counts what is known alone, and says how much that is', () => {
  const bars = barsOf([bar(0, 'unknown', null, 0), bar(1, 'up', 1, 1), bar(2, 'down', 0.5, 0.5), bar(3, 'paused', null, 0)], from, to);
  const short = inShort(bars);
  assert.equal(short.share, 1.25 / 1.5);
  assert.equal(short.coverage, 1.5 / 4);
  assert.deepEqual(short.counts, { up: 1, degraded: 0, down: 1, unknown: 1, paused: 1, maintenance: 0 });
  assert.equal(inShort([]).share, null);
  assert.equal(bare(barsWords(bars)), 'Up 83.33% of the 37% that is known. Down in 1 part.');
  assert.equal(barsWords([]), 'nothing is known yet');
});

test('all is only said of all: shares are rounded down', async () => {
  assert.equal(shareWords(0.999999), '99.99%');
  assert.equal(shareWords(1), '100%');
  assert.equal(shareWords(0.9995), '99.95%');
  assert.equal(roundedDown(0.29, 0), 0.29);
  assert.equal(uptimeWords({ share: 0.9995, coverage: 0.829 }), '99.95% of the 82% that is known');
  assert.equal(uptimeWords({ share: 0.5, coverage: 1 }), '50% of the time');
  assert.equal(uptimeWords({ share: 1, coverage: 0.001 }), '100% of the 1% that is known', 'a little is not nothing');
  assert.equal(uptimeWords({ share: null, coverage: 0 }), 'nothing is known yet');
  assert.equal(uptimeWords(undefined), 'nothing is known yet');
  await setLanguage('de');
  assert.equal(bare(uptimeWords({ share: 0.9995, coverage: 0.829 })), '99,95 % der 82 %, die bekannt sind');
});

test('a bar says when, what and how much', () => {
  const [one, other] = barsOf([bar(1, 'down', 0.25, 1), bar(2, 'unknown', null, 0)], from, to);
  assert.match(bare(barWords(one, 'day')), /: Down, up 25% of the time$/);
  assert.match(barWords(other, 'day'), /: Unknown$/);
});

const point = (hour, lost, middle) => ({ from: Date.parse(at(hour)), to: Date.parse(at(hour + 1)), n: 10, lost, unknown: 0, low: middle, middle, high: middle, most: middle });

test('smoke colours the middle by what was lost', () => {
  assert.deepEqual([0, 0.005, 0.01, 0.03, 0.1, 0.2, 0.5, 0.9, 1].map(classOf), ['none', 'few', 'few', 'some', 'many', 'quarter', 'half', 'most', 'all']);
  const points = [point(0, 0, 5), point(1, 2, 10), point(2, 10, null), point(3, 0, 5)];
  const { top, middles, losses } = smokeOf(points, { from, to, width: 400, height: 100 });
  assert.equal(top, 10);
  assert.deepEqual(middles, [
    // The line goes from one to the next, but not over what was lost.
    { name: 'none', d: 'M0 50H100M300 50H400' },
    { name: 'quarter', d: 'M100 50V0H200' },
  ]);
  assert.deepEqual(losses, [{ name: 'quarter', x: 100, width: 100 }, { name: 'all', x: 200, width: 100 }]);
  assert.deepEqual(usedClasses(points), ['none', 'quarter', 'all']);
  assert.deepEqual(usedClasses([{ ...point(0, 0, null), n: 0 }]), []);
  assert.equal(new Set(CLASSES.map(({ name }) => name)).size, CLASSES.length);
});

const device = (more = {}) => ({ id: 'd1', name: 'NAS', ip: '192.168.1.2', addresses: ['192.168.1.2', 'fd00::2'], ports: [
  { port: 22, protocol: 'tcp', state: 'open', service: 'ssh' }, { port: 443, protocol: 'tcp', state: 'open', service: 'https' }, { port: 53, protocol: 'udp', state: 'open' },
  { port: 23, protocol: 'tcp', state: 'closed' }], ...more });

test('the choices fit the device', () => {
  assert.deepEqual(choicesFor(device()).map(({ kind, target }) => `${kind} ${target}`),
    ['presence d1', 'icmp 192.168.1.2', 'http https://192.168.1.2/', 'tls 192.168.1.2:443', 'tcp 192.168.1.2:22', 'tcp 192.168.1.2:443']);
  assert.deepEqual(choicesFor(device({ ip: null })).map(({ kind }) => kind), ['presence']);
  assert.ok(choicesFor(device({ ip: 'fe80::2' })).some(({ target }) => target === '[fe80::2]:22'));
  const many = Array.from({ length: 40 }, (_, port) => ({ port: 1000 + port, protocol: 'tcp', state: 'open' }));
  assert.equal(choicesFor(device({ ports: many })).filter(({ kind }) => kind === 'tcp').length, 6);
});

test('a page of an address is not asked for a trusted certificate', () => {
  const web = choicesFor(device()).find(({ kind }) => kind === 'http');
  assert.deepEqual(bodyOf(web, 'NAS: page'), { kind: 'http', target: 'https://192.168.1.2/', name: 'NAS: page', source: 'suggested', options: { verify_certificate: false } });
  const ping = choicesFor(device()).find(({ kind }) => kind === 'icmp');
  assert.deepEqual(bodyOf(ping, 'x'), { kind: 'icmp', target: '192.168.1.2', name: 'x', source: 'suggested' });
});

test('what is made already is known by kind and target, what watches a device by its addresses', () => {
  const made = [{ id: '1', kind: 'icmp', target: '192.168.1.2' }, { id: '2', kind: 'http', target: 'https://[fd00::2]:8443/x' }, { id: '3', kind: 'tcp', target: '[fd00::2]:22' },
    { id: '4', kind: 'presence', target: 'd1' }, { id: '5', kind: 'presence', target: 'd2' }, { id: '6', kind: 'http', target: 'no url' }, { id: '7', kind: 'tls', target: '192.168.1.20:443' },
    { id: '8', kind: 'dns', target: '192.168.1.2' }, { id: '9', kind: 'tls', target: '192.168.1.2:443' }];
  assert.deepEqual(monitorsOf(device(), made).map(({ id }) => id), ['1', '2', '3', '4', '9']);
  assert.ok(isMade({ kind: 'icmp', target: '192.168.1.2' }, made));
  assert.ok(!isMade({ kind: 'tcp', target: '192.168.1.2' }, made));
});

test('a monitor’s name is as long as the server takes, and says what it watches', () => {
  assert.equal(nameFor(device(), 'Port 22'), 'NAS: Port 22');
  const long = nameFor(device({ name: '🏠'.repeat(90) }), 'Port 22');
  assert.equal([...long].length, 80);
  assert.ok(long.endsWith(': Port 22'));
});

test('a suggestion is taken as it is, without what the server makes itself', () => {
  const suggestion = { id: '', name: 'NAS', kind: 'tcp', target: 'nas:445', options: {}, state: 'unknown', uptime: {}, source: 'suggested', paused: false, parents: ['gateway'] };
  assert.deepEqual(takenBody(suggestion), { kind: 'tcp', target: 'nas:445', name: 'NAS', options: {}, parents: ['gateway'], source: 'suggested' });
});

test('what a monitor asks is said by its kind', () => {
  const devices = new Map([['d1', { id: 'd1', name: 'Anna’s phone' }]]);
  assert.equal(targetWords({ kind: 'presence', target: 'd1' }, devices), 'Anna’s phone');
  assert.equal(targetWords({ kind: 'presence', target: 'd9' }, devices), 'a device that is gone');
  assert.equal(bare(whatWords({ kind: 'internet', target: '' })), 'Internet');
  assert.equal(bare(whatWords({ kind: 'http', target: 'http://<b>' })), 'Web page · http://<b>');
});

test('states, checks and limits in words', () => {
  assert.match(stateWords({ state: 'down', since: new Date().toISOString() }), /^Down since \d\d:\d\d/);
  assert.equal(stateWords({ state: 'unknown', since: null }), 'Unknown');
  assert.equal(checkedWords({ checked: null }), 'Not checked yet');
  assert.match(bare(checkedWords({ checked: new Date().toISOString(), rtt_ms: 3.2 })), /^Checked .*: 3\.2 ms$/);
  assert.equal(quorumWords({ m: 3, n: 3 }), 'After 3 checks in a row');
  assert.equal(quorumWords({ m: 1, n: 1 }), 'After 1 check');
  assert.equal(quorumWords({ m: 2, n: 5 }), 'After 2 of the last 5 checks');
  assert.equal(limitWords({ rtt_ms: null, loss: null, times_usual: null }), null);
  assert.deepEqual(limitWords({ rtt_ms: 200, loss: 0.05, times_usual: 3 }).map(bare), ['Slower than 200 ms', 'More than 5% lost', 'More than 3 times as slow as usual']);
});

test('a check’s outcome has a sign, words and the server’s reason', async () => {
  assert.deepEqual(resultWords({ outcome: 'failed', reason: { code: 'x', text: 'connection refused', values: {} }, rtt_ms: null }), { state: 'bad', words: 'Failed', reason: 'Connection refused.' });
  assert.equal(bare(resultWords({ outcome: 'passed', reason: null, rtt_ms: 4.2 }).words), 'Passed in 4.2 ms');
  assert.equal(resultWords({ outcome: 'of tomorrow' }).state, 'busy');
  assert.deepEqual(knownFacts({ status: 0, address: null, answers: [], body: 'x', response_time_ms: 3, headers: {} }), [['status', 0], ['response_time_ms', 3]]);
  await setLanguage('de');
  const slow = { code: 'monitor.slow', text: '?', values: { rtt_ms: 900, limit_ms: 200 } };
  assert.match(bare(resultWords({ outcome: 'degraded', reason: slow }).reason), /^Die mittlere .* 900 ms, und die Grenze ist 200 ms\.$/);
});

test('an incident says how long it was, or is', () => {
  const now = Date.parse(at(3));
  assert.match(bare(incidentWhen({ from: at(1), to: at(2) }, now)), /, for 1 hour$/);
  assert.match(bare(incidentWhen({ from: at(1), to: null }, now)), /^since .*, for 2 hours so far$/);
});

test('a badge says how many are down, and nothing where none is or nobody knows', async () => {
  assert.deepEqual([{ down: 3, up: 1 }, { down: 0 }, {}, null, { down: '3' }, { down: -1 }].map(downIn), [3, 0, 0, 0, 0, 0]);
  assert.deepEqual([0, 1, 99, 100].map(badgeWords), ['', '1', '99', '99+']);
  assert.equal(t('nav.monitorsDown', { count: 3 }), 'Monitors, 3 down');
  await setLanguage('de');
  assert.equal(t('nav.monitorsDown', { count: 3 }), 'Monitore, 3 ausgefallen');
});

test('a suggestion says what it depends on, by the names of monitors that there are', () => {
  const monitors = new Map([['gateway', monitor('gateway', 'up', 'Gateway')], ['internet', monitor('internet', 'up', 'Internet')]]);
  assert.equal(bare(parentNames({ parents: ['gateway', 'gone', 'internet'] }, monitors)), 'Depends on Gateway and Internet');
  assert.equal(parentNames({ parents: ['gone'] }, monitors), '');
  assert.equal(parentNames({}, monitors), '');
});

// The form of a monitor: fields, bodies, what the server has against them, times of maintenance.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test, { afterEach } from 'node:test';
import { swiftIn } from '../support/swift.mjs';
import { englishMonitors } from '../../../Sources/WebApp/app/js/i18n/en/monitors.js';
import { addEnglish, setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { bodyOf, changesOf, conditionMistake, fieldOf, fieldsOf, INTERVALS, KINDS, linesKept, linesOf, numberIn, OPTIONS, startOf } from '../../../Sources/WebApp/app/js/monitors/draft.js';
import { entryOf, headersOf, HIDDEN, rowsOf, staysKept } from '../../../Sources/WebApp/app/js/monitors/headers.js';
import { isBeyond, MOST_SHOWN, shownParents, suggestedParents } from '../../../Sources/WebApp/app/js/monitors/parents.js';
import { dayName, DAYS, FIELDS, isTyped, kindOf, windowFields, windowOf, windowWords } from '../../../Sources/WebApp/app/js/monitors/windows.js';

addEnglish(englishMonitors);
afterEach(() => setLanguage('en'));

const bare = (words) => words.replace(/[\u2066-\u2069]/g, '').replace(/[\u00a0\u202f\u2009]/g, ' ');

test('the kinds and their options are the program’s', () => {
  const monitoring = swiftIn('Monitoring');
  const [, kinds] = monitoring.match(/enum Kind: String[^{]*\{\s*case (icmp[^\n]*)\n/);
  assert.deepEqual([...KINDS].sort(), kinds.split(', ').sort());
  const [, options] = monitoring.match(/static func options\(of kind: Kind\)[^{]*\{\s*switch kind \{([^}]*)\}/);
  for (const kind of KINDS) {
    const [, list] = options.match(new RegExp(`case [^:]*\\.${kind}\\b[^:]*:\\s*\\[([^\\]]*)\\]`));
    const known = new Set([...list.matchAll(/"(\w+)"/g)].map(([, name]) => name));
    assert.deepEqual(OPTIONS[kind].map(({ key }) => key).sort(), [...known].sort(), kind);
  }
  assert.ok(INTERVALS.every((seconds) => seconds >= 1 && seconds <= 86_400));
});

test('a new monitor is sent with what was typed alone', () => {
  const fields = { ...fieldsOf(null), target: ' nas.lan ' };
  assert.deepEqual(bodyOf(fields, true), { body: { kind: 'icmp', target: 'nas.lan', interval_s: 60, conditions: [], parents: [], maintenance: [] }, mistakes: [] });
});

test('a monitor that is edited keeps what was not touched, and becomes as usual where a field was emptied', () => {
  const monitor = {
    kind: 'dns', target: 'example.org', name: 'DNS', interval_s: 45, timeout_s: 5, down_after: { m: 2, n: 3 }, up_after: { m: 1, n: 1 },
    degraded: { rtt_ms: 200, loss: 0.07, times_usual: null }, conditions: ['[DNS_RCODE] == NOERROR'], parents: ['gateway'], maintenance: [{ cron: '0 3 * * 0', minutes: 60, note: null }],
    options: { record: 'MX', resolver: null, expected: ['a', 'b'], dnssec: true },
  };
  const fields = fieldsOf(monitor);
  assert.equal(fields.loss, '7', 'a share is typed as per cent');
  assert.equal(fields.options.expected, 'a\nb');
  const { body, mistakes } = bodyOf(fields, false);
  assert.deepEqual(mistakes, []);
  assert.deepEqual(body, monitor);
  const emptied = bodyOf({ ...fields, timeout: '', down_m: '', down_n: '', rtt_ms: '' }, false).body;
  assert.deepEqual([emptied.timeout_s, emptied.down_after, emptied.degraded.rtt_ms], [null, null, null]);
});

test('numbers are typed as people type them; one alone is that many in a row', () => {
  assert.deepEqual(['1,5', ' 2.5 ', '', null, 'x', '1e3', '-1'].map(numberIn), [1.5, 2.5, null, null, NaN, NaN, -1]);
  const { body, mistakes } = bodyOf({ ...fieldsOf(null), target: 'x', down_m: '4', up_n: '2', loss: '2,5', timeout: 'soon', options: { count: 'many' } }, true);
  assert.deepEqual([body.down_after, body.up_after, body.degraded], [{ m: 4, n: 4 }, { m: 2, n: 2 }, { loss: 0.025 }]);
  assert.deepEqual(mistakes, ['timeout', 'options.count']);
  assert.ok(!('timeout_s' in body));
});

test('what the server has against a key is said at its field', () => {
  const fields = { target: 'target', 'options.method': 'options.method', 'options.headers[0].name': 'options.headers', 'conditions[2]': 'conditions', interval_s: 'interval', timeout_s: 'timeout',
    'down_after.m': 'down_m', 'down_after.n': 'down_n', 'up_after.n': 'up_n', 'degraded.loss': 'loss', 'maintenance[0].minutes': 'maintenance', parents: 'parents', name: 'name' };
  for (const [key, field] of Object.entries(fields)) assert.equal(fieldOf(key), field, key);
  assert.equal(fieldOf(undefined), null);
});

test('the place of a mistake is found in the condition that was typed', () => {
  const text = '[STATUS] == 200\n\n  [BODY].a = 1\n';
  const lines = linesOf(text);
  assert.deepEqual(lines, ['[STATUS] == 200', '[BODY].a = 1']);
  const mistake = conditionMistake({ key: 'conditions[1]', values: { key: 'conditions[1]', place: 10 } }, lines);
  assert.deepEqual(mistake, { index: 1, line: '[BODY].a = 1', place: 9 });
  assert.equal(text[startOf(text, 1) + mistake.place], '=');
  assert.equal(text.slice(startOf(text, 0)).startsWith('[STATUS]'), true);
  assert.equal(conditionMistake({ values: { key: 'conditions[1]', place: 99 } }, lines).place, lines[1].length, 'at its end');
  assert.equal(conditionMistake({ key: 'conditions[0]' }, lines).place, null);
  assert.equal(conditionMistake({ key: 'target' }, lines), null);
  assert.equal(conditionMistake({ key: 'conditions[7]' }, lines), null);
  assert.equal(conditionMistake(undefined, lines), null);
});

test('a time of maintenance is made of what was chosen, or says what is missing', () => {
  assert.deepEqual(windowOf({ kind: 'weekly', days: ['sun', 'sat'], start: '02:00', minutes: '90' }), { window: { days: ['sat', 'sun'], start: '02:00', minutes: 90 } });
  assert.deepEqual(windowOf({ kind: 'weekly', days: [], start: '02:00', minutes: '90' }), { mistake: 'monitors.window.noDays', part: 'days' });
  assert.deepEqual(windowOf({ kind: 'weekly', days: ['mon'], start: '', minutes: '90' }), { mistake: 'monitors.window.noStart', part: 'start' });
  assert.deepEqual(windowOf({ kind: 'weekly', days: ['mon'], start: '02:00', minutes: '0' }), { mistake: 'monitors.window.noMinutes', part: 'minutes' });
  const once = windowOf({ kind: 'once', from: '2026-03-04T10:00', to: '2026-03-04T12:00' });
  assert.equal(Date.parse(once.window.to) - Date.parse(once.window.from), 7_200_000);
  assert.deepEqual(windowOf({ kind: 'once', from: '2026-03-04T10:00', to: '2026-03-04T10:00' }), { mistake: 'monitors.window.backwards', part: 'to' });
  assert.deepEqual(windowOf({ kind: 'once', from: '', to: '2026-03-04T10:00' }), { mistake: 'monitors.window.noTimes', part: 'from' });
});

test('a time of maintenance in words', async () => {
  assert.deepEqual([{ cron: '0 3 * * 0' }, { from: 'a', to: 'b' }, { days: ['mon'] }].map(kindOf), ['cron', 'once', 'weekly']);
  assert.equal(bare(windowWords({ days: ['sat', 'sun'], start: '02:00', minutes: 90 })), 'Saturday and Sunday at 02:00, for 90 min.');
  assert.equal(bare(windowWords({ days: [...DAYS], start: '02:00', minutes: 90 })), 'every day at 02:00, for 90 min.');
  assert.equal(bare(windowWords({ cron: '0 3 * * 0', minutes: 60 })), '0 3 * * 0, for 60 min. each');
  assert.match(windowWords({ from: '2026-03-04T10:00:00Z', to: '2026-03-04T12:00:00Z' }), /2026/);
  assert.equal(dayName('mon'), 'Mon');
  await setLanguage('de');
  assert.equal(bare(windowWords({ days: ['sat', 'sun'], start: '02:00', minutes: 90 })), 'Samstag und Sonntag um 02:00, 90 Min. lang');
});

test('every key of a monitor that the API takes is in the form, but those that have their own place', () => {
  const api = JSON.parse(readFileSync(new URL('../../../Sources/WebApp/api/openapi.json', import.meta.url), 'utf8'));
  const { properties } = api.components.schemas.MonitorDraft;
  const full = { kind: 'http', target: 'https://nas.lan/', name: 'NAS', interval: '60', timeout: '5', down_m: '2', up_m: '2', rtt_ms: '100', conditions: '[STATUS] == 200',
    parents: ['gateway'], maintenance: [], options: { verify_certificate: true } };
  // The id is the server's, a pause a button, and whoever fills in the form is the user.
  assert.deepEqual(Object.keys(properties).filter((key) => !(key in bodyOf(full, true).body)).sort(), ['id', 'paused', 'source']);
});

test('a secret header stays as it is until another value is typed, and another value replaces it', () => {
  const headers = [{ name: 'Accept', value: 'text/html' }, { name: 'Authorization', value: HIDDEN }];
  const rows = rowsOf(headers);
  assert.deepEqual(rows[1], { name: 'Authorization', value: '', isKept: true });
  assert.deepEqual(headersOf(rows).headers, headers, 'what was not touched is sent as it was shown');
  rows[1].value = 'Bearer x';
  assert.deepEqual(headersOf(rows).headers[1], { name: 'Authorization', value: 'Bearer x' });
  assert.deepEqual(headersOf([{ name: ' Accept ', value: '' }, { name: '', value: '' }, { name: '', value: 'x' }]), { headers: [{ name: 'Accept', value: '' }, { name: '', value: 'x' }], rows: [0, 2] });
  assert.deepEqual(rowsOf(undefined), []);
  assert.ok(swiftIn('Monitoring').includes(`static let hidden = "${HIDDEN}"`), 'the server’s own sign');
});

test('a secret stays with its name alone', () => {
  assert.ok(staysKept('Authorization', ' authorization '));
  assert.ok(!staysKept('Authorization', 'X-Access') && !staysKept('Authorization', ''));
  const [row] = rowsOf([{ name: 'Authorization', value: HIDDEN }]);
  assert.deepEqual(headersOf([{ ...row, name: 'X-Access' }]).headers, [{ name: 'X-Access', value: HIDDEN }], 'the server refuses it at its row');
});

test('a request’s headers and body go with the form; a new one has none where nothing is typed', () => {
  const http = { kind: 'http', target: 'https://nas.lan/', interval_s: 60, options: { method: 'POST', headers: [{ name: 'X-Api-Key', value: HIDDEN }], body: 'a\r\nb ', redirects: 0, cross_host_redirects: false, verify_certificate: true } };
  const fields = fieldsOf(http);
  assert.deepEqual(bodyOf(fields, false).body.options, { ...http.options });
  assert.equal(linesKept('a\nb ', 'a\r\nb '), 'a\r\nb ', 'a text field has one kind of line end');
  assert.equal(linesKept('a\nc', 'a\r\nb '), 'a\nc');
  assert.equal(linesKept('', null), '');
  assert.deepEqual(bodyOf({ ...fieldsOf(null), kind: 'http', target: 'x', options: { headers: [], body: '', verify_certificate: true } }, true).body.options, { cross_host_redirects: false, verify_certificate: true });
});

test('expected answers are lines: a comma is part of one', () => {
  const dns = { kind: 'dns', target: 'example.org', interval_s: 60, options: { record: 'TXT', resolver: null, expected: ['v=spf1 a, b', 'c'], dnssec: false } };
  assert.deepEqual(bodyOf(fieldsOf(dns), false).body.options.expected, ['v=spf1 a, b', 'c']);
});

test('what the server has against an entry of a list is found in it', () => {
  assert.deepEqual(entryOf('options.headers[1].value'), { index: 1, part: 'value' });
  assert.deepEqual(entryOf('maintenance[0].cron'), { index: 0, part: 'cron' });
  assert.deepEqual(entryOf('parents[12]'), { index: 12, part: null });
  assert.equal(entryOf('options.headers'), null);
  assert.equal(entryOf(undefined), null);
});

test('a cron line has five fields; what they say is the server’s to judge', () => {
  assert.deepEqual(windowOf({ kind: 'cron', cron: ' 0  3 * * sun ', minutes: '60', note: ' New disks ' }), { window: { cron: '0 3 * * sun', minutes: 60, note: 'New disks' } });
  assert.deepEqual(windowOf({ kind: 'cron', cron: '0 3 * *', minutes: '60' }), { mistake: 'monitors.window.noCron', part: 'cron' });
  assert.deepEqual(windowOf({ kind: 'cron', cron: undefined, minutes: '60' }), { mistake: 'monitors.window.noCron', part: 'cron' });
  assert.deepEqual(windowOf({ kind: 'cron', cron: '0 3 * * 0', minutes: '1.5' }), { mistake: 'monitors.window.noMinutes', part: 'minutes' });
});

test('a time of maintenance that is changed begins as it was', () => {
  for (const window of [{ cron: '0 3 * * 0', minutes: 60, note: 'x' }, { days: ['sat'], start: '02:00', minutes: 90 }, { from: '2026-03-04T10:00:00.000Z', to: '2026-03-04T12:30:00.000Z' }]) {
    assert.deepEqual(windowOf(windowFields(window)), { window });
  }
  assert.equal(windowFields({ cron: '0 3 * * 0' }).from, '');
});

test('a time that is not touched stays to the second, and in the hour that a clock shows twice', () => {
  const before = { from: '2026-10-25T01:30:17.000Z', to: '2026-10-25T02:30:40.000Z', note: 'x' };
  const fields = windowFields(before);
  assert.deepEqual(windowOf({ ...fields, note: 'y' }, before).window, { ...before, note: 'y' });
  const { window } = windowOf({ ...fields, to: '2026-10-26T10:00' }, before);
  assert.deepEqual([window.from, window.to], [before.from, new Date('2026-10-26T10:00').toISOString()]);
  assert.equal(windowOf({ ...fields, from: '' }, { to: before.to }).mistake, 'monitors.window.noTimes');
  const empty = { kind: 'once', from: '', to: '', note: '' };
  assert.deepEqual(windowOf(empty, {}), { mistake: 'monitors.window.noTimes', part: 'from' });
});

test('in both hours that a clock shows twice', () => {
  const script = `
    const { windowFields, windowOf } = await import(${JSON.stringify(new URL('../../../Sources/WebApp/app/js/monitors/windows.js', import.meta.url).href)});
    const all = [['2026-10-25T00:15:00.000Z', '2026-10-25T00:45:00.000Z'], ['2026-10-25T01:15:00.000Z', '2026-10-25T01:45:00.000Z'], ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']];
    console.log(JSON.stringify(all.map(([from, to]) => windowOf({ ...windowFields({ from, to }), note: 'x' }, { from, to }).window)));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, TZ: 'Europe/Berlin' }, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(stdout).map(({ from, to }) => [from.slice(11, 16), to.slice(11, 16)]), [['00:15', '00:45'], ['01:15', '01:45'], ['00:30', '01:30']]);
});

test('what is typed of a time of maintenance is told from what its fields began with', () => {
  const empty = { from: '', to: '', days: [], start: '', minutes: '', cron: '', note: '' };
  for (const kind of Object.keys(FIELDS)) {
    assert.ok(!isTyped(kind, empty, empty), kind);
    assert.ok(isTyped(kind, { ...empty, note: 'x' }, empty), kind);
  }
  assert.ok(isTyped('weekly', { ...empty, days: ['mon'] }, empty));
  assert.ok(!isTyped('weekly', { ...empty, days: ['mon', 'sun'] }, { ...empty, days: ['sun', 'mon'] }));
  assert.ok(!isTyped('once', { ...empty, cron: '0 3' }, empty), 'a field of another kind');
  // Each kind has the fields that make it.
  assert.deepEqual(FIELDS.weekly.filter((key) => !(key in windowOf({ ...empty, kind: 'weekly', days: ['mon'], start: '02:00', minutes: '5', note: 'x' }).window)), []);
});

const DEVICES = [{ id: 'd1', gateway: true, ip: '192.168.1.1', addresses: ['192.168.1.1', 'fd00::1'], hostname: 'router.lan' }, { id: 'd2', gateway: false, ip: '192.168.1.9', addresses: ['192.168.1.9'], hostname: 'nas.lan' }];
const ROUTER = { id: 'gw', kind: 'icmp', target: '192.168.1.1', name: 'Router' };
const INTERNET = { id: 'net', kind: 'internet', target: '', name: 'Internet' };
const NAS = { id: 'nas', kind: 'icmp', target: 'NAS.lan', name: 'NAS' };
const suggestedFor = (kind, target, monitors = [ROUTER, INTERNET, NAS], id = undefined) => suggestedParents({ id, kind, target }, monitors, DEVICES);

test('parents are suggested by where the target is', () => {
  assert.deepEqual(suggestedFor('http', 'https://nas.lan:5001/'), ['nas'], 'the ping of the same host');
  assert.deepEqual(suggestedFor('tcp', '192.168.1.9:22'), ['nas'], 'by another of its names');
  assert.deepEqual(suggestedFor('tcp', 'router.lan:80'), ['gw']);
  assert.deepEqual(suggestedFor('tcp', 'router.lan:80', [{ id: 'p', kind: 'presence', target: 'd1' }]), ['p']);
  assert.deepEqual(suggestedFor('http', 'https://example.org/'), ['net']);
  assert.deepEqual(suggestedFor('icmp', '9.9.9.9', [ROUTER]), ['gw'], 'without the Internet the router');
  assert.deepEqual(suggestedFor('internet', ''), ['gw']);
  assert.deepEqual(suggestedFor('internet', '', [{ ...ROUTER, target: '192.168.1.77' }]), []);
  for (const [kind, target] of [['icmp', '192.168.1.77'], ['icmp', 'nas.lan'], ['tcp', 'printer:631'], ['presence', 'd2'], ['dns', 'example.org'], ['tcp', ''], ['http', 'no address']]) assert.deepEqual(suggestedFor(kind, target), [], target);
  assert.deepEqual(suggestedFor('icmp', '192.168.1.1', [ROUTER], 'gw'), [], 'nothing depends on itself');
});

test('a host is behind the router where its address or name says so', () => {
  assert.deepEqual(['9.9.9.9', 'example.org', '172.32.0.1', '100.128.0.1'].filter(isBeyond).length, 4);
  assert.deepEqual(['10.0.0.1', '172.16.0.1', '172.31.9.9', '192.168.7.7', '127.0.0.1', '169.254.1.1', '100.64.0.1', 'nas', 'nas.lan', 'x.home.arpa', 'fe80::1', '2001:db8::1', '1.2.3'].filter(isBeyond), []);
});

test('names of the home are known with and without a domain, and by the root’s dot', () => {
  const home = ['fritz.box', 'x.fritz.box', 'home.arpa', 'speedport.ip', 'nas.localdomain', 'nas.home.', 'NAS.LAN', 'nas.'];
  assert.deepEqual(home.filter(isBeyond), []);
  const beyond = ['nofritz.box', 'example.lan.org', 'example.org.', 'homelan.example'];
  assert.deepEqual(beyond.filter(isBeyond), beyond);
});

test('the domains of homes are those that the server knows', () => {
  const read = (path) => readFileSync(new URL(`../../../Sources/${path}`, import.meta.url), 'utf8');
  const [, list] = read('Wire/Names/HomeName.swift').match(/static let domains = \[([^\]]*)\]/);
  const known = [...list.matchAll(/"([^"]+)"/g)].map(([, domain]) => domain).sort();
  const [, own] = read('WebApp/app/js/monitors/parents.js').match(/HOME_NAMES = .*\(\^\|\\\.\)\(([^)]+)\)\$\/;/);
  assert.ok(known.includes('home.arpa'));
  assert.deepEqual(own.replaceAll('\\.', '.').split('|').sort(), known);
});

test('parents are suggested with each key that is typed, however many there are', () => {
  let reads = 0;
  const devices = Array.from({ length: 500 }, (_, index) => ({ id: `d${index}`, gateway: index === 499, get ip() { reads += 1; return `10.0.${index >> 8}.${index & 255}`; },
    get hostname() { reads += 1; return `host${index}.lan`; } }));
  const monitors = Array.from({ length: 3000 }, (_, index) => ({ id: `m${index}`, kind: 'icmp', target: `10.9.${index >> 8}.${index & 255}` }));
  assert.deepEqual(suggestedParents({ kind: 'http', target: 'https://example.org/' }, [...monitors, { id: 'gw', kind: 'icmp', target: '10.0.1.243' }], devices), ['gw']);
  assert.equal(reads, 1000, 'each device is read once');
});

test('of many monitors those that are chosen come first, then those that are suggested; the search finds the others', () => {
  const many = Array.from({ length: 120 }, (_, index) => ({ id: `m${index}`, name: `Monitor ${index}`, state: 'up', target: 'x' }));
  const { shown, more } = shownParents(many, { chosen: new Set(['m110']), suggested: new Set(['m115']) });
  assert.deepEqual([shown[0].id, shown[1].id, shown.length, more], ['m110', 'm115', MOST_SHOWN, 120 - MOST_SHOWN]);
  const found = shownParents(many, { chosen: new Set(['m3']), suggested: new Set(), text: ' MONITOR 117 ' });
  assert.deepEqual(found.shown.map(({ id }) => id), ['m3', 'm117']);
  const foundOf = (text) => shownParents(many, { chosen: new Set(['m3']), suggested: new Set(), text }).found;
  assert.deepEqual([foundOf('monitor 117'), foundOf('monitor 3'), foundOf('nobody')], [1, 11, 0], 'what is chosen is shown, and not therefore found');
  assert.equal(shownParents(many, { chosen: new Set(many.map(({ id }) => id)), suggested: new Set() }).shown.length, 120, 'what is chosen is never left out');
});

test('of a monitor that is edited only what was changed is sent', () => {
  const monitor = {
    kind: 'http', target: 'https://nas.lan/', name: 'NAS', interval_s: 60, timeout_s: 10, down_after: { m: 3, n: 3 }, up_after: { m: 2, n: 2 }, degraded: { rtt_ms: null, loss: null, times_usual: null },
    conditions: [], parents: ['gw'], maintenance: [], options: { method: 'GET', headers: [{ name: 'Authorization', value: HIDDEN }], body: null, redirects: 5, verify_certificate: true },
  };
  const fields = fieldsOf(monitor);
  assert.deepEqual(changesOf(monitor, bodyOf(fields, false).body), {});
  assert.deepEqual(changesOf(monitor, bodyOf({ ...fields, name: 'Files', parents: [] }, false).body), { name: 'Files', parents: [] });
  assert.deepEqual(changesOf(monitor, bodyOf({ ...fields, timeout: '' }, false).body), { timeout_s: null });
  assert.deepEqual(changesOf(monitor, bodyOf({ ...fields, options: { ...fields.options, redirects: '0' } }, false).body).options.headers, [{ name: 'Authorization', value: HIDDEN }]);
});

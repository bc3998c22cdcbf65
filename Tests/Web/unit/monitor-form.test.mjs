// The form of a monitor: fields, bodies, what the server has against them, times of maintenance.

import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { swiftIn } from '../support/swift.mjs';
import { englishMonitors } from '../../../Sources/WebApp/app/js/i18n/en/monitors.js';
import { addEnglish, setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { bodyOf, conditionMistake, fieldOf, fieldsOf, INTERVALS, KINDS, linesOf, numberIn, OPTIONS, startOf } from '../../../Sources/WebApp/app/js/monitors/draft.js';
import { dayName, DAYS, kindOf, windowOf, windowWords } from '../../../Sources/WebApp/app/js/monitors/windows.js';

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
    assert.deepEqual(OPTIONS[kind].map(({ key }) => key).filter((key) => !known.has(key)), [], kind);
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
  assert.equal(fields.options.expected, 'a, b');
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
  assert.deepEqual(windowOf({ kind: 'weekly', days: [], start: '02:00', minutes: '90' }), { mistake: 'monitors.window.noDays' });
  assert.deepEqual(windowOf({ kind: 'weekly', days: ['mon'], start: '', minutes: '90' }), { mistake: 'monitors.window.noStart' });
  assert.deepEqual(windowOf({ kind: 'weekly', days: ['mon'], start: '02:00', minutes: '0' }), { mistake: 'monitors.window.noMinutes' });
  const once = windowOf({ kind: 'once', from: '2026-03-04T10:00', to: '2026-03-04T12:00' });
  assert.equal(Date.parse(once.window.to) - Date.parse(once.window.from), 7_200_000);
  assert.deepEqual(windowOf({ kind: 'once', from: '2026-03-04T10:00', to: '2026-03-04T10:00' }), { mistake: 'monitors.window.backwards' });
  assert.deepEqual(windowOf({ kind: 'once', from: '', to: '2026-03-04T10:00' }), { mistake: 'monitors.window.noTimes' });
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

// What was typed and is not saved; what an answer changes; why a request failed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { afterEach } from 'node:test';
import { swiftIn } from '../support/swift.mjs';
import { setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { failureWords } from '../../../Sources/WebApp/app/js/model/failures.js';
import { applyMarks, applySnapshot, emptyState } from '../../../Sources/WebApp/app/js/model/store.js';
import {
  draftOf, keep, LIMITS, lengthOf, mistakeOf, problemOf, restore, settledFields, tidy, withDraft,
} from '../../../Sources/WebApp/app/js/model/unsaved.js';
import { forgettable } from '../../../Sources/WebApp/app/js/settings/forget.js';
import { shownProgress } from '../../../Sources/WebApp/app/js/shell/summary.js';

const read = (path) => readFileSync(new URL(`../../../Sources/${path}`, import.meta.url), 'utf8');

afterEach(() => setLanguage('en'));

test('the limits are the server’s, in its document and in its code', () => {
  const { properties } = JSON.parse(read('WebApp/api/openapi.json')).components.schemas.DeviceChange;
  for (const [field, limit] of Object.entries(LIMITS)) assert.equal(properties[field].maxLength, limit, field);
  const marks = swiftIn('Model');
  assert.equal(Number(/longestName = (\d+)/.exec(marks)[1]), LIMITS.user_name);
  assert.equal(Number(/longestNote = (\d+)/.exec(marks)[1]), LIMITS.note);
});

test('lengths are counted in code points, as the server counts them', () => {
  assert.equal(lengthOf('🦊🦊'), 2);
  assert.equal(mistakeOf('user_name', '🦊'.repeat(120)), null);
  assert.deepEqual(mistakeOf('user_name', '🦊'.repeat(121)), { status: 'long', limit: 120, count: 121 });
  assert.equal(mistakeOf('note', null), null);
});

test('a typed text is sent without what the server refuses', () => {
  const { properties } = JSON.parse(read('WebApp/api/openapi.json')).components.schemas.DeviceChange;
  const typed = ' a\tb\u0007c\nd\u0085 ';
  assert.deepEqual([tidy('user_name', typed), tidy('note', typed)], ['a b c d', 'a\tb c\nd']);
  for (const field of Object.keys(LIMITS)) assert.match(tidy(field, typed), new RegExp(properties[field].pattern), field);
  assert.equal(tidy('note', ' \n '), null);
});

test('drafts come and go by device and field, and nothing that was handed out changes', () => {
  const one = withDraft({}, 'a', 'note', { text: 'x', error: null });
  const two = withDraft(one, 'a', 'user_name', { text: 'y', error: null });
  assert.deepEqual(draftOf(one, 'a', 'user_name'), null);
  assert.deepEqual(withDraft(withDraft(two, 'a', 'note', null), 'a', 'user_name', null), {});
  assert.deepEqual(withDraft({}, 'a', 'note', null), {});
});

test('drafts outlive a reload; what was being saved then is tried again', () => {
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
  keep({ a: { note: { text: 'x', error: null } } }, storage);
  assert.deepEqual(restore(storage), { a: { note: { text: 'x', error: { status: 0 } } } });
  keep({}, storage);
  assert.deepEqual(restore(storage), {});
  for (const other of ['nonsense', '[]', '{"a":1}', '{"a":{"note":{}}}', 'null', '{"a":null}']) {
    storage.setItem('homenet.unsaved', other);
    assert.deepEqual(restore(storage), {}, other);
  }
  assert.deepEqual(restore(undefined), {});
});

test('a text that was too long is well once it is short enough; a failed save stays said', () => {
  const long = { text: 'x', error: { status: 'long', limit: 120, count: 130 } };
  assert.equal(problemOf('user_name', 'short', long), null);
  assert.equal(problemOf('user_name', 'short', { text: 'x', error: { status: 507 } }).status, 507);
  assert.equal(problemOf('user_name', 'x'.repeat(121), null).status, 'long');
  assert.equal(problemOf('user_name', 'short', { text: 'x', error: null }), null);
});

test('a draft ends where the device says what it says', () => {
  const drafts = (error) => ({ a: { note: { text: 'x', error }, user_name: { text: '', error } } });
  assert.deepEqual(settledFields(drafts({ status: 0 }), { id: 'a', note: 'x', user_name: null }), ['note', 'user_name']);
  assert.deepEqual(settledFields(drafts({ status: 0 }), { id: 'a', note: 'y', user_name: 'z' }), []);
  assert.deepEqual(settledFields(drafts(null), { id: 'a', note: 'x', user_name: null }), [], 'it is being saved');
  assert.deepEqual(settledFields(drafts({ status: 0 }), { id: 'b', note: 'x' }), []);
});

const home = (device) => applySnapshot(emptyState(), { devices: device ? [device] : [], status: {} });
const tv = { id: 'tv', name: 'TV', user_name: null, note: null, ip: '10.0.0.4', state: 'present' };

test('an answer changes what was marked, and nothing that came meanwhile', () => {
  const answer = { ...tv, name: 'Cinema', user_name: 'Cinema', ip: '10.0.0.4' };
  const later = home({ ...tv, ip: '10.0.0.9', state: 'away' });
  assert.deepEqual(applyMarks(later, tv, answer, { user_name: 'Cinema' }).devices.get('tv'),
    { ...tv, name: 'Cinema', user_name: 'Cinema', ip: '10.0.0.9', state: 'away' });
  const renamed = home({ ...tv, name: 'Den', user_name: 'Den' });
  assert.equal(applyMarks(renamed, tv, answer, { user_name: 'Cinema' }), renamed, 'an event is newer');
});

test('an answer brings no removed device back', () => {
  const gone = home(null);
  assert.equal(applyMarks(gone, tv, { ...tv, note: 'x' }, { note: 'x' }), gone);
});

test('a failure is a sentence in the page’s language; in English the server’s own, as a sentence', async () => {
  assert.equal(failureWords({ status: 0 }), 'HomeNet can’t be reached.');
  assert.equal(failureWords({ status: 507, detail: 'the disk is full' }), 'The disk is full.');
  assert.equal(failureWords({ status: 418 }), 'HomeNet does not accept what was sent.');
  assert.equal(failureWords({ status: 599 }), 'HomeNet failed; its log says how.');
  assert.match(failureWords({ status: 503 }), /can’t read its password file/);
  assert.equal(failureWords({ status: 'unsent' }), 'It has not been sent yet.');
  assert.equal(failureWords(new TypeError('x')), 'HomeNet failed; its log says how.');
  await setLanguage('de');
  assert.equal(failureWords({ status: 507, detail: 'The disk is full.' }), 'Es ließ sich nicht auf das Laufwerk schreiben.');
  const full = { status: 507, detail: 'The disk of /x is full.', code: 'storage.disk_full', values: { path: '/x' } };
  assert.match(failureWords(full), /^Das Laufwerk von \u2068\/x\u2069 ist voll: schaffe Platz/);
  const refused = { status: 409, detail: 'One of the two is gone.', code: 'identity.gone', values: {} };
  assert.equal(failureWords(refused), 'Eines der beiden gibt es nicht mehr.');
  assert.equal(failureWords({ ...refused, code: 'of.tomorrow' }), 'Das geht gerade nicht.');
  assert.equal(failureWords({ status: 'long', limit: 4000, count: 4321 }), 'Höchstens 4.000 Zeichen passen, und das sind 4.321.');
});

test('progress never goes back within a scan, and begins anew with the next', () => {
  const scan = (progress, started = 'a') => ({ progress, started });
  assert.equal(shownProgress(null, scan(0.3)), 0.3);
  assert.equal(shownProgress({ done: 0.5, started: 'a' }, scan(0.3)), 0.5);
  assert.equal(shownProgress({ done: 0.5, started: 'a' }, scan(0.05, 'b')), 0.05);
  assert.equal(shownProgress(null, scan(undefined)), 0);
  assert.equal(shownProgress({ done: 0.5, started: 'a' }, scan(7)), 1);
});

test('who is away, and of whom the user has said nothing, can be forgotten at once', () => {
  const one = (id, state, marks = {}) => [id, { id, state, user_name: null, user_category: null, note: null, hidden: false, ...marks }];
  assert.equal(forgettable(new Map([
    one('a', 'away'), one('b', 'away', { user_name: 'Mine' }), one('c', 'present'), one('d', 'unconfirmed'),
    one('e', 'away', { note: 'lent' }), one('f', 'away', { user_category: 'phone' }), one('g', 'away', { hidden: true }),
  ])), 1);
});

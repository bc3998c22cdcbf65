// That the history is not saved, and what helps, in the page's language.

import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { keepingWords } from '../../../Sources/WebApp/app/js/history/keeping.js';
import { setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';

afterEach(() => setLanguage('en'));

const bare = (text) => text.replace(/[\u2068\u2069]/g, '');
const full = 'the disk of /x is full: make room; until then nothing is remembered';
const status = { storage: { path: '/x', problem: full }, phrases: [{ code: 'storage.disk_full', text: full, values: { path: '/x' } }] };

test('nothing is said where all is saved, or nothing is known', () => {
  for (const well of [null, undefined, {}, { storage: { path: '/x', problem: null } }, { storage: null }]) assert.equal(keepingWords(well), '');
});

test('why, and what to do', async () => {
  assert.equal(bare(keepingWords(status)), 'The disk of /x is full: make room; until then nothing is remembered.');
  await setLanguage('de');
  assert.equal(bare(keepingWords(status)), 'Das Laufwerk von /x ist voll: schaffe Platz; bis dahin wird nichts behalten.');
});

test('which command restores a backup of what is damaged', async () => {
  const problem = '/x can\'t be read (Page 4), but a backup is intact';
  const values = { path: '/x', why: 'Page 4', command: 'homenet restore --data / /backups/y' };
  const damaged = { storage: { path: '/x', problem }, phrases: [{ code: 'storage.damaged', text: problem, values }] };
  for (const language of ['en', 'de']) {
    await setLanguage(language);
    assert.match(bare(keepingWords(damaged)), /\(Page 4\).* homenet restore --data \/ \/backups\/y\b/);
  }
});

test('a reason that has no words here stays the server’s', async () => {
  await setLanguage('de');
  assert.equal(keepingWords({ storage: { problem: 'something else' }, phrases: [] }), 'Something else.');
});

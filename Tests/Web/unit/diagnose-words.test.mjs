// A diagnosis in German: by the messages of its steps and its verdict, and the server's English where there are none.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { afterEach, beforeEach } from 'node:test';
import { german } from '../../../Sources/WebApp/app/js/i18n/de.js';
import { foreign, setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { asideWords, stepWords, verdictWords } from '../../../Sources/WebApp/app/js/tools/diagnose-words.js';

const schema = (name) => JSON.parse(readFileSync(new URL(`../../../docs/schema/${name}`, import.meta.url), 'utf8'));
const bare = (text) => text?.replace(/[\u2068\u2069]/g, '').replace(/\u00a0/g, ' ') ?? null;
const message = (code, values = {}) => ({ code, values, text: '?' });

beforeEach(() => setLanguage('de'));
afterEach(() => setLanguage('en'));

const up = { step: 'link', state: 'ok', text: 'eth0 is up', message: message('diagnose.link.up', { interfaces: ['eth0'], count: 1 }), evidence: [] };

test('every problem of a certificate has a German title', () => {
  const problems = schema('homenet.cert-1.json').properties.problems.items.properties.code.enum;
  for (const code of problems) assert.ok(`cert.problem.${code}` in german, code);
});

test('a step and a verdict are said by their messages', () => {
  assert.equal(bare(stepWords(up)), 'eth0 ist verbunden');
  const verdict = message('diagnose.verdict.refused', { target: 'nas.lan', ports: ['443', '80'], count: 2 });
  assert.equal(bare(verdictWords({ verdict: { code: 'refused', text: '?', message: verdict } })),
    'nas.lan ist da, lehnt die Ports 443 und 80 aber ab: dort lauscht kein Dienst.');
  const certificate = message('diagnose.verdict.certificate', { problem: message('cert.mismatch', { names: ['a.lan', 'b.lan'], host: 'nas.lan', reason: '?' }) });
  assert.equal(bare(verdictWords({ verdict: { message: certificate } })), 'Das Zertifikat gilt für a.lan und b.lan, nicht für nas.lan.');
});

test('what decided it, and what is wrong beside, is said likewise', () => {
  const note = message('diagnose.note', { step: 'routes', finding: message('diagnose.routes.none') });
  const verdict = { because: ['eth0 is up', 'of tomorrow'], notes: ['routes: there is no default route'],
    because_messages: [up.message, message('of.tomorrow')], notes_messages: [note] };
  assert.deepEqual(asideWords({ verdict }).map(([words, isServers]) => [bare(words), isServers]),
    [['eth0 ist verbunden', false], ['of tomorrow', true], ['Es gibt keine Standardroute', false]]);
});

test('an older server’s words stay as they are', () => {
  assert.equal(stepWords({ step: 'link', state: 'ok', text: 'eth0 is up', evidence: [] }), null);
  assert.equal(verdictWords({ verdict: { code: 'well', text: 'All is well.' } }), null);
  assert.deepEqual(asideWords({ verdict: { because: ['eth0 is up'], notes: [] } }), [['eth0 is up', true]]);
});

test('English is the server’s own', async () => {
  await setLanguage('en');
  assert.equal(stepWords(up), null);
  assert.equal(foreign('said.stream.closed'), null);
});

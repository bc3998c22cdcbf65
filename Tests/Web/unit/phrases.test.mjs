// Every sentence that the server says has words in every language, and is put together as it should.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { afterEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { german } from '../../../Sources/WebApp/app/js/i18n/de.js';
import { english } from '../../../Sources/WebApp/app/js/i18n/en.js';
import { setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { linkWords, say } from '../../../Sources/WebApp/app/js/i18n/phrases.js';
import { problemsOf } from '../../../Sources/WebApp/app/js/model/problems.js';

const root = fileURLToPath(new URL('../../../Sources/', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
const documented = JSON.parse(read('WebApp/api/openapi.json')).components.schemas.Phrase.properties.code.enum;

// The forms of evidence, and the codes that stand in the program's other sentences.
const forms = read('Model/EvidenceForm.swift').match(/enum EvidenceForm[^{]*\{([^}]*?)\n\n/)[1];
const evidence = [...forms.matchAll(/case (\w+)/g)].map(([, name]) =>
  `evidence.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`);
const program = ['Model', 'Identification', 'Networking', 'Discovery', 'Probing', 'Home', 'Diagnostics/Doctor']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)))
  .filter((path) => path.endsWith('.swift')).map(read).join('\n');
const others = [...program.matchAll(/"((?:piece|missing|link|problem|fix|failure|skipped|storage)\.[a-z_]+)"/g)].map(([, code]) => code);

afterEach(() => setLanguage('en'));

test('the document lists the codes of the program, all of them', () => {
  assert.ok(evidence.includes('evidence.mac_block') && others.includes('piece.mac'));
  assert.deepEqual([...documented].sort(), [...new Set([...evidence, ...others])].sort());
});

for (const [language, texts] of Object.entries({ en: english, de: german })) {
  test(`${language} has words for every code`, () => {
    assert.deepEqual(documented.filter((code) => typeof texts[code] !== 'string'), []);
  });
}

test('words have the places that the program fills', () => {
  const templates = [...program.matchAll(/Phrase\(\s*"([a-z_.]+)",\s*"([^"]*)"/g)];
  assert.ok(templates.length > 40);
  const places = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const [, code, template] of templates) assert.deepEqual(places(english[code]), places(template), code);
});

test('a sentence is said in the language, what a device said stays as it is', async () => {
  await setLanguage('de');
  const phrases = [
    { code: 'evidence.txt_of', text: 'TXT md=One of _x._tcp', values: { value: 'md=One', service: '_x._tcp' } },
    { code: 'evidence.host_name', text: 'host name', values: {} },
    { code: 'link.steady', text: 'six', values: { count: 6, low: 0.04, high: 12.31 } },
    { code: 'problem.no_multicast', text: 'deaf: not permitted', values: { failure: 'not permitted' } },
    { code: 'failure.not_permitted', text: 'not permitted', values: {} },
  ];
  const bare = (text) => say(text, phrases).replace(/[\u2068\u2069]/g, '').replace(/\u00a0/g, ' ');
  assert.equal(bare('TXT md=One of _x._tcp'), 'TXT md=One von _x._tcp');
  assert.equal(bare('host name'), 'Hostname');
  assert.match(bare('six'), /^6 Antworten in 0,04–12,3 ms, gleichmäßig: vermutlich ein Kabel$/);
  assert.equal(bare('deaf: not permitted'), 'Meldungen sind nicht zu hören: nicht erlaubt.');
});

test('a problem is a sentence, and what stands in it stays isolated', async () => {
  const [code] = documented.filter((one) => one.startsWith('problem.') && /\{interface\}/.test(english[one]));
  const [, place] = english[code].match(/\{(interface)\}/);
  const status = { problems: [{ code: 'x', text: 'deaf', fix: null }, { code: 'y', text: 'own words', fix: null }],
    phrases: [{ code, text: 'deaf', values: { [place]: 'eth0', failure: 'x' } }] };
  for (const language of ['en', 'de']) {
    await setLanguage(language);
    const [first, second] = problemsOf(status);
    assert.match(first.text, /\u2068eth0\u2069/, language);
    assert.match(first.text, /[.!?…:]$/, language);
    assert.equal(second.text, 'Own words.');
  }
});

test('a link that is only guessed is said as a guess', async () => {
  const device = { link: 'wired', link_reason: 'six' };
  assert.equal(linkWords(device, [{ code: 'link.steady', text: 'six', values: {} }]), 'Probably Cable');
  assert.equal(linkWords(device, [{ code: 'link.stated', text: 'six', values: { value: 'x=y' } }]), 'Cable');
  assert.equal(linkWords(device, undefined), 'Cable');
  assert.equal(linkWords({ link: null }, []), null);
  const bare = (text) => text.replace(/[\u2068\u2069]/g, '');
  assert.equal(bare(say('s', [{ code: 'link.stated', text: 's', values: { value: 'x=y' } }])), 'It says so itself: x=y');
  await setLanguage('de');
  assert.equal(linkWords({ link: 'wifi', link_reason: 'six' }, [{ code: 'link.slow', text: 'six', values: {} }]), 'Vermutlich WLAN');
});

test('what is not known is shown as the server says it', () => {
  assert.equal(say('something else', undefined), 'something else');
  assert.equal(say('x', [{ code: 'evidence.constructor', text: 'x', values: {} }]), 'x');
  assert.equal(say('x', [{ code: 'app.name', text: 'x', values: {} }]), 'x');
});

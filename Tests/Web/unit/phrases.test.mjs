// Every sentence that the server says has words in every language, and is put together as it should.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { afterEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { swiftIn } from '../support/swift.mjs';
import { german } from '../../../Sources/WebApp/app/js/i18n/de.js';
import { english } from '../../../Sources/WebApp/app/js/i18n/en.js';
import { englishSettings } from '../../../Sources/WebApp/app/js/i18n/en/settings.js';
import { englishWhy } from '../../../Sources/WebApp/app/js/i18n/en/why.js';
import { addEnglish, setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { linkWords, localised, say } from '../../../Sources/WebApp/app/js/i18n/phrases.js';
import { problemsOf } from '../../../Sources/WebApp/app/js/model/problems.js';

for (const late of [englishSettings, englishWhy]) addEnglish(late);

const root = fileURLToPath(new URL('../../../Sources/', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
const documented = JSON.parse(read('WebApp/api/openapi.json')).components.schemas.Phrase.properties.code.enum;

// The templates of evidence, and the program's other messages.
const templates = swiftIn('Model').match(/enum EvidenceTemplate[^{]*\{([^}]*?)\n\n/)[1];
const evidence = templates.match(/\w+/g).filter((word) => word !== 'case').map((name) =>
  `evidence.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`);
const program = ['Model', 'Identification', 'Networking', 'Discovery', 'Probing', 'Home', 'Diagnostics', 'Server', 'ServedTools', 'Monitoring', 'Checks', 'Channels', 'homenet', 'WebFixture']
  .map(swiftIn).join('\n');

const placesOf = (text) => [...new Set([...text.matchAll(/\{(\w+)\^?(?:\|[^}]*)?\}/g)].map(([, name]) => name))].sort();

// Each entry of the catalogues: its name in the program, its code, its English texts.
const literal = '"((?:[^"\\\\]|\\\\.)*)"';
const catalogue = new Map([...program.matchAll(new RegExp(`static let (\\w+) = MessageTemplate\\(\\s*"([a-z_.]+)",\\s*(?:one:\\s*${literal},\\s*other:\\s*)?${literal}`, 'g'))]
  .map(([, name, code, one, other]) => [name, { code, isPlural: one !== undefined, places: placesOf(`${one ?? ''} ${other}`) }]));
const codes = [...catalogue.values()].map(({ code }) => code);
const PAGE = /^(piece|missing|link|problem|fix|failure|skipped|storage)\./;
// What the tools, the history, proposals, monitors and alerts say.
const SAID = /^(monitor|check|condition|alert|channel|change|proposal|identity|error|ports|diagnose|trace|path|mtu|cert|stream|dns|dnssec|web|registry|asn|sentences)(\.|$)/;
const others = codes.filter((code) => PAGE.test(code));

afterEach(() => setLanguage('en'));

test('the document lists the codes of the program, all of them', () => {
  assert.ok(evidence.includes('evidence.mac_block') && others.includes('piece.mac'));
  assert.deepEqual([...documented].sort(), [...new Set([...evidence, ...others])].sort());
  assert.deepEqual(codes.filter((code) => code !== 'text' && !PAGE.test(code) && !SAID.test(code)), []);
});

for (const [language, texts] of Object.entries({ en: english, de: german })) {
  test(`${language} has words for every code`, () => {
    assert.deepEqual(documented.filter((code) => typeof texts[code] !== 'string'), []);
  });
}

test('words have the places that the program fills', () => {
  assert.ok(others.length > 60);
  for (const { code, places } of catalogue.values()) {
    // The page words what was measured itself.
    const filled = code.startsWith('link.') && places.includes('low') ? ['times'] : places;
    // It may leave out a list.
    if (PAGE.test(code)) assert.ok(placesOf(english[code]).every((name) => filled.includes(name)), code);
    if (PAGE.test(code) && !places.includes('networks')) assert.deepEqual(placesOf(english[code]), filled, code);
  }
});

/// What stands between the bracket at that place of the text and its end.
function inBrackets(text, from) {
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    if ('([{'.includes(text[index])) depth += 1;
    if (')]}'.includes(text[index])) depth -= 1;
    if (depth === 0) return text.slice(from + 1, index);
  }
  return '';
}

test('no code is in two entries, and no entry is unused', () => {
  assert.deepEqual(codes.filter((code, index) => codes.indexOf(code) !== index), []);
  const used = new Set([...program.matchAll(/\.(\w+)\b/g)].map(([, name]) => name));
  assert.deepEqual([...catalogue.keys()].filter((name) => !used.has(name)), []);
});

test('German has words for every message of the tools, and fills no other places', () => {
  const messages = [...catalogue.values()].filter(({ code }) => SAID.test(code));
  assert.ok(messages.length > 150, `${messages.length}`);
  assert.deepEqual(messages.filter(({ code }) => !(`said.${code}` in german)).map(({ code }) => code), []);
  const known = new Set(messages.map(({ code }) => `said.${code}`));
  assert.deepEqual(Object.keys(german).filter((key) => key.startsWith('said.') && !known.has(key)), []);
  for (const { code, places, isPlural } of messages) {
    const text = german[`said.${code}`];
    // Only the program knows the capital that a place may ask for.
    assert.doesNotMatch(JSON.stringify(text), /\^[|}]/, code);
    const given = [...places, ...(isPlural ? ['count'] : [])];
    const wanted = placesOf(JSON.stringify(text));
    // What a certificate says beside stands in its problem too.
    const beside = code.startsWith('cert.') ? ['names', 'issuer', 'until_time'] : [];
    assert.deepEqual(wanted.filter((name) => !given.includes(name) && !beside.includes(name)), [], code);
    if (typeof text === 'object') assert.ok(given.includes('count'), code);
  }
});

test('a message is said by its code and values', async () => {
  const bare = (message) => localised(message)?.replace(/[\u2068\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ') ?? null;
  const message = (code, values = {}) => ({ code, values, text: '?' });
  const router = message('diagnose.gateway.ok', { router: '192.168.1.1', rtt_ms: 0.414 });
  assert.equal(bare(router), null, 'English is the server’s own');
  await setLanguage('de');
  assert.equal(bare(router), '192.168.1.1 antwortet in 0,41 ms');
  assert.equal(bare(message('diagnose.gateway.one_silent', { silent: message('diagnose.gateway.absent', { router: 'fe80::1' }), other: router })),
    'fe80::1 antwortet nicht, nicht einmal auf ARP oder NDP; 192.168.1.1 antwortet in 0,41 ms');
  const on = (address, name) => message('diagnose.address.on', { address, interface: name });
  assert.equal(bare(message('diagnose.address.more', { addresses: [on('192.168.1.7/24', 'eth0'), on('fd00::7/64', 'eth0')], count: 1 })),
    '192.168.1.7/24 an eth0, fd00::7/64 an eth0 und 1 weitere');
  assert.equal(bare(message('diagnose.tcp.refused', { ports: ['8080'], count: 1 })), 'Port 8080 lehnt ab');
  assert.equal(bare(message('diagnose.tcp.timed_out', { ports: ['443', '80'], count: 2 })), 'Die Ports 443 und 80 antworten nicht');
  assert.equal(bare(message('diagnose.tls.ok', { parts: ['TLS 1.3', message('diagnose.tls.good', { life_days: 60.4 })] })), 'TLS 1.3, das Zertifikat gilt noch 60 Tage');
  assert.equal(bare(message('cert.expired', { until_time: '2026-03-04T12:00:00Z', over_s: 86_400 })), 'Abgelaufen am 04.03.2026: das Zertifikat gilt nicht mehr');
  assert.equal(bare(message('cert.expires_soon', { until_time: '2026-03-04T12:00:00Z', left_s: 130 })), 'Das Zertifikat gilt nur noch 2 Minuten, bis 04.03.2026');
  assert.equal(bare(message('cert.version.says', { words: 'protocol version' })), 'er meldet protocol version');
  assert.equal(bare(message('diagnose.verdict.own_failure', { failure: message('failure.not_permitted') })), 'Dieser Rechner selbst konnte es nicht herausfinden.');
  assert.equal(bare(message('error.during', { attempt: message('error.pinging', { host: 'tv' }), reason: message('failure.not_permitted') })), 'tv lässt sich nicht anpingen: nicht erlaubt');
  assert.equal(bare(message('error.option_wrong', { option: 'count', wanted: message('error.wanted_integer', { least: '1', most: '100' }) })), 'count muss eine ganze Zahl von 1 bis 100 sein');
  assert.equal(bare(message('diagnose.resolver.no_answer', { resolver: '10.0.0.1', reason: message('failure.not_permitted') })), '10.0.0.1: nicht erlaubt');
  assert.equal(bare(message('diagnose.resolver.no_answer', { resolver: '10.0.0.1', reason: { code: 'text', values: { text: 'unreadable' } } })), '10.0.0.1: unreadable');
});

test('a message that is not known, or lacks what stands in it, stays the server’s', async () => {
  await setLanguage('de');
  for (const message of [undefined, null, 'x', {}, { code: 'constructor' }, { code: 'of.tomorrow', values: {} }, { code: 'diagnose.gateway.ok', values: { router: 'x' } },
    { code: 'diagnose.gateway.ok', values: { router: 'x', rtt_ms: null } }, { code: 'text', values: { text: 'words' } }]) {
    assert.equal(localised(message), null, JSON.stringify(message));
  }
});

test('whatever makes a message gives a value for each of its places', () => {
  let count = 0;
  for (const made of program.matchAll(/\bMessage\(\s*\.(\w+)/g)) {
    const entry = catalogue.get(made[1]);
    const call = inBrackets(program, made.index + 'Message'.length);
    if (!entry || !/^\s*\.\w+(,\s*\[|\s*$)/.test(call)) continue;
    count += 1;
    const given = [...call.matchAll(/"(\w+)":/g)].map(([, name]) => name);
    const wanted = [...entry.places, ...(entry.isPlural ? ['count'] : [])];
    assert.deepEqual(wanted.filter((name) => !given.includes(name)), [], entry.code);
  }
  assert.ok(count > 50, `${count}`);
});

test('the reasons of whois, asn and delegations are said by code and values', async () => {
  const bare = (message) => localised(message)?.replace(/[\u2068\u2069]/g, '') ?? null;
  const message = (code, values = {}) => ({ code, values, text: '?' });
  const often = message('web.too_often_until', { seconds: 600 });
  await setLanguage('de');
  assert.equal(bare(often), 'er wurde zu oft gefragt und lehnt vorerst ab; in 600 s nimmt er wieder Fragen an');
  assert.equal(bare(message('registry.older_list', { reason: message('registry.no_answer') })), 'keine Antwort; ein älteres Verzeichnis wird benutzt');
  const silent = (zone) => bare(message('dns.servers_silent', { zone }));
  assert.equal(silent(message('dns.root')), 'kein Server der Wurzel antwortet');
  assert.equal(silent(message('dns.zone', { zone: 'example.' })), 'kein Server von example. antwortet');
  const failures = ['a', 'b'].map((host) => message('error.host', { host, reason: message('asn.unreadable') }));
  assert.equal(bare(message('error.registries_failed', { subject: 'x.zz', reasons: failures })),
    'x.zz: keine Registrierungsstelle konnte antworten: a: die Antwort ist nicht lesbar; b: die Antwort ist nicht lesbar');
});

test('what DNSSEC finds is said by code and values', async () => {
  const bare = (message) => localised(message)?.replace(/[\u2068\u2069]/g, '') ?? null;
  const message = (code, values = {}) => ({ code: `dnssec.${code}`, values, text: '?' });
  const set = { name: 'www.example.test', type: 'A' };
  await setLanguage('de');
  assert.equal(bare(message('late', { ...set, key: '20326', until_time: '2026-11-22T10:00:00Z' })),
    'die Signatur über A von www.example.test mit Schlüssel 20326 ist am 22.11.2026 abgelaufen');
  const values = { zone: 'example.test', voucher: message('parent'), keys: ['20326', '7'] };
  assert.equal(bare(message('other_keys', { ...values, own: message('none') })),
    'die Zone example.test: das DS der übergeordneten Zone nennt Schlüssel 20326, 7, aber sie hat keine');
  assert.equal(bare(message('gap', { zone: 'test', claim: message('no_name', { name: 'x.test' }) })),
    'der Beweis der Zone test, dass es x.test nicht gibt, hat eine Lücke');
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

// Every text is there in every language, and every one is used.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { afterEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { swiftIn } from '../support/swift.mjs';
import { german } from '../../../Sources/WebApp/app/js/i18n/de.js';
import { english } from '../../../Sources/WebApp/app/js/i18n/en.js';
import { englishAlerts } from '../../../Sources/WebApp/app/js/i18n/en/alerts.js';
import { englishHistory } from '../../../Sources/WebApp/app/js/i18n/en/history.js';
import { englishLogin } from '../../../Sources/WebApp/app/js/i18n/en/login.js';
import { englishMonitors } from '../../../Sources/WebApp/app/js/i18n/en/monitors.js';
import { englishSettings } from '../../../Sources/WebApp/app/js/i18n/en/settings.js';
import { englishTools } from '../../../Sources/WebApp/app/js/i18n/en/tools.js';
import { englishWhy } from '../../../Sources/WebApp/app/js/i18n/en/why.js';
import {
  addEnglish, bestLanguage, duration, LANGUAGES, millisecondRange, milliseconds, percent, relativeTime, setLanguage, sinceWhen, t,
} from '../../../Sources/WebApp/app/js/i18n/i18n.js';

const app = fileURLToPath(new URL('../../../Sources/WebApp/app/', import.meta.url));
// What the first screen has, before more comes.
const first = { ...english };
for (const late of [englishAlerts, englishLogin, englishTools, englishHistory, englishMonitors, englishSettings, englishWhy]) addEnglish(late);
const languages = { en: english, de: german };

const sources = readdirSync(app, { recursive: true })
  .filter((path) => /\.(js|html)$/.test(path) && !/i18n[/\\](en|de)(\.js$|[/\\])/.test(path))
  .map((path) => readFileSync(join(app, path), 'utf8'))
  .join('\n')
  .replace(/^\s*\/\/.*$/gm, '');

// Keys as they stand in the code, and those made of a prefix and a word: t(`kind.${kind}`).
const isKey = (text) => text in english;
const quoted = new Set([...sources.matchAll(/['"`]([a-z]+\.[A-Za-z_.]+)['"`]/g)].map(([, key]) => key));
const made = new Set([...sources.matchAll(/`([a-z]+(?:\.[A-Za-z_]+)*\.)\$\{/g)].map(([, prefix]) => prefix));
const asked = [...sources.matchAll(/\bt\('([^']+)'|data-t(?:-\w+)?="([^"]+)"/g)].map(([, call, attribute]) => call ?? attribute);

afterEach(() => setLanguage('en'));

test('every language that is offered is checked here', () => {
  assert.deepEqual(Object.keys(LANGUAGES), Object.keys(languages));
});

// What the server says in English, other languages say by its codes, a service’s names, or the kinds of news.
const isSaid = (key) => /^(said|service|news)\./.test(key);

for (const [code, texts] of Object.entries(languages)) {
  test(`${code} has every key that is asked for, and no other than English`, () => {
    assert.deepEqual(asked.filter((key) => !(key in texts)), []);
    assert.deepEqual(Object.keys(texts).filter((key) => !isSaid(key)).sort(), Object.keys(english).sort());
  });

  test(`${code} has the plurals that its language needs, and no empty text`, () => {
    const needed = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(texts)) {
      if (!isSaid(key)) assert.equal(typeof text, typeof english[key], key);
      const forms = typeof text === 'object' ? text : { other: text };
      if (typeof text === 'object') assert.deepEqual(Object.keys(text).sort(), [...needed].sort(), key);
      for (const form of Object.values(forms)) assert.ok(form.trim().length > 0, key);
    }
  });

  test(`${code} uses the parameters that English uses`, () => {
    const parameters = (text) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort();
    for (const [key, text] of Object.entries(texts)) {
      if (!isSaid(key)) assert.deepEqual(parameters(text), parameters(english[key]), key);
    }
  });
}

test('no key is written twice: the later text would silently replace the earlier', () => {
  const files = readdirSync(join(app, 'js/i18n'), { recursive: true }).filter((path) => path.endsWith('.js'));
  for (const path of files) {
    const keys = [...readFileSync(join(app, 'js/i18n', path), 'utf8').matchAll(/^\s*'([a-z]\w*\.[\w.]+)':/gm)].map(([, key]) => key);
    assert.deepEqual(keys.filter((key, index) => keys.indexOf(key) !== index), [], path);
  }
});

const late = [['alerts', englishAlerts], ['login', englishLogin], ['tools', englishTools], ['history', englishHistory], ['monitors', englishMonitors], ['settings', englishSettings], ['detail/why.js', englishWhy]];
// Alerts are a part of monitoring, with words of their own beside its.
const isOf = (place, path) => path.startsWith(join('js', place)) || path === `${place}.html` || (place === 'monitors' && path.startsWith(join('js', 'alerts')));
for (const [place, texts] of late) {
  test(`the words that come with ${place} are asked for there alone`, () => {
    const others = readdirSync(app, { recursive: true }).filter((path) => /\.(js|html)$/.test(path) && !isOf(place, path) && !path.startsWith(join('js', 'i18n')));
    for (const path of others) {
      const source = readFileSync(join(app, path), 'utf8');
      const prefixes = [...source.matchAll(/`([a-z]+\.)\$\{/g)].map(([, prefix]) => prefix);
      assert.deepEqual(prefixes.filter((prefix) => Object.keys(texts).some((key) => key.startsWith(prefix)) && !Object.keys(first).some((key) => key.startsWith(prefix))), [], path);
      const keys = [...source.matchAll(/['"`]([a-z]+\.[A-Za-z_.]+)['"`]/g)].map(([, key]) => key);
      assert.deepEqual(keys.filter((key) => key in texts), [], path);
    }
  });
}

/// The codes of the sentences that the server says, as its API's document lists them.
const documented = JSON.parse(readFileSync(join(app, '../api/openapi.json'), 'utf8')).components.schemas.Phrase.properties.code.enum;

test('every key is used', () => {
  const isUsed = (key) => quoted.has(key) || documented.includes(key) || [...made].some((prefix) => key.startsWith(prefix));
  for (const texts of Object.values(languages)) assert.deepEqual(Object.keys(texts).filter((key) => !isUsed(key)), []);
});

/// What the program's enum says in JSON.
function rawValues(target, name) {
  const [, body] = swiftIn(target).match(new RegExp(`enum ${name}: String[^{]*\\{([^}]*)\\}`));
  return [...body.matchAll(/^\s*case (\w+)(?: = "(\w+)")?$/gm)].map(([, word, raw]) => raw ?? word);
}

/// What a purpose is called in JSON; broadcasts have the protocol's name after a dot.
const purposes = [...swiftIn('Networking').matchAll(/^\s*case \.\w+: "(\w+)"$/gm)].map(([, name]) => name).concat('broadcast');

test('the program’s words are read', () => {
  assert.ok(purposes.includes('ws_discovery'));
  assert.ok(rawValues('Model', 'Source').includes('mdns'));
});

test('every made key has words: kinds, sources, purposes, claims, states, links, orders', () => {
  const words = {
    kind: ['router', 'phone', 'tablet', 'computer', 'speaker', 'gaming', 'tv_media', 'storage', 'printer', 'smart_home', 'camera', 'network', 'voip', 'wearable', 'appliance', 'server', 'unknown', 'apple'],
    source: rawValues('Model', 'Source'),
    purpose: purposes,
    claim: ['name', 'category', 'vendor', 'model', 'os'],
    state: [...rawValues('Model', 'PresenceState'), 'unconfirmed'],
    change: rawValues('Model', 'Kind'),
    link: ['wired', 'wifi', 'remote'],
  };
  for (const [prefix, names] of Object.entries(words)) {
    for (const name of names) assert.ok(isKey(`${prefix}.${name}`), `${prefix}.${name}`);
  }
});

test('parameters and plurals are put in, numbers in the language’s own way', async () => {
  assert.equal(t('status.devices', { count: 1 }), '1 device');
  assert.equal(t('status.devices', { count: 12_345 }), '12,345 devices');
  await setLanguage('de');
  assert.equal(t('status.devices', { count: 12_345 }), '12.345 Geräte');
  assert.equal(t('detail.hiddenNow', { name: '{count} $& <b>' }).startsWith('{count} $& <b> '), true, 'a device’s text is text');
  assert.equal(t('source.ssh_agent'), 'Ssh agent', 'a newer server’s code is shown as words');
  assert.equal(t('constructor'), 'Constructor');
});

test('times, rates and durations read as people say them', async () => {
  const now = Date.parse('2026-03-04T12:00:00Z');
  const ago = (seconds) => new Date(now - seconds * 1000).toISOString();
  assert.equal(relativeTime(ago(20), now), 'just now');
  assert.equal(relativeTime(ago(120), now), '2 min. ago');
  assert.equal(relativeTime(ago(86_400), now), 'yesterday');
  assert.match(relativeTime(ago(90 * 86_400), now), /2025/);
  assert.match(sinceWhen(ago(3 * 86_400), now), /Sunday/);
  assert.equal(milliseconds(4.81), '4.8 ms');
  assert.equal(percent(0.874), '87%');
  assert.deepEqual([3599, 3600, 35_280, 86_399, 129_600, 90 * 86_400 - 1].map(duration),
    ['59 minutes', '1 hour', '9.8 hours', '23 hours', '1.5 days', '89 days']);
  await setLanguage('de');
  assert.equal(relativeTime(ago(120), now), 'vor 2 Min.');
});

test('a duration has one figure, alone and in a range', () => {
  const bare = (text) => text.replaceAll('\u00a0', ' ');
  for (const [value, words] of [[0, '<0.01 ms'], [0.004, '<0.01 ms'], [0.041, '0.04 ms'], [0.274, '0.27 ms'], [4.81, '4.8 ms'], [12.34, '12.3 ms'], [412.4, '412 ms']]) {
    assert.equal(bare(milliseconds(value)), words);
  }
  for (const [low, high] of [[0.041, 0.274], [0.2, 0.31], [2.14, 11.38], [61, 74.25], [0.97, 12.34], [98.76, 312.4]]) {
    const [least, most] = [milliseconds(low), milliseconds(high)].map((one) => bare(one).replace(' ms', ''));
    assert.equal(bare(millisecondRange(low, high)), `${least}–${most} ms`);
  }
  assert.equal(bare(millisecondRange(0.3, 0.3)), '0.3 ms');
  assert.equal(bare(millisecondRange(0.001, 0.3)), '<0.01–0.3 ms');
});

test('the browser’s first language that we speak is chosen', () => {
  assert.equal(bestLanguage(['fr-FR', 'de-AT', 'en']), 'de');
  assert.equal(bestLanguage(['xx']), 'en');
  assert.equal(bestLanguage([]), 'en');
});

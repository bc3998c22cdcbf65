// Alerts: which settings a form sends, hours and states in words, pages put together, what a tab shows.

import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { swiftIn } from '../support/swift.mjs';
import { Book } from '../../../Sources/WebApp/app/js/alerts/book.js';
import { changedKeys } from '../../../Sources/WebApp/app/js/model/changes.js';
import { channelBody, fieldOfKey, fieldsOf, isChanged } from '../../../Sources/WebApp/app/js/alerts/channel-fields.js';
import { newTopic, serviceHelp } from '../../../Sources/WebApp/app/js/alerts/channel-form.js';
import { claimed, keyOf, placeOf, withNewest, withOlder } from '../../../Sources/WebApp/app/js/alerts/history.js';
import { DAYS, daysWords, endsNextDay, hoursDraft, hoursOf, hoursWords, timeWords } from '../../../Sources/WebApp/app/js/alerts/hours.js';
import { subjectOf } from '../../../Sources/WebApp/app/js/alerts/mutes-view.js';
import { notifyState } from '../../../Sources/WebApp/app/js/alerts/notifying.js';
import { arrange } from '../../../Sources/WebApp/app/js/alerts/parts.js';
import { byOrder, EVENTS, fieldOfRule, REPEATS, ruleBody, ruleDraft, USUAL_EVENTS, withOwn } from '../../../Sources/WebApp/app/js/alerts/rule-fields.js';
import { subjectWords } from '../../../Sources/WebApp/app/js/alerts/rules-view.js';
import {
  deliveryWords, errorWords, isForEver, itemWords, lossWords, noticeWords, secretWords, serviceWords, stateWords, waitingWords,
} from '../../../Sources/WebApp/app/js/alerts/words.js';
import { german } from '../../../Sources/WebApp/app/js/i18n/de.js';
import { englishAlerts } from '../../../Sources/WebApp/app/js/i18n/en/alerts.js';
import { addEnglish, setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';

addEnglish(englishAlerts);
afterEach(() => setLanguage('en'));

const bare = (text) => text.replace(/[\u2066-\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ');

const NTFY = {
  name: 'ntfy', label: 'ntfy', settings: [
    { name: 'server', label: 'Server', help: 'The address.', required: false, secret: false, kind: 'url', default: 'https://ntfy.sh' },
    { name: 'topic', label: 'Topic', help: '', required: true, secret: false },
    { name: 'token', label: 'Access token', help: '', required: false, secret: true },
    { name: 'tls_verify', label: 'Verify', help: '', required: false, secret: false, kind: 'flag' },
    { name: 'method', label: 'Method', help: '', required: false, secret: false, kind: 'choice', choices: ['POST', 'PUT'] },
    { name: 'headers', label: 'Fields', help: '', required: false, secret: false, kind: 'lines', default: null },
  ],
};
const PHONES = { id: 'phones', name: 'Phones', service: 'ntfy', settings: { server: 'https://ntfy.example', topic: 'home' }, secrets: ['token'], on: true, source: 'user' };
const typed = (values, { name = 'Phones', dropped = [] } = {}) => ({ name, values, dropped });
const asIs = { server: 'https://ntfy.example', topic: 'home', token: '', tls_verify: '', method: '', headers: '' };

test('fields are those of the service, filled in but for secrets', () => {
  const fields = fieldsOf(NTFY, PHONES);
  assert.deepEqual(fields.map(({ name, kind, value, isKept }) => [name, kind, value, isKept]), [
    ['server', 'line', 'https://ntfy.example', false], ['topic', 'line', 'home', false], ['token', 'secret', '', true],
    ['tls_verify', 'flag', '', false], ['method', 'choice', '', false], ['headers', 'lines', '', false]]);
  assert.deepEqual(fieldsOf(NTFY).filter(({ isKept }) => isKept), []);
  assert.deepEqual(fieldsOf(null, PHONES), []);
});

test('a secret of several lines is typed in several, and not filled in', () => {
  const hook = { name: 'webhook', settings: [{ name: 'headers', label: 'H', secret: true, kind: 'lines' }, { name: 'key', label: 'K', secret: true, kind: 'text' }] };
  const fields = fieldsOf(hook, { settings: {}, secrets: ['headers'] });
  assert.deepEqual(fields.map(({ kind, isLong, value, isKept }) => [kind, isLong, value, isKept]), [['secret', true, '', true], ['secret', false, '', false]]);
});

test('a new channel is sent whole, without what was left empty', () => {
  const { body, mistakes } = channelBody(NTFY, null, typed({ server: ' ', topic: ' home ', token: 'tk_1' }, { name: ' ' }));
  assert.deepEqual([body, mistakes], [{ service: 'ntfy', settings: { topic: 'home' }, secrets: { token: 'tk_1' } }, {}]);
  assert.equal(channelBody(NTFY, null, typed({ topic: 'x' })).body.name, 'Phones');
});

test('what must be given and is not is a mistake, unless there is a usual value or a kept secret', () => {
  assert.deepEqual(channelBody(NTFY, null, typed({})).mistakes, { topic: 'alerts.missing' });
  const needy = { name: 'x', settings: [{ name: 'token', label: 'T', required: true, secret: true }] };
  assert.deepEqual(channelBody(needy, null, typed({})).mistakes, { token: 'alerts.missing' });
  assert.deepEqual(channelBody(needy, { ...PHONES, settings: {} }, typed({})).mistakes, {});
  assert.deepEqual(channelBody(NTFY, PHONES, typed(asIs, { name: '' })).mistakes, { name: 'alerts.missing' });
});

test('of a channel only what was changed is sent, and a secret only where one was typed or removed', () => {
  assert.equal(isChanged(channelBody(NTFY, PHONES, typed(asIs)).body), false);
  assert.deepEqual(channelBody(NTFY, PHONES, typed({ ...asIs, server: '', topic: 'other' })).body, { settings: { server: null, topic: 'other' } });
  assert.deepEqual(channelBody(NTFY, PHONES, typed(asIs, { name: 'Family' })).body, { name: 'Family' });
  assert.deepEqual(channelBody(NTFY, PHONES, typed({ ...asIs, token: 'new' })).body, { secrets: { token: 'new' } });
  assert.deepEqual(channelBody(NTFY, PHONES, typed(asIs, { dropped: ['token'] })).body, { secrets: { token: '' } });
  assert.deepEqual(channelBody(NTFY, PHONES, typed({ ...asIs, token: 'new' }, { dropped: ['token'] })).body, { secrets: { token: 'new' } });
  assert.deepEqual(channelBody(NTFY, { ...PHONES, secrets: [] }, typed(asIs, { dropped: ['token'] })).body, {});
});

test('a credential in the place of a secret is kept until another secret is given, or it is removed', () => {
  const channel = { ...PHONES, secrets: [], settings: { ...PHONES.settings, token: 'credential:ntfy' } };
  assert.deepEqual(fieldsOf(NTFY, channel).filter(({ isKept }) => isKept).map(({ name, value }) => [name, value]), [['token', '']]);
  assert.deepEqual(channelBody(NTFY, channel, typed(asIs)).body, {});
  assert.deepEqual(channelBody(NTFY, channel, typed({ ...asIs, token: 'tk_2' })).body, { settings: { token: null }, secrets: { token: 'tk_2' } });
  assert.deepEqual(channelBody(NTFY, channel, typed(asIs, { dropped: ['token'] })).body, { settings: { token: null } });
});

test('a refusal is shown at its field', () => {
  assert.equal(fieldOfKey('settings.topic', ['name', 'topic']), 'topic');
  assert.equal(fieldOfKey('secrets.token', ['token']), 'token');
  assert.equal(fieldOfKey('name', ['name']), 'name');
  for (const key of [undefined, null, 'service', 'settings.other']) assert.equal(fieldOfKey(key, ['name', 'topic']), null);
  assert.deepEqual(['quiet_hours.from', 'group_wait_s', 'events', 'source', undefined].map(fieldOfRule), ['quiet', 'wait', 'events', null, null]);
});

test('a topic is long, of letters that are told apart, and another each time', () => {
  assert.match(newTopic(), /^homenet-[a-km-np-z2-9]{16}$/);
  assert.notEqual(newTopic(), newTopic());
  assert.equal(newTopic((count) => new Uint8Array(count)), `homenet-${'a'.repeat(16)}`);
});

test('a merge patch holds the keys that differ', () => {
  assert.deepEqual(changedKeys({ a: 1, b: [1], c: null }, { a: 2, b: [1], c: null, d: null, e: 'x' }), { a: 2, e: 'x' });
});

const RULE = {
  id: 'night', name: 'Night', events: ['monitor_up', 'monitor_down'], devices: null, monitors: ['web', 'nas'], channels: ['phones'], hours: null,
  quiet_hours: { days: [...DAYS], from: '22:00', to: '07:00' }, group_wait_s: 30, repeat_s: null, on: true, source: 'user',
};

test('the events are the program’s own, each in one group, and so are the usual ones', () => {
  const enumeration = /enum AlertKind: String[^{]*\{(.*?)\n {2}\/\/\/ What is told from the start/s.exec(swiftIn('Monitoring'))[1];
  const names = [...enumeration.matchAll(/^\s*case (\w+)(?: = "(\w+)")?$/gm)].map(([, word, raw]) => raw ?? word);
  assert.equal(names.length, 15);
  assert.deepEqual(Object.values(EVENTS).flat().sort(), [...names].sort());
  const [, usual] = /static let usual: Set<AlertKind> = \[([^\]]*)\]/.exec(swiftIn('Monitoring'));
  const snake = (word) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  assert.deepEqual([...usual.matchAll(/\.(\w+)/g)].map(([, word]) => snake(word)).sort(), [...USUAL_EVENTS].sort());
  for (const name of names) for (const key of [`alerts.event.${name}`, `news.${name}`]) assert.ok(key in german, key);
});

test('a rule that was not changed sends nothing, in whatever order its sets are', () => {
  assert.deepEqual(ruleBody(RULE, ruleDraft(RULE)), { body: {}, mistakes: {} });
  const draft = { ...ruleDraft(RULE), events: ['monitor_down', 'monitor_up'], monitors: ['nas', 'web'] };
  assert.deepEqual(ruleBody(RULE, draft).body, {});
});

test('of a rule only what was changed is sent; null takes a key away', () => {
  const draft = ruleDraft(RULE);
  draft.monitors = null;
  draft.quiet.isOn = false;
  draft.hours = { isOn: true, days: ['fri', 'mon'], from: '08:00', to: '18:00' };
  draft.repeat = 3600;
  draft.wait = 0;
  assert.deepEqual(ruleBody(RULE, draft).body, {
    monitors: null, hours: { days: ['mon', 'fri'], from: '08:00', to: '18:00' }, quiet_hours: null, group_wait_s: 0, repeat_s: 3600 });
});

test('a new rule has what is usual and every channel, and is sent without nulls', () => {
  const draft = ruleDraft(null, ['phones', 'mail']);
  assert.deepEqual(ruleBody(null, draft).mistakes, { name: 'alerts.missing' });
  draft.name = ' All ';
  assert.deepEqual(ruleBody(null, draft), { mistakes: {}, body: { name: 'All', events: byOrder(USUAL_EVENTS), channels: ['phones', 'mail'], group_wait_s: 30 } });
});

test('what a rule lacks is said at its field', () => {
  const draft = { ...ruleDraft(RULE), events: [], channels: [], devices: [], hours: { isOn: true, days: [], from: '', to: '' }, quiet: { isOn: true, days: ['mon'], from: '', to: '07:00' } };
  assert.deepEqual(ruleBody(RULE, draft).mistakes, {
    events: 'alerts.rule.noEvents', channels: 'alerts.rule.noChannels', devices: 'alerts.rule.noneChosen', hours: 'alerts.hours.noDays', quiet: 'alerts.hours.noTimes' });
});

test('a value that is not among the choices is one of them', () => {
  assert.deepEqual(withOwn([0, 10, 30], 20), [0, 10, 20, 30]);
  assert.equal(withOwn(REPEATS, null), REPEATS);
});

test('hours are said as people say them', async () => {
  const hours = (days, from, to) => bare(hoursWords({ days, from, to }));
  assert.equal(hours([...DAYS], '22:00', '07:00'), 'every day, 10:00 PM–07:00 AM of the next day');
  await setLanguage('en', ['en-GB']);
  assert.equal(hours(['mon', 'tue', 'wed', 'thu', 'fri'], '08:00', '18:00'), 'Mon–Fri, 08:00–18:00');
  assert.equal(hours(['sun', 'sat'], '00:00', '00:00'), 'Sat and Sun, 00:00–00:00 of the next day');
  assert.equal(bare(daysWords(['mon', 'wed', 'thu', 'fri', 'sun'])), 'Mon, Wed–Fri and Sun');
  await setLanguage('de');
  assert.equal(hours(['mon', 'tue', 'wed'], '08:00', '18:00'), 'Mo–Mi, 08:00–18:00');
  assert.equal(hours([...DAYS], '22:00', '07:00'), 'täglich, 22:00–07:00 am nächsten Tag');
});

test('hours as fields, and back', () => {
  assert.deepEqual(hoursDraft(null, { from: '22:00', to: '07:00' }), { isOn: false, days: [...DAYS], from: '22:00', to: '07:00' });
  const hours = { days: ['sat'], from: '01:00', to: '02:00' };
  assert.deepEqual(hoursOf(hoursDraft(hours, {})), { value: hours });
  assert.equal(endsNextDay(hours), false);
  assert.equal(endsNextDay({ from: '22:00', to: '22:00' }), true);
  assert.deepEqual([timeWords('24:00'), timeWords('x'), timeWords(undefined)], ['24:00', 'x', '']);
});

const NOW = Date.parse('2026-03-04T12:00:00Z');
const ITEM = { kind: 'monitor_down', text: 'NAS is down', reason: 'Nothing answers.', severity: 'critical', time: '2026-03-04T11:49:00.000Z', monitor: 'nas', device: null, subject: 'NAS', incident: 7 };
const NOTICE = { id: 'n1', title: 'NAS is down', items: [ITEM], more: 0, severity: 'critical', thread: 'nas', time: ITEM.time, url: null };
const ALERT = { id: 5, time: ITEM.time, rule: 'work', channel: 'phones', state: 'waiting', tries: 0, next_try: null, error: null, notice: NOTICE };
const known = { channel: PHONES, rule: RULE };

test('it is said how an alert fares', async () => {
  await setLanguage('en', ['en-GB']);
  const words = (values, of = known) => bare(stateWords({ ...ALERT, ...values }, of, NOW));
  assert.equal(words({}), 'Being sent');
  assert.equal(words({ tries: 3, next_try: '2026-03-04T12:04:00.000Z' }), '3 tries failed, the next one is in 4 min');
  assert.equal(words({ tries: 1, next_try: '2026-03-04T11:59:00.000Z' }), '1 try failed, the next one is due');
  assert.equal(words({}, { ...known, channel: { ...PHONES, on: false } }), 'Waits, but the channel is off');
  assert.equal(words({ tries: 2 }, { channel: null, rule: null }), '2 tries failed, the next one is due');
  assert.equal(words({ state: 'sent', tries: 1 }), 'Sent');
  assert.equal(words({ state: 'sent', tries: 4 }), 'Sent after 4 tries');
  assert.equal(words({ state: 'held' }), 'Held by quiet hours until 07:00');
  assert.equal(words({ state: 'held' }, { channel: null, rule: null }), 'Held by quiet hours');
  assert.equal(words({ state: 'given_up', tries: 41 }), 'Given up after 41 tries');
  assert.equal(words({ state: 'given_up', tries: 0 }), 'Given up');
  assert.equal(words({ state: 'of_tomorrow' }), 'Of tomorrow');
  await setLanguage('de');
  assert.equal(words({ tries: 3, next_try: '2026-03-04T12:04:00.000Z' }), '3 Versuche schlugen fehl, der nächste ist in 4 Min.');
});

test('an error is said by its message, and without one nothing is', async () => {
  const error = { code: 'channel.timed_out', values: { host: 'ntfy.example' }, text: 'ntfy.example did not answer in time' };
  assert.equal(errorWords({ error }), 'ntfy.example did not answer in time.');
  assert.equal(errorWords({ error: null }), '');
});

test('news are shown as they were sent in English, and by what they are elsewhere', async () => {
  assert.equal(itemWords(ITEM), 'NAS is down.');
  const two = { ...NOTICE, title: '2 monitors are down', items: [ITEM, { ...ITEM, subject: 'Web' }], more: 1 };
  assert.equal(noticeWords(two), '2 monitors are down.');
  await setLanguage('de');
  assert.equal(bare(itemWords(ITEM)), 'NAS ist ausgefallen.');
  assert.equal(bare(itemWords({ ...ITEM, severity: 'resolved' })), 'NAS war ausgefallen.');
  assert.equal(itemWords({ ...ITEM, kind: 'of_tomorrow' }), 'NAS is down.', 'a newer server’s kind stays the server’s');
  assert.equal(itemWords({ ...ITEM, subject: null }), 'NAS is down.');
  assert.equal(bare(noticeWords(two)), 'NAS ist ausgefallen. Und 2 weitere.');
  assert.equal(bare(itemWords({ ...ITEM, subject: '<b>\u202e{count}' })), '<b> {count} ist ausgefallen.');
  assert.equal(noticeWords(undefined), '');
});

test('what came of a test is said with why and when to try again', () => {
  const error = { code: 'text', values: { text: 'The server doesn’t answer.' }, text: 'The server doesn’t answer.' };
  assert.match(bare(deliveryWords({ outcome: 'sent', error: null, retry_after_s: null }, 'Phones')), /was sent.*Phones/);
  assert.equal(deliveryWords({ outcome: 'failed', error, retry_after_s: 60 }, 'x'), 'The test could not be sent. The server doesn’t answer. The service wants to be asked again in 1 minute.');
  assert.match(deliveryWords({ outcome: 'refused', error, retry_after_s: null }, 'x'), /^The test was refused.*doesn’t answer\.$/);
});

test('counts of secrets and of what waits', () => {
  assert.equal(secretWords([], String), '');
  assert.equal(secretWords(['token', 'key'], (name) => name.toUpperCase()), '2 secrets: TOKEN and KEY');
  assert.deepEqual([0, 1, 7, 200].map((count) => waitingWords(count, 200)),
    ['', '1 alert waits to be sent.', '7 alerts wait to be sent.', '200 alerts or more wait to be sent.']);
});

test('the last moment that a time can say is for ever', () => {
  assert.deepEqual([{ until: '9999-12-31T23:59:59.999Z' }, { until: null }, { until: '2026-03-04T13:00:00.000Z' }].map(isForEver), [true, true, false]);
  assert.deepEqual([{ monitor: 'nas', device: null, everything: false }, { monitor: null, device: 'd1' }, { monitor: null, device: null, everything: true }].map(subjectOf),
    [{ monitor: 'nas' }, { device: 'd1' }, { all: true }]);
});

test('a server without monitors is said to be one', () => {
  assert.match(lossWords('alerts.notLoaded', { status: 404 }), /does not watch monitors/);
  assert.match(lossWords('alerts.notLoaded', { status: 0 }), /^It could not be loaded\. HomeNet can’t be reached/);
});

test('a service is called as the page’s language calls it, else as the server does', async () => {
  assert.equal(serviceWords('mail', 'from', 'label', 'From'), 'From');
  await setLanguage('de');
  assert.deepEqual([serviceWords('mail', null, null, 'Mail'), serviceWords('mail', 'from', 'label', 'From'), serviceWords('ntfy', 'tls_ca', 'help', '?').slice(0, 8)],
    ['E-Mail', 'Von', 'Der Pfad']);
  assert.equal(serviceWords('of_tomorrow', 'x', 'help', 'Help.'), 'Help.');
});

test('German has words for every service’s settings, and for nothing else', () => {
  const source = swiftIn('Channels');
  const settings = (text) => [...text.matchAll(/\.?(?:plain|secret)\(\s*"(\w+)"/g)].map(([, name]) => name);
  // What several services have is declared beside them.
  const shared = [...source.matchAll(/static let \w+ = (plain\(\s*"\w+")/g)].flatMap(([, text]) => settings(text));
  const lists = Object.fromEntries([...source.matchAll(/static let (\w+): \[ChannelSetting\] = \[([^]*?)\n {2}\]/g)].map(([, name, text]) => [name, settings(text)]));
  const services = source.split(/static let \w+ = ChannelService\(/).slice(1).map((text) => {
    const [, list, own] = /^[^]*?settings: ChannelSetting\.(\w+) \+ \[(\w+)\],\n/.exec(text.slice(0, 200)) ?? [];
    const names = list ? [...lists[list], own] : settings(text.slice(0, text.search(/\n {4}\],?\n/)));
    return [/^\s*name: "(\w+)"/.exec(text)[1], names];
  });
  assert.ok(services.length >= 11 && shared.length >= 2, `${services.length}, ${shared.length}`);
  const wanted = [...shared, ...services.flatMap(([service, names]) => names.map((name) => `${service}.${name}`))].flatMap((key) => [`service.${key}`, `service.${key}.help`]);
  assert.deepEqual(wanted.filter((key) => !(key in german)), []);
  const names = services.map(([service]) => `service.${service}`);
  assert.deepEqual(Object.keys(german).filter((key) => key.startsWith('service.') && !wanted.includes(key) && !names.includes(key)), []);
});

test('pages of alerts are put together, each once', () => {
  const alerts = (...ids) => ids.map((id) => ({ id }));
  const ids = (list) => list.map(({ id }) => id);
  assert.deepEqual(ids(withOlder(alerts(9, 8), alerts(8, 7))), [9, 8, 7]);
  // Asked again for as many as are shown: new ones push older ones beyond the page, where they stay.
  assert.deepEqual(ids(withNewest(alerts(9, 8, 7), alerts(10, 9, 8), 3)), [10, 9, 8, 7]);
  assert.deepEqual(ids(withNewest(alerts(9, 8, 7), alerts(9), 3)), [9], 'a page that is not full is all there is');
});

test('an alert leads to what it is about, where that is one thing', () => {
  assert.equal(placeOf(NOTICE), '#/monitors/nas');
  assert.equal(placeOf({ ...NOTICE, items: [{ ...ITEM, monitor: null, device: 'd/1' }] }), '#/devices/d%2F1');
  assert.equal(placeOf({ ...NOTICE, items: [ITEM, { ...ITEM, monitor: 'web' }] }), null);
  assert.equal(placeOf({ ...NOTICE, more: 3 }), null);
  assert.equal(placeOf({ ...NOTICE, items: [{ ...ITEM, monitor: null }] }), null);
  assert.equal(placeOf(undefined), null);
});

test('the same news are shown once, over whichever rule, channel or tab they come', () => {
  const key = keyOf(NOTICE);
  assert.equal(keyOf({ ...NOTICE, id: 'n2' }), key);
  assert.notEqual(keyOf({ ...NOTICE, items: [{ ...ITEM, severity: 'resolved' }] }), key);
  assert.equal(keyOf({ id: 'n3', items: [] }), 'n3');
  const keys = claimed([], key);
  assert.deepEqual(keys, [key]);
  assert.equal(claimed(keys, key), null);
  assert.deepEqual(claimed('nonsense', key), [key]);
  const many = Array.from({ length: 50 }, (_, index) => `${index}`);
  assert.deepEqual([claimed(many, key).length, claimed(many, key).at(-1), claimed(many, key)[0]], [50, key, '1']);
});

test('notifications are on where they can be, may be, and are wanted', () => {
  const state = (can, permission, wanted) => notifyState({ can, permission, wanted });
  assert.deepEqual([state(false, undefined, true), state(true, 'denied', true), state(true, 'granted', true), state(true, 'default', true), state(true, 'granted', false)],
    ['insecure', 'denied', 'on', 'off', 'off']);
});

test('of devices or monitors a few are named', () => {
  assert.equal(subjectWords(null, 'devices', String), '');
  assert.equal(subjectWords(['a', 'b'], 'monitors', String), 'Only the monitors a and b.');
  assert.equal(subjectWords(['a', 'b', 'c', 'd', 'e', 'f'], 'devices', String), 'Only the devices a, b, c, d, and 2 more.');
});

test('the book keeps the last answer, and what it knew where a question fails', async () => {
  const answers = [];
  const book = new Book({ rules: () => new Promise((resolve, reject) => { answers.push({ resolve, reject }); }) });
  let told = 0;
  book.watch(() => { told += 1; });
  const [first, second] = [book.load('rules'), book.load('rules')];
  answers[1].resolve([{ id: 'b' }]);
  await second;
  answers[0].resolve([{ id: 'a' }]);
  await first;
  assert.deepEqual([book.rules, book.find('rules', 'b'), book.find('rules', 'a')], [[{ id: 'b' }], { id: 'b' }, null]);
  const third = book.load('rules');
  answers[2].reject({ status: 0 });
  await third;
  assert.deepEqual([book.rules, book.failureOf('rules'), book.failures.rules], [[{ id: 'b' }], null, { status: 0 }]);
  const other = new Book({ rules: async () => { throw { status: 404 }; } });
  await other.load('rules');
  assert.deepEqual(other.failureOf('rules', 'mutes'), { status: 404 });
  assert.ok(told >= 3);
});

test('what a rule or a channel lacks is said at its field, also where a list has it', () => {
  assert.deepEqual(['events[0]', 'channels[2]', 'hours.from', 'quiet_hours.days', 'repeat_s', 'other'].map(fieldOfRule), ['events', 'channels', 'hours', 'quiet', 'repeat', null]);
});

test('that programs need the configuration file is said where they are not offered', () => {
  assert.match(serviceHelp([{ name: 'ntfy' }]), /allow_exec = true/);
  assert.equal(serviceHelp([{ name: 'ntfy' }, { name: 'exec' }]), '');
  assert.ok(swiftIn('Channels').includes('name: "exec"'), 'the service’s own name');
});

/// As much of an element as the order of children takes; what is moved or removed is remembered.
class Node {
  constructor(name, moved) { Object.assign(this, { name, moved, children: [], parent: null }); }
  contains(other) { return other === this || this.children.some((one) => one.contains(other)); }
  remove() { this.moved.push(this.name); this.parent.children = this.parent.children.filter((one) => one !== this); this.parent = null; }
  insertBefore(one, before) {
    if (one.parent) one.remove();
    const index = before === null ? this.children.length : this.children.indexOf(before);
    this.children.splice(index, 0, one);
    one.parent = this;
  }
  append(one) { this.insertBefore(one, null); }
}

test('what has the keyboard is never moved while others come, go and change their order', (context) => {
  context.after(() => { delete globalThis.document; });
  for (const [before, after] of [['abc', 'xbz'], ['abc', 'cba'], ['abc', 'b'], ['b', 'abc'], ['abc', 'abc'], ['ab', 'bay']]) {
    const moved = [];
    const list = new Node('list', moved);
    const made = Object.fromEntries([...new Set(before + after)].map((name) => [name, new Node(name, moved)]));
    for (const name of before) list.append(made[name]);
    const input = new Node('input', moved);
    made.b.append(input);
    globalThis.document = { activeElement: input };
    arrange(list, [...after].map((name) => made[name]));
    assert.equal(list.children.map(({ name }) => name).join(''), after, before);
    assert.ok(!moved.includes('b'), `${before} → ${after}`);
    globalThis.document = { activeElement: null };
    moved.length = 0;
    arrange(list, [...after].map((name) => made[name]));
    assert.deepEqual(moved, [], 'nothing is moved that stands in its place');
    arrange(list, [...before].map((name) => made[name]));
    assert.equal(list.children.map(({ name }) => name).join(''), before);
  }
});

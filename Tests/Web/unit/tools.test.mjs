// What tools tell, folded; what forms say; what is offered for a device.

import assert from 'node:assert/strict';
import test from 'node:test';
import { swiftIn } from '../support/swift.mjs';
import { english } from '../../../Sources/WebApp/app/js/i18n/en.js';
import { englishTools } from '../../../Sources/WebApp/app/js/i18n/en/tools.js';
import { addEnglish, setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { serverSentence } from '../../../Sources/WebApp/app/js/i18n/phrases.js';
import { certFold, certState, commonName, versionRows } from '../../../Sources/WebApp/app/js/tools/cert-fold.js';
import { inOrder, securePort, toolsFor } from '../../../Sources/WebApp/app/js/tools/catalogue.js';
import { bodyOf, hostsIn, readField, startValue } from '../../../Sources/WebApp/app/js/tools/fields.js';
import { labelOf, rowsOf } from '../../../Sources/WebApp/app/js/tools/generic-rows.js';
import { niceTop, pingBars, pingFigures, pingFold, pingState } from '../../../Sources/WebApp/app/js/tools/ping-fold.js';
import { errorWords, noteWords } from '../../../Sources/WebApp/app/js/tools/ping-view.js';
import { portsFold, portsShown } from '../../../Sources/WebApp/app/js/tools/ports-fold.js';
import { dnsWords } from '../../../Sources/WebApp/app/js/tools/registry-view.js';
import { lineReader, runTool } from '../../../Sources/WebApp/app/js/tools/stream.js';
import { traceWords } from '../../../Sources/WebApp/app/js/tools/trace-view.js';
import { mtuFinding, traceFold, traceRows, traceScale, traceWays } from '../../../Sources/WebApp/app/js/tools/trace-fold.js';

const count = { name: 'count', kind: 'integer', required: false, default: 4, minimum: 1, maximum: 10, choices: [] };
const hosts = { name: 'hosts', kind: 'hosts', required: true, default: null, minimum: 1, maximum: 2, choices: [] };
const flag = { name: 'names', kind: 'flag', required: false, default: true, minimum: null, maximum: null, choices: [] };
const seconds = { ...count, name: 'timeout', kind: 'seconds', minimum: 0.5, maximum: 2 };

addEnglish(englishTools);

test('lines are read however they are cut, and what is no JSON is skipped', () => {
  const values = [];
  const reader = lineReader((value) => values.push(value));
  for (const piece of ['{"progress":1}\n{"pro', 'gress":2}\n\nnonsense\n', '{"report":{}}']) reader.push(piece);
  assert.deepEqual(values, [{ progress: 1 }, { progress: 2 }]);
  reader.end();
  assert.deepEqual(values.at(-1), { report: {} });
});

test('a run hears its progress, and gives its report', async () => {
  const asked = [];
  const ask = async (path, options) => {
    asked.push([path, options.method, options.body]);
    return new Response('{"progress":null}\n{"progress":{"a":1}}\n{"report":{"b":2}}\n', { headers: { 'Content-Type': 'application/x-ndjson' } });
  };
  const heard = [];
  const report = await runTool('ping', { hosts: ['a'] }, { onProgress: (one) => heard.push(one) }, ask);
  assert.deepEqual([heard, report], [[{ a: 1 }], { b: 2 }]);
  assert.deepEqual(asked, [['api/v1/tools/ping', 'POST', '{"hosts":["a"]}']]);
});

test('a run fails with what the server says, or with 0 where it says nothing', async () => {
  const run = (response) => runTool('ping', {}, { onProgress() {} }, async () => response);
  await assert.rejects(run(new Response('{"detail":"Too many."}', { status: 429 })), { status: 429, detail: 'Too many.' });
  await assert.rejects(run(new Response('{"error":{"status":403,"title":"Forbidden","detail":"No."}}\n')), { status: 403, detail: 'No.' });
  await assert.rejects(run(new Response('{"progress":{}}\n')), { status: 0 });
  await assert.rejects(runTool('ping', {}, { onProgress() {} }, async () => { throw new TypeError('gone'); }), { status: 0 });
});

test('fields become a body, and what is wrong with them is said', () => {
  assert.deepEqual(hostsIn(' a, Living Room TV ,\nb,,'), ['a', 'Living Room TV', 'b']);
  assert.deepEqual(bodyOf([hosts, count, flag, seconds], { hosts: 'a,b', count: '7', names: true, timeout: '1,5' }),
    { body: { hosts: ['a', 'b'], count: 7, names: true, timeout: 1.5 }, mistakes: {} });
  assert.deepEqual(bodyOf([hosts, count], { hosts: ' ', count: '' }), { body: {}, mistakes: { hosts: 'tools.missing' } });
  assert.equal(readField(hosts, 'a,b,c').mistake, 'tools.tooMany');
  for (const typed of ['0', '11', '1.5', 'x', '1e1', '-1']) assert.equal(readField(count, typed).mistake, 'tools.outOfRange', typed);
  assert.equal(readField(seconds, '0.4').mistake, 'tools.outOfRange');
  assert.deepEqual([startValue(count), startValue(flag), startValue(hosts)], ['4', true, '']);
});

const reply = (sequence, rtt) => ({ event: 'reply', host: 'a', address: '10.0.0.1', sequence, rtt_ms: rtt });

test('a ping’s figures and state follow its packets, then its report', () => {
  const fold = pingFold();
  fold.take({ event: 'method', host: null, address: null, method: 'icmp', sequence: null });
  fold.take({ event: 'sent', host: 'a', address: '10.0.0.1', sequence: 0 });
  const one = fold.state.hosts.get('a');
  assert.equal(pingState(one, false), 'waiting');
  fold.take(reply(0, 2));
  fold.take(reply(1, 4));
  fold.take({ event: 'lost', host: 'a', address: '10.0.0.1', sequence: 2 });
  fold.take({ event: 'sent', host: 'a', address: '10.0.0.1', sequence: 3 });
  fold.take({ event: 'duplicate', host: 'a', address: '10.0.0.1', sequence: 1, rtt_ms: 90 });
  assert.deepEqual(pingFigures(one), { sent: 3, received: 2, loss: 1 / 3, min: 2, avg: 3, max: 4, jitter: 2 });
  assert.equal(pingState(one, false), 'lossy');
  const { bars, top } = pingBars(one.packets, 10);
  assert.equal(top, 5);
  assert.deepEqual(bars.map((bar) => [bar.index, bar.state, bar.height]), [[0, 'reply', 40], [1, 'reply', 80], [2, 'lost', 100]]);
  assert.ok(bars.every((bar) => bar.x >= 0 && bar.x + bar.width <= 100));
  fold.finish({ targets: [
    { host: 'a', address: '10.0.0.1', method: 'icmp', sent: 4, received: 4, loss: 0, rtt_ms: { min: 1, avg: 2, max: 3, jitter: 1 }, errors: [] },
    { host: 'b', address: null, method: null, sent: 0, received: 0, loss: null, rtt_ms: null, errors: [] }] });
  assert.equal(pingState(one, true), 'good');
  assert.equal(pingState(fold.state.hosts.get('b'), true), 'unknown');
});

test('scales end at round numbers', () => {
  assert.deepEqual([0, 0.03, 1, 3, 7, 12, 480].map(niceTop), [1, 0.05, 1, 5, 10, 20, 500]);
});

const hop = (ttl, state, address, rtt = 1) => ({
  ttl, state, silent: address === null, sent: 3, received: 3, loss: 0,
  nodes: address ? [{ address, name: null, rtt_ms: { min: rtt, avg: rtt, max: rtt } }] : [],
});

test('a trace’s rows fill in any order, and what lies behind the target goes', () => {
  const fold = traceFold();
  fold.take({ hop: hop(3, 'answers', 'c', 9), end: false, beyond: false });
  assert.deepEqual(traceRows(fold.state).map((row) => row.state), ['waiting', 'waiting', 'answers']);
  assert.deepEqual(traceRows(fold.state, true).map((row) => row.state), ['unknown', 'unknown', 'answers'], 'ended early');
  fold.take({ hop: hop(5, 'answers', 'e'), end: false, beyond: false });
  fold.take({ hop: hop(3, 'answers', 'c', 9), end: true, beyond: false });
  fold.take({ hop: hop(4, 'answers', 'c'), end: false, beyond: true });
  const rows = traceRows(fold.state);
  assert.deepEqual(rows.map((row) => row.isEnd), [false, false, true]);
  assert.equal(traceScale(rows), 9);
});

test('a trace’s finding is its first sentence, in the page’s language', async () => {
  const message = (code, values, text) => ({ code, values, text });
  const reached = message('trace.reached', { target: 't', count: 5 }, 't answers, 5 hops away.');
  const silent = message('trace.silent', { hops: ['3'], count: 1 }, 'Hop 3 does not answer but hands packets on.');
  const both = { verdict: { message: message('sentences', { sentences: [reached, silent] }, '?') } };
  assert.deepEqual(traceWords({ verdict: { message: reached } }), { finding: 't answers, 5 hops away.', aside: '' });
  assert.deepEqual(traceWords(both), { finding: reached.text, aside: silent.text });
  await setLanguage('de');
  assert.match(traceWords(both).finding, /antwortet, 5 Schritte entfernt/);
  assert.match(traceWords(both).aside, /schweigt, gibt aber Pakete weiter/);
  await setLanguage('en');
});

test('another method begins a trace’s rows anew', () => {
  const fold = traceFold();
  const take = (one, method, end = false) => fold.take({ hop: one, end, beyond: false, method });
  take(hop(1, 'answers', 'a'), 'udp');
  take(hop(2, 'answers', 'b'), 'udp');
  take(hop(1, 'answers', 'a'), 'icmp');
  assert.deepEqual(traceRows(fold.state).map((row) => row.ttl), [1]);
});

test('streams are told apart by the ways that they took', () => {
  assert.deepEqual(traceWays([]), { ways: [], differing: [] });
  const flows = [['a', 'b', 'd'], ['a', null, 'd'], ['a', 'c', 'd'], [null, 'c', 'd']].map((path, flow) => ({ flow, path }));
  const { ways, differing } = traceWays(flows);
  assert.deepEqual(ways.map((way) => way.streams), [[1, 2], [3, 4]]);
  assert.deepEqual([ways[1].path, differing], [['a', 'c', 'd'], [1]]);
});

test('what is known of the path MTU is said in words', () => {
  const limits = [{ address: 'r', mtu: 1400 }];
  const all = [
    [null, null], [{ link: 1500, path: null, black_hole: false, limits: [] }, ['trace.mtu.unknown', {}]],
    [{ link: 1500, path: 1400, black_hole: true, limits: [] }, ['trace.mtu.hole', { mtu: 1400 }]],
    [{ link: 1500, path: 1400, black_hole: false, limits }, ['trace.mtu.limited', { mtu: 1400, at: 'r' }]],
    [{ link: 1500, path: 1300, black_hole: false, limits }, ['trace.mtu.is', { mtu: 1300 }]],
    [{ link: 1500, path: 1500, black_hole: false, limits: [] }, ['trace.mtu.link', { mtu: 1500 }]],
  ];
  for (const [mtu, words] of all) assert.deepEqual(mtuFinding(mtu), words);
});

test('a way from the root is judged by its end', () => {
  const report = (records, finding) => ({ name: 'a.example', servers: [], differences: [], dnssec: [],
    trace: { steps: [{ finding }], records, because: null, end: 'stuck' } });
  assert.equal(dnsWords(report([{}], 'answer'))[0], 'good');
  assert.equal(dnsWords(report([], 'no_such_name'))[0], 'warn');
  assert.equal(dnsWords(report([], 'lame'))[1], 'The way from the root ends before the answer.');
});

test('open ports are shown once, in order, and named by the report', () => {
  const fold = portsFold();
  fold.take({ progress: 0.5, found: [{ address: 'a', port: 443, protocol: 'tcp' }, { address: 'a', port: 22, protocol: 'tcp' }] });
  fold.take({ progress: 0.4, found: [{ address: 'a', port: 22, protocol: 'tcp' }] });
  assert.equal(fold.state.progress, 0.5);
  assert.deepEqual(fold.state.hosts.get('a').ports.map((port) => port.port), [22, 443]);
  fold.finish({ hosts: [{ host: 'A', address: 'a', ports: [{ port: 22, state: 'open', service: 'ssh' }] }] });
  assert.equal(fold.state.hosts.get('a').ports[0].service, 'ssh');
  assert.deepEqual(fold.state.unknown, []);
  fold.finish({ hosts: [], unknown: [{ host: 'gone', type: 'unknown_host', because: 'no such host' }] });
  assert.deepEqual(fold.state.unknown.map((one) => one.host), ['gone']);
});

test('a port is of the protocol that progress tells', () => {
  const fold = portsFold();
  fold.take({ progress: 0.5, found: [{ address: 'a', port: 53, protocol: 'udp' }] });
  fold.take({ progress: 0.6, found: [{ address: 'a', port: 53, protocol: 'tcp' }, { address: 'a', port: 53, protocol: 'udp' }] });
  assert.deepEqual(fold.state.hosts.get('a').ports.map((port) => [port.port, port.protocol]), [[53, 'udp'], [53, 'tcp']]);
});

test('open ports have rows, silent UDP ports as long as they are few', () => {
  const port = (number, state) => ({ port: number, protocol: 'udp', state });
  const few = [port(53, 'open'), port(67, 'open|filtered'), port(69, 'closed'), port(123, 'open')];
  const shown = portsShown(few);
  assert.deepEqual([shown.rows.map((one) => one.port), shown.rest], [[53, 67, 123], []]);
  const many = [...Array.from({ length: 1000 }, (_, index) => port(index + 1, 'open|filtered')), port(5353, 'open')];
  const { rows, rest } = portsShown(many);
  assert.deepEqual([rows.length, rows.at(-1).port, rest.length, rest[0]], [101, 5353, 900, 101]);
});

test('how many cipher suites are found so far is no version', () => {
  const fold = certFold();
  fold.take({ version: 'TLS 1.2', offered: true });
  fold.take({ ciphers: { version: 'TLS 1.3', accepted: 2 } });
  fold.take({ version: 'TLS 1.3', offered: true });
  assert.deepEqual(versionRows(fold.state).map((one) => one.version), ['TLS 1.3', 'TLS 1.2']);
});

test('a certificate is as bad as its worst problem', () => {
  const of = (...bad) => certState({ problems: bad.map((one) => ({ bad: one })) });
  assert.deepEqual([of(), of(false), of(false, true)], ['good', 'warn', 'bad']);
  assert.equal(commonName('C=DE,CN=fritz.box,O=AVM'), 'fritz.box');
  assert.equal(commonName('O=AVM'), 'O=AVM');
});

test('what is offered for a device hangs on its address, its ports and the server', () => {
  const offered = ['cert', 'ports', 'ping', 'other', 'trace'].map((name) => ({ name }));
  const port = (number, service = null) => ({ port: number, protocol: 'tcp', state: 'open', service });
  const names = (device, tools = offered) => toolsFor(device, tools).map((one) => one.name);
  assert.deepEqual(names({ ip: '10.0.0.1', ports: [] }), ['ping', 'trace', 'ports']);
  assert.deepEqual(names({ ip: null, ports: [] }), []);
  assert.deepEqual(names({ ip: '10.0.0.1' }, null), []);
  const [, , , cert] = toolsFor({ ip: '10.0.0.1', ports: [port(80), port(8443)] }, offered);
  assert.deepEqual(cert, { name: 'cert', values: { host: '10.0.0.1', port: '8443' } });
  assert.equal(securePort({ ports: [port(631, 'ipps')] }), 631);
  assert.deepEqual(inOrder(offered).map((one) => one.name), ['ping', 'trace', 'ports', 'cert', 'other']);
});

test('a report of any shape becomes rows, and is bounded', () => {
  const { rows, texts } = rowsOf({ schema: 's', subject: 'x.org', registered: true, none: null, empty: [], raw: 'a\nb',
    registration: { name_servers: ['a', 'b'], dates: [{ event: 'registered', at: '2020' }] } });
  assert.deepEqual(rows.map((row) => row.label), ['Subject', 'Registered', 'Registration']);
  assert.equal(rows[2].rows[0].value, 'a, b');
  assert.deepEqual(texts, [{ label: 'Raw', value: 'a\nb' }]);
  assert.equal(labelOf('not_after'), 'Not after');
  const many = rowsOf(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index])));
  assert.equal(many.rows.length, 400);
  let deep = 'end';
  for (let level = 0; level < 50; level += 1) deep = { level: deep };
  assert.deepEqual(rowsOf(deep).rows, []);
});

const bare = (text) => text.replace(/[\u2068\u2069]/g, '');

test('what was in the way of a ping is said in words, for every code of the program', async () => {
  assert.equal(bare(errorWords({ type: 'host_unreachable', from: '10.0.0.1', count: 3 })), 'The host can’t be reached (from 10.0.0.1, 3 times)');
  assert.equal(errorWords({ type: 'local_no_route', from: null, count: 1 }), 'This computer has no route there (once)');
  assert.equal(errorWords({ type: 'icmp_3_11', from: null, count: 2 }), 'ICMP message of type 3, code 11 (2 times)');
  assert.equal(errorWords({ type: 'local_error_105', from: null, count: 2 }), 'This computer failed (error 105) (2 times)');
  assert.equal(errorWords({ type: 'sunk_at_sea', from: null, count: 2 }), 'Sunk at sea (2 times)');
  const program = swiftIn('Diagnostics/Ping').match(/var code: String \{[^]*?\n {2}\}/g).join('\n');
  const codes = [...program.matchAll(/case [^\n]*: "([a-z_]+)"$/gm)].map(([, code]) => code);
  assert.ok(codes.length > 15);
  for (const code of codes) assert.ok(`ping.error.${code}` in english, code);
  await setLanguage('de');
  assert.equal(bare(errorWords({ type: 'host_unreachable', from: '10.0.0.1', count: 1 })), 'Das Gerät ist nicht erreichbar (von 10.0.0.1, einmal)');
  await setLanguage('en');
});

test('a ping says how big packets may be, where a router said so', () => {
  const one = { errors: [{ type: 'too_big', from: null, count: 1 }], final: { mtu: 1400 } };
  assert.deepEqual(noteWords(one), ['The packet is too big for the way (once)', 'A link on the way takes packets of at most 1,400 bytes.']);
  assert.deepEqual(noteWords({ errors: [], final: null }), []);
});

test('what only the server has words for becomes a sentence', () => {
  assert.equal(serverSentence('it is signed by its own key'), 'It is signed by its own key.');
  assert.equal(serverSentence(' Is it? '), 'Is it?');
  assert.equal(serverSentence('nas.lan: no such host'), 'nas.lan: no such host.');
  assert.equal(serverSentence('192.168.1.1 is asked too often'), '192.168.1.1 is asked too often.');
  assert.equal(serverSentence(null), '');
});

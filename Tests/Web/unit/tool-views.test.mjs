// What the tools' views show of a report, with elements that only keep their text.

import assert from 'node:assert/strict';
import test, { after, afterEach } from 'node:test';
import { englishTools } from '../../../Sources/WebApp/app/js/i18n/en/tools.js';
import { addEnglish, setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { certView } from '../../../Sources/WebApp/app/js/tools/cert-view.js';
import { createForm } from '../../../Sources/WebApp/app/js/tools/form.js';
import { portsView, portsWords, ranges } from '../../../Sources/WebApp/app/js/tools/ports-view.js';

addEnglish(englishTools);

class FakeElement {
  constructor(tag) { Object.assign(this, { tag, children: [], attributes: {}, dataset: {}, style: { setProperty() {} } }); }

  get firstChild() { return this.children[0]; }

  get textContent() { return this.children.map((child) => child.textContent ?? child).join(''); }

  set textContent(text) { this.children = [text]; }

  append(...children) { this.children.push(...children); }

  replaceChildren(...children) { this.children = children; }

  setAttribute(name, value) { this.attributes[name] = value; }

  removeAttribute(name) { delete this.attributes[name]; }

  toggleAttribute() {}

  addEventListener() {}

  /// All elements within that `isWanted(element)`, in order.
  all(isWanted) {
    return this.children.filter((child) => child instanceof FakeElement)
      .flatMap((child) => [...(isWanted(child) ? [child] : []), ...child.all(isWanted)]);
  }
}

globalThis.document = {
  createElement: (tag) => new FakeElement(tag),
  createElementNS: (_, tag) => new FakeElement(tag),
};
after(() => { delete globalThis.document; });
afterEach(() => setLanguage('en'));

const bare = (text) => text.replace(/[\u2068\u2069]/g, '');
const inClass = (element, name) => element.all((one) => (one.attributes.class ?? '').split(' ').includes(name));
const texts = (elements) => elements.map((one) => bare(one.textContent));

function drawn(view, report) {
  view.finish(report);
  view.draw();
  return view.element;
}

const counts = { open: 0, closed: 0, filtered: 0, open_filtered: 0, unknown: 0, unasked: 0 };
const host = (more) => ({ host: 'nas', address: '10.0.0.2', state: 'up', reason: null, method: 'udp', ports: [], counts, expected_miss_rate: 0,
  loss: 0, waited_ms: null, spared: [], failure: null, ...more });
const port = (number, more) => ({ port: number, protocol: 'udp', state: 'open', reason: 'udp-response', service: null, service_method: null, version: null, ...more });
const silent = (number, service = null) => port(number, { state: 'open|filtered', reason: 'no-response', service, service_method: service && 'table' });
const udp = { hosts: [host({
  ports: [port(53, { service: 'domain', version: '<img src=x>' }), silent(67, 'dhcps')],
  counts: { ...counts, open: 1, closed: 8, open_filtered: 1 }, waited_ms: 95_400 })], unknown: [] };

test('UDP ports are marked, and those that may be open have rows too', () => {
  const element = drawn(portsView({ target: 'nas' }), udp);
  assert.deepEqual(texts(inClass(element, 'port-row')), ['53/udpdomain<img src=x>', '67/udpdhcps?open or filtered: no answer']);
  assert.equal(texts(inClass(element, 'verdict-words'))[0], 'nas has 1 open port.');
  assert.match(bare(element.textContent), /8 closed · 0 filtered · 1 open or filtered/);
  assert.equal(element.all((one) => one.tag === 'img').length, 0);
});

test('TCP ports are numbers alone, and nothing is said of what UDP alone has', () => {
  const ports = [port(22, { protocol: 'tcp', service: 'ssh' })];
  const element = drawn(portsView({ target: 'nas' }), { hosts: [host({ method: 'syn', ports, counts: { ...counts, open: 1 } })] });
  assert.deepEqual(texts(inClass(element, 'port-number')), ['22']);
  assert.doesNotMatch(element.textContent, /open or filtered|Waited/);
});

test('it is said how long ICMP errors were waited for, in both languages', async () => {
  const notes = (waited) => texts(inClass(drawn(portsView({ target: 'nas' }), { hosts: [host({ waited_ms: waited })] }), 'notes'));
  assert.deepEqual(notes(95_400), ['Waited 95 seconds for ICMP errors: the host sends only a few a second.']);
  assert.deepEqual([notes(999), notes(0), notes(null)], [[], [], []]);
  await setLanguage('de');
  assert.deepEqual(notes(1000), ['1 Sekunde auf ICMP-Fehler gewartet: Das Gerät sendet nur wenige je Sekunde.']);
  assert.deepEqual(texts(inClass(drawn(portsView({ target: 'nas' }), udp), 'port-version')), ['<img src=x>', 'offen oder gefiltert: keine Antwort']);
});

test('a host of which every UDP port is silent does not answer, and is shown in few rows', () => {
  const ports = Array.from({ length: 1000 }, (_, index) => silent(index + 1));
  const report = { hosts: [host({ state: null, ports, counts: { ...counts, open_filtered: 1000 } })] };
  const element = drawn(portsView({ target: 'nas' }), report);
  assert.match(texts(inClass(element, 'verdict-words'))[0], /^nas does not answer at all/);
  assert.equal(inClass(element, 'port-row').length, 100);
  assert.deepEqual(texts(inClass(element, 'notes')), ['Open or filtered too: 101–1000']);
  assert.match(bare(portsWords({ host: 'nas', ports: [port(53)], final: null }, true)), /1 open port found/);
});

test('many ranges of ports end with dots', () => {
  assert.equal(ranges([515, 9100, 9101]), '515, 9100–9101');
  assert.match(ranges(Array.from({ length: 99 }, (_, index) => 2 * index + 1)), /^1, 3, .*, 79, …$/);
});

test('UDP is chosen by words, behind the other options', async () => {
  const option = (name, kind, more) => ({ name, kind, required: false, default: null, minimum: null, maximum: null, choices: [], ...more });
  const tool = { name: 'ports', options: [
    option('hosts', 'hosts', { required: true, maximum: 64 }), option('ports', 'text', { prominent: true }), option('udp', 'flag', { default: false })] };
  const more = () => inClass(createForm(tool, { onRun() {}, onStop() {}, suggest: () => [] }).element, 'more')[0];
  const label = () => texts(more().all((one) => one.tag === 'label'));
  assert.deepEqual(label(), ['UDP ports in place of TCP']);
  await setLanguage('de');
  assert.deepEqual(label(), ['UDP-Ports statt TCP-Ports']);
});

test('choices are said in words: names are the same everywhere, the others have texts', async () => {
  const option = (name, choices) => ({ name, kind: 'choice', required: false, default: null, minimum: null, maximum: null, choices, prominent: true });
  const tool = { name: 'ping', options: [option('starttls', ['smtp', 'xmpp-server']), option('fragmentation', ['do', 'probe']), option('class', ['CH', 'new_one'])] };
  const words = () => texts(createForm(tool, { onRun() {}, onStop() {}, suggest: () => [] }).element.all((one) => one.tag === 'option' && one.attributes.value));
  assert.deepEqual(words(), ['SMTP', 'XMPP (S2S)', 'Never', 'Never, to measure the way', 'CH', 'New one']);
  await setLanguage('de');
  assert.deepEqual(words(), ['SMTP', 'XMPP (S2S)', 'Nie', 'Nie, um den Weg zu messen', 'CH', 'New one']);
});

test('options that the server calls prominent stand beside the target, the others are folded away', () => {
  const option = (name, prominent) => ({ name, kind: 'text', required: false, default: null, minimum: 1, maximum: 9, choices: [], prominent });
  const tool = { name: 'dns', options: [{ ...option('name', false), required: true }, option('types', true), option('transport', false)] };
  const { element } = createForm(tool, { onRun() {}, onStop() {}, suggest: () => [] });
  const labels = (name) => texts(inClass(element, name)[0].all((one) => one.tag === 'label'));
  assert.deepEqual([labels('is-first'), labels('more')], [['Name', 'Record types'], ['By']]);
});

const cert = (more) => ({ host: 'nas', address: '10.0.0.2', attempts: [], versions: [], certificate: null, chain: [], host_match: null, trust: null,
  client_certificate: { wanted: null, issuers: [], issuer_count: 0 }, ciphers: null, problems: [], ...more });
const facts = (report) => texts(inClass(drawn(certView({ target: 'nas' }), cert(report)), 'fact'));

test('whose certificates a server wants is shown, each name as text', async () => {
  const wanted = (issuers, count) => ({ client_certificate: { wanted: true, issuers, issuer_count: count } });
  assert.deepEqual(facts(wanted(['CN=Home CA', 'CN=<img src=x>'], 5)),
    ['Client certificate wantedYes, issued byCN=Home CACN=<img src=x>or 3 more issuers']);
  const element = drawn(certView({ target: 'nas' }), cert(wanted(['CN=<img src=x>'], 1)));
  assert.deepEqual(texts(inClass(element, 'name-line')), ['CN=<img src=x>']);
  assert.equal(element.all((one) => one.tag === 'img').length, 0);
  assert.deepEqual(facts(wanted([], 0)), ['Client certificate wantedYesof any issuer']);
  assert.deepEqual(facts({ client_certificate: { wanted: false, issuers: [], issuer_count: 0 } }), ['Client certificate wantedNo']);
  assert.deepEqual(facts({}), [], 'nothing is known');
  await setLanguage('de');
  assert.deepEqual(facts(wanted(['CN=Home CA'], 2)), ['Client-Zertifikat verlangtJa, ausgestellt vonCN=Home CAoder 1 weiterer Aussteller']);
});

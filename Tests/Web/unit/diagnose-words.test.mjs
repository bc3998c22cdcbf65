// A diagnosis in German: every code of the server's has words, and what isn't known stays as it is.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { afterEach, beforeEach } from 'node:test';
import { german } from '../../../Sources/WebApp/app/js/i18n/de.js';
import { foreign, setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { asideWords, stepWords, verdictWords } from '../../../Sources/WebApp/app/js/tools/diagnose-words.js';

const schema = (name) => JSON.parse(readFileSync(new URL(`../../../docs/schema/${name}`, import.meta.url), 'utf8'));
const bare = (text) => text?.replace(/[\u2068\u2069]/g, '').replace(/\u00a0/g, ' ');

beforeEach(() => setLanguage('de'));
afterEach(() => setLanguage('en'));

const figures = (...pairs) => pairs.map(([name, value]) => ({ name, value }));
const step = (name, state, ...pairs) => ({ step: name, state, text: `the ${name}`, duration_ms: 1, evidence: figures(...pairs) });
const say = (one, about = {}) => bare(stepWords(one, { steps: new Map(), host: 'nas.lan', port: 443, ...about }));

const up = step('link', 'ok', ['eth0', 'up']);
const gateway = (...pairs) => [['gateway', '192.168.1.1'], ...pairs];

test('every verdict has German words', () => {
  for (const code of schema('homenet.diagnose-1.json').properties.verdict.properties.code.enum) {
    const isKnown = /^(certificate_|tls_)/.test(code) || `said.verdict.${code}` in german;
    assert.ok(isKnown, code);
  }
  const problems = schema('homenet.cert-1.json').properties.problems.items.properties.code.enum;
  for (const code of problems) assert.ok(`cert.problem.${code}` in german, code);
});

test('steps are said by their figures', () => {
  const addresses = step('address', 'ok', ['eth0', '192.168.1.7/24'], ['eth0', 'fe80::1/64'], ['eth0', 'fd00::7/64'], ['wlan0', '10.0.0.2/8']);
  const all = [
    [up, 'eth0 ist verbunden'],
    [step('link', 'ok', ['eth0', 'up'], ['wlan0', 'up'], ['eth1', 'off']), 'eth0 und wlan0 sind verbunden'],
    [step('link', 'bad', ['eth0', 'no link']), 'eth0 ist an, hat aber keine Verbindung'],
    [step('link', 'bad', ['eth0', 'off']), 'eth0 ist ausgeschaltet'],
    [step('link', 'bad'), 'Es gibt keine Netzwerkschnittstelle'],
    [addresses, '192.168.1.7/24 an eth0, fd00::7/64 an eth0 und 1 weitere'],
    [step('address', 'bad', ['eth0', '169.254.7.7/16']), 'Nur 169.254.7.7 an eth0, und die hat sich der Rechner selbst gegeben'],
    [step('gateway', 'ok', ...gateway(['received', 3], ['rtt_ms', 0.41], ['there', true])), '192.168.1.1 antwortet in 0,41 ms'],
    [step('gateway', 'ok', ...gateway(['received', 0], ['rtt_ms', null], ['there', true])), '192.168.1.1 ist da, beantwortet aber keine Echos'],
    [step('gateway', 'bad', ...gateway(['mac', null], ['there', false])), '192.168.1.1 antwortet nicht, nicht einmal auf ARP oder NDP'],
    [step('gateway', 'bad', ['gateway', 'fe80::1'], ['received', 3], ['there', true], ...gateway(['mac', null], ['received', 0], ['there', false])), '192.168.1.1 antwortet nicht, nicht einmal auf ARP oder NDP'],
    [step('gateway', 'bad', ...gateway(['sent', 43], ['received', 31], ['rtt_ms', 0.41], ['there', true])), '192.168.1.1 beantwortet nur 31 von 43 Echos'],
    [step('gateway', 'bad'), 'Keine Standardroute'],
    [step('gateway', 'skipped', ['interface', 'ppp0']), 'Die Standardroute führt geradewegs auf ppp0, ohne Router'],
    [step('resolver', 'ok', ['resolver', '10.0.0.1'], ['answer', 'no answer'], ['rtt_ms', null], ['resolver', '10.0.0.2'], ['answer', 'NOERROR'], ['rtt_ms', 2]),
      '10.0.0.2 antwortet in 2 ms, 10.0.0.1 aber nicht'],
    [step('resolver', 'bad', ['resolver', '10.0.0.1'], ['answer', 'SERVFAIL'], ['rtt_ms', 2]), '10.0.0.1 antwortet: SERVFAIL'],
    [step('resolver', 'bad', ['resolver', '10.0.0.1'], ['answer', 'no answer'], ['rtt_ms', null]), '10.0.0.1 antwortet nicht'],
    [step('name', 'bad', ['outcome', 'no_such_name']), 'Diesen Namen gibt es nicht'],
    [step('name', 'ok', ['address', '10.0.0.9'], ['address', 'fd00::9']), 'Der Name steht für 10.0.0.9 und 1 weitere'],
    [step('route', 'ok', ['verdict', 'reached'], ['hops', 1]), 'nas.lan antwortet, 1 Schritt entfernt.'],
    [step('route', 'ok', ['verdict', 'loss'], ['loss_begins', 2], ['slower_sent', 8], ['slower_received', 7], ['limited', true]), 'nas.lan antwortet, aber nur so oft: langsamer gefragt auf 7 von 8'],
    [step('route', 'ok', ['verdict', 'loss'], ['loss_begins', 2], ['slower_sent', 8], ['slower_received', 7], ['limited', false]), 'Ab Schritt 2 gehen Pakete verloren: an diesem Router oder auf der Strecke zu ihm.'],
    [step('route', 'unknown', ['verdict', 'undecided']), 'Es wurde beendet, bevor mehr zu sagen war.'],
    [step('route', 'bad', ['verdict', 'loss'], ['loss_begins', 2]), 'Ab Schritt 2 gehen Pakete verloren: an diesem Router oder auf der Strecke zu ihm.'],
    [step('tcp', 'ok', ['port_443', 'refused'], ['port_80', 'open'], ['rtt_ms', 2]), 'Port 80 nimmt an, in 2 ms'],
    [step('tcp', 'bad', ['port_443', 'refused'], ['port_80', 'timed_out']), 'Abgelehnt: Port 443'],
    [step('tcp', 'bad', ['port_443', 'timed_out'], ['port_80', 'timed_out']), 'Keine Antwort: die Ports 443 und 80'],
    [step('duplicate', 'ok'), 'Keine der geprüften Adressen ist doppelt vergeben'],
    [step('duplicate', 'bad', ['10.0.0.7', '02:00:00:00:00:01'], ['doubled', '10.0.0.7']), '02:00:00:00:00:01 hat auch die Adresse 10.0.0.7 dieses Rechners'],
    [step('duplicate', 'bad', ['10.0.0.1', '02:00:00:00:00:01'], ['10.0.0.1', '02:00:00:00:00:02'], ['doubled', '10.0.0.1']),
      'Für 10.0.0.1 antworten 02:00:00:00:00:01 und 02:00:00:00:00:02'],
    [step('duplicate', 'skipped', ['reason', 'no_arp']), 'Es gibt keinen Anschluss mit ARP und einer IPv4-Adresse'],
    [step('duplicate', 'skipped', ['reason', 'not_permitted']), 'Fragen per ARP ist nicht erlaubt; die MAC-Adresse des Routers blieb währenddessen dieselbe'],
    [step('routes', 'ok', ['outcome', 'default'], ['route', null], ['over', '10.0.0.1']), 'Die Standardroute führt über 10.0.0.1'],
    [step('routes', 'ok', ['outcome', 'direct'], ['over', 'ppp0']), 'Die Standardroute führt geradewegs auf ppp0'],
    [step('routes', 'ok', ['10.1.0.0/16', '10.0.0.9'], ['outcome', 'own_route'], ['route', '10.1.0.0/16'], ['over', '10.0.0.9']), 'Eine Route zu 10.1.0.0/16 führt über 10.0.0.9'],
    [step('routes', 'ok', ['outcome', 'own_network']), 'Die Adresse liegt im eigenen Netz dieses Rechners'],
    [step('routes', 'bad', ['outcome', 'refuses'], ['route', '10.1.0.0/16']), 'Eine Route zu 10.1.0.0/16 weist ab, was sie nimmt'],
    [step('routes', 'bad', ['outcome', 'none']), 'Es gibt keine Standardroute'],
    [step('routes', 'bad', ['outcome', 'no_default'], ['route', '10.1.0.0/16']), 'Routen führen nur zu 10.1.0.0/16 und dergleichen, eine Standardroute gibt es nicht'],
    [step('routes', 'skipped', ['reason', 'itself']), 'Es ist eine Adresse dieses Rechners'],
    [step('mtu', 'ok', ['mtu', 1500], ['link', 1500], ['limited_by', null], ['black_hole', false]), 'Pakete dürfen 1.500 Bytes haben, so viele, wie der eigene Anschluss dieses Rechners nimmt.'],
    [step('mtu', 'ok', ['mtu', 1400], ['link', 1500], ['limited_by', '10.0.0.1'], ['black_hole', false]), 'Pakete dürfen 1.400 Bytes haben: 10.0.0.1 sagt, dass die nächste Strecke nicht mehr nimmt.'],
    [step('mtu', 'bad', ['mtu', 1400], ['link', 1500], ['limited_by', null], ['black_hole', true]),
      'Pakete von mehr als 1.400 Bytes verschwinden, und niemand sagt, warum: Verbindungen beginnen und bleiben dann hängen.'],
    [step('mtu', 'unknown', ['mtu', null], ['link', 1500], ['limited_by', null], ['black_hole', false]), 'Wie groß Pakete sein dürfen, ist nicht bekannt: nas.lan beantwortet keines, das es zeigen würde.'],
    [step('mtu', 'unknown'), 'Ließ sich nicht rechtzeitig messen'],
    [step('mtu', 'skipped', ['reason', 'unseen']), 'Der Weg ist nicht bis zum Ende zu sehen'],
    [step('content', 'ok', ['port', 443], ['bytes', 900], ['status', 200], ['redirect', null]), 'Port 443 antwortet mit Status 200'],
    [step('content', 'ok', ['port', 80], ['bytes', 900], ['status', 301], ['redirect', 'b.lan']), 'Port 80 antwortet mit Status 301, einer Weiterleitung zu b.lan'],
    [step('content', 'bad', ['port', 80], ['bytes', 900], ['status', 511], ['redirect', null]), 'Port 80 verlangt erst eine Anmeldung (Status 511)'],
    [step('content', 'bad', ['port', 80], ['bytes', 900], ['status', 302], ['redirect', '10.0.0.1']), 'Port 80 leitet weiter zu 10.0.0.1'],
    [step('content', 'bad', ['port', 443], ['bytes', 1400], ['status', 200], ['redirect', null]), 'Nach 1.400 Bytes kommt nichts mehr'],
    [step('content', 'bad', ['port', 443], ['bytes', 0], ['status', null], ['redirect', null]), 'Port 443 nimmt an, sendet aber nichts'],
    [step('content', 'unknown', ['port', 80], ['bytes', 5], ['status', null], ['redirect', null]), 'Was Port 80 sagt, ist kein HTTP'],
    [step('content', 'skipped', ['reason', 'other_port']), 'Der Port ist keiner von Webservern'],
    [step('tls', 'bad', ['problem', 'expired']), 'Das Zertifikat ist abgelaufen'],
    [step('tls', 'ok', ['version', 'TLS 1.3'], ['remaining_days', 60.4], ['trusted', true]), 'TLS 1.3, das Zertifikat gilt noch 60 Tage'],
  ];
  for (const [one, words] of all) assert.equal(say(one), words);
  assert.equal(say(step('tls', 'skipped'), { steps: new Map([['tcp', step('tcp', 'ok')]]), port: 22 }), 'An Port 22 wird kein TLS erwartet');
  assert.equal(say(step('address', 'bad'), { steps: new Map([['link', up]]) }), 'eth0 hat keine Adresse');
});

test('every reason and outcome that the program names has German words', () => {
  const folder = new URL('../../../Sources/Diagnostics/Diagnosing/', import.meta.url);
  const program = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const reasons = [...program.matchAll(/\.skipped\(\s*\.(\w+),(?:[^()]|\([^()]*\))*?reason: "(\w+)"/g)]
    .map(([, kind, reason]) => `${kind === 'duplicates' ? 'duplicate' : kind}.${reason}`);
  const outcomes = [...program.matchAll(/step\(\s*\.(?:ok|bad),\s*"(\w+)",\s*"/g)].map(([, outcome]) => `routes.${outcome}`);
  assert.ok(reasons.length >= 8 && outcomes.length >= 6, `${reasons} ${outcomes}`);
  for (const code of [...reasons, ...outcomes]) assert.ok(`said.${code}` in german, code);
});

test('what the figures don’t tell stays the server’s', () => {
  for (const name of ['link', 'gateway', 'resolver', 'route', 'tcp', 'tls', 'duplicate', 'routes', 'content']) assert.equal(stepWords(step(name, 'unknown'), { steps: new Map() }), null, name);
  assert.equal(stepWords(step('constructor', 'ok'), { steps: new Map() }), null);
  assert.equal(stepWords(step('tls', 'bad', ['problem', 'of_tomorrow']), { steps: new Map() }), null);
  assert.equal(stepWords({ step: 'link', state: 'ok', text: '?' }, { steps: new Map() }), null, 'an older server');
  assert.equal(verdictWords({ host: 'a', steps: [], verdict: { code: 'of_tomorrow', text: '?' } }), null);
  assert.equal(verdictWords({ host: 'a', steps: [], verdict: { code: 'path_ends', text: '?' } }), null, 'nobody knows where');
});

test('English is the server’s own', async () => {
  await setLanguage('en');
  assert.equal(stepWords(up, { steps: new Map() }), null);
  assert.equal(foreign('trace.nobody'), null);
});

test('verdicts name who is meant', () => {
  const verdict = (code, steps, host = 'nas.lan') => bare(verdictWords({ host, steps, verdict: { code, text: '?' } }));
  const silent = step('gateway', 'bad', ...gateway(['mac', null], ['there', false]));
  assert.equal(verdict('gateway_silent', [up, silent]), 'Der Router 192.168.1.1 antwortet nicht: er ist aus, oder die Verbindung zu ihm ist gestört.');
  assert.equal(verdict('refused', [step('tcp', 'bad', ['port_443', 'refused'], ['port_80', 'refused'])]),
    'nas.lan ist da, lehnt aber ab: die Ports 443 und 80. Dort lauscht kein Dienst.');
  assert.equal(verdict('path_ends', [step('route', 'unknown', ['last_hop', 4], ['last_address', '10.0.4.1'])]),
    'Pakete an nas.lan kommen bis 10.0.4.1 bei Schritt 4; nichts dahinter antwortet.');
  assert.equal(verdict('self_assigned_address', [up, step('address', 'bad', ['eth0', '169.254.7.7/16'])]),
    'eth0 hat nur die Adresse 169.254.7.7, und die hat sich der Rechner selbst gegeben: kein DHCP-Server antwortet.');
  assert.equal(verdict('certificate_expired', [step('tls', 'bad', ['problem', 'expired'])]), 'Das Zertifikat ist abgelaufen.');
  const direct = step('gateway', 'skipped', ['interface', 'ppp0']);
  assert.match(verdict('well', [up, direct], null), /^Anschluss, Adresse und Namensserver /);
  assert.match(verdict('well', [up, silent], null), /^Anschluss, Adresse, Router und Namensserver /);
  assert.match(verdict('nothing_beyond_gateway', [direct, step('route', 'unknown', ['last_hop', null])]), /^Hinter dem Anschluss/);
});

test('what decided it, and what is beside, is said as its steps are', () => {
  const report = { steps: [up, step('tcp', 'unknown')], verdict: { because: ['the link'], notes: ['tcp: the tcp', 'other'] } };
  const said = asideWords(report, { steps: new Map(), host: null }).map(([words, isServers]) => [bare(words), isServers]);
  assert.deepEqual(said, [['eth0 ist verbunden', false], ['tcp: the tcp', true], ['other', true]]);
});

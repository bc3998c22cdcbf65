// The views of whois, asn and dns.

import { fact, factCard } from '../card.js';
import { bdi, h } from '../dom.js';
import { calendarDay, isolate, listing, milliseconds, t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { symbol } from '../shell/symbols.js';
import { code, day, folded, said, verdict, yesNo } from './parts.js';
import { reportView } from './report-view.js';

const text = (words) => (words ? bdi(plain(words)) : null);
const lines = (list) => (list?.length > 0 ? h('span', {}, list.slice(0, 60).map((one) => h('span', { class: 'name-line' }, code(one)))) : null);

/// What was found of a registration, as a state and a sentence.
export function whoisWords(report) {
  const subject = isolate(report.subject);
  if (report.special_use) return ['good', t('whois.special', { subject }), said(report.special_use)];
  if (report.registered === false) return ['warn', t('whois.free', { subject })];
  if (report.registered === null) return ['warn', t('whois.undetermined', { subject })];
  const days = report.days_to_expiry;
  if (days !== null && days < 0) return ['bad', t('whois.over', { subject, when: calendarDay(report.registration.expires) })];
  const { holder, registrar, name, expires } = report.registration ?? {};
  const who = plain(holder ?? (report.kind === 'domain' ? '' : name));
  return ['good', who ? t('whois.of', { subject, who: isolate(who) }) : t('whois.registered', { subject }),
    [registrar && t('whois.by', { registrar: isolate(plain(registrar)) }), expires && t('whois.until', { when: calendarDay(expires) })].filter(Boolean).join(' · ') || null];
}

function registrationFacts(one) {
  return [
    fact(t('whois.holder'), text(one.holder)), fact(t('whois.name'), code(one.name)), fact(t('whois.handle'), code(one.handle)),
    fact(t('whois.registrar'), text(one.registrar)), fact(t('whois.country'), text(one.country)),
    fact(t('whois.created'), day(one.created)), fact(t('whois.updated'), day(one.updated)), fact(t('whois.expires'), day(one.expires)),
    fact(t('whois.range'), one.range ? code(`${one.range.first} – ${one.range.last}`) : null), fact(t('whois.prefixes'), lines(one.prefixes)),
    fact(t('whois.status'), one.status?.length > 0 ? listing(one.status.map((word) => plain(word))) : null),
    fact(t('whois.nameServers'), lines(one.name_servers)), fact(t('whois.signed'), yesNo(one.signed)),
    fact(t('whois.abuse'), one.abuse?.email || one.abuse?.phone ? h('span', {}, code(one.abuse.email), ' ', code(one.abuse.phone)) : null),
  ];
}

/// The view of whois: `take`, `finish`, `draw`, `words`.
export function whoisView(question) {
  return reportView(question, (report) => [
    verdict(...whoisWords(report)),
    report.registration && factCard(t('whois.registration'), registrationFacts(report.registration)),
    factCard(t('whois.source'), [fact(t('whois.server'), code(report.server), report.source && t(`whois.by.${report.source}`))]),
    report.raw && h('section', { class: 'card' }, h('div', { class: 'card-body' }, folded(t('whois.raw'), h('pre', { class: 'raw mono', dir: 'auto' }, report.raw)))),
  ], (report) => whoisWords(report)[1]);
}

/// What was found of a system, as a state and a sentence.
export function asnWords(finding) {
  const subject = isolate(finding.subject);
  if (finding.special_use) return ['good', t('whois.special', { subject }), said(finding.special_use)];
  if (finding.error) return ['warn', t('asn.unknown', { subject }), said(finding.error, finding.message)];
  const holder = finding.holder ? isolate(plain(finding.holder)) : '';
  const system = `AS${finding.asn}`;
  const state = finding.rpki === 'invalid' ? 'bad' : 'good';
  if (finding.kind === 'as') return [state, t('asn.is', { system, holder: holder || '–' })];
  return [state, t('asn.of', { subject, system, holder: holder || '–' }), finding.rpki === 'invalid' ? t('asn.invalid') : null];
}

/// The view of systems: `take`, `finish`, `draw`, `words`.
export function asnView(question) {
  return reportView(question, (report) => report.results.map((finding) => h('section', { class: 'card result-card' },
    h('div', { class: 'card-body' }, verdict(...asnWords(finding)), h('dl', { class: 'below' }, [
      fact(t('asn.prefix'), code(finding.prefix)), fact(t('whois.country'), text(finding.country)), fact(t('asn.registry'), text(finding.registry && t(`registry.${finding.registry}`))),
      fact(t('asn.allocated'), text(finding.allocated)), fact('RPKI', finding.rpki ? t(`asn.rpki.${finding.rpki}`) : finding.rpki_because ? t('asn.rpki.unknown') : null, said(finding.rpki_because, finding.rpki_message)),
      fact(t('asn.others'), finding.asns.length > 1 ? finding.asns.map((one) => `AS${one}`).join(', ') : null),
      fact(t('whois.prefixes'), lines(finding.prefixes)),
    ].filter(Boolean))))), (report) => report.results.slice(0, 3).map((one) => asnWords(one)[1]).join(' '));
}

/// Whether servers say different things, and how many records there are.
export function dnsWords(report) {
  const name = isolate(report.name);
  const answers = report.servers.flatMap((server) => server.answers);
  const has = (outcome) => answers.some((answer) => answer.outcome === outcome);
  const count = new Set(answers.flatMap((answer) => answer.records.map((record) => `${record.type} ${record.data}`))).size;
  const bogus = report.dnssec?.find((one) => one.state === 'bogus');
  if (bogus) return ['bad', t('dns.bogus', { name })];
  if (report.trace) {
    const reached = report.trace.records.length;
    if (reached > 0) return ['good', t('dns.records', { name, count: reached })];
    const last = report.trace.steps.at(-1)?.finding;
    if (last === 'no_such_name' || last === 'no_data') return ['warn', t(last === 'no_data' ? 'dns.noData' : 'dns.noName', { name })];
    return ['bad', t('dns.stuck'), said(report.trace.because, report.trace.message)];
  }
  if (report.differences.length > 0) return ['warn', t('dns.differ', { name })];
  if (count > 0) return ['good', t('dns.records', { name, count })];
  if (has('no_such_name')) return ['warn', t('dns.noName', { name })];
  if (has('no_data')) return ['warn', t('dns.noData', { name })];
  return ['bad', t('dns.failed', { name }), whyNot(answers.find((answer) => answer.because))];
}

function recordRow(record) {
  return h('tr', {}, h('th', { scope: 'row' }, record.type), h('td', { class: 'mono record' }, bdi(plain(record.data))),
    h('td', { class: 'muted' }, t('dns.seconds', { count: record.ttl })));
}

const whyNot = (answer) => said(answer?.because, answer?.message);

/// Why there are no records.
function emptyWords(answer) {
  if (answer.outcome === 'no_data') return t('dns.none');
  if (answer.outcome === 'no_such_name') return t('dns.noSuch');
  if (answer.outcome === 'error' && answer.status) return t('dns.status', { status: isolate(plain(answer.status)) });
  if (answer.outcome === 'cancelled') return t('dns.cancelled');
  return whyNot(answer) ?? t('dns.noAnswer');
}

const TRANSPORTS = { udp: 'UDP', tcp: 'TCP', tls: 'TLS', https: 'HTTPS', multicast: 'mDNS' };

/// How many steps from the root are shown.
const MOST_STEPS = 100;

/// A name without the final dot that a sentence would double; the root is nothing but that.
const dotless = (name) => plain(name).replace(/(.)\.$/, '$1');

function delegationRow(step) {
  const isBad = ['failed', 'lame'].includes(step.finding);
  const values = { zone: isolate(dotless(step.referral)), name: isolate(dotless(step.alias)) };
  return h('li', { class: 'step', data: { state: isBad ? 'warn' : 'good' } },
    h('span', { class: 'verdict-sign' }, symbol(isBad ? 'warning' : 'check')),
    h('div', {}, h('p', { class: 'step-name' }, bdi(dotless(step.zone)), ' ', h('span', { class: 'muted' }, bdi(dotless(step.server ?? step.address ?? '')))),
      h('p', { class: 'muted' }, bdi(t(`dns.step.${step.finding}`, values)), isBad && step.because ? [': ', said(step.because, step.message)] : null)),
    h('span', { class: 'muted step-time' }, step.time_ms === null ? null : milliseconds(step.time_ms)));
}

/// The way from the root, and the records at its end.
function delegationPart({ steps, records }) {
  return [
    h('section', { class: 'card result-card' }, h('h3', {}, t('dns.delegations')),
      h('ul', { class: 'card-body' }, steps.slice(0, MOST_STEPS).map(delegationRow))),
    records.length > 0 && h('section', { class: 'card result-card' }, h('h3', {}, t('dns.recordsLabel')), h('div', { class: 'card-body' },
      h('table', { class: 'records', 'aria-label': t('dns.recordsLabel') }, h('tbody', {}, records.slice(0, 300).map(recordRow))))),
  ];
}

/// What a server calls itself, where it says.
function identifierWords(server) {
  const found = server.answers.map((answer) => answer.nsid).find(Boolean);
  return found ? t('dns.is', { name: isolate(plain(found.text ?? found.hex)) }) : null;
}

/// Whose servers were asked, where those of the zone were.
function zonePart(report) {
  if (!report.zone) return null;
  const unknown = report.unknown_servers ?? [];
  return h('p', { class: 'muted' }, t('dns.zone', { zone: isolate(dotless(report.zone)) }), unknown.length === 0 ? null
    : ` ${t('dns.unknownServers', { count: unknown.length, servers: listing(unknown.map((one) => isolate(dotless(one)))) })}`);
}

function serverPart(server, isAlone) {
  const records = server.answers.flatMap((answer) => answer.records).slice(0, 300);
  const others = server.answers.filter((answer) => answer.records.length === 0);
  const times = server.answers.map((answer) => answer.time_ms).filter((time) => time !== null);
  const identifier = identifierWords(server);
  const aside = [TRANSPORTS[server.transport] ?? server.transport, times.length > 0 ? milliseconds(Math.max(...times)) : null].filter(Boolean).join(' · ');
  return h('section', { class: 'card result-card' },
    h('h3', {}, bdi(plain(server.server)), ' ', h('span', { class: 'muted' }, aside)),
    h('div', { class: 'card-body' }, identifier && h('p', { class: 'aside-line muted' }, bdi(identifier)), records.length === 0 ? null
      : h('table', { class: 'records', 'aria-label': isAlone ? t('dns.recordsLabel') : server.server }, h('tbody', {}, records.map(recordRow))),
    others.length === 0 ? null : h('ul', { class: 'notes' }, others.map((answer) =>
      h('li', {}, `${answer.type}: `, emptyWords(answer))))));
}

const SECURITY = { secure: 'good', insecure: 'warn', bogus: 'bad', indeterminate: 'warn' };
const SIGNS = { good: 'check', warn: 'warning', bad: 'close' };

/// What the signatures are worth, by type: the link that is broken, and the way there from the anchor.
function securityPart(all) {
  return h('section', { class: 'card result-card' }, h('h3', {}, 'DNSSEC'), h('ul', { class: 'card-body' }, all.map((one) => {
    const state = SECURITY[one.state] ?? 'warn';
    const broken = one.broken_link;
    return h('li', { class: 'step', data: { state } }, h('span', { class: 'verdict-sign' }, symbol(SIGNS[state])), h('div', {},
      h('p', { class: 'step-name' }, one.type, ': ', t(`dns.security.${one.state}`)),
      broken && h('p', {}, t('dns.brokenLink', { type: broken.type, name: isolate(plain(broken.name)), zone: isolate(plain(broken.zone)) })),
      one.reason && h('p', { class: 'muted' }, said(one.reason, one.message)),
      one.links.length === 0 ? null : h('p', { class: 'muted mono' }, bdi(one.links.slice(0, 40).map((link) => plain(link.zone)).join(' › ')))));
  })));
}

/// The view of name servers: `take`, `finish`, `draw`, `words`.
export function dnsView(question) {
  return reportView(question, (report) => [
    verdict(...dnsWords(report)), zonePart(report), report.dnssec?.length > 0 && securityPart(report.dnssec),
    ...(report.trace ? delegationPart(report.trace) : []),
    ...report.servers.map((server) => serverPart(server, report.servers.length === 1)),
  ], (report) => dnsWords(report)[1]);
}

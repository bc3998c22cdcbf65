// A certificate: what is wrong with it, what it says, how the server speaks TLS.

import { card, fact, factCard } from '../card.js';
import { bdi, h } from '../dom.js';
import { isolate, number, t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { symbol } from '../shell/symbols.js';
import { certFold, certState, commonName, versionRows } from './cert-fold.js';
import { code, day, folded, said, verdict, yesNo } from './parts.js';

const problemTitle = (problem) => t(`cert.problem.${problem.code}`);

/// What was found, as a sentence.
export function certWords(report) {
  const host = isolate(report.host);
  const state = certState(report);
  if (state === 'good') return t('cert.good', { host });
  const [worst] = [...report.problems].sort((one, other) => other.bad - one.bad);
  const isPlain = state === 'bad' || worst.code === 'unseen_certificate';
  return t(isPlain ? 'cert.bad' : 'cert.weigh', { host, what: problemTitle(worst) });
}

function problemsPart(report) {
  return report.problems.length === 0 ? null : card(t('cert.problems'), ...report.problems.map((problem) =>
    h('div', { class: 'problem', data: { state: problem.bad ? 'bad' : 'warn' } }, symbol(problem.bad ? 'close' : 'warning'),
      h('div', {}, h('p', {}, problemTitle(problem)), h('p', { class: 'muted' }, said(problem.text, problem.message))))));
}

const days = (count) => (count === null ? null : t('cert.days', { count: Math.floor(Math.abs(count)) }));

function lifeBar(certificate) {
  if (certificate.remaining === null) return null;
  const left = Math.max(0, Math.min(1, certificate.remaining));
  const bar = h('div', { class: 'gauge-bar' });
  bar.style.setProperty('width', `${100 * left}%`);
  const state = certificate.remaining_days < 0 ? 'bad' : certificate.remaining_days < 14 ? 'warn' : 'good';
  return h('div', { class: 'gauge', 'aria-hidden': 'true', data: { state } }, bar);
}

const keyWords = (key) => [key.type, key.curve, key.bits && t('cert.bits', { bits: number(key.bits, { useGrouping: false }) })].filter(Boolean).join(' · ');

function certificateFacts(certificate) {
  const left = certificate.remaining_days;
  return [
    fact(t('cert.subject'), code(certificate.subject)),
    fact(t('cert.issuer'), code(certificate.issuer), certificate.self_signed ? t('cert.selfSigned') : null),
    fact(t('cert.names'), certificate.names.length === 0 ? null : h('span', {}, certificate.names.slice(0, 40).map((name) =>
      h('span', { class: 'name-line' }, code(name.value))))),
    fact(t('cert.from'), day(certificate.not_before)),
    fact(t('cert.until'), h('span', {}, day(certificate.not_after), lifeBar(certificate)),
      left === null ? null : t(left < 0 ? 'cert.over' : 'cert.left', { days: days(left) })),
    fact(t('cert.key'), keyWords(certificate.key), certificate.signature),
    fact(t('cert.serial'), code(certificate.serial)),
    fact('SHA-256', code(certificate.sha256)),
  ];
}

function versionsPart(rows) {
  return rows.length === 0 ? null : card(t('cert.versions'), h('ul', { class: 'versions' }, rows.map((answer) =>
    h('li', { class: 'version', data: { state: answer.offered === true ? 'on' : 'off' } },
      h('span', { class: 'version-name' }, answer.version),
      h('span', {}, answer.offered === null ? t('cert.unknown') : yesNo(answer.offered)),
      answer.suite || answer.group ? h('span', { class: 'muted mono' }, [answer.suite, answer.group].filter(Boolean).join(' · '))
        : h('span', { class: 'muted' }, said(answer.because, answer.message))))));
}

/// Whose certificates the server wants of those who connect: each name as text.
function clientFact({ wanted, issuers, issuer_count: count }) {
  const shown = issuers.slice(0, 40);
  const aside = !wanted ? null : shown.length === 0 ? t('cert.anyIssuer')
    : count > shown.length ? t('cert.moreIssuers', { count: count - shown.length }) : null;
  const value = shown.length === 0 ? yesNo(wanted)
    : h('span', {}, t('cert.issuedBy'), shown.map((name) => h('span', { class: 'name-line' }, code(name))));
  return fact(t('cert.client'), value, aside);
}

/// All suites that are accepted, by version; nothing where that was not asked.
function ciphersPart(lists) {
  return (lists ?? []).length === 0 ? null : card(t('cert.ciphers'), ...lists.map((list) =>
    folded(h('span', {}, `${list.version} · `, number(list.suites.length)), h('ul', { class: 'versions' }, list.suites.map((suite) =>
      h('li', { class: 'version', data: { state: suite.weakness ? 'off' : 'on' } },
        code(suite.name), suite.weakness ? h('span', {}, t('cert.weak')) : null))))));
}

/// The view of a certificate: `take`, `finish`, `draw`, `words`.
export function certView({ target }) {
  const fold = certFold();
  const element = h('div', { class: 'result' });
  let isOver = false;
  const words = () => (fold.state.report ? certWords(fold.state.report) : t('cert.running', { target: isolate(target) }));
  return {
    element,
    take: fold.take,
    finish(report) { isOver = true; fold.finish(report); },
    stop() { isOver = true; },
    draw() {
      const { report } = fold.state;
      const parts = [];
      if (report || !isOver) parts.push(verdict(report ? certState(report) : 'busy', words()));
      if (report) {
        parts.push(problemsPart(report));
        const { certificate, trust, host_match: match } = report;
        if (certificate) {
          parts.push(factCard(commonName(certificate.subject) || t('cert.certificate'), [
            fact(t('cert.trusted'), yesNo(trust?.trusted), trust?.trusted ? null : said(trust?.because, trust?.message)),
            fact(t('cert.matches', { host: isolate(report.host) }), yesNo(match?.matches), match?.matches ? null : said(match?.because, match?.message)),
            ...certificateFacts(certificate),
          ]));
        }
      }
      parts.push(versionsPart(versionRows(fold.state)), ciphersPart(report?.ciphers));
      if (report) parts.push(factCard(t('cert.connection'), [clientFact(report.client_certificate)]));
      if (report?.chain.length > 1) {
        parts.push(card(t('cert.chain'), ...report.chain.map((one, index) =>
          folded(h('span', {}, `${index + 1}. `, bdi(plain(commonName(one.subject)))), h('dl', {}, ...certificateFacts(one).filter(Boolean))))));
      }
      element.replaceChildren(...parts.filter(Boolean));
    },
    words,
  };
}

// Why a device is taken for what it is, and what was sent to it to learn that.

import { card, part } from '../card.js';
import { bdi, h } from '../dom.js';
import { englishWhy } from '../i18n/en/why.js';
import { addEnglish, isolate, listing, percent, t } from '../i18n/i18n.js';
import { say } from '../i18n/phrases.js';
import { kindOf, plain } from '../model/device.js';

addEnglish(englishWhy);

const kindName = (kind) => t(`kind.${kind}`);

function confidence(device, found) {
  if (found === 'unknown') return h('div', { class: 'item' }, t('detail.notSure'));
  const bar = h('div', { class: 'gauge-bar' });
  bar.style.setProperty('width', `${Math.round(device.confidence * 100)}%`);
  return h('div', { class: 'item', data: { kind: kindOf({ ...device, category: found }) } },
    h('div', { class: 'item-line' }, h('span', {}, kindName(found)),
      h('span', {}, t('detail.confidence', { percent: percent(device.confidence) }))),
    h('div', { class: 'gauge', 'aria-hidden': 'true' }, bar));
}

const evidence = (reason) =>
  h('div', { class: 'item evidence' },
    h('span', { class: 'claim' }, t(`claim.${reason.claim}`)),
    h('span', {}, bdi(say(reason.evidence, [{ code: reason.code, text: reason.evidence, values: reason.values }])),
      h('span', { class: 'aside' }, t('detail.by', { source: t(`source.${reason.source}`) }))));

function line(words) {
  return h('div', { class: 'item muted' }, words);
}

/// The card of reasons.
export function whyPart() {
  return part((device, full) => {
    const explanation = full?.explanation;
    const found = full?.identified?.category ?? device.category;
    const foundName = plain(full?.identified?.name);
    const said = [
      device.user_name && plain(device.user_name), device.user_category && kindName(device.user_category),
    ].filter(Boolean);
    const thinks = [foundName && isolate(foundName), kindName(found)].filter(Boolean);
    const other = explanation?.runner_up;
    return card(t('detail.why'),
      confidence(device, found),
      ...(device.because ?? []).map(evidence),
      said.length > 0 && full
        ? line(t('detail.userSaid', { what: listing(said.map(isolate)), found: listing(thinks) })) : null,
      other ? line(t('detail.runnerUp', { kind: kindName(other.category) })) : null,
      ...(other?.because ?? []).map(evidence),
      ...(explanation?.hangs_on ?? [])
        .filter((one) => one.claims.includes('category'))
        .map((one) => line(t('detail.hangsOn', {
          evidence: say(one.evidence, full.phrases), kind: kindName(one.without.category) }))),
      explanation?.missing?.length
        ? line(t('detail.missing', { list: listing(explanation.missing.map((one) => say(one, full.phrases))) })) : null);
  });
}

const UNITS = ['packets', 'connections', 'messages'];
const MOST_ADDRESSES = 4;

function amount(sent) {
  return UNITS
    .filter((unit) => sent[unit] > 0)
    .map((unit) => t(`sent.${unit}`, { count: sent[unit] }))
    .join(', ');
}

function isForAll(address) {
  return /^(22[4-9]|23\d|255)\.|^ff/i.test(address);
}

/// What was sent for each purpose, to the device and to everybody, each purpose once: a device has
/// several addresses, and a group one of each family on every link. Pure.
export function sentByPurpose(sent) {
  const rows = new Map();
  for (const one of sent) {
    // A protocol of fifty that everybody was asked: `broadcast.kasa`.
    const [purpose, protocol] = one.purpose.split('.');
    const toAll = protocol !== undefined || isForAll(one.to);
    const key = `${toAll} ${purpose}`;
    const row = rows.get(key) ?? { purpose, toAll, to: [], packets: 0, connections: 0, messages: 0 };
    for (const unit of UNITS) row[unit] += one[unit] ?? 0;
    if (!row.to.includes(one.to)) row.to.push(one.to);
    rows.set(key, row);
  }
  return [...rows.values()].sort((one, other) => one.toAll - other.toAll);
}

/// The card of what was sent.
export function sentPart() {
  return part((sent) => {
    const rows = sentByPurpose(sent);
    const all = rows.filter((one) => one.toAll);
    // The addresses are shown where there are several.
    const addresses = new Set(rows.filter((one) => !one.toAll).flatMap((one) => one.to));
    const row = (one) => h('div', { class: 'item item-line' },
      h('span', {}, t(`purpose.${one.purpose}`), one.toAll || addresses.size > 1
        ? h('span', { class: 'aside mono' }, bdi(one.to.slice(0, MOST_ADDRESSES).join(', ') + (one.to.length > MOST_ADDRESSES ? ' …' : ''))) : null),
      h('span', {}, amount(one)));
    return card(t('detail.sent'),
      ...(sent.length === 0 ? [line(t('detail.sentNothing'))] : []),
      ...rows.filter((one) => !one.toAll).map(row),
      ...(all.length > 0 ? [line(t('detail.sentAll')), ...all.map(row)] : []));
  });
}

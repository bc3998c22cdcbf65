// How a monitor is set: what it asks, how often, and when it counts as down.

import { fact, factCard, part } from '../card.js';
import { bdi, h } from '../dom.js';
import { currentLanguage, days, number, t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { monitorHash } from './hash.js';
import { OPTIONS } from './draft.js';
import { rowsOf } from './headers.js';
import { nameOf } from './states.js';
import { limitWords, quorumWords, secondsWords, targetWords } from './words.js';
import { windowWords } from './windows.js';

function optionFacts(monitor) {
  return (OPTIONS[monitor.kind] ?? []).map(({ key, type, usual }) => {
    const value = monitor.options?.[key];
    if (value === null || value === undefined || value === '' || value === usual || (Array.isArray(value) && value.length === 0)) return null;
    if (type === 'headers') {
      return fact(t('monitors.option.headers'), rowsOf(value).map((one) => h('div', {}, bdi(plain(one.name), { class: 'mono' }), ': ',
        one.isKept ? h('span', { class: 'muted' }, t('monitors.header.hidden')) : bdi(plain(one.value), { class: 'mono' }))));
    }
    if (type === 'lines') return fact(t(`monitors.option.${key}`), h('pre', { class: 'raw mono', dir: 'auto', tabindex: '0' }, String(value)));
    const words = key === 'minimum_days' ? days(value) : type === 'flag' ? t(value ? 'monitors.yes' : 'monitors.no')
      : typeof value === 'number' ? number(value) : bdi(plain(Array.isArray(value) ? value.join(', ') : String(value)), { class: 'mono' });
    return fact(t(`monitors.option.${key}`), words);
  });
}

function parentLinks(monitor, monitors) {
  const links = (monitor.parents ?? []).map((id) => {
    const parent = monitors.get(id);
    return h('div', {}, parent ? h('a', { href: monitorHash(id) }, bdi(nameOf(parent))) : bdi(plain(id)));
  });
  return links.length > 0 ? links : null;
}

/// The card; `update(monitor, monitors, devices)`.
export function settingsCard() {
  const built = part((monitor, monitors, devices) => factCard(t('monitors.settings'), [
    fact(t('monitors.field.kind'), t(`monitors.kind.${monitor.kind}`)),
    fact(t('monitors.field.target'), monitor.kind === 'presence' && devices.has(monitor.target)
      ? h('a', { href: `#/devices/${encodeURIComponent(monitor.target)}` }, bdi(targetWords(monitor, devices))) : bdi(targetWords(monitor, devices))),
    ...optionFacts(monitor),
    fact(t('monitors.field.interval'), secondsWords(monitor.interval_s)),
    fact(t('monitors.field.timeout'), secondsWords(monitor.timeout_s)),
    fact(t('monitors.field.down'), quorumWords(monitor.down_after)),
    fact(t('monitors.field.up'), quorumWords(monitor.up_after)),
    fact(t('monitors.field.degraded'), limitWords(monitor.degraded)?.map((words) => h('div', {}, words))),
    fact(t('monitors.field.conditions'), monitor.conditions?.length ? monitor.conditions.map((one) => h('div', {}, bdi(plain(one), { class: 'mono' }))) : null),
    fact(t('monitors.field.parents'), parentLinks(monitor, monitors)),
    fact(t('monitors.field.maintenance'), monitor.maintenance?.length
      ? monitor.maintenance.map((one) => h('div', {}, windowWords(one), plain(one.note) ? h('span', { class: 'aside' }, bdi(plain(one.note))) : null)) : null),
  ]));
  return {
    element: built.element,
    update: (monitor, monitors, devices) => built.update([currentLanguage(), monitor.kind, monitor.target, monitor.options, monitor.interval_s, monitor.timeout_s,
      monitor.down_after, monitor.up_after, monitor.degraded, monitor.conditions, monitor.maintenance, targetWords(monitor, devices),
      (monitor.parents ?? []).map((id) => [id, monitors.get(id)?.name])], monitor, monitors, devices),
  };
}

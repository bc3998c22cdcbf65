// A row of the list: made once, then given one device after another.

import { paintDisc } from '../disc.js';
import { bdi, h, setAttribute, setText } from '../dom.js';
import { milliseconds, relativeTime, t } from '../i18n/i18n.js';
import { displayName, secondLine } from '../model/device.js';
import { deviceHash } from '../model/router.js';

/// An empty row.
export function makeRow() {
  const parts = {
    name: bdi(''), second: bdi(''), address: h('span', { class: 'row-address' }),
    tags: h('span', { class: 'tag' }), dot: h('span', { class: 'dot', 'aria-hidden': 'true' }),
    time: h('span', { class: 'row-time' }), spoken: h('span', { class: 'visually-hidden' }),
  };
  parts.disc = h('span', { class: 'disc', 'aria-hidden': 'true' });
  parts.link = h('a', { class: 'row', tabindex: '-1' },
    parts.disc,
    h('span', { class: 'row-words' },
      h('span', { class: 'row-name' }, parts.name, parts.tags, parts.time),
      h('span', { class: 'row-second' }, parts.second, parts.address)),
    h('span', { class: 'row-state' }, parts.dot, parts.spoken));
  return { element: h('li', { class: 'row-item' }, parts.link), parts, id: null, device: null };
}

function tagOf(device) {
  if (device.new) return t('state.new');
  if (device.self) return t('state.self');
  return device.gateway && device.category !== 'router' ? t('state.gateway') : '';
}

/// What stands at the right: what is sorted by, or since when it is away.
function timeOf(device, sort) {
  if (sort === 'latency' && device.latency_ms != null) return milliseconds(device.latency_ms);
  if (sort === 'first' && device.first_seen) return relativeTime(device.first_seen);
  if (device.state === 'asleep' && sort !== 'seen') return t('state.asleep');
  if ((sort === 'seen' || device.state === 'away') && device.last_seen) return relativeTime(device.last_seen);
  return '';
}

/// Puts a device into a row.
export function fillRow(row, device, { index, count, sort, selected }) {
  const { parts, element } = row;
  row.id = device.id;
  row.device = device;
  element.dataset.id = device.id;
  setAttribute(element, 'aria-setsize', count);
  setAttribute(element, 'aria-posinset', index + 1);
  setAttribute(parts.link, 'href', deviceHash(device.id));
  setAttribute(parts.link, 'aria-current', selected ? 'true' : null);
  setAttribute(parts.link, 'aria-expanded', device.expanded);
  paintDisc(device, parts.disc);
  const second = secondLine(device);
  setText(parts.name, displayName(device));
  setText(parts.second, second);
  setText(parts.address, device.ip && device.ip !== second && device.ip !== displayName(device) ? device.ip : '');
  const tag = tagOf(device);
  parts.tags.hidden = !tag;
  setText(parts.tags, tag);
  parts.tags.classList.toggle('new', Boolean(device.new));
  const time = timeOf(device, sort);
  setText(parts.time, time);
  parts.dot.hidden = Boolean(time);
  parts.dot.parentElement.classList.toggle('is-empty', Boolean(time));
  parts.dot.dataset.state = device.state;
  const state = t(`state.${device.state}`);
  // What stands there already is not said again.
  setText(parts.spoken, `${time === state ? '' : state}${device.probing ? `, ${t('state.probing')}` : ''}`);
}

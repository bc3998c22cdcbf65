// What is printed of the home: all devices that the list shows, as a table. The list itself only has
// the rows in sight, and the map would need the window's shape.

import { bdi, h } from '../dom.js';
import { currentLanguage, exactTime, sinceWhen, t } from '../i18n/i18n.js';
import { displayName, kindOf, makerAndModel, plain } from '../model/device.js';
import { filterDevices, sortDevices } from '../model/search.js';

/// Fills an element with the table while something is printed, and loads the style sheet for paper.
export function createPrint(element, { store }) {
  const kindName = (kind) => t(`kind.${kind}`);
  const kept = (text, ...classes) => (text ? h('div', { class: classes.join(' ') }, bdi(plain(text))) : null);

  function row(device) {
    const seen = device.state !== 'away' ? t(`state.${device.state}`) : device.last_seen ? sinceWhen(device.last_seen) : t('detail.neverSeen');
    return h('tr', {}, h('th', { scope: 'row' }, bdi(displayName(device)), kept(makerAndModel(device), 'muted'), kept(device.note, 'muted')),
      h('td', {}, kindName(kindOf(device))), h('td', {}, kept(device.ip, 'mono')), h('td', {}, kept(device.mac, 'mono')),
      h('td', {}, seen));
  }

  function table({ devices, filter }) {
    const found = sortDevices(filterDevices(devices.values(), filter, kindName), filter.sort, kindName, currentLanguage());
    const heads = ['detail.name', 'detail.kind', 'detail.address', 'detail.mac', 'detail.lastSeen'];
    return h('table', { class: 'print-table' },
      h('caption', {}, t('list.shownOf', { shown: found.length, total: devices.size }), ' · ', exactTime(new Date())),
      h('thead', {}, h('tr', {}, ...heads.map((key) => h('th', { scope: 'col' }, t(key))))),
      h('tbody', {}, ...found.map(row)));
  }

  document.head.append(h('link', { rel: 'stylesheet', href: 'css/print.css', media: 'print' }));
  addEventListener('beforeprint', () => element.replaceChildren(table(store.state)));
  addEventListener('afterprint', () => element.replaceChildren());
}

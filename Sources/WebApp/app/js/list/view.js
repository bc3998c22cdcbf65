// The list of devices: only the rows in sight exist, so ten thousand scroll as smoothly as ten.

import { button, h, setAttribute } from '../dom.js';
import { currentLanguage, isolate, t } from '../i18n/i18n.js';
import { kindOf, singles } from '../model/device.js';
import { filterDevices, isFiltering, sortDevices } from '../model/search.js';
import { shownDevices } from '../model/store.js';
import { emptyKind } from '../shell/empty.js';
import { whereWords } from '../shell/summary.js';
import { createControls } from './controls.js';
import { fillRow, makeRow } from './row.js';
import { rowForKey, rowWindow, scrollToShow } from './window.js';

// Past that many devices the order is renewed at most once a second while they change.
const MANY = 500;
const ORDER_PAUSE_MS = 1000;

/// The text of an empty list.
function nobodyWords(state) {
  if (state.past) return t('past.nobody');
  const kind = emptyKind(state);
  if (kind === 'nobody') return t('empty.nobody', { network: isolate(whereWords(state.status)) });
  return t({ offline: 'empty.offline', first: 'empty.first', stopped: 'empty.stopped' }[kind] ?? 'empty.noMatch');
}

/// Puts the list into an element; `onHover(id | null)` is called for pointer and focus.
export function createList(element, { store, onHover }) {
  const rows = h('ul', { class: 'rows', role: 'list' });
  const nothing = h('div', { class: 'list-empty', hidden: true });
  const scroller = h('div', { class: 'list-scroll' }, rows, nothing);
  const filter = (partial) => store.update({ filter: { ...store.state.filter, ...partial } });
  const controls = createControls({ onFilter: filter, language: currentLanguage });
  element.append(controls.element, scroller);

  const kindName = (kind) => t(`kind.${kind}`);
  const inSight = new Map();
  const spares = [];
  let order = [];
  // 0 while it is loaded, null where that failed.
  let line;
  let orderedAt = 0;
  let later = null;
  let rowHeight = 64;
  // Grows when every row is to be written anew: other words, a minute later.
  let words = 0;
  let current = 0;
  // Where Tab enters the list: the row that had the focus last, or else the first in sight.
  let tabStop = 0;

  function sortNow(state) {
    clearTimeout(later);
    later = null;
    orderedAt = Date.now();
    const all = shownDevices(state);
    const by = state.filter;
    const isWhole = line !== null && by.presence !== 'new' && !isFiltering({ ...by, presence: 'all' });
    const devices = isWhole ? singles(all) : all;
    const sorted = (some) => sortDevices(filterDevices(some.values(), by, kindName), by.sort, kindName, currentLanguage()).map(({ id }) => id);
    order = sorted(devices);
    controls.update(by, devices, order.length);
    if (devices !== all && line) order = line.order(order, sorted(all), all);
    else if (devices !== all && line !== 0) load();
    const isEmpty = order.length === 0 && state.loaded;
    nothing.hidden = !isEmpty;
    controls.element.classList.toggle('is-bare', devices.size === 0);
    if (isEmpty) {
      nothing.replaceChildren(...(isFiltering(state.filter) ? [
        h('p', {}, t('empty.noMatch')),
        button('button', () => filter({ text: '', presence: 'all', kind: '', vendor: '' }), t('empty.clear'))] : [h('p', {}, nobodyWords(state))]));
    }
  }

  async function load() {
    line = 0;
    const again = () => { sortNow(store.state); draw(); };
    line = await import('./gathered.js').then(({ createLine }) => createLine(rows, again), () => null);
    again();
  }

  function measure() {
    rowHeight = 4 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  function draw() {
    const { state } = store;
    const devices = shownDevices(state);
    rows.style.setProperty('height', `${order.length * rowHeight}px`);
    const { first, end } = rowWindow({
      scrollTop: scroller.scrollTop, height: scroller.clientHeight, rowHeight, count: order.length,
    });
    const top = Math.ceil(scroller.scrollTop / rowHeight);
    tabStop = current >= first && current < end ? current : Math.min(top, order.length - 1);
    const wanted = new Set(order.slice(first, end));
    for (const [id, row] of inSight) {
      // A row that has the focus stays while its device does, wherever it is scrolled to.
      if (wanted.has(id) || (row.element.contains(document.activeElement) && order.includes(id))) continue;
      row.element.remove();
      inSight.delete(id);
      spares.push(row);
    }
    let previous = null;
    for (let index = first; index < end; index += 1) {
      const device = devices.get(order[index]) ?? line?.of?.(order[index]);
      if (!device) continue;
      let row = inSight.get(device.id);
      if (!row) {
        row = takeSpare(kindOf(device)) ?? makeRow();
        inSight.set(device.id, row);
      }
      place(row, device, index);
      // The order in the document is the order on the screen, for those who hear it.
      if (previous ? previous.nextSibling !== row.element : rows.firstChild !== row.element) {
        if (!row.element.contains(document.activeElement)) {
          rows.insertBefore(row.element, previous ? previous.nextSibling : rows.firstChild);
        }
      }
      previous = row.element;
    }
  }

  /// A row that is not needed, best one whose glyph is right already.
  function takeSpare(kind) {
    const index = spares.findLastIndex((row) => row.parts.disc.dataset.kind === kind);
    return index < 0 ? spares.pop() : spares.splice(index, 1)[0];
  }

  function place(row, device, index) {
    const { filter: { sort }, route, hovered } = store.state;
    const top = index * rowHeight;
    if (row.top !== top) {
      row.top = top;
      row.element.style.setProperty('transform', `translateY(${top}px)`);
    }
    row.element.toggleAttribute('data-hovered', hovered === device.id);
    setAttribute(row.parts.link, 'tabindex', index === tabStop ? 0 : -1);
    const shown = [index, order.length, sort, route.id === device.id, words].join();
    if (row.device === device && row.shown === shown) return;
    row.shown = shown;
    fillRow(row, device, { index, count: order.length, sort, selected: route.id === device.id });
  }

  function focusRow(index) {
    current = index;
    scroller.scrollTop = scrollToShow(index, {
      scrollTop: scroller.scrollTop, height: scroller.clientHeight, rowHeight,
    });
    draw();
    inSight.get(order[index])?.parts.link.focus({ preventScroll: true });
  }

  let isDrawing = false;
  function drawSoon() {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(() => { isDrawing = false; draw(); });
  }

  scroller.addEventListener('scroll', drawSoon, { passive: true });
  scroller.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || order.length === 0) return;
    const perPage = Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 1);
    const next = rowForKey(event.key, current, order.length, perPage);
    if (next === null) return;
    event.preventDefault();
    focusRow(next);
  });
  const idAt = (event) => event.target.closest?.('.row-item')?.dataset.id ?? null;
  rows.addEventListener('pointerover', (event) => { if (event.pointerType === 'mouse') onHover(idAt(event)); });
  rows.addEventListener('pointerleave', () => onHover(null));
  rows.addEventListener('focusin', (event) => {
    const index = order.indexOf(idAt(event));
    if (index >= 0) current = index;
    onHover(idAt(event));
  });
  rows.addEventListener('focusout', () => onHover(null));
  new ResizeObserver(() => { measure(); drawSoon(); }).observe(scroller);

  setInterval(() => { words += 1; if (!document.hidden) drawSoon(); }, 30_000);
  measure();
  store.watch(['devices', 'filter', 'loaded', 'status', 'past'], (state, changed) => {
    // What comes meanwhile is of now.
    if (state.past && !['past', 'filter', 'loaded'].some((key) => changed.has(key))) return;
    // The status alone says nothing of the order; of an empty list it says why.
    const isOfStatus = !['devices', 'filter', 'loaded', 'past'].some((key) => changed.has(key));
    if (isOfStatus && state.devices.size > 0) return;
    const wait = orderedAt + ORDER_PAUSE_MS - Date.now();
    if (changed.has('loaded')) words += 1;
    if (changed.has('filter')) { scroller.scrollTop = 0; current = 0; }
    if (!changed.has('filter') && !changed.has('loaded') && state.devices.size > MANY && wait > 0) {
      later ??= setTimeout(() => { sortNow(store.state); drawSoon(); }, wait);
    } else {
      sortNow(state);
    }
    draw();
  });
  store.watch(['route', 'hovered'], draw);

  return {
    focusSearch: () => controls.focus(),
    /// Moves the focus to the row of a device, or to the row that had it last.
    focus(id) {
      const index = id === undefined ? current : order.indexOf(id);
      if (order.length > 0) focusRow(Math.max(0, Math.min(index, order.length - 1)));
    },
  };
}

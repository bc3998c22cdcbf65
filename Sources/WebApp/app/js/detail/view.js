// A device's sheet: opened by the route, drawn from the store, and from what the server explains.

import { emit, h } from '../dom.js';
import { currentLanguage, t } from '../i18n/i18n.js';
import { api } from '../model/api.js';
import { loadStyle } from '../shell/load-later.js';
import { draftOf, settledFields } from '../model/unsaved.js';
import { createHead } from './head.js';
import { aboutPart, infoPart, networkPart } from './facts.js';
import { createRemoval, createKindChoice, createNote } from './marks.js';
import { portsPart, servicesPart } from './services.js';
import { createSheet } from './sheet.js';

// The history is loaded once, when a device is first looked at.
let createHistory = null;

// Why it is taken for what it is is not needed for the first screen.
let loadWhy = null;

// What changes in bursts while a device is probed is asked for once.
const SETTLING_MS = 600;

/// Puts the sheet into an element. `onClose()`; `onCover({right, bottom})`: how much of the window it
/// covers.
export function createDetail(element, { store, onClose, onCover }) {
  const head = createHead({ onClose });
  const kind = createKindChoice();
  const note = createNote();
  const removal = createRemoval();
  const parts = {
    about: aboutPart(), network: networkPart(), services: servicesPart(), ports: portsPart(),
    info: infoPart(),
  };
  const aboutTitle = h('h3');
  const [historyPlace, whyPlace, sentPlace] = Array.from({ length: 3 }, () => h('div', { hidden: true }));
  const body = h('div', { class: 'detail-body', tabindex: '-1' },
    h('section', { class: 'card' }, aboutTitle,
      h('div', { class: 'card-body' }, kind.element, parts.about.element)), historyPlace, parts.network.element, note.element, whyPlace,
    parts.services.element, parts.ports.element, parts.info.element, sentPlace, removal.element);
  const goneWords = h('p', { tabindex: '-1' });
  const goneLink = h('a', { class: 'button primary', href: '#/devices' });
  const gone = h('div', { class: 'detail-gone', hidden: true }, goneWords, goneLink);
  const scroller = h('div', { class: 'detail-scroll' }, head.element, body);
  const sheet = createSheet(element, { onCover, onClose });
  element.append(sheet.grip, scroller, gone);
  sheet.dragBy(sheet.grip);
  sheet.dragBy(head.title);
  sheet.swipeBy(scroller, head.title);

  let openId = null;
  let full = null;
  let asked = '';
  let timer = null;
  let past = null;
  let watch = null;
  // Whether the server has been sent that the device was looked at.
  let told = false;

  async function explain(id) {
    try {
      const answer = await api.device(id);
      if (openId !== id) return;
      full = answer;
      draw(store.state);
    } catch {
      // The rest of the sheet stands without it; the connection's notice says what is wrong.
    }
  }

  async function showHistory() {
    try {
      createHistory ??= Promise.all([import('../history/device-view.js'), loadStyle('css/segments.css'), loadStyle('css/history.css')]);
      const [{ createDeviceHistory, keepInView }] = await createHistory;
      if (past === null) {
        keepInView(scroller, [...head.element.children, body]);
        past = createDeviceHistory({ store, onIdentity: () => { if (openId !== null) explain(openId); } });
        historyPlace.replaceWith(past.element);
        body.prepend(past.proposal);
        removal.element.before(past.merging);
      }
      draw(store.state);
    } catch {
      // As what explains it: the rest of the sheet stands without. The next device tries again.
      createHistory = null;
    }
  }

  async function showWatch() {
    if (watch) return;
    try {
      const [{ createWatch }] = await Promise.all([import('../monitors/watch-view.js'), loadStyle('css/monitors.css')]);
      watch ??= createWatch();
      body.prepend(watch.element);
      draw(store.state);
    } catch {
      // As with the history.
    }
  }

  async function showWhy() {
    try {
      loadWhy ??= import('./why.js');
      const { sentPart, whyPart } = await loadWhy;
      if (parts.why) return;
      Object.assign(parts, { why: whyPart(), sent: sentPart() });
      whyPlace.replaceWith(parts.why.element);
      sentPlace.replaceWith(parts.sent.element);
      draw(store.state);
    } catch {
      // As with the history.
      loadWhy = null;
    }
  }

  function explainSoon(device) {
    const signature = JSON.stringify([device.id, device.because, device.link_reason, device.user_name, device.user_category, device.probing, device.addresses]);
    if (signature === asked) return;
    const isFirst = full === null && asked === '';
    asked = signature;
    clearTimeout(timer);
    if (isFirst) explain(device.id);
    else timer = setTimeout(() => explain(device.id), SETTLING_MS);
  }

  function draw({ devices, loaded, tools, unsaved }) {
    if (openId === null) return;
    const device = devices.get(openId);
    gone.hidden = Boolean(device) || !loaded;
    scroller.hidden = !device;
    if (!device) {
      goneWords.textContent = t('detail.gone');
      goneLink.textContent = t('detail.goneAction');
      return;
    }
    for (const field of settledFields(unsaved, device)) {
      emit(element, 'discard', { id: device.id, field });
    }
    const words = currentLanguage();
    const minute = Math.floor(Date.now() / 60_000);
    head.update(device, full, tools, draftOf(unsaved, device.id, 'user_name'));
    aboutTitle.textContent = t('detail.about');
    kind.update(device, full);
    note.update(device, draftOf(unsaved, device.id, 'note'));
    removal.update(device);
    past?.update(device, full);
    watch?.update(device);
    parts.about.update([words, minute, device.vendor, device.model, device.os, device.first_seen, device.last_seen], device);
    parts.network.update([words, device.addresses, device.mac, device.latency_ms, device.link, device.link_reason,
      full?.explanation?.mac_vendor, full?.phrases], device, full);
    parts.services.update([words, device.services], device.services ?? []);
    parts.ports.update([words, device.ports], device.ports ?? []);
    parts.info.update([words, device.hostname, device.discovered_by, device.services], device);
    if (parts.why) drawWhy(words, device);
    explainSoon(device);
    if (device.new && !told) {
      told = true;
      api.change(device.id, { new: false }).catch(() => {});
    }
  }

  function drawWhy(words, device) {
    parts.why.update([words, device.because, device.confidence, device.category, device.user_name,
      full?.identified, full?.phrases, full?.explanation?.hangs_on, full?.explanation?.missing, full?.explanation?.runner_up], device, full);
    parts.sent.update([words, full?.explanation?.sent], full?.explanation?.sent ?? []);
    parts.sent.element.hidden = !full;
  }

  /// Keeps what is being typed about the open device.
  function leave() {
    head.keep();
    note.leave();
  }

  function open(id) {
    const wasClosed = openId === null;
    if (!wasClosed) leave();
    openId = id;
    full = null;
    asked = '';
    element.hidden = false;
    scroller.scrollTop = 0;
    if (wasClosed) sheet.open();
    sheet.relabel();
    told = false;
    draw(store.state);
    if (past === null) showHistory();
    showWatch();
    showWhy();
    if (scroller.hidden) goneWords.focus();
    else head.focus();
  }

  function close() {
    leave();
    openId = null;
    clearTimeout(timer);
    element.hidden = true;
    sheet.close();
  }

  // A note that is sent now would get no answer.
  addEventListener('pagehide', () => {
    if (openId === null) return;
    head.keep();
    note.keep();
  });
  store.watch(['route'], ({ route }) => {
    if (route.panel !== 'device') { if (openId !== null) close(); return; }
    if (route.id !== openId) open(route.id);
  });
  store.watch(['devices', 'loaded', 'tools', 'unsaved'], draw);
  // Loaded ahead of time, it is there without the server too.
  store.watch(['loaded'], ({ loaded }) => { if (loaded) setTimeout(() => { showWhy(); showWatch(); }, 500); });
  setInterval(() => { if (openId !== null && !document.hidden) draw(store.state); }, 30_000);
}

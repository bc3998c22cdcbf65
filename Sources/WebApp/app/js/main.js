// The composition: store, router, live events and views, put together.

import { createActions } from './actions.js';
import { createDetail } from './detail/view.js';
import { tellTime } from './i18n/clock.js';
import { bestLanguage, setLanguage, t, translatePage } from './i18n/i18n.js';
import { createList } from './list/view.js';
import { createMap } from './map/view.js';
import { api } from './model/api.js';
import { singles } from './model/device.js';
import { followEvents } from './model/events.js';
import { remembered } from './model/preferences.js';
import { baseHash, deviceHash, routeOf, toolHash } from './model/router.js';
import { applyChange, applySnapshot, emptyState, shownDevices, Store } from './model/store.js';
import { restore } from './model/unsaved.js';
import { announce, toast } from './shell/announce.js';
import { createEmpty } from './shell/empty.js';
import { createLayout } from './shell/layout.js';
import { loadLater, loadStyle } from './shell/load-later.js';
import { createNotices } from './shell/notices.js';
import { NARROW } from './shell/screens.js';
import { createSummary } from './shell/summary.js';
import { placeSymbols } from './shell/symbols.js';

const store = new Store({ ...emptyState(), unsaved: restore() }, (run) => {
  // A hidden page has no frames, but its state goes on.
  if (document.hidden) setTimeout(run, 250);
  else requestAnimationFrame(run);
});
const byId = (id) => document.getElementById(id);
const narrow = matchMedia(NARROW);

// Where the app was before a panel opened, so that closing is going back.
let openedHere = false;
let opener = null;

function follow() {
  const before = store.state.route;
  const route = routeOf(location.hash, before.base, before.tool, before.monitor);
  if (before.panel === null && route.panel !== null) opener = document.activeElement;
  store.update({ route });
  store.flush();
  if (before.panel !== null && route.panel === null) returnFocus(before);
}

function returnFocus(before) {
  openedHere = false;
  const target = opener;
  opener = null;
  if (before.panel === 'device' && (target?.closest?.('.rows') || (!narrow.matches && target === document.body))) list.focus(before.id);
  else if (target?.isConnected && !target.closest?.('[inert]')) target.focus({ preventScroll: true });
}

function close() {
  if (openedHere) history.back();
  else location.replace(baseHash(store.state.route));
}

function select(id) {
  const { panel } = store.state.route;
  if (id === null) {
    if (panel === 'device') close();
  } else if (panel === null) {
    location.hash = deviceHash(id);
  } else {
    location.replace(deviceHash(id));
  }
}

/// Asks for the password, and comes back to this place.
function logInAgain(hash = location.hash) {
  // Whoever goes back is asked too, and sees nothing of the home meanwhile.
  addEventListener('pagehide', () => { document.body.style.visibility = 'hidden'; });
  addEventListener('pageshow', ({ persisted }) => { if (persisted) location.reload(); });
  location.assign(`login.html${hash}`);
}

async function speak(code) {
  await setLanguage(code || bestLanguage(navigator.languages), navigator.languages);
  translatePage(document);
  store.redraw();
}

await setLanguage(remembered('language') ?? bestLanguage(navigator.languages), navigator.languages);
placeSymbols(document);
translatePage(document);

/// Tells the map how much of it a sheet covers that takes so many pixels of the window.
function coverMap({ right, bottom }) {
  const place = byId('map').getBoundingClientRect();
  // Less than a pixel is a matter of rounding.
  map.setInsets({
    right: Math.max(0, Math.round(right - (innerWidth - place.right))),
    bottom: Math.max(0, Math.round(bottom - (innerHeight - place.bottom))),
  });
}

const map = createMap(byId('map'), {
  t, onSelect: select, onHover: (id) => store.update({ hovered: id }),
});
createSummary({ store });
createEmpty(byId('empty'), { store });
const list = createList(byId('list-pane'), {
  store, onHover: (id) => store.update({ hovered: id }),
});
createDetail(byId('detail'), { store, onClose: close, onCover: coverMap });
createActions({
  store, onLoggedOut: logInAgain,
  onForgotten(id) {
    const { panel, id: open } = store.state.route;
    if (panel === 'device' && open === id) close();
  },
});
createLayout({ store });

/// A screen of its own; `load()` gives what makes it, `styles` are its style sheets.
function screen(name, load, ...styles) {
  loadLater(byId(name), {
    store, isWanted: ({ base }) => base === name, words: { opening: `opening.${name}`, failed: `unloaded.${name}` },
    async load() {
      const [create] = await Promise.all([load(), ...styles.map((style) => loadStyle(`css/${style}.css`))]);
      create(byId(name), { store, onClose: () => { location.hash = '#/'; } });
    },
  });
}
screen('tools', async () => (await import('./tools/view.js')).createTools, 'tools');
screen('timeline', async () => (await import('./history/timeline.js')).createTimeline, 'tools', 'segments', 'timeline');
screen('monitors', async () => (await import('./monitors/view.js')).createMonitors, 'tools', 'segments', 'history', 'monitors');
screen('alerts', async () => (await import('./alerts/view.js')).createAlerts, 'tools', 'segments', 'monitors', 'alerts');
const loadSettings = loadLater(byId('settings'), {
  store, isWanted: ({ panel }) => panel === 'settings', words: { opening: 'settings.opening', failed: 'settings.notLoaded' },
  async load() {
    const [{ createSettings }] = await Promise.all([import('./settings/view.js'), loadStyle('css/settings.css'), loadStyle('css/segments.css')]);
    createSettings(byId('settings'), { store, onClose: close, onLanguage: speak, onLoggedOut: () => logInAgain('') });
  },
});
// Loaded ahead of time, the settings open without the server too.
store.watch(['loaded'], ({ loaded }) => { if (loaded) setTimeout(loadSettings, 500); });
addEventListener('homenet:open-tool', ({ detail: { name, values } }) => {
  store.update({ toolStart: { name, values } });
  location.hash = toolHash(name, values.host ?? values.hosts);
});

/// The time slider over map and list.
let past = null;
async function openPast() {
  try {
    const [{ createPast }] = await Promise.all([import('./history/past-view.js'), loadStyle('css/segments.css'), loadStyle('css/past.css')]);
    past ??= createPast(byId('past'), { store });
    past.open();
  } catch {
    toast(t('past.notLoaded'));
  }
}
byId('open-past').addEventListener('click', openPast);
addEventListener('homenet:open-past', openPast);

store.watch(['devices', 'status', 'past'], (state, changed) => {
  // While the past is shown, what comes waits.
  if (!state.past || changed.has('past')) map.update(singles(shownDevices(state)), state.past ? null : state.status);
});
store.watch(['route', 'loaded'], ({ route }) => map.select(route.panel === 'device' ? route.id : null));
store.watch(['hovered'], ({ hovered }) => map.highlight(hovered));
addEventListener('homenet:theme', () => store.redraw());
addEventListener('hashchange', (event) => {
  if (new URL(event.oldURL).hash !== new URL(event.newURL).hash && store.state.route.panel === null) openedHere = true;
  follow();
});
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select');
  if (event.key === 'Escape' && store.state.route.panel !== null && !event.defaultPrevented) close();
  else if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (narrow.matches) location.hash = '#/devices';
    else if (store.state.route.panel !== null) close();
    setTimeout(() => list.focusSearch(), 60);
  }
});
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  if (narrow.matches) location.hash = '#/devices';
  setTimeout(() => list.focus(), 60);
});
follow();

/// Says the end of a scan, once.
function tellScan(before, after) {
  if (before?.scan?.state !== 'running' || after?.scan?.state === 'running' || !after) return;
  // One that was stopped is not finished.
  if (before.scan.finished === after.scan?.finished) return;
  const devices = t('status.devices', { count: singles(store.state.devices).size });
  const identified = t('status.identified', { count: after.devices?.identified ?? 0 });
  announce(t('scan.finished', { devices, identified }));
}

const events = followEvents('api/v1/events', {
  mayRest: () => !store.state.isKeeper,
  onEvent(type, data) {
    const before = store.state.status;
    if (type === 'snapshot') store.replace(applySnapshot(store.state, data));
    else if (type === 'change') store.replace(applyChange(store.state, data));
    // What parts that come later show: `monitors`, and an `alert`.
    else dispatchEvent(new CustomEvent(`homenet:${type}`, { detail: data }));
    if (type === 'monitors') store.update({ monitorStates: data.states });
    tellScan(before, store.state.status);
  },
  onTime: tellTime,
  onState: (connection) => store.update({ connection }),
  onLoggedOut: logInAgain,
});
createNotices(byId('notices'), { store, onRetry: events.retryNow });
api.tools().then((answer) => store.update({ tools: answer.tools ?? [] }), () => store.update({ tools: [] }));
api.session().then((session) => store.update({ session }), () => {});
// These are loaded last: nothing on the screen needs them.
setTimeout(() => {
  import('./shell/print.js').then(({ createPrint }) => createPrint(byId('print'), { store }), () => {});
  import('./monitors/badge.js').then(({ createBadge }) => createBadge({ store })).catch(() => {});
  import('./alerts/open-page.js').then(({ createOpenPage }) => createOpenPage({ store, onKeep: events.retryNow }), () => {});
}, 600);
document.documentElement.dataset.ready = '';

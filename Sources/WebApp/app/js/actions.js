// What the user does, carried out: `homenet:…` events in, requests out, failures said.

import { api } from './model/api.js';
import { displayName } from './model/device.js';
import { remember } from './model/preferences.js';
import { applyChange } from './model/store.js';
import { isolate, t } from './i18n/i18n.js';
import { announce, toast } from './shell/announce.js';

function reason(error) {
  return error.status === 0 ? t('detail.unreachable') : error.detail ?? error.message;
}

/// Listens for what the user does. `onForgotten()` is told when a device is gone;
/// `onLanguage(code)` when a language is chosen.
export function createActions({ store, onForgotten, onLanguage }) {
  const listen = (name, act) => addEventListener(`homenet:${name}`, (event) => act(event.detail));
  const nameOf = (id) => {
    const device = store.state.devices.get(id);
    return isolate(device ? displayName(device) : id);
  };

  async function scan(start) {
    try {
      const answer = await (start ? api.startScan() : api.stopScan());
      if (store.state.status) store.update({ status: { ...store.state.status, scan: answer } });
    } catch (error) {
      toast(`${t('scan.failed')} ${reason(error)}`);
    }
  }

  listen('start-scan', () => scan(true));
  listen('stop-scan', () => scan(false));

  listen('mark', async ({ id, marks }) => {
    const before = store.state.devices.get(id);
    if (!before) return;
    try {
      const after = await api.change(id, marks);
      store.replace(applyChange(store.state, { devices: [after] }));
      if (marks.hidden === true) toast(t('detail.hiddenNow', { name: nameOf(id) }));
      else if (marks.hidden === false) toast(t('detail.shownNow', { name: nameOf(id) }));
      else announce(t('detail.saved'));
    } catch (error) {
      toast(t('detail.notSaved', { reason: reason(error) }));
      // Whoever showed the new value shows the old one again.
      store.replace(applyChange(store.state, { devices: [{ ...before }] }));
    }
  });

  listen('rescan', async ({ id }) => {
    try {
      await api.rescan(id);
    } catch (error) {
      toast(`${t('scan.failed')} ${reason(error)}`);
    }
  });

  listen('forget', async ({ id }) => {
    const name = nameOf(id);
    try {
      await api.forget(id);
      onForgotten();
      store.replace(applyChange(store.state, { removed: [id] }));
      toast(t('detail.forgotten', { name }));
    } catch (error) {
      toast(t('detail.notSaved', { reason: reason(error) }));
    }
  });

  listen('set-theme', (theme) => {
    remember('theme', theme === 'system' ? null : theme);
    dispatchEvent(new CustomEvent('homenet:apply-theme'));
    store.update({ preferences: {} });
  });
  listen('set-language', (code) => {
    remember('language', code || null);
    onLanguage(code);
  });

  listen('log-out', async () => {
    await api.logOut().catch(() => {});
    location.assign('login.html');
  });
  listen('logged-out', () => location.assign('login.html'));
}

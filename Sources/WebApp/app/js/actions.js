// What the user does, carried out: `homenet:…` events in, requests out, failures said.

import { api } from './model/api.js';
import { displayName } from './model/device.js';
import { failureWords } from './model/failures.js';
import { remember } from './model/preferences.js';
import { applyChange, applyMarks } from './model/store.js';
import { draftOf, keep, mistakeOf, typedFields, withDraft } from './model/unsaved.js';
import { serverNow } from './i18n/clock.js';
import { afterWait, isolate, t } from './i18n/i18n.js';
import { announce, toast } from './shell/announce.js';

/// Listens for what the user does. `onForgotten(id)` is told when a device is gone;
/// `onLanguage(code)` when a language is chosen; `onLoggedOut()` when a request needs the password.
export function createActions({ store, onForgotten, onLanguage, onLoggedOut }) {
  const listen = (name, act) => addEventListener(`homenet:${name}`, (event) => act(event.detail));
  const nameOf = (id) => {
    const device = store.state.devices.get(id);
    return isolate(device ? displayName(device) : id);
  };

  const failed = (words, error) => toast(`${t(words)} ${failureWords(error)}`);

  /// Asks for something of the scan; `words` say that it failed. Gives whether it didn't.
  async function scan(ask, words) {
    const before = store.state.status?.scan;
    try {
      const answer = await ask();
      const { status } = store.state;
      // An event that came meanwhile is the newer one.
      if (status && status.scan === before) store.update({ status: { ...status, scan: answer } });
      return answer;
    } catch (error) {
      failed(words, error);
      store.update({ status: store.state.status && { ...store.state.status } });
      return null;
    }
  }

  listen('start-scan', () => scan(api.startScan, 'scan.failed'));
  listen('stop-scan', async () => {
    const answer = await scan(api.stopScan, 'scan.notStopped');
    if (!answer) return;
    const wait = Math.max(1, (Date.parse(answer.next) - serverNow()) / 1000);
    toast(answer.next ? t('scan.stoppedUntil', { when: afterWait(wait) }) : t('scan.stopped'));
  });
  listen('pause-watch', async ({ paused }) => {
    const answer = await scan(() => api.pauseWatch(paused), paused ? 'watch.notPaused' : 'watch.notResumed');
    if (answer) announce(t(paused ? 'watch.nowPaused' : 'watch.nowResumed'));
  });

  function draft(id, field, value) {
    const unsaved = withDraft(store.state.unsaved, id, field, value);
    store.update({ unsaved });
    keep(unsaved);
  }

  // A device's marks are sent one after the other, so that the last one said is the one that is kept.
  const sending = new Map();

  async function mark({ id, marks }) {
    const fields = typedFields(marks);
    const mine = Object.fromEntries(fields.map((field) => [field, { text: marks[field] ?? '', error: mistakeOf(field, marks[field]) }]));
    for (const field of fields) draft(id, field, mine[field]);
    if (fields.some((field) => mine[field].error)) return;
    const isMine = (field) => draftOf(store.state.unsaved, id, field) === mine[field];
    await sending.get(id);
    const before = store.state.devices.get(id);
    try {
      const after = await api.change(id, marks);
      if (before) store.replace(applyMarks(store.state, before, after, marks));
      for (const field of fields.filter(isMine)) draft(id, field, null);
      if (marks.hidden === true) toast(t('detail.hiddenNow', { name: nameOf(id) }));
      else if (marks.hidden === false) toast(t('detail.shownNow', { name: nameOf(id) }));
      else announce(t('detail.saved'));
    } catch (error) {
      const { status, detail } = error;
      // What was typed stays where it was typed, with the reason.
      for (const field of fields.filter(isMine)) draft(id, field, { text: mine[field].text, error: { status, detail } });
      if (fields.length === 0) {
        toast(t('detail.notSaved', { reason: failureWords(error) }), { label: t('detail.tryAgain'), act: () => queue({ id, marks }) });
        // Whoever showed the new value shows the present one again.
        store.update({ devices: new Map(store.state.devices) });
      }
    }
  }

  function queue(detail) {
    const done = mark(detail);
    sending.set(detail.id, done);
    done.then(() => { if (sending.get(detail.id) === done) sending.delete(detail.id); });
  }

  listen('mark', queue);
  listen('discard', ({ id, field }) => draft(id, field, null));

  listen('rescan', async ({ id }) => {
    try {
      await api.rescan(id);
    } catch (error) {
      failed('detail.notAsked', error);
    }
  });

  listen('forget', async ({ id }) => {
    const name = nameOf(id);
    const before = store.state.devices.get(id);
    try {
      await api.forget(id);
      onForgotten(id);
      const { unsaved, devices } = store.state;
      for (const field of Object.keys(unsaved[id] ?? {})) draft(id, field, null);
      // What an event brought meanwhile is a device that was found again.
      if (devices.get(id) === before) store.replace(applyChange(store.state, { removed: [id] }));
      toast(t('detail.forgotten', { name }));
    } catch (error) {
      failed('detail.notForgotten', error);
    }
  });

  listen('forget-away', async () => {
    try {
      const { forgotten } = await api.forgetAway();
      toast(t('settings.forgotAway', { count: forgotten }));
    } catch (error) {
      failed('detail.notForgotten', error);
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
    keep({});
    location.assign('login.html');
  });
  listen('logged-out', onLoggedOut);
}

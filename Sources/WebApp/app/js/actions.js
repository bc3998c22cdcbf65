// What the user does, carried out: `homenet:…` events in, requests out, failures said.

import { api } from './model/api.js';
import { displayName } from './model/device.js';
import { failureWords } from './model/failures.js';
import { deviceHash } from './model/router.js';
import { applyChange, applyMarks } from './model/store.js';
import { draftOf, keep, mistakeOf, typedFields, withDraft } from './model/unsaved.js';
import { serverNow } from './i18n/clock.js';
import { afterWait, isolate, t } from './i18n/i18n.js';
import { announce, toast } from './shell/announce.js';

/// Listens for what the user does. `onForgotten(id)` is called when a device is gone; `onLoggedOut()` when a request
/// needs the password. What is done in the settings comes with them: settings/actions.js.
export function createActions({ store, onForgotten, onLoggedOut }) {
  const listen = (name, act) => addEventListener(`homenet:${name}`, (event) => act(event.detail));
  const nameOf = (id) => {
    const device = store.state.devices.get(id);
    return isolate(device ? displayName(device) : id);
  };

  const failed = (words, error) => toast(`${t(words)} ${failureWords(error)}`);

  /// Asks for something of the scan; `words` say that it failed. Returns the server's answer, null
  /// where there is none.
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
  // The newest marks of each device's field; what became of older ones is not said.
  const newest = new Map();
  const isNewest = (id, marks) => Object.keys(marks).every((field) => newest.get(`${id} ${field}`) === marks);
  // The toast that says what was not saved: `{id, marks, remove}`
  let failure = null;

  /// Says that marks were not saved; a button does `retry`, or opens the device.
  function sayFailure(id, marks, error, retry = null) {
    const words = `${nameOf(id)}: ${t('detail.notSaved', { reason: failureWords(error) })}`;
    const action = retry ? { label: t('detail.tryAgain'), act: retry } : { label: t('detail.open'), act: () => { location.hash = deviceHash(id); } };
    failure = { id, marks, remove: toast(words, action) };
  }

  /// Removes the toast about a field.
  function dropFailure(id, field) {
    if (failure?.id !== id || !(field in failure.marks)) return;
    failure.remove();
    failure = null;
  }

  const isShown = (id) => store.state.route.panel === 'device' && store.state.route.id === id;

  async function send({ id, marks }) {
    const fields = typedFields(marks);
    const mine = Object.fromEntries(fields.map((field) => [field, { text: marks[field] ?? '', error: null }]));
    for (const field of fields) draft(id, field, mine[field]);
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
      const { status, detail, code, values } = error;
      // What was typed stays where it was typed, with the reason.
      const kept = fields.filter(isMine);
      for (const field of kept) draft(id, field, { text: mine[field].text, error: { status, detail, code, values } });
      if (!isNewest(id, marks)) return;
      const isUnseen = kept.length > 0 && !isShown(id);
      if (fields.length === 0 || isUnseen) sayFailure(id, marks, error, () => queue({ id, marks }));
      // The form shows the device's own value again.
      if (fields.length === 0) store.update({ devices: new Map(store.state.devices) });
    }
  }

  function queue({ id, marks }) {
    for (const field of Object.keys(marks)) {
      newest.set(`${id} ${field}`, marks);
      dropFailure(id, field);
    }
    const mistakes = typedFields(marks).map((field) => [field, mistakeOf(field, marks[field])]).filter(([, error]) => error);
    for (const [field, error] of mistakes) draft(id, field, { text: marks[field], error });
    if (mistakes.length > 0) {
      if (!isShown(id)) sayFailure(id, marks, mistakes[0][1]);
      return;
    }
    const done = send({ id, marks });
    sending.set(id, done);
    done.then(() => { if (sending.get(id) === done) sending.delete(id); });
  }

  listen('mark', queue);
  listen('keep', ({ id, field, text }) => {
    if (!store.state.devices.has(id)) return;
    const error = mistakeOf(field, text) ?? { status: 'unsent' };
    draft(id, field, { text, error });
    if (!isShown(id)) sayFailure(id, { [field]: text }, error);
  });
  listen('discard', ({ id, field }) => {
    draft(id, field, null);
    dropFailure(id, field);
  });

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

  listen('logged-out', () => onLoggedOut());
}

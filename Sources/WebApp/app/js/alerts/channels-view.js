// The channels: what each is, whether it works, and what waits for it.

import { bdi, button, h } from '../dom.js';
import { currentLanguage, isolate, t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { failureWords } from '../model/failures.js';
import { announce, toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { createChannelForm } from './channel-form.js';
import { MOST_ASKED } from './history.js';
import { act, createKeyed, isLocked, lockedNote, question, toggle } from './parts.js';
import { alerting } from './requests.js';
import { deliveryWords, lossWords, nameOf, secretWords, serviceWords, waitingWords } from './words.js';

const NEW = '';

/// Makes the view over the shared book; `beside` is shown below the list. `onEdit()` is called when a form is opened or closed.
export function createChannelsView({ book, beside, onEdit }) {
  const add = button('button primary', () => open(NEW), h('span', {}));
  const formPlace = h('div', { class: 'alerts-new' });
  const list = h('ul', { class: 'alerts-list', role: 'list' });
  const words = h('p', { class: 'muted alerts-words' });
  const element = h('div', { class: 'alerts-part' }, formPlace, list, words, h('div', { class: 'alerts-actions' }, add), beside);
  const fill = createKeyed(list);
  // The channel whose form is open, NEW for that of a new one, null for none; and that which may be removed.
  let editing = null;
  let asking = null;
  let wanted = null;
  // What came of tests, by the channels' ids: `{state, words}`
  const tests = new Map();
  // How often each was switched: what failed is drawn as it was.
  const turns = new Map();
  let isShown = false;
  let isOpening = false;

  const serviceOf = (channel) => book.services?.find((one) => one.name === channel.service) ?? null;
  const serviceName = (channel) => serviceWords(channel.service, null, null, serviceOf(channel)?.label ?? channel.service);
  const secretName = (channel) => (name) => serviceWords(channel.service, name, 'label', serviceOf(channel)?.settings?.find((one) => one.name === name)?.label ?? name);

  function open(id, service = null) {
    editing = id;
    wanted = service;
    asking = null;
    isOpening = true;
    draw();
    onEdit();
  }

  function close() {
    const from = editing;
    editing = null;
    form = null;
    draw();
    onEdit();
    (from === NEW ? add : list.querySelector(`[data-entry="${CSS.escape(from ?? '')}"] [data-act="edit"]`) ?? add).focus({ preventScroll: true });
  }

  let form = null;
  function makeForm(channel) {
    const mine = createChannelForm({
      services: book.services ?? [], channel, service: wanted, onCancel: close,
      onSave: (body) => (channel ? alerting.change('channels', channel.id, body) : alerting.add('channels', body)),
      onDone(saved) {
        if (saved) {
          tests.delete(saved.id);
          toast(t(channel ? 'alerts.saved' : 'alerts.channel.added', { name: isolate(plain(saved.name)) }));
          book.load('channels', 'rules');
        }
        // Another one may have been opened meanwhile.
        if (form === mine) close();
      },
    });
    form = mine;
    return mine.element;
  }

  async function turn(channel, isOn) {
    try {
      await alerting.change('channels', channel.id, { on: isOn });
    } catch (error) {
      toast(lossWords('alerts.notChanged', error));
    }
    turns.set(channel.id, (turns.get(channel.id) ?? 0) + 1);
    await book.load('channels', 'waiting');
  }

  async function test(channel) {
    const name = isolate(plain(channel.name));
    tests.set(channel.id, { state: 'busy', words: t('alerts.test.running') });
    draw();
    let result;
    try {
      const delivery = await alerting.test(channel.id);
      result = { state: delivery.outcome === 'sent' ? 'good' : 'bad', words: deliveryWords(delivery, name) };
    } catch (error) {
      result = { state: 'bad', words: `${t('alerts.test.failed')} ${failureWords(error)}` };
    }
    tests.set(channel.id, result);
    draw();
    announce(result.words);
  }

  async function remove(channel) {
    if (asking !== channel.id) return;
    asking = null;
    try {
      await alerting.remove('channels', channel.id);
      tests.delete(channel.id);
      toast(t('alerts.channel.removed', { name: isolate(plain(channel.name)) }));
    } catch (error) {
      toast(lossWords('alerts.notRemoved', error));
    }
    await book.load('channels', 'rules', 'waiting');
    add.focus({ preventScroll: true });
  }

  function ask(id) {
    asking = id;
    draw();
    if (id !== null) focusAct(id, 'no');
  }

  function card(channel, about, waiting) {
    const name = nameOf(channel, channel.id);
    const locked = isLocked(channel);
    const result = tests.get(channel.id);
    return h('li', { class: 'alerts-item' },
      h('div', { class: 'alerts-head' }, h('div', { class: 'alerts-title' }, h('h3', {}, bdi(plain(channel.name) || channel.id)), h('p', { class: 'muted' }, bdi(about))),
        toggle(t(channel.on ? 'alerts.on' : 'alerts.off'), channel.on, (isOn) => turn(channel, isOn), { isLocked: locked, label: t('alerts.channel.use', { name }) })),
      waiting ? h('p', { class: 'alerts-waiting' }, symbol('clock'), h('span', {}, waiting)) : null,
      locked ? lockedNote() : null,
      result ? h('p', { class: 'alerts-result', data: { state: result.state } },
        symbol({ good: 'check', bad: 'warning', busy: 'clock' }[result.state]), h('span', {}, bdi(result.words))) : null,
      asking === channel.id
        ? question(t('alerts.channel.removeAsk', { name }), t('alerts.remove'), () => remove(channel), () => { ask(null); focusAct(channel.id, 'remove'); })
        : h('div', { class: 'alerts-actions' },
          act(button('button', () => { if (tests.get(channel.id)?.state !== 'busy') test(channel); }, t('alerts.test.do')), 'test'),
          locked ? null : act(button('button', () => open(channel.id), t('alerts.edit')), 'edit'),
          locked ? null : act(button('button', () => ask(channel.id), t('alerts.remove')), 'remove')));
  }

  const focusAct = (id, name) => list.querySelector(`[data-entry="${CSS.escape(id)}"] [data-act="${name}"]`)?.focus({ preventScroll: true });

  function draw() {
    if (!isShown) return;
    const channels = book.channels ?? [];
    if (editing && !channels.some(({ id }) => id === editing)) editing = null;
    const language = currentLanguage();
    add.lastChild.textContent = t('alerts.channel.add');
    add.hidden = editing === NEW || !book.services?.length;
    if (editing === NEW && book.services?.length) {
      if (formPlace.childElementCount === 0) formPlace.append(makeForm(null));
    } else {
      formPlace.replaceChildren();
    }
    fill(channels.map((channel) => {
      const count = (book.waiting ?? []).filter((one) => one.channel === channel.id).length;
      const waiting = waitingWords(count, MOST_ASKED);
      if (editing === channel.id && book.services) return { id: channel.id, signature: 'form', build: () => h('li', { class: 'alerts-item' }, makeForm(channel)) };
      const about = [serviceName(channel), secretWords(channel.secrets ?? [], secretName(channel))].filter(Boolean).join(' · ');
      const signature = JSON.stringify([language, channel, waiting, tests.get(channel.id) ?? null, asking === channel.id, about, turns.get(channel.id) ?? 0]);
      return { id: channel.id, signature, build: () => card(channel, about, waiting) };
    }));
    const failure = book.failureOf('channels', 'services');
    words.textContent = failure ? lossWords('alerts.notLoaded', failure) : book.channels === null ? t('alerts.loading') : '';
    words.hidden = words.textContent === '';
    if (isOpening && form?.element.isConnected) {
      isOpening = false;
      form.focus();
      form.element.scrollIntoView({ block: 'start' });
    }
  }

  book.watch(draw);
  return {
    element,
    /// Whether the form of a new channel is open.
    get isAdding() { return editing === NEW; },
    /// Opens it, for a channel of that service.
    add: (service) => open(NEW, service),
    show(nowShown) {
      const isNew = nowShown && !isShown;
      isShown = nowShown;
      element.hidden = !nowShown;
      if (isNew) book.load('channels', 'waiting', ...(book.services ? [] : ['services']));
      draw();
    },
  };
}

// What is muted and until when; muting everything for a while.

import { bdi, button, h } from '../dom.js';
import { currentLanguage, exactTime, isolate, relativeTime, t } from '../i18n/i18n.js';
import { displayName, plain } from '../model/device.js';
import { toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { act, createKeyed } from './parts.js';
import { alerting } from './requests.js';
import { isForEver, lossWords } from './words.js';

const LENGTHS = ['1h', '1d'];
const REDRAW_MS = 30_000;

/// What a mute is of, as the API takes it back.
export const subjectOf = ({ monitor, device }) => (monitor ? { monitor } : device ? { device } : { all: true });

const keyOfMute = (mute) => JSON.stringify(subjectOf(mute));

/// Makes the view over the shared book.
export function createMutesView({ book, store }) {
  const intro = h('p', { class: 'muted alerts-intro' });
  const list = h('ul', { class: 'alerts-list', role: 'list' });
  const words = h('p', { class: 'muted alerts-words' });
  const buttons = LENGTHS.map((length) => act(button('button', () => mute({ all: true }, length)), length));
  const element = h('div', { class: 'alerts-part' }, intro, list, words, h('div', { class: 'alerts-actions' }, buttons));
  const fill = createKeyed(list);
  let isShown = false;
  let clock = null;

  async function mute(subject, length) {
    try {
      book.take('mutes', await alerting.mute(subject, length));
      toast(t(length === null ? 'alerts.mute.ended' : 'alerts.mute.done'));
      if (length === null) buttons[0].focus({ preventScroll: true });
    } catch (error) {
      toast(lossWords('alerts.notChanged', error));
      book.load('mutes');
    }
  }

  function nameOfMute(mute) {
    if (mute.monitor) return plain(book.find('monitors', mute.monitor)?.name) || plain(mute.monitor);
    if (!mute.device) return t('alerts.mute.everything');
    const device = store.state.devices.get(mute.device);
    return device ? displayName(device) : plain(mute.device);
  }

  function row(mute, name, until) {
    const place = mute.monitor ? `#/monitors/${encodeURIComponent(mute.monitor)}` : mute.device ? `#/devices/${encodeURIComponent(mute.device)}` : null;
    return h('li', { class: 'alerts-row' }, h('span', { class: 'alerts-sign' }, symbol('pause')),
      h('div', { class: 'alerts-body' }, h('p', { class: 'alerts-said' }, place ? h('a', { href: place }, bdi(name)) : bdi(name)),
        h('p', { class: 'muted' }, isForEver(mute) ? until : h('time', { datetime: mute.until, title: exactTime(mute.until) }, until))),
      act(button('button', () => end(mute), t('alerts.mute.end'), h('span', { class: 'visually-hidden' }, ': ', bdi(isolate(name)))), 'end'));
  }

  const end = (one) => mute(subjectOf(one), null);

  function draw() {
    if (!isShown) return;
    const language = currentLanguage();
    intro.textContent = t('alerts.mute.intro');
    buttons.forEach((one, index) => { one.textContent = t(`alerts.mute.for.${LENGTHS[index]}`); });
    const mutes = book.mutes ?? [];
    fill(mutes.map((mute) => {
      const name = nameOfMute(mute);
      const until = isForEver(mute) ? t('alerts.mute.ever') : t('alerts.mute.until', { when: relativeTime(mute.until) });
      return { id: keyOfMute(mute), signature: JSON.stringify([language, mute, name, until]), build: () => row(mute, name, until) };
    }));
    const failure = book.failureOf('mutes');
    words.textContent = failure ? lossWords('alerts.notLoaded', failure) : book.mutes === null ? t('alerts.loading') : mutes.length === 0 ? t('alerts.mute.none') : '';
    words.hidden = words.textContent === '';
  }

  book.watch(draw);
  return {
    element,
    show(nowShown) {
      const isNew = nowShown && !isShown;
      isShown = nowShown;
      element.hidden = !nowShown;
      clearInterval(clock);
      // What has ended is asked for again.
      if (nowShown) clock = setInterval(() => book.load('mutes'), REDRAW_MS);
      if (isNew) book.load('mutes', 'monitors');
      draw();
    },
  };
}

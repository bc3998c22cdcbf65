// One monitor: how it is, what can be done with it, its past and its settings.

import { redraw } from '../confirm.js';
import { button, h, setText } from '../dom.js';
import { serverNow } from '../i18n/clock.js';
import { currentLanguage, isolate, t } from '../i18n/i18n.js';
import { announce, toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { acknowledge } from './incidents.js';
import { feed } from './live.js';
import { createPast } from './past-card.js';
import { refusalWords } from './refusal.js';
import { requests } from './requests.js';
import { resultPart } from './result.js';
import { settingsCard } from './settings-card.js';
import { isLocked, mutedUntil, nameOf, SIGNS, stateOf } from './states.js';
import { checkedWords, exact, messageSentence, mutedWords, stateWords, whatWords } from './words.js';

/// How long one can mute, by the server's words.
const MUTES = ['1h', '1d', 'ever'];

/// Makes the detail; `onEdit(monitor)` opens the form, `onRemoved()` is called when it is gone.
export function createDetailView({ store, onEdit, onRemoved }) {
  const back = h('a', { class: 'button', href: '#/monitors' }, h('span', { class: 'back-sign', 'aria-hidden': 'true' }, symbol('chevron')), h('span'));
  const sign = h('span', { class: 'monitor-sign large', 'aria-hidden': 'true' });
  const state = h('p', { class: 'monitor-headline' });
  const what = h('p', { class: 'muted', dir: 'auto' });
  const why = h('p', { class: 'monitor-why', dir: 'auto' });
  const checked = h('p', { class: 'muted' });
  const notes = h('ul', { class: 'monitor-notes', role: 'list' });
  const head = h('section', { class: 'monitor-head' }, sign, h('div', { class: 'monitor-head-words' }, state, why, what, checked), notes);
  const actions = h('div', { class: 'monitor-actions' });
  const place = h('div');
  const past = createPast({ onChange: () => feed.load() });
  const settings = settingsCard();
  const removal = h('div', { class: 'removal' });
  const gone = h('p', { class: 'muted', hidden: true });
  const body = h('div', { class: 'part' }, head, actions, place, past.element, settings.element, removal);
  const element = h('div', { class: 'monitor-detail' }, h('p', {}, back), gone, body);
  let id = null;
  let isAsking = false;
  let isChecking = false;
  let isRemoving = false;
  let drawn = '';

  const now = () => feed.monitors.get(id);

  /// Does something; `failure` is what is said where it failed. Gives its answer, null where there is none.
  async function act(ask, failure, success = null) {
    try {
      const answer = await ask();
      if (success) announce(success);
      return answer ?? {};
    } catch (error) {
      toast(`${t(failure)} ${refusalWords(error)}`);
      return null;
    }
  }

  async function check() {
    const mine = id;
    isChecking = true;
    draw();
    const answer = await act(() => requests.check(mine), 'monitors.notCheckedNow');
    isChecking = false;
    if (mine !== id) return;
    if (answer) {
      const { element: part, words } = resultPart(answer.result);
      place.replaceChildren(part);
      announce(words);
      past.load();
    }
    draw();
    feed.load();
  }

  async function pause(isPaused) {
    const mine = id;
    const answer = await act(() => (isPaused ? requests.pause(mine) : requests.resume(mine)), isPaused ? 'monitors.notPaused' : 'monitors.notResumed',
      t(isPaused ? 'monitors.paused' : 'monitors.resumed'));
    if (answer) feed.take({ monitors: [answer] });
  }

  async function mute(length) {
    const mine = id;
    const answer = await act(() => requests.mute(mine, length), 'monitors.notMuted', t(length ? 'monitors.muted' : 'monitors.unmuted'));
    if (!answer && mine === id && now()) drawActions(now());
    await feed.load();
  }

  async function remove() {
    if (isRemoving) return;
    isRemoving = true;
    const mine = id;
    const name = isolate(nameOf(now()));
    const answer = await act(() => requests.remove(mine), 'monitors.notRemoved');
    isRemoving = false;
    if (!answer) return;
    feed.take({ removed: [mine] });
    toast(t('monitors.removed', { name }));
    // Whoever looks at another one meanwhile stays there.
    if (mine === id) onRemoved();
  }

  function ask(next) {
    isAsking = next;
    drawRemoval(now());
    removal.querySelector(next ? '.danger' : 'button')?.focus();
  }

  function drawRemoval(monitor) {
    removal.hidden = isLocked(monitor);
    redraw(removal, isAsking ? h('div', { class: 'confirm', role: 'group', 'aria-label': t('monitors.remove') },
      h('p', {}, t('monitors.removeAsk', { name: isolate(nameOf(monitor)) })),
      h('div', {}, button('button danger', remove, t('monitors.remove')), button('button', () => ask(false), t('detail.cancel'))))
      : button('button', () => ask(true), symbol('forget'), t('monitors.remove')));
  }

  function muteChoice(monitor) {
    const isMuted = mutedUntil(monitor, serverNow()) !== null;
    if (isMuted) return button('button', () => mute(null), symbol('show'), t('monitors.mute.end'));
    const select = h('select', { class: 'button', 'aria-label': t('monitors.mute.label'), on: { change: () => { if (select.value) mute(select.value); } } },
      h('option', { value: '' }, t('monitors.mute.label')), MUTES.map((one) => h('option', { value: one }, t(`monitors.mute.for.${one}`))));
    return select;
  }

  function drawActions(monitor) {
    const { incident } = monitor;
    const isPaused = monitor.paused === true;
    // A button is known again by its name: whoever presses twice never presses the one that took its place.
    const named = (name, element) => {
      element.dataset.act = name;
      return element;
    };
    const busy = button('button primary', () => { if (!isChecking) check(); }, symbol('refresh'), t(isChecking ? 'monitors.checking' : 'monitors.check'));
    if (isChecking) busy.setAttribute('aria-disabled', 'true');
    const held = actions.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    actions.replaceChildren(...[named('check', busy),
      incident && !incident.to && !incident.acknowledged
        ? named('acknowledge', button('button', () => acknowledge(incident.id).then((done) => { if (done) feed.take({ monitors: [{ id: monitor.id, incident: done }] }); past.load(); }), symbol('check'), t('monitors.acknowledge'))) : null,
      isLocked(monitor) ? null : named('pause', button('button', () => pause(!isPaused), symbol(isPaused ? 'play' : 'pause'), t(isPaused ? 'monitors.resume' : 'monitors.pause'))),
      named('mute', muteChoice(monitor)),
      isLocked(monitor) ? null : named('edit', button('button', () => onEdit(now()), symbol('edit'), t('monitors.edit')))].filter(Boolean));
    if (held) (actions.querySelector(`[data-act="${held}"]`) ?? busy).focus({ preventScroll: true });
  }

  function draw() {
    const monitor = now();
    gone.hidden = Boolean(monitor);
    body.hidden = !monitor;
    back.lastChild.textContent = t('monitors.back');
    if (!monitor) {
      setText(gone, t(feed.isLoaded ? 'monitors.gone' : 'app.loading'));
      return;
    }
    const known = stateOf(monitor.state);
    head.dataset.state = known;
    sign.replaceChildren(symbol(SIGNS[known]));
    setText(state, stateWords(monitor));
    state.title = exact(monitor.since);
    setText(what, whatWords(monitor, store.state.devices));
    const reason = messageSentence(monitor.reason);
    setText(why, reason);
    why.hidden = reason === '';
    setText(checked, checkedWords(monitor));
    const signature = JSON.stringify([currentLanguage(), monitor.paused, monitor.source, monitor.muted_until, monitor.flapping, monitor.in_maintenance,
      monitor.incident?.id, monitor.incident?.acknowledged, monitor.incident?.to, isChecking, monitor.name, isAsking]);
    if (signature !== drawn) {
      drawn = signature;
      const note = (one, words) => (words ? h('li', {}, symbol(one), h('span', {}, words)) : null);
      notes.replaceChildren(...[note('certificate', isLocked(monitor) && t('monitors.locked')), note('hide', mutedWords(monitor, serverNow())),
        note('warning', monitor.flapping && t('monitors.flapping')), note('tools', monitor.in_maintenance && t('monitors.inMaintenance'))].filter(Boolean));
      drawActions(monitor);
      drawRemoval(monitor);
    }
    past.update(monitor);
    settings.update(monitor, feed.monitors, store.state.devices);
  }

  return {
    element,
    /// The name for the heading; '' while it is not known.
    name: () => (now() ? nameOf(now()) : ''),
    /// Shows a monitor, or as it is now.
    show(next) {
      if (next !== id) {
        id = next;
        isAsking = false;
        isChecking = false;
        drawn = '';
        place.replaceChildren();
      }
      draw();
    },
    leave() { id = null; },
  };
}

// The rules: what is told over which channels, and when.

import { bdi, button, h } from '../dom.js';
import { currentLanguage, duration, isolate, listing, t } from '../i18n/i18n.js';
import { displayName, plain } from '../model/device.js';
import { toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { hoursWords } from './hours.js';
import { act, createKeyed, isLocked, lockedNote, question, toggle } from './parts.js';
import { alerting } from './requests.js';
import { createRuleForm, namedDevices, namedMonitors } from './rule-form.js';
import { byOrder, USUAL_ID } from './rule-fields.js';
import { lossWords, nameOf } from './words.js';

const NEW = '';
// As many names as are listed.
const MOST_NAMED = 4;

/// What of devices or monitors a rule tells, in words; '' where it is all of them. `name(id)` calls one.
export function subjectWords(ids, key, name) {
  if (!ids) return '';
  const named = ids.slice(0, MOST_NAMED).map(name);
  return t(`alerts.rule.only.${key}`, { names: ids.length > MOST_NAMED ? [...named, t('alerts.more', { count: ids.length - MOST_NAMED })] : named });
}

/// The rules with the usual one first.
export const usualFirst = (rules) => [...rules.filter(({ id }) => id === USUAL_ID), ...rules.filter(({ id }) => id !== USUAL_ID)];

/// Makes the view over the shared book.
export function createRulesView({ book, store }) {
  const add = button('button primary', () => open(NEW), h('span', {}));
  const intro = h('p', { class: 'muted alerts-intro' });
  const formPlace = h('div', { class: 'alerts-new' });
  const list = h('ul', { class: 'alerts-list', role: 'list' });
  const words = h('p', { class: 'muted alerts-words' });
  const element = h('div', { class: 'alerts-part' }, intro, formPlace, list, words, h('div', { class: 'alerts-actions' }, add));
  const fill = createKeyed(list);
  let editing = null;
  let asking = null;
  let form = null;
  let isOpening = false;
  let isShown = false;
  const turns = new Map();

  function open(id) {
    editing = id;
    asking = null;
    isOpening = true;
    draw();
  }

  function close() {
    const from = editing;
    editing = null;
    form = null;
    draw();
    if (from === NEW) add.focus({ preventScroll: true });
    else focusAct(from, 'edit');
  }

  const focusAct = (id, name) => (list.querySelector(`[data-entry="${CSS.escape(id)}"] [data-act="${name}"]`) ?? add).focus({ preventScroll: true });

  function makeForm(rule) {
    const mine = createRuleForm({
      rule, channels: book.channels ?? [], devices: namedDevices(store.state.devices), monitors: namedMonitors(book.monitors), onCancel: close,
      onSave: (body) => (rule ? alerting.change('rules', rule.id, body) : alerting.add('rules', body)),
      onDone(saved) {
        if (saved) {
          toast(t('alerts.saved', { name: isolate(plain(saved.name)) }));
          book.load('rules');
        }
        // Another one may have been opened meanwhile.
        if (form === mine) close();
      },
    });
    form = mine;
    return mine.element;
  }

  async function turn(rule, isOn) {
    try {
      await alerting.change('rules', rule.id, { on: isOn });
    } catch (error) {
      toast(lossWords('alerts.notChanged', error));
    }
    turns.set(rule.id, (turns.get(rule.id) ?? 0) + 1);
    await book.load('rules');
  }

  async function remove(rule) {
    if (asking !== rule.id) return;
    asking = null;
    try {
      await alerting.remove('rules', rule.id);
      toast(t('alerts.rule.removed', { name: isolate(plain(rule.name)) }));
    } catch (error) {
      toast(lossWords('alerts.notRemoved', error));
    }
    await book.load('rules');
    add.focus({ preventScroll: true });
  }

  function ask(id) {
    asking = id;
    draw();
    if (id !== null) focusAct(id, 'no');
  }

  const deviceName = (id) => isolate(store.state.devices.has(id) ? displayName(store.state.devices.get(id)) : plain(id));
  const lineWords = (rule) => [
    [t('alerts.rule.of'), [subjectWords(rule.devices, 'devices', deviceName), subjectWords(rule.monitors, 'monitors', (id) => nameOf(book.find('monitors', id), id))].filter(Boolean).join(' ')],
    [t('alerts.rule.over'), rule.channels.length > 0 ? listing(rule.channels.map((id) => nameOf(book.find('channels', id), id))) : t('alerts.rule.noChannel')],
    [t('alerts.rule.hours'), rule.hours ? hoursWords(rule.hours) : ''],
    [t('alerts.rule.quiet'), rule.quiet_hours ? hoursWords(rule.quiet_hours) : ''],
    [t('alerts.rule.wait'), rule.group_wait_s > 0 ? duration(rule.group_wait_s) : t('alerts.rule.atOnce')],
    [t('alerts.rule.repeat'), rule.repeat_s ? t('alerts.rule.every', { time: duration(rule.repeat_s) }) : ''],
  ].filter(([, value]) => value !== '');

  const told = (rule) => byOrder(rule.events ?? []).map((event) => t(`alerts.event.${event}`));

  function card(rule, lines) {
    const name = nameOf(rule, rule.id);
    const locked = isLocked(rule);
    return h('li', { class: 'alerts-item' },
      h('div', { class: 'alerts-head' }, h('div', { class: 'alerts-title' }, h('h3', {}, bdi(plain(rule.name) || rule.id))),
        toggle(t(rule.on ? 'alerts.on' : 'alerts.off'), rule.on, (isOn) => turn(rule, isOn), { isLocked: locked, label: t('alerts.rule.use', { name }) })),
      rule.id === USUAL_ID ? h('p', { class: 'muted' }, t('alerts.rule.usual')) : null,
      h('ul', { class: 'alerts-told', role: 'list', 'aria-label': t('alerts.rule.events') }, told(rule).map((one) => h('li', { class: 'tag' }, one))),
      h('dl', { class: 'alerts-lines' }, lines.map(([label, value]) => h('div', {}, h('dt', {}, label), h('dd', {}, bdi(value))))),
      rule.channels.length === 0 ? h('p', { class: 'alerts-waiting' }, symbol('warning'), h('span', {}, t('alerts.rule.silent'))) : null,
      locked ? lockedNote() : asking === rule.id
        ? question(t('alerts.rule.removeAsk', { name }), t('alerts.remove'), () => remove(rule), () => { ask(null); focusAct(rule.id, 'remove'); })
        : h('div', { class: 'alerts-actions' }, act(button('button', () => open(rule.id), t('alerts.edit')), 'edit'),
          act(button('button', () => ask(rule.id), t('alerts.remove')), 'remove')));
  }

  function draw() {
    if (!isShown) return;
    const language = currentLanguage();
    const rules = usualFirst(book.rules ?? []);
    const isReady = book.channels !== null && book.monitors !== null;
    if (editing && !rules.some(({ id }) => id === editing)) editing = null;
    intro.textContent = t('alerts.rule.intro');
    add.firstChild.textContent = t('alerts.rule.add');
    add.hidden = editing === NEW || !book.channels?.length;
    if (editing === NEW && isReady) {
      if (formPlace.childElementCount === 0) formPlace.append(makeForm(null));
    } else {
      formPlace.replaceChildren();
    }
    fill(rules.map((rule) => {
      if (editing === rule.id && isReady) return { id: rule.id, signature: 'form', build: () => h('li', { class: 'alerts-item' }, makeForm(rule)) };
      const lines = lineWords(rule);
      return { id: rule.id, signature: JSON.stringify([language, rule, lines, asking === rule.id, turns.get(rule.id) ?? 0]), build: () => card(rule, lines) };
    }));
    const failure = book.failureOf('rules', 'channels', 'monitors');
    words.textContent = failure ? lossWords('alerts.notLoaded', failure) : book.rules === null ? t('alerts.loading') : rules.length === 0 ? t('alerts.rule.none') : '';
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
    show(nowShown) {
      const isNew = nowShown && !isShown;
      isShown = nowShown;
      element.hidden = !nowShown;
      if (isNew) book.load('rules', 'channels', 'monitors');
      draw();
    },
  };
}

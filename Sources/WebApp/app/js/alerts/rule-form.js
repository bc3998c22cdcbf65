// The form of a rule: what is told, of what, over which channels, and when.

import { bdi, h } from '../dom.js';
import { currentLanguage, duration, isolate, t } from '../i18n/i18n.js';
import { displayName, plain } from '../model/device.js';
import { failureWords } from '../model/failures.js';
import { symbol } from '../shell/symbols.js';
import { isChanged } from './channel-fields.js';
import { dayName, DAYS } from './hours.js';
import { choices, field, formFoot, group, newId, tick } from './parts.js';
import { EVENTS, fieldOfRule, REPEATS, ruleBody, ruleDraft, WAITS, withOwn } from './rule-fields.js';

/// A list with one more, or with one less.
const withOne = (list, one, isIn) => (isIn ? [...list, one] : list.filter((other) => other !== one));

/// Makes the form; `rule` is null for a new one. `devices` and `monitors` are `[{id, name}…]`; the rest as a channel's form has it.
export function createRuleForm({ rule = null, channels, devices, monitors, onSave, onDone, onCancel }) {
  const draft = ruleDraft(rule, channels.map(({ id }) => id));
  const nameInput = h('input', { type: 'text', value: plain(draft.name), maxlength: '120', autocomplete: 'off', on: { input: () => { draft.name = nameInput.value; } } });
  const foot = formFoot(onCancel);
  const made = {
    name: field(t('alerts.form.name'), nameInput, { isRequired: true }),
    events: group(t('alerts.rule.events'), Object.entries(EVENTS).map(([key, events]) => h('div', { class: 'tick-group', role: 'group', 'aria-label': t(`alerts.events.${key}`) },
      h('p', { class: 'tick-title' }, t(`alerts.events.${key}`)),
      events.map((event) => tick(t(`alerts.event.${event}`), draft.events.includes(event), (isOn) => { draft.events = withOne(draft.events, event, isOn); }))))),
    channels: group(t('alerts.rule.channels'), channels.length === 0 ? h('p', { class: 'muted' }, t('alerts.rule.noneYet')) : null,
      channels.map((channel) => tick(bdi(plain(channel.name) || channel.id), draft.channels.includes(channel.id), (isOn) => { draft.channels = withOne(draft.channels, channel.id, isOn); }))),
    devices: subjects('devices', devices),
    monitors: subjects('monitors', monitors),
    hours: hours('hours', draft.hours),
    quiet: hours('quiet', draft.quiet),
    wait: field(t('alerts.rule.wait'), seconds('wait', withOwn(WAITS, draft.wait), (value) => (value === 0 ? t('alerts.rule.atOnce') : duration(value))), { help: t('alerts.rule.waitHelp') }),
    repeat: field(t('alerts.rule.repeat'), seconds('repeat', withOwn(REPEATS, draft.repeat), (value) => (value === null ? t('alerts.rule.never') : t('alerts.rule.every', { time: duration(value) }))),
      { help: t('alerts.rule.repeatHelp') }),
  };
  const more = h('details', { class: 'more' }, h('summary', {}, h('span', {}, t('alerts.rule.more')), symbol('chevron')), h('div', { class: 'fields' }, made.wait.element, made.repeat.element));
  const heading = h('h3', { id: newId() }, rule ? t('alerts.form.edit', { name: isolate(plain(rule.name)) }) : t('alerts.rule.add'));
  const element = h('form', { class: 'alerts-form', novalidate: true, 'aria-labelledby': heading.id, on: { submit } }, heading,
    ...['name', 'events', 'channels', 'devices', 'monitors', 'hours', 'quiet'].map((key) => made[key].element), more, foot.element);

  /// All of them, or some that are ticked; many can be searched by name.
  function subjects(key, all) {
    const { compare } = new Intl.Collator(currentLanguage(), { numeric: true, sensitivity: 'base' });
    const known = new Set(all.map(({ id }) => id));
    // Those that are gone can be unticked, too.
    const gone = (draft[key] ?? []).filter((id) => !known.has(id)).map((id) => ({ id, name: id }));
    let kept = draft[key] ?? [];
    const rows = [...all, ...gone].sort((a, b) => compare(a.name, b.name)).map(({ id, name }) => ({
      name: name.toLowerCase(),
      element: tick(bdi(name), kept.includes(id), (isOn) => {
        kept = withOne(kept, id, isOn);
        draft[key] = kept;
      }),
    }));
    const search = h('input', { type: 'search', 'aria-label': t('alerts.rule.search'), placeholder: t('alerts.rule.search'), on: {
      input() {
        const text = search.value.trim().toLowerCase();
        for (const row of rows) row.element.hidden = !row.name.includes(text);
      },
      // No search saves the form.
      keydown(event) { if (event.key === 'Enter') event.preventDefault(); },
    } });
    const box = h('div', { class: 'tick-box', hidden: draft[key] === null }, rows.length > 8 ? search : null, h('div', { class: 'tick-scroll', tabindex: '0', role: 'group', 'aria-label': t(`alerts.rule.${key}`) }, rows.map((row) => row.element)));
    const choice = choices([['all', t(`alerts.rule.all.${key}`)], ['some', t('alerts.rule.some')]], draft[key] === null ? 'all' : 'some', (chosen) => {
      draft[key] = chosen === 'all' ? null : kept;
      box.hidden = chosen === 'all';
    });
    return group(t(`alerts.rule.${key}`), choice, box);
  }

  /// Whether there are such hours, and which.
  function hours(key, values) {
    const clock = (name, words) => {
      const input = h('input', { type: 'time', id: newId(), value: values[name], on: { input: () => { values[name] = input.value; } } });
      return h('div', { class: 'field' }, h('label', { for: input.id }, words), input);
    };
    const box = h('div', { class: 'hours-box', hidden: !values.isOn },
      h('div', { class: 'tick-row', role: 'group', 'aria-label': t('alerts.hours.days') }, DAYS.map((day) =>
        tick(h('span', {}, h('span', { 'aria-hidden': 'true' }, dayName(day)), h('span', { class: 'visually-hidden' }, dayName(day, 'long'))), values.days.includes(day), (isOn) => { values.days = withOne(values.days, day, isOn); }))),
      h('div', { class: 'fields' }, clock('from', t('alerts.hours.from')), clock('to', t('alerts.hours.to'))),
      h('p', { class: 'field-hint' }, t('alerts.hours.zone')));
    return group(t(`alerts.rule.${key}`), tick(t(`alerts.rule.${key}On`), values.isOn, (isOn) => {
      values.isOn = isOn;
      box.hidden = !isOn;
    }), box);
  }

  function seconds(key, values, words) {
    const select = h('select', { on: { change: () => { draft[key] = select.value === '' ? null : Number(select.value); } } },
      values.map((value) => h('option', { value: value ?? '' }, words(value))));
    select.value = draft[key] ?? '';
    return select;
  }

  function showMistakes(mistakes) {
    for (const [key, one] of Object.entries(made)) one.wrong(mistakes[key] ?? '');
    const [first] = Object.keys(made).filter((key) => mistakes[key]);
    if (!first) return;
    if (first === 'wait' || first === 'repeat') more.open = true;
    const control = made[first].control;
    (control.matches('fieldset') ? control.querySelector('input') ?? control : control).focus();
  }

  async function submit(event) {
    event.preventDefault();
    if (foot.isBusy) return;
    const { body, mistakes } = ruleBody(rule, draft);
    foot.say('');
    showMistakes(Object.fromEntries(Object.entries(mistakes).map(([key, words]) => [key, t(words)])));
    if (Object.keys(mistakes).length > 0) return;
    if (!isChanged(body)) {
      onDone(null);
      return;
    }
    foot.busy(true);
    try {
      onDone(await onSave(body));
    } catch (error) {
      const wrong = fieldOfRule(error.key);
      if (wrong) showMistakes({ [wrong]: failureWords(error) });
      else foot.say(t('detail.notSaved', { reason: failureWords(error) }));
    } finally {
      foot.busy(false);
    }
  }

  return { element, focus: () => nameInput.focus() };
}

/// Devices for a form, by their names.
export const namedDevices = (devices) => [...devices.values()].map((device) => ({ id: device.id, name: displayName(device) }));

/// Monitors likewise.
export const namedMonitors = (monitors) => (monitors ?? []).map(({ id, name }) => ({ id, name: plain(name) || id }));

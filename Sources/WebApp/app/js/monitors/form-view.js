// The form of a monitor: what it asks first, everything else under "More".

import { button, h, setAttribute } from '../dom.js';
import { duration, isolate, t } from '../i18n/i18n.js';
import { displayName, singles } from '../model/device.js';
import { toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { suggestions } from '../tools/catalogue.js';
import { bodyOf, changesOf, conditionMistake, fieldOf, fieldsOf, INTERVALS, KINDS, linesKept, linesOf, OPTIONS, startOf } from './draft.js';
import { entryOf } from './headers.js';
import { createHeaders } from './headers-view.js';
import { feed } from './live.js';
import { createParents } from './parents-view.js';
import { refusalWords } from './refusal.js';
import { requests } from './requests.js';
import { nameOf } from './states.js';
import { createWindows } from './windows-view.js';

// The interval that isn't among those that are offered.
const OTHER = 'other';

const PLACEHOLDERS = { icmp: 'nas.lan', http: 'https://nas.lan/', tcp: 'nas.lan:22', tls: 'nas.lan:443', dns: 'example.org', internet: '1.1.1.1, 9.9.9.9' };

/// Makes the form of a monitor, of a new one where it is null. `onDone(monitor)` and `onCancel()` end it.
export function createForm({ store, monitor, onDone, onCancel }) {
  const isNew = monitor === null;
  const fields = fieldsOf(monitor);
  const inputs = new Map();
  const devices = [...singles(store.state.devices).values()].sort((one, other) => displayName(one).localeCompare(displayName(other)));
  const datalist = h('datalist', { id: 'monitor-hosts' }, suggestions(devices).map(({ value, name }) => h('option', { value, label: name })));
  let isSaving = false;
  let headers = null;

  /// A field with its label, hint and room for what is wrong.
  function field(name, label, input, hint = '') {
    const id = `monitor-${name.replace('.', '-')}`;
    input.id = id;
    input.setAttribute('aria-describedby', `${id}-hint`);
    const words = h('small', { id: `${id}-hint`, class: 'field-hint' }, hint);
    const element = h('div', { class: input.type === 'checkbox' ? 'field is-flag' : 'field', data: { field: name } }, h('label', { for: id }, label), input, words);
    const one = { input, element, say(mistake) {
      words.textContent = mistake ?? hint;
      setAttribute(input, 'aria-invalid', mistake ? 'true' : null);
      element.toggleAttribute('data-wrong', Boolean(mistake));
    } };
    input.addEventListener('input', () => one.say(null));
    inputs.set(name, one);
    return element;
  }

  const box = (value, attributes = {}) => {
    const input = h('input', { type: 'text', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', dir: 'auto', ...attributes });
    input.value = value;
    return input;
  };
  const numeric = (value) => box(value, { inputmode: 'decimal', dir: null });
  const choice = (value, options) => {
    const select = h('select', {}, options.map(([key, words]) => h('option', { value: key }, words)));
    select.value = value;
    return select;
  };

  const kind = choice(fields.kind, KINDS.map((one) => [one, t(`monitors.kind.${one}`)]));
  const targetPlace = h('div', { class: 'target-place' });
  const optionsPlace = h('div', { class: 'fields' });
  const name = box(fields.name, { maxlength: '80', autocapitalize: 'sentences', placeholder: t('monitors.hint.name') });
  const intervals = [...new Set([...INTERVALS, Number(fields.interval)])].sort((one, other) => one - other);
  const interval = choice(fields.interval, [...intervals.map((one) => [String(one), duration(one)]), [OTHER, t('monitors.interval.other')]]);
  const seconds = numeric('');
  const otherInterval = h('div', { hidden: true }, field('interval_other', t('monitors.interval.seconds'), seconds));
  interval.addEventListener('change', () => {
    otherInterval.hidden = interval.value !== OTHER;
    if (!otherInterval.hidden) seconds.focus();
  });
  const conditions = h('textarea', { rows: '3', spellcheck: 'false', autocapitalize: 'none', class: 'mono', dir: 'ltr', placeholder: '[STATUS] == 200' });
  conditions.value = fields.conditions;
  const wrongCondition = h('p', { class: 'condition-wrong mono', dir: 'ltr', hidden: true });
  const windows = createWindows(fields.maintenance);
  const save = h('button', { class: 'button primary', type: 'submit' }, t(isNew ? 'monitors.create' : 'monitors.save'));
  const problem = h('div', { class: 'failure', role: 'alert', hidden: true });

  function targetField() {
    const label = t(`monitors.target.${kind.value}`);
    if (kind.value !== 'presence') return field('target', label, box(fields.target, { list: datalist.id, placeholder: PLACEHOLDERS[kind.value] }));
    const known = devices.map((one) => [one.id, displayName(one)]);
    // A device that is gone stays what the monitor asks for.
    if (fields.target && !devices.some((one) => one.id === fields.target) && monitor?.kind === 'presence') known.push([fields.target, t('monitors.noDevice')]);
    return field('target', label, choice(fields.target, [['', t('monitors.hint.device')], ...known]));
  }

  const area = (value) => {
    const input = h('textarea', { rows: '2', spellcheck: 'false', autocapitalize: 'none', class: 'mono', dir: 'auto' });
    input.value = value;
    return input;
  };

  function optionFields() {
    headers = null;
    return OPTIONS[kind.value].map(({ key, type, choices, usual }) => {
      const value = fields.options[key] ?? (type === 'flag' ? usual : '');
      if (type === 'headers') {
        headers = createHeaders(fields.options[key] ?? []);
        return group('monitors.option.headers', headers.element);
      }
      if (type === 'list' || type === 'lines') return field(`options.${key}`, t(`monitors.option.${key}`), area(value));
      if (type === 'flag') {
        const input = h('input', { type: 'checkbox' });
        input.checked = value;
        return field(`options.${key}`, t(`monitors.option.${key}`), input);
      }
      if (type === 'choice') {
        const all = choices.includes(value) || value === '' ? choices : [...choices, value];
        return field(`options.${key}`, t(`monitors.option.${key}`), choice(value === '' ? choices[0] : value, all.map((one) => [one, one === '' ? t('monitors.none.starttls') : one])));
      }
      return field(`options.${key}`, t(`monitors.option.${key}`), type === 'whole' ? numeric(value) : box(value));
    });
  }

  let drawnKind = fields.kind;

  /// The fields that hang on the kind; what was typed for one is there for the next.
  function drawKind() {
    if (inputs.has('target')) keepTyped();
    for (const one of inputs.keys()) if (one.startsWith('options.')) inputs.delete(one);
    targetPlace.replaceChildren(targetField());
    drawnKind = kind.value;
    const options = optionFields();
    optionsPlace.replaceChildren(...options);
    optionsPlace.hidden = options.length === 0;
    suggest();
  }

  /// Remembers what is typed of a kind before the fields of another take its place.
  function keepTyped() {
    fields.target = inputs.get('target').input.value;
    Object.assign(fields.options, optionsTyped(drawnKind));
  }
  const suggest = () => parents.suggest({ kind: kind.value, target: inputs.get('target').input.value.trim() });
  kind.addEventListener('change', () => {
    // A device's id is no host, and no host a device.
    if ((drawnKind === 'presence') !== (kind.value === 'presence')) inputs.get('target').input.value = '';
    drawKind();
  });
  targetPlace.addEventListener('input', suggest);
  targetPlace.addEventListener('change', suggest);

  const parents = createParents({ own: monitor?.id, chosen: fields.parents, monitors: () => feed.monitors.values(), devices });

  const group = (key, ...children) => h('fieldset', { class: 'form-group' }, h('legend', {}, t(key)), children);
  const first = h('div', { class: 'fields' }, field('kind', t('monitors.field.kind'), kind), targetPlace,
    field('name', t('monitors.field.name'), name), field('interval', t('monitors.field.interval'), interval), otherInterval);
  const more = h('details', { class: 'more' }, h('summary', {}, h('span', {}, t('monitors.moreFields')), symbol('chevron')),
    optionsPlace,
    group('monitors.group.down', h('p', { class: 'field-hint' }, t('monitors.hint.quorum')), h('div', { class: 'fields' },
      field('down_m', t('monitors.field.downM'), numeric(fields.down_m)), field('down_n', t('monitors.field.downN'), numeric(fields.down_n)),
      field('up_m', t('monitors.field.upM'), numeric(fields.up_m)), field('up_n', t('monitors.field.upN'), numeric(fields.up_n)),
      field('timeout', t('monitors.field.timeoutSeconds'), numeric(fields.timeout)))),
    group('monitors.group.degraded', h('div', { class: 'fields' }, field('rtt_ms', t('monitors.field.rtt'), numeric(fields.rtt_ms)),
      field('loss', t('monitors.field.loss'), numeric(fields.loss)), field('times_usual', t('monitors.field.times'), numeric(fields.times_usual)))),
    group('monitors.field.conditions', field('conditions', t('monitors.hint.conditions'), conditions), wrongCondition),
    parents.isEmpty ? null : group('monitors.field.parents', parents.element),
    group('monitors.field.maintenance', windows.element));
  const element = h('form', { class: 'tool-form monitor-form', novalidate: true, on: { submit } }, first, more, problem,
    h('div', { class: 'monitor-actions' }, save, button('button', onCancel, t('detail.cancel'))), datalist);
  drawKind();
  conditions.addEventListener('input', () => { wrongCondition.hidden = true; });

  /// The options of a kind as they are typed, while its fields are shown.
  function optionsTyped(shown) {
    return Object.fromEntries(OPTIONS[shown].map(({ key, type }) => {
      if (type === 'headers') return [key, headers.value()];
      const { input } = inputs.get(`options.${key}`);
      const isLines = type === 'lines' && shown === monitor?.kind;
      return [key, type === 'flag' ? input.checked : isLines ? linesKept(input.value, monitor.options?.[key]) : input.value];
    }));
  }

  function typed() {
    const value = (key) => inputs.get(key).input.value;
    const next = { ...fields, kind: kind.value, target: value('target'), name: name.value, interval: interval.value === OTHER ? seconds.value : interval.value,
      conditions: conditions.value, maintenance: windows.value(), parents: parents.value(), options: optionsTyped(kind.value) };
    for (const key of ['timeout', 'down_m', 'down_n', 'up_m', 'up_n', 'rtt_ms', 'loss', 'times_usual']) next[key] = value(key);
    return next;
  }

  /// Says what is wrong at its field, which gets the keyboard; above the buttons where no field is known.
  function refuse(words, key, at = null) {
    const part = { 'options.headers': headers, maintenance: windows, parents: parents.isEmpty ? null : parents }[key];
    if (part) more.open = true;
    if (part?.refuse(words, at)) return;
    const one = inputs.get(key === 'interval' && interval.value === OTHER ? 'interval_other' : key);
    if (!one) {
      problem.replaceChildren(symbol('warning'), h('p', { dir: 'auto' }, words));
      problem.hidden = false;
      return;
    }
    if (more.contains(one.element)) more.open = true;
    one.say(words);
    one.input.focus();
  }

  function showCondition(error) {
    const mistake = conditionMistake(error, linesOf(conditions.value));
    wrongCondition.hidden = mistake === null || mistake.place === null;
    if (wrongCondition.hidden) return;
    const { index, line, place } = mistake;
    // What stands at the place, or that nothing does any more.
    wrongCondition.replaceChildren(line.slice(0, place), h('mark', {}, line.slice(place, place + 1) || '␣'), line.slice(place + 1));
    const at = startOf(conditions.value, index) + place;
    conditions.setSelectionRange(at, Math.min(conditions.value.length, at + 1));
  }

  async function submit(event) {
    event.preventDefault();
    if (isSaving) return;
    problem.hidden = true;
    wrongCondition.hidden = true;
    for (const one of inputs.values()) one.say(null);
    for (const part of [headers, parents]) part?.clear();
    const next = typed();
    const { body, mistakes } = bodyOf(next, isNew);
    if (kind.value !== 'internet' && body.target === '') return refuse(t('monitors.missing'), 'target');
    if (interval.value === OTHER && seconds.value.trim() === '') return refuse(t('monitors.noNumber'), 'interval');
    if (mistakes.length > 0) return refuse(t('monitors.noNumber'), mistakes[0]);
    // A field that is folded away takes no keyboard.
    if (windows.isOpen()) more.open = true;
    if (windows.problem()) return;
    body.maintenance = windows.value();
    isSaving = true;
    setAttribute(save, 'aria-disabled', 'true');
    try {
      const made = isNew ? await requests.make(body) : await requests.change(monitor.id, changesOf(monitor, body));
      toast(t(isNew ? 'monitors.made' : 'monitors.saved', { name: isolate(nameOf(made)) }));
      onDone(made);
    } catch (error) {
      const key = error.status === 422 ? fieldOf(error.key ?? error.values?.key) : null;
      refuse(refusalWords(error), key, entryOf(error.key ?? error.values?.key));
      if (key === 'conditions') showCondition({ key: error.key, values: error.values });
    } finally {
      isSaving = false;
      setAttribute(save, 'aria-disabled', null);
    }
  }

  return { element, focus: () => (isNew ? kind : name).focus({ preventScroll: true }) };
}

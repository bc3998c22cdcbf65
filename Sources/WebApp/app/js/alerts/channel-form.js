// The form of a channel: what its service asks for.

import { bdi, button, h } from '../dom.js';
import { isolate, t } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { failureWords } from '../model/failures.js';
import { channelBody, fieldOfKey, fieldsOf, isChanged } from './channel-fields.js';
import { field, formFoot, newId } from './parts.js';
import { serviceWords } from './words.js';

// Letters and digits that are not taken for one another.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/// A name that nobody guesses: who knows a topic of a public server can read it.
export function newTopic(random = (count) => crypto.getRandomValues(new Uint8Array(count))) {
  return `homenet-${[...random(16)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}

/// What is said beside the services: that programs are offered once the configuration file allows them; '' where it does. Pure but for the words.
export const serviceHelp = (services) => (services.some(({ name }) => name === 'exec') ? '' : t('alerts.form.noPrograms'));

/// Makes the form; `channel` is null for a new one, then of `service` or else the first. `onSave(body)` sends it,
/// `onDone()` is called when that succeeded or nothing was changed, `onCancel()` otherwise.
export function createChannelForm({ services, channel = null, service = null, onSave, onDone, onCancel }) {
  const nameInput = h('input', { type: 'text', value: plain(channel?.name), maxlength: '120', autocomplete: 'off' });
  const name = field(t('alerts.form.name'), nameInput, { isRequired: Boolean(channel), help: channel ? '' : t('alerts.form.nameHelp') });
  const place = h('div', { class: 'fields' });
  const foot = formFoot(onCancel);
  let chosen = services.find((one) => one.name === (channel?.service ?? service)) ?? (channel ? null : services[0]);
  let fields = new Map();
  let dropped = new Set();

  const select = h('select', { on: { change: () => { chosen = services.find((one) => one.name === select.value); fill(); } } },
    services.map((one) => h('option', { value: one.name }, serviceWords(one.name, null, null, one.label))));
  if (chosen) select.value = chosen.name;
  const heading = h('h3', { id: newId(), tabindex: '-1' }, channel ? t('alerts.form.edit', { name: isolate(plain(channel.name)) }) : t('alerts.form.add'));
  const element = h('form', { class: 'alerts-form', novalidate: true, 'aria-labelledby': heading.id, on: { submit } }, heading,
    h('div', { class: 'fields' }, channel ? null : field(t('alerts.form.service'), select, { help: serviceHelp(services) }).element, name.element), place, foot.element);

  function control(one) {
    const common = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' };
    if (one.kind === 'choice' || one.kind === 'flag') {
      const words = (choice) => (one.kind === 'flag' ? t(choice === 'true' ? 'alerts.form.yes' : 'alerts.form.no') : choice);
      const list = h('select', {}, one.isRequired && one.usual === null ? null : h('option', { value: '' }, one.usual ? t('alerts.form.usual', { value: words(one.usual) }) : ''),
        one.choices.map((choice) => h('option', { value: choice }, words(choice))));
      list.value = one.value;
      return list;
    }
    if (one.isLong) {
      const area = h('textarea', { ...common, rows: '3', placeholder: one.isKept ? t('alerts.form.kept') : one.usual, dir: 'auto' });
      area.value = one.value;
      return area;
    }
    const isSecret = one.kind === 'secret';
    return h('input', {
      ...common, type: isSecret ? 'password' : 'text', value: one.value, autocomplete: isSecret ? 'new-password' : 'off', inputmode: one.input, dir: 'auto',
      placeholder: one.isKept ? t('alerts.form.kept') : one.usual,
    });
  }

  /// Beside a secret that the channel has: it can be removed, for nobody can empty what isn't shown.
  function dropButton(one, input) {
    if (!one.isKept || one.isRequired) return null;
    const label = bdi(serviceWords(chosen.name, one.name, 'label', one.label));
    const draw = () => {
      const isDropped = dropped.has(one.name);
      drop.replaceChildren(t(isDropped ? 'alerts.form.keep' : 'alerts.form.drop'), h('span', { class: 'visually-hidden' }, ': ', label));
      input.placeholder = t(isDropped ? 'alerts.form.dropped' : 'alerts.form.kept');
    };
    const drop = button('link-button', () => {
      if (!dropped.delete(one.name)) dropped.add(one.name);
      draw();
    });
    draw();
    return drop;
  }

  function fill() {
    dropped = new Set();
    fields = new Map(fieldsOf(chosen, channel).map((one) => {
      const input = control(one);
      const made = field(serviceWords(chosen.name, one.name, 'label', one.label), input, {
        help: serviceWords(chosen.name, one.name, 'help', one.help), isRequired: one.isRequired, beside: dropButton(one, input),
      });
      made.element.dataset.setting = one.name;
      input.addEventListener('input', () => made.wrong(''));
      return [one.name, made];
    }));
    const topic = fields.get('topic');
    if (!channel && chosen?.name === 'ntfy' && topic) topic.control.value = newTopic();
    place.replaceChildren(...[...fields.values()].map((one) => one.element));
  }

  const all = () => new Map([['name', name], ...fields]);

  function showMistakes(mistakes) {
    for (const [key, one] of all()) one.wrong(mistakes[key] ?? '');
    const [first] = [...all()].filter(([key]) => mistakes[key]).map(([, one]) => one.control);
    first?.focus();
  }

  async function submit(event) {
    event.preventDefault();
    if (foot.isBusy) return;
    if (!chosen) return;
    const values = Object.fromEntries([...fields].map(([key, one]) => [key, one.control.value]));
    const { body, mistakes } = channelBody(chosen, channel, { name: nameInput.value, values, dropped: [...dropped] });
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
      const wrong = fieldOfKey(error.key, [...all().keys()]);
      if (wrong) showMistakes({ [wrong]: failureWords(error) });
      else foot.say(t('detail.notSaved', { reason: failureWords(error) }));
    } finally {
      foot.busy(false);
    }
  }

  fill();
  if (!chosen) foot.say(t('alerts.form.unknownService', { service: isolate(plain(channel?.service)) }));
  return { element, focus: () => (channel ? nameInput : select).focus() };
}

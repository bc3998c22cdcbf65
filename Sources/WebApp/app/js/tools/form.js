// A tool's form: its target, the prominent options, and the others folded away.

import { h, setAttribute } from '../dom.js';
import { number, t } from '../i18n/i18n.js';
import { symbol } from '../shell/symbols.js';
import { targetOf } from './catalogue.js';
import { bodyOf, startValue } from './fields.js';

/// Choices that are names, the same in every language; the others have texts: `choice.do`.
export const NAMES = { smtp: 'SMTP', imap: 'IMAP', pop3: 'POP3', ftp: 'FTP', ldap: 'LDAP', postgres: 'PostgreSQL', mysql: 'MySQL', xmpp: 'XMPP', 'xmpp-server': 'XMPP (S2S)', sieve: 'ManageSieve', IN: 'IN', CH: 'CH', HS: 'HS' };

const choiceWords = (choice) => NAMES[choice] ?? t(`choice.${choice}`);
const hintOf = (option) => {
  if (option.kind === 'integer' || option.kind === 'seconds') {
    const range = t('tools.range', { least: number(option.minimum), most: number(option.maximum) });
    return option.kind === 'seconds' ? `${t('tools.inSeconds')}, ${range}` : range;
  }
  return '';
};

/// Makes the form of a tool. `onRun(body, target)` and `onStop()`; `suggest()` gives what fits a host.
export function createForm(tool, { onRun, onStop, suggest }) {
  const target = targetOf(tool);
  const fields = new Map();
  const prefix = `tool-${tool.name}`;
  // An id that no option can have: `hosts` is one of ping's and of ports'.
  const datalist = h('datalist', { id: `suggestions-${tool.name}` });

  function field(option) {
    const id = `${prefix}-${option.name}`;
    const isHost = option.kind === 'host' || option.kind === 'hosts';
    const common = { id, name: option.name, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', 'aria-describedby': `${id}-hint` };
    const input = option.kind === 'choice'
      ? h('select', { id, name: option.name, 'aria-describedby': `${id}-hint` },
        option.default === null ? h('option', { value: '' }, t('tools.automatic')) : null,
        option.choices.map((one) => h('option', { value: one }, choiceWords(one))))
      : option.kind === 'flag' ? h('input', { ...common, type: 'checkbox' })
        : h('input', {
          ...common, type: 'text', dir: isHost ? 'auto' : null, list: isHost ? datalist.id : null,
          inputmode: option.kind === 'integer' ? 'numeric' : option.kind === 'seconds' ? 'decimal' : null,
          placeholder: option.name === 'types' ? 'A AAAA MX TXT' : option.kind === 'hosts' ? t('tools.targetsHint') : isHost ? t('tools.targetHint')
            : option.default === null && !option.required ? t('tools.automatic') : null,
        });
    const label = h('label', { for: id }, t(`option.${option.name}`));
    const hint = h('small', { id: `${id}-hint`, class: 'field-hint' });
    const element = h('div', { class: option.kind === 'flag' ? 'field is-flag' : 'field', data: { option: option.name } }, label, input, hint);
    const one = { option, input, hint, element };
    if (option.kind === 'flag') input.checked = startValue(option);
    else input.value = startValue(option);
    setHint(one, null);
    input.addEventListener('input', () => setHint(one, null));
    fields.set(option.name, one);
    return element;
  }

  function setHint({ option, input, hint, element }, mistake) {
    const words = { min: number(option.minimum ?? 0), max: number(option.maximum ?? 0) };
    hint.textContent = mistake ? t(mistake, words) : hintOf(option);
    setAttribute(input, 'aria-invalid', mistake ? 'true' : null);
    element.toggleAttribute('data-wrong', Boolean(mistake));
  }

  const run = h('button', { class: 'button primary', type: 'submit' }, h('span', {}, t('tools.run')));
  const stop = h('button', { class: 'button', type: 'button', hidden: true, on: { click: onStop } }, symbol('close'), h('span', {}, t('tools.stop')));
  const others = tool.options.filter((option) => option !== target);
  const first = others.filter((option) => option.prominent);
  const rest = others.filter((option) => !option.prominent);
  const more = rest.length === 0 ? null : h('details', { class: 'more' },
    h('summary', {}, h('span', {}, t('tools.more')), symbol('chevron')), h('div', { class: 'fields' }, rest.map(field)));
  const element = h('form', { class: 'tool-form', novalidate: true, on: { submit } },
    h('div', { class: 'fields is-first' }, target ? field(target) : null, first.map(field),
      h('div', { class: 'tool-buttons' }, run, stop)), more, datalist);

  function typed() {
    return Object.fromEntries([...fields].map(([name, { option, input }]) =>
      [name, option.kind === 'flag' ? input.checked : input.value]));
  }

  function submit(event) {
    event?.preventDefault();
    const { body, mistakes } = bodyOf(tool.options, typed());
    for (const [name, one] of fields) setHint(one, mistakes[name] ?? null);
    const [wrong] = Object.keys(mistakes);
    if (wrong) {
      if (more?.contains(fields.get(wrong).element)) more.open = true;
      fields.get(wrong).input.focus();
      return;
    }
    onRun(body, target ? fields.get(target.name).input.value.trim() : '');
  }

  element.addEventListener('focusin', () => {
    datalist.replaceChildren(...suggest().map(({ value, name }) => h('option', { value, label: name })));
  });

  return {
    element,
    submit: () => submit(),
    target: () => (target ? fields.get(target.name).input.value.trim() : ''),
    /// Fills in values, by option or by `host`, which stands for the target.
    fill(values) {
      for (const [name, value] of Object.entries(values)) {
        const one = fields.get(name === 'host' && target ? target.name : name);
        if (!one || typeof value !== 'string') continue;
        one.input.value = value;
        setHint(one, null);
      }
    },
    setRunning(isRunning) {
      stop.hidden = !isRunning;
      run.hidden = isRunning;
      element.toggleAttribute('data-running', isRunning);
    },
    focus: () => (target ? fields.get(target.name).input : run).focus({ preventScroll: true }),
    focusStop: () => stop.focus({ preventScroll: true }),
    focusRun: () => run.focus({ preventScroll: true }),
  };
}

// The top of a device's sheet: what it is, whether it is there, and its name to be changed.

import { paintDisc } from '../disc.js';
import { bdi, button, emit, h, setAttribute, setText } from '../dom.js';
import { currentLanguage, exactTime, milliseconds, relativeTime, sinceWhen, t } from '../i18n/i18n.js';
import { displayName, makerAndModel, plain, secondLine } from '../model/device.js';
import { webAddress } from '../model/web.js';
import { toolsFor, TOOLS } from '../tools/catalogue.js';
import { symbol } from '../shell/symbols.js';
import { createDraftField } from './draft-field.js';

/// The sentence about whether it is there.
export function stateWords(device) {
  if (device.state === 'away') return !device.last_seen ? t('detail.neverSeen') : t('detail.away', { when: sinceWhen(device.last_seen) });
  if (device.state === 'unconfirmed') return t('detail.unconfirmed', { when: relativeTime(device.last_seen) });
  if (device.state === 'asleep') return t('detail.asleep');
  const link = device.link ? t(`link.${device.link}`) : null;
  const latency = device.latency_ms == null ? null : milliseconds(device.latency_ms);
  return [t('detail.online'), latency, link].filter(Boolean).join(' · ');
}

/// Makes the head; what the user does leaves as `homenet:…` events.
export function createHead({ onClose }) {
  let device = null;
  let offered = null;
  let isRenaming = false;

  const disc = h('span', { class: 'disc', 'aria-hidden': 'true' });
  const heading = h('h2', { tabindex: '-1', id: 'detail-name', dir: 'auto' });
  const pencil = button('icon-button', startRename, symbol('edit'));
  const name = h('div', { class: 'detail-name' }, heading, pencil);
  const second = h('p', { class: 'detail-second' });
  const close = button('icon-button detail-close', onClose, symbol('close'));

  const input = h('input', { type: 'text', autocomplete: 'off', dir: 'auto', 'aria-describedby': 'rename-hint rename-problem' });
  const hint = h('small', { id: 'rename-hint' });
  const field = createDraftField('user_name', input, 'rename-problem');
  const save = h('button', { class: 'button primary', type: 'submit' });
  const cancel = button('button', giveUp);
  const form = h('form', { class: 'rename', hidden: true, on: { submit: submitRename } },
    input, hint, field.problem, h('div', { class: 'rename-actions' }, save, cancel));

  const dot = h('span', { class: 'dot', 'aria-hidden': 'true' });
  const state = h('span');
  const busy = h('span', { class: 'tag busy' });
  const own = h('span', { class: 'tag' });
  const rescan = button('button', () => emit(element, 'rescan', { id: device.id }),
    symbol('refresh'), h('span'));
  const web = h('a', { class: 'button', target: '_blank', rel: 'noopener noreferrer' }, symbol('open'), h('span'));
  const tools = h('div', { class: 'detail-tools', role: 'group' });
  let shownTools = '';
  const element = h('header', { class: 'detail-head' },
    h('div', { class: 'detail-title' }, disc, h('div', { class: 'detail-words' }, name, form, second), close),
    h('p', { class: 'detail-state' }, dot, state, own, busy),
    h('div', { class: 'detail-actions' }, rescan, web), tools);

  function startRename() {
    isRenaming = true;
    field.fill(device.user_name ?? displayName(device));
    showField();
    draw();
    input.focus();
    input.select();
  }

  function endRename() {
    const hadFocus = form.contains(document.activeElement);
    isRenaming = false;
    draw();
    if (hadFocus) pencil.focus();
  }

  function giveUp() {
    field.discard();
    endRename();
  }

  function submitRename(event) {
    event.preventDefault();
    if (field.isSaving()) return;
    if (field.isChanged()) field.send();
    else giveUp();
  }

  input.addEventListener('input', showField);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    giveUp();
  });

  function showField() {
    save.textContent = field.show(isRenaming);
    input.readOnly = field.isSaving();
  }

  /// Takes the draft as it is now: it opens the form, and its end closes it, but not over newer text.
  function takeDraft(next) {
    const hadDraft = field.draft() !== null;
    const wasSaving = field.isSaving();
    field.take(device, next);
    if (next && !isRenaming) {
      isRenaming = true;
      field.fill(next.text);
    } else if (!next && hadDraft && (wasSaving || !field.isChanged())) {
      endRename();
    }
    showField();
  }

  function draw() {
    name.hidden = isRenaming;
    form.hidden = !isRenaming;
    second.hidden = isRenaming;
    paintDisc(device, disc);
    setText(heading, displayName(device));
    const what = secondLine(device);
    if (second.textContent !== what) second.replaceChildren(bdi(what, makerAndModel(device) ? {} : { class: 'mono' }));
    dot.dataset.state = device.state;
    setText(state, stateWords(device));
    state.title = device.last_seen ? exactTime(device.last_seen) : '';
    const tag = device.self ? t('state.self') : device.gateway ? t('state.gateway') : '';
    own.hidden = !tag;
    setText(own, tag);
    busy.hidden = !device.probing;
    setText(busy, t('state.probing'));
    const address = webAddress(device);
    web.hidden = !address;
    if (address) web.href = address;
    rescan.disabled = Boolean(device.probing);
    drawTools();
  }

  function drawTools() {
    const all = toolsFor(device, offered);
    const signature = JSON.stringify([currentLanguage(), all]);
    if (signature === shownTools) return;
    shownTools = signature;
    tools.hidden = all.length === 0;
    tools.setAttribute('aria-label', t('tools.title'));
    tools.replaceChildren(...all.map(({ name, values }) => button('tool-chip', () => emit(element, 'open-tool', { name, values }),
      symbol(TOOLS[name].symbol), t(`tools.name.${name}`))));
  }

  function label() {
    pencil.setAttribute('aria-label', t('detail.rename'));
    pencil.title = t('detail.rename');
    close.setAttribute('aria-label', t('detail.close'));
    input.setAttribute('aria-label', t('detail.name'));
    hint.textContent = t('detail.nameHint');
    cancel.textContent = t('detail.cancel');
    web.lastChild.textContent = t('detail.web');
    rescan.lastChild.textContent = t(device.probing ? 'detail.rescanning' : 'detail.rescan');
  }

  return {
    element,
    /// What stays at the top while the rest is scrolled.
    title: element.firstElementChild,
    focus: () => (isRenaming ? input : heading).focus({ preventScroll: true }),
    /// Keeps a name that is being typed.
    keep() { if (isRenaming) field.keep(); },
    update(next, full, toolsOffered, typed) {
      offered = toolsOffered;
      if (device?.id !== next.id) {
        isRenaming = false;
        field.take(next, null);
      }
      device = next;
      takeDraft(typed);
      input.placeholder = plain(full?.identified?.name) || device.ip || '';
      label();
      draw();
    },
  };
}

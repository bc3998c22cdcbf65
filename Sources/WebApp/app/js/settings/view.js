// Theme, language, problems, what is scanned, access, about.

import { factCard, fact, part } from '../card.js';
import { bdi, button, emit, h } from '../dom.js';
import { englishSettings } from '../i18n/en/settings.js';
import { addEnglish, bestLanguage, currentLanguage, exactTime, LANGUAGES, relativeTime, t } from '../i18n/i18n.js';
import { say } from '../i18n/phrases.js';
import { remembered } from '../model/preferences.js';
import { problemsOf } from '../model/problems.js';
import { symbol } from '../shell/symbols.js';
import { createSettingsActions } from './actions.js';
import { createForgetCard } from './forget.js';
import { createWatchCard } from './watch.js';

addEnglish(englishSettings);

const THEMES = ['system', 'light', 'dark'];

function themeChoice(chosen) {
  const words = { system: 'settings.themeSystem', light: 'settings.themeLight', dark: 'settings.themeDark' };
  return h('div', { class: 'segments', role: 'radiogroup', 'aria-label': t('settings.theme') },
    THEMES.map((theme) => h('label', { class: 'segment' },
      h('input', {
        type: 'radio', name: 'theme', value: theme, checked: theme === chosen,
        on: { change: (event) => emit(event.target, 'set-theme', theme) },
      }), h('span', {}, t(words[theme])))));
}

function languageChoice(chosen) {
  const own = LANGUAGES[bestLanguage(navigator.languages)].name;
  const select = h('select', {
    id: 'language', on: { change: () => emit(select, 'set-language', select.value) },
  }, h('option', { value: '' }, t('settings.languageAuto', { language: own })),
  Object.entries(LANGUAGES).map(([code, { name }]) => h('option', { value: code, lang: code }, name)));
  select.value = chosen;
  return select;
}

function appearance() {
  const select = languageChoice(remembered('language', ''));
  return h('section', { class: 'card' }, h('h3', {}, t('settings.appearance')),
    h('div', { class: 'card-body' },
      h('div', { class: 'setting' }, h('span', {}, t('settings.theme')), themeChoice(remembered('theme', 'system'))),
      h('div', { class: 'setting choice' }, h('label', { for: 'language' }, t('settings.language')), select)));
}

function problems(list) {
  const one = ({ text, fix }) => h('div', { class: 'problem' }, symbol('warning'),
    h('div', {}, h('p', {}, bdi(text)), fix && h('p', { class: 'muted' }, bdi(fix))));
  return h('section', { class: 'card' }, h('h3', {}, t('settings.problems')),
    h('div', { class: 'card-body' }, list.length > 0 ? list.map(one)
      : h('div', { class: 'setting muted' }, t('settings.noProblems'))));
}

const time = (text, words) => (text ? h('time', { datetime: text, title: exactTime(text) }, words(text)) : null);
const code = (text) => (text ? h('span', { class: 'mono' }, text) : null);

function networks(list, phrases) {
  return list.map((network) => factCard(t('settings.network'), [
      fact(t('settings.range'), code(network.cidr),
        network.skipped && t('settings.skipped', { reason: say(network.skipped, phrases) })),
      fact(t('settings.interface'), code(network.interface)),
      fact(t('settings.ownAddress'), code(network.address)),
      fact(t('settings.gateway'), code(network.gateway)),
    ]));
}

function about(status) {
  return factCard(t('settings.about'), [
    fact(t('settings.version'), status.version),
    fact(t('settings.running'), time(status.started, relativeTime)),
    fact(t('settings.kept'), status.storage?.path ? code(status.storage.path) : t('settings.keptNowhere')),
  ]);
}

function access() {
  return h('section', { class: 'card' }, h('h3', {}, t('settings.session')),
    h('div', { class: 'card-body' }, h('div', { class: 'setting' },
      button('button', (event) => emit(event.target, 'log-out'),
        t('settings.logOut')))));
}

/// Puts the settings into an element; `onClose()` where they lie over the list, the rest as in settings/actions.js.
export function createSettings(element, { store, onClose, onLanguage, onLoggedOut }) {
  createSettingsActions({ store, onLanguage, onLoggedOut });
  const heading = h('h2', { tabindex: '-1' });
  const close = button('icon-button wide-only', onClose, symbol('close'));
  const parts = {
    appearance: part(appearance), problems: part(problems), networks: part(networks),
    about: part(about), access: part(access),
  };
  const watch = createWatchCard();
  const forget = createForgetCard({ onDone: () => heading.focus() });
  element.append(h('div', { class: 'settings-inner' },
    h('div', { class: 'settings-head' }, heading, close),
    parts.appearance.element, parts.problems.element, watch.element, parts.networks.element, forget.element,
    parts.access.element, parts.about.element));
  for (const { element: one } of Object.values(parts)) one.classList.add('settings-part');

  function draw({ status, session, route, devices }) {
    if (route.panel !== 'settings') return;
    const words = currentLanguage();
    heading.textContent = t('settings.title');
    close.setAttribute('aria-label', t('detail.close'));
    parts.appearance.update([words, remembered('theme'), remembered('language')]);
    parts.access.element.hidden = !session?.required;
    if (session?.required) parts.access.update([words]);
    if (!status) return;
    const minute = Math.floor(Date.now() / 60_000);
    parts.problems.update([words, problemsOf(status)], problemsOf(status));
    watch.update(status.scan ?? {}, minute);
    forget.update(devices);
    parts.networks.update([words, status.networks, status.phrases], status.networks ?? [], status.phrases);
    parts.about.update([words, minute, status.version, status.started, status.storage], status);
  }

  let isOpen = false;
  store.watch(['route'], (state) => {
    const wasOpen = isOpen;
    isOpen = state.route.panel === 'settings';
    element.hidden = !isOpen;
    draw(state);
    if (isOpen && !wasOpen) { element.scrollTop = 0; heading.focus({ preventScroll: true }); }
  });
  store.watch(['status', 'session', 'preferences', 'devices'], draw);
}
